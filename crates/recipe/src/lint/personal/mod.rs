//! Texts that belong to one person, home, device or account.
//!
//! Two kinds of evidence: patterns, which a text has or has not (addresses, numbers, tokens), and guesses about names of
//! people and rooms, which an author can quiet by marking a text as `STRUCTURAL`.

mod check;
mod guesses;
mod judge;
mod kind;
mod names;
mod patterns;
mod strings;

pub(crate) use self::check::{check_frontmatter, check_legacy, check_prose, check_step};
pub use self::judge::personal_pattern;
