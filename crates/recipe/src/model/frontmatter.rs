//! What a recipe says of itself.

use semver::Version;

use super::Spanned;
use super::format::RecipeFormat;
use super::words::{
    Capability, Framework, InputType, OutputType, RecipeType, Redaction, RiskLevel, SessionPolicy,
};
use crate::source::Position;

/// The fields at the head of a recipe.
#[derive(Debug, Clone, PartialEq)]
pub struct Frontmatter {
    /// The format it is written in; left out, the first.
    pub format: RecipeFormat,
    /// Its name, unique in a registry.
    pub recipe_id: Spanned<String>,
    pub recipe_version: Spanned<Version>,
    /// What kind of thing it does.
    pub recipe_type: Spanned<RecipeType>,
    /// The app it drives, by package id.
    pub application_id: Spanned<String>,
    /// Its purpose, in a sentence.
    pub summary: Spanned<String>,
    /// What the app's screens are made with.
    pub frameworks: Vec<Spanned<Framework>>,
    /// Where it starts from.
    pub session_policy: Spanned<SessionPolicy>,
    /// `false` when its first steps are the fresh start.
    pub fresh_start_injected: Option<Spanned<bool>>,
    /// The version of the app it was made with.
    pub app_build: AppBuild,
    /// Where it was tried.
    pub tested_on: TestedOn,
    /// What it may do.
    pub capabilities: Vec<Spanned<Capability>>,
    /// What it needs to be told.
    pub inputs: Vec<Input>,
    /// What it tells.
    pub outputs: Vec<Output>,
    /// The versions of the app it fits.
    pub compatibility: Compatibility,
    /// What is odd about the app.
    pub known_quirks: Vec<Spanned<String>>,
    /// How it fails.
    pub failure_modes: Vec<Spanned<String>>,
    /// Who keeps it.
    pub maintainers: Vec<Spanned<String>>,
    /// Words to find it by.
    pub tags: Vec<Spanned<String>>,
    /// How much it can do wrong.
    pub risk_level: Option<Spanned<RiskLevel>>,
}

impl Frontmatter {
    #[must_use]
    pub fn input(&self, name: &str) -> Option<&Input> {
        self.inputs.iter().find(|input| input.name.value == name)
    }

    /// Whether the compiler makes the fresh start.
    #[must_use]
    pub fn starts_fresh(&self) -> bool {
        let is_injected = self
            .fresh_start_injected
            .is_none_or(|injected| injected.value);
        self.session_policy.value == SessionPolicy::Fresh && is_injected
    }
}

/// The version of the app that a recipe was made with.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AppBuild {
    /// As people see it.
    pub version_name: Spanned<String>,
    /// As Android counts it.
    pub version_code: Spanned<i64>,
}

/// Where a recipe was tried.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TestedOn {
    /// The API level.
    pub android_api: Spanned<i64>,
    /// The phone's model.
    pub device_model: Option<Spanned<String>>,
    /// The phone's language.
    pub locale: Option<Spanned<String>>,
    /// When, as ISO 8601.
    pub last_verified_at: Option<Spanned<String>>,
}

/// The versions of the app that a recipe fits, both ends included.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Compatibility {
    /// The first.
    pub min_version_code: Option<Spanned<i64>>,
    /// The last.
    pub max_version_code: Option<Spanned<i64>>,
}

impl Compatibility {
    /// Whether a version of the app lies within the window.
    #[must_use]
    pub fn fits(&self, version_code: i64) -> bool {
        let above = self
            .min_version_code
            .is_none_or(|least| least.value <= version_code);
        let below = self
            .max_version_code
            .is_none_or(|most| version_code <= most.value);
        above && below
    }
}

/// Something a recipe needs to be told.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Input {
    /// Where it is declared.
    pub at: Position,
    /// What placeholders call it.
    pub name: Spanned<String>,
    /// What kind of value it takes.
    pub input_type: InputType,
    /// Whether it may not be empty.
    pub required: bool,
    /// Its value when none is given.
    pub default: Option<Spanned<String>>,
    pub description: Option<Spanned<String>>,
}

/// Something a recipe tells.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Output {
    /// Where it is declared.
    pub at: Position,
    /// What the result calls it.
    pub name: Spanned<String>,
    /// What kind of value it gives.
    pub output_type: OutputType,
    /// What becomes of the value before anybody sees it.
    pub redaction: Redaction,
    /// The `read_text` step it is taken from; left out, the step of its own name.
    pub from: Option<Spanned<String>>,
    /// Which part of the text is meant: a pattern with one group.
    pub parse: Option<Spanned<String>>,
    pub description: Option<Spanned<String>>,
}
