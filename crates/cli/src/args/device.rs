//! The phone itself: its shell.

use clap::{Args, Subcommand};

use super::RunArgs;

pub(super) const DEVICE: &str = "\
Examples:
  clawperator device shell -- getprop ro.build.version.release";

const SHELL: &str = "\
Every shipped profile denies this: who may run any program may do whatever adb may. A profile allows it by
`device_shell`. The words stand behind `--`; each reaches the program as it is, and no shell reads them, so
that a word with |, &, ;, <, >, $ or a backtick is refused.

Examples:
  clawperator device shell -- getprop ro.build.version.release
  clawperator device shell --for 30s --json -- dumpsys battery";

/// Run a program in the phone's shell
#[derive(Debug, Args)]
pub(crate) struct DeviceArgs {
    #[command(subcommand)]
    pub(crate) command: DeviceCommand,
}

#[derive(Debug, Subcommand)]
pub(crate) enum DeviceCommand {
    #[command(after_help = SHELL)]
    Shell(DeviceShellArgs),
}

/// Run a program in the phone's shell
#[derive(Debug, Args)]
pub(crate) struct DeviceShellArgs {
    /// How long the program may run, such as 5s, at most 60s [default: 10s]
    #[arg(long = "for", value_name = "TIME")]
    pub(crate) limit: Option<String>,
    /// The program and its words
    #[arg(value_name = "WORD", last = true)]
    pub(crate) words: Vec<String>,
    #[command(flatten)]
    pub(crate) run: RunArgs,
}
