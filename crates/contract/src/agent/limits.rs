//! Every bound of an agent's words.
//!
//! The contract of the agent's actions names defaults and no bounds. These are extensions: a model's words are a
//! stranger's words, and what runs them has a clock, a disk and a screen.

pub use crate::limits::{MAX_COORDINATE, MAX_INPUT_BYTES, MAX_PATH_LENGTH};

/// The most keys of one object.
pub const MAX_KEYS: usize = 64;
/// The most repairs of one action; one that needs more is refused.
pub const MAX_REPAIRS: usize = 128;
/// The most characters of `thought`.
pub const MAX_THOUGHT_LENGTH: usize = 8_000;
/// The most characters of `raw`.
pub const MAX_RAW_LENGTH: usize = 200_000;
/// The most characters of `reason`.
pub const MAX_REASON_LENGTH: usize = 1_000;
/// The most characters of a `text` to be typed.
pub const MAX_TEXT_LENGTH: usize = 10_000;
/// The most characters of a `keycode`.
pub const MAX_KEYCODE_LENGTH: usize = 64;
/// The most characters of a `packageName`.
pub const MAX_PACKAGE_LENGTH: usize = 255;
/// The most characters of a `command`, and of the `input` of a process.
pub const MAX_COMMAND_LENGTH: usize = 16_000;
/// The most characters of a `script`.
pub const MAX_SCRIPT_LENGTH: usize = 64_000;
/// The most characters of `content`, `find`, `replace` and the `input` of a patch.
pub const MAX_CONTENT_LENGTH: usize = 400_000;
/// The most characters of a `query`.
pub const MAX_QUERY_LENGTH: usize = 1_000;
/// The most characters of a `sessionId`.
pub const MAX_SESSION_ID_LENGTH: usize = 128;
/// The most characters of an `instruction`.
pub const MAX_INSTRUCTION_LENGTH: usize = 2_000;
/// The most characters of the `message` of `finish`.
pub const MAX_MESSAGE_LENGTH: usize = 8_000;
/// The most characters of a label, a title or another short text of a template.
pub const MAX_LABEL_LENGTH: usize = 500;
/// The most characters of HTML, CSS or script in a template.
pub const MAX_MARKUP_LENGTH: usize = 20_000;
/// The most fields of a template.
pub const MAX_FIELDS: usize = 32;
/// The most options of one field.
pub const MAX_OPTIONS: usize = 100;

/// The longest gesture and the longest hold, in milliseconds.
pub const MAX_GESTURE_MS: u64 = 30_000;
/// The longest wait, the longest `yieldMs` and the longest `timeoutMs`, in milliseconds.
pub const MAX_WAIT_MS: u64 = 120_000;
/// The longest `timeoutSec`.
pub const MAX_TIMEOUT_SEC: u64 = 3_600;
/// The largest line and offset to read from.
pub const MAX_POSITION: u64 = 1_000_000_000;
/// The most lines of one read, and of a process's log.
pub const MAX_LINES: u64 = 2_000;
/// The most results of one search.
pub const MAX_RESULTS: u64 = 30;
