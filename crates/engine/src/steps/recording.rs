//! `start_recording` and `stop_recording`: what a person does, written down by the phone.
//!
//! Each is sent once. What became of one whose answer was lost is unknown, and `recording list` shows it.

use clawperator_contract::actions::{StartRecordingParams, StopRecordingParams};
use clawperator_contract::{Action, DataKey, ErrorCode, Text};
use clawperator_device::driver::{ActError, Acted, NewRecording, Recorded};

use crate::intent::Intent;
use crate::recordings::is_name;
use crate::run::{Done, Run};
use crate::step::{Attempt, Data, StepError, no_randomness};

pub(crate) async fn start(
    run: &mut Run<'_>,
    action: &Action,
    params: &StartRecordingParams,
) -> Result<Done, StepError> {
    let name = match &params.session_id {
        Some(name) => checked(name.as_str())?.to_owned(),
        None => generated(run)?,
    };
    let recording = NewRecording {
        name: &name,
        texts: params.texts == Some(true),
    };
    let recorded = send(run, action, Intent::Record(recording)).await?;
    let data = Data::new()
        .with(DataKey::SessionId, &recorded.name)
        .with(DataKey::Path, &recorded.path);
    Ok(data.into())
}

pub(crate) async fn stop(
    run: &mut Run<'_>,
    action: &Action,
    params: &StopRecordingParams,
) -> Result<Done, StepError> {
    let name = params.session_id.as_ref().map(Text::as_str);
    let name = name.map(checked).transpose()?;
    let recorded = send(run, action, Intent::StopRecording(name)).await?;
    let mut data = Data::new()
        .with(DataKey::SessionId, &recorded.name)
        .with(DataKey::Path, &recorded.path)
        .with(DataKey::Bytes, recorded.bytes)
        .with(DataKey::EventCount, recorded.events)
        .with(DataKey::Dropped, recorded.dropped)
        .with(DataKey::Withheld, recorded.withheld);
    if recorded.dropped > 0 {
        data.warn(format!("{} events found no room", recorded.dropped));
    }
    Ok(data.into())
}

async fn send(run: &Run<'_>, action: &Action, intent: Intent<'_>) -> Result<Recorded, StepError> {
    let permit = run.permit(action, intent).await;
    let permit = permit.map_err(Attempt::into_error)?;
    let acted = match run.act(permit).await {
        Ok(Acted::Recorded(recorded)) => Ok(recorded),
        Ok(_) => Err(ActError::Unknown {
            message: "the driver did not say what it recorded".to_owned(),
        }),
        Err(error) => Err(error),
    };
    acted.map_err(|error| Attempt::from(error).into_error())
}

/// The name becomes part of the name of a file on the phone, and is never a path.
fn checked(name: &str) -> Result<&str, StepError> {
    if is_name(name) {
        return Ok(name);
    }
    Err(StepError::new(
        ErrorCode::ExecutionValidationFailed,
        format!(
            "not the name of a recording: `{}` (letters, digits, `_` and `-`, at most 64); nothing was sent",
            clawperator_contract::excerpt(name)
        ),
    ))
}

fn generated(run: &Run<'_>) -> Result<String, StepError> {
    let mut random = [0; 4];
    let sources = &*run.parts.sources;
    sources
        .fill(&mut random)
        .map_err(|error| no_randomness(&error.to_string()))?;
    Ok(format!(
        "record-{}-{:08x}",
        sources.epoch_milliseconds(),
        u32::from_be_bytes(random)
    ))
}
