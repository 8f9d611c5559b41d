//! Running a skill on a phone.

use std::ffi::OsString;
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};

use async_trait::async_trait;
use clawperator_contract::skill_result::SkillResult;
use clawperator_contract::wrappers::ExecutionResult;
use clawperator_contract::{
    ErrorCode, Execution, ExecutionTimeout, Failure, RunOptions, TraceDetail,
};
use clawperator_engine::{Cancel, Events, Executor};
use clawperator_recipe::Redactor;
use clawperator_skill_run::script::DEFAULT_TIMEOUT;
use clawperator_skill_run::{
    Prepared, QuietExecutor, SkillRequest, WithholdsLabels, run as run_prepared, script,
};

use super::ready::{Ready, ReadyScript, ReadySkill};
use crate::phone::Phone;
use crate::traced::{AcceptedRun, RunRequest, Traced};
use crate::verbs::Milliseconds;

/// By which a script finds the phone it is meant for.
const SERIAL_VARIABLE: &str = "ANDROID_SERIAL";
/// By which what it runs leaves nothing that a screen shows.
const TRACE_VARIABLE: &str = "CLAWPERATOR_TRACE";
/// By which it knows whose script it is.
const SKILL_VARIABLE: &str = "CLAWPERATOR_SKILL_ID";
/// By which what it runs is judged as it is.
const PROFILE_VARIABLE: &str = "CLAWPERATOR_PROFILE";
/// By which what it asks a person is asked in the name of whoever had it run: they cannot decide it then.
const ASKER_VARIABLE: &str = "CLAWPERATOR_ASKER";

/// What scripts run with.
#[derive(Debug, Clone, Default)]
pub struct ScriptHome {
    /// The program that is started between this process and the script: the surface's own, which knows
    /// [`SUPERVISOR_ARGUMENT`](crate::SUPERVISOR_ARGUMENT).
    pub program: Option<PathBuf>,
    /// All of their environment, except what names phone, profile and skill.
    pub environment: Vec<(OsString, OsString)>,
    /// Where interpreters are looked for.
    pub search_path: Option<OsString>,
}

/// A skill, and who wants it run.
#[derive(Debug)]
pub struct SkillRun<'a> {
    pub skill: &'a ReadySkill,
    /// The id of this run, which no other has.
    pub id: &'a str,
    /// Who asks, and by what it is judged.
    pub request: RunRequest,
    /// What a script runs with.
    pub scripts: &'a ScriptHome,
    /// How long it may take; without it a recipe says so itself, and a script has its default.
    pub timeout: Option<ExecutionTimeout>,
    /// Whether it waits where a person has to approve something; otherwise it ends there.
    pub park: bool,
    /// How much of it is kept.
    pub trace: TraceDetail,
    /// Who gets the events of the steps.
    pub events: &'a dyn Events,
}

impl Phone {
    /// Runs a skill. What its screens show is told to nobody: texts that are read go through the redactor, and a script
    /// runs only if the profile allows it by its hash.
    pub async fn run_skill(
        &self,
        run: SkillRun<'_>,
        cancel: Cancel<'_>,
    ) -> Result<SkillResult, Failure> {
        match &run.skill.0 {
            Ready::Recipe(prepared) => {
                let executor = self.quiet_executor(run.request.clone(), prepared);
                self.run_recipe(prepared, &run, &executor, cancel).await
            }
            Ready::Script(script) => self.run_script(script, &run, cancel).await,
        }
    }

    /// The same where the run of a recipe is on disk already.
    pub(crate) async fn run_begun_skill(
        &self,
        run: SkillRun<'_>,
        begun: Option<BegunRecipe>,
        cancel: Cancel<'_>,
    ) -> Result<SkillResult, Failure> {
        match (&run.skill.0, begun) {
            (Ready::Recipe(prepared), Some(begun)) => {
                self.run_recipe(prepared, &run, &begun, cancel).await
            }
            _ => self.run_skill(run, cancel).await,
        }
    }

    async fn run_recipe(
        &self,
        prepared: &Prepared,
        run: &SkillRun<'_>,
        executor: &dyn WithholdsLabels,
        cancel: Cancel<'_>,
    ) -> Result<SkillResult, Failure> {
        let redactor = Redactor::new(self.store().redaction_key()?);
        let app = match prepared.application_id() {
            Some(package) => self.version(package).await,
            None => None,
        };
        let asked = SkillRequest {
            prepared,
            command_id: run.id,
            task_id: run.id,
            device_id: self.serial(),
            profile: &run.request.profile.name,
            app: app.as_ref(),
            timeout: run.timeout.as_ref(),
            park: run.park,
            trace: run.trace,
            events: run.events,
        };
        run_prepared(asked, executor, &redactor, cancel).await
    }

    async fn run_script(
        &self,
        ready: &ReadyScript,
        run: &SkillRun<'_>,
        cancel: Cancel<'_>,
    ) -> Result<SkillResult, Failure> {
        let program = run.scripts.program.clone().ok_or_else(|| {
            let message = "the path of this program is unknown, so no script can be supervised";
            Failure::new(ErrorCode::HostIoFailed, message)
        })?;
        self.check_decided_on(&run.request).await?;
        let copy = script::Copy::begin(&self.store().scripts(), run.id)?;
        let timeout = run.timeout.clone().map(Milliseconds::from);
        let timeout = timeout.and_then(Milliseconds::duration);
        let request = script::ScriptRequest {
            skill: &ready.skill,
            script: &ready.script,
            inputs: &ready.inputs,
            device_id: self.serial(),
            profile: &run.request.profile,
            environment: self.script_environment(ready, run),
            path: run.scripts.search_path.as_ref(),
            folder: copy.folder.clone(),
            sources: &**self.store().sources(),
            timeout: timeout.unwrap_or(DEFAULT_TIMEOUT),
            supervisor: Some(copy.supervisor(program)),
        };
        script::run(request, cancel).await
    }

    fn script_environment(
        &self,
        ready: &ReadyScript,
        run: &SkillRun<'_>,
    ) -> Vec<(OsString, OsString)> {
        let profile = &run.request.profile;
        let profile = match &profile.path {
            Some(path) => path.clone().into_os_string(),
            None => OsString::from(&profile.name),
        };
        let own = [
            (SERIAL_VARIABLE, self.serial().into()),
            (SKILL_VARIABLE, ready.skill.entry.id.as_str().into()),
            (TRACE_VARIABLE, TraceDetail::Off.name().into()),
            (PROFILE_VARIABLE, profile),
        ];
        let asker = run.request.name.as_ref();
        let asker = asker.map(|asker| (ASKER_VARIABLE.into(), asker.into()));
        let mut environment = run.scripts.environment.clone();
        environment
            .retain(|(name, _)| name != ASKER_VARIABLE && own.iter().all(|(own, _)| name != own));
        environment.extend(asker);
        environment.extend(own.map(|(name, value)| (name.into(), value)));
        environment
    }
}

/// A recipe whose run is on disk and has not begun.
#[derive(Debug)]
pub(crate) struct BegunRecipe {
    executor: Traced<QuietExecutor>,
    accepted: Mutex<Option<AcceptedRun>>,
}

impl BegunRecipe {
    pub(crate) const fn new(executor: Traced<QuietExecutor>, accepted: AcceptedRun) -> Self {
        Self {
            executor,
            accepted: Mutex::new(Some(accepted)),
        }
    }
}

#[async_trait]
impl Executor for BegunRecipe {
    async fn execute(
        &self,
        execution: &Execution,
        options: RunOptions,
        events: &dyn Events,
        cancel: Cancel<'_>,
    ) -> Result<ExecutionResult, Failure> {
        let accepted = {
            let mut accepted = self.accepted.lock().unwrap_or_else(PoisonError::into_inner);
            accepted.take()
        };
        match accepted {
            Some(accepted) => {
                let executor = &self.executor;
                executor
                    .run(accepted, execution, options, events, cancel)
                    .await
            }
            None => Err(Failure::new(
                ErrorCode::InternalError,
                "a recipe was to run twice; nothing was sent",
            )),
        }
    }
}

impl WithholdsLabels for BegunRecipe {}
