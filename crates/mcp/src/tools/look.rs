//! `snapshot` and `screenshot`: one look.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use clawperator_contract::agent::ScreenState;
use clawperator_contract::{ErrorCode, Failure, LEAST_BUDGET, RunOptions, SnapshotForm, validate};
use clawperator_host::verbs::{Draft, Observe};
use clawperator_host::{ObserveRequest, Shown, Unheard, beside, small_jpeg};
use rmcp::model::JsonObject;
use serde::Deserialize;
use serde_json::json;

use super::parse;
use crate::actions::{USUAL_MS, execution};
use crate::answer::{Answer, Outcome};
use crate::run::Call;

/// The most characters of a screen where nobody says.
pub(super) const USUAL_BUDGET: u32 = 12_000;
/// The most that leaves room for the lines around it.
const LARGEST_BUDGET: u32 = 18_000;

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct SnapshotArguments {
    #[serde(default)]
    device: Option<String>,
    #[serde(default)]
    budget: Option<u32>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct ScreenshotArguments {
    #[serde(default)]
    device: Option<String>,
    #[serde(default)]
    marks: bool,
}

pub(super) async fn snapshot(call: &Call<'_>, arguments: &JsonObject) -> Result<Answer, Failure> {
    let asked: SnapshotArguments = parse(arguments)?;
    let budget = asked.budget.unwrap_or(USUAL_BUDGET);
    if !(LEAST_BUDGET..=LARGEST_BUDGET).contains(&budget) {
        let message = format!("`budget` is from {LEAST_BUDGET} to {LARGEST_BUDGET} characters");
        return Err(Failure::new(ErrorCode::ExecutionValidationFailed, message));
    }
    let phone = call.phone(asked.device.as_deref()).await?;
    let sources = &**call.state.host.store().sources();
    let actions = [json!({ "id": "screen", "type": "snapshot_ui" })];
    let validated = execution(sources, &actions, USUAL_MS)?;
    call.run(&phone, validated, shown(budget), None).await
}

/// How a screen is shown to a model.
pub(super) fn shown(budget: u32) -> RunOptions {
    RunOptions {
        snapshot: SnapshotForm::Compact,
        budget: Some(budget),
        ..RunOptions::default()
    }
}

pub(super) async fn screenshot(call: &Call<'_>, arguments: &JsonObject) -> Result<Answer, Failure> {
    let asked: ScreenshotArguments = parse(arguments)?;
    let phone = call.phone(asked.device.as_deref()).await?;
    let sources = &**call.state.host.store().sources();
    let draft = Draft::from(Observe { timeout: None });
    let validated = validate(&draft.payload(sources)?)?;
    let cancel = Box::pin(call.context.ct.clone().cancelled_owned());
    let request = ObserveRequest::default();
    let observing = phone.observe(
        call.caller.request(None),
        &validated.execution,
        request,
        &Unheard,
        cancel,
    );
    let observed = observing.await?;
    match observed.shown {
        Some(shown) => picture(call, phone.serial(), shown, asked.marks).await,
        None => Ok(Answer::of_result(&observed.result)),
    }
}

async fn picture(
    call: &Call<'_>,
    serial: &str,
    shown: Shown,
    marks: bool,
) -> Result<Answer, Failure> {
    let snapshot = shown.snapshot;
    let marked = snapshot.som_screenshot_base64.filter(|_| marks);
    let png = marked.unwrap_or(snapshot.screenshot_base64);
    let jpeg = beside(move || {
        let png = STANDARD
            .decode(png)
            .map_err(|error| Failure::new(ErrorCode::ScreenshotFailed, error.to_string()))?;
        small_jpeg(&png)
    });
    let jpeg = jpeg.await?;
    let mut answer = Answer::new(Outcome::Done);
    answer.put("device", serial);
    let (width, height) = (snapshot.width, snapshot.height);
    answer.line(&format!(
        "the screen of {serial}: {width}x{height}, here {}x{}; points are in pixels of the phone: multiply by {:.3}",
        jpeg.width,
        jpeg.height,
        f64::from(width) / f64::from(jpeg.width.max(1)),
    ));
    if let Some(state) = snapshot.screen_state {
        if state != ScreenState::On {
            let state = state.name();
            answer.line(&format!("the picture shows nothing: the screen is {state}"));
        }
        answer.put("screen", state.name());
    }
    if let Some(generation) = snapshot.generation
        && let Some(sequence) = call.sequence().await?
    {
        call.give(serial, generation, &sequence);
        answer.generation(generation);
    }
    answer.picture(jpeg.bytes);
    Ok(answer)
}
