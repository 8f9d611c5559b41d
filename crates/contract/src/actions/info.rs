//! What an action file says of its action.

use schemars::JsonSchema;
use serde::Serialize;

use crate::decode::Object;
use crate::errors::ErrorCode;
use crate::retry::RetryPreset;

/// What the reference says of an action beyond its params.
#[derive(Debug, Clone, Copy)]
pub struct ActionInfo {
    /// What it does, in one sentence.
    pub summary: &'static str,
    /// The commands of the command line that build it.
    pub commands: &'static [&'static str],
    /// The retry that runs when the payload gives none; `None` where the action takes no retry.
    pub default_retry: Option<RetryPreset>,
    /// The codes it commonly fails with.
    pub failures: &'static [ErrorCode],
    /// Rules that hold between its params, in words.
    pub rules: &'static [&'static str],
    /// Params that an earlier contract had, each with what to say of it.
    pub removed: &'static [(&'static str, &'static str)],
    /// A complete action as JSON.
    pub example: &'static str,
}

/// The params of one action type.
pub(crate) trait Params: Serialize + JsonSchema + Sized {
    /// What the reference says of the action.
    const INFO: ActionInfo;

    /// Reads and checks the params; everything wrong is reported.
    fn read(params: &Object<'_>) -> Option<Self>;

    /// Whether nothing is set, so that `params` can be left out.
    fn is_empty(&self) -> bool {
        false
    }
}
