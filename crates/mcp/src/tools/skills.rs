//! `search_skills` and `run_skill`: tested tasks with a name.

use std::fmt::Write as _;
use std::sync::Arc;

use clawperator_contract::{ErrorCode, Failure};
use clawperator_host::jobs::SkillJobRequest;
use clawperator_host::{Inputs, ShownRecipe, ShownSkill, SkillQuery, SkillRefusal, SkillSummary};
use clawperator_host::{SkillShelf, add_inputs, beside};
use rmcp::model::JsonObject;
use serde::Deserialize;

use super::parse;
use crate::acting::{Carried, used};
use crate::answer::{Answer, Outcome};
use crate::run::Call;

/// The most skills that one answer describes.
const MOST_SHOWN: usize = 20;
/// The most characters of their descriptions.
const MOST_CHARACTERS: usize = 16_000;

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct SearchArguments {
    #[serde(default)]
    query: Option<String>,
    #[serde(default)]
    app: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RunArguments {
    #[serde(default)]
    device: Option<String>,
    generation: u64,
    skill: String,
    #[serde(default)]
    artifact: Option<String>,
    #[serde(default)]
    inputs: JsonObject,
}

pub(super) async fn search(call: &Call<'_>, arguments: &JsonObject) -> Result<Answer, Failure> {
    let asked: SearchArguments = parse(arguments)?;
    let query = SkillQuery {
        application_id: asked.app,
        ..SkillQuery::for_words(asked.query.as_deref())
    };
    let shelf = call.state.skills.clone();
    beside(move || Ok(found(&shelf, &query)?)).await
}

pub(super) async fn run(call: &Call<'_>, arguments: &JsonObject) -> Result<Answer, Failure> {
    let asked: RunArguments = parse(arguments)?;
    let mut inputs = Inputs::default();
    let given = serde_json::to_vec(&asked.inputs)
        .map_err(|error| Failure::new(ErrorCode::InternalError, error.to_string()))?;
    add_inputs(&mut inputs, &given)?;
    let generation = asked.generation;
    let carried = call.carried(
        asked.device.as_deref(),
        generation,
        ("run_skill", arguments),
    );
    let free = match carried.await? {
        Carried::Before(known) => return call.submitted(known).await,
        Carried::Now(free) => free,
    };
    let shelf = call.state.skills.clone();
    let (id, artifact) = (asked.skill, asked.artifact);
    let skill = beside(move || Ok(shelf.ready(&id, artifact.as_deref(), inputs)?)).await?;
    let request = SkillJobRequest {
        skill,
        request: call.caller.request(Some(generation)),
        scripts: Arc::clone(call.state.skills.scripts()),
        timeout: None,
        claim: Some(&free.claim),
    };
    let submitted = call.state.jobs.submit_skill(&free.phone, request);
    let submitted = submitted.map_err(|failure| used(failure, generation))?;
    call.submitted(submitted).await
}

fn found(shelf: &SkillShelf, query: &SkillQuery) -> Result<Answer, SkillRefusal> {
    let found = shelf.find(query)?;
    let shown = found.get(..MOST_SHOWN).unwrap_or(&found);
    let ids: Vec<&str> = shown.iter().map(|skill| &*skill.id).collect();
    let known = shelf.show_all(&ids)?;
    let mut answer = Answer::new(Outcome::Done);
    let mut told = Vec::new();
    let mut characters = 0;
    for (summary, known) in shown.iter().zip(known) {
        let text = describe(summary, known);
        characters += text.chars().count();
        if characters > MOST_CHARACTERS {
            break;
        }
        answer.line(&text);
        told.push(summary.id.to_string());
    }
    let untold = found.len() - told.len();
    match (found.len(), untold) {
        (0, _) => {
            answer.line("no skill fits");
            answer.line("next: use other words, or drive the phone by `snapshot` and `act`");
        }
        (_, 0) => {}
        (_, untold) => answer.line(&format!("{untold} more fit; use more words")),
    }
    answer.put("skills", told);
    Ok(answer)
}

/// A skill, and what it takes.
fn describe(summary: &SkillSummary<'_>, known: Result<ShownSkill, SkillRefusal>) -> String {
    let mut text = format!("{}: {}", summary.id, summary.summary);
    let shown = match known {
        Ok(shown) => shown,
        Err(refusal) => {
            let failure = Failure::from(refusal);
            // Writing to a String cannot fail.
            let _ = write!(text, "\n  cannot be run: {}", failure.code.name());
            return text;
        }
    };
    if shown.index != "fresh" {
        let code = ErrorCode::SkillArtifactStale.name();
        let _ = write!(text, "\n  cannot be run: {code}");
    }
    let is_one_of_several = shown.recipes.len() > 1;
    for recipe in &shown.recipes {
        if is_one_of_several {
            let _ = write!(text, "\n  artifact {}", recipe.name);
        }
        let _ = write!(text, "\n  inputs: {}", inputs(recipe));
    }
    if shown.recipes.is_empty() {
        text.push_str("\n  a script: runs only if the profile names it; its page has its inputs");
    }
    text
}

fn inputs(recipe: &ShownRecipe) -> String {
    let declared = recipe.recipe.iter().flat_map(|recipe| &recipe.inputs);
    let declared = declared.map(|input| {
        let need = if input.required {
            "required"
        } else {
            "optional"
        };
        format!("{} ({}, {need})", input.name, input.input_type)
    });
    let variables = recipe.variables.iter();
    let variables = variables.map(|name| format!("{name} (string, required)"));
    let all: Vec<String> = declared.chain(variables).collect();
    if all.is_empty() {
        "none".to_owned()
    } else {
        all.join(", ")
    }
}
