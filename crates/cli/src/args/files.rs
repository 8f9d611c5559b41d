//! Files: to the phone, and from it.

use std::path::PathBuf;

use clap::{Args, Subcommand};

use super::RunArgs;

pub(super) const FILES: &str = "\
On the phone files are copied below /sdcard and /data/local/tmp, never through a link. A profile can forbid it: `files`.

Examples:
  clawperator files push photo.jpg /sdcard/Download/photo.jpg
  clawperator files pull /sdcard/Download/report.pdf report.pdf";

const PUSH: &str = "\
The phone reads back all of it before it gets its path. A file that is there stays as it is unless --replace is set.

Example:
  clawperator files push photo.jpg /sdcard/Download/photo.jpg";

const PULL: &str = "\
Nothing on this machine is replaced.

Example:
  clawperator files pull /sdcard/Download/report.pdf report.pdf";

/// Copy a file to the phone, or from it
#[derive(Debug, Args)]
pub(crate) struct FilesArgs {
    #[command(subcommand)]
    pub(crate) command: FilesCommand,
}

#[derive(Debug, Subcommand)]
pub(crate) enum FilesCommand {
    #[command(after_help = PUSH)]
    Push(FilesPushArgs),
    #[command(after_help = PULL)]
    Pull(FilesPullArgs),
}

/// Copy a file to the phone
#[derive(Debug, Args)]
pub(crate) struct FilesPushArgs {
    /// The file on this machine
    #[arg(value_name = "FILE")]
    pub(crate) file: Option<PathBuf>,
    /// Where it goes on the phone, with its name
    #[arg(value_name = "PHONE_PATH")]
    pub(crate) phone_path: Option<String>,
    /// Replace a file that is there
    #[arg(long)]
    pub(crate) replace: bool,
    #[command(flatten)]
    pub(crate) run: RunArgs,
}

/// Copy a file from the phone
#[derive(Debug, Args)]
pub(crate) struct FilesPullArgs {
    /// The file on the phone
    #[arg(value_name = "PHONE_PATH")]
    pub(crate) phone_path: Option<String>,
    /// The file to write on this machine [default: a new file where pictures go]
    #[arg(value_name = "FILE")]
    pub(crate) file: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) run: RunArgs,
}
