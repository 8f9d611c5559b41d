//! How much of a recording is read.

/// The most bytes of a file; a phone writes at most half of it.
pub const MAX_RECORDING_BYTES: usize = 8 * 1024 * 1024;
/// The most lines; a phone writes at most half of it.
pub const MAX_LINES: usize = 40_000;
/// The most bytes of a line; a longer one counts as damaged.
pub const MAX_LINE_BYTES: usize = 256 * 1024;
/// The most nodes of a line that are in the one it is about, and that are above it: a phone writes no more, and a line with
/// more counts as damaged.
pub(crate) const MAX_INSIDE: usize = 8;
pub(crate) const MAX_ABOVE: usize = 12;
/// The most steps of a draft: a recipe has no more.
pub(crate) const MAX_STEPS: usize = 200;
