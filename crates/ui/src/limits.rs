//! Every number that bounds what a dump may cost.

/// The most bytes of a dump; the largest of 1,688 real ones has 215,508 characters.
pub const MAX_DUMP_BYTES: usize = 16 * 1024 * 1024;
/// The most nodes of a tree; later ones are cut and counted. The most seen in a real dump is 600.
pub const MAX_NODES: usize = 20_000;
/// The deepest node, roots being at 0; deeper ones are cut and counted. The deepest seen is 40.
pub const MAX_DEPTH: u16 = 255;
/// The most windows of a tree; nodes of later ones are cut and counted.
pub const MAX_WINDOWS: usize = 64;
/// The most characters of a text, description, hint or title; longer ones are cut. The longest seen has 16,184.
pub const MAX_TEXT_CHARACTERS: usize = 32_768;
/// The most characters of a class, package or resource id; longer ones are cut.
pub const MAX_IDENTIFIER_CHARACTERS: usize = 1_024;
/// The most attributes that are read of one element; platform dumps write at most 25.
pub const MAX_ATTRIBUTES: usize = 64;
/// The most repairs of one dump; one that needs more is refused.
pub const MAX_REPAIRS: usize = 1_000;
