//! `assert_node`: say whether a node is on the screen as it should be.

use schemars::JsonSchema;
use serde::Serialize;

use super::info::{ActionInfo, Params};
use crate::decode::{Decode, Object, Value, decode_word};
use crate::errors::ErrorCode;
use crate::failure::Rule;
use crate::limits::MAX_ORDINAL;
use crate::retry::{Retry, RetryPreset};
use crate::target::{ContainerScope, Target};
use crate::values::Integer;

/// The node, and how it should be there.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schemars(extend(
    "anyOf" = [{ "required": ["matcher"] }, { "required": ["where"] }, { "required": ["ref"] }],
    "if" = { "required": ["state"], "properties": { "state": { "enum": ["count"] } } },
    "then" = { "required": ["count"] },
    "else" = { "not": { "required": ["count"] } },
))]
pub struct AssertNodeParams {
    #[serde(flatten)]
    #[expect(
        missing_docs,
        reason = "flattened: its fields are documented on the type"
    )]
    pub target: Target,
    #[serde(flatten)]
    #[expect(
        missing_docs,
        reason = "flattened: its fields are documented on the type"
    )]
    pub scope: ContainerScope,
    /// How it should be; default: `present`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub state: Option<NodeState>,
    /// How many nodes should match, with `state` "count".
    #[serde(skip_serializing_if = "Option::is_none")]
    pub count: Option<Integer<0, MAX_ORDINAL>>,
    /// How often to look; default: once.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub retry: Option<Retry>,
}

/// How a node should be on the screen.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(inline)]
pub enum NodeState {
    /// At least one node matches.
    Present,
    /// None matches.
    Gone,
    /// As many match as `count` says.
    Count,
}

impl NodeState {
    /// The word for it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Present => "present",
            Self::Gone => "gone",
            Self::Count => "count",
        }
    }
}

impl Decode for NodeState {
    fn decode(value: &Value<'_>) -> Option<Self> {
        let words = [Self::Present, Self::Gone, Self::Count].map(|state| (state.name(), state));
        decode_word(value, &words, &["present", "gone", "count"])
    }
}

impl Params for AssertNodeParams {
    const INFO: ActionInfo = ActionInfo {
        summary: "Say whether a node is on the screen as it should be.",
        commands: &["exists"],
        default_retry: Some(RetryPreset::None),
        failures: &[
            ErrorCode::ExecutionValidationFailed,
            ErrorCode::AssertionFailed,
            ErrorCode::UiTreeUnavailable,
            ErrorCode::DeviceNotInteractive,
        ],
        rules: &[
            "an extension: a wait that fails says that something did not come in time, an assertion that it is not so",
            "`state` \"count\" needs `count`, and no other state takes it",
            "`gone` and `count` need a whole tree of a phone that is awake and unlocked; otherwise they are `UI_TREE_UNAVAILABLE` or `DEVICE_NOT_INTERACTIVE`, never met",
            "a container that is not there holds no node",
        ],
        removed: &[],
        example: r#"{
  "id": "assert-1",
  "type": "assert_node",
  "params": { "matcher": { "textContains": "Error" }, "state": "gone" }
}"#,
    };

    fn read(params: &Object<'_>) -> Option<Self> {
        let target = Target::require(params, "assert_node");
        let state = params.get("state");
        let count = params.get("count");
        match (state, params.has("count")) {
            (Some(NodeState::Count), false) => {
                return params.missing("count", "assert_node state 'count' requires params.count");
            }
            (Some(NodeState::Present | NodeState::Gone), true) => return count_alone(params),
            (None, true) if !params.has("state") => return count_alone(params),
            _ => {}
        }
        Some(Self {
            target,
            scope: ContainerScope::read(params),
            state,
            count,
            retry: params.get("retry"),
        })
    }
}

fn count_alone<T>(params: &Object<'_>) -> Option<T> {
    params.value("count")?.fail(
        Rule::Requires,
        "assert_node params.count requires params.state 'count'",
    )
}
