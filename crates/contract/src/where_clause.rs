//! `where`: a whole selector expression, an extension to the seeds' matcher.

use std::cell::Cell;

use schemars::JsonSchema;
use serde::Serialize;

use crate::aliases;
use crate::decode::{Decode, Object, Value};
use crate::failure::Rule;
use crate::limits::{
    MAX_FOLDED_CHARACTERS, MAX_ORDINAL, MAX_WHERE_ALTERNATIVES, MAX_WHERE_CLAUSES, MAX_WHERE_DEPTH,
    MAX_WHERE_PATTERNS,
};
use crate::matcher::{MatcherText, NodeMatcher};
use crate::pattern::{Case, PatternText, decode_pattern_within};
use crate::values::Integer;

/// Names a node by any of a matcher's fields, its class and state, the name and row a person sees, and by
/// alternatives of all these; everything that is given must hold.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schemars(extend("minProperties" = 1, "x-clawperator-addition" = true))]
pub struct Where {
    /// Exact Android resource id.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub resource_id: Option<MatcherText>,
    /// The name in the resource id: `submit` for `com.example:id/submit`, also as `#submit`, or a whole id.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id_name: Option<MatcherText>,
    /// Exact accessibility role.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub role: Option<MatcherText>,
    /// Exact visible text.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text_equals: Option<MatcherText>,
    /// Part of the visible text.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text_contains: Option<MatcherText>,
    /// A regular expression that the whole visible text matches, in Rust syntax.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text_matches: Option<PatternText>,
    /// Exact content description.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub content_desc_equals: Option<MatcherText>,
    /// Part of the content description.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub content_desc_contains: Option<MatcherText>,
    /// A regular expression that the whole content description matches.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub content_desc_matches: Option<PatternText>,
    /// Exact class name, such as `android.widget.Button`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub class: Option<MatcherText>,
    /// Whether the node is clickable.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub clickable: Option<bool>,
    /// Whether the node and everything in its snapshot line are enabled.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub enabled: Option<bool>,
    /// Whether the node or anything in its snapshot line is selected.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub selected: Option<bool>,
    /// Whether the node is checked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub checked: Option<bool>,
    /// Whether the node has the input focus.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub focused: Option<bool>,
    /// Whether the node scrolls.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub scrollable: Option<bool>,
    /// Whether the node takes long presses.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub long_clickable: Option<bool>,
    /// The node's place among its siblings, from 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub index_in_parent: Option<Integer<0, MAX_ORDINAL>>,
    /// The name a person sees: own text, else description, else the labels inside; for a field, its description or hint.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<MatcherText>,
    /// Part of that name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name_contains: Option<MatcherText>,
    /// A regular expression that the whole name matches.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name_matches: Option<PatternText>,
    /// A label in the node's row.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub in_row: Option<MatcherText>,
    /// Whether upper and lower case are the same in the texts, descriptions, names and rows of this object; default: false.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ignore_case: Option<bool>,
    /// Which of the matching nodes, counted from 1 in reading order; only nodes with a line in a snapshot count.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nth: Option<Integer<1, MAX_ORDINAL>>,
    /// Ordered alternatives: the first that finds anything wins.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(length(min = 1, max = MAX_WHERE_ALTERNATIVES))]
    pub any_of: Option<Vec<Where>>,
    /// Expressions that must all hold.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(length(min = 1, max = MAX_WHERE_ALTERNATIVES))]
    pub all_of: Option<Vec<Where>>,
}

impl Where {
    /// Whether upper and lower case are the same in its texts.
    #[must_use]
    pub fn case(&self) -> Case {
        Case::of(self.ignore_case)
    }
}

impl Decode for Where {
    fn decode(value: &Value<'_>) -> Option<Self> {
        Budget {
            clauses: Cell::new(0),
            patterns: Cell::new(0),
            folded: Cell::new(0),
        }
        .decode(value, 1)
    }
}

/// The keys that `ignoreCase` is about.
const OF_TEXT: [&str; 10] = [
    "textEquals",
    "textContains",
    "textMatches",
    "contentDescEquals",
    "contentDescContains",
    "contentDescMatches",
    "name",
    "nameContains",
    "nameMatches",
    "inRow",
];

/// Counts the objects of one expression, so that a deep or wide one cannot cost the engine much.
struct Budget {
    clauses: Cell<usize>,
    /// How many patterns there are, and of how many characters they fold the case.
    patterns: Cell<usize>,
    folded: Cell<usize>,
}

impl Budget {
    fn decode(&self, value: &Value<'_>, depth: usize) -> Option<Where> {
        let mark = value.report.mark();
        self.clauses.set(self.clauses.get().saturating_add(1));
        if self.clauses.get() == MAX_WHERE_CLAUSES + 1 {
            return value.fail(
                Rule::TooMany,
                format!("where expression must hold at most {MAX_WHERE_CLAUSES} objects"),
            );
        }
        if self.clauses.get() > MAX_WHERE_CLAUSES {
            return None;
        }
        if depth > MAX_WHERE_DEPTH {
            return value.fail(
                Rule::TooMany,
                format!("where expression must nest at most {MAX_WHERE_DEPTH} levels deep"),
            );
        }
        let object = value.object(&aliases::WHERE)?;
        let matcher = NodeMatcher::read(&object);
        let ignore_case = object.get("ignoreCase");
        let case = Case::of(ignore_case);
        let expression = Where {
            resource_id: matcher.resource_id,
            id_name: object.get("idName"),
            role: matcher.role,
            text_equals: matcher.text_equals,
            text_contains: matcher.text_contains,
            text_matches: self.pattern(&object, "textMatches", case),
            content_desc_equals: matcher.content_desc_equals,
            content_desc_contains: matcher.content_desc_contains,
            content_desc_matches: self.pattern(&object, "contentDescMatches", case),
            class: object.get("class"),
            clickable: object.get("clickable"),
            enabled: object.get("enabled"),
            selected: object.get("selected"),
            checked: object.get("checked"),
            focused: object.get("focused"),
            scrollable: object.get("scrollable"),
            long_clickable: object.get("longClickable"),
            index_in_parent: object.get("indexInParent"),
            name: object.get("name"),
            name_contains: object.get("nameContains"),
            name_matches: self.pattern(&object, "nameMatches", case),
            in_row: object.get("inRow"),
            ignore_case,
            nth: object.get("nth"),
            any_of: object
                .value("anyOf")
                .and_then(|list| self.decode_list(&list, depth)),
            all_of: object
                .value("allOf")
                .and_then(|list| self.decode_list(&list, depth)),
        };
        if value.report.mark() != mark {
            return None;
        }
        if object.is_empty() {
            return object.fail(Rule::EmptyMatcher, "Matcher must have at least one field");
        }
        if object.has("ignoreCase") && !OF_TEXT.iter().any(|key| object.has(key)) {
            return object.fail(
                Rule::Requires,
                "ignoreCase requires a text, description, name or row in the same object",
            );
        }
        Some(expression)
    }

    fn pattern(&self, object: &Object<'_>, key: &'static str, case: Case) -> Option<PatternText> {
        let value = object.value(key)?;
        self.patterns.set(self.patterns.get() + 1);
        if self.patterns.get() > MAX_WHERE_PATTERNS {
            return value.fail(
                Rule::TooMany,
                format!("where expression must hold at most {MAX_WHERE_PATTERNS} patterns"),
            );
        }
        let left = MAX_FOLDED_CHARACTERS.saturating_sub(self.folded.get());
        let (pattern, folded) = decode_pattern_within(&value, key, case, left)?;
        self.folded.set(self.folded.get() + folded);
        Some(pattern)
    }

    fn decode_list(&self, list: &Value<'_>, depth: usize) -> Option<Vec<Where>> {
        let items = list.array()?;
        if items.is_empty() {
            return list.fail(Rule::TooFew, "Array must contain at least 1 element(s)");
        }
        if items.len() > MAX_WHERE_ALTERNATIVES {
            return list.fail(
                Rule::TooMany,
                format!("Array must contain at most {MAX_WHERE_ALTERNATIVES} element(s)"),
            );
        }
        let mut decoded = Some(Vec::with_capacity(items.len()));
        for item in &items {
            // One that is wrong spoils the list; the others are still read for what is wrong with them.
            match (self.decode(item, depth + 1), &mut decoded) {
                (Some(expression), Some(decoded)) => decoded.push(expression),
                (Some(_), None) => {}
                (None, decoded) => *decoded = None,
            }
        }
        decoded
    }
}
