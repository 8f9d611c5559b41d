//! `--within` and `--no-wait`: how long to look for a node.

use clawperator_contract::{ErrorCode, Failure};
use serde_json::{Value, json};

use super::Milliseconds;
use crate::args::PatienceArgs;

/// How long a verb looks for its node.
#[derive(Debug)]
pub(super) struct Patience {
    within: Option<Milliseconds>,
    is_none: bool,
}

impl Patience {
    pub(super) fn of(args: &PatienceArgs) -> Result<Self, Failure> {
        let within = match &args.within {
            None => None,
            Some(typed) => Some(
                Milliseconds::parse(typed)
                    .filter(|within| within.get() >= 0.0)
                    .ok_or_else(|| {
                        Failure::new(
                            ErrorCode::ExecutionValidationFailed,
                            "--within must be a time such as 2s or 500ms",
                        )
                    })?,
            ),
        };
        Ok(Self {
            within,
            is_none: args.no_wait,
        })
    }

    /// The action's `retry`; none where nothing was asked for.
    pub(super) fn retry(&self) -> Option<Value> {
        match self.within {
            Some(within) => Some(json!({ "withinMs": within.to_json() })),
            None => self.is_none.then(|| json!({ "maxAttempts": 1 })),
        }
    }

    /// The execution's own timeout: the verb's, or long enough to look.
    pub(super) fn timeout(&self, own: Milliseconds) -> Milliseconds {
        match self.within {
            Some(within) => own.or_longer(within.with_margin()),
            None => own,
        }
    }
}
