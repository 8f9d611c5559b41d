//! Running a script that the profile names.

use clawperator_contract::skill_result::SkillResult;
use clawperator_contract::{ErrorCode, Failure, hex};
use clawperator_engine::Cancel;
use clawperator_policy::Profile;
use clawperator_skills::Skill;

use super::answer::answer;
use super::files::Files;
use super::interpreter::Program;
use super::process::{self, Job};
use super::request::ScriptRequest;

/// Runs a script. A failure means that it was not started.
pub async fn run(asked: ScriptRequest<'_>, cancel: Cancel<'_>) -> Result<SkillResult, Failure> {
    let files = Files::read(&asked.skill.folder)?;
    let sha256 = files.sha256();
    if let Some(refused) = refused(asked.profile, asked.skill, &sha256) {
        return Err(refused);
    }
    let script = asked.script.path.as_str();
    if !files.has(script) {
        let message = format!("the skill has no file `{script}`");
        return Err(Failure::new(ErrorCode::SkillScriptNotFound, message).with_recovery());
    }
    let declared = asked.skill.entry.interpreter;
    let program = Program::find(asked.script, declared, asked.path).await?;
    files.copy_to(&asked.folder)?;
    let started = asked.sources.now();
    let job = Job {
        program: &program.path,
        arguments: vec![asked.folder.join(script).into(), asked.device_id.into()],
        environment: &asked.environment,
        folder: &asked.folder,
        input: asked.inputs.to_json(),
        sources: asked.sources,
        timeout: asked.timeout,
        supervisor: asked.supervisor.as_ref(),
    };
    let ended = process::run(job, cancel).await;
    // The copy is in a folder of its own; what cannot be removed hurts nobody.
    let _ = std::fs::remove_dir_all(&asked.folder);
    let elapsed = asked.sources.now().since(started);
    Ok(answer(&asked, &sha256, &ended?, elapsed))
}

/// Why a profile does not let the script of a skill run; nothing where it does.
pub fn refusal(profile: &Profile, skill: &Skill) -> Result<Option<Failure>, Failure> {
    let files = Files::read(&skill.folder)?;
    Ok(refused(profile, skill, &files.sha256()))
}

fn refused(profile: &Profile, skill: &Skill, sha256: &[u8; 32]) -> Option<Failure> {
    let id = &skill.entry.id;
    if profile.lets_script_run(id, sha256) {
        return None;
    }
    let message = format!(
        "profile `{}` does not allow the script of `{id}` to run; scripts are off until a profile names them",
        profile.name
    );
    let hint = format!(
        "review its files, then add to the profile: [[scripts]] skill = \"{id}\" sha256 = \"{}\"",
        hex(sha256)
    );
    Some(Failure::new(ErrorCode::SkillScriptRefused, message).with_hint(hint))
}
