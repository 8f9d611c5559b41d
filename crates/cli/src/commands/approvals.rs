//! `approve`, `approvals` and `revoke`: what policy wants confirmed.

use clawperator_contract::{Approval, ApprovalList, ApprovalState, ErrorCode, Failure, excerpt};
use clawperator_policy::ApprovalError;

use crate::phone;
use crate::run::{Answer, Context};
use crate::text::{Paint, count, visible};

pub(super) fn approve(id: &str, context: &Context<'_, '_>) -> Result<Answer, Failure> {
    let now = context.ids.epoch_milliseconds();
    let approved = phone::approvals(context.environment)?.approve(id, now);
    one(id, approved, context)
}

pub(super) fn revoke(id: &str, context: &Context<'_, '_>) -> Result<Answer, Failure> {
    let revoked = phone::approvals(context.environment)?.revoke(id);
    one(id, revoked, context)
}

pub(super) fn approvals(context: &Context<'_, '_>) -> Result<Answer, Failure> {
    let now = context.ids.epoch_milliseconds();
    let all = phone::approvals(context.environment)?.list(now);
    let approvals = all.map_err(|error| failure("", &error))?;
    Ok(print(&ApprovalList { approvals }, context))
}

fn one(
    id: &str,
    outcome: Result<Approval, ApprovalError>,
    context: &Context<'_, '_>,
) -> Result<Answer, Failure> {
    let approval = outcome.map_err(|error| failure(id, &error))?;
    let approvals = vec![approval];
    Ok(print(&ApprovalList { approvals }, context))
}

fn print(list: &ApprovalList, context: &Context<'_, '_>) -> Answer {
    let now = context.ids.epoch_milliseconds();
    let text = context.printer.render(list, |paint| {
        if list.approvals.is_empty() {
            return "nothing waits to be approved".to_owned();
        }
        let lines = list
            .approvals
            .iter()
            .map(|approval| line(approval, now, paint));
        lines.collect::<Vec<_>>().join("\n")
    });
    text.into()
}

fn line(approval: &Approval, now: u64, paint: Paint) -> String {
    let left = approval.expires_at_ms.saturating_sub(now).div_ceil(60_000);
    let minutes = usize::try_from(left).unwrap_or(usize::MAX);
    let state = match approval.state {
        ApprovalState::Asked => {
            format!(
                "{}, for {}",
                paint.yellow("asked"),
                count(minutes, "minute")
            )
        }
        ApprovalState::Approved => format!(
            "{}, for one run within {}",
            paint.green("approved"),
            count(minutes, "minute")
        ),
        ApprovalState::Revoked => paint.red("revoked"),
    };
    format!(
        "{}  {state}\n  {}, {}\n  {}",
        paint.bold(&approval.id),
        visible(&approval.device_id),
        count(approval.action_count, "action"),
        visible(&approval.reason)
    )
}

fn failure(id: &str, error: &ApprovalError) -> Failure {
    match error {
        ApprovalError::Unknown => Failure::new(
            ErrorCode::UnknownName,
            format!("nothing of the id '{}' waits to be approved", excerpt(id)),
        )
        .with_hint("run `clawperator approvals` for what does; each is approved once and expires"),
        ApprovalError::Full | ApprovalError::Io { .. } => {
            Failure::new(ErrorCode::HostIoFailed, error.to_string())
        }
    }
}
