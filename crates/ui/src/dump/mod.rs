//! Dumps: from bytes that a phone gave to a [`Tree`], or to the reason why there is none.
//!
//! A dump comes as the platform's plain form, as its form with windows, from servers that add attributes, or with
//! elements named after classes; cut short, glued to log lines, in another encoding, with a quote lost on the way.
//! Whatever can be told is told, and each repair is noted; whatever cannot is refused, never shown as an empty screen.

mod attributes;
mod build;
mod decode;
mod document;
mod redact;
mod refusal;
mod scan;
mod value;

use std::fmt;

pub use self::redact::without_passwords;
pub use self::refusal::DumpError;
use crate::limits::MAX_DUMP_BYTES;
use crate::tree::Tree;

/// The attribute of `<hierarchy>` by which a dump of one window says where the keyboard is. No phone writes it: a driver
/// that asked for the place does.
pub const KEYBOARD_ATTRIBUTE: &str = "keyboard";

/// What is known of the phone besides the dump.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Surroundings {
    /// Width and height of the screen as it is turned now. A dump of a dialog alone does not tell.
    pub screen: Option<(u32, u32)>,
    /// The package of the current keyboard. Dumps with several roots but without windows do not tell.
    pub keyboard: Option<String>,
}

/// A tree and what had to be done to get it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Parsed {
    /// What is on the screen.
    pub tree: Tree,
    /// What was unusual about the dump, in a fixed order; empty for a platform dump.
    pub notes: Vec<Note>,
}

impl Parsed {
    /// Whether nodes or parts of texts are missing that the phone had.
    #[must_use]
    pub fn is_incomplete(&self) -> bool {
        self.notes.iter().any(|note| note.is_loss())
    }
}

/// Something unusual about a dump that was read all the same.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Note {
    /// It was UTF-16.
    Utf16,
    /// This many characters could not be decoded.
    Undecodable(usize),
    /// Other text stood before it.
    TextBefore,
    /// Other text stood after it.
    TextAfter,
    /// A second dump followed, which was not read.
    SecondDump,
    /// It had no `<hierarchy>` around its nodes.
    NoHierarchy,
    /// It ended too early.
    Truncated,
    /// This many values had lost their closing quote.
    QuotesRepaired(usize),
    /// This many tags were broken.
    TagsRepaired(usize),
    /// This many end tags were missing or too many.
    EndsRepaired(usize),
    /// This many bounds could not be read; they count as empty.
    BoundsUnreadable(usize),
    /// This many nodes were left out for their number or depth.
    NodesCut(usize),
    /// This many windows were left out for their number.
    WindowsCut(usize),
    /// This many strings were cut for their length.
    StringsCut(usize),
}

impl Note {
    /// Whether something is missing that the phone had.
    #[must_use]
    pub const fn is_loss(self) -> bool {
        match self {
            Self::Truncated
            | Self::NodesCut(_)
            | Self::WindowsCut(_)
            | Self::StringsCut(_)
            | Self::NoHierarchy => true,
            Self::Utf16
            | Self::Undecodable(_)
            | Self::TextBefore
            | Self::TextAfter
            | Self::SecondDump
            | Self::QuotesRepaired(_)
            | Self::TagsRepaired(_)
            | Self::EndsRepaired(_)
            | Self::BoundsUnreadable(_) => false,
        }
    }
}

impl fmt::Display for Note {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Utf16 => formatter.write_str("it was UTF-16"),
            Self::Undecodable(count) => write!(formatter, "undecodable characters: {count}"),
            Self::TextBefore => formatter.write_str("there was other text before it"),
            Self::TextAfter => formatter.write_str("there was other text after it"),
            Self::SecondDump => formatter.write_str("a second dump followed and was not read"),
            Self::NoHierarchy => formatter.write_str("it had no <hierarchy> element"),
            Self::Truncated => formatter.write_str("it ended too early"),
            Self::QuotesRepaired(count) => write!(formatter, "quotes repaired: {count}"),
            Self::TagsRepaired(count) => write!(formatter, "tags repaired: {count}"),
            Self::EndsRepaired(count) => write!(formatter, "end tags repaired: {count}"),
            Self::BoundsUnreadable(count) => write!(formatter, "unreadable bounds: {count}"),
            Self::NodesCut(count) => write!(formatter, "nodes omitted: {count}"),
            Self::WindowsCut(count) => write!(formatter, "windows omitted: {count}"),
            Self::StringsCut(count) => write!(formatter, "strings cut: {count}"),
        }
    }
}

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
