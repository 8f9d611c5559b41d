//! What policy wants confirmed.

use clap::Args;

/// Approve an act that policy wants confirmed (valid once)
#[derive(Debug, Args)]
pub(crate) struct ApproveArgs {
    /// The id, as `approvals` lists it
    #[arg(value_name = "ID")]
    pub(crate) id: String,
}

/// Revoke an approval, or a pending request for one
#[derive(Debug, Args)]
pub(crate) struct RevokeArgs {
    /// The id, as `approvals` lists it
    #[arg(value_name = "ID")]
    pub(crate) id: String,
}
