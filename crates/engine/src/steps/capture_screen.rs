//! `capture_screen`: picture and tree of the same screen.
//!
//! The tree takes the phone a second or more, the picture a fraction of that. So a picture is taken while the tree is
//! read, and another one right after it: where both show the same, the tree between them is of that screen. A page that
//! came and went between them is known by what was in front when the tree was read.

use std::sync::Arc;
use std::time::Duration;

use clawperator_contract::actions::CaptureScreenParams;
use clawperator_contract::{Action, DataKey, ErrorCode, RetryPreset, Text, Window};
use clawperator_device::driver::{Front, Observation, Unavailable, View};

use super::snapshot::{add_form, describe, in_words_of_snapshots, obstacle};
use crate::attempts::Attempts;
use crate::run::{Done, Run};
use crate::step::{Attempt, Data, StepError};

/// What was captured.
struct Captured {
    seen: Arc<Observation>,
    picture: Vec<u8>,
    /// Whether the picture was the same before and after the tree.
    coherent: bool,
    picture_took: Duration,
    tree_took: Duration,
}

pub(crate) async fn perform(
    run: &mut Run<'_>,
    action: &Action,
    params: &CaptureScreenParams,
) -> Result<Done, StepError> {
    let mut attempts = Attempts::of(params.retry.as_ref(), RetryPreset::UiReadiness);
    let captured = loop {
        match capture(run).await {
            Ok(captured) => break captured,
            Err(attempt) => {
                let attempt = in_words_of_snapshots(attempt);
                run.try_again(&mut attempts, attempt).await?;
            }
        }
    };
    run.may_read(action, Window::All).await?;
    let Captured {
        seen,
        picture,
        coherent,
        picture_took,
        tree_took,
    } = captured;
    let path = run
        .parts
        .artifacts
        .save_picture(
            params.path.as_ref().map(Text::as_str),
            run.execution.command_id().as_str(),
            action.id.as_str(),
            &picture,
        )
        .await
        .map_err(|error| StepError::new(ErrorCode::ScreenshotFailed, error.message))?;
    let mut data: Data = describe(&seen)
        .with(DataKey::Path, path)
        .with(DataKey::Bytes, picture.len())
        .with(DataKey::PictureMs, picture_took.as_millis())
        .with(DataKey::TreeMs, tree_took.as_millis())
        .with(DataKey::Coherent, coherent);
    if let Some(obstacle) = obstacle(&seen) {
        data.set(DataKey::Warn, obstacle);
    }
    add_form(run, action, &seen, &mut data).await?;
    Ok(data.into())
}

/// Takes picture and tree, and once more where the screen changed between them.
async fn capture(run: &mut Run<'_>) -> Result<Captured, Attempt> {
    let first = take(run).await?;
    if first.coherent {
        return Ok(first);
    }
    take(run).await
}

async fn take(run: &mut Run<'_>) -> Result<Captured, Attempt> {
    run.forget_looks();
    let (device, within) = (run.device, run.for_acts());
    let clock = run.clock();
    let began = clock.now();
    let first = async {
        let picture = device.screenshot(within).await;
        (picture, clock.now().since(began))
    };
    let look = run.look(View { activity: true });
    let ((before, picture_took), seen) = tokio::join!(first, look);
    let tree_took = clock.now().since(began);
    let seen = seen?;
    let before = before.map_err(no_picture)?;
    let within = run.for_acts();
    let (picture, front) = tokio::join!(device.screenshot(within), device.front(within));
    let picture = picture.map_err(no_picture)?;
    let coherent = before == picture && is_still_in_front(&seen, front.ok().as_ref());
    Ok(Captured {
        seen,
        picture,
        coherent,
        picture_took,
        tree_took,
    })
}

/// Whether what was in front when the tree was read is in front now. Where the phone does not say, nothing speaks
/// against it.
fn is_still_in_front(seen: &Observation, now: Option<&Front>) -> bool {
    let then = seen.condition.as_ref().map(|condition| &condition.front);
    match (then, now) {
        (Some(then), Some(now)) => {
            let differs = |one: &Option<String>, other: &Option<String>| matches!((one, other), (Some(one), Some(other)) if one != other);
            !differs(&then.package, &now.package) && !differs(&then.activity, &now.activity)
        }
        _ => true,
    }
}

fn no_picture(error: Unavailable) -> Attempt {
    let last = error.is_final();
    let error = StepError::new(error.code, error.message);
    if last {
        Attempt::Stop(error)
    } else {
        Attempt::Again(error)
    }
}
