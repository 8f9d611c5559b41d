//! `sleep`: do nothing for a while.

use clawperator_contract::limits::MAX_EXECUTION_TIMEOUT_MS;
use clawperator_contract::{ErrorCode, Failure, excerpt};
use clawperator_host::verbs::{Draft, Milliseconds, Sleep};

use super::{execution_timeout, milliseconds, missing_argument};
use crate::args::{GlobalArgs, SleepArgs};

pub(crate) fn sleep(args: &SleepArgs, global: &GlobalArgs) -> Result<Draft, Failure> {
    let typed = args.duration.as_deref().ok_or_else(|| {
        missing_argument(
            "sleep requires a duration in milliseconds",
            "clawperator sleep 1500",
        )
    })?;
    let sleep = Sleep {
        duration: duration(typed)?,
        timeout: execution_timeout(global)?,
    };
    Ok(sleep.into())
}

#[expect(clippy::cast_precision_loss, reason = "the bound is far below 2^53")]
fn duration(typed: &str) -> Result<Milliseconds, Failure> {
    let refused = |rule: String| {
        let message = format!("Duration must be {rule} (got: {})", excerpt(typed));
        Failure::new(ErrorCode::ExecutionValidationFailed, message)
    };
    let duration = milliseconds(typed)
        .filter(|duration| duration.get() >= 0.0)
        .ok_or_else(|| refused("a non-negative number".to_owned()))?;
    if duration.get() > MAX_EXECUTION_TIMEOUT_MS as f64 {
        return Err(refused(format!("<= {MAX_EXECUTION_TIMEOUT_MS}ms")));
    }
    Ok(duration)
}
