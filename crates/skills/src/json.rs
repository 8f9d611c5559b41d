//! JSON read level by level, with the place of every value.
//!
//! The parser is `serde_json`'s. Its raw values are slices of the text, so a value's place is where its slice begins;
//! nothing below the level that is looked at is kept, and lists are counted while they are read.

use std::borrow::Cow;
use std::fmt;

use clawperator_contract::{did_you_mean, excerpt};
use clawperator_recipe::Position;
use serde::de::{Deserialize, Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde_json::value::RawValue;

use crate::finding::{Code, Report};

/// More keys than any object here has; beyond them an object is not read.
const MAX_KEYS: usize = 64;

/// The text of a file, and what is found in it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Document<'t> {
    text: &'t str,
    pub(crate) report: &'t Report<'t>,
}

/// A value and its place, as an offset in bytes.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Value<'t> {
    json: &'t str,
    offset: usize,
}

/// The values of an object under the keys that it may have.
#[derive(Debug)]
pub(crate) struct Object<'t> {
    document: Document<'t>,
    what: String,
    offset: usize,
    members: Vec<(Cow<'t, str>, Value<'t>)>,
}

impl<'t> Document<'t> {
    /// The one value that `text` holds; a problem with its form is reported.
    pub(crate) fn root(text: &'t str, report: &'t Report<'t>) -> Option<(Self, Value<'t>)> {
        let document = Self { text, report };
        match serde_json::from_str::<&RawValue>(text) {
            Ok(raw) => Some((document, document.value(raw))),
            Err(error) => {
                document.syntax(&error, 0);
                None
            }
        }
    }

    /// The members of an object. Keys that are there twice or not in `keys` are reported and left out.
    pub(crate) fn object(self, value: Value<'t>, what: &str, keys: &[&str]) -> Option<Object<'t>> {
        if !value.json.starts_with('{') {
            self.wrong_kind(value, what, "an object");
            return None;
        }
        let Members { list, more } = self.decode(value)?;
        if more {
            self.error(
                Code::TooMany,
                value.offset,
                format!("{what} has more than {MAX_KEYS} keys"),
                "keep only known keys",
            );
            return None;
        }
        let mut members: Vec<(Cow<'t, str>, Value<'t>)> = Vec::with_capacity(list.len());
        for (key, raw) in list {
            let value = self.value(raw);
            let at = match &key {
                // In front of the characters stands the quote.
                Cow::Borrowed(key) => self.offset_of(key).saturating_sub(1),
                Cow::Owned(_) => value.offset,
            };
            if members.iter().any(|(known, _)| *known == key) {
                let message = format!("the key `{}` appears twice", excerpt(&key));
                self.error(Code::DuplicateKey, at, message, "keep one of the two");
            } else if keys.contains(&key.as_ref()) {
                members.push((key, value));
            } else {
                let fix = match did_you_mean(&key, keys.iter().copied()) {
                    Some(near) => format!("did you mean `{near}`?"),
                    None => format!("its keys are {}", keys.join(", ")),
                };
                let message = format!("{what} has no key `{}`", excerpt(&key));
                self.error(Code::UnknownKey, at, message, fix);
            }
        }
        Some(Object {
            document: self,
            what: what.to_owned(),
            offset: value.offset,
            members,
        })
    }

    /// The entries of a list, at most `most`.
    pub(crate) fn list(self, value: Value<'t>, what: &str, most: usize) -> Option<Vec<Value<'t>>> {
        if !value.json.starts_with('[') {
            self.wrong_kind(value, what, "a list");
            return None;
        }
        let mut deserializer = serde_json::Deserializer::from_str(value.json);
        let mut more = false;
        let items = Items {
            most,
            more: &mut more,
        };
        match deserializer.deserialize_seq(items) {
            _ if more => {
                self.error(
                    Code::TooMany,
                    value.offset,
                    format!("{what} has more than {most} entries"),
                    "shorten the list",
                );
                None
            }
            Ok(list) => Some(list.into_iter().map(|raw| self.value(raw)).collect()),
            Err(error) => {
                self.syntax(&error, value.offset);
                None
            }
        }
    }

    /// A text of bounded length that is not blank.
    pub(crate) fn text(self, value: Value<'t>, what: &str, most: usize) -> Option<Cow<'t, str>> {
        if !value.json.starts_with('"') {
            self.wrong_kind(value, what, "a text");
            return None;
        }
        let Key(text) = self.decode(value)?;
        if text.trim().is_empty() {
            let message = format!("{what} is blank");
            self.error(Code::Blank, value.offset, message, "write something");
            return None;
        }
        // The byte length bounds the character count from above and is known for free.
        if text.len() > most && text.chars().count() > most {
            let message = format!("{what} has more than {most} characters");
            self.error(Code::TooLong, value.offset, message, "shorten it");
            return None;
        }
        Some(text)
    }

    /// Reports an error at a value.
    pub(crate) fn wrong(
        self,
        code: Code,
        value: Value<'t>,
        message: impl Into<String>,
        fix: impl Into<String>,
    ) {
        self.error(code, value.offset, message, fix);
    }

    fn wrong_kind(self, value: Value<'t>, what: &str, wanted: &str) {
        let kind = match value.json.bytes().next() {
            Some(b'{') => "an object",
            Some(b'[') => "a list",
            Some(b'"') => "a text",
            Some(b't' | b'f') => "a boolean",
            Some(b'n') => "null",
            _ => "a number",
        };
        let message = format!("{what} is {kind}, not {wanted}");
        self.error(
            Code::WrongType,
            value.offset,
            message,
            format!("write {wanted}"),
        );
    }

    fn decode<T: Deserialize<'t>>(self, value: Value<'t>) -> Option<T> {
        match serde_json::from_str(value.json) {
            Ok(decoded) => Some(decoded),
            Err(error) => {
                self.syntax(&error, value.offset);
                None
            }
        }
    }

    fn syntax(self, error: &serde_json::Error, base: usize) {
        // Lines and columns are counted from where the reading began, columns in bytes.
        let piece = self.text.get(base..).unwrap_or_default();
        let line_start: usize = piece
            .split_inclusive('\n')
            .take(error.line().saturating_sub(1))
            .map(str::len)
            .sum();
        let offset = base + line_start + error.column().saturating_sub(1);
        let words = error.to_string();
        let reason = words.split(" at line ").next().unwrap_or_default();
        self.error(
            Code::Syntax,
            offset,
            format!("this is not JSON: {}", excerpt(reason)),
            "fix the file there",
        );
    }

    fn error(self, code: Code, offset: usize, message: impl Into<String>, fix: impl Into<String>) {
        let at = (!self.report.is_full()).then(|| self.position(offset));
        self.report.error(code, at, message, fix);
    }

    fn value(self, raw: &'t RawValue) -> Value<'t> {
        Value {
            json: raw.get(),
            offset: self.offset_of(raw.get()),
        }
    }

    /// Where a slice of the text begins.
    fn offset_of(self, slice: &str) -> usize {
        let start = self.text.as_ptr().addr();
        slice
            .as_ptr()
            .addr()
            .saturating_sub(start)
            .min(self.text.len())
    }

    /// The place of an offset, counted from the place that was asked for last: a file with a thousand mistakes is gone
    /// over once and not a thousand times.
    fn position(self, offset: usize) -> Position {
        let bytes = self.text.as_bytes();
        let offset = offset.min(bytes.len());
        let Mark { offset: from, at } = self.report.mark.get();
        let between = bytes.get(from.min(offset)..from.max(offset));
        let between = between.unwrap_or_default();
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
            let before = bytes.get(..offset).unwrap_or_default();
            let start = before.iter().rposition(|byte| *byte == b'\n');
            let line = before.get(start.map_or(0, |at| at + 1)..);
            let column = characters(line.unwrap_or_default()) + 1;
            let number = if offset < from {
                at.line.saturating_sub(breaks)
            } else {
                at.line + breaks
            };
            Position::new(number, column)
        };
        self.report.mark.set(Mark { offset, at });
        at
    }
}

/// How many characters begin in these bytes.
fn characters(bytes: &[u8]) -> usize {
    bytes.iter().filter(|byte| **byte & 0xc0 != 0x80).count()
}

/// A place that is known.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Mark {
    offset: usize,
    at: Position,
}

impl Default for Mark {
    fn default() -> Self {
        Self {
            offset: 0,
            at: Position::START,
        }
    }
}

impl<'t> Object<'t> {
    /// The value under a key, if it is there.
    pub(crate) fn get(&self, key: &str) -> Option<Value<'t>> {
        let member = self.members.iter().find(|(known, _)| known == key);
        member.map(|(_, value)| *value)
    }

    /// The value under a key that must be there.
    pub(crate) fn require(&self, key: &str) -> Option<Value<'t>> {
        let found = self.get(key);
        if found.is_none() {
            let message = format!("{} has no `{key}`", self.what);
            let fix = format!("add `{key}`");
            self.document
                .error(Code::MissingField, self.offset, message, fix);
        }
        found
    }
}

/// A text, borrowed from the file where it holds no escapes.
struct Key<'t>(Cow<'t, str>);

impl<'t> Deserialize<'t> for Key<'t> {
    fn deserialize<D: Deserializer<'t>>(deserializer: D) -> Result<Self, D::Error> {
        struct Text;
        impl<'t> Visitor<'t> for Text {
            type Value = Key<'t>;

            fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                formatter.write_str("a text")
            }

            fn visit_borrowed_str<E>(self, text: &'t str) -> Result<Key<'t>, E> {
                Ok(Key(Cow::Borrowed(text)))
            }

            fn visit_str<E>(self, text: &str) -> Result<Key<'t>, E> {
                Ok(Key(Cow::Owned(text.to_owned())))
            }
        }
        deserializer.deserialize_str(Text)
    }
}

/// The members of an object as they stand there, and whether there are too many.
struct Members<'t> {
    list: Vec<(Cow<'t, str>, &'t RawValue)>,
    more: bool,
}

impl<'t> Deserialize<'t> for Members<'t> {
    fn deserialize<D: Deserializer<'t>>(deserializer: D) -> Result<Self, D::Error> {
        struct Entries;
        impl<'t> Visitor<'t> for Entries {
            type Value = Members<'t>;

            fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                formatter.write_str("an object")
            }

            fn visit_map<A: MapAccess<'t>>(self, mut map: A) -> Result<Members<'t>, A::Error> {
                let mut list = Vec::new();
                while let Some(Key(key)) = map.next_key()? {
                    if list.len() == MAX_KEYS {
                        map.next_value::<IgnoredAny>()?;
                        while map.next_entry::<IgnoredAny, IgnoredAny>()?.is_some() {}
                        return Ok(Members { list, more: true });
                    }
                    list.push((key, map.next_value()?));
                }
                Ok(Members { list, more: false })
            }
        }
        deserializer.deserialize_map(Entries)
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
        while let Some(item) = items.next_element::<&'t RawValue>()? {
            if list.len() == self.most {
                *self.more = true;
                break;
            }
            list.push(item);
        }
        Ok(list)
    }
}
