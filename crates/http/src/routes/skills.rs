//! `/skills`: the skills of this machine, and running one.

use std::sync::Arc;

use axum::Extension;
use axum::extract::rejection::QueryRejection;
use axum::extract::{Query, Request, State};
use axum::response::Response;
use clawperator_contract::limits::{MAX_EXECUTION_TIMEOUT_MS, MIN_EXECUTION_TIMEOUT_MS};
use clawperator_contract::skill_result::SkillResult;
use clawperator_contract::{ErrorCode, ExecutionTimeout, Failure};
use clawperator_host::jobs::{IdempotencyKey, Job, SkillJobRequest, Submitted};
use clawperator_host::{Inputs, ShownSkill, SkillQuery, SkillSummary, add_inputs, beside};
use http::StatusCode;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use super::asked::{DeviceId, checked};
use super::execute::{attend, identity, key};
use super::in_path::InPath;
use super::runs::parsed;
use crate::answer::{Refused, json};
use crate::app::App;
use crate::body;
use crate::tokens::Caller;

/// Which skills are listed; without any of these, all.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct SkillsQuery {
    /// The package of the app that they drive.
    #[serde(default)]
    app: Option<String>,
    /// What they are for, in a word.
    #[serde(default)]
    intent: Option<String>,
    /// Words to find them by.
    #[serde(default)]
    keyword: Option<String>,
}

/// Skills.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ListedSkills {
    /// Always true.
    ok: bool,
    /// The best first where words are looked for, otherwise by their ids.
    skills: Vec<SkillSummary<'static>>,
    /// How many there are.
    count: usize,
}

/// One skill.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct OneSkill {
    /// Always true.
    ok: bool,
    #[serde(flatten)]
    shown: ShownSkill,
}

/// A skill that ran. One that did not succeed is a success here: look inside.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct RanSkill {
    /// Always true.
    ok: bool,
    /// The skill.
    skill_id: String,
    /// The phone's serial.
    device_id: String,
    /// The run. A recipe's is kept under it.
    run: String,
    /// What it did, and what of that was verified.
    result: SkillResult,
}

impl RanSkill {
    pub(super) fn new(job: &Job, result: &SkillResult) -> Self {
        Self {
            ok: true,
            skill_id: result.skill_id.clone(),
            device_id: result.device_id.clone(),
            run: job.run().to_string(),
            result: result.clone(),
        }
    }
}

/// What a skill is given, and where it runs.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct RunBody<'body> {
    #[serde(default)]
    device_id: Option<DeviceId>,
    /// Which program on the phone is meant; there is none, so it changes nothing.
    #[serde(default, rename = "operatorPackage")]
    _operator_package: Option<String>,
    #[serde(default)]
    artifact: Option<String>,
    /// As they were written: of two values for one input none wins.
    #[serde(borrow, default)]
    inputs: Option<&'body RawValue>,
    #[serde(default)]
    timeout_ms: Option<f64>,
}

/// A run of a skill that a request asks for.
struct Asked {
    skill: String,
    device_id: Option<String>,
    artifact: Option<String>,
    inputs: Inputs,
    timeout: Option<ExecutionTimeout>,
    key: Option<IdempotencyKey>,
    /// All that makes up the request, for its key.
    request: Vec<u8>,
}

pub(super) async fn list(
    State(app): State<Arc<App>>,
    query: Result<Query<SkillsQuery>, QueryRejection>,
) -> Result<Response, Refused> {
    let query = parsed(query)?;
    let query = SkillQuery {
        application_id: query.app,
        intent: query.intent,
        ..SkillQuery::for_words(query.keyword.as_deref())
    };
    let skills = beside(move || Ok(app.skills.find(&query)?)).await?;
    let listed = ListedSkills {
        ok: true,
        count: skills.len(),
        skills,
    };
    Ok(json(StatusCode::OK, &listed))
}

pub(super) async fn show(
    State(app): State<Arc<App>>,
    InPath(id): InPath<String>,
) -> Result<Response, Refused> {
    let shown = beside(move || Ok(app.skills.show(&id)?)).await?;
    // Where it is on this machine is nothing to whoever asks from elsewhere.
    let shown = shown.without_folder();
    Ok(json(StatusCode::OK, &OneSkill { ok: true, shown }))
}

/// Runs a skill for as long as its connection is open. One that waits for a person goes on without the connection.
pub(super) async fn run(
    State(app): State<Arc<App>>,
    Extension(caller): Extension<Caller>,
    InPath(id): InPath<String>,
    request: Request,
) -> Result<Response, Refused> {
    let asked = Asked::read(id, request).await?;
    let submitted = asked.submit(&app, &caller).await?;
    Ok(attend(&app, &caller, submitted).await?)
}

impl Asked {
    async fn read(skill: String, request: Request) -> Result<Self, Failure> {
        let key = key(request.headers())?;
        let body = body::read(request).await?;
        let parsed: RunBody<'_> = body::parse(&body)?;
        let mut inputs = Inputs::default();
        if let Some(written) = parsed.inputs.filter(|written| written.get() != "null") {
            add_inputs(&mut inputs, written.get().as_bytes())?;
        }
        Ok(Self {
            device_id: checked(parsed.device_id.as_ref())?.map(str::to_owned),
            artifact: parsed.artifact,
            inputs,
            timeout: parsed.timeout_ms.map(timeout).transpose()?,
            key,
            request: identity(&format!("skill {skill}"), &body),
            skill,
        })
    }

    /// Has it run, or finds the run that has its key.
    async fn submit(self, app: &Arc<App>, caller: &Caller) -> Result<Submitted, Failure> {
        let claimed = |key| app.jobs.claim(Some(caller.name()), key, &self.request);
        let claim = self.key.as_ref().map(claimed).transpose()?;
        // What was asked before is answered wherever its phone is now.
        if let Some(claim) = &claim
            && let Some(known) = app.jobs.known(claim)?
        {
            return Ok(known);
        }
        let skills = app.skills.clone();
        let (id, artifact, inputs) = (self.skill, self.artifact, self.inputs);
        let ready = beside(move || Ok(skills.ready(&id, artifact.as_deref(), inputs)?));
        let skill = ready.await?;
        let request = app.asked(caller).await?;
        let phone = app.phone(caller, self.device_id.as_deref()).await?;
        let asked = SkillJobRequest {
            skill,
            request,
            scripts: Arc::clone(app.skills.scripts()),
            timeout: self.timeout,
            claim: claim.as_ref(),
        };
        app.jobs.submit_skill(&phone, asked)
    }
}

fn timeout(milliseconds: f64) -> Result<ExecutionTimeout, Failure> {
    ExecutionTimeout::new(milliseconds).ok_or_else(|| {
        let message =
            format!("`timeoutMs` is from {MIN_EXECUTION_TIMEOUT_MS} to {MAX_EXECUTION_TIMEOUT_MS}");
        Failure::new(ErrorCode::InvalidBody, message)
    })
}
