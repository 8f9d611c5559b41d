//! What drivers can do of the actions.

use schemars::JsonSchema;
use serde::Serialize;

/// What a driver can do of the actions on a phone's release. Each action is in `can`, or in `cannot` as a whole.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct DriverAbilities {
    /// The driver: `shell` or `resident`.
    pub driver: String,
    /// The actions that it can do, at least in part, in the order of the contract.
    pub can: Vec<String>,
    /// What it refuses with `CAPABILITY_UNSUPPORTED`, in the same order.
    pub cannot: Vec<Inability>,
}

/// What a driver cannot do of an action.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Inability {
    /// The action.
    pub action: String,
    /// Which part of it; absent where all of it is refused.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub part: Option<String>,
    /// What to do instead.
    pub instead: String,
}
