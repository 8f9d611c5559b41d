//! Recordings of what a person does.

use std::path::PathBuf;

use clap::{Args, Subcommand};

use super::RunArgs;

/// Record what a person does on the phone, and draft a recipe from it; needs the Operator
#[derive(Debug, Args)]
pub(crate) struct RecordingArgs {
    #[command(subcommand)]
    pub(crate) command: RecordingCommand,
}

#[derive(Debug, Subcommand)]
pub(crate) enum RecordingCommand {
    #[command(after_help = super::examples::RECORDING_START)]
    Start(RecordingStartArgs),
    #[command(after_help = super::examples::RECORDING_STOP)]
    Stop(RecordingStopArgs),
    #[command(after_help = super::examples::RECORDING_LIST)]
    List(RecordingListArgs),
    #[command(after_help = super::examples::RECORDING_PULL)]
    Pull(RecordingPullArgs),
    #[command(after_help = super::examples::RECORDING_TO_RECIPE)]
    ToRecipe(RecordingToRecipeArgs),
}

/// Start recording what a person does
#[derive(Debug, Args)]
pub(crate) struct RecordingStartArgs {
    /// The recording's name: letters, digits, _ and - [default: a generated one]
    #[arg(long, value_name = "NAME", alias = "name")]
    pub(crate) session_id: Option<String>,
    /// Write typed texts too, not only their lengths; never passwords
    #[arg(long)]
    pub(crate) texts: bool,
    #[command(flatten)]
    pub(crate) run: RunArgs,
}

/// Stop the recording
#[derive(Debug, Args)]
pub(crate) struct RecordingStopArgs {
    /// The recording's name [default: the one that is running]
    #[arg(long, value_name = "NAME", alias = "name")]
    pub(crate) session_id: Option<String>,
    #[command(flatten)]
    pub(crate) run: RunArgs,
}

/// List the recordings that the phone keeps, the newest first
#[derive(Debug, Args)]
pub(crate) struct RecordingListArgs {
    /// Policy profile: person, agent, ask, server or a file [default: person]
    #[arg(long, value_name = "PROFILE")]
    pub(crate) profile: Option<String>,
}

/// Copy a recording from the phone into a file that only you can read
#[derive(Debug, Args)]
pub(crate) struct RecordingPullArgs {
    /// The recording's name [default: the newest]
    #[arg(value_name = "NAME")]
    pub(crate) name: Option<String>,
    /// The file to write; it must not exist yet [default: NAME.ndjson in this folder]
    #[arg(long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,
    /// Policy profile: person, agent, ask, server or a file [default: person]
    #[arg(long, value_name = "PROFILE")]
    pub(crate) profile: Option<String>,
}

/// Draft a recipe from a recording, to be completed by hand
#[derive(Debug, Args)]
pub(crate) struct RecordingToRecipeArgs {
    /// A file, or the name of a recording on the phone
    #[arg(value_name = "FILE|NAME")]
    pub(crate) source: String,
    /// The file to write; it must not exist yet [default: print the recipe]
    #[arg(long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,
    /// Policy profile: person, agent, ask, server or a file [default: person]
    #[arg(long, value_name = "PROFILE")]
    pub(crate) profile: Option<String>,
}
