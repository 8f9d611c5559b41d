//! What is asked of a skill and of a whole tree: `validate`, `lint`, `index` and `ci`.

mod examine;
mod page;
mod recipes;
mod requirement;
mod scripts;
mod tree;

use clawperator_contract::Capability;

pub use self::requirement::Requirement;
pub use self::tree::{
    Checked, IndexError, QuietedText, RequirementRow, check_skill, check_tree, compare_index,
    write_index, write_registry,
};

/// Capabilities that a profile forbids together.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Combination {
    /// The profile that says so.
    pub profile: String,
    /// What it calls the rule.
    pub name: String,
    pub capabilities: Vec<Capability>,
}
