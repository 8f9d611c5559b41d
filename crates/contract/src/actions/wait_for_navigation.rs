//! `wait_for_navigation`: wait until an app or a node has come to the front.

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::Serialize;

use super::info::{ActionInfo, Params};
use crate::decode::{Object, Value};
use crate::errors::ErrorCode;
use crate::failure::Rule;
use crate::limits::{MAX_MATCHER_VALUE_LENGTH, MAX_NAVIGATION_TIMEOUT_MS};
use crate::matcher::NodeMatcher;
use crate::target::Window;
use crate::values::{AnyNumber, Text};
use crate::where_clause::Where;

const NEEDS_TIMEOUT: &str = "wait_for_navigation requires params.timeoutMs > 0";

/// What to wait for, and how long; with several targets all must hold.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schemars(extend("anyOf" = [
    { "required": ["expectedPackage"] },
    { "required": ["expectedNode"] },
    { "required": ["where"] },
]))]
pub struct WaitForNavigationParams {
    /// The package that should be in front.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expected_package: Option<Text<MAX_MATCHER_VALUE_LENGTH>>,
    /// The node that should be on the screen.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expected_node: Option<NodeMatcher>,
    /// The node that should be on the screen, by an expression; with `expectedNode`, both must hold.
    #[serde(rename = "where", skip_serializing_if = "Option::is_none")]
    pub where_clause: Option<Where>,
    /// The windows to search; default: the app and the dialogs above it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("x-clawperator-addition" = true))]
    pub window: Option<Window>,
    /// How long to wait, in milliseconds.
    pub timeout_ms: NavigationTimeout,
}

impl Params for WaitForNavigationParams {
    const INFO: ActionInfo = ActionInfo {
        summary: "Wait until an app, a node, or both have come to the front.",
        commands: &["wait-for-nav"],
        default_retry: None,
        failures: &[
            ErrorCode::ExecutionValidationFailed,
            ErrorCode::NavigationTimeout,
        ],
        rules: &[
            "at least one of `expectedPackage` and `expectedNode`; `where` may be used instead of `expectedNode`",
            "with several targets, all must hold; a target that already holds counts",
        ],
        removed: &[],
        example: r#"{
  "id": "wait-nav-1",
  "type": "wait_for_navigation",
  "params": {
    "expectedPackage": "com.android.settings",
    "timeoutMs": 5000
  }
}"#,
    };

    fn read(params: &Object<'_>) -> Option<Self> {
        if !["expectedPackage", "expectedNode", "where"]
            .iter()
            .any(|key| params.has(key))
        {
            let _: Option<()> = params.fail(
                Rule::Missing,
                "wait_for_navigation requires at least one of params.expectedPackage or params.expectedNode",
            );
        }
        let timeout_ms = match params.value("timeoutMs") {
            Some(value) => NavigationTimeout::decode(&value),
            None => params.missing("timeoutMs", NEEDS_TIMEOUT),
        };
        let expected_package = params.get("expectedPackage");
        let expected_node = params.get("expectedNode");
        let where_clause = params.get("where");
        let window = params.get("window");
        Some(Self {
            expected_package,
            expected_node,
            where_clause,
            window,
            timeout_ms: timeout_ms?,
        })
    }
}

/// A timeout above 0 and of at most 30000 ms.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct NavigationTimeout(AnyNumber);

impl NavigationTimeout {
    /// The milliseconds.
    #[must_use]
    pub fn get(&self) -> f64 {
        self.0.get()
    }

    #[expect(clippy::cast_precision_loss, reason = "the bound is far below 2^53")]
    fn decode(value: &Value<'_>) -> Option<Self> {
        let number = value.number()?;
        if number.get() <= 0.0 {
            return value.fail(Rule::OutOfRange, NEEDS_TIMEOUT);
        }
        if number.get() > MAX_NAVIGATION_TIMEOUT_MS as f64 {
            return value.fail(
                Rule::OutOfRange,
                format!("wait_for_navigation params.timeoutMs must not exceed {MAX_NAVIGATION_TIMEOUT_MS}"),
            );
        }
        Some(Self(number))
    }
}

impl JsonSchema for NavigationTimeout {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "NavigationTimeout".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "number", "exclusiveMinimum": 0, "maximum": MAX_NAVIGATION_TIMEOUT_MS })
    }
}
