//! `take_screenshot`.

use std::time::Duration;

use bytes::Bytes;
use clawperator_contract::actions::TakeScreenshotParams;
use clawperator_contract::runs::PictureMoment;
use clawperator_contract::{Action, DataKey, ErrorCode, RetryPreset, Window};
use clawperator_device::driver::View;

use crate::attempts::Attempts;
use crate::run::{Done, Run};
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
    let mut attempts = Attempts::of(params.retry.as_ref(), RetryPreset::None);
    // Another app may come and go while the picture is taken, so the screen is looked at on both sides of it.
    look_for_windows(run).await;
    let picture = loop {
        match run.device.screenshot(run.for_acts()).await {
            Ok(picture) => break picture,
            Err(error) => {
                let last = error.is_final();
                let error = StepError::new(error.code, error.message);
                let attempt = if last {
                    Attempt::Stop(error)
                } else {
                    Attempt::Again(error)
                };
                run.try_again(&mut attempts, attempt).await?;
            }
        }
    };
    look_for_windows(run).await;
    run.may_read(action, Window::All).await?;
    let secure = picture.secure;
    let picture = Bytes::from(picture.png);
    run.show_picture(PictureMoment::Asked, &picture);
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
        .with(DataKey::Secure, secure_word(secure));
    if picture.len() <= DARK {
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
