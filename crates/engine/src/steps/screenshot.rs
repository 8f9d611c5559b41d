//! `take_screenshot`.

use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use clawperator_contract::actions::TakeScreenshotParams;
use clawperator_contract::runs::PictureMoment;
use clawperator_contract::{Action, DataKey, ErrorCode, RetryPreset, Window};
use clawperator_device::driver::{Observation, View};

use super::capture_screen::{With, no_picture, take_together};
use super::snapshot::in_words_of_snapshots;
use crate::attempts::Attempts;
use crate::picture_shape::{PictureShape, ref_marks};
use crate::run::{Done, Run};
use crate::snapshots::Screen;
use crate::step::{Attempt, Data, StepError};

/// The most bytes of a picture of one colour, which is what a screen gives that is off: a large screen's is a third of
/// this. Only where a picture is as small as that is the phone asked whether its screen is on.
const DARK: usize = 64 * 1024;

/// The longest that is asked for: the picture is there.
const ASKING_LIMIT: Duration = Duration::from_secs(5);

pub(crate) async fn perform(
    run: &mut Run<'_>,
    action: &Action,
    params: &TakeScreenshotParams,
) -> Result<Done, StepError> {
    let has_marks = params.marks == Some(true);
    let preset = if has_marks {
        RetryPreset::UiReadiness
    } else {
        RetryPreset::None
    };
    let mut attempts = Attempts::of(params.retry.as_ref(), preset);
    let taken = loop {
        let taken = if has_marks {
            with_tree(run).await
        } else {
            alone(run, params).await
        };
        match taken {
            Ok(taken) => break taken,
            Err(attempt) => run.try_again(&mut attempts, attempt).await?,
        }
    };
    run.may_read(action, Window::All).await?;
    run.show_picture(PictureMoment::Asked, &taken.picture);
    let (picture, shaped) = in_shape(run, params, &taken).await?;
    let path = run
        .parts
        .artifacts
        .save_picture(
            params.path.as_ref().map(clawperator_contract::Text::as_str),
            run.execution.command_id().as_str(),
            action.id.as_str(),
            &picture,
        )
        .await
        .map_err(|error| StepError::new(ErrorCode::ScreenshotFailed, error.message))?;
    let mut data = Data::new()
        .with(DataKey::Path, path)
        .with(DataKey::Bytes, picture.len())
        .with(DataKey::Secure, secure_word(taken.secure));
    for (key, value) in shaped {
        data.set(key, value);
    }
    if taken.picture.len() <= DARK {
        let condition = run.device.condition(run.for_acts().min(ASKING_LIMIT)).await;
        if let Ok(condition) = condition
            && let Some(obstacle) = condition.obstacle()
        {
            let warning = format!("{obstacle}; {}", obstacle.remedy().hint);
            data.set(DataKey::Warn, warning);
        }
    }
    Ok(data.into())
}

/// A picture as the phone sent it.
struct Taken {
    picture: Bytes,
    secure: Option<bool>,
    /// The tree of the same screen, where marks are wanted.
    seen: Option<Arc<Observation>>,
}

/// A picture and nothing else.
async fn alone(run: &mut Run<'_>, params: &TakeScreenshotParams) -> Result<Taken, Attempt> {
    // Another app may come and go while the picture is taken, so the screen is looked at on both sides of it.
    look_for_windows(run).await;
    let within = run.for_acts();
    let picture = match max_side(params) {
        Some(longest) => run.device.small_screenshot(longest, within).await,
        None => run.device.screenshot(within).await,
    };
    let picture = picture.map_err(no_picture)?;
    look_for_windows(run).await;
    Ok(Taken {
        picture: Bytes::from(picture.png),
        secure: picture.secure,
        seen: None,
    })
}

/// A picture with the tree of what it shows. Marks on another screen would name what is not there.
async fn with_tree(run: &mut Run<'_>) -> Result<Taken, Attempt> {
    let captured = take_together(run, false).await;
    let captured = captured.map_err(in_words_of_snapshots)?;
    match captured.with {
        With::Tree {
            seen,
            coherent: true,
        } => Ok(Taken {
            picture: captured.picture,
            secure: captured.secure,
            seen: Some(seen),
        }),
        With::Tree { .. } | With::Known(_) | With::Nothing { .. } => {
            let why = "the screen changed between the picture and the tree, twice, so that marks could be beside what \
                       they name; wait until it rests, or take the picture without marks";
            Err(Attempt::Again(StepError::new(
                ErrorCode::ScreenshotFailed,
                why,
            )))
        }
    }
}

/// The picture in the shape that was asked for, and what there is to say of that.
async fn in_shape(
    run: &mut Run<'_>,
    params: &TakeScreenshotParams,
    taken: &Taken,
) -> Result<(Bytes, Vec<(DataKey, String)>), StepError> {
    let max_side = max_side(params);
    if max_side.is_none() && taken.seen.is_none() {
        return Ok((taken.picture.clone(), Vec::new()));
    }
    let mut data = Vec::new();
    let mut marks = None;
    if let Some(seen) = &taken.seen {
        let kept = run.parts.snapshots.keep(run.phone.key(), Screen::of(seen));
        let listing = kept
            .await
            .map_err(|error| StepError::new(ErrorCode::HostIoFailed, error.message))?;
        data.push((DataKey::Generation, listing.generation.to_string()));
        marks = Some(ref_marks(&seen.tree, &listing.refs));
    }
    let shape = PictureShape { max_side, marks };
    let shaped = run
        .parts
        .artifacts
        .shape_picture(taken.picture.clone(), shape);
    let shaped = shaped.await.map_err(|why| {
        let message = format!("the phone's picture cannot be made what was asked for: {why}");
        StepError::new(ErrorCode::ScreenshotFailed, message)
    })?;
    data.push((DataKey::Width, shaped.width.to_string()));
    data.push((DataKey::Height, shaped.height.to_string()));
    if taken.seen.is_some() {
        data.push((DataKey::Marks, shaped.drawn.to_string()));
        if shaped.left_out > 0 {
            data.push((DataKey::MarksLeftOut, shaped.left_out.to_string()));
        }
    }
    Ok((shaped.png, data))
}

fn max_side(params: &TakeScreenshotParams) -> Option<u32> {
    let longest = params.max_side.as_ref()?.get();
    u32::try_from(longest).ok()
}

/// Whether something on a picture is hidden, in the word of answers.
pub(super) const fn secure_word(secure: Option<bool>) -> &'static str {
    match secure {
        Some(true) => "yes",
        Some(false) => "no",
        None => "unknown",
    }
}

/// Looks whose windows the picture shows, where that matters.
async fn look_for_windows(run: &mut Run<'_>) {
    if run.device.escort().wants_windows() && run.look(View::default()).await.is_err() {
        run.looks.add_unread();
    }
}
