//! What files of skills are called.

/// The registry, in the folder that holds the skills.
pub const REGISTRY_FILE: &str = "skills-registry.json";
/// What a skill says of itself.
pub(crate) const METADATA_FILE: &str = "skill.json";
/// The skill's page for agents.
pub(crate) const PAGE_FILE: &str = "SKILL.md";
