//! `sleep`: do nothing for a while.

use clawperator_contract::limits::MAX_EXECUTION_TIMEOUT_MS;
use clawperator_contract::{ActionType, ErrorCode, Failure, excerpt};

use super::draft::Frame;
use super::{Draft, Milliseconds, missing_argument, timeout_or};
use crate::args::{GlobalArgs, SleepArgs};
use crate::ids::CommandId;

static FRAME: Frame = Frame {
    command_id: CommandId::Random("sleep"),
    task_id: None,
    source: "clawperator-cli",
    action_id: "sleep",
    mode: None,
};

pub(crate) fn sleep(args: &SleepArgs, global: &GlobalArgs) -> Result<Draft, Failure> {
    let typed = args.duration.as_deref().ok_or_else(|| {
        missing_argument(
            "sleep requires a duration in milliseconds",
            "clawperator sleep 1500",
        )
    })?;
    let duration = duration(typed)?;
    let least = timeout_or(Milliseconds::DEFAULT, global)?;
    Ok(Draft::new(
        &FRAME,
        ActionType::Sleep,
        duration.with_margin().or_longer(least),
    )
    .param("durationMs", duration.to_json()))
}

#[expect(clippy::cast_precision_loss, reason = "the bound is far below 2^53")]
fn duration(typed: &str) -> Result<Milliseconds, Failure> {
    let refused = |rule: String| {
        let message = format!("Duration must be {rule} (got: {})", excerpt(typed));
        Failure::new(ErrorCode::ExecutionValidationFailed, message)
    };
    let duration = Milliseconds::parse(typed)
        .filter(|duration| duration.get() >= 0.0)
        .ok_or_else(|| refused("a non-negative number".to_owned()))?;
    if duration.get() > MAX_EXECUTION_TIMEOUT_MS as f64 {
        return Err(refused(format!("<= {MAX_EXECUTION_TIMEOUT_MS}ms")));
    }
    Ok(duration)
}
