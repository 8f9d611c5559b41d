//! `skills run --dry-run`: the plan, and the verdict that a run would begin with.

use std::fmt::Write as _;

use clawperator_contract::{ErrorCode, ExitStatus, Failure};
use clawperator_host::{DryStep, Profile, ReadySkill, SkillDryRun};
use clawperator_skills::{Finding, Findings};
use serde::Serialize;

use crate::context::{Answer, Context};
use crate::text::{Paint, count, visible};
use crate::verbs::execution_timeout;

#[derive(Debug, Serialize)]
struct Planned<'f> {
    #[serde(flatten)]
    run: SkillDryRun,
    #[serde(skip_serializing_if = "<[Finding]>::is_empty")]
    warnings: &'f [Finding],
}

/// Says what a run would do. Nothing is asked of adb or a phone.
pub(super) fn dry_run(
    skill: &ReadySkill,
    warnings: &Findings,
    profile: &Profile,
    context: &Context<'_, '_>,
) -> Result<Answer, Failure> {
    let timeout = execution_timeout(context.global)?;
    let named = context.global.one_device()?;
    let device = named
        .or(context.environment.default_serial()?)
        .or(context.settings.device.as_deref());
    let planned = Planned {
        run: skill.dry_run(profile, device, timeout.as_ref())?,
        warnings: &warnings.list,
    };
    let text = context
        .printer
        .render(&planned, |paint| describe(&planned, paint));
    let code = planned.run.verdict.error_code;
    Ok(Answer {
        text: Some(text),
        // What the run would end with before its first step.
        status: code.map_or(ExitStatus::Ok, ErrorCode::exit),
    })
}

fn describe(planned: &Planned<'_>, paint: Paint) -> String {
    let run = &planned.run;
    let mut text = format!(
        "{} of {}: nothing was sent\n",
        paint.bold("plan"),
        visible(&run.skill_id)
    );
    for (index, step) in run.plan.iter().enumerate() {
        // Writing to a String cannot fail.
        let _ = writeln!(text, "{}", row(index + 1, step, paint));
    }
    if let Some(script) = &run.script {
        let _ = writeln!(
            text,
            "  {}: a script; what it does is not known before it runs",
            visible(script)
        );
    }
    if let Some(limit) = &run.timeout_ms {
        let actions = count(run.plan.len(), "action");
        let _ = writeln!(text, "{actions} within {} ms", limit.get());
    }
    for warning in planned.warnings {
        let _ = writeln!(
            text,
            "{}: {}: {}",
            paint.yellow("warning"),
            visible(&warning.place()),
            visible(&warning.message)
        );
    }
    text.push_str(&verdict(run, paint));
    text
}

fn row(number: usize, step: &DryStep, paint: Paint) -> String {
    let effect = painted(step.effect, paint);
    let again = if step.judged_again {
        ", and again when it is done"
    } else {
        ""
    };
    format!(
        "{number:>4}. {:<18}{:<24} {} at line {}: {effect}{again}",
        step.action_type,
        visible(&step.action_id),
        step.origin.replace('_', " "),
        step.line
    )
}

fn verdict(run: &SkillDryRun, paint: Paint) -> String {
    let verdict = &run.verdict;
    let profile = visible(&verdict.profile);
    let mut text = format!(
        "first verdict of profile `{profile}`: {}",
        painted(verdict.effect, paint)
    );
    if let Some(reason) = &verdict.reason {
        let _ = write!(text, "\n  {}", visible(reason));
    }
    let again = verdict.unknown_until_then.len();
    if again > 0 {
        let _ = write!(
            text,
            "\nunknown until then: {} judged again by what is there",
            match again {
                1 => "1 action is".to_owned(),
                many => format!("{many} actions are"),
            }
        );
    }
    if !verdict.phone_rules.is_empty() {
        let rules: Vec<String> = verdict.phone_rules.iter().map(|one| visible(one)).collect();
        let _ = write!(
            text,
            "\nunknown until then: whether rules about certain phones hold: {}",
            rules.join(", ")
        );
    }
    if let Some(hint) = &verdict.hint {
        let _ = write!(text, "\n{}: {}", paint.cyan("next"), visible(hint));
    }
    text
}

fn painted(effect: &str, paint: Paint) -> String {
    match effect {
        "allow" => paint.green("allow"),
        "confirm" => paint.yellow("confirm"),
        _ => paint.red(effect),
    }
}
