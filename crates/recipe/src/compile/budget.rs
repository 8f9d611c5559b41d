//! What a template costs: actions, bytes and milliseconds, each told where it runs over.

use clawperator_contract::limits::{
    MAX_EXECUTION_ACTIONS, MAX_EXECUTION_TIMEOUT_MS, MAX_ID_LENGTH, MAX_PAYLOAD_BYTES,
    MIN_EXECUTION_TIMEOUT_MS,
};
use clawperator_contract::{Capability, RetryPolicy};

use crate::finding::{RecipeCode, Report};
use crate::rule::RecipeRule;
use crate::source::Position;

/// What an action that waits for nothing is reckoned to take, in milliseconds.
pub(super) const STEP_MS: i64 = 1_000;

/// What has been spent so far.
#[derive(Debug, Default)]
pub(super) struct Budget {
    actions: usize,
    bytes: usize,
    ms: i64,
    allowance_ms: i64,
    told: [bool; 3],
}

impl Budget {
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
            self.bytes + frame_bytes() > MAX_PAYLOAD_BYTES,
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

/// The bytes of an execution without actions, with ids of their greatest length and every capability.
fn frame_bytes() -> usize {
    let ids =
        r#"{"commandId":"","taskId":"","source":"recipe","expectedFormat":"android-ui-automator","#;
    let rest = r#""timeoutMs":120000,"actions":[],"mode":"artifact_compiled","capabilities":[]}"#;
    // Each name has two quotes and a comma.
    let capabilities: usize = Capability::NAMES.iter().map(|name| name.len() + 3).sum();
    ids.len() + rest.len() + capabilities + 2 * MAX_ID_LENGTH
}
