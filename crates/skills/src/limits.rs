//! Every number a skill or a registry is refused by, in one place.
//!
//! A registry is other people's files. Sizes are known before a file is read, counts while it is.

/// The most bytes of `skills-registry.json`.
pub const MAX_REGISTRY_BYTES: u64 = 8 * 1024 * 1024;
/// The most skills of a registry.
pub const MAX_SKILLS: usize = 20_000;
/// The most bytes of one skill's `skill.json`.
pub const MAX_METADATA_BYTES: u64 = 64 * 1024;
/// The most bytes of one skill's `SKILL.md`.
pub const MAX_PAGE_BYTES: u64 = 256 * 1024;
/// The most bytes of any other file of a skill.
pub const MAX_FILE_BYTES: u64 = 1024 * 1024;
/// The most bytes of a skill's files together.
pub const MAX_SKILL_BYTES: u64 = 4 * 1024 * 1024;
/// The most files and folders of a skill.
pub const MAX_SKILL_FILES: usize = 128;
/// The deepest folder of a skill, its own counted as 0.
pub const MAX_SKILL_DEPTH: usize = 4;
/// The most entries of a list in `skill.json`.
pub const MAX_LIST: usize = 32;
/// The most characters of an id, and of a folder's name with it.
pub const MAX_ID_LENGTH: usize = 200;
/// The most characters of a summary.
pub const MAX_SUMMARY_LENGTH: usize = 500;
/// The most characters of a keyword.
pub const MAX_KEYWORD_LENGTH: usize = 64;
/// The most characters of a file's path below its skill.
pub const MAX_PATH_LENGTH: usize = 200;
/// The most findings one answer lists; the count beyond is told.
pub const MAX_FINDINGS: usize = 1_000;
