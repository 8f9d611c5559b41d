//! One step of a recipe.

use clawperator_contract::limits::{MAX_MATCHER_VALUE_LENGTH, MAX_SETTLE_DELAY_MS, MAX_SWIPES};
use clawperator_contract::{ActionType, RetryPreset};

use super::Spanned;
use super::phrase::Phrase;
use super::selector::Selector;
use super::words::words;
use crate::limits::MAX_MS;
use crate::source::Position;

words! {
    /// The eight actions that a recipe may run.
    StepAction {
        /// Bring an app to the front.
        OpenApp "open_app",
        /// Stop an app.
        CloseApp "close_app",
        /// Wait until a node is there.
        WaitForNode "wait_for_node",
        /// Press a node.
        Click "click",
        /// Scroll to a node and press it.
        ScrollAndClick "scroll_and_click",
        /// Read a node's text.
        ReadText "read_text",
        /// Read the whole screen.
        SnapshotUi "snapshot_ui",
        /// Do nothing for a while.
        Sleep "sleep",
    }
}

impl StepAction {
    /// The action that a type of the contract is, if recipes may run it.
    #[must_use]
    pub fn from_action_type(action_type: ActionType) -> Option<Self> {
        Self::from_name(action_type.name())
    }

    /// Whether it cannot do without a selector.
    #[must_use]
    pub const fn needs_selector(self) -> bool {
        match self {
            Self::WaitForNode | Self::Click | Self::ScrollAndClick | Self::ReadText => true,
            Self::OpenApp | Self::CloseApp | Self::SnapshotUi | Self::Sleep => false,
        }
    }

    /// Whether it can look inside a container only.
    #[must_use]
    pub const fn takes_container(self) -> bool {
        matches!(self, Self::ScrollAndClick | Self::ReadText)
    }

    /// Whether it does something that can be confirmed.
    #[must_use]
    pub const fn takes_confirm(self) -> bool {
        matches!(
            self,
            Self::Click | Self::ScrollAndClick | Self::OpenApp | Self::CloseApp
        )
    }

    /// Whether it presses something.
    #[must_use]
    pub const fn is_press(self) -> bool {
        matches!(self, Self::Click | Self::ScrollAndClick)
    }

    /// The patience that runs when a step asks for none; `None` where there is nothing to try again.
    #[must_use]
    pub const fn preset(self) -> Option<RetryPreset> {
        match self {
            Self::OpenApp => Some(RetryPreset::AppLaunch),
            Self::CloseApp => Some(RetryPreset::AppClose),
            Self::WaitForNode | Self::Click | Self::ReadText | Self::SnapshotUi => {
                Some(RetryPreset::UiReadiness)
            }
            Self::ScrollAndClick => Some(RetryPreset::UiScroll),
            Self::Sleep => None,
        }
    }

    /// The params it takes.
    #[must_use]
    pub const fn params(self) -> &'static [ParamSpec] {
        match self {
            Self::OpenApp | Self::CloseApp => &[APPLICATION_ID],
            Self::WaitForNode => &[TIMEOUT_MS, WINDOW],
            Self::Click => &[CLICK_TYPE, WINDOW],
            Self::ScrollAndClick => &[
                DIRECTION,
                CLICK_AFTER,
                MAX_SWIPES_PARAM,
                DISTANCE_RATIO,
                SETTLE_DELAY_MS,
                FIND_FIRST_SCROLLABLE_CHILD,
                CLICK_TYPE,
                WINDOW,
            ],
            Self::ReadText => &[ALL, VALIDATOR, VALIDATOR_PATTERN, WINDOW],
            Self::SnapshotUi => &[],
            Self::Sleep => &[DURATION_MS],
        }
    }
}

#[derive(Debug, Clone, PartialEq)]
pub struct Step {
    /// Where its block begins.
    pub at: Position,
    /// Its name, unique in the recipe.
    pub id: Spanned<String>,
    /// What it does.
    pub action: Spanned<StepAction>,
    /// What it does it to.
    pub selector: Option<Selector>,
    /// Where that is looked for.
    pub container: Option<Selector>,
    /// How long to wait afterwards, in milliseconds.
    pub wait_after_ms: Option<Spanned<i64>>,
    /// How often to try again.
    pub retries: Option<Spanned<i64>>,
    /// What shows that it has worked.
    pub confirm: Option<Confirm>,
    /// How it does it.
    pub params: Vec<Param>,
}

impl Step {
    #[must_use]
    pub fn param(&self, name: &str) -> Option<&Param> {
        self.params.iter().find(|param| param.spec.name == name)
    }

    /// Its selectors: target, container and what confirms it.
    pub fn selectors(&self) -> impl Iterator<Item = &Selector> {
        let confirm = self.confirm.as_ref().map(|confirm| &confirm.selector);
        self.selector.iter().chain(&self.container).chain(confirm)
    }

    /// Every text of the step in which inputs are filled in.
    #[must_use]
    pub fn phrases(&self) -> Vec<&Phrase> {
        let mut phrases = Vec::new();
        for selector in self.selectors() {
            selector.walk(&mut |level| phrases.extend(level.phrases().map(|(_, phrase)| phrase)));
        }
        phrases.extend(self.params.iter().filter_map(|param| match &param.value {
            ParamValue::Phrase(phrase) => Some(phrase),
            ParamValue::Integer(_)
            | ParamValue::Number(_)
            | ParamValue::Boolean(_)
            | ParamValue::Word(_) => None,
        }));
        phrases
    }
}

/// What shows that a step has worked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Confirm {
    /// Where it stands.
    pub at: Position,
    /// The node that must be there.
    pub selector: Selector,
    /// Whether that node must be checked.
    pub checked: Option<bool>,
    /// How long to wait for it, in milliseconds.
    pub timeout_ms: Option<Spanned<i64>>,
}

/// One param of a step.
#[derive(Debug, Clone, PartialEq)]
pub struct Param {
    /// Where it stands.
    pub at: Position,
    pub spec: &'static ParamSpec,
    pub value: ParamValue,
}

#[derive(Debug, Clone, PartialEq)]
pub enum ParamValue {
    /// A text, or a placeholder for a value of the param's kind.
    Phrase(Phrase),
    /// A whole number.
    Integer(i64),
    Number(f64),
    /// Yes or no.
    Boolean(bool),
    /// A word of the param's list.
    Word(&'static str),
}

/// A param that an action takes.
#[derive(Debug, PartialEq)]
pub struct ParamSpec {
    /// The name in recipes.
    pub name: &'static str,
    pub contract_name: &'static str,
    /// What it holds.
    pub kind: ParamKind,
    /// Whether the action cannot do without it.
    pub required: bool,
}

/// What a param holds.
#[derive(Debug, PartialEq)]
pub enum ParamKind {
    /// A text of at most so many characters, in which inputs are filled in.
    Text(usize),
    /// A regular expression.
    Pattern,
    /// A whole number from the first to the second.
    Integer(i64, i64),
    /// A number from 0 to 1.
    Ratio,
    /// `true` or `false`.
    Boolean,
    /// One of these words.
    Word(&'static [&'static str]),
}

const fn spec(name: &'static str, contract_name: &'static str, kind: ParamKind) -> ParamSpec {
    ParamSpec {
        name,
        contract_name,
        kind,
        required: false,
    }
}

const APPLICATION_ID: ParamSpec = spec(
    "application_id",
    "applicationId",
    ParamKind::Text(MAX_MATCHER_VALUE_LENGTH),
);
const TIMEOUT_MS: ParamSpec = spec("timeout_ms", "timeoutMs", ParamKind::Integer(1, MAX_MS));
const WINDOW: ParamSpec = spec(
    "window",
    "window",
    ParamKind::Word(&["app", "keyboard", "system", "all"]),
);
const CLICK_TYPE: ParamSpec = spec(
    "click_type",
    "clickType",
    ParamKind::Word(&["default", "long_click", "focus"]),
);
const DIRECTION: ParamSpec = spec(
    "direction",
    "direction",
    ParamKind::Word(&["down", "up", "left", "right"]),
);
const CLICK_AFTER: ParamSpec = spec("click_after", "clickAfter", ParamKind::Boolean);
const MAX_SWIPES_PARAM: ParamSpec =
    spec("max_swipes", "maxSwipes", ParamKind::Integer(1, MAX_SWIPES));
const DISTANCE_RATIO: ParamSpec = spec("distance_ratio", "distanceRatio", ParamKind::Ratio);
const SETTLE_DELAY_MS: ParamSpec = spec(
    "settle_delay_ms",
    "settleDelayMs",
    ParamKind::Integer(0, MAX_SETTLE_DELAY_MS),
);
const FIND_FIRST_SCROLLABLE_CHILD: ParamSpec = spec(
    "find_first_scrollable_child",
    "findFirstScrollableChild",
    ParamKind::Boolean,
);
const ALL: ParamSpec = spec("all", "all", ParamKind::Boolean);
const VALIDATOR: ParamSpec = spec(
    "validator",
    "validator",
    ParamKind::Word(&["temperature", "version", "regex"]),
);
const VALIDATOR_PATTERN: ParamSpec =
    spec("validator_pattern", "validatorPattern", ParamKind::Pattern);
const DURATION_MS: ParamSpec = ParamSpec {
    name: "duration_ms",
    contract_name: "durationMs",
    kind: ParamKind::Integer(0, MAX_MS),
    required: true,
};
