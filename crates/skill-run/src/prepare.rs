//! A skill's artifact with its inputs, ready to run.

use clawperator_contract::skill_result::RecipeRun;
use clawperator_contract::{ErrorCode, ExecutionTimeout, Failure, Validated};
use clawperator_recipe::{Artifact, Compiled, Level, Loaded, PlannedStep, RecipeFindings, compile};
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

    /// What of the recipe each action comes from, in order.
    #[must_use]
    pub fn plan(&self) -> &[PlannedStep] {
        &self.compiled.plan
    }

    /// The names of the inputs that were given.
    #[must_use]
    pub fn input_names(&self) -> Vec<String> {
        self.inputs.names()
    }

    /// The recipe as results name it.
    #[must_use]
    pub fn recipe(&self) -> RecipeRun {
        let frontmatter = match &self.loaded.artifact {
            Artifact::Recipe(recipe) => Some(&recipe.frontmatter),
            Artifact::Legacy(_) => None,
        };
        RecipeRun {
            recipe_id: frontmatter.map(|it| it.recipe_id.value.clone()),
            recipe_version: frontmatter.map(|it| it.recipe_version.value.to_string()),
            artifact: self.artifact.clone(),
            // The hash of a template with a value filled in would let the value be guessed.
            template_sha256: self
                .inputs
                .names()
                .is_empty()
                .then(|| self.compiled.template.sha256()),
            legacy: self.compiled.legacy,
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
