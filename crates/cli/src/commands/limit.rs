//! `--timeout` for commands that carry out no execution.

use std::time::Duration;

use clawperator_contract::limits::MAX_EXECUTION_TIMEOUT_MS;
use clawperator_contract::{ErrorCode, Failure};

use crate::args::GlobalArgs;

/// How long something may take, where `--timeout` says so.
pub(super) fn limit(global: &GlobalArgs) -> Result<Option<Duration>, Failure> {
    let Some(typed) = &global.timeout else {
        return Ok(None);
    };
    let longest = u64::try_from(MAX_EXECUTION_TIMEOUT_MS).unwrap_or(u64::MAX);
    match typed.parse::<u64>() {
        Ok(milliseconds) if (1..=longest).contains(&milliseconds) => {
            Ok(Some(Duration::from_millis(milliseconds)))
        }
        Ok(_) | Err(_) => Err(Failure::new(
            ErrorCode::Usage,
            format!("--timeout must be a number of milliseconds between 1 and {longest}"),
        )),
    }
}
