//! The limits as rows of the reference.

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
        concat!(number!(MAX_INPUT_BYTES), " bytes"),
        "refused: `PAYLOAD_TOO_LARGE`",
    ),
    row(
        "execution, compact canonical form",
        concat!(number!(MAX_PAYLOAD_BYTES), " bytes"),
        "refused: `PAYLOAD_TOO_LARGE`",
    ),
    row(
        "`actions`",
        concat!("1..", number!(MAX_EXECUTION_ACTIONS)),
        "refused",
    ),
    row(
        "`timeoutMs` of the execution",
        concat!(
            number!(MIN_EXECUTION_TIMEOUT_MS),
            "..",
            number!(MAX_EXECUTION_TIMEOUT_MS),
            " ms"
        ),
        "refused",
    ),
    row(
        "`commandId`, `taskId`, action `id`, `sessionId`",
        concat!("1..", number!(MAX_ID_LENGTH), " characters"),
        "refused",
    ),
    row(
        "`source`",
        concat!("1..", number!(MAX_SOURCE_LENGTH), " characters"),
        "refused",
    ),
    row(
        "action `type`",
        concat!(number!(MAX_ACTION_TYPE_LENGTH), " characters"),
        "refused",
    ),
    row(
        "matcher values, `applicationId`, `expectedPackage`",
        concat!("1..", number!(MAX_MATCHER_VALUE_LENGTH), " characters"),
        "refused",
    ),
    row(
        "`validatorPattern`, `textMatches`, `contentDescMatches`, `nameMatches`",
        concat!(
            number!(MAX_MATCHER_VALUE_LENGTH),
            " characters, ",
            number!(MAX_COMPILED_PATTERN_BYTES),
            " bytes compiled, ",
            number!(MAX_PATTERN_NESTING),
            " nested groups, ",
            number!(MAX_FOLDED_CHARACTERS),
            " characters with their case folded"
        ),
        "refused",
    ),
    row(
        "`uri`",
        concat!("1..", number!(MAX_URI_LENGTH), " characters"),
        "refused",
    ),
    row(
        "`path` of a screenshot",
        concat!("1..", number!(MAX_PATH_LENGTH), " characters"),
        "refused",
    ),
    row(
        "`maxSide` of a screenshot (extension)",
        concat!(
            "integer ",
            number!(MIN_PICTURE_SIDE),
            "..",
            number!(MAX_PICTURE_SIDE)
        ),
        "refused",
    ),
    row(
        "`text` of enter_text",
        "as long as the payload allows",
        "refused: `PAYLOAD_TOO_LARGE`",
    ),
    row(
        "`x` and `y` of `coordinate`, `from` and `to`",
        concat!("integer 0..", number!(MAX_COORDINATE)),
        "refused",
    ),
    row(
        "`durationMs` of swipe",
        concat!(
            number!(MIN_SWIPE_DURATION_MS),
            "..",
            number!(MAX_SWIPE_DURATION_MS),
            " ms"
        ),
        "refused",
    ),
    row(
        "`holdMs` of click (extension)",
        concat!(number!(MIN_HOLD_MS), "..", number!(MAX_HOLD_MS), " ms"),
        "refused",
    ),
    row(
        "`holdMs` and `restMs` of drag (extension)",
        concat!("0..", number!(MAX_DRAG_PART_MS), " ms"),
        "refused",
    ),
    row(
        "`durationMs` of drag (extension)",
        concat!(
            number!(MIN_SWIPE_DURATION_MS),
            "..",
            number!(MAX_DRAG_PART_MS),
            " ms"
        ),
        "refused",
    ),
    row(
        "`scale` of pinch (extension)",
        concat!(number!(MIN_PINCH_SCALE), "..", number!(MAX_PINCH_SCALE)),
        "refused",
    ),
    row(
        "`degrees` of pinch (extension)",
        concat!(
            "-",
            number!(MAX_PINCH_DEGREES),
            "..",
            number!(MAX_PINCH_DEGREES)
        ),
        "refused",
    ),
    row(
        "`durationMs` of pinch (extension)",
        concat!(
            number!(MIN_SWIPE_DURATION_MS),
            "..",
            number!(MAX_SWIPE_DURATION_MS),
            " ms"
        ),
        "refused",
    ),
    row(
        "`fingers` of touch_path (extension)",
        concat!(
            "1..",
            number!(MAX_FINGERS),
            ", of 1 point each at least and ",
            number!(MAX_PATH_POINTS),
            " points together"
        ),
        "refused",
    ),
    row(
        "`atMs` of touch_path (extension)",
        concat!("0..", number!(MAX_PATH_MS), " ms"),
        "refused",
    ),
    row(
        "patterns of a `where` expression",
        concat!("0..", number!(MAX_WHERE_PATTERNS)),
        "refused",
    ),
    row(
        "`quietMs` of wait_for_idle (extension)",
        concat!("0..", number!(MAX_QUIET_MS), " ms"),
        "clamped, with a warning",
    ),
    row(
        "`times` of press_key (extension)",
        concat!("1..", number!(MAX_KEY_TIMES)),
        "refused",
    ),
    row(
        "`durationMs` of sleep",
        concat!("0..", number!(MAX_EXECUTION_TIMEOUT_MS), " ms"),
        "refused",
    ),
    row(
        "`timeoutMs` of wait_for_navigation",
        concat!(
            "above 0, at most ",
            number!(MAX_NAVIGATION_TIMEOUT_MS),
            " ms"
        ),
        "refused",
    ),
    row(
        "`timeoutMs` of wait_for_node, wait_for_toast and wait_for_idle",
        concat!("1..", number!(MAX_EXECUTION_TIMEOUT_MS), " ms"),
        "clamped, with a warning",
    ),
    row(
        "`distanceRatio`, `settleDelayMs` of scroll and scroll_until",
        concat!("0..1, 0..", number!(MAX_SETTLE_DELAY_MS), " ms"),
        "refused",
    ),
    row(
        "`distanceRatio`, `settleDelayMs` of scroll_and_click",
        concat!("0..1, 0..", number!(MAX_SETTLE_DELAY_MS), " ms"),
        "clamped, with a warning",
    ),
    row(
        "`maxScrolls`",
        concat!("integer 1..", number!(MAX_SCROLLS)),
        "refused",
    ),
    row(
        "`maxDurationMs`",
        concat!("0..", number!(MAX_SCROLL_DURATION_MS), " ms"),
        "refused",
    ),
    row(
        "`noPositionChangeThreshold`",
        concat!("integer 1..", number!(MAX_NO_POSITION_CHANGE)),
        "refused",
    ),
    row(
        "`maxSwipes`",
        concat!("integer 1..", number!(MAX_SWIPES)),
        "clamped, with a warning",
    ),
    row(
        "retry `maxAttempts`",
        concat!("1..", number!(MAX_RETRY_ATTEMPTS)),
        "clamped, with a warning",
    ),
    row(
        "retry `initialDelayMs`",
        concat!("0..", number!(MAX_RETRY_INITIAL_DELAY_MS), " ms"),
        "clamped, with a warning",
    ),
    row(
        "retry `maxDelayMs`",
        concat!("`initialDelayMs`..", number!(MAX_RETRY_DELAY_MS), " ms"),
        "clamped, with a warning",
    ),
    row(
        "retry `backoffMultiplier`",
        concat!("1..", number!(MAX_RETRY_BACKOFF)),
        "clamped, with a warning",
    ),
    row("retry `jitterRatio`", "0..1", "clamped, with a warning"),
    row(
        "retry `withinMs` (extension)",
        concat!("0..", number!(MAX_EXECUTION_TIMEOUT_MS), " ms"),
        "clamped, with a warning",
    ),
    row(
        "`where` expression (extension)",
        concat!(
            number!(MAX_WHERE_DEPTH),
            " levels, ",
            number!(MAX_WHERE_CLAUSES),
            " objects, ",
            number!(MAX_WHERE_ALTERNATIVES),
            " alternatives each"
        ),
        "refused",
    ),
    row(
        "`nth` (extension), `indexInParent` (extension)",
        concat!("1..", number!(MAX_ORDINAL), ", 0..", number!(MAX_ORDINAL)),
        "refused",
    ),
    row(
        "`limit` of list_apps (extension)",
        concat!("1..", number!(MAX_LISTED_APPS)),
        "refused",
    ),
    row(
        "`text` of set_clipboard (extension)",
        concat!("0..", number!(MAX_CLIPBOARD_LENGTH), " characters"),
        "refused",
    ),
    row(
        "`hostFile` (extension)",
        concat!("1..", number!(MAX_HOST_FILE_LENGTH), " characters"),
        "refused",
    ),
    row(
        "`phonePath` (extension)",
        concat!(number!(MAX_PHONE_PATH_LENGTH), " bytes"),
        "refused",
    ),
    row(
        "`words` of device_shell (extension)",
        concat!(
            "1..",
            number!(MAX_SHELL_WORDS),
            ", ",
            number!(MAX_SHELL_LENGTH),
            " characters together"
        ),
        "refused",
    ),
    row(
        "`timeoutMs` of device_shell (extension)",
        concat!(
            number!(MIN_SHELL_TIMEOUT_MS),
            "..",
            number!(MAX_SHELL_TIMEOUT_MS),
            " ms"
        ),
        "refused",
    ),
    row(
        "`details.issues`",
        concat!(
            number!(MAX_REPORTED_ISSUES),
            " listed, all counted in `issueCount`"
        ),
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
