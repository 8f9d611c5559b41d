//! The execution: one payload, one phone, one ordered list of actions.

use schemars::JsonSchema;
use serde::Serialize;

use crate::actions::{Action, DecodedAction};
use crate::aliases;
use crate::capability::{Capability, decode_capabilities};
use crate::decode::{Decode, Value};
use crate::failure::Rule;
use crate::limits::{
    MAX_EXECUTION_ACTIONS, MAX_EXECUTION_TIMEOUT_MS, MAX_ID_LENGTH, MAX_SOURCE_LENGTH,
    MIN_EXECUTION_TIMEOUT_MS,
};
use crate::values::{Number, Text};

/// The one value of `expectedFormat`.
pub const EXPECTED_FORMAT: &str = "android-ui-automator";

/// How long an execution may take, in milliseconds.
pub type ExecutionTimeout = Number<MIN_EXECUTION_TIMEOUT_MS, MAX_EXECUTION_TIMEOUT_MS>;

/// A validated execution: canonical names, canonical types, everything within its bounds. Nobody can change one, so it
/// stays within them.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Execution {
    /// Caller-generated correlation id for the whole run.
    command_id: Text<MAX_ID_LENGTH>,
    /// Caller-generated task id.
    task_id: Text<MAX_ID_LENGTH>,
    /// Caller label, such as `agent-loop`.
    source: Text<MAX_SOURCE_LENGTH>,
    /// The required constant `android-ui-automator`.
    expected_format: ExpectedFormat,
    /// Timeout for the whole payload, in milliseconds.
    timeout_ms: ExecutionTimeout,
    /// What to do, in order.
    #[schemars(length(min = 1, max = MAX_EXECUTION_ACTIONS))]
    actions: Vec<Action>,
    /// Marks how the payload came to be.
    #[serde(skip_serializing_if = "Option::is_none")]
    mode: Option<Mode>,
    /// What the caller says the execution does. Policy adds what the actions themselves say: declaring can only add.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(length(max = 14), extend("x-clawperator-addition" = true))]
    capabilities: Option<Vec<Capability>>,
}

impl Execution {
    /// Caller-generated correlation id for the whole run.
    #[must_use]
    pub const fn command_id(&self) -> &Text<MAX_ID_LENGTH> {
        &self.command_id
    }

    /// Caller-generated task id.
    #[must_use]
    pub const fn task_id(&self) -> &Text<MAX_ID_LENGTH> {
        &self.task_id
    }

    /// Caller label, such as `agent-loop`.
    #[must_use]
    pub const fn source(&self) -> &Text<MAX_SOURCE_LENGTH> {
        &self.source
    }

    /// Timeout for the whole payload, in milliseconds.
    #[must_use]
    pub const fn timeout_ms(&self) -> &ExecutionTimeout {
        &self.timeout_ms
    }

    /// What to do, in order.
    #[must_use]
    pub fn actions(&self) -> &[Action] {
        &self.actions
    }

    /// How the payload came to be.
    #[must_use]
    pub const fn mode(&self) -> Option<&Mode> {
        self.mode.as_ref()
    }

    /// What the caller says the execution does.
    #[must_use]
    pub fn capabilities(&self) -> &[Capability] {
        self.capabilities.as_deref().unwrap_or(&[])
    }

    /// The compact canonical serialisation: what is counted against the payload limit and what is dispatched.
    #[must_use]
    #[expect(
        clippy::expect_used,
        clippy::missing_panics_doc,
        reason = "an empty text would be counted, hashed and sent in place of the execution"
    )]
    pub fn to_canonical_json(&self) -> String {
        serde_json::to_string(self).expect("every key is a string and no type here fails")
    }
}

impl Execution {
    /// Decodes an execution; a timeout that is given takes the place of its own. What is wrong with its own does not
    /// matter then, but that there is one does.
    pub(crate) fn decode(value: &Value<'_>, within: Option<ExecutionTimeout>) -> Option<Self> {
        let object = value.object(&aliases::EXECUTION)?;
        let command_id = object.require("commandId", "Required");
        let task_id = object.require("taskId", "Required");
        let source = object.require("source", "Required");
        let expected_format = object.require("expectedFormat", "Required");
        let timeout_ms = match (within, object.value("timeoutMs")) {
            (Some(within), Some(_)) => Some(within),
            _ => object.require("timeoutMs", "Required"),
        };
        let mode = object.get("mode");
        let capabilities = object.value("capabilities");
        let capabilities = capabilities.and_then(|list| decode_capabilities(&list));
        let actions = match object.value("actions") {
            Some(actions) => decode_actions(&actions),
            None => object.missing("actions", "Required"),
        };
        Some(Self {
            command_id: command_id?,
            task_id: task_id?,
            source: source?,
            expected_format: expected_format?,
            timeout_ms: timeout_ms?,
            actions: actions?,
            mode,
            capabilities,
        })
    }
}

fn decode_actions(list: &Value<'_>) -> Option<Vec<Action>> {
    let items = list.array()?;
    if items.is_empty() {
        return list.fail(Rule::TooFew, "Array must contain at least 1 element(s)");
    }
    if items.len() > MAX_EXECUTION_ACTIONS {
        let _: Option<()> = list.fail_with_hint(
            Rule::TooMany,
            format!("Array must contain at most {MAX_EXECUTION_ACTIONS} element(s)"),
            format!(
                "split the workflow; only the first {MAX_EXECUTION_ACTIONS} of {} were examined",
                items.len()
            ),
        );
    }
    // Examining more than can ever run would let one megabyte of patterns hold a host for minutes.
    let decoded: Vec<_> = items
        .iter()
        .take(MAX_EXECUTION_ACTIONS)
        .map(DecodedAction::of)
        .collect();
    let mut ids: Vec<(&str, usize)> = Vec::with_capacity(decoded.len());
    for (index, (item, action)) in items.iter().zip(&decoded).enumerate() {
        let Some(id) = action.id.as_deref() else {
            continue;
        };
        if let Some((_, first)) = ids.iter().find(|(earlier, _)| *earlier == id) {
            action.fail_duplicate_id(item, &format!("{}.{first}", list.path.canonical()));
        } else {
            ids.push((id, index));
        }
        action.check_verified(
            item,
            ids.iter().map(|(id, _)| *id).filter(|known| *known != id),
        );
        action.check_ran(
            item,
            ids.iter().map(|(id, _)| *id).filter(|known| *known != id),
        );
        let earlier = decoded.iter().take(index);
        let earlier = earlier.filter_map(|earlier| earlier.action.as_ref());
        action.check_since(item, earlier.clone());
        action.check_skipped(item, earlier);
    }
    decoded.into_iter().map(|decoded| decoded.action).collect()
}

/// `expectedFormat`, which has one value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(inline)]
pub enum ExpectedFormat {
    /// The only format there is.
    #[serde(rename = "android-ui-automator")]
    AndroidUiAutomator,
}

impl Decode for ExpectedFormat {
    fn decode(value: &Value<'_>) -> Option<Self> {
        if value.string()? == EXPECTED_FORMAT {
            return Some(Self::AndroidUiAutomator);
        }
        value.fail(
            Rule::NotAllowed,
            format!("Invalid literal value, expected \"{EXPECTED_FORMAT}\""),
        )
    }
}

/// How a payload came to be.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(inline)]
pub enum Mode {
    /// Compiled from a skill's recipe.
    ArtifactCompiled,
    /// Written or built for this run.
    Direct,
}

impl Decode for Mode {
    fn decode(value: &Value<'_>) -> Option<Self> {
        match value.string()? {
            "artifact_compiled" => Some(Self::ArtifactCompiled),
            "direct" => Some(Self::Direct),
            _ => value.fail(
                Rule::NotAllowed,
                "must be one of: artifact_compiled, direct",
            ),
        }
    }
}
