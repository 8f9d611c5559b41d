//! What a run of a script is given.

use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

use clawperator_policy::Profile;
use clawperator_skills::{Script, Skill};
use clawperator_sources::Sources;

use super::copies::Supervisor;
use crate::inputs::Inputs;

/// How long a script may run when nobody says otherwise.
pub const DEFAULT_TIMEOUT: Duration = Duration::from_mins(2);

/// A run of a script.
#[derive(Debug)]
pub struct ScriptRequest<'a> {
    pub skill: &'a Skill,
    pub script: &'a Script,
    /// What it is given, on standard input.
    pub inputs: &'a Inputs,
    /// The phone, its first argument.
    pub device_id: &'a str,
    /// Who lets it run.
    pub profile: &'a Profile,
    /// All of its environment.
    pub environment: Vec<(OsString, OsString)>,
    /// Where interpreters are looked for.
    pub path: Option<&'a OsString>,
    /// A folder of its own, which is removed afterwards.
    pub folder: PathBuf,
    /// The clock that its time is measured by.
    pub sources: &'a dyn Sources,
    /// How long it may take.
    pub timeout: Duration,
    /// What is started between this process and the script. Without it, only what stays in the script's group ends with
    /// it.
    pub supervisor: Option<Supervisor>,
}
