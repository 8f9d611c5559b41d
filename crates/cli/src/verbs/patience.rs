//! `--within` and `--no-wait`: how long to look for a node.

use clawperator_contract::{ErrorCode, Failure};
use clawperator_host::verbs::Patience;

use super::milliseconds;
use crate::args::{GlobalArgs, PatienceArgs};

/// What the flags say, or the configuration file.
pub(super) fn patience(args: &PatienceArgs, global: &GlobalArgs) -> Result<Patience, Failure> {
    match (typed_patience(args)?, &global.usual_patience) {
        (Patience::Usual, Some(usual)) => within(usual),
        (typed, _) => Ok(typed),
    }
}

/// What the flags say.
pub(super) fn typed_patience(args: &PatienceArgs) -> Result<Patience, Failure> {
    match &args.within {
        Some(typed) => within(typed),
        None if args.no_wait => Ok(Patience::OneLook),
        None => Ok(Patience::Usual),
    }
}

fn within(typed: &str) -> Result<Patience, Failure> {
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
