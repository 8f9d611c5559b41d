//! The first page of Settings, which every phone has: read and scrolled, and nothing on it pressed.

use clawperator_contract::ErrorCode;
use clawperator_contract::actions::Key;
use clawperator_device::driver::{Act, ActError, Observation, Touch};

use crate::bench::{Bench, WITHIN, between, judged, point};
use crate::check::{Outcome, Trouble, failed, skipped};

const SETTINGS: &str = "com.android.settings";

pub(super) async fn look(bench: &Bench) -> Outcome {
    let launch = Act::Launch { package: SETTINGS };
    match bench.device.act(launch, WITHIN).await {
        Ok(_) => {}
        Err(ActError::NotSent { code, .. } | ActError::Refused { code, .. })
            if code == ErrorCode::AppNotFound =>
        {
            return skipped(format!("the phone has no app `{SETTINGS}`"));
        }
        Err(error) => return Err(error.into()),
    }
    let outcome = read(bench).await;
    bench.act(Act::Key(Key::Back)).await?;
    outcome
}

async fn read(bench: &Bench) -> Outcome {
    let of_settings = |seen: &Observation| {
        let mut nodes = seen.tree.nodes();
        let texts = nodes.by_ref().filter(|node| node.package() == SETTINGS);
        texts.filter(|node| !node.text().is_empty()).count() > 3
    };
    let (_, has_come) = bench.when(of_settings).await?;
    if !has_come {
        return failed("it did not come, or is not read");
    }
    let seen = bench.look().await?;
    let list = seen
        .tree
        .nodes()
        .filter(|node| node.package() == SETTINGS && node.is_scrollable())
        .filter_map(clawperator_ui::Node::visible_bounds)
        .max_by_key(|bounds| bounds.area());
    let count = seen.tree.len();
    let Some(list) = list else {
        return Ok(Some(format!("{count} nodes, and nothing to scroll")));
    };
    // Far from the edges, where a swipe is another gesture.
    let x = between(list.left, list.right, 500);
    let swipe = Touch::Swipe {
        from: point(x, between(list.top, list.bottom, 700)),
        to: point(x, between(list.top, list.bottom, 400)),
        millis: 500,
    };
    bench.act(judged(&seen, swipe)).await?;
    let after = bench.look().await?;
    still_there(&after)?;
    let has_moved = seen.tree.signature() != after.tree.signature();
    let moved = if has_moved {
        "and it scrolls"
    } else {
        "and all of it fits on the screen"
    };
    Ok(Some(format!("{count} nodes, {moved}")))
}

/// A swipe that was taken for a press would have opened another page.
fn still_there(seen: &Observation) -> Result<(), Trouble> {
    let mut nodes = seen.tree.nodes();
    if nodes.any(|node| node.package() == SETTINGS) {
        Ok(())
    } else {
        failed("another app came to the front")
    }
}
