//! Generated indexes: written from the skills, compared with them, and read instead of them.
//!
//! Nothing in an index depends on when or where it was generated, so two trees with the same skills have the same
//! bytes, and a stale index is told by its hashes.

mod files;
mod record;
mod search;
mod stored;

pub use self::record::{ArtifactRecord, Record};
pub use self::search::{SkillQuery, SkillSummary};
pub use self::stored::{Freshness, SearchSource, SkillSearch, Written};

pub(crate) use self::files::generate;
pub(crate) use self::stored::{compare, known_records, write};
