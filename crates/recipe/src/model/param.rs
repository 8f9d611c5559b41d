//! The params of steps.

use clawperator_contract::limits::{MAX_COORDINATE, MAX_MATCHER_VALUE_LENGTH, MAX_SETTLE_DELAY_MS};

use super::format::RecipeFormat;
use super::phrase::Phrase;
use crate::limits::MAX_MS;
use crate::source::Position;

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
    /// A point of the screen: from the left, from the top.
    Point(i64, i64),
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
    /// The format it came with.
    pub since: RecipeFormat,
}

/// What a param holds.
#[derive(Debug, PartialEq)]
pub enum ParamKind {
    /// A text of at most so many characters, in which inputs are filled in.
    Text(usize),
    /// A text to type: nothing but inputs.
    Typed(usize),
    /// An address of at most so many characters; what inputs give is percent-encoded.
    Uri(usize),
    /// A regular expression.
    Pattern,
    /// A whole number from the first to the second.
    Integer(i64, i64),
    /// The same, which no input gives.
    Fixed(i64, i64),
    /// A number from 0 to 1.
    Ratio,
    /// `true` or `false`.
    Boolean,
    /// One of these words.
    Word(&'static [&'static str]),
    /// The name of a key.
    Key,
    /// `x` and `y`, in pixels of the screen.
    Point,
}

impl ParamSpec {
    pub(super) const fn new(
        name: &'static str,
        contract_name: &'static str,
        kind: ParamKind,
    ) -> Self {
        Self {
            name,
            contract_name,
            kind,
            required: false,
            since: RecipeFormat::One,
        }
    }

    pub(super) const fn required(self) -> Self {
        Self {
            required: true,
            ..self
        }
    }

    pub(super) const fn since(self, since: RecipeFormat) -> Self {
        Self { since, ..self }
    }
}

/// The largest `x` or `y` of a point.
pub(crate) const MAX_PIXEL: i64 = MAX_COORDINATE;

// What several actions take.

pub(super) const APPLICATION_ID: ParamSpec = ParamSpec::new(
    "application_id",
    "applicationId",
    ParamKind::Text(MAX_MATCHER_VALUE_LENGTH),
);
pub(super) const TIMEOUT_MS: ParamSpec =
    ParamSpec::new("timeout_ms", "timeoutMs", ParamKind::Integer(1, MAX_MS));
pub(super) const WINDOW: ParamSpec = ParamSpec::new(
    "window",
    "window",
    ParamKind::Word(&["app", "keyboard", "system", "all"]),
);
pub(super) const CLICK_TYPE: ParamSpec = ParamSpec::new(
    "click_type",
    "clickType",
    ParamKind::Word(&["default", "long_click", "focus"]),
);
pub(super) const DIRECTION: ParamSpec = ParamSpec::new(
    "direction",
    "direction",
    ParamKind::Word(&["down", "up", "left", "right"]),
);
pub(super) const CLICK_AFTER: ParamSpec =
    ParamSpec::new("click_after", "clickAfter", ParamKind::Boolean);
pub(super) const DISTANCE_RATIO: ParamSpec =
    ParamSpec::new("distance_ratio", "distanceRatio", ParamKind::Ratio);
pub(super) const SETTLE_DELAY_MS: ParamSpec = ParamSpec::new(
    "settle_delay_ms",
    "settleDelayMs",
    ParamKind::Integer(0, MAX_SETTLE_DELAY_MS),
);
pub(super) const FIND_FIRST_SCROLLABLE_CHILD: ParamSpec = ParamSpec::new(
    "find_first_scrollable_child",
    "findFirstScrollableChild",
    ParamKind::Boolean,
);
pub(super) const ALL: ParamSpec = ParamSpec::new("all", "all", ParamKind::Boolean);
