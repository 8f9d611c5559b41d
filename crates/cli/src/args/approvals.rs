//! What policy wants confirmed.

use clap::Args;

/// Approve an execution that policy wants confirmed, for one run
#[derive(Debug, Args)]
pub(crate) struct ApproveArgs {
    /// The id in the hint of the refusal
    #[arg(value_name = "ID")]
    pub(crate) id: String,
}

/// Take back an approval, or the question for one
#[derive(Debug, Args)]
pub(crate) struct RevokeArgs {
    /// The id, as `approvals` lists it
    #[arg(value_name = "ID")]
    pub(crate) id: String,
}
