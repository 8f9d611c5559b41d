//! `where`: a whole selector expression, an extension to the seeds' matcher.

use std::cell::Cell;

use schemars::JsonSchema;
use serde::Serialize;

use crate::aliases;
use crate::decode::{Decode, Value};
use crate::failure::Rule;
use crate::limits::{MAX_ORDINAL, MAX_WHERE_ALTERNATIVES, MAX_WHERE_CLAUSES, MAX_WHERE_DEPTH};
use crate::matcher::{MatcherText, NodeMatcher};
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
    /// Case-sensitive part of the visible text.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text_contains: Option<MatcherText>,
    /// Exact content description.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub content_desc_equals: Option<MatcherText>,
    /// Case-sensitive part of the content description.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub content_desc_contains: Option<MatcherText>,
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
    /// The node's place among its siblings, from 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub index_in_parent: Option<Integer<0, MAX_ORDINAL>>,
    /// The name a person sees: own text, else description, else the labels inside; for a field, its description or hint.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<MatcherText>,
    /// Case-sensitive part of that name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name_contains: Option<MatcherText>,
    /// A label in the node's row.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub in_row: Option<MatcherText>,
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

impl Decode for Where {
    fn decode(value: &Value<'_>) -> Option<Self> {
        Budget {
            clauses: Cell::new(0),
        }
        .decode(value, 1)
    }
}

/// Counts the objects of one expression, so that a deep or wide one cannot cost the engine much.
struct Budget {
    clauses: Cell<usize>,
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
        let expression = Where {
            resource_id: matcher.resource_id,
            id_name: object.get("idName"),
            role: matcher.role,
            text_equals: matcher.text_equals,
            text_contains: matcher.text_contains,
            content_desc_equals: matcher.content_desc_equals,
            content_desc_contains: matcher.content_desc_contains,
            class: object.get("class"),
            clickable: object.get("clickable"),
            enabled: object.get("enabled"),
            selected: object.get("selected"),
            checked: object.get("checked"),
            focused: object.get("focused"),
            index_in_parent: object.get("indexInParent"),
            name: object.get("name"),
            name_contains: object.get("nameContains"),
            in_row: object.get("inRow"),
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
        Some(expression)
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
