//! `skills run`.

use std::ffi::OsString;

use clap::Args;

use super::TraceChoice;

/// Compile a skill, or a recipe from a file, run it on a phone and report what was verified
#[derive(Debug, Args)]
pub(crate) struct SkillsRunArgs {
    /// The skill's id, or a recipe's file: a path with `/`, or a name that ends in .recipe.md or .recipe.json
    #[arg(value_name = "SKILL|FILE")]
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

    /// Check and compile it, and print the plan and the profile's first verdict, without a phone
    #[arg(long)]
    pub(crate) dry_run: bool,

    /// Do so at the start and at each save of the file, until Ctrl-C
    #[arg(long)]
    pub(crate) watch: bool,

    /// With --watch: run it on the phone each time
    #[arg(long, requires = "watch", conflicts_with = "dry_run")]
    pub(crate) yes: bool,
}
