//! Every number the contract refuses or clamps by, in one place.
//!
//! The value types of the params carry these as const parameters, so that decoding, JSON Schema and the reference
//! documents cannot disagree.

/// Defines the constants, and `number!`, by which prose says them: what is written once cannot disagree with itself.
macro_rules! limits {
    ($($(#[$meaning:meta])* $name:ident: $type:ty = $value:literal;)+) => {
        $($(#[$meaning])* pub const $name: $type = $value;)+

        /// The number of a constant, as a literal for `concat!`.
        macro_rules! number {
            $(($name) => { $value };)+
        }
    };
}

limits! {
    /// The most bytes an input document may have, before anything is parsed.
    MAX_INPUT_BYTES: usize = 1_048_576;
    /// The most bytes the compact canonical serialisation of an execution may have.
    MAX_PAYLOAD_BYTES: usize = 64_000;
    /// The most actions one execution may hold.
    MAX_EXECUTION_ACTIONS: usize = 50;
    /// The shortest execution timeout, in milliseconds.
    MIN_EXECUTION_TIMEOUT_MS: i64 = 1_000;
    /// The longest execution timeout, in milliseconds; also the longest sleep and wait.
    MAX_EXECUTION_TIMEOUT_MS: i64 = 120_000;
    /// The longest `wait_for_navigation` timeout, in milliseconds.
    MAX_NAVIGATION_TIMEOUT_MS: i64 = 30_000;

    /// The most characters of `commandId`, `taskId`, an action's `id` and `sessionId`.
    MAX_ID_LENGTH: usize = 128;
    /// The most characters of `source`.
    MAX_SOURCE_LENGTH: usize = 64;
    /// The most characters of an action's `type`.
    MAX_ACTION_TYPE_LENGTH: usize = 64;
    /// The most characters of a matcher value, a package id and a validator pattern.
    MAX_MATCHER_VALUE_LENGTH: usize = 512;
    /// The most characters of `uri`.
    MAX_URI_LENGTH: usize = 2_048;
    /// The most characters of a screenshot's `path`: the longest path Linux opens.
    MAX_PATH_LENGTH: usize = 4_096;
    /// The most bytes a validator pattern may take once compiled.
    MAX_COMPILED_PATTERN_BYTES: usize = 1_048_576;
    /// The deepest group nesting of a validator pattern.
    MAX_PATTERN_NESTING: u32 = 64;

    /// The most characters whose case a validator pattern may ask to fold, counted once per class that holds them.
    ///
    /// Folding goes through a class character by character: 512 characters of `(?i)[ -\u{10ffff}]` take half a second.
    /// This much is one class of everything and a little more.
    MAX_FOLDED_CHARACTERS: usize = 1_200_000;

    /// The largest coordinate: a Java `int`, which is what Android takes.
    MAX_COORDINATE: i64 = 2_147_483_647;
    /// The largest snapshot generation: the largest integer every JSON reader keeps exact.
    MAX_GENERATION: i64 = 9_007_199_254_740_991;

    /// The shortest time of a `swipe`, in milliseconds.
    MIN_SWIPE_DURATION_MS: i64 = 20;
    /// The longest time of a `swipe`, in milliseconds.
    MAX_SWIPE_DURATION_MS: i64 = 10_000;

    /// The shortest time of a long press, in milliseconds: longer than what phones take for one by default.
    MIN_HOLD_MS: i64 = 600;
    /// The longest time of a long press, in milliseconds.
    MAX_HOLD_MS: i64 = 10_000;

    /// The longest that a finger of a `drag` rests or moves, in milliseconds.
    MAX_DRAG_PART_MS: i64 = 10_000;

    /// The smallest `scale` of a `pinch`.
    MIN_PINCH_SCALE: f64 = 0.1;
    /// The largest `scale` of a `pinch`.
    MAX_PINCH_SCALE: i64 = 10;
    /// The most that a `pinch` turns, either way, in degrees.
    MAX_PINCH_DEGREES: i64 = 360;

    /// The most fingers of a `touch_path`.
    MAX_FINGERS: usize = 10;
    /// The most points of a `touch_path`, of all fingers together.
    MAX_PATH_POINTS: usize = 500;
    /// The longest that a `touch_path` takes, in milliseconds.
    MAX_PATH_MS: i64 = 10_000;

    /// The smallest `maxSide` of a screenshot, in pixels.
    MIN_PICTURE_SIDE: i64 = 64;
    /// The largest `maxSide` of a screenshot, in pixels: more than any screen has.
    MAX_PICTURE_SIDE: i64 = 16_384;

    /// The most presses of one `press_key`.
    MAX_KEY_TIMES: i64 = 50;

    /// The longest delay for the screen to settle after a scroll, in milliseconds.
    MAX_SETTLE_DELAY_MS: i64 = 10_000;
    /// The most scrolls of one `scroll_until`.
    MAX_SCROLLS: i64 = 200;
    /// How many scrolls a `scroll_until` makes by default.
    DEFAULT_SCROLLS: u32 = 20;
    /// The longest `scroll_until` loop, in milliseconds.
    MAX_SCROLL_DURATION_MS: i64 = 120_000;
    /// The largest `noPositionChangeThreshold`.
    MAX_NO_POSITION_CHANGE: i64 = 20;
    /// The most swipes of one `scroll_and_click`.
    MAX_SWIPES: i64 = 50;
    /// How many swipes a `scroll_and_click` makes by default.
    DEFAULT_SWIPES: u32 = 10;

    /// The most attempts of a retry, the first included.
    MAX_RETRY_ATTEMPTS: i64 = 10;
    /// The longest delay before the first retry, in milliseconds.
    MAX_RETRY_INITIAL_DELAY_MS: i64 = 30_000;
    /// The longest delay between two attempts, in milliseconds.
    MAX_RETRY_DELAY_MS: i64 = 60_000;
    /// The largest growth factor of the delay between attempts.
    MAX_RETRY_BACKOFF: i64 = 5;

    /// The deepest nesting of `anyOf` and `allOf` in a `where` expression.
    MAX_WHERE_DEPTH: usize = 8;
    /// The most alternatives in one `anyOf` or `allOf`.
    MAX_WHERE_ALTERNATIVES: usize = 32;
    /// The most objects in one `where` expression, the outermost included.
    MAX_WHERE_CLAUSES: usize = 64;
    /// The most patterns in one `where` expression: each is compiled again for each look at the screen.
    MAX_WHERE_PATTERNS: usize = 8;
    /// The longest that a screen may have to stay as it is, in milliseconds.
    MAX_QUIET_MS: i64 = 60_000;
    /// The largest `nth` and `indexInParent`.
    MAX_ORDINAL: i64 = 10_000;

    /// The most characters that one `set_clipboard` puts there, and that one `get_clipboard` answers with.
    MAX_CLIPBOARD_LENGTH: usize = 10_000;

    /// The most words of one `device_shell`, the program included.
    MAX_SHELL_WORDS: usize = 64;
    /// The most characters of all words of one `device_shell`: whoever approves it reads them.
    MAX_SHELL_LENGTH: usize = 4_096;
    /// The shortest time of a `device_shell`, in milliseconds.
    MIN_SHELL_TIMEOUT_MS: i64 = 100;
    /// The longest time of a `device_shell`, in milliseconds.
    MAX_SHELL_TIMEOUT_MS: i64 = 60_000;
    /// The most bytes that one `device_shell` keeps of what a program writes, of output and of errors.
    MAX_SHELL_OUTPUT: usize = 32_768;

    /// The most apps that one `list_apps` lists.
    MAX_LISTED_APPS: i64 = 500;

    /// The most characters of the name that a surface has for a file.
    MAX_HOST_FILE_LENGTH: usize = 100;
    /// The most bytes of the path of a file on the phone that is copied.
    MAX_PHONE_PATH_LENGTH: usize = 512;
    /// The most bytes of a file that is copied to the phone or from it, or installed there: 256 MiB.
    MAX_FILE_BYTES: usize = 268_435_456;

    /// The most issues one failure lists; `issueCount` always gives the true number.
    MAX_REPORTED_ISSUES: usize = 1_000;
}

// After the constants: the rows name them by `number!`.
mod table;

pub use self::table::{LimitInfo, TABLE};

/// The longest time of a retry, in milliseconds: an execution's own limit.
pub const MAX_RETRY_WITHIN_MS: i64 = MAX_EXECUTION_TIMEOUT_MS;
