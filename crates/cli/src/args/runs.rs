//! What is kept of runs.

use std::path::PathBuf;

use clap::{Args, Subcommand, ValueEnum};
use clawperator_contract::TraceDetail;

/// Show what happened in runs: list, show, watch or remove them
#[derive(Debug, Args)]
pub(crate) struct RunsArgs {
    #[command(subcommand)]
    pub(crate) command: RunsCommand,
}

#[derive(Debug, Subcommand)]
pub(crate) enum RunsCommand {
    #[command(after_help = super::examples::RUNS_LIST)]
    List(RunsListArgs),
    #[command(after_help = super::examples::RUNS_SHOW)]
    Show(RunsShowArgs),
    #[command(after_help = super::examples::RUNS_WATCH)]
    Watch(RunsWatchArgs),
    #[command(visible_alias = "remove", after_help = super::examples::RUNS_RM)]
    Rm(RunsRmArgs),
}

/// List the runs that are kept, the newest first
#[derive(Debug, Args)]
pub(crate) struct RunsListArgs {
    /// The most runs to list
    #[arg(long, value_name = "COUNT", default_value_t = 20)]
    pub(crate) limit: usize,
}

/// Show what happened in a run
#[derive(Debug, Args)]
pub(crate) struct RunsShowArgs {
    /// The run, or a part of its name [default: the newest]
    #[arg(value_name = "RUN")]
    pub(crate) run: Option<String>,
}

/// Follow a run of any process while it happens
#[derive(Debug, Args)]
pub(crate) struct RunsWatchArgs {
    /// The run, or a part of its name [default: the one under way, otherwise the next one]
    #[arg(value_name = "RUN")]
    pub(crate) run: Option<String>,
}

/// Remove runs that have ended
#[derive(Debug, Args)]
pub(crate) struct RunsRmArgs {
    /// The runs, or parts of their names
    #[arg(
        value_name = "RUN",
        required_unless_present = "all",
        conflicts_with = "all"
    )]
    pub(crate) runs: Vec<String>,

    /// Remove all of them
    #[arg(long)]
    pub(crate) all: bool,
}

/// Write a report on runs: a page to look at, or `JUnit` XML
#[derive(Debug, Args)]
pub(crate) struct ReportArgs {
    /// The runs, or parts of their names [default: the newest]
    #[arg(value_name = "RUN")]
    pub(crate) runs: Vec<String>,

    /// Write a page that needs no other file
    #[arg(long, value_name = "FILE", required_unless_present = "junit")]
    pub(crate) html: Option<PathBuf>,

    /// Write `JUnit` XML: a suite for each run, a case for each step
    #[arg(long, value_name = "FILE")]
    pub(crate) junit: Option<PathBuf>,
}

/// How much of a run is kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum TraceChoice {
    /// Only that it was accepted, dispatched and ended
    Off,
    /// What happened, and the screens that it looked at
    On,
    /// Also a picture before and after each act
    Full,
}

impl From<TraceChoice> for TraceDetail {
    fn from(choice: TraceChoice) -> Self {
        match choice {
            TraceChoice::Off => Self::Off,
            TraceChoice::On => Self::On,
            TraceChoice::Full => Self::Full,
        }
    }
}
