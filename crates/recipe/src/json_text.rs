//! JSON read level by level, with the place of every value.
//!
//! The parser is `serde_json`'s. Its raw values are slices of the text, so a value's place is where its slice begins.
//! Nothing below the level that is looked at is kept, and what is counted is counted while it is read.

use std::borrow::Cow;
use std::cell::Cell;
use std::fmt;

use serde::de::{Deserializer as _, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde_json::value::RawValue;
use serde_json::{Deserializer, Error};

use crate::source::Position;

/// A text that should be JSON.
#[derive(Debug)]
pub struct JsonText<'t> {
    text: &'t str,
    /// The place that was asked for last.
    mark: Cell<Mark>,
}

/// A value as it is written; its place is an offset in bytes.
#[derive(Debug, Clone, Copy)]
pub struct JsonValue<'t> {
    json: &'t str,
    offset: usize,
}

/// What a value is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum JsonKind {
    Object,
    List,
    Text,
    Boolean,
    Null,
    Number,
}

/// Why a text is not JSON.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct JsonError {
    /// Where, in bytes.
    pub offset: usize,
    /// The text ends too early.
    pub is_end: bool,
    pub reason: String,
}

/// A place that is known.
#[derive(Debug, Clone, Copy)]
struct Mark {
    offset: usize,
    at: Position,
}

impl<'t> JsonText<'t> {
    #[must_use]
    pub const fn new(text: &'t str) -> Self {
        let start = Mark {
            offset: 0,
            at: Position::START,
        };
        Self {
            text,
            mark: Cell::new(start),
        }
    }

    /// The one value of the text.
    pub fn root(&self) -> Result<JsonValue<'t>, JsonError> {
        let raw = serde_json::from_str::<&RawValue>(self.text);
        raw.map(|raw| self.value(raw))
            .map_err(|error| self.error(&error, 0))
    }

    /// The keys of an object with their values; `None` where there are more than `most`.
    pub fn members(
        &self,
        object: JsonValue<'t>,
        most: usize,
    ) -> Result<Option<Vec<(JsonValue<'t>, JsonValue<'t>)>>, JsonError> {
        let members = Deserializer::from_str(object.json).deserialize_map(Members { most });
        let members = members.map_err(|error| self.error(&error, object.offset))?;
        let place = |(key, value)| (self.value(key), self.value(value));
        Ok(members.map(|list| list.into_iter().map(place).collect()))
    }

    /// The entries of a list; `None` where there are more than `most`.
    pub fn items(
        &self,
        list: JsonValue<'t>,
        most: usize,
    ) -> Result<Option<Vec<JsonValue<'t>>>, JsonError> {
        let mut more = false;
        let items = Items {
            most,
            more: &mut more,
        };
        match Deserializer::from_str(list.json).deserialize_seq(items) {
            _ if more => Ok(None),
            Ok(items) => Ok(Some(items.into_iter().map(|raw| self.value(raw)).collect())),
            Err(error) => Err(self.error(&error, list.offset)),
        }
    }

    /// What a text says, borrowed where it has no escapes.
    pub fn string(&self, text: JsonValue<'t>) -> Result<Cow<'t, str>, JsonError> {
        let string = Deserializer::from_str(text.json).deserialize_str(Text);
        string.map_err(|error| self.error(&error, text.offset))
    }

    /// The place of an offset, counted from the place that was asked for last: a file with a thousand mistakes is gone
    /// over once and not a thousand times.
    pub fn position(&self, offset: usize) -> Position {
        let bytes = self.text.as_bytes();
        let offset = offset.min(bytes.len());
        let Mark { offset: from, at } = self.mark.get();
        let between = bytes.split_at(from.max(offset)).0;
        let between = between.split_at(from.min(offset)).1;
        let breaks = between.split(|byte| *byte == b'\n').count() - 1;
        let at = if breaks == 0 {
            let moved = characters(between);
            let column = if offset < from {
                at.column.saturating_sub(moved)
            } else {
                at.column + moved
            };
            Position::new(at.line, column)
        } else {
            let before = bytes.split_at(offset).0;
            let start = before.iter().rposition(|byte| *byte == b'\n');
            let line = before.split_at(start.map_or(0, |at| at + 1)).1;
            let column = characters(line) + 1;
            let number = if offset < from {
                at.line.saturating_sub(breaks)
            } else {
                at.line + breaks
            };
            Position::new(number, column)
        };
        self.mark.set(Mark { offset, at });
        at
    }

    fn value(&self, raw: &'t RawValue) -> JsonValue<'t> {
        let start = self.text.as_ptr().addr();
        let offset = raw.get().as_ptr().addr().saturating_sub(start);
        JsonValue {
            json: raw.get(),
            offset: offset.min(self.text.len()),
        }
    }

    fn error(&self, error: &Error, base: usize) -> JsonError {
        // Lines and columns are counted from where the reading began, columns in bytes.
        let piece = self.text.split_at(base).1;
        let line_start: usize = piece
            .split_inclusive('\n')
            .take(error.line().saturating_sub(1))
            .map(str::len)
            .sum();
        let words = error.to_string();
        let reason = words
            .split_once(" at line ")
            .map_or(&*words, |(reason, _)| reason);
        JsonError {
            offset: base + line_start + error.column().saturating_sub(1),
            is_end: error.is_eof(),
            reason: reason.to_owned(),
        }
    }
}

impl<'t> JsonValue<'t> {
    /// The value as it is written.
    #[must_use]
    pub const fn json(self) -> &'t str {
        self.json
    }

    /// Where it begins, in bytes.
    #[must_use]
    pub const fn offset(self) -> usize {
        self.offset
    }

    #[must_use]
    pub fn kind(self) -> JsonKind {
        match self.json.bytes().next() {
            Some(b'{') => JsonKind::Object,
            Some(b'[') => JsonKind::List,
            Some(b'"') => JsonKind::Text,
            Some(b't' | b'f') => JsonKind::Boolean,
            Some(b'n') => JsonKind::Null,
            _ => JsonKind::Number,
        }
    }
}

/// How many characters begin in these bytes.
fn characters(bytes: &[u8]) -> usize {
    bytes.iter().filter(|byte| **byte & 0xc0 != 0x80).count()
}

/// The members of an object as they stand there.
struct Members {
    most: usize,
}

impl<'t> Visitor<'t> for Members {
    type Value = Option<Vec<(&'t RawValue, &'t RawValue)>>;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("an object")
    }

    fn visit_map<A: MapAccess<'t>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let mut list = Vec::new();
        while let Some(member) = map.next_entry()? {
            if list.len() == self.most {
                while map.next_entry::<IgnoredAny, IgnoredAny>()?.is_some() {}
                return Ok(None);
            }
            list.push(member);
        }
        Ok(Some(list))
    }
}

/// The first entries of a list. With more of them reading ends there: the rest was seen to be JSON before, and to read
/// millions of entries once more takes longer than a refusal may.
struct Items<'m> {
    most: usize,
    more: &'m mut bool,
}

impl<'t> Visitor<'t> for Items<'_> {
    type Value = Vec<&'t RawValue>;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a list")
    }

    fn visit_seq<A: SeqAccess<'t>>(self, mut items: A) -> Result<Self::Value, A::Error> {
        let mut list = Vec::new();
        while let Some(item) = items.next_element()? {
            if list.len() == self.most {
                *self.more = true;
                break;
            }
            list.push(item);
        }
        Ok(list)
    }
}

struct Text;

impl<'t> Visitor<'t> for Text {
    type Value = Cow<'t, str>;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a text")
    }

    fn visit_borrowed_str<E>(self, text: &'t str) -> Result<Self::Value, E> {
        Ok(Cow::Borrowed(text))
    }

    fn visit_str<E>(self, text: &str) -> Result<Self::Value, E> {
        Ok(Cow::Owned(text.to_owned()))
    }
}
