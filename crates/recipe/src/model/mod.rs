//! What a recipe says, typed; both source forms are read into this.

mod format;
mod frontmatter;
pub(crate) mod param;
mod phrase;
mod selector;
mod step;
pub(crate) mod step_type;
mod verification;
mod when;
pub(crate) mod words;

pub use self::format::RecipeFormat;
pub use self::frontmatter::{AppBuild, Compatibility, Frontmatter, Input, Output, TestedOn};
pub use self::param::{Param, ParamKind, ParamSpec, ParamValue};
pub(crate) use self::phrase::is_name;
pub use self::phrase::{Part, Phrase};
pub use self::selector::Selector;
pub use self::step::{Confirm, Step};
pub use self::step_type::StepAction;
pub use self::when::{Condition, Presence, When};
pub use self::words::{
    Annotation, Capability, Framework, InputType, OutputType, RecipeType, Redaction, RiskLevel,
    SessionPolicy,
};

use crate::source::Position;

/// A value with its place in the file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Spanned<T> {
    /// Where it stands.
    pub at: Position,
    pub value: T,
}

impl<T> Spanned<T> {
    pub(crate) fn new(at: Position, value: T) -> Self {
        Self { at, value }
    }
}

/// A recipe: what it is, and what it does.
#[derive(Debug, Clone, PartialEq)]
pub struct Recipe {
    pub frontmatter: Frontmatter,
    /// What it does, in order.
    pub steps: Vec<Step>,
}

impl Recipe {
    /// Whether a click of this recipe, and whatever else acts, is a side effect, which must be verified, and not mere
    /// navigation.
    #[must_use]
    pub fn has_side_effects(&self) -> bool {
        let risky = |capability: &Spanned<Capability>| {
            matches!(
                capability.value,
                Capability::Toggle
                    | Capability::TypeText
                    | Capability::Gesture
                    | Capability::PurchaseRisk
            )
        };
        self.frontmatter.recipe_type.value == RecipeType::Action
            || self.frontmatter.capabilities.iter().any(risky)
    }

    /// Whether nothing that is read is redacted: only then may the texts of a run be shown as they are.
    #[must_use]
    pub fn shows_every_output(&self) -> bool {
        self.frontmatter
            .outputs
            .iter()
            .all(|output| output.redaction == Redaction::None)
    }

    /// The steps as they are written: of those that are repeated, the first copy.
    pub fn written(&self) -> impl Iterator<Item = &Step> {
        self.steps.iter().filter(|step| !step.is_copy)
    }

    /// The step that an output is read by: the one it names, else the one of its own name.
    #[must_use]
    pub fn step_of(&self, output: &Output) -> Option<&Step> {
        let wanted = output
            .from
            .as_ref()
            .map_or(output.name.value.as_str(), |from| from.value.as_str());
        self.steps.iter().find(|step| step.id.value == wanted)
    }
}
