//! Every row of the long lists is found and pressed, from the top and from the bottom.

use std::sync::Arc;

use clawperator_contract::RunOptions;
use clawperator_phone_screen::{InputGesture, Screen, TouchPoint};
use clawperator_ui::Node;
use serde_json::{Value, json};

use super::built::number;
use super::chance::Chance;
use super::file::{Toolkit, payload};
use super::hand::Hand;
use super::judge::told;
use super::rig::{AppProcess, Phone, on_the_phone};

const ROWS: u32 = 200;

/// How many searches are made; all that there are when it is 800.
const SEARCHES: &str = "FRAMEWORK_PHONE_SEARCHES";
const ALL: u64 = 800;
const IN_CI: u64 = 24;

#[derive(Debug, Clone, Copy)]
struct Search {
    toolkit: Toolkit,
    from: From,
    row: u32,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum From {
    Top,
    Bottom,
}

#[test]
fn rows_are_found_from_both_ends() {
    let searches = chosen(number(SEARCHES, IN_CI));
    on_the_phone(async |phone| {
        let (mut wrong, mut swipes, mut least) = (Vec::new(), 0.0, 0.0);
        let views = reach(phone, Toolkit::Views).await;
        let compose = reach(phone, Toolkit::Compose).await;
        println!(
            "one swipe moves the list of views by {views} pixels, that of Compose by {compose}"
        );
        for search in &searches {
            let reach = match search.toolkit {
                Toolkit::Views => views,
                Toolkit::Compose => compose,
            };
            match find(phone, *search, reach).await {
                Ok((made, possible)) => {
                    swipes += made;
                    least += possible;
                    println!("found {search:?}: {made} swipes, {possible} at least");
                }
                Err(problem) => {
                    println!("WRONG {search:?}: {problem}");
                    wrong.push(format!("{search:?}: {problem}"));
                }
            }
        }
        let count = searches.len();
        println!("{count} searches: {swipes} swipes, {least} at least by what one swipe moves");
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    });
}

fn chosen(count: u64) -> Vec<Search> {
    let mut chance = Chance::new(6);
    let mut searches = Vec::new();
    for toolkit in [Toolkit::Views, Toolkit::Compose] {
        for from in [From::Top, From::Bottom] {
            let rows: Vec<u32> = if count >= ALL {
                (1..=ROWS).collect()
            } else {
                // The ends are where searches go wrong.
                let ends = [1, ROWS].into_iter();
                let between = (2..count / 4).map(|_| 1 + chance.below(ROWS));
                ends.chain(between).collect()
            };
            let search = |row| Search { toolkit, from, row };
            searches.extend(rows.into_iter().map(search));
        }
    }
    searches
}

/// How far one swipe of the engine moves the list: the finger's way without the touch slop, and what it runs on.
async fn reach(phone: &Phone, toolkit: Toolkit) -> f64 {
    let address = toolkit.address("list");
    phone.begin(Some(&address), AppProcess::Any).await;
    let before = List::see(phone, toolkit).await.stands_at;
    let hand = Hand::new(phone.device(), Arc::clone(&phone.screen));
    let scroll = payload(&[json!({ "type": "scroll" })]);
    let answer = phone.run(Arc::new(hand), &scroll, RunOptions::default());
    let steps = answer.await.unwrap().envelope.step_results;
    assert!(steps[0].success, "{steps:?}");
    phone.rest().await;
    List::see(phone, toolkit).await.stands_at - before
}

/// How many swipes it took, and how many it takes at least.
async fn find(phone: &Phone, search: Search, reach: f64) -> Result<(f64, f64), String> {
    let Search { toolkit, from, row } = search;
    phone
        .begin(Some(&toolkit.address("list")), AppProcess::Any)
        .await;
    if from == From::Bottom {
        to_the_bottom(phone).await;
    }
    let least = (List::see(phone, toolkit).await.beyond(search) / reach).ceil();
    let before = phone.newest().await;
    let hand = Hand::new(phone.device(), Arc::clone(&phone.screen));
    let answer = phone
        .run(
            Arc::new(hand),
            &payload(&[action(search)]),
            RunOptions::default(),
        )
        .await
        .map_err(|failure| json!(failure).to_string())?;
    phone.rest().await;
    let step = &answer.envelope.step_results[0];
    if !step.success {
        return Err(json!(step.data).to_string());
    }
    let record = told(&phone.happened(before).await, &[]);
    if record != [format!("click Row {row}")] {
        return Err(format!("the app says {record:?}"));
    }
    let swipes = step
        .data
        .get("scrolls_executed")
        .map_or("0", String::as_str);
    Ok((swipes.parse().map_err(|_| swipes.to_owned())?, least))
}

/// One action or the other, by turns.
fn action(search: Search) -> Value {
    let direction = match search.from {
        From::Top => "down",
        From::Bottom => "up",
    };
    let target = json!({ "textEquals": format!("Row {}", search.row) });
    if search.row.is_multiple_of(2) {
        json!({ "type": "scroll_and_click", "params": {
            "matcher": target, "direction": direction, "maxSwipes": 50,
        } })
    } else {
        json!({ "type": "scroll_until", "params": {
            "matcher": target, "direction": direction, "clickAfter": true,
            "maxScrolls": 200, "maxDurationMs": 110_000,
        } })
    }
}

/// Flings the list until its last row is there.
async fn to_the_bottom(phone: &Phone) {
    let last = format!("Row {ROWS}");
    for _ in 0..40 {
        let tree = phone.tree().await.expect("the list can be read");
        if tree.nodes().any(|node| node.text() == last) {
            return;
        }
        let fling = InputGesture::Swipe {
            from: TouchPoint {
                x: 540.0,
                y: 2_000.0,
            },
            to: TouchPoint { x: 540.0, y: 400.0 },
            duration: std::time::Duration::from_millis(100),
        };
        phone.screen.gesture(fling).await.unwrap();
        phone.rest().await;
    }
    panic!("the list has no end");
}

/// The list as it is on the screen, in pixels.
struct List {
    height: f64,
    row_height: f64,
    /// How far it has been moved, from a place of its own.
    stands_at: f64,
}

impl List {
    async fn see(phone: &Phone, toolkit: Toolkit) -> Self {
        let tree = phone.tree().await.expect("the list can be read");
        let list = tree
            .nodes()
            .find(|node| node.resource_id() == toolkit.id("list"))
            .and_then(Node::visible_bounds)
            .expect("there is a list");
        let rows: Vec<(f64, f64)> = tree
            .nodes()
            .filter_map(|node| {
                let number: f64 = node.text().strip_prefix("Row ")?.parse().ok()?;
                Some((number, f64::from(node.visible_bounds()?.top)))
            })
            .collect();
        // The second and the third row are whole, wherever the list stands.
        let row_height = rows[2].1 - rows[1].1;
        let stands_at = (rows[1].0 - 1.0) * row_height - (rows[1].1 - f64::from(list.top));
        Self {
            height: f64::from(list.bottom - list.top),
            row_height,
            stands_at,
        }
    }

    /// How far the row that is looked for lies beyond the screen.
    fn beyond(&self, search: Search) -> f64 {
        let row = match search.from {
            From::Top => search.row,
            From::Bottom => ROWS - search.row + 1,
        };
        (f64::from(row) * self.row_height - self.height).max(0.0)
    }
}
