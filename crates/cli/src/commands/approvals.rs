//! `approve`, `approvals` and `revoke`: what policy wants confirmed.

use std::io::{self, BufRead, BufReader, IsTerminal as _, Read};

use clawperator_contract::runs::{Asker, Surface};
use clawperator_contract::{Approval, ApprovalList, ApprovalState, ErrorCode, Failure, excerpt};
use clawperator_host::ApprovalError;

use crate::args::ApproveArgs;
use crate::context::{Answer, Context};
use crate::phone::{forget_typed, is_yes};
use crate::text::{Paint, count, visible};

/// The longest answer that is read.
const ANSWER_LIMIT: u64 = 64;

pub(super) fn approve(
    args: &ApproveArgs,
    context: &mut Context<'_, '_>,
) -> Result<Answer, Failure> {
    let id = args.id.as_str();
    let approvals = context.store()?.approvals();
    let question = approvals.question(id);
    let question = question.map_err(|error| failure(id, &error))?;
    confirm(&question, context)?;
    one(id, approvals.approve(id), context)
}

/// Asks the person at the terminal. Without one nobody is asked, and nothing is approved.
fn confirm(question: &Approval, context: &mut Context<'_, '_>) -> Result<(), Failure> {
    let failed = |error: io::Error| Failure::new(ErrorCode::HostIoFailed, error.to_string());
    let terminal = io::stdin();
    if terminal.is_terminal() {
        forget_typed(&terminal).map_err(failed)?;
    }
    let now = context.sources.epoch_milliseconds();
    let text = line(question, now, Paint { enabled: false });
    let asked = context.printer.prompt(&format!("{text}\nApprove? [y/N] "));
    let asked = asked.map_err(failed)?;
    if !asked {
        let message = "`approve` needs a terminal to ask a person; nothing was approved";
        let hint = "a person must run `clawperator approve` on a terminal; the request stays open until it expires";
        return Err(Failure::new(ErrorCode::PolicyConfirmationRequired, message).with_hint(hint));
    }
    let mut said = String::new();
    let read = BufReader::new(Read::take(&mut *context.stdin, ANSWER_LIMIT)).read_line(&mut said);
    read.map_err(failed)?;
    if is_yes(&said) {
        Ok(())
    } else {
        let message = "not approved; the request stays open until it expires";
        let hint = format!("to refuse it, run `clawperator revoke {}`", question.id);
        Err(Failure::new(ErrorCode::PolicyConfirmationRequired, message).with_hint(hint))
    }
}

pub(super) fn revoke(id: &str, context: &Context<'_, '_>) -> Result<Answer, Failure> {
    let revoked = context.store()?.approvals().revoke(id);
    one(id, revoked, context)
}

pub(super) fn approvals(context: &Context<'_, '_>) -> Result<Answer, Failure> {
    let all = context.store()?.approvals().list();
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
    let now = context.sources.epoch_milliseconds();
    let text = context.printer.render(list, |paint| {
        if list.approvals.is_empty() {
            return "no approvals are pending".to_owned();
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
            "{}, for one act within {}",
            paint.green("approved"),
            count(minutes, "minute")
        ),
        ApprovalState::Revoked => paint.red("revoked"),
    };
    let waits = if approval.parked && approval.state != ApprovalState::Revoked {
        ", for the run that waits"
    } else {
        ""
    };
    format!(
        "{}  {state}\n  {}, {}{}{waits}\n  {}",
        paint.bold(&approval.id),
        visible(&approval.device_id),
        count(approval.action_count, "action"),
        approval.asker.as_ref().map_or_else(String::new, asked),
        visible(&approval.reason)
    )
}

/// Who asked, as it follows what was asked.
fn asked(asker: &Asker) -> String {
    let way = match asker.surface {
        Surface::Cli => "on the command line",
        Surface::Http => "over HTTP",
        Surface::Mcp => "over MCP",
        Surface::Library | Surface::Other => "by another program",
    };
    let mut text = format!(", asked {way}");
    if let Some(name) = &asker.name {
        text.push_str(&format!(" by `{}`", visible(name)));
    }
    if let Some(skill) = &asker.skill {
        text.push_str(&format!(" for the skill `{}`", visible(skill)));
    }
    text
}

fn failure(id: &str, error: &ApprovalError) -> Failure {
    match error {
        ApprovalError::Unknown => Failure::new(
            ErrorCode::UnknownName,
            format!("no approval '{}' is pending", excerpt(id)),
        )
        .with_hint(
            "run `clawperator approvals` to list those that are; each is approved once and expires",
        ),
        ApprovalError::Full { .. } | ApprovalError::TooMany { .. } | ApprovalError::Io { .. } => {
            Failure::new(ErrorCode::HostIoFailed, error.to_string())
        }
    }
}
