//! `skills run`.

use std::ffi::OsString;

use clap::Args;

use super::TraceChoice;

/// Compile a skill, run it on a phone and report what was verified
#[derive(Debug, Args)]
pub(crate) struct SkillsRunArgs {
    /// The skill's id
    #[arg(value_name = "SKILL")]
    pub(crate) skill: String,

    /// A value for an input, as name=value; may be repeated
    #[arg(long = "input", value_name = "NAME=VALUE")]
    pub(crate) input: Vec<String>,

    /// Values for inputs as one JSON object: a file, - for standard input, or inline
    #[arg(long, value_name = "JSON")]
    pub(crate) inputs: Option<OsString>,

    /// The recipe or script, if the skill has several
    #[arg(long, value_name = "NAME")]
    pub(crate) artifact: Option<String>,

    /// How much of the run to keep: off or on; what screens show is never kept [default: on]
    #[arg(long, value_name = "DETAIL", hide_possible_values = true)]
    pub(crate) trace: Option<TraceChoice>,

    /// Policy profile: person, agent, ask, server or a file [default: person]
    #[arg(long, value_name = "PROFILE")]
    pub(crate) profile: Option<String>,
}
