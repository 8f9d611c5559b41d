//! What a swipe of so many milliseconds moves, on both phones.

use std::fmt::Write as _;
use std::path::Path;
use std::time::Duration;

use clawperator_phone_screen::{InputGesture, Screen, TouchPoint};
use clawperator_ui::Tree;
use serde::{Deserialize, Serialize};

use super::super::file::Toolkit;
use super::super::rig::{AppProcess, Phone};
use super::{TABLE, script};

/// Kept as data, so that the table of the documentation does not change with a pixel.
const DATA: &str = "tests/fidelity/swipes.json";

/// The page of the long list: its rows are all of one height.
const PAGE: &str = "list";

/// What `tests/fidelity/swipes.json` says.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Known {
    /// By how much two distances may differ and be the same, in hundredths of the larger. A finger comes down somewhere
    /// between two frames, and a view measures its last speed over other events each time.
    within_percent: f64,
    /// And by how many pixels in any case.
    within_pixels: f64,
    #[serde(rename = "swipes")]
    made: Vec<Swipe>,
}

/// One finger that goes up or down the middle of the screen, and by how many pixels that moves the list.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Swipe {
    from: u16,
    to: u16,
    ms: u64,
    views: f64,
    compose: f64,
    script: f64,
    /// Why the script may move it by another distance.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    because: Option<String>,
}

/// What swipes moved, as a table, and what differs too much.
#[derive(Debug, Default)]
pub(super) struct Moved {
    pub(super) table: String,
    pub(super) problems: Vec<String>,
}

/// Makes each swipe on both toolkits and on the script.
pub(super) async fn compare(phone: &Phone) -> Moved {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(DATA);
    let text = std::fs::read_to_string(&path).unwrap();
    let mut known: Known = serde_json::from_str(&text).expect("swipes.json is right");
    let (percent, pixels) = (known.within_percent, known.within_pixels);
    let is_same = |one: f64, other: f64| {
        (one - other).abs() <= (one.abs().max(other.abs()) * percent / 100.0).max(pixels)
    };
    let mut moved = Moved::default();
    for swipe in &mut known.made {
        let mut measured = Vec::new();
        for toolkit in [Toolkit::Views, Toolkit::Compose] {
            let address = toolkit.address(PAGE);
            phone.begin(Some(&address), AppProcess::Any).await;
            measured.push(by(&*phone.screen, swipe).await);
        }
        measured.push(by(&script::open(PAGE).await, swipe).await);
        let finger = format!(
            "a swipe from {} to {} in {} ms",
            swipe.from, swipe.to, swipe.ms
        );
        let update = TABLE.is_written();
        let places = [&mut swipe.views, &mut swipe.compose, &mut swipe.script];
        for ((known, measured), what) in
            places
                .into_iter()
                .zip(measured)
                .zip(["views", "Compose", "the script"])
        {
            if update {
                *known = measured.round();
            } else if !is_same(*known, measured) {
                let problem =
                    format!("{finger} moved {what} by {measured:.0}, {known:.0} is known");
                moved.problems.push(problem);
            }
        }
        let Swipe {
            from,
            to,
            ms,
            views,
            compose,
            script,
            because,
        } = &*swipe;
        if !is_same(*views, *script) && because.is_none() {
            let problem = format!("{finger}: {views} with views, {script} scripted");
            moved.problems.push(problem);
        }
        let because = because.as_deref().unwrap_or_default();
        let _ = writeln!(
            moved.table,
            "| {from} to {to} | {ms} | {views} | {compose} | {script} | {because} |"
        );
    }
    if TABLE.is_written() {
        let text = serde_json::to_string_pretty(&known).unwrap();
        std::fs::write(path, text + "\n").unwrap();
    }
    moved
}

/// By how many pixels the list went on.
async fn by(screen: &dyn Screen, swipe: &Swipe) -> f64 {
    let at = |y: u16| TouchPoint {
        x: 540.0,
        y: f32::from(y),
    };
    let before = offset(&script::tree(screen).await.expect("a list"));
    let gesture = InputGesture::Swipe {
        from: at(swipe.from),
        to: at(swipe.to),
        duration: Duration::from_millis(swipe.ms),
    };
    screen.gesture(gesture).await.unwrap();
    offset(&script::tree(screen).await.expect("a list")) - before
}

/// How far the list has been scrolled, from the numbers and places of its rows.
fn offset(tree: &Tree) -> f64 {
    let rows: Vec<(f64, f64)> = tree
        .nodes()
        .filter_map(|node| {
            let number: u32 = node.text().strip_prefix("Row ")?.parse().ok()?;
            let bounds = node.bounds();
            Some((
                f64::from(number),
                f64::from(bounds.top + bounds.bottom) / 2.0,
            ))
        })
        .collect();
    // The first and the last may be cut off.
    let whole = &rows[1..rows.len() - 1];
    let (first, last) = (whole[0], whole[whole.len() - 1]);
    let height = (last.1 - first.1) / (last.0 - first.0);
    first.0 * height - first.1
}
