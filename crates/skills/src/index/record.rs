//! What an index says of one skill.

use clawperator_recipe::{Artifact, Recipe};
use serde::{Deserialize, Serialize};

use crate::entry::Entry;

/// One skill in an index.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Record {
    /// The skill's id and folder.
    pub id: String,
    /// The app it drives.
    pub application_id: String,
    /// What it is for, in a word.
    pub intent: String,
    /// What it does, in a sentence.
    pub summary: String,
    /// Words to find it by.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub keywords: Vec<String>,
    /// Its scripts, below its folder.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub scripts: Vec<String>,
    /// Its recipes.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub artifacts: Vec<ArtifactRecord>,
    /// The SHA-256 of all its files.
    pub files_sha256: String,
}

/// One recipe of a skill in an index. One that cannot be read has no more than its file.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ArtifactRecord {
    /// Where it is below the skill's folder.
    pub file: String,
    /// The SHA-256 of the file.
    pub sha256: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub recipe_id: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub recipe_version: Option<String>,
    /// `probe`, `flow` or `action`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub recipe_type: Option<String>,
    /// What it may do.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub capabilities: Vec<String>,
    /// What it needs to be told.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub inputs: Vec<String>,
    /// What it tells.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub outputs: Vec<String>,
    /// Whether it is a legacy template.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub legacy: bool,
}

impl Record {
    /// What an index says of a skill.
    pub(crate) fn new(entry: &Entry, artifacts: Vec<ArtifactRecord>, files_sha256: String) -> Self {
        Self {
            id: entry.id.clone(),
            application_id: entry.application_id.clone(),
            intent: entry.intent.clone(),
            summary: entry.summary.clone(),
            keywords: entry.keywords.clone(),
            scripts: entry.scripts.clone(),
            artifacts,
            files_sha256,
        }
    }
}

impl ArtifactRecord {
    /// What an index says of a recipe file, and of what was read from it.
    pub(crate) fn new(file: &str, sha256: String, artifact: Option<&Artifact>) -> Self {
        let bare = Self {
            file: file.to_owned(),
            sha256,
            ..Self::default()
        };
        match artifact {
            None => bare,
            Some(Artifact::Legacy(_)) => Self {
                legacy: true,
                ..bare
            },
            Some(Artifact::Recipe(recipe)) => Self::of_recipe(bare, recipe),
        }
    }

    fn of_recipe(bare: Self, recipe: &Recipe) -> Self {
        let frontmatter = &recipe.frontmatter;
        let capabilities = frontmatter.capabilities.iter();
        let inputs = frontmatter.inputs.iter();
        let outputs = frontmatter.outputs.iter();
        Self {
            recipe_id: Some(frontmatter.recipe_id.value.clone()),
            recipe_version: Some(frontmatter.recipe_version.value.to_string()),
            recipe_type: Some(frontmatter.recipe_type.value.name().to_owned()),
            capabilities: capabilities
                .map(|capability| capability.value.name().to_owned())
                .collect(),
            inputs: inputs.map(|input| input.name.value.clone()).collect(),
            outputs: outputs.map(|output| output.name.value.clone()).collect(),
            ..bare
        }
    }
}
