//! `take_screenshot`.

use clawperator_contract::actions::TakeScreenshotParams;
use clawperator_contract::{Action, ErrorCode, RetryPreset};

use crate::attempts::Attempts;
use crate::run::{Done, Run};
use crate::step::{Attempt, Data, StepError};

pub(crate) async fn perform(
    run: &mut Run<'_>,
    action: &Action,
    params: &TakeScreenshotParams,
) -> Result<Done, StepError> {
    let mut attempts = Attempts::of(params.retry.as_ref(), RetryPreset::None);
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
    let path = run
        .parts
        .artifacts
        .save_picture(
            params.path.as_ref().map(clawperator_contract::Text::as_str),
            run.execution.command_id.as_str(),
            action.id.as_str(),
            &picture,
        )
        .await
        .map_err(|error| StepError::new(ErrorCode::ScreenshotFailed, error.message))?;
    Ok(Data::new()
        .with("path", path)
        .with("bytes", picture.len())
        .into())
}
