//! `capture_screen`: picture and tree of the same screen.
//!
//! The tree takes the phone a second or more, the picture a fraction of that. So a picture is taken while the tree is
//! read, and another one right after it: where both show the same, the tree between them is of that screen.

use std::sync::Arc;
use std::time::Duration;

use clawperator_contract::actions::CaptureScreenParams;
use clawperator_contract::{Action, DataKey, ErrorCode, RetryPreset, Text, Window};
use clawperator_device::driver::{Observation, Unavailable, View};

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
    let picture = device
        .screenshot(run.for_acts())
        .await
        .map_err(no_picture)?;
    let coherent = before == picture;
    Ok(Captured {
        seen,
        picture,
        coherent,
        picture_took,
        tree_took,
    })
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
