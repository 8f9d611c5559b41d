//! `hide_keyboard`: the back key, where a keyboard is seen that takes it.

use std::sync::Arc;
use std::time::Duration;

use clawperator_contract::actions::{HideKeyboardParams, Key};
use clawperator_contract::{Action, DataKey, ErrorCode, RetryPreset};
use clawperator_device::driver::Observation;
use clawperator_ui::WindowKind;

use super::presence::{look, must_be_usable, must_be_whole};
use crate::attempts::{Attempts, Ended};
use crate::evidence::{Evidence, seen, unverified};
use crate::intent::Intent;
use crate::run::{Done, Run};
use crate::step::{Attempt, Data, StepError, no_randomness};

/// How long a keyboard may take to be gone.
const PATIENCE: Duration = Duration::from_secs(3);

pub(crate) async fn perform(
    run: &mut Run<'_>,
    action: &Action,
    params: &HideKeyboardParams,
) -> Result<Done, StepError> {
    let mut attempts = Attempts::of(params.retry.as_ref(), RetryPreset::UiReadiness);
    let before = loop {
        match press(run, action).await {
            Ok(Pressed::Back(before)) => break before,
            Ok(Pressed::Nothing) => {
                let data = Data::new()
                    .with(DataKey::KeyboardShown, false)
                    .with(DataKey::Effect, "none");
                return Ok(data.into());
            }
            Err(attempt) => run.try_again(&mut attempts, attempt).await?,
        }
    };
    let mut data = Data::new().with(DataKey::KeyboardShown, true);
    if !run.device.capabilities().live {
        // A screen that was saved stays as it is.
        return Ok(unverified(data).into());
    }
    let gone = until_gone(run).await.map_err(|missed| match missed {
        Missed::Shown => StepError::new(
            ErrorCode::ActionFailed,
            "the back key was sent, and the keyboard is still shown",
        )
        .with(data.clone()),
        Missed::Unseen(error) => {
            let message = format!(
                "the back key was sent; whether the keyboard is gone is unknown: {}",
                error.message
            );
            let data = data.clone().with(DataKey::Cause, error.code);
            StepError::new(ErrorCode::OutcomeUnknown, message).with(data)
        }
        Missed::NoRandomness(why) => no_randomness(&why).with(data.clone()),
    });
    let after = gone?;
    seen(&mut data, &before, &after);
    Ok(Done {
        data,
        evidence: Some(Evidence::Seen { before, after }),
    })
}

/// What was pressed.
enum Pressed {
    /// The back key, on this screen.
    Back(Arc<Observation>),
    /// Nothing: no keyboard is there.
    Nothing,
}

/// Presses back on a screen that is read right before it and shows a keyboard. Without one the key would leave the page.
async fn press(run: &mut Run<'_>, action: &Action) -> Result<Pressed, Attempt> {
    let Some(mut before) = with_keyboard(run).await? else {
        return Ok(Pressed::Nothing);
    };
    let parked = run.clock().parked();
    let permit = run.permit(action, Intent::Key(Key::Back)).await?;
    if run.clock().parked() != parked {
        // A person was asked meanwhile, and the keyboard may be gone.
        match with_keyboard(run).await? {
            Some(now) => before = now,
            None => return Ok(Pressed::Nothing),
        }
    }
    run.act(permit).await?;
    Ok(Pressed::Back(before))
}

/// The screen, if it shows a keyboard. That there is none is said of a whole tree.
async fn with_keyboard(run: &mut Run<'_>) -> Result<Option<Arc<Observation>>, Attempt> {
    let seen = look(run, false).await?;
    must_be_usable(run, &seen)?;
    if shows_keyboard(&seen) {
        return Ok(Some(seen));
    }
    must_be_whole(&seen)?;
    Ok(None)
}

/// Why a keyboard is not seen to be gone.
enum Missed {
    /// It is there.
    Shown,
    /// No whole screen was read.
    Unseen(StepError),
    NoRandomness(String),
}

/// The screen without the keyboard.
async fn until_gone(run: &mut Run<'_>) -> Result<Arc<Observation>, Missed> {
    let mut attempts = Attempts::until(PATIENCE).starting(run.clock().now());
    loop {
        let missed = match without_keyboard(run).await {
            Ok(Some(after)) => return Ok(after),
            Ok(None) => Missed::Shown,
            Err(Attempt::Stop(error) | Attempt::Approved(error)) => {
                return Err(Missed::Unseen(error));
            }
            Err(Attempt::Again(error) | Attempt::IfAsked(error)) => Missed::Unseen(error),
        };
        match attempts.next(run.times(), &*run.parts.sources) {
            Ok(next) => run.until_changed(next, &mut attempts).await,
            Err(Ended::NoRandomness(why)) => return Err(Missed::NoRandomness(why)),
            Err(Ended::Attempts | Ended::Time | Ended::Run) => return Err(missed),
        }
    }
}

/// The screen at rest, if it shows no keyboard.
async fn without_keyboard(run: &mut Run<'_>) -> Result<Option<Arc<Observation>>, Attempt> {
    let seen = look(run, true).await?;
    must_be_usable(run, &seen)?;
    if shows_keyboard(&seen) {
        return Ok(None);
    }
    must_be_whole(&seen)?;
    Ok(Some(seen))
}

/// Whether a keyboard takes up some of the screen.
fn shows_keyboard(seen: &Observation) -> bool {
    let mut windows = seen.tree.windows().iter();
    windows.any(|window| window.kind == WindowKind::Keyboard && !window.bounds.is_empty())
}
