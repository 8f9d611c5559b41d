//! The phone itself.

use clawperator_device::driver::HoldError;

use crate::bench::{Bench, WITHIN};
use crate::check::{Outcome, failed, skipped};

/// Nothing is woken: a dark phone is somebody's who is asleep.
pub(super) async fn usable(bench: &Bench) -> Outcome {
    let condition = bench.device.condition(WITHIN).await?;
    match condition.obstacle() {
        Some(obstacle) => failed(format!(
            "{obstacle}; wake and unlock the phone, and try again"
        )),
        None if condition.is_usable() => Ok(None),
        None => skipped("the phone does not say"),
    }
}

pub(super) async fn size(bench: &Bench) -> Outcome {
    match bench.device.screen_size(WITHIN).await? {
        Some(size) => Ok(Some(format!("{} x {}", size.width, size.height))),
        None => failed("the phone does not tell it"),
    }
}

/// The phone is ours by now, as far as the phone itself can know that.
pub(super) async fn held(bench: &Bench) -> Outcome {
    match bench.other.hold("conformance-other", WITHIN).await {
        Err(HoldError::Held { .. }) => Ok(None),
        Err(HoldError::Unavailable(unavailable)) => Err(unavailable.into()),
        Ok(_) if bench.able().events => failed("somebody else was given the phone"),
        Ok(_) => skipped(
            "this driver leaves nothing on the phone that could know; this computer's own lock is not tried here",
        ),
    }
}
