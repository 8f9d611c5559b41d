//! Every number a recipe is refused by, in one place.
//!
//! Recipes are other people's files. What can be counted is counted before anything is parsed or while it is, so that
//! a hostile file costs no more than a large honest one.

/// The most bytes a recipe may have, before anything is parsed.
pub const MAX_RECIPE_BYTES: usize = 131_072;
/// The deepest nesting of lists and mappings in one document.
pub const MAX_DEPTH: usize = 24;
/// The most values (scalars, lists, mappings) of a recipe, its step blocks together.
pub const MAX_VALUES: usize = 20_000;
/// The most steps a recipe may write down; how many may run is the contract's limit.
pub const MAX_STEPS: usize = 200;
/// The most entries in a list of the frontmatter.
pub const MAX_LIST: usize = 64;
/// The most patterns in the selectors of a recipe, and together they fold the case of no more characters than one
/// selector may.
pub const MAX_PATTERNS: usize = 64;
/// The most characters of an id: of a step, an input or an output.
pub const MAX_NAME_LENGTH: usize = 64;
/// The most characters of `recipe_id` and `application_id`.
pub const MAX_IDENTIFIER_LENGTH: usize = 255;
/// The most characters of `summary` and of an entry of a list.
pub const MAX_TEXT_LENGTH: usize = 1_000;
/// The most characters of a selector's text and of an input's value: the contract's limit for matchers.
pub const MAX_SELECTOR_TEXT_LENGTH: usize = clawperator_contract::limits::MAX_MATCHER_VALUE_LENGTH;
/// The largest `retries.count`: the contract runs at most ten attempts, the first included.
pub const MAX_RETRIES: i64 = clawperator_contract::limits::MAX_RETRY_ATTEMPTS - 1;
/// The longest of any time in a recipe, in milliseconds.
pub const MAX_MS: i64 = clawperator_contract::limits::MAX_EXECUTION_TIMEOUT_MS;
/// How long a `confirm` waits when it does not say, in milliseconds.
pub const DEFAULT_CONFIRM_MS: i64 = 5_000;
/// The most findings one answer lists; the count beyond is told.
pub const MAX_FINDINGS: usize = 1_000;
/// The most characters of a text that an output is taken from.
pub const MAX_OUTPUT_LENGTH: usize = 10_000;
