//! Every number the contract refuses or clamps by, in one place.
//!
//! The value types of the params carry these as const parameters, so that decoding, JSON Schema and the reference
//! documents cannot disagree.

/// The most bytes an input document may have, before anything is parsed.
pub const MAX_INPUT_BYTES: usize = 1_048_576;
/// The most bytes the compact canonical serialisation of an execution may have.
pub const MAX_PAYLOAD_BYTES: usize = 64_000;
/// The most actions one execution may hold.
pub const MAX_EXECUTION_ACTIONS: usize = 50;
/// The shortest execution timeout, in milliseconds.
pub const MIN_EXECUTION_TIMEOUT_MS: i64 = 1_000;
/// The longest execution timeout, in milliseconds; also the longest sleep and wait.
pub const MAX_EXECUTION_TIMEOUT_MS: i64 = 120_000;
/// The longest `wait_for_navigation` timeout, in milliseconds.
pub const MAX_NAVIGATION_TIMEOUT_MS: i64 = 30_000;

/// The most characters of `commandId`, `taskId`, an action's `id` and `sessionId`.
pub const MAX_ID_LENGTH: usize = 128;
/// The most characters of `source`.
pub const MAX_SOURCE_LENGTH: usize = 64;
/// The most characters of an action's `type`.
pub const MAX_ACTION_TYPE_LENGTH: usize = 64;
/// The most characters of a matcher value, a package id and a validator pattern.
pub const MAX_MATCHER_VALUE_LENGTH: usize = 512;
/// The most characters of `uri`.
pub const MAX_URI_LENGTH: usize = 2_048;
/// The most characters of a screenshot's `path`: the longest path Linux opens.
pub const MAX_PATH_LENGTH: usize = 4_096;
/// The most bytes a validator pattern may take once compiled.
pub const MAX_COMPILED_PATTERN_BYTES: usize = 1_048_576;
/// The deepest group nesting of a validator pattern.
pub const MAX_PATTERN_NESTING: u32 = 64;

/// The most characters whose case a validator pattern may ask to fold, counted once per class that holds them.
///
/// Folding goes through a class character by character: 512 characters of `(?i)[ -\u{10ffff}]` take half a second.
/// This much is one class of everything and a little more.
pub const MAX_FOLDED_CHARACTERS: usize = 1_200_000;

/// The largest coordinate: a Java `int`, which is what Android takes.
pub const MAX_COORDINATE: i64 = 2_147_483_647;
/// The largest snapshot generation: the largest integer every JSON reader keeps exact.
pub const MAX_GENERATION: i64 = 9_007_199_254_740_991;

/// The longest delay for the screen to settle after a scroll, in milliseconds.
pub const MAX_SETTLE_DELAY_MS: i64 = 10_000;
/// The most scrolls of one `scroll_until`.
pub const MAX_SCROLLS: i64 = 200;
/// The longest `scroll_until` loop, in milliseconds.
pub const MAX_SCROLL_DURATION_MS: i64 = 120_000;
/// The largest `noPositionChangeThreshold`.
pub const MAX_NO_POSITION_CHANGE: i64 = 20;
/// The most swipes of one `scroll_and_click`.
pub const MAX_SWIPES: i64 = 50;

/// The most attempts of a retry, the first included.
pub const MAX_RETRY_ATTEMPTS: i64 = 10;
/// The longest delay before the first retry, in milliseconds.
pub const MAX_RETRY_INITIAL_DELAY_MS: i64 = 30_000;
/// The longest delay between two attempts, in milliseconds.
pub const MAX_RETRY_DELAY_MS: i64 = 60_000;
/// The largest growth factor of the delay between attempts.
pub const MAX_RETRY_BACKOFF: i64 = 5;
/// The longest time of a retry, in milliseconds: an execution's own limit.
pub const MAX_RETRY_WITHIN_MS: i64 = MAX_EXECUTION_TIMEOUT_MS;

/// The deepest nesting of `anyOf` and `allOf` in a `where` expression.
pub const MAX_WHERE_DEPTH: usize = 8;
/// The most alternatives in one `anyOf` or `allOf`.
pub const MAX_WHERE_ALTERNATIVES: usize = 32;
/// The most objects in one `where` expression, the outermost included.
pub const MAX_WHERE_CLAUSES: usize = 64;
/// The largest `nth` and `indexInParent`.
pub const MAX_ORDINAL: i64 = 10_000;

/// The most issues one failure lists; `issueCount` always gives the true number.
pub const MAX_REPORTED_ISSUES: usize = 1_000;

/// One limit as the reference documents show it.
#[derive(Debug, Clone, Copy)]
pub struct LimitInfo {
    /// What is limited.
    pub subject: &'static str,
    /// The bound, in words.
    pub bound: &'static str,
    /// What happens beyond it.
    pub beyond: &'static str,
}

/// The limits as the reference documents and `clawperator limits` list them.
///
/// `crates/contract/tests/suite/limits.rs` holds each row against validation itself.
pub const TABLE: &[LimitInfo] = &[
    row(
        "input document",
        "1048576 bytes",
        "refused: `PAYLOAD_TOO_LARGE`",
    ),
    row(
        "execution, compact canonical form",
        "64000 bytes",
        "refused: `PAYLOAD_TOO_LARGE`",
    ),
    row("`actions`", "1..50", "refused"),
    row("`timeoutMs` of the execution", "1000..120000 ms", "refused"),
    row(
        "`commandId`, `taskId`, action `id`, `sessionId`",
        "1..128 characters",
        "refused",
    ),
    row("`source`", "1..64 characters", "refused"),
    row("action `type`", "64 characters", "refused"),
    row(
        "matcher values, `applicationId`, `expectedPackage`",
        "1..512 characters",
        "refused",
    ),
    row(
        "`validatorPattern`",
        "512 characters, 1048576 bytes compiled, 64 nested groups, 1200000 characters with their case folded",
        "refused",
    ),
    row("`uri`", "1..2048 characters", "refused"),
    row("`path` of a screenshot", "1..4096 characters", "refused"),
    row(
        "`text` of enter_text",
        "as long as the payload allows",
        "refused: `PAYLOAD_TOO_LARGE`",
    ),
    row(
        "`coordinate.x`, `coordinate.y`",
        "integer 0..2147483647",
        "refused",
    ),
    row("`durationMs` of sleep", "0..120000 ms", "refused"),
    row(
        "`timeoutMs` of wait_for_navigation",
        "above 0, at most 30000 ms",
        "refused",
    ),
    row(
        "`timeoutMs` of wait_for_node",
        "1..120000 ms",
        "clamped, with a warning",
    ),
    row(
        "`distanceRatio`, `settleDelayMs` of scroll and scroll_until",
        "0..1, 0..10000 ms",
        "refused",
    ),
    row(
        "`distanceRatio`, `settleDelayMs` of scroll_and_click",
        "0..1, 0..10000 ms",
        "clamped, with a warning",
    ),
    row("`maxScrolls`", "integer 1..200", "refused"),
    row("`maxDurationMs`", "0..120000 ms", "refused"),
    row("`noPositionChangeThreshold`", "integer 1..20", "refused"),
    row("`maxSwipes`", "integer 1..50", "clamped, with a warning"),
    row("retry `maxAttempts`", "1..10", "clamped, with a warning"),
    row(
        "retry `initialDelayMs`",
        "0..30000 ms",
        "clamped, with a warning",
    ),
    row(
        "retry `maxDelayMs`",
        "`initialDelayMs`..60000 ms",
        "clamped, with a warning",
    ),
    row(
        "retry `backoffMultiplier`",
        "1..5",
        "clamped, with a warning",
    ),
    row("retry `jitterRatio`", "0..1", "clamped, with a warning"),
    row(
        "retry `withinMs` (extension)",
        "0..120000 ms",
        "clamped, with a warning",
    ),
    row(
        "`where` expression (extension)",
        "8 levels, 64 objects, 32 alternatives each",
        "refused",
    ),
    row(
        "`nth` (extension), `indexInParent` (extension)",
        "1..10000, 0..10000",
        "refused",
    ),
    row(
        "`details.issues`",
        "1000 listed, all counted in `issueCount`",
        "cut",
    ),
];

const fn row(subject: &'static str, bound: &'static str, beyond: &'static str) -> LimitInfo {
    LimitInfo {
        subject,
        bound,
        beyond,
    }
}
