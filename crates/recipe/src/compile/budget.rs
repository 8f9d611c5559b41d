//! What a template costs: actions, bytes and milliseconds, each told where it runs over.

use clawperator_contract::RetryPolicy;
use clawperator_contract::limits::{
    MAX_EXECUTION_ACTIONS, MAX_EXECUTION_TIMEOUT_MS, MAX_ID_LENGTH, MAX_PAYLOAD_BYTES,
    MIN_EXECUTION_TIMEOUT_MS,
};

use crate::finding::{RecipeCode, Report};
use crate::model::RecipeFormat;
use crate::rule::RecipeRule;
use crate::source::Position;

/// What an action that waits for nothing is reckoned to take, in milliseconds.
pub(super) const STEP_MS: i64 = 1_000;

/// The pause behind a swipe, when a step does not say.
const DEFAULT_SETTLE_MS: i64 = 250;
/// What one swipe and the look at the screen after it are reckoned to take.
const SWIPE_MS: i64 = 750;

/// The time an action asks for, and what it may take beyond that, in milliseconds.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Cost {
    pub(crate) ms: i64,
    pub(crate) allowance_ms: i64,
}

impl Cost {
    /// An action that waits for nothing.
    pub(crate) const STEP: Self = Self::lasting(STEP_MS);

    /// An action that takes exactly so long.
    pub(crate) const fn lasting(ms: i64) -> Self {
        Self {
            ms,
            allowance_ms: 0,
        }
    }

    /// An action that waits so long.
    pub(crate) const fn waiting(ms: i64) -> Self {
        Self::lasting(ms.saturating_add(STEP_MS))
    }

    /// An action that may take so long.
    pub(crate) const fn upto(allowance_ms: i64) -> Self {
        Self {
            ms: STEP_MS,
            allowance_ms,
        }
    }

    /// An action that swipes so often, with a pause behind each.
    pub(crate) fn swiping(swipes: i64, settle_ms: Option<i64>) -> Self {
        let settle = settle_ms.unwrap_or(DEFAULT_SETTLE_MS);
        Self::upto(swipes * (settle + SWIPE_MS))
    }

    /// One after the other.
    pub(crate) const fn and(self, other: Self) -> Self {
        Self {
            ms: self.ms.saturating_add(other.ms),
            allowance_ms: self.allowance_ms.saturating_add(other.allowance_ms),
        }
    }

    /// An action that is done so often.
    pub(crate) const fn times(times: i64) -> Self {
        Self::upto(times.saturating_sub(1).saturating_mul(STEP_MS))
    }
}

/// What has been spent so far.
#[derive(Debug)]
pub(super) struct Budget {
    frame_bytes: usize,
    actions: usize,
    bytes: usize,
    ms: i64,
    allowance_ms: i64,
    told: [bool; 3],
}

impl Budget {
    /// Nothing has been spent of a recipe of that format.
    pub(super) fn of(format: RecipeFormat) -> Self {
        Self {
            frame_bytes: frame_bytes(format),
            actions: 0,
            bytes: 0,
            ms: 0,
            allowance_ms: 0,
            told: [false; 3],
        }
    }

    /// Spends one action: its JSON, the time it asks for, and the time it may take beyond that.
    pub(super) fn spend(
        &mut self,
        json: &str,
        ms: i64,
        allowance_ms: i64,
        at: Position,
        report: &Report<'_>,
    ) {
        self.actions += 1;
        // The comma behind it.
        self.bytes += json.len() + 1;
        self.ms = self.ms.saturating_add(ms);
        self.allowance_ms = self.allowance_ms.saturating_add(allowance_ms);
        let over = [
            self.actions > MAX_EXECUTION_ACTIONS,
            self.bytes + self.frame_bytes > MAX_PAYLOAD_BYTES,
            self.ms > MAX_EXECUTION_TIMEOUT_MS,
        ];
        let messages = [
            format!("with this, the recipe runs more than {MAX_EXECUTION_ACTIONS} actions"),
            format!("with this, the recipe takes more than {MAX_PAYLOAD_BYTES} bytes"),
            format!("with this, the recipe asks for more than {MAX_EXECUTION_TIMEOUT_MS} ms"),
        ];
        for ((over, told), message) in over.into_iter().zip(&mut self.told).zip(messages) {
            if over && !*told {
                *told = true;
                report.add(
                    RecipeRule::CompiledSize,
                    RecipeCode::Limit,
                    at,
                    message,
                    "shorten the recipe, or split it in two",
                );
            }
        }
    }

    /// The timeout of the whole: what the steps ask for and what they may take beyond that, as far as there is room.
    pub(super) fn timeout_ms(&self) -> i64 {
        self.ms
            .saturating_add(self.allowance_ms)
            .clamp(MIN_EXECUTION_TIMEOUT_MS, MAX_EXECUTION_TIMEOUT_MS)
    }
}

/// How long the pauses of a policy are together, in milliseconds.
#[expect(
    clippy::cast_possible_truncation,
    reason = "ten pauses of at most a minute, with their jitter"
)]
pub(super) fn pauses_ms(policy: RetryPolicy, attempts: u32) -> i64 {
    let mut pause = policy.initial_delay_ms;
    let mut total = 0.0;
    for _ in 1..attempts {
        total += pause.min(policy.max_delay_ms);
        pause *= policy.backoff_multiplier;
    }
    (total * (1.0 + policy.jitter_ratio)).ceil() as i64
}

/// The bytes of an execution without actions, with ids of their greatest length and every capability that there may be.
fn frame_bytes(format: RecipeFormat) -> usize {
    let ids =
        r#"{"commandId":"","taskId":"","source":"recipe","expectedFormat":"android-ui-automator","#;
    let rest = r#""timeoutMs":120000,"actions":[],"mode":"artifact_compiled","capabilities":[]}"#;
    // Each name has two quotes and a comma.
    let names = format.capabilities();
    let capabilities: usize = names.iter().map(|name| name.len() + 3).sum();
    ids.len() + rest.len() + capabilities + 2 * MAX_ID_LENGTH
}
