//! Commands that look at the screen or wait for it.

use clap::Args;

use super::{ContainerArgs, LabelArgs, RunArgs, SelectorArgs};

/// Capture the screen as a UI hierarchy
#[derive(Debug, Args)]
pub(crate) struct SnapshotArgs {
    #[command(flatten)]
    pub(crate) run: RunArgs,
}

/// Capture the screen as a picture
#[derive(Debug, Args)]
pub(crate) struct ScreenshotArgs {
    /// The file to write; left out, one in the temporary folder
    #[arg(long, value_name = "FILE", alias = "file")]
    pub(crate) path: Option<String>,
    #[command(flatten)]
    pub(crate) run: RunArgs,
}

/// Read the text of a node
#[derive(Debug, Args)]
pub(crate) struct ReadArgs {
    /// Read every match, not only the first; needs --json or --output json or pretty
    #[arg(long)]
    pub(crate) all: bool,
    #[command(flatten)]
    pub(crate) run: RunArgs,
    #[command(flatten)]
    pub(crate) selector: SelectorArgs,
    #[command(flatten)]
    pub(crate) container: ContainerArgs,
}

/// Read the value that belongs to a label
#[derive(Debug, Args)]
pub(crate) struct ReadValueArgs {
    /// Read every match, not only the first
    #[arg(long)]
    pub(crate) all: bool,
    #[command(flatten)]
    pub(crate) run: RunArgs,
    #[command(flatten)]
    pub(crate) label: LabelArgs,
}

/// Wait until a node is on the screen
#[derive(Debug, Args)]
pub(crate) struct WaitArgs {
    #[command(flatten)]
    pub(crate) run: RunArgs,
    #[command(flatten)]
    pub(crate) selector: SelectorArgs,
}

/// Wait until an app, a node or both are in front; needs --timeout
#[derive(Debug, Args)]
pub(crate) struct WaitForNavArgs {
    /// The package that should be in front
    #[arg(long, value_name = "PACKAGE", aliases = ["package", "package-id", "application-id", "app-id"])]
    pub(crate) app: Option<String>,
    #[command(flatten)]
    pub(crate) run: RunArgs,
    #[command(flatten)]
    pub(crate) selector: SelectorArgs,
}
