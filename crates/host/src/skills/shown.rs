//! What there is to know of a skill before it is run.

use clawperator_recipe::{Artifact, Frontmatter};
use clawperator_skills::{Finding, Freshness, Interpreter, Skill, SkillRecipe, SkillSummary};
use schemars::JsonSchema;
use serde::Serialize;

/// A skill with everything that it takes and tells.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ShownSkill {
    /// What it is.
    pub skill: SkillSummary<'static>,
    /// Where it is; omitted for whoever asks from elsewhere.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub folder: Option<String>,
    /// The SHA-256 of all its files.
    pub files_sha256: String,
    /// `fresh`, `not_indexed` or `stale`; only a fresh one is run.
    pub index: &'static str,
    /// Its recipes.
    pub recipes: Vec<ShownRecipe>,
    /// Its scripts.
    pub scripts: Vec<ShownScript>,
    /// What runs its scripts.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub interpreter: Option<&'static str>,
    /// What is not as it should be and stops nothing.
    pub warnings: Vec<Finding>,
}

/// A recipe of a skill.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ShownRecipe {
    /// What names it among several.
    pub name: String,
    /// Its file, below the skill's folder.
    pub file: String,
    /// The SHA-256 of that file.
    pub sha256: String,
    /// Whether it is a template of the older form.
    pub legacy: bool,
    /// The variables of a legacy template.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub variables: Vec<String>,
    /// What it says about itself; omitted for a legacy template.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub recipe: Option<ShownFrontmatter>,
}

/// What a recipe says about itself.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ShownFrontmatter {
    pub recipe_id: String,
    pub version: String,
    /// `probe`, `flow` or `action`.
    pub recipe_type: &'static str,
    pub summary: String,
    /// What it may do.
    pub capabilities: Vec<&'static str>,
    /// What it is given.
    pub inputs: Vec<ShownInput>,
    /// What it tells.
    pub outputs: Vec<ShownOutput>,
}

/// A value that a recipe is given.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct ShownInput {
    pub name: String,
    #[serde(rename = "type")]
    pub input_type: &'static str,
    /// Whether it must be given.
    pub required: bool,
    /// What it is where it is not given.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub default: Option<String>,
}

/// A value that a recipe tells.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct ShownOutput {
    pub name: String,
    #[serde(rename = "type")]
    pub output_type: &'static str,
    /// What becomes of it before anybody sees it.
    pub redaction: &'static str,
}

/// A script of a skill.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct ShownScript {
    /// Its file, below the skill's folder.
    pub file: String,
    pub language: &'static str,
}

impl ShownSkill {
    pub(super) fn new(skill: &Skill, freshness: Freshness) -> Self {
        let scripts = skill.scripts.iter();
        Self {
            skill: SkillSummary::from(&skill.entry).into_owned(),
            folder: Some(skill.folder.to_string_lossy().into_owned()),
            files_sha256: skill.files_sha256.clone(),
            index: match freshness {
                Freshness::Fresh => "fresh",
                Freshness::NotIndexed => "not_indexed",
                Freshness::Stale => "stale",
            },
            recipes: skill.recipes.iter().map(recipe).collect(),
            scripts: scripts
                .map(|script| ShownScript {
                    file: script.path.clone(),
                    language: script.language.name(),
                })
                .collect(),
            interpreter: skill.entry.interpreter.map(Interpreter::name),
            warnings: skill.findings.list.clone(),
        }
    }

    /// The same for whoever asks from elsewhere.
    #[must_use]
    pub fn without_folder(mut self) -> Self {
        self.folder = None;
        self
    }
}

fn recipe(recipe: &SkillRecipe) -> ShownRecipe {
    let (variables, frontmatter) = match &recipe.loaded.artifact {
        Artifact::Recipe(read) => (Vec::new(), Some(frontmatter(&read.frontmatter))),
        Artifact::Legacy(template) => (template.variables(), None),
    };
    ShownRecipe {
        name: recipe.name().to_owned(),
        file: recipe.path.clone(),
        sha256: recipe.sha256.clone(),
        legacy: frontmatter.is_none(),
        variables: variables.into_iter().map(str::to_owned).collect(),
        recipe: frontmatter,
    }
}

fn frontmatter(frontmatter: &Frontmatter) -> ShownFrontmatter {
    let capabilities = frontmatter.capabilities.iter();
    let inputs = frontmatter.inputs.iter().map(|input| ShownInput {
        name: input.name.value.clone(),
        input_type: input.input_type.name(),
        required: input.required,
        default: input.default.as_ref().map(|default| default.value.clone()),
    });
    let outputs = frontmatter.outputs.iter().map(|output| ShownOutput {
        name: output.name.value.clone(),
        output_type: output.output_type.name(),
        redaction: output.redaction.name(),
    });
    ShownFrontmatter {
        recipe_id: frontmatter.recipe_id.value.clone(),
        version: frontmatter.recipe_version.value.to_string(),
        recipe_type: frontmatter.recipe_type.value.name(),
        summary: frontmatter.summary.value.clone(),
        capabilities: capabilities
            .map(|capability| capability.value.name())
            .collect(),
        inputs: inputs.collect(),
        outputs: outputs.collect(),
    }
}
