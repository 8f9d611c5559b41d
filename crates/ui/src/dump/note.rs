//! What was unusual about a dump.

use std::fmt;

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
