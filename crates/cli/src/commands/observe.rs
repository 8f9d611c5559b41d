//! `observe`: the screen as an agent is shown it.

use clawperator_contract::agent::{
    ScreenSnapshot, ScreenState, UiElementSnapshot, UiElementsSource,
};
use clawperator_contract::{Failure, RunOptions, visible};
use clawperator_host::ObserveRequest;
use clawperator_host::verbs::{Draft, Observe};

use super::run_execution::{SnapshotChoice, answer, run_execution};
use crate::args::ObserveArgs;
use crate::context::{Answer, Context};
use crate::next_words::Speak as _;
use crate::phone::{self, Ran, asked};
use crate::text::count;
use crate::verbs::execution_timeout;

pub(super) fn observe(
    args: &ObserveArgs,
    context: &mut Context<'_, '_>,
) -> Result<Answer, Failure> {
    let timeout = execution_timeout(context.global)?;
    let payload = Draft::from(Observe { timeout }).payload(&**context.sources)?;
    let started = context.sources.now();
    let validated = clawperator_contract::validate(&payload)?;
    let run = &args.run;
    if run.dry_run || run.validate_only || run.from.is_some() {
        return run_execution(validated, started, run, SnapshotChoice::default(), context);
    }
    let profile = context.profile(run.profile.as_deref())?;
    let request = ObserveRequest {
        options: RunOptions {
            park: run.park.waits(context.printer.has_person()),
            trace: context.trace(run.trace)?,
            ..RunOptions::default()
        },
        marked_to: args.som.as_deref(),
    };
    let execution = &validated.execution;
    let asked = asked(profile, context)?;
    let (observed, step_millis) = phone::on_phone(1, context, async |phone, listener, cancel| {
        let observed = phone
            .observe(asked, execution, request, listener, cancel)
            .await?;
        Ok((observed, listener.step_millis()))
    })?;
    let Some(shown) = observed.shown else {
        let mut ran = Ran {
            result: observed.result,
            step_millis,
        };
        ran.result.envelope.speak();
        return Ok(answer(&ran, context));
    };
    let text = context.printer.render(&shown.snapshot, |_| {
        described(&shown.snapshot, shown.marked_path.as_deref())
    });
    Ok(text.into())
}

/// The snapshot for a person: what it is, and one line for each element.
fn described(snapshot: &ScreenSnapshot, marked: Option<&str>) -> String {
    let mut lines = vec![format!(
        "{}, {} in {}x{} pixels",
        visible(&snapshot.current_app),
        count(snapshot.ui_elements.len(), "element"),
        snapshot.scaled_width,
        snapshot.scaled_height
    )];
    if let Some(id) = &snapshot.id {
        lines.push(format!("snapshot {id}"));
    }
    lines.extend(doubt(snapshot).map(str::to_owned));
    match snapshot.screen_state {
        Some(ScreenState::Secure) => lines.push("the app forbids pictures".to_owned()),
        Some(ScreenState::Off) => lines.push("the screen is dark".to_owned()),
        Some(ScreenState::Locked) => lines.push("the phone is locked".to_owned()),
        Some(ScreenState::On) | None => {}
    }
    if let Some(marked) = marked {
        lines.push(format!("saved {}", visible(marked)));
    }
    lines.extend(snapshot.ui_elements.iter().map(element));
    lines.join("\n")
}

/// Why picture and elements may not go together.
fn doubt(snapshot: &ScreenSnapshot) -> Option<&'static str> {
    let metrics = snapshot.capture_metrics.as_ref();
    match metrics.map(|metrics| metrics.ui_elements_source) {
        Some(UiElementsSource::CacheFallback) => Some(
            "the screen keeps moving, so its elements cannot be read; those below are of an earlier look",
        ),
        Some(UiElementsSource::FreshEmpty)
            if metrics.is_some_and(|metrics| metrics.ui_dump_timed_out) =>
        {
            Some("the screen keeps moving, so its elements cannot be read")
        }
        _ if snapshot.coherent == Some(false) => {
            Some("the screen changed between picture and elements")
        }
        _ => None,
    }
}

fn element(element: &UiElementSnapshot) -> String {
    let name = match (element.text.as_str(), element.content_desc.as_str()) {
        ("", "") => element.resource_id.rsplit('/').next(),
        ("", described) => Some(described),
        (text, _) => Some(text),
    };
    let class = element.class_name.rsplit('.').next();
    let at = element.scaled_center;
    let state = if element.enabled { "" } else { ", disabled" };
    format!(
        "{:>4}  {} ({}) at {},{}{state}",
        element.id,
        name.map(visible)
            .filter(|name| !name.is_empty())
            .unwrap_or_else(|| "-".to_owned()),
        class.map_or_else(|| "-".to_owned(), visible),
        at.x,
        at.y,
    )
}
