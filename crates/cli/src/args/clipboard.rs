//! The clipboard: reading it, and putting a text there.

use clap::{Args, Subcommand};

use super::RunArgs;

pub(super) const CLIPBOARD: &str = "\
Needs --operator resident: no release of Android has a program for it.

Examples:
  clawperator clipboard get
  clawperator clipboard set \"hello world\"";

const GET: &str = "\
Example:
  clawperator clipboard get";

const SET: &str = "\
An empty text takes away what is there. A text in an argument can be seen by other programs of this machine; one in a payload
for `clawperator exec -` cannot.

Example:
  clawperator clipboard set \"hello world\" --sensitive";

/// Read the text on the clipboard, or put one there
#[derive(Debug, Args)]
pub(crate) struct ClipboardArgs {
    #[command(subcommand)]
    pub(crate) command: ClipboardCommand,
}

#[derive(Debug, Subcommand)]
pub(crate) enum ClipboardCommand {
    #[command(after_help = GET)]
    Get(ClipboardGetArgs),
    #[command(after_help = SET)]
    Set(ClipboardSetArgs),
}

/// Read the text on the clipboard
#[derive(Debug, Args)]
pub(crate) struct ClipboardGetArgs {
    #[command(flatten)]
    pub(crate) run: RunArgs,
}

/// Put a text on the clipboard
#[derive(Debug, Args)]
pub(crate) struct ClipboardSetArgs {
    /// The text; an empty one takes away what is there
    #[arg(value_name = "TEXT")]
    pub(crate) text: Option<String>,
    /// Ask apps not to show it, as a password
    #[arg(long)]
    pub(crate) sensitive: bool,
    #[command(flatten)]
    pub(crate) run: RunArgs,
}
