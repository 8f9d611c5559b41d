//! What of a run may be shown besides its outputs.

use clawperator_recipe::Artifact;

use crate::inputs::Inputs;

/// Whether texts of the screen may be shown.
///
/// They may where every output is shown anyway. A screen also shows the values that were filled into selectors, so they
/// may not where any were given. A legacy template says nothing of what it reads, so nothing is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Disclosure {
    /// They may.
    Texts,
    /// Only what is known not to come from a screen or an input.
    Nothing,
}

impl Disclosure {
    pub(crate) fn of(artifact: &Artifact, inputs: &Inputs) -> Self {
        match artifact {
            Artifact::Recipe(recipe)
                if recipe.shows_every_output() && inputs.values().is_empty() =>
            {
                Self::Texts
            }
            Artifact::Recipe(_) | Artifact::Legacy(_) => Self::Nothing,
        }
    }
}
