//! `--timeout` for commands that carry out no execution.

use std::time::Duration;

use clawperator_contract::limits::MAX_EXECUTION_TIMEOUT_MS;
use clawperator_contract::{ErrorCode, Failure};
use clawperator_host::verbs::Milliseconds;

use crate::args::GlobalArgs;
use crate::verbs::milliseconds;

/// How long something may take, where `--timeout` says so.
pub(super) fn limit(global: &GlobalArgs) -> Result<Option<Duration>, Failure> {
    let Some(typed) = &global.timeout else {
        return Ok(None);
    };
    let longest = u64::try_from(MAX_EXECUTION_TIMEOUT_MS).unwrap_or(u64::MAX);
    let within = Duration::from_millis(1)..=Duration::from_millis(longest);
    let timeout = milliseconds(typed).and_then(Milliseconds::duration);
    timeout
        .filter(|timeout| within.contains(timeout))
        .map(Some)
        .ok_or_else(|| {
            let message =
                format!("--timeout must be a number of milliseconds between 1 and {longest}");
            Failure::new(ErrorCode::Usage, message)
        })
}
