//! Waiting.

use std::time::Duration;

use clawperator_device::driver::{Observation, Since, View};

use crate::bench::{Bench, TIME, TOUCH, WITHIN};
use crate::check::{Outcome, failed, skipped};
use crate::found;

/// How long after the press it comes, by the app.
const COMES_AFTER: Duration = Duration::from_millis(1_500);
/// How long that may take on a slow phone.
const MOST: Duration = Duration::from_secs(20);
/// A change that no event told of is seen by then.
const FLOOR: Duration = Duration::from_secs(1);
const TOAST: &str = "A toast of the check";

pub(super) async fn node(bench: &Bench) -> Outcome {
    let seen = bench.open(TIME).await?;
    bench.tap(&seen, "check_later").await?;
    let started = bench.sources.now();
    let is_there = |seen: &Observation| found::find(&seen.tree, "check_arrived").is_some();
    let mut looks = 0_u32;
    loop {
        let seen = bench.device.observe(View::default(), WITHIN).await?;
        looks = looks.saturating_add(1);
        let took = bench.sources.now().since(started);
        if is_there(&seen) {
            let took = took.as_millis();
            let due = COMES_AFTER.as_millis();
            return Ok(Some(format!(
                "seen {took} ms after the press, {due} ms of which the app waits; {looks} looks"
            )));
        }
        if took > MOST {
            return failed(format!("it was not seen within {} s", MOST.as_secs()));
        }
        if bench.able().events {
            let floor = bench.sources.now().plus(FLOOR);
            let changed = bench.device.changed(seen.number);
            either(changed, bench.sources.sleep_until(floor)).await;
        } else {
            bench.pause().await;
        }
    }
}

pub(super) async fn toast(bench: &Bench) -> Outcome {
    if !bench.able().toasts {
        return skipped("this driver does not hear toasts; the Operator does");
    }
    let seen = bench.open(TOUCH).await?;
    bench.tap(&seen, "check_toast").await?;
    let over = bench.sources.now().plus(Duration::from_secs(10));
    loop {
        let heard = bench.device.heard(Since::LastAct, WITHIN).await?;
        if heard.toasts.iter().any(|toast| toast.text == TOAST) {
            return Ok(None);
        }
        if bench.sources.now() >= over {
            return failed(format!(
                "it was not among {} that were heard",
                heard.toasts.len()
            ));
        }
        bench.pause().await;
    }
}

/// Ends with whichever of the two ends first.
async fn either(one: impl Future<Output = ()>, other: impl Future<Output = ()>) {
    let (mut one, mut other) = (std::pin::pin!(one), std::pin::pin!(other));
    std::future::poll_fn(|context| {
        if one.as_mut().poll(context).is_ready() || other.as_mut().poll(context).is_ready() {
            std::task::Poll::Ready(())
        } else {
            std::task::Poll::Pending
        }
    })
    .await;
}
