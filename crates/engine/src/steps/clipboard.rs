//! `get_clipboard` and `set_clipboard`.
//!
//! What is on a clipboard may be a password. It is told to whoever asked for it and to nobody else: no error, event or log
//! has it.

use clawperator_contract::actions::SetClipboardParams;
use clawperator_contract::limits::MAX_CLIPBOARD_LENGTH;
use clawperator_contract::{Action, DataKey, ErrorCode};
use clawperator_device::driver::{Clip, NewClip};

use crate::intent::Intent;
use crate::run::{Done, LOOK_LIMIT, Run};
use crate::step::{Attempt, Data, StepError};

pub(crate) async fn get(run: &mut Run<'_>, action: &Action) -> Result<Done, StepError> {
    let allowed = run.allow(action, Intent::ReadClip).await;
    allowed.map_err(Attempt::into_error)?;
    let within = run.for_acts().min(LOOK_LIMIT);
    let clip = run.device.clipboard(within).await;
    let clip = clip.map_err(|error| StepError::new(error.code, error.message))?;
    let Some(clip) = clip else {
        return Ok(Data::new().with(DataKey::Clipboard, "none").into());
    };
    let text = clip.expose();
    let length = text.chars().count();
    let told: String = text.chars().take(MAX_CLIPBOARD_LENGTH).collect();
    let mut data = Data::new()
        .with(DataKey::Clipboard, "text")
        .with(DataKey::Text, told)
        .with(DataKey::Length, length);
    if length > MAX_CLIPBOARD_LENGTH {
        data.warn(format_args!(
            "the text has {length} characters, of which the first {MAX_CLIPBOARD_LENGTH} are here"
        ));
    }
    Ok(data.into())
}

pub(crate) async fn set(
    run: &mut Run<'_>,
    action: &Action,
    params: &SetClipboardParams,
) -> Result<Done, StepError> {
    let text = params.text.expose();
    let wanted = Some(text).filter(|text| !text.is_empty());
    let clip = NewClip {
        text: wanted,
        is_sensitive: params.sensitive == Some(true),
    };
    let data = Data::new().with(DataKey::Length, text.chars().count());
    let permit = run.permit(action, Intent::Clip(clip)).await;
    let permit = permit.map_err(|refused| refused.into_error().with(data.clone()))?;
    let done = run.act(permit).await;
    done.map_err(|error| Attempt::from(error).into_error().with(data.clone()))?;
    // Some phones take a text from a program that is not in front, and do nothing with it.
    let within = run.for_acts().min(LOOK_LIMIT);
    match run.device.clipboard(within).await {
        Ok(now) if now.as_ref().map(Clip::expose) == wanted => {
            Ok(data.with(DataKey::ReadBack, true).into())
        }
        Ok(_) => Err(StepError::new(
            ErrorCode::ActionFailed,
            "the phone took the text, and it is not on the clipboard afterwards",
        )
        .with(data)),
        Err(error) => {
            let mut data = data.with(DataKey::ReadBack, "unknown");
            data.warn(format_args!(
                "the phone took the text, and the clipboard could not be read afterwards: {}",
                error.message
            ));
            Ok(data.into())
        }
    }
}
