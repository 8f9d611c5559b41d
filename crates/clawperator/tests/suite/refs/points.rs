//! A point that was chosen on a snapshot never presses another node: agents that decide on what they were shown before,
//! on pages that change meanwhile, with the phone's journal as the judge.
//!
//! `CLAWPERATOR_TEST_POINT_USES` makes it long; `bench/points.sh` does.

use std::collections::HashMap;

use serde_json::{Value, json};

use super::super::private_adb::{Phones, PrivateAdb, programs};
use super::{Play, SCENE, number, ratio};

const PHONES: usize = 4;

/// A point that an agent was shown, and what was truly there.
#[derive(Debug, Clone)]
struct Point {
    snapshot: String,
    x: i64,
    y: i64,
    truth: String,
}

#[derive(Debug, Default)]
struct Tally {
    uses: usize,
    pressed: usize,
    refused: usize,
    wrong: Vec<String>,
}

#[test]
fn a_point_of_a_snapshot_never_presses_another_node() {
    let uses = number("CLAWPERATOR_TEST_POINT_USES", 60);
    let adb = PrivateAdb::started(&programs()[0]);
    let phones = Phones::start(&adb, &["--count", &PHONES.to_string(), "--scene", SCENE]);
    let tallies: Vec<Tally> = std::thread::scope(|scope| {
        let players: Vec<_> = (0..PHONES)
            .map(|phone| {
                let play = Play::new(&adb, &phones, phone);
                scope.spawn(move || touch(play, uses.div_ceil(PHONES)))
            })
            .collect();
        let players = players.into_iter();
        players.map(|player| player.join().unwrap()).collect()
    });
    let sum = |of: fn(&Tally) -> usize| tallies.iter().map(of).sum::<usize>();
    let wrong: Vec<&String> = tallies.iter().flat_map(|tally| &tally.wrong).collect();
    let report = format!(
        "{} points, {} pressed, {} refused, {} wrong",
        sum(|tally| tally.uses),
        sum(|tally| tally.pressed),
        sum(|tally| tally.refused),
        wrong.len()
    );
    eprintln!("{report}");
    assert!(wrong.is_empty(), "{report}\n{wrong:#?}");
    // One that refuses everything is never wrong.
    let pressed = ratio(sum(|tally| tally.pressed), sum(|tally| tally.uses));
    assert!(pressed > 0.25, "{report}");
}

/// Looks, lets the page change, and touches what was seen.
fn touch(mut play: Play<'_>, uses: usize) -> Tally {
    let mut tally = Tally::default();
    let mut seen: Vec<Point> = Vec::new();
    play.go_to("contacts");
    seen.extend(observe(&mut play));
    while tally.uses < uses {
        match play.dice.below(10) {
            0..=1 => seen.extend(observe(&mut play)),
            2..=3 => play.change(),
            _ if seen.is_empty() => seen.extend(observe(&mut play)),
            _ => {
                let back = play.dice.below(seen.len().min(14));
                let point = seen[seen.len() - 1 - back].clone();
                act(&mut play, &point, &mut tally);
            }
        }
    }
    tally
}

/// What an agent is shown, as far as the scene says what it truly is.
fn observe(play: &mut Play<'_>) -> Vec<Point> {
    let truths: HashMap<String, String> = play.truths().into_iter().collect();
    let shown = play.run(&["observe"]);
    let snapshot = shown["id"].as_str().unwrap_or_else(|| panic!("{shown}"));
    let elements = shown["uiElements"].as_array().unwrap().iter();
    let point = |element: &Value| {
        let name = format!("@e{}", element["id"].as_str()?);
        Some(Point {
            snapshot: snapshot.to_owned(),
            x: element["scaledCenter"]["x"].as_i64()?,
            y: element["scaledCenter"]["y"].as_i64()?,
            truth: truths.get(&name)?.clone(),
        })
    };
    elements.filter_map(point).collect()
}

fn act(play: &mut Play<'_>, point: &Point, tally: &mut Tally) {
    let call = json!({ "name": "tap", "arguments": { "thought": "", "x": point.x, "y": point.y } });
    let ran = play.run(&[
        "agent",
        "act",
        &call.to_string(),
        "--snapshot",
        &point.snapshot,
    ]);
    let hits = play.hits();
    let step = &ran["result"]["envelope"]["stepResults"][0];
    tally.uses += 1;
    match (step["success"] == true, hits.as_slice()) {
        (true, [hit]) if *hit == point.truth => tally.pressed += 1,
        (false, []) => tally.refused += 1,
        _ => tally.wrong.push(format!(
            "{point:?}: {hits:?} was pressed, after {}: {ran}",
            play.last_change
        )),
    }
}
