//! From bytes to a tree.

use super::parsed::{Parsed, Surroundings};
use super::refusal::DumpError;
use super::{build, decode};
use crate::limits::MAX_DUMP_BYTES;
use crate::tree::Tree;

impl Tree {
    /// Reads a dump of which nothing else is known.
    ///
    /// ```
    /// use clawperator_ui::Tree;
    ///
    /// let dump = br#"<hierarchy rotation="0"><node text="OK" class="android.widget.Button" clickable="true"
    ///     bounds="[0,0][1080,200]" /></hierarchy>UI hierchary dumped to: /dev/tty"#;
    /// let parsed = Tree::parse(dump).expect("a node is there");
    /// assert_eq!(parsed.tree.nodes().next().map(|node| node.text()), Some("OK"));
    /// ```
    pub fn parse(bytes: &[u8]) -> Result<Parsed, DumpError> {
        Self::parse_within(bytes, &Surroundings::default())
    }

    /// Reads a dump from a phone of which more is known.
    pub fn parse_within(bytes: &[u8], surroundings: &Surroundings) -> Result<Parsed, DumpError> {
        if bytes.len() > MAX_DUMP_BYTES {
            return Err(DumpError::TooLarge { bytes: bytes.len() });
        }
        let decoded = decode::decode(bytes);
        build::build(&decoded, surroundings)
    }
}
