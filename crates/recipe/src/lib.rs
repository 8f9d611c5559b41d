//! Recipes: what a skill's artifact says, checked before anything of it reaches a phone.
//!
//! A recipe is Markdown (`*.recipe.md`) or JSON (`*.recipe.json`). [`load()`] reads one and holds it against every rule;
//! a refusal lists all findings at once, each with file, line, column, snippet, a stable code and a fix.
//! [`compile()`] turns what was loaded, with values for its inputs, into a [`Template`]: an execution of the contract
//! without the caller's ids, and a plan that maps every action to its source.
//!
//! Nothing here performs I/O, reads a clock or an environment, or draws at random: the same bytes in give the same
//! bytes out. Recipes are other people's files: sizes, depths and counts are bounded, and values that are filled in
//! cannot add steps, keys or placeholders.

pub mod limits;

mod budget;
mod compile;
mod finding;
mod json;
mod json_text;
mod legacy;
mod lint;
mod load;
mod markdown;
mod model;
mod outputs;
mod read;
mod rule;
mod source;
mod tree;
mod values;
mod yaml;

pub use crate::compile::{ActionOrigin, Compiled, PlannedStep, Template, compile};
pub use crate::finding::{Quieted, RecipeCode, RecipeFinding, RecipeFindings};
pub use crate::json_text::{JsonError, JsonKind, JsonText, JsonValue};
pub use crate::legacy::Legacy;
pub use crate::lint::personal::personal_pattern;
pub use crate::load::{Artifact, Loaded, is_legacy, load, load_frontmatter, load_step};
pub use crate::model::{
    Annotation, AppBuild, Capability, Compatibility, Condition, Confirm, Framework, Frontmatter,
    Input, InputType, Output, OutputType, Param, ParamKind, ParamSpec, ParamValue, Part, Phrase,
    Presence, Recipe, RecipeFormat, RecipeType, Redaction, RiskLevel, Selector, SessionPolicy,
    Spanned, Step, StepAction, TestedOn, When,
};
pub use crate::outputs::{
    HashKey, OutputError, OutputProblem, OutputValue, Redacted, Redactor, Secret, ShownOutput,
};
pub use crate::rule::{Level, Levels, RecipeRule, Standing};
pub use crate::source::{Position, Source};
