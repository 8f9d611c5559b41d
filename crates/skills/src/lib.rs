//! Skills on disk: a registry of folders, each with its metadata, its page for agents, scripts and recipes.
//!
//! [`Registry::open`] reads `skills-registry.json`, [`Registry::find`] an entry of it, and [`Skill::load`] the skill's own
//! folder. All of it is other people's files: sizes and counts are bounded before anything is read, keys that are not
//! known are refused, no link is followed and no path leads out of its skill. A refusal lists every finding at once,
//! with file, place, a stable code and a fix.
//!
//! Nothing here runs a skill, knows a phone, reads a clock or an environment, or prints.

pub mod guard;
pub mod limits;

mod check;
mod digest;
mod entry;
mod files;
mod finding;
mod form;
mod index;
mod json;
mod names;
mod parallel;
mod registry;
mod scaffold;
mod script;
mod skill;

pub use crate::check::{
    Checked, Combination, IndexError, QuietedText, Requirement, RequirementRow, check_skill,
    check_tree, compare_index, write_index, write_registry,
};
pub use crate::digest::sha256_hex;
pub use crate::entry::Entry;
pub use crate::finding::{Code, Finding, Findings, Kind};
pub use crate::form::{registry_schema, registry_schema_text, skill_schema};
pub use crate::index::{
    ArtifactRecord, Freshness, Record, SearchSource, SkillQuery, SkillSearch, SkillSummary, Written,
};
pub use crate::names::REGISTRY_FILE;
pub use crate::registry::{NotFound, Registry, RegistryError};
pub use crate::scaffold::{NewError, NewSkill, create};
pub use crate::script::{Interpreter, Language, Script};
pub use crate::skill::{Skill, SkillRecipe};
