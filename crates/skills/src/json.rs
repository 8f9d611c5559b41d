//! The JSON files of skills: objects with known keys, bounded lists and bounded texts. Whatever is wrong is reported.

use std::borrow::Cow;

use clawperator_contract::{did_you_mean, excerpt};
use clawperator_recipe::{JsonError, JsonKind, JsonText, JsonValue};

use crate::finding::{Code, Report};

/// More keys than any object here has; beyond them an object is not read.
const MAX_KEYS: usize = 64;

/// The text of a file, and what is found in it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Document<'t> {
    json: &'t JsonText<'t>,
    pub(crate) report: &'t Report<'t>,
}

/// The values of an object under the keys that it may have.
#[derive(Debug)]
pub(crate) struct Object<'t> {
    document: Document<'t>,
    what: String,
    offset: usize,
    members: Vec<(Cow<'t, str>, JsonValue<'t>)>,
}

impl<'t> Document<'t> {
    /// The one value that the text holds; a problem with its form is reported.
    pub(crate) fn root(
        json: &'t JsonText<'t>,
        report: &'t Report<'t>,
    ) -> Option<(Self, JsonValue<'t>)> {
        let document = Self { json, report };
        let root = document.sound(json.root())?;
        Some((document, root))
    }

    /// The members of an object. Keys that are there twice or not in `keys` are reported and left out.
    pub(crate) fn object(
        self,
        value: JsonValue<'t>,
        what: &str,
        keys: &[&str],
    ) -> Option<Object<'t>> {
        if value.kind() != JsonKind::Object {
            self.wrong_kind(value, what, "an object");
            return None;
        }
        let Some(list) = self.sound(self.json.members(value, MAX_KEYS))? else {
            self.error(
                Code::TooMany,
                value.offset(),
                format!("{what} has more than {MAX_KEYS} keys"),
                "keep only known keys",
            );
            return None;
        };
        let mut members: Vec<(Cow<'t, str>, JsonValue<'t>)> = Vec::with_capacity(list.len());
        for (key, value) in list {
            let at = key.offset();
            let key = self.sound(self.json.string(key))?;
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
            offset: value.offset(),
            members,
        })
    }

    /// The entries of a list, at most `most`.
    pub(crate) fn list(
        self,
        value: JsonValue<'t>,
        what: &str,
        most: usize,
    ) -> Option<Vec<JsonValue<'t>>> {
        if value.kind() != JsonKind::List {
            self.wrong_kind(value, what, "a list");
            return None;
        }
        let items = self.sound(self.json.items(value, most))?;
        if items.is_none() {
            self.error(
                Code::TooMany,
                value.offset(),
                format!("{what} has more than {most} entries"),
                "shorten the list",
            );
        }
        items
    }

    /// A text of bounded length that is not blank.
    pub(crate) fn text(
        self,
        value: JsonValue<'t>,
        what: &str,
        most: usize,
    ) -> Option<Cow<'t, str>> {
        if value.kind() != JsonKind::Text {
            self.wrong_kind(value, what, "a text");
            return None;
        }
        let text = self.sound(self.json.string(value))?;
        if text.trim().is_empty() {
            let message = format!("{what} is blank");
            self.error(Code::Blank, value.offset(), message, "write something");
            return None;
        }
        // The byte length bounds the character count from above and is known for free.
        if text.len() > most && text.chars().count() > most {
            let message = format!("{what} has more than {most} characters");
            self.error(Code::TooLong, value.offset(), message, "shorten it");
            return None;
        }
        Some(text)
    }

    /// Reports an error at a value.
    pub(crate) fn wrong(
        self,
        code: Code,
        value: JsonValue<'t>,
        message: impl Into<String>,
        fix: impl Into<String>,
    ) {
        self.error(code, value.offset(), message, fix);
    }

    fn wrong_kind(self, value: JsonValue<'t>, what: &str, wanted: &str) {
        let kind = match value.kind() {
            JsonKind::Object => "an object",
            JsonKind::List => "a list",
            JsonKind::Text => "a text",
            JsonKind::Boolean => "a boolean",
            JsonKind::Null => "null",
            JsonKind::Number => "a number",
        };
        let message = format!("{what} is {kind}, not {wanted}");
        self.error(
            Code::WrongType,
            value.offset(),
            message,
            format!("write {wanted}"),
        );
    }

    /// What was read; a problem with its form is reported.
    fn sound<T>(self, read: Result<T, JsonError>) -> Option<T> {
        let error = match read {
            Ok(read) => return Some(read),
            Err(error) => error,
        };
        self.error(
            Code::Syntax,
            error.offset,
            format!("this is not JSON: {}", excerpt(&error.reason)),
            "fix the file there",
        );
        None
    }

    fn error(self, code: Code, offset: usize, message: impl Into<String>, fix: impl Into<String>) {
        let at = (!self.report.is_full()).then(|| self.json.position(offset));
        self.report.error(code, at, message, fix);
    }
}

impl<'t> Object<'t> {
    /// The value under a key, if it is there.
    pub(crate) fn get(&self, key: &str) -> Option<JsonValue<'t>> {
        let member = self.members.iter().find(|(known, _)| known == key);
        member.map(|(_, value)| *value)
    }

    /// The value under a key that must be there.
    pub(crate) fn require(&self, key: &str) -> Option<JsonValue<'t>> {
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
