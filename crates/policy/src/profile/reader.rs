//! Reading typed values out of TOML: what is wrong is noted, and reading goes on.

use std::cell::RefCell;

use clawperator_contract::{Pattern, PatternRefused, did_you_mean, excerpt};
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::Problem;
use crate::glob::Glob;

/// The most rules, and the most combinations.
pub(super) const MAX_RULES: usize = 100;
/// The most entries of one list.
const MAX_ENTRIES: usize = 50;
/// The most label patterns of a whole profile: each is compiled.
const MAX_PATTERNS: usize = 200;
/// The most characters of a star name and of a pattern.
const MAX_CHARACTERS: usize = 512;

pub(super) type Table<'t> = DeTable<'t>;
pub(super) type Value<'t> = Spanned<DeValue<'t>>;

/// The text that is read, and what was wrong with it so far.
pub(super) struct Reader<'t> {
    pub(super) text: &'t str,
    pub(super) problems: RefCell<Vec<Problem>>,
    patterns: RefCell<usize>,
}

impl<'t> Reader<'t> {
    pub(super) fn new(text: &'t str) -> Self {
        Self {
            text,
            problems: RefCell::default(),
            patterns: RefCell::default(),
        }
    }

    /// Star names; a key that is there and wrong is an empty list, whose mistakes are told.
    pub(super) fn globs(&self, value: Option<&Value<'_>>) -> Option<Vec<Glob>> {
        // A key that is there and wrong was reported, and the profile is refused.
        let items = self.list(value?).unwrap_or_default();
        let read = items.iter().filter_map(|item| self.bounded(item));
        Some(read.map(|text| Glob::new(text.to_owned())).collect())
    }

    pub(super) fn patterns(&self, value: Option<&Value<'_>>) -> Option<Vec<Pattern>> {
        // A key that is there and wrong was reported, and the profile is refused.
        let items = self.list(value?).unwrap_or_default();
        Some(items.iter().filter_map(|item| self.pattern(item)).collect())
    }

    pub(super) fn pattern(&self, value: &Value<'_>) -> Option<Pattern> {
        let text = self.bounded(value)?;
        let count = self.patterns.replace_with(|count| *count + 1);
        if count >= MAX_PATTERNS {
            if count == MAX_PATTERNS {
                self.problem(
                    value,
                    format!("a profile has at most {MAX_PATTERNS} label patterns"),
                    "join some of them with `|`",
                );
            }
            return None;
        }
        match Pattern::compile(text) {
            Ok(pattern) => Some(pattern),
            Err(refused) => {
                let why = match refused {
                    PatternRefused::LookAround(column) => {
                        format!("look-around at column {column} is not supported")
                    }
                    PatternRefused::BackReference(column) => {
                        format!("a back-reference at column {column} is not supported")
                    }
                    PatternRefused::TooDeep => "its groups are nested too deep".to_owned(),
                    PatternRefused::TooBig => "it is too big once compiled".to_owned(),
                    PatternRefused::TooMuchFolding => {
                        "it ignores the case of too many characters".to_owned()
                    }
                    PatternRefused::Syntax(reason, column) => {
                        format!("{reason} at column {column}")
                    }
                };
                self.problem(
                    value,
                    format!("the label pattern cannot be used: {why}"),
                    "use the syntax of Rust's regex crate; a pattern matches a whole label",
                );
                None
            }
        }
    }

    /// A text of a list: neither blank nor too long.
    pub(super) fn bounded<'v>(&self, value: &'v Value<'_>) -> Option<&'v str> {
        let text = self.string(value)?;
        if text.trim().is_empty() || text.chars().count() > MAX_CHARACTERS {
            self.problem(
                value,
                format!("an entry has 1 to {MAX_CHARACTERS} characters"),
                "remove the entry, or shorten it",
            );
            return None;
        }
        Some(text)
    }

    pub(super) fn list_of_tables<T>(
        &self,
        value: Option<&Value<'_>>,
        read: impl Fn(&Self, usize, &Table<'_>) -> Option<T>,
    ) -> Vec<T> {
        let Some(value) = value else {
            return Vec::new();
        };
        let DeValue::Array(items) = value.get_ref() else {
            self.wrong_type(value, "a list of tables");
            return Vec::new();
        };
        if items.len() > MAX_RULES {
            self.problem(
                value,
                format!(
                    "{} tables are too many; at most {MAX_RULES} are allowed",
                    items.len()
                ),
                "merge rules with the same verdict",
            );
            return Vec::new();
        }
        let tables = items
            .iter()
            .filter_map(|item| Some((item.span().start, self.table(item)?)));
        tables
            .filter_map(|(at, table)| read(self, at, table))
            .collect()
    }

    pub(super) fn only(&self, table: &Table<'_>, known: &[&str]) {
        for (key, _) in table {
            let written: &str = key.get_ref();
            if known.contains(&written) {
                continue;
            }
            let fix = match did_you_mean(written, known.iter().copied()) {
                Some(near) => format!("did you mean `{near}`?"),
                None => format!("allowed keys: {}", known.join(", ")),
            };
            self.problem_at(
                key.span().start,
                format!("unknown key `{}`", excerpt(written)),
                fix,
            );
        }
    }

    pub(super) fn word<T: Copy>(&self, value: &Value<'_>, words: &[(&str, T)]) -> Option<T> {
        let written = self.string(value)?;
        let found = words.iter().find(|(word, _)| *word == written);
        if found.is_none() {
            let names: Vec<&str> = words.iter().map(|(word, _)| *word).collect();
            self.problem(
                value,
                format!("`{}` is not allowed here", excerpt(written)),
                format!("use one of: {}", names.join(", ")),
            );
        }
        found.map(|(_, meaning)| *meaning)
    }

    pub(super) fn integer(&self, value: &Value<'_>, least: u32, most: u32) -> Option<u32> {
        let DeValue::Integer(integer) = value.get_ref() else {
            self.wrong_type(value, "a whole number");
            return None;
        };
        let number = u32::from_str_radix(integer.as_str(), integer.radix()).ok();
        let number = number.filter(|number| (least..=most).contains(number));
        if number.is_none() {
            let fix = if least == most {
                format!("write {least}")
            } else {
                format!("write a number from {least} to {most}")
            };
            let message = format!("the number is out of range: {}", excerpt(integer.as_str()));
            self.problem(value, message, fix);
        }
        number
    }

    pub(super) fn boolean(&self, value: &Value<'_>) -> Option<bool> {
        let read = value.get_ref().as_bool();
        if read.is_none() {
            self.wrong_type(value, "true or false");
        }
        read
    }

    pub(super) fn string<'v>(&self, value: &'v Value<'_>) -> Option<&'v str> {
        let text = value.get_ref().as_str();
        if text.is_none() {
            self.wrong_type(value, "a text");
        }
        text
    }

    pub(super) fn table<'v, 'i>(&self, value: &'v Value<'i>) -> Option<&'v Table<'i>> {
        let table = value.get_ref().as_table();
        if table.is_none() {
            self.wrong_type(value, "a table");
        }
        table
    }

    pub(super) fn list<'v, 'i>(&self, value: &'v Value<'i>) -> Option<&'v [Value<'i>]> {
        let Some(items) = value.get_ref().as_array() else {
            self.wrong_type(value, "a list");
            return None;
        };
        if items.len() > MAX_ENTRIES {
            self.problem(
                value,
                format!("a list has at most {MAX_ENTRIES} entries"),
                "use `*` or a pattern to match several",
            );
            return None;
        }
        Some(items)
    }

    pub(super) fn wrong_type(&self, value: &Value<'_>, wanted: &str) {
        self.problem(
            value,
            format!("this must be {wanted}"),
            "see docs/policy.md",
        );
    }

    pub(super) fn missing(&self, at: usize, key: &str, fix: &str) {
        self.problem_at(at, format!("`{key}` is missing"), fix);
    }

    pub(super) fn problem(&self, value: &Value<'_>, message: String, fix: impl Into<String>) {
        self.problem_at(value.span().start, message, fix);
    }

    pub(super) fn problem_at(&self, at: usize, message: String, fix: impl Into<String>) {
        // A place that the parser did not give is the first line.
        let before = self.text.get(..at).unwrap_or_default();
        let line = 1 + before.matches('\n').count();
        let fix = fix.into();
        self.problems
            .borrow_mut()
            .push(Problem { line, message, fix });
    }
}
