//! `--within` and `--no-wait`: how long to look for a node.

use clawperator_contract::{ErrorCode, Failure};
use clawperator_host::verbs::Patience;

use super::milliseconds;
use crate::args::PatienceArgs;

pub(super) fn patience(args: &PatienceArgs) -> Result<Patience, Failure> {
    let Some(typed) = &args.within else {
        return Ok(if args.no_wait {
            Patience::OneLook
        } else {
            Patience::Usual
        });
    };
    milliseconds(typed)
        .filter(|within| within.get() >= 0.0)
        .map(Patience::Within)
        .ok_or_else(|| {
            Failure::new(
                ErrorCode::ExecutionValidationFailed,
                "--within must be a time such as 2s or 500ms",
            )
        })
}
