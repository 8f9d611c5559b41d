//! Scrolling.

use clawperator_device::driver::{Observation, Touch};

use crate::bench::{Bench, LIST, between, judged, point};
use crate::check::{Outcome, Trouble, failed};
use crate::found;

const ROW: &str = "check_row";
const LAST: &str = "Row 60";
/// Sixty rows are six screens or so; small ones have more.
const MOST_SWIPES: usize = 40;

pub(super) async fn scroll(bench: &Bench) -> Outcome {
    let seen = bench.open(LIST).await?;
    let before = found::texts(&seen.tree, ROW);
    let mark = bench.mark().await?;
    swipe(bench, &seen).await?;
    let noted = bench.noted_once(mark, "scrolled", "check_list").await?;
    if !noted.iter().any(|one| one.is("scrolled", "check_list")) {
        return failed("the list did not move");
    }
    let after = found::texts(&bench.look().await?.tree, ROW);
    if before == after {
        return failed("the list moved, and the look shows the same rows");
    }
    Ok(after.first().map(|first| format!("`{first}` is on top")))
}

pub(super) async fn end(bench: &Bench) -> Outcome {
    let mut seen = bench.open(LIST).await?;
    for swipes in 0..MOST_SWIPES {
        if found::texts(&seen.tree, ROW).iter().any(|row| row == LAST) {
            return Ok(Some(format!("after {swipes} swipes")));
        }
        swipe(bench, &seen).await?;
        seen = bench.look().await?;
    }
    failed(format!("not within {MOST_SWIPES} swipes"))
}

/// Upwards over most of the list, slowly enough that it does not fling far.
async fn swipe(bench: &Bench, seen: &Observation) -> Result<(), Trouble> {
    let list = found::of(&seen.tree, LIST.marker)?.bounds;
    let x = between(list.left, list.right, 500);
    let touch = Touch::Swipe {
        from: point(x, between(list.top, list.bottom, 800)),
        to: point(x, between(list.top, list.bottom, 200)),
        millis: 400,
    };
    bench.act(judged(seen, touch)).await.map(drop)
}
