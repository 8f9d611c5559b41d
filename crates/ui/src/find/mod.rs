//! Finding the nodes that a selector names.
//!
//! The six keys of a matcher compare exactly or as a case-sensitive part, `text…` with the text and `contentDesc…` with
//! the description, never one for the other; an expression may also have patterns, and ignore case. What is not visible
//! is not found.

mod clause;
mod explain;
mod expression;
mod query;
mod scope;
mod search;
mod similarity;
mod sought;

pub use self::explain::{Candidate, Explanation, MAX_CANDIDATES, Swapped};
pub use self::query::Query;
pub use self::search::{Found, Matches};
