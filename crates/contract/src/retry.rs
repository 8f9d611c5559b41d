//! Retry objects: what a payload may ask for, and the policy that runs.

use schemars::JsonSchema;
use serde::Serialize;

use crate::aliases;
use crate::decode::{Decode, Value};
use crate::limits::{
    MAX_RETRY_ATTEMPTS, MAX_RETRY_BACKOFF, MAX_RETRY_DELAY_MS, MAX_RETRY_INITIAL_DELAY_MS,
    MAX_RETRY_WITHIN_MS,
};
use crate::values::{AnyNumber, Clamped};

/// How often and how long a step is tried; every field is optional and clamped, never refused for its size.
#[derive(Debug, Clone, Default, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Retry {
    /// Attempts, the first included: 1 means no retry; the whole part of a fraction runs. Default: 1, or with
    /// `withinMs` as many as fit.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_attempts: Option<Clamped<1, MAX_RETRY_ATTEMPTS>>,
    /// Delay before the first retry, in milliseconds. Default: 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub initial_delay_ms: Option<Clamped<0, MAX_RETRY_INITIAL_DELAY_MS>>,
    /// The maximum delay, in milliseconds; runs as at least `initialDelayMs`. Default: `initialDelayMs`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_delay_ms: Option<Clamped<0, MAX_RETRY_DELAY_MS>>,
    /// What the delay is multiplied by after each retry. Default: 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub backoff_multiplier: Option<Clamped<1, MAX_RETRY_BACKOFF>>,
    /// How much a delay may vary, as a fraction of it. Default: 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub jitter_ratio: Option<Clamped<0, 1>>,
    /// How long to try, in milliseconds, with a last attempt when the time is up. Default: as long as the attempts
    /// last; with both, whichever ends first. Without `initialDelayMs` the delays grow from 50 to 500 ms.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("x-clawperator-addition" = true))]
    pub within_ms: Option<Clamped<0, MAX_RETRY_WITHIN_MS>>,
}

impl Retry {
    /// The policy that runs for this object: every field within its bounds, absent ones at their defaults.
    #[must_use]
    pub fn policy(&self) -> RetryPolicy {
        let initial_delay_ms = self
            .initial_delay_ms
            .as_ref()
            .map_or(0.0, Clamped::effective);
        let max_delay_ms = self
            .max_delay_ms
            .as_ref()
            .map_or(initial_delay_ms, Clamped::effective);
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "clamped to 1..10; a fraction of an attempt is not made"
        )]
        let max_attempts = match &self.max_attempts {
            Some(most) => most.effective() as u32,
            None if self.within_ms.is_some() => u32::MAX,
            None => 1,
        };
        RetryPolicy {
            max_attempts,
            within_ms: self.within_ms.as_ref().map(Clamped::effective),
            initial_delay_ms,
            max_delay_ms: max_delay_ms.max(initial_delay_ms),
            backoff_multiplier: self
                .backoff_multiplier
                .as_ref()
                .map_or(1.0, Clamped::effective),
            jitter_ratio: self.jitter_ratio.as_ref().map_or(0.0, Clamped::effective),
        }
    }
}

impl Decode for Retry {
    fn decode(value: &Value<'_>) -> Option<Self> {
        let mark = value.report.mark();
        let object = value.object(&aliases::RETRY)?;
        let initial_delay_ms: Option<Clamped<0, MAX_RETRY_INITIAL_DELAY_MS>> =
            object.get("initialDelayMs");
        // The least `maxDelayMs` that runs is another field's value, which its type cannot know.
        let floor = initial_delay_ms
            .as_ref()
            .map_or(AnyNumber::from_integer(0), Clamped::effective_number);
        let retry = Self {
            max_attempts: object
                .value("maxAttempts")
                .and_then(|value| Clamped::decode_whole_part(&value)),
            initial_delay_ms,
            max_delay_ms: object
                .value("maxDelayMs")
                .and_then(|value| Clamped::decode_above(&value, &floor)),
            backoff_multiplier: object.get("backoffMultiplier"),
            jitter_ratio: object.get("jitterRatio"),
            within_ms: object.get("withinMs"),
        };
        if value.report.mark() == mark {
            Some(retry)
        } else {
            None
        }
    }
}

/// A retry policy within its bounds.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct RetryPolicy {
    /// Attempts, the first included; `u32::MAX` where only the time counts.
    pub max_attempts: u32,
    /// How long to try, in milliseconds; as long as the attempts last when there is no number.
    pub within_ms: Option<f64>,
    /// Delay before the first retry, in milliseconds.
    pub initial_delay_ms: f64,
    /// The most a delay grows to, in milliseconds.
    pub max_delay_ms: f64,
    /// Growth of the delay from retry to retry.
    pub backoff_multiplier: f64,
    /// How far a delay may stray, as a share of it.
    pub jitter_ratio: f64,
}

/// The policies that run when a payload gives none.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RetryPreset {
    /// Waiting for something to be on the screen.
    UiReadiness,
    /// Scrolling and reading the screen again.
    UiScroll,
    /// Starting an app.
    AppLaunch,
    /// Stopping an app.
    AppClose,
    /// One attempt.
    None,
}

impl RetryPreset {
    /// Every preset, for the reference documents.
    pub const ALL: [Self; 5] = [
        Self::UiReadiness,
        Self::UiScroll,
        Self::AppLaunch,
        Self::AppClose,
        Self::None,
    ];

    /// The name the seeds use.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::UiReadiness => "UiReadiness",
            Self::UiScroll => "UiScroll",
            Self::AppLaunch => "AppLaunch",
            Self::AppClose => "AppClose",
            Self::None => "None",
        }
    }

    /// The policy behind the name.
    #[must_use]
    pub const fn policy(self) -> RetryPolicy {
        let (max_attempts, initial_delay_ms, max_delay_ms) = match self {
            Self::UiReadiness => (5, 500.0, 3_000.0),
            Self::UiScroll | Self::AppClose => (4, 400.0, 2_000.0),
            Self::AppLaunch => (4, 750.0, 4_000.0),
            Self::None => {
                return RetryPolicy {
                    max_attempts: 1,
                    within_ms: None,
                    initial_delay_ms: 0.0,
                    max_delay_ms: 0.0,
                    backoff_multiplier: 1.0,
                    jitter_ratio: 0.0,
                };
            }
        };
        RetryPolicy {
            max_attempts,
            within_ms: None,
            initial_delay_ms,
            max_delay_ms,
            backoff_multiplier: 2.0,
            jitter_ratio: 0.15,
        }
    }
}
