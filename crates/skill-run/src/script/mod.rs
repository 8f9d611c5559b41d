//! Skills that are programs.
//!
//! A script can do anything its user can, so none runs until the profile names the skill together with the hash of its
//! files. What runs is a copy of the very bytes that were hashed. Policy judges what it asks of the engine and nothing
//! else it does, and the result says so; what the script says of itself is told as its own word.

mod copies;
mod files;
mod interpreter;
mod process;
mod result_line;
mod supervisor;

use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

use clawperator_contract::skill_result::{
    PolicyCovered, ScriptRun, SkillPolicy, SkillResult, SkillStatus,
};
use clawperator_contract::{ErrorCode, Failure, hex};
use clawperator_engine::Cancel;
use clawperator_policy::Profile;
use clawperator_skills::{Script, Skill};
use tokio::time::Instant;

pub use self::copies::{Copy, Supervisor};
pub use self::supervisor::{ARGUMENT as SUPERVISOR_ARGUMENT, supervise};

use self::files::Files;
use self::interpreter::Program;
use self::process::{CutOff, Ended, Job};
use self::result_line::Claim;
use crate::inputs::Inputs;

/// How long a script may run when nobody says otherwise.
pub const DEFAULT_TIMEOUT: Duration = Duration::from_mins(2);

/// A run of a script.
#[derive(Debug)]
pub struct Asked<'a> {
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
    /// How long it may take.
    pub timeout: Duration,
    /// What is started between this process and the script. Without it, only what stays in the script's group ends with
    /// it.
    pub supervisor: Option<Supervisor>,
}

/// Runs a script. A failure means that it was not started.
pub async fn run(asked: Asked<'_>, cancel: Cancel<'_>) -> Result<SkillResult, Failure> {
    let files = Files::read(&asked.skill.folder)?;
    let sha256 = files.sha256();
    if !asked
        .profile
        .lets_script_run(&asked.skill.entry.id, &sha256)
    {
        return Err(not_named(&asked, &sha256));
    }
    let script = asked.script.path.as_str();
    if !files.has(script) {
        let message = format!("the skill has no file `{script}`");
        return Err(Failure::new(ErrorCode::SkillScriptNotFound, message)
            .with_hint(ErrorCode::SkillScriptNotFound.spec().recovery));
    }
    let declared = asked.skill.entry.interpreter;
    let program = Program::find(asked.script, declared, asked.path).await?;
    files.copy_to(&asked.folder)?;
    let started = Instant::now();
    let job = Job {
        program: &program.path,
        arguments: vec![asked.folder.join(script).into(), asked.device_id.into()],
        environment: &asked.environment,
        folder: &asked.folder,
        input: asked.inputs.to_json(),
        timeout: asked.timeout,
        supervisor: asked.supervisor.as_ref(),
    };
    let ended = process::run(job, cancel).await;
    // The copy is in a folder of its own; what cannot be removed hurts nobody.
    let _ = std::fs::remove_dir_all(&asked.folder);
    let elapsed = started.elapsed();
    Ok(result(&asked, &sha256, &ended?, elapsed))
}

fn not_named(asked: &Asked<'_>, sha256: &[u8; 32]) -> Failure {
    let message = format!(
        "profile `{}` does not allow the script of `{}` to run; scripts are off until a profile names them",
        asked.profile.name, asked.skill.entry.id
    );
    let hint = format!(
        "review its files, then add to the profile: [[scripts]] skill = \"{}\" sha256 = \"{}\"",
        asked.skill.entry.id,
        hex(sha256)
    );
    Failure::new(ErrorCode::SkillScriptRefused, message).with_hint(hint)
}

fn result(asked: &Asked<'_>, sha256: &[u8; 32], ended: &Ended, elapsed: Duration) -> SkillResult {
    let claim = Claim::read(ended.result_line.as_ref(), &asked.skill.entry.id);
    let (status, code) = verdict(ended, claim.as_ref());
    let error = code.map(|code| match (code, ended.exit_code) {
        (ErrorCode::SkillExecutionTimeout, _) => format!(
            "the script did not end within {} ms and was killed with everything it had started",
            asked.timeout.as_millis()
        ),
        (ErrorCode::ExecutionCancelled, _) => {
            "the script was interrupted, and killed with everything it had started".to_owned()
        }
        (ErrorCode::SkillExecutionFailed, Some(exit)) => {
            format!("the script ended with exit code {exit}")
        }
        (ErrorCode::SkillExecutionFailed, None) => "the script was killed".to_owned(),
        _ => code.spec().meaning.to_owned(),
    });
    let claimed = claim.unwrap_or_default();
    SkillResult {
        skill_id: asked.skill.entry.id.clone(),
        status,
        error_code: code,
        error,
        hint: code.map(|code| code.spec().recovery.to_owned()),
        device_id: asked.device_id.to_owned(),
        policy: SkillPolicy {
            profile: asked.profile.name.clone(),
            covered: PolicyCovered::EngineCallsOnly,
        },
        inputs: asked.inputs.names(),
        outputs: Vec::new(),
        checkpoints: Vec::new(),
        deviations: Vec::new(),
        app: None,
        recipe: None,
        script: Some(ScriptRun {
            script: asked.script.path.clone(),
            sha256: hex(sha256),
            exit_code: ended.exit_code,
            output_bytes: ended.output_bytes,
            claimed_status: claimed.status,
            claimed_checkpoints: claimed.checkpoints,
        }),
        steps: Vec::new(),
        elapsed_ms: u64::try_from(elapsed.as_millis()).unwrap_or(u64::MAX),
    }
}

/// A script that did not say how it ended may have done anything before.
fn verdict(ended: &Ended, claim: Option<&Claim>) -> (SkillStatus, Option<ErrorCode>) {
    let claimed = claim.and_then(|claim| claim.status);
    match (ended.cut_off, ended.exit_code, claimed) {
        (Some(CutOff::Late), _, _) => (
            SkillStatus::Indeterminate,
            Some(ErrorCode::SkillExecutionTimeout),
        ),
        (Some(CutOff::Cancelled), _, _) => (
            SkillStatus::Indeterminate,
            Some(ErrorCode::ExecutionCancelled),
        ),
        (None, Some(0), Some(SkillStatus::Success)) => (SkillStatus::Success, None),
        (None, Some(0), Some(SkillStatus::Partial)) => {
            (SkillStatus::Partial, Some(ErrorCode::SkillRunPartial))
        }
        (None, Some(_), Some(SkillStatus::Indeterminate)) => {
            (SkillStatus::Indeterminate, Some(ErrorCode::OutcomeUnknown))
        }
        (None, Some(0), None) => (
            SkillStatus::Indeterminate,
            Some(ErrorCode::SkillResultParseFailed),
        ),
        (None, Some(_), Some(_)) => (SkillStatus::Failed, Some(ErrorCode::SkillExecutionFailed)),
        (None, Some(_) | None, None) | (None, None, Some(_)) => (
            SkillStatus::Indeterminate,
            Some(ErrorCode::SkillExecutionFailed),
        ),
    }
}
