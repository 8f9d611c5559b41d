//! How an action names the node it acts on, shared by every action that has one.

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::Serialize;

use crate::decode::{Decode, Object, Value, decode_word};
use crate::failure::Rule;
use crate::limits::MAX_GENERATION;
use crate::matcher::NodeMatcher;
use crate::values::Integer;
use crate::where_clause::Where;

/// The node an action is about: a matcher, a `where` expression, both, or a ref from a snapshot.
#[derive(Debug, Clone, Default, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Target {
    /// The node, by the six fields of the contract.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub matcher: Option<NodeMatcher>,
    /// The node, by an expression; with `matcher`, both must hold.
    #[serde(rename = "where", skip_serializing_if = "Option::is_none")]
    pub where_clause: Option<Where>,
    /// The node, by its ref in a snapshot, such as `@e12`; replaces `matcher` and needs `generation`.
    #[serde(rename = "ref", skip_serializing_if = "Option::is_none")]
    #[schemars(extend("x-clawperator-addition" = true))]
    pub node_ref: Option<NodeRef>,
    /// The snapshot that `ref` comes from.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("x-clawperator-addition" = true))]
    pub generation: Option<Integer<0, MAX_GENERATION>>,
    /// When true, several matching nodes fail with `NODE_AMBIGUOUS` and nothing is touched.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("x-clawperator-addition" = true))]
    pub strict: Option<bool>,
    /// The windows to search; default: the app and the dialogs above it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("x-clawperator-addition" = true))]
    pub window: Option<Window>,
}

impl Target {
    /// Reads the target's fields and checks how they go together; whether one is needed is the action's rule.
    pub(crate) fn read(params: &Object<'_>) -> Self {
        if params.has("ref") {
            for other in ["matcher", "where"] {
                if params.has(other) {
                    let _: Option<()> = params.fail(
                        Rule::Exclusive,
                        format!("params.ref and params.{other} are mutually exclusive"),
                    );
                }
            }
            if !params.has("generation") {
                let _: Option<()> =
                    params.missing("generation", "params.ref requires params.generation");
            }
        } else if let Some(generation) = params.value("generation") {
            let _: Option<()> =
                generation.fail(Rule::Requires, "params.generation requires params.ref");
        }
        Self {
            matcher: params.get("matcher"),
            where_clause: params.get("where"),
            node_ref: params.get("ref"),
            generation: params.get("generation"),
            strict: params.get("strict"),
            window: params.get("window"),
        }
    }

    /// Reads the target of an action that cannot do without one.
    pub(crate) fn require(params: &Object<'_>, action_type: &str) -> Self {
        if !Self::is_named(params) {
            let _: Option<()> =
                params.missing("matcher", &format!("{action_type} requires params.matcher"));
        }
        Self::read(params)
    }

    /// Whether the params name a node at all, rightly or wrongly.
    pub(crate) fn is_named(params: &Object<'_>) -> bool {
        params.has("matcher") || params.has("where") || params.has("ref")
    }
}

/// The container a search or a scroll is confined to.
#[derive(Debug, Clone, Default, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ContainerScope {
    /// The container, by the six fields of the contract.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub container: Option<NodeMatcher>,
    /// The container, by an expression; with `container`, both must hold.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub container_where: Option<Where>,
}

impl ContainerScope {
    pub(crate) fn read(params: &Object<'_>) -> Self {
        Self {
            container: params.get("container"),
            container_where: params.get("containerWhere"),
        }
    }
}

/// A node's ref in a snapshot: `@e` and its number.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize)]
pub struct NodeRef(String);

impl NodeRef {
    /// The ref as snapshots print it, such as `@e12`.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl Decode for NodeRef {
    fn decode(value: &Value<'_>) -> Option<Self> {
        let written = value.string()?;
        let digits = written
            .strip_prefix('@')
            .unwrap_or(written)
            .strip_prefix('e');
        let is_number = |digits: &str| {
            (1..=6).contains(&digits.len())
                && digits.bytes().all(|byte| byte.is_ascii_digit())
                && !digits.starts_with('0')
        };
        match digits.filter(|digits| is_number(digits)) {
            Some(digits) => Some(Self(format!("@e{digits}"))),
            None => value.fail_with_hint(
                Rule::Malformed,
                "ref must be a node ref from a snapshot, such as @e12",
                "take a snapshot and use a ref that it prints",
            ),
        }
    }
}

impl JsonSchema for NodeRef {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "NodeRef".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "type": "string",
            "pattern": "^@e[1-9][0-9]{0,5}$",
            "x-clawperator-input-pattern": "^@?e[1-9][0-9]{0,5}$",
        })
    }
}

/// Which windows a selector looks in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(inline)]
pub enum Window {
    /// The app in front and the dialogs, popups and system dialogs above it.
    App,
    /// The keyboard.
    Keyboard,
    /// The status and navigation bars and what they open.
    System,
    /// Every window.
    All,
}

impl Decode for Window {
    fn decode(value: &Value<'_>) -> Option<Self> {
        let words = [
            ("app", Self::App),
            ("keyboard", Self::Keyboard),
            ("system", Self::System),
            ("all", Self::All),
        ];
        decode_word(value, &words, &["app", "keyboard", "system", "all"])
    }
}
