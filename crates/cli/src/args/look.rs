//! Commands that look at the screen or wait for it.

use clap::{Args, ValueEnum};

use super::{ContainerArgs, LabelArgs, PatienceArgs, RunArgs, SelectorArgs};

/// Capture the screen as a UI hierarchy
#[derive(Debug, Args)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a flag of the command line"
)]
pub(crate) struct SnapshotArgs {
    /// Print only this form: xml, compact, tree (JSON) or diff (against the previous snapshot)
    #[arg(long, value_name = "FORM", hide_possible_values = true)]
    pub(crate) form: Option<FormChoice>,
    /// Same as --form xml
    #[arg(long, conflicts_with_all = ["form", "compact", "tree", "diff"])]
    pub(crate) xml: bool,
    /// Same as --form compact
    #[arg(long, conflicts_with_all = ["form", "tree", "diff"])]
    pub(crate) compact: bool,
    /// Same as --form tree
    #[arg(long, conflicts_with_all = ["form", "diff"])]
    pub(crate) tree: bool,
    /// Same as --form diff
    #[arg(long, conflicts_with = "form")]
    pub(crate) diff: bool,
    /// The most characters of the compact form, at least 500; what does not fit is counted
    #[arg(long, value_name = "CHARACTERS")]
    pub(crate) budget: Option<u32>,
    #[command(flatten)]
    pub(crate) run: RunArgs,
}

/// How a snapshot is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum FormChoice {
    /// The hierarchy of the contract
    Xml,
    /// One line for each useful node
    Compact,
    /// The same as JSON
    Tree,
    /// What changed since the previous snapshot
    Diff,
}

impl SnapshotArgs {
    /// The form that was asked for by name.
    pub(crate) fn named_form(&self) -> Option<FormChoice> {
        let flags = [
            (self.xml, FormChoice::Xml),
            (self.compact, FormChoice::Compact),
            (self.tree, FormChoice::Tree),
            (self.diff, FormChoice::Diff),
        ];
        let flag = flags
            .into_iter()
            .find_map(|(given, form)| given.then_some(form));
        self.form.or(flag)
    }
}

/// Capture the screen as a PNG picture
#[derive(Debug, Args)]
pub(crate) struct ScreenshotArgs {
    /// The file to write, a PNG
    #[arg(value_name = "FILE")]
    pub(crate) target: Option<String>,
    /// The same, as a flag [default: a new file in a private temporary folder]
    #[arg(long, value_name = "FILE", alias = "file")]
    pub(crate) path: Option<String>,
    /// Draw the numbers of refs on what a finger can do something with: 12 is @e12
    #[arg(long)]
    pub(crate) marks: bool,
    /// Make it smaller until its longest side has so many pixels [default: as large as the screen]
    #[arg(long, value_name = "PIXELS")]
    pub(crate) max_side: Option<u32>,
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
    pub(crate) patience: PatienceArgs,
    #[command(flatten)]
    pub(crate) selector: SelectorArgs,
    #[command(flatten)]
    pub(crate) container: ContainerArgs,
}

/// Read the value that belongs to a label
#[derive(Debug, Args)]
pub(crate) struct ReadValueArgs {
    /// Exact visible text of the label
    #[arg(value_name = "LABEL")]
    pub(crate) named: Option<String>,
    /// Read every match, not only the first
    #[arg(long)]
    pub(crate) all: bool,
    #[command(flatten)]
    pub(crate) run: RunArgs,
    #[command(flatten)]
    pub(crate) patience: PatienceArgs,
    #[command(flatten)]
    pub(crate) label: LabelArgs,
}

/// Wait until a node is on the screen, or gone, or a toast is shown
#[derive(Debug, Args)]
pub(crate) struct WaitArgs {
    /// Wait until the node is gone; a screen that cannot be read is not taken for one without it
    #[arg(long)]
    pub(crate) gone: bool,
    /// Wait for a toast with this text instead: a message that goes away by itself; needs the Operator
    #[arg(long, value_name = "TEXT")]
    pub(crate) toast: Option<String>,
    /// Wait for a toast with this in its text
    #[arg(long, value_name = "TEXT")]
    pub(crate) toast_contains: Option<String>,
    /// The app that shows the toast
    #[arg(long, value_name = "PACKAGE", aliases = ["package", "package-id", "application-id", "app-id"])]
    pub(crate) app: Option<String>,
    #[command(flatten)]
    pub(crate) run: RunArgs,
    #[command(flatten)]
    pub(crate) patience: PatienceArgs,
    #[command(flatten)]
    pub(crate) selector: SelectorArgs,
}

/// Wait until the screen stays as it is
#[derive(Debug, Args)]
pub(crate) struct WaitForIdleArgs {
    /// How long nothing may change, such as 2s or 500 (milliseconds), at most 60s [default: 500 ms]
    #[arg(long, value_name = "MS")]
    pub(crate) quiet: Option<String>,
    #[command(flatten)]
    pub(crate) run: RunArgs,
}

/// Say whether a node is on the screen, by one look
#[derive(Debug, Args)]
pub(crate) struct ExistsArgs {
    /// The node by its ref in a snapshot, such as @e12
    #[arg(value_name = "REF")]
    pub(crate) node: Option<String>,
    #[command(flatten)]
    pub(crate) run: RunArgs,
    #[command(flatten)]
    pub(crate) selector: SelectorArgs,
    #[command(flatten)]
    pub(crate) container: ContainerArgs,
}

/// Wait until an app is in front, a node is on the screen, or both; needs --timeout
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
