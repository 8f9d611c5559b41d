//! How long a verb looks for its node.

use serde_json::{Value, json};

use super::Milliseconds;

/// How long a verb looks for its node.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub enum Patience {
    /// As long as the action does by default.
    #[default]
    Usual,
    /// This long, with a last look when the time is up.
    Within(Milliseconds),
    /// One look, and no waiting.
    OneLook,
}

impl Patience {
    /// The action's `retry`; none where nothing was asked for.
    pub(super) fn retry(self) -> Option<Value> {
        match self {
            Self::Usual => None,
            Self::Within(within) => Some(json!({ "withinMs": within.to_json() })),
            Self::OneLook => Some(json!({ "maxAttempts": 1 })),
        }
    }

    /// The execution's own timeout: the verb's, or long enough to look.
    pub(super) fn timeout(self, own: Milliseconds) -> Milliseconds {
        match self {
            Self::Within(within) => own.or_longer(within.with_margin()),
            Self::Usual | Self::OneLook => own,
        }
    }
}
