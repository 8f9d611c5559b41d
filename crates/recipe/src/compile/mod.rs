//! `(recipe, inputs) → template`: pure, and the same bytes every time.

mod actions;
mod budget;
mod inputs;
mod legacy;
mod recipe;
mod template;

use std::collections::BTreeMap;

pub(crate) use self::budget::Cost;
pub use self::template::{ActionOrigin, PlannedStep, Template};

use crate::finding::{RecipeFindings, Report};
use crate::load::{Artifact, Loaded};
use crate::rule::Levels;
use crate::source::Source;

/// What an artifact compiles to.
#[derive(Debug, Clone, PartialEq)]
pub struct Compiled {
    /// The execution without the caller's ids.
    pub template: Template,
    /// Where every action of it comes from, in order.
    pub plan: Vec<PlannedStep>,
    /// Whether it is a legacy template.
    pub legacy: bool,
}

/// Compiles an artifact with values for its inputs.
///
/// The answer depends on the artifact and the values alone. A refusal holds every finding, and no value.
pub fn compile(
    loaded: &Loaded,
    inputs: &BTreeMap<String, String>,
) -> Result<Compiled, RecipeFindings> {
    let source = Source::new(&loaded.name, &loaded.text);
    let levels = Levels::default();
    let report = Report::new(&source, &levels);
    let compiled = match &loaded.artifact {
        Artifact::Recipe(recipe) => recipe::compile(recipe, inputs, &report),
        Artifact::Legacy(template) => legacy::compile(template, inputs, &report),
    };
    let findings = report.into_findings();
    match compiled {
        Some(compiled) if !findings.has_errors() => Ok(compiled),
        Some(_) | None => Err(findings),
    }
}
