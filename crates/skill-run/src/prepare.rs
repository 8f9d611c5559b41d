//! A skill's artifact with its inputs, ready to run.

use clawperator_contract::{ErrorCode, ExecutionTimeout, Failure, Validated};
use clawperator_recipe::{Artifact, Compiled, Level, Loaded, RecipeFindings, compile};
use clawperator_skills::SkillRecipe;

use crate::disclosure::Disclosure;
use crate::inputs::Inputs;

/// A compiled artifact.
#[derive(Debug)]
pub struct Prepared {
    pub skill_id: String,
    /// The artifact's path within the skill.
    pub artifact: String,
    pub(crate) loaded: Loaded,
    pub(crate) compiled: Compiled,
    pub(crate) inputs: Inputs,
    pub(crate) disclosure: Disclosure,
}

impl Prepared {
    /// The id of the skill.
    #[must_use]
    pub fn id(&self) -> &str {
        &self.skill_id
    }

    /// The app that it drives; `None` for a legacy template, which may drive any.
    #[must_use]
    pub fn application_id(&self) -> Option<&str> {
        match &self.loaded.artifact {
            Artifact::Recipe(recipe) => Some(&recipe.frontmatter.application_id.value),
            Artifact::Legacy(_) => None,
        }
    }

    /// How many actions it compiled to.
    #[must_use]
    pub fn actions(&self) -> usize {
        self.compiled.plan.len()
    }

    /// What an executor gets, with these ids.
    pub fn execution(
        &self,
        command_id: &str,
        task_id: &str,
        timeout: Option<&ExecutionTimeout>,
    ) -> Result<Validated, Failure> {
        let template = &self.compiled.template;
        template.execution(command_id, task_id, timeout.cloned())
    }
}

/// Compiles a skill's recipe with values for its inputs. What stops it is told with its place, and without a value.
pub fn prepare(skill_id: &str, recipe: &SkillRecipe, inputs: Inputs) -> Result<Prepared, Failure> {
    let loaded = recipe.loaded.clone();
    let compiled = compile(&loaded, inputs.values()).map_err(|found| refused(&found))?;
    let disclosure = Disclosure::of(&loaded.artifact, &inputs);
    Ok(Prepared {
        skill_id: skill_id.to_owned(),
        artifact: recipe.path.clone(),
        loaded,
        compiled,
        inputs,
        disclosure,
    })
}

/// The most findings that a message lists.
const LISTED: usize = 10;

fn refused(findings: &RecipeFindings) -> Failure {
    let errors: Vec<_> = findings
        .list
        .iter()
        .filter(|finding| finding.level == Level::Error)
        .collect();
    let lines: Vec<String> = errors
        .iter()
        .take(LISTED)
        .map(|finding| {
            format!(
                "{}:{}:{}: {}: {}",
                finding.file,
                finding.at.line,
                finding.at.column,
                finding.code.name(),
                finding.message
            )
        })
        .collect();
    let mut message = lines.join("\n");
    let unlisted = errors.len().saturating_sub(LISTED) + findings.unlisted;
    if unlisted > 0 {
        message.push_str(&format!("\nand {unlisted} more"));
    }
    let code = findings.error_code().unwrap_or(ErrorCode::RecipeInvalid);
    let mut advice = code.spec().advice();
    if let Some(first) = errors.first() {
        advice.hint = first.fix.clone().into();
    }
    Failure::new(code, message).with_advice(advice)
}
