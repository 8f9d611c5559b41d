//! Running a skill on a phone.

use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

use clawperator_contract::skill_result::SkillResult;
use clawperator_contract::{Failure, TraceDetail};
use clawperator_engine::{Cancel, Events};
use clawperator_policy::Profile;
use clawperator_recipe::Redactor;
use clawperator_skill_run::{Inputs, Prepared, SkillRequest, run, script};
use clawperator_skills::{Script, Skill};

use crate::phone::Phone;
use crate::traced::RunRequest;

/// By which a script finds the phone it is meant for.
const SERIAL_VARIABLE: &str = "ANDROID_SERIAL";
/// By which what it runs leaves nothing that a screen shows.
const TRACE_VARIABLE: &str = "CLAWPERATOR_TRACE";
/// By which it knows whose script it is.
const SKILL_VARIABLE: &str = "CLAWPERATOR_SKILL_ID";

/// A compiled recipe, and who wants it run.
#[derive(Debug)]
pub struct RecipeRun<'a> {
    pub prepared: &'a Prepared,
    /// The id of this run, which no other has.
    pub id: &'a str,
    /// Who asks, and by what it is judged.
    pub request: RunRequest,
    /// How much of it is kept.
    pub trace: TraceDetail,
    /// Who gets the events of the steps.
    pub events: &'a dyn Events,
}

/// A skill's program, and what it gets.
#[derive(Debug)]
pub struct ScriptRun<'a> {
    pub skill: &'a Skill,
    pub script: &'a Script,
    pub inputs: &'a Inputs,
    /// The id of this run, which no other has.
    pub id: &'a str,
    pub profile: &'a Profile,
    /// The program that is started between this process and the script: the surface's own, which knows
    /// [`SUPERVISOR_ARGUMENT`](crate::SUPERVISOR_ARGUMENT).
    pub program: PathBuf,
    /// All of its environment, except what names the phone and the skill.
    pub environment: Vec<(OsString, OsString)>,
    /// Where interpreters are looked for.
    pub search_path: Option<&'a OsString>,
    /// How long it may take.
    pub timeout: Duration,
}

impl Phone {
    /// Runs a recipe. What its screens show is told to nobody: texts that are read go through the redactor.
    pub async fn run_recipe(
        &self,
        recipe: RecipeRun<'_>,
        cancel: Cancel<'_>,
    ) -> Result<SkillResult, Failure> {
        let redactor = Redactor::new(self.store().redaction_key()?);
        let app = match recipe.prepared.application_id() {
            Some(package) => self.version(package).await,
            None => None,
        };
        let asked = SkillRequest {
            prepared: recipe.prepared,
            command_id: recipe.id,
            task_id: recipe.id,
            device_id: self.serial(),
            profile: &recipe.request.profile.name,
            app: app.as_ref(),
            trace: recipe.trace,
            events: recipe.events,
        };
        let executor = self.quiet_executor(recipe.request.clone());
        run(asked, &executor, &redactor, cancel).await
    }

    /// Runs a script that the profile allows by its hash.
    pub async fn run_script(
        &self,
        asked: ScriptRun<'_>,
        cancel: Cancel<'_>,
    ) -> Result<SkillResult, Failure> {
        let copy = script::Copy::begin(&self.store().scripts(), asked.id)?;
        let supervisor = copy.supervisor(asked.program);
        let mut environment = asked.environment;
        environment.push((SERIAL_VARIABLE.into(), self.serial().into()));
        environment.push((SKILL_VARIABLE.into(), asked.skill.entry.id.as_str().into()));
        environment.retain(|(name, _)| name != TRACE_VARIABLE);
        environment.push((TRACE_VARIABLE.into(), TraceDetail::Off.name().into()));
        let run = script::ScriptRequest {
            skill: asked.skill,
            script: asked.script,
            inputs: asked.inputs,
            device_id: self.serial(),
            profile: asked.profile,
            environment,
            path: asked.search_path,
            folder: copy.folder.clone(),
            sources: &**self.store().sources(),
            timeout: asked.timeout,
            supervisor: Some(supervisor),
        };
        script::run(run, cancel).await
    }
}
