//! From a tree to the model: every field read, everything that does not fit reported.
//!
//! A reader never stops at the first problem: it reports, answers `None`, and its caller goes on with the next field.

mod fields;
mod forms;
mod frontmatter;
mod inputs_outputs;
mod params;
mod repeat;
mod selector;
mod step;
mod when;

pub(crate) use self::fields::Reader;
pub(crate) use self::forms::is_package_id;
pub(crate) use self::frontmatter::{FRONTMATTER_KEYS, format_of, read_frontmatter};
pub(crate) use self::params::plain_number;
pub(crate) use self::step::{check_unique_ids, not_a_mapping, read_steps_of};
