//! `NodeMatcher`: the seeds' six ways to name a node.

use schemars::JsonSchema;
use serde::Serialize;

use crate::aliases;
use crate::decode::{Decode, Object, Value};
use crate::excerpt::excerpt;
use crate::failure::Rule;
use crate::limits::MAX_MATCHER_VALUE_LENGTH;
use crate::suggest::did_you_mean;
use crate::values::Text;

/// A value that a matcher compares with: not blank, at most 512 characters.
pub(crate) type MatcherText = Text<MAX_MATCHER_VALUE_LENGTH>;

/// Names a node by one or several of six fields; all that are given must hold.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schemars(extend("minProperties" = 1))]
pub struct NodeMatcher {
    /// Exact Android resource id.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub resource_id: Option<MatcherText>,
    /// Exact accessibility role, one of those that snapshots print.
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
}

impl NodeMatcher {
    /// Reads the six fields from an object that may have others.
    pub(crate) fn read(object: &Object<'_>) -> Self {
        Self {
            resource_id: object.get("resourceId"),
            role: read_role(object),
            text_equals: object.get("textEquals"),
            text_contains: object.get("textContains"),
            content_desc_equals: object.get("contentDescEquals"),
            content_desc_contains: object.get("contentDescContains"),
        }
    }
}

/// The roles that nodes have. A matcher with any other would look for what cannot be there.
pub const ROLES: [&str; 28] = [
    "container",
    "row",
    "column",
    "toolbar",
    "tabbar",
    "list",
    "grid",
    "listitem",
    "pager",
    "tab",
    "card",
    "button",
    "textfield",
    "switch",
    "checkbox",
    "radio",
    "toggle",
    "icon",
    "image",
    "chip",
    "slider",
    "dropdown",
    "menu",
    "menuitem",
    "text",
    "label",
    "title",
    "unknown",
];

fn read_role(object: &Object<'_>) -> Option<MatcherText> {
    let value = object.value("role")?;
    let role = MatcherText::decode(&value)?;
    let written = role.as_str();
    if ROLES.contains(&written) {
        return Some(role);
    }
    let hint = match did_you_mean(written, ROLES) {
        Some(near) => format!("did you mean '{near}'?"),
        None => format!("roles are {}", ROLES.join(", ")),
    };
    let message = format!("unknown role '{}'", excerpt(written));
    value.fail_with_hint(Rule::UnknownRole, message, hint)
}

impl Decode for NodeMatcher {
    fn decode(value: &Value<'_>) -> Option<Self> {
        let mark = value.report.mark();
        let object = value.object(&aliases::MATCHER)?;
        let matcher = Self::read(&object);
        if value.report.mark() != mark {
            return None;
        }
        if object.is_empty() {
            return object.fail(Rule::EmptyMatcher, "Matcher must have at least one field");
        }
        Some(matcher)
    }
}
