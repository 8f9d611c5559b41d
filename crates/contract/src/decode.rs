//! Reading typed values out of the JSON tree, reporting everything that does not fit.
//!
//! A decoder never stops at the first problem: it reports and answers `None`, and its caller goes on with the
//! next field. A value that was absent and one that was wrong are different things, so rules ask
//! [`Object::has`] before they call something missing.

use std::cell::Cell;

use crate::aliases::KeyTable;
use crate::excerpt::excerpt;
use crate::failure::{Rule, WarningRule};
use crate::json::{self, Kind, Node};
use crate::report::{Path, Report};
use crate::suggest::did_you_mean;
use crate::values::{AnyNumber, Text};

/// A type that can be read from one JSON value.
pub(crate) trait Decode: Sized {
    /// Reads the value, or reports what is wrong with it and answers `None`.
    fn decode(value: &Value<'_>) -> Option<Self>;
}

/// One JSON value, where it stands, and where to report.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Value<'a> {
    pub(crate) node: &'a Node<'a>,
    pub(crate) path: Path<'a>,
    pub(crate) report: &'a Report,
}

impl<'a> Value<'a> {
    pub(crate) fn fail<T>(&self, rule: Rule, message: impl Into<String>) -> Option<T> {
        self.report
            .issue(self.node.ordinal, &self.path, rule, message.into(), None);
        None
    }

    pub(crate) fn fail_with_hint<T>(
        &self,
        rule: Rule,
        message: impl Into<String>,
        hint: impl Into<String>,
    ) -> Option<T> {
        self.report.issue(
            self.node.ordinal,
            &self.path,
            rule,
            message.into(),
            Some(hint.into()),
        );
        None
    }

    pub(crate) fn clamped(&self, effective: AnyNumber) {
        let message = format!("kept as written, but {effective} is used");
        self.report.warning(
            self.node.ordinal,
            &self.path,
            WarningRule::Clamped,
            message,
            Some(effective),
        );
    }

    pub(crate) fn dropped(&self, message: String) {
        self.report.warning(
            self.node.ordinal,
            &self.path,
            WarningRule::Dropped,
            message,
            None,
        );
    }

    pub(crate) fn string(&self) -> Option<&'a str> {
        match &self.node.kind {
            Kind::String(text) => Some(text),
            _ => self.wrong_type("string"),
        }
    }

    pub(crate) fn boolean(&self) -> Option<bool> {
        match self.node.kind {
            Kind::Boolean(value) => Some(value),
            _ => self.wrong_type("boolean"),
        }
    }

    /// The string that it is; nothing, and nothing reported, where it is none.
    pub(crate) fn as_string(&self) -> Option<&'a str> {
        match &self.node.kind {
            Kind::String(text) => Some(text),
            _ => None,
        }
    }

    pub(crate) const fn is_number(&self) -> bool {
        matches!(self.node.kind, Kind::Number(_))
    }

    pub(crate) fn number(&self) -> Option<AnyNumber> {
        match &self.node.kind {
            Kind::Number(number) => Some(AnyNumber::from_json(number)),
            _ => self.wrong_type("number"),
        }
    }

    pub(crate) fn array(&'a self) -> Option<Vec<Value<'a>>> {
        match &self.node.kind {
            Kind::Array(items) => Some(
                items
                    .iter()
                    .enumerate()
                    .map(|(index, node)| Value {
                        node,
                        path: Path::index(&self.path, index),
                        report: self.report,
                    })
                    .collect(),
            ),
            _ => self.wrong_type("array"),
        }
    }

    /// How many entries a list has; nothing, and nothing reported, where it is none.
    pub(crate) const fn array_len(&self) -> Option<usize> {
        match &self.node.kind {
            Kind::Array(items) => Some(items.len()),
            _ => None,
        }
    }

    /// Opens an object whose keys are those of `table`: aliases become canonical, and duplicate keys,
    /// disagreeing aliases and unknown keys are reported.
    pub(crate) fn object(&self, table: &'static KeyTable) -> Option<Object<'a>> {
        self.object_without(table, &[])
    }

    /// Opens an object as [`Value::object`] does; each of `removed` is a key that an earlier contract had, with what
    /// to say of it.
    pub(crate) fn object_without(
        &self,
        table: &'static KeyTable,
        removed: &[(&str, &str)],
    ) -> Option<Object<'a>> {
        match &self.node.kind {
            Kind::Object(entries) => Some(Object::open(*self, entries, table, removed)),
            _ => self.wrong_type("object"),
        }
    }

    /// An object that is not there, as one without keys: its rules then report what is missing, at its place.
    pub(crate) fn absent_object(
        &'a self,
        key: &'static str,
        table: &'static KeyTable,
    ) -> Object<'a> {
        let value = Value {
            node: self.node,
            path: Path::key(&self.path, key, key),
            report: self.report,
        };
        Object {
            value,
            table,
            entries: Vec::new(),
        }
    }

    fn wrong_type<T>(&self, expected: &str) -> Option<T> {
        let message = format!("Expected {expected}, received {}", self.node.type_name());
        match self.node.kind {
            Kind::Null => self.fail_with_hint(
                Rule::WrongType,
                message,
                "omit the key instead of writing null",
            ),
            _ => self.fail(Rule::WrongType, message),
        }
    }
}

/// Params that narrow down what an action means. One that is not heeded widens it.
const CONSTRAINTS: [&str; 2] = ["container", "containerWhere"];

/// A JSON object with canonical keys.
#[derive(Debug)]
pub(crate) struct Object<'a> {
    value: Value<'a>,
    table: &'static KeyTable,
    entries: Vec<Entry<'a>>,
}

#[derive(Debug)]
struct Entry<'a> {
    canonical: &'static str,
    written: &'a str,
    node: &'a Node<'a>,
    read: Cell<bool>,
}

impl<'a> Object<'a> {
    fn open(
        value: Value<'a>,
        entries: &'a [json::Entry<'a>],
        table: &'static KeyTable,
        removed: &[(&str, &str)],
    ) -> Self {
        let mut object = Self {
            value,
            table,
            entries: Vec::with_capacity(entries.len()),
        };
        for (index, (written, node)) in entries.iter().enumerate() {
            // The contract's objects have few keys. One with more than 256 has unknown ones and is refused for
            // those, so that comparing further would only cost time.
            let repeated = entries
                .iter()
                .take(index.min(256))
                .any(|(earlier, _)| earlier == written);
            if repeated {
                let message = format!("Duplicate key '{}'", excerpt(written));
                let canonical = table.canonical(written).unwrap_or(written);
                object.report_at(node, canonical, written, Rule::DuplicateKey, message, None);
                continue;
            }
            match table.canonical(written) {
                // Looked up in the whole object: where the canonical key stands must not matter.
                Some(canonical) if written != canonical => {
                    match entries.iter().find(|(key, _)| key == canonical) {
                        Some((_, other)) if other.same_value(node) => {
                            object.ignore_alias(canonical, written, node);
                        }
                        Some(_) => object.refuse_alias(canonical, canonical, written, node),
                        None => object.add(canonical, written, node),
                    }
                }
                Some(canonical) => object.add(canonical, written, node),
                None => object.report_unknown(written, node, removed),
            }
        }
        object
    }

    fn ignore_alias(&self, canonical: &str, written: &str, node: &Node<'_>) {
        let path = Path::key(&self.value.path, canonical, written);
        let message = format!("ignored: {canonical} is also given, with the same value");
        self.value.report.warning(
            node.ordinal,
            &path,
            WarningRule::AliasIgnored,
            message,
            None,
        );
    }

    fn add(&mut self, canonical: &'static str, written: &'a str, node: &'a Node<'a>) {
        let Some(entry) = self
            .entries
            .iter()
            .find(|entry| entry.canonical == canonical)
        else {
            self.entries.push(Entry {
                canonical,
                written,
                node,
                read: Cell::new(false),
            });
            return;
        };
        if !entry.node.same_value(node) {
            let earlier = entry.written;
            self.refuse_alias(canonical, earlier, written, node);
        }
    }

    /// Refuses a name that says something else than another name of the same field: which of them was meant is not
    /// for us to say.
    fn refuse_alias(&self, canonical: &str, other: &str, written: &str, node: &Node<'_>) {
        let message =
            format!("'{other}' and '{written}' both mean {canonical}, with different values");
        let hint = format!("keep one of them, written as {canonical}");
        self.report_at(
            node,
            canonical,
            written,
            Rule::AliasConflict,
            message,
            Some(hint),
        );
    }

    fn report_unknown(&self, written: &str, node: &Node<'_>, removed: &[(&str, &str)]) {
        if self.value.report.is_full() {
            self.value.report.count_unlisted();
            return;
        }
        let shown = excerpt(written);
        let message = format!("Unrecognized key(s) in object: '{shown}'");
        if let Some((_, hint)) = removed.iter().find(|(key, _)| *key == written) {
            self.report_at(
                node,
                written,
                written,
                Rule::RemovedKey,
                message,
                Some((*hint).to_owned()),
            );
            return;
        }
        let hint = match self.table.suggest(written) {
            Some(known) => format!("did you mean '{known}'?"),
            None => format!(
                "allowed keys: {}",
                self.table.names().collect::<Vec<_>>().join(", ")
            ),
        };
        self.report_at(
            node,
            written,
            written,
            Rule::UnknownKey,
            message,
            Some(hint),
        );
    }

    fn report_at(
        &self,
        node: &Node<'_>,
        canonical: &str,
        written: &str,
        rule: Rule,
        message: String,
        hint: Option<String>,
    ) {
        let path = Path::key(&self.value.path, canonical, written);
        self.value
            .report
            .issue(node.ordinal, &path, rule, message, hint);
    }

    /// Whether the key is there, right or wrong.
    pub(crate) fn has(&self, key: &'static str) -> bool {
        self.entries.iter().any(|entry| entry.canonical == key)
    }

    /// Whether the object has no known key at all.
    pub(crate) fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// The value under a key; asking marks it as meaningful here.
    pub(crate) fn value<'s>(&'s self, key: &'static str) -> Option<Value<'s>> {
        debug_assert!(
            self.table.canonical(key) == Some(key),
            "{key} is not in the key table"
        );
        let entry = self.entries.iter().find(|entry| entry.canonical == key)?;
        entry.read.set(true);
        let path = Path::key(&self.value.path, entry.canonical, entry.written);
        Some(Value {
            node: entry.node,
            path,
            report: self.value.report,
        })
    }

    /// The decoded value under a key; `None` when it is absent or was reported as wrong.
    pub(crate) fn get<T: Decode>(&self, key: &'static str) -> Option<T> {
        self.value(key).and_then(|value| T::decode(&value))
    }

    /// The decoded value under a key that must be there.
    pub(crate) fn require<T: Decode>(&self, key: &'static str, message: &str) -> Option<T> {
        if !self.has(key) {
            return self.missing(key, message);
        }
        self.get(key)
    }

    /// The decoded text under a key that must be there and not be blank; `message` is said of either.
    pub(crate) fn require_text<const MAX: usize>(
        &self,
        key: &'static str,
        message: &str,
    ) -> Option<Text<MAX>> {
        match self.value(key) {
            Some(value) => Text::check(&value, message),
            None => self.missing(key, message),
        }
    }

    /// Reports that `key` should be there.
    pub(crate) fn missing<T>(&self, key: &'static str, message: &str) -> Option<T> {
        self.report_at(
            self.value.node,
            key,
            key,
            Rule::Missing,
            message.to_owned(),
            None,
        );
        None
    }

    /// Reports something about the object as a whole.
    pub(crate) fn fail<T>(&self, rule: Rule, message: impl Into<String>) -> Option<T> {
        self.value.fail(rule, message)
    }

    /// Whether the params name a node that a constraint could be about.
    fn has_target(&self) -> bool {
        const TARGETS: [&str; 5] = ["matcher", "where", "ref", "labelMatcher", "expectedNode"];
        TARGETS.into_iter().any(|key| self.has(key))
    }

    /// Warns of the known keys that no decoder asked for, and refuses those that would have confined the action.
    pub(crate) fn drop_unread(&self, action_type: &str) {
        for entry in self.entries.iter().filter(|entry| !entry.read.get()) {
            let path = Path::key(&self.value.path, entry.canonical, entry.written);
            let value = Value {
                node: entry.node,
                path,
                report: self.value.report,
            };
            if CONSTRAINTS.contains(&entry.canonical) && self.has_target() {
                let _: Option<()> = value.fail_with_hint(
                    Rule::NotTaken,
                    format!("{action_type} takes no params.{}", entry.canonical),
                    "ignoring it would match more nodes than intended; select the node itself, or its row with where.inRow",
                );
                continue;
            }
            value.dropped(format!(
                "dropped: {} has no effect on {action_type}",
                entry.canonical
            ));
        }
    }
}

impl Decode for bool {
    fn decode(value: &Value<'_>) -> Option<Self> {
        value.boolean()
    }
}

/// Reads one of a closed list of words, in any case and with blanks around it.
pub(crate) fn decode_word<T: Copy>(
    value: &Value<'_>,
    words: &[(&str, T)],
    allowed: &[&str],
) -> Option<T> {
    let written = value.string()?;
    let word = written.trim();
    if let Some((_, meaning)) = words
        .iter()
        .find(|(known, _)| known.eq_ignore_ascii_case(word))
    {
        return Some(*meaning);
    }
    let mut message = format!("must be one of: {}", allowed.join(", "));
    if !word.is_empty() {
        message += &format!("; '{}' is not", excerpt(word));
    }
    match did_you_mean(word, allowed.iter().copied()) {
        Some(known) => value.fail_with_hint(
            Rule::NotAllowed,
            message,
            format!("did you mean '{known}'?"),
        ),
        None => value.fail(Rule::NotAllowed, message),
    }
}
