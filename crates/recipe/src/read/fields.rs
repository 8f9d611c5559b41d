//! Reading typed values out of the tree.

use clawperator_contract::{did_you_mean, excerpt};

use crate::finding::{RecipeCode, Report};
use crate::model::words::Word;
use crate::model::{RecipeFormat, Spanned};
use crate::rule::RecipeRule;
use crate::source::Position;
use crate::tree::{Entry, Form, Node, Value};

/// Reads values for one rule.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Reader<'r, 's> {
    pub(crate) report: &'r Report<'s>,
    pub(crate) rule: RecipeRule,
    /// What it may say depends on it.
    pub(crate) format: RecipeFormat,
}

/// A mapping whose keys are known.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Fields<'n, 'r, 's> {
    pub(crate) at: Position,
    node: &'n Node,
    reader: Reader<'r, 's>,
    what: &'static str,
}

impl<'r, 's> Reader<'r, 's> {
    pub(crate) fn new(report: &'r Report<'s>, rule: RecipeRule, format: RecipeFormat) -> Self {
        Self {
            report,
            rule,
            format,
        }
    }

    /// The same reader for another rule.
    pub(crate) fn under(self, rule: RecipeRule) -> Self {
        Self { rule, ..self }
    }

    pub(crate) fn fail<T>(
        self,
        code: RecipeCode,
        at: Position,
        message: impl Into<String>,
        fix: impl Into<String>,
    ) -> Option<T> {
        self.report.add(self.rule, code, at, message, fix);
        None
    }

    /// Opens a mapping that may have these keys and no others.
    pub(crate) fn open<'n>(
        self,
        node: &'n Node,
        what: &'static str,
        keys: &[&str],
    ) -> Option<Fields<'n, 'r, 's>> {
        let Value::Map(entries) = &node.value else {
            return self.wrong_kind(node, what, "a mapping");
        };
        for entry in entries {
            if !keys.contains(&entry.key.as_str()) {
                self.unknown(entry, what, keys);
            }
        }
        Some(Fields {
            at: node.at,
            node,
            reader: self,
            what,
        })
    }

    fn unknown(self, entry: &Entry, what: &str, keys: &[&str]) {
        if self.report.is_full() {
            // Only counted from here on: twenty thousand unknown keys shall not cost twenty thousand suggestions.
            self.report
                .add(self.rule, RecipeCode::UnknownKey, entry.key_at, "", "");
            return;
        }
        let fix = match did_you_mean(&entry.key, keys.iter().copied()) {
            Some(near) => format!("did you mean `{near}`?"),
            None => format!("allowed keys: {}", keys.join(", ")),
        };
        let message = format!("{what} has no key `{}`", excerpt(&entry.key));
        self.report.add(
            self.rule,
            RecipeCode::UnknownKey,
            entry.key_at,
            message,
            fix,
        );
    }

    /// A text as it was written, not blank, with nothing to fill in.
    pub(crate) fn text(self, node: &Node, what: &str, max: usize) -> Option<Spanned<String>> {
        let text = self.any_text(node, what, max)?;
        if text.trim().is_empty() {
            return self.fail(
                RecipeCode::Blank,
                node.at,
                format!("{what} is blank"),
                "write something, or remove the key if it is optional",
            );
        }
        if text.contains("${") {
            return self.under(RecipeRule::DeclaredInputs).fail(
                RecipeCode::Placeholder,
                node.at,
                format!("placeholders are not allowed in {what}"),
                "use placeholders only in the texts of selectors and in params",
            );
        }
        Some(Spanned::new(node.at, text.to_owned()))
    }

    /// A text as it was written, of bounded length; it may be empty.
    pub(crate) fn any_text<'n>(self, node: &'n Node, what: &str, max: usize) -> Option<&'n str> {
        let text = match &node.value {
            Value::Scalar(text, Form::Bare) if text.is_empty() => {
                return self.no_value(node, what);
            }
            Value::Scalar(text, Form::Bare | Form::Quoted) => text,
            Value::Scalar(_, Form::Literal) | Value::List(_) | Value::Map(_) => {
                return self.wrong_kind(node, what, "a text");
            }
        };
        // The byte length bounds the character count from above and is known for free.
        if text.len() > max && text.chars().count() > max {
            return self.fail(
                RecipeCode::TooLong,
                node.at,
                format!("{what} has more than {max} characters"),
                "shorten it",
            );
        }
        Some(text)
    }

    pub(crate) fn integer(
        self,
        node: &Node,
        what: &str,
        least: i64,
        most: i64,
    ) -> Option<Spanned<i64>> {
        let text = match &node.value {
            Value::Scalar(text, Form::Bare) if text.is_empty() => {
                return self.no_value(node, what);
            }
            Value::Scalar(text, Form::Bare | Form::Literal) => text,
            Value::Scalar(_, Form::Quoted) | Value::List(_) | Value::Map(_) => {
                return self.wrong_kind(node, what, "a whole number without quotes");
            }
        };
        let digits = text.strip_prefix('-').unwrap_or(text);
        let is_whole = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
        if !is_whole {
            return self.wrong_kind(node, what, "a whole number");
        }
        match text.parse::<i64>() {
            Ok(number) if (least..=most).contains(&number) => Some(Spanned::new(node.at, number)),
            Ok(_) | Err(_) => self.fail(
                RecipeCode::OutOfRange,
                node.at,
                format!("{what} must be from {least} to {most}"),
                format!("use a whole number from {least} to {most}"),
            ),
        }
    }

    pub(crate) fn boolean(self, node: &Node, what: &str) -> Option<bool> {
        match &node.value {
            Value::Scalar(text, Form::Bare | Form::Literal) if text == "true" => Some(true),
            Value::Scalar(text, Form::Bare | Form::Literal) if text == "false" => Some(false),
            Value::Scalar(text, Form::Bare) if text.is_empty() => self.no_value(node, what),
            Value::Scalar(..) | Value::List(_) | Value::Map(_) => {
                self.wrong_kind(node, what, "`true` or `false`")
            }
        }
    }

    /// One of a closed list of words, written exactly so.
    pub(crate) fn word<T: Word>(self, node: &Node, what: &str) -> Option<Spanned<T>> {
        self.word_among(node, what, T::NAMES)
    }

    /// One of those of its words that may stand here.
    pub(crate) fn word_among<T: Word>(
        self,
        node: &Node,
        what: &str,
        names: &[&str],
    ) -> Option<Spanned<T>> {
        let text = self.any_text(node, what, usize::MAX)?;
        match T::read(text).filter(|_| names.contains(&text)) {
            Some(word) => Some(Spanned::new(node.at, word)),
            None => self.not_allowed(node, what, text, names),
        }
    }

    pub(crate) fn not_allowed<T>(
        self,
        node: &Node,
        what: &str,
        word: &str,
        names: &[&str],
    ) -> Option<T> {
        let fix = match did_you_mean(word, names.iter().copied()) {
            Some(near) => format!("did you mean `{near}`?"),
            None => format!("allowed: {}", names.join(", ")),
        };
        self.fail(
            RecipeCode::NotAllowed,
            node.at,
            format!("{what} cannot be `{}`", excerpt(word)),
            fix,
        )
    }

    pub(crate) fn list<'n>(self, node: &'n Node, what: &str, most: usize) -> Option<&'n [Node]> {
        let Value::List(items) = &node.value else {
            return match &node.value {
                Value::Scalar(text, Form::Bare) if text.is_empty() => self.no_value(node, what),
                Value::Scalar(..) | Value::List(_) | Value::Map(_) => {
                    self.wrong_kind(node, what, "a list")
                }
            };
        };
        if let Some(extra) = items.get(most) {
            return self.fail(
                RecipeCode::TooMany,
                extra.at,
                format!("{what} has more than {most} entries"),
                "shorten the list",
            );
        }
        Some(items)
    }

    /// Reports the second of two equal entries.
    pub(crate) fn check_unique<'v>(
        self,
        values: impl IntoIterator<Item = (Position, &'v str)>,
        what: &str,
        fix: &str,
    ) {
        let mut seen: Vec<&str> = Vec::new();
        for (at, value) in values {
            if seen.contains(&value) {
                let message = format!("{what} `{}` appears twice", excerpt(value));
                self.report
                    .add(self.rule, RecipeCode::Repeated, at, message, fix);
            } else {
                seen.push(value);
            }
        }
    }

    fn no_value<T>(self, node: &Node, what: &str) -> Option<T> {
        self.fail(
            RecipeCode::MissingField,
            node.at,
            format!("{what} has no value"),
            "give it one, or remove the key if it is optional",
        )
    }

    pub(crate) fn wrong_kind<T>(self, node: &Node, what: &str, wanted: &str) -> Option<T> {
        self.fail(
            RecipeCode::WrongType,
            node.at,
            format!("{what} is {}, not {wanted}", node.kind()),
            format!("write {wanted}"),
        )
    }
}

impl<'n> Fields<'n, '_, '_> {
    /// The value under a key, if it is there.
    pub(crate) fn get(&self, key: &str) -> Option<&'n Node> {
        self.node.get(key)
    }

    /// The value under a key that must be there.
    pub(crate) fn require(&self, key: &str) -> Option<&'n Node> {
        self.require_for(key, self.reader.rule)
    }

    /// The value under a key that must be there by another rule than the other keys.
    pub(crate) fn require_for(&self, key: &str, rule: RecipeRule) -> Option<&'n Node> {
        let found = self.node.get(key);
        if found.is_none() {
            self.reader.report.add(
                rule,
                RecipeCode::MissingField,
                self.at,
                format!("{} has no `{key}`", self.what),
                format!("add `{key}`"),
            );
        }
        found
    }
}
