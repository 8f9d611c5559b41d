//! Skills beside executions: the same lines, keys and ends.
//!
//! The run of a recipe is accepted on disk like any other. A script is no execution and leaves no record of its own: its
//! answer is known for as long as this process keeps it, and whoever asks with its key after that is refused.

use std::sync::Arc;

use clawperator_contract::{ErrorCode, ExecutionTimeout, Failure, TraceDetail};
use clawperator_trace::RunId;

use super::keys::Claim;
use super::registry::{Accepted, Jobs, Submitted, Terms, Wait};
use super::work::Work;
use crate::phone::Phone;
use crate::skills::{BegunRecipe, Ready, ReadySkill, ScriptHome};
use crate::traced::RunRequest;

/// A skill that somebody wants run. It runs at once or is refused, and waits where a person has to approve something.
#[derive(Debug)]
pub struct SkillJobRequest<'a> {
    /// What to run.
    pub skill: ReadySkill,
    /// Who asks, and by what it is judged.
    pub request: RunRequest,
    /// What a script runs with.
    pub scripts: Arc<ScriptHome>,
    /// How long it may take, if that is asked for.
    pub timeout: Option<ExecutionTimeout>,
    /// The caller's key of this request, if there is one.
    pub claim: Option<&'a Claim>,
}

/// Everything that a task needs to run one skill.
#[derive(Debug)]
pub(super) struct SkillWork {
    pub(super) phone: Phone,
    pub(super) skill: ReadySkill,
    pub(super) id: String,
    /// A recipe's run, which is on disk.
    pub(super) begun: Option<BegunRecipe>,
    pub(super) request: RunRequest,
    pub(super) scripts: Arc<ScriptHome>,
    pub(super) timeout: Option<ExecutionTimeout>,
}

impl Jobs {
    /// Takes a skill for a phone.
    pub fn submit_skill(
        &self,
        phone: &Phone,
        asked: SkillJobRequest<'_>,
    ) -> Result<Submitted, Failure> {
        let terms = Terms {
            caller: asked.request.name.clone(),
            decided_on: asked.request.decided_on,
            wait: Wait::Never,
            claim: asked.claim,
        };
        let sources = &**self.store().sources();
        self.take(phone, terms, |key| {
            let mut request = asked.request;
            request.idempotency_key = key;
            let id = asked.skill.new_id(sources)?;
            let (run, begun) = match &asked.skill.0 {
                Ready::Recipe(prepared) => {
                    let validated = prepared.execution(&id, &id, asked.timeout.as_ref())?;
                    let executor = phone.quiet_executor(request.clone(), prepared);
                    let accepted = executor.accept(&validated.execution, TraceDetail::default())?;
                    let run = accepted.id().clone();
                    (run, Some(BegunRecipe::new(executor, accepted)))
                }
                Ready::Script(_) => (RunId::new(sources).map_err(|error| unnamed(&error))?, None),
            };
            Ok(Accepted {
                run,
                command_id: id.clone(),
                work: Work::Skill(Box::new(SkillWork {
                    phone: phone.clone(),
                    skill: asked.skill,
                    id,
                    begun,
                    request,
                    scripts: asked.scripts,
                    timeout: asked.timeout,
                })),
            })
        })
    }
}

fn unnamed(error: &std::io::Error) -> Failure {
    let message = format!("the run cannot be given a name: {error}; nothing was started");
    Failure::new(ErrorCode::InternalError, message)
}
