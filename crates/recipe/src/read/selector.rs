//! Reading selectors.

use std::cell::Cell;

use clawperator_contract::limits::{
    MAX_FOLDED_CHARACTERS, MAX_ORDINAL, MAX_WHERE_ALTERNATIVES, MAX_WHERE_CLAUSES, MAX_WHERE_DEPTH,
    MAX_WHERE_PATTERNS,
};
use clawperator_contract::{Case, Pattern};

use super::fields::Reader;
use crate::finding::RecipeCode;
use crate::limits::{MAX_PATTERNS, MAX_SELECTOR_TEXT_LENGTH};
use crate::model::{Annotation, Phrase, RecipeFormat, Selector, Spanned};
use crate::rule::RecipeRule;
use crate::tree::{Form, Node, Value};

/// The keys of the selector language, and no others: the contract's aliases are unknown here.
const KEYS: &[&str] = &[
    "resource_id",
    "class",
    "text_equals",
    "text_contains",
    "content_desc_contains",
    "clickable",
    "enabled",
    "selected",
    "index_in_parent",
    "any_of",
    "all_of",
    "annotation",
];

/// What the second format adds to them.
const KEYS_OF_TWO: &[&str] = &[
    "text_matches",
    "content_desc_matches",
    "name_matches",
    "ignore_case",
    "focused",
    "scrollable",
    "long_clickable",
];

/// The keys that `ignore_case` is about.
const OF_TEXT: [&str; 6] = [
    "text_equals",
    "text_contains",
    "content_desc_contains",
    "text_matches",
    "content_desc_matches",
    "name_matches",
];

/// Reads a whole expression.
pub(super) fn read_selector(node: &Node, reader: Reader<'_, '_>) -> Option<Selector> {
    let mut keys = KEYS.to_vec();
    if reader.format == RecipeFormat::Two {
        keys.extend(KEYS_OF_TWO);
    }
    let expression = Expression {
        reader: reader.under(RecipeRule::SelectorKeys),
        keys,
        objects: Cell::new(0),
        patterns: Cell::new(0),
    };
    expression.read(node, 1)
}

/// Reads a text in which inputs are filled in.
pub(super) fn read_phrase(
    node: &Node,
    what: &str,
    max: usize,
    reader: Reader<'_, '_>,
) -> Option<Phrase> {
    let text = reader.any_text(node, what, max)?;
    if text.trim().is_empty() {
        return reader.fail(
            RecipeCode::Blank,
            node.at,
            format!("{what} is blank"),
            "write the text, or remove the key",
        );
    }
    match Phrase::parse(node.at, text) {
        Ok(phrase) => Some(phrase),
        Err(problem) => reader.under(RecipeRule::DeclaredInputs).fail(
            RecipeCode::Placeholder,
            node.at,
            problem,
            "write `${inputs.NAME}` with the name of a declared input; a plain `${` cannot be written",
        ),
    }
}

/// One expression while it is read: the contract bounds its objects, so that a wide one costs a phone little.
struct Expression<'r, 's> {
    reader: Reader<'r, 's>,
    keys: Vec<&'static str>,
    objects: Cell<usize>,
    patterns: Cell<usize>,
}

impl Expression<'_, '_> {
    fn read(&self, node: &Node, depth: usize) -> Option<Selector> {
        let reader = self.reader;
        self.objects.set(self.objects.get() + 1);
        if self.objects.get() > MAX_WHERE_CLAUSES {
            // Told once; everything behind it would only repeat it.
            if self.objects.get() == MAX_WHERE_CLAUSES + 1 {
                let message = format!("a selector holds at most {MAX_WHERE_CLAUSES} expressions");
                reader.fail::<()>(
                    RecipeCode::TooMany,
                    node.at,
                    message,
                    "use fewer alternatives",
                );
            }
            return None;
        }
        if depth > MAX_WHERE_DEPTH {
            let message = format!("a selector is nested at most {MAX_WHERE_DEPTH} levels deep");
            return reader.fail(
                RecipeCode::TooDeep,
                node.at,
                message,
                "flatten the expression",
            );
        }
        let before = reader.report.errors();
        let fields = reader.open(node, "a selector", &self.keys)?;
        let text = |key: &str| {
            let value = fields.get(key)?;
            reader.text(value, &format!("`{key}`"), MAX_SELECTOR_TEXT_LENGTH)
        };
        let phrase = |key: &str| {
            let value = fields.get(key)?;
            read_phrase(value, &format!("`{key}`"), MAX_SELECTOR_TEXT_LENGTH, reader)
        };
        let state = |key: &str| reader.boolean(fields.get(key)?, &format!("`{key}`"));
        let ignore_case = state("ignore_case");
        let case = Case::of(ignore_case);
        let pattern = |key: &str| self.pattern(fields.get(key)?, &format!("`{key}`"), case);
        let selector = Selector {
            at: node.at,
            resource_id: text("resource_id"),
            class: text("class"),
            text_equals: phrase("text_equals"),
            text_contains: phrase("text_contains"),
            content_desc_contains: phrase("content_desc_contains"),
            clickable: state("clickable"),
            enabled: state("enabled"),
            selected: state("selected"),
            text_matches: pattern("text_matches"),
            content_desc_matches: pattern("content_desc_matches"),
            name_matches: pattern("name_matches"),
            ignore_case,
            focused: state("focused"),
            scrollable: state("scrollable"),
            long_clickable: state("long_clickable"),
            index_in_parent: fields
                .get("index_in_parent")
                .and_then(|value| reader.integer(value, "`index_in_parent`", 0, MAX_ORDINAL)),
            any_of: self.alternatives(fields.get("any_of"), "`any_of`", depth),
            all_of: self.alternatives(fields.get("all_of"), "`all_of`", depth),
            annotation: fields
                .get("annotation")
                .and_then(|value| reader.word::<Annotation>(value, "`annotation`")),
        };
        if reader.report.errors() > before {
            return None;
        }
        if let Some(ignored) = fields.get("ignore_case")
            && !OF_TEXT.iter().any(|key| fields.get(key).is_some())
        {
            return reader.fail(
                RecipeCode::NotHere,
                ignored.at,
                "`ignore_case` has no effect without a text or pattern beside it",
                "put it into the selector that has the text",
            );
        }
        let says_something = node.entries().iter().any(|entry| entry.key != "annotation");
        if !says_something {
            return reader.fail(
                RecipeCode::EmptySelector,
                node.at,
                "this selector has no condition",
                "select the node by its id, text, description or class",
            );
        }
        Some(selector)
    }

    fn pattern(&self, node: &Node, what: &str, case: Case) -> Option<Spanned<String>> {
        let reader = self.reader;
        if let Value::Scalar(text, Form::Bare | Form::Quoted) = &node.value
            && text.contains("${")
        {
            return reader.under(RecipeRule::DeclaredInputs).fail(
                RecipeCode::Placeholder,
                node.at,
                format!("placeholders are not allowed in {what}"),
                "write the pattern itself, or use `text_equals` or `text_contains`",
            );
        }
        let pattern = reader.text(node, what, MAX_SELECTOR_TEXT_LENGTH)?;
        self.patterns.set(self.patterns.get() + 1);
        if self.patterns.get() > MAX_WHERE_PATTERNS {
            let message = format!("a selector holds at most {MAX_WHERE_PATTERNS} patterns");
            return reader.fail(
                RecipeCode::TooMany,
                node.at,
                message,
                "join them with `|`, or use texts",
            );
        }
        let work = reader.report.patterns();
        if work.count.get() >= MAX_PATTERNS {
            // Compiling one takes its time, and nobody needs so many.
            return reader.fail(
                RecipeCode::TooMany,
                node.at,
                format!("a recipe holds at most {MAX_PATTERNS} patterns in its selectors"),
                "use texts",
            );
        }
        work.count.set(work.count.get() + 1);
        let left = MAX_FOLDED_CHARACTERS.saturating_sub(work.folded.get());
        match Pattern::compile_within(&pattern.value, case, left) {
            Ok((_, folded)) => {
                work.folded.set(work.folded.get() + folded);
                Some(pattern)
            }
            Err(refused) => reader.fail(
                RecipeCode::Pattern,
                node.at,
                format!("{what} cannot be used: {refused}"),
                "write a regular expression without look-around and back-references",
            ),
        }
    }

    fn alternatives(&self, node: Option<&Node>, what: &str, depth: usize) -> Vec<Selector> {
        let Some(node) = node else {
            return Vec::new();
        };
        let Some(items) = self.reader.list(node, what, MAX_WHERE_ALTERNATIVES) else {
            return Vec::new();
        };
        if items.is_empty() {
            self.reader.fail::<()>(
                RecipeCode::EmptySelector,
                node.at,
                format!("{what} is empty"),
                "give it at least one selector, or remove it",
            );
        }
        items
            .iter()
            .filter_map(|item| self.read(item, depth + 1))
            .collect()
    }
}
