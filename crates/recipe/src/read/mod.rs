//! From a tree to the model: every field read, everything that does not fit reported.
//!
//! A reader never stops at the first problem: it reports, answers `None`, and its caller goes on with the next field.

mod fields;
mod forms;
mod frontmatter;
mod inputs_outputs;
mod params;
mod selector;
mod step;

pub(crate) use self::fields::Reader;
pub(crate) use self::forms::is_package_id;
pub(crate) use self::frontmatter::{FRONTMATTER_KEYS, read_frontmatter};
pub(crate) use self::params::plain_number;
pub(crate) use self::step::{check_unique_ids, read_step};
