//! No answer is longer than it may be, whatever a phone shows.
//!
//! `CLAWPERATOR_TEST_DUMPS` makes it long; `bench/server.sh` does.

use std::fs;

use clawperator_test_support::Dice;
use serde_json::{Value, json};

use super::client::Client;
use crate::suite::length::number;
use crate::suite::private_adb::Bench;

/// What a snapshot may have besides the screen.
const BESIDES: usize = 200;

/// Texts of any length, with line breaks, quotes, joiners and what nobody sees.
fn text(dice: &mut Dice) -> String {
    let most = *dice.one_of(&[0, 3, 20, 70, 300]);
    let signs = [
        'a',
        'Ω',
        '漢',
        '👩',
        '\u{200d}',
        '\u{202e}',
        '"',
        '\\',
        '\n',
        ' ',
        '|',
        '@',
        '\u{e0041}',
    ];
    (0..dice.between(0, most))
        .map(|_| *dice.one_of(&signs))
        .collect()
}

/// A page of small things, so that many of them are on the screen.
fn app(dice: &mut Dice, number: usize) -> Value {
    let rows = *dice.one_of(&[1, 5, 30, 90]);
    let row = |dice: &mut Dice, row: usize| {
        let things = (0..dice.between(1, 18)).map(|thing| {
            let kind = *dice.one_of(&["text", "button"]);
            let (text, desc) = (text(dice), text(dice));
            json!({
                "kind": kind, "id": format!("v{row}_{thing}"), "text": text, "desc": desc,
                "width": 50, "height": 20,
            })
        });
        let things: Vec<Value> = things.collect();
        json!({ "kind": "row", "children": things })
    };
    let children: Vec<Value> = (0..rows).map(|number| row(dice, number)).collect();
    json!({
        "package": format!("org.example.any{number}"), "label": "Any", "launcher": ".Main",
        "activities": [{ "class": ".Main", "exported": true, "view": {
            "kind": "column", "height": "match", "children": children,
        } }],
    })
}

#[test]
fn no_answer_is_longer_than_it_may_be() {
    let mut dice = Dice::new(16);
    let apps: Vec<Value> = (0..number("CLAWPERATOR_TEST_DUMPS", 12))
        .map(|number| app(&mut dice, number))
        .collect();
    let folder = tempfile::tempdir().unwrap();
    let mut longest = 0;
    for (batch, apps) in apps.chunks(10).enumerate() {
        let scene = folder.path().join(format!("{batch}.json"));
        let written = json!({ "version": 1, "about": "Anything.", "apps": apps });
        fs::write(&scene, written.to_string()).unwrap();
        let bench = Bench::start(&["--scene", scene.to_str().unwrap()]);
        let mut client = Client::start(&bench, &[]);
        for app in apps {
            let call = json!({ "generation": client.generation(), "app": app["package"] });
            // Its length is checked where it is read.
            let opened = client.call("open", &call);
            assert_eq!(opened.data["outcome"], "done", "{opened:?}");
            let budget = dice.between(500, 18_000);
            let shown = client.call("snapshot", &json!({ "budget": budget })).text;
            let length = shown.chars().count();
            assert!(length <= budget + BESIDES, "{length} for {budget}: {shown}");
            assert!(
                shown.contains("\n(end of the text of the phone)\ngeneration "),
                "{shown}"
            );
            longest = longest.max(opened.text.chars().count()).max(length);
        }
    }
    println!(
        "the longest of {} answers has {longest} characters",
        2 * apps.len()
    );
    // Else nothing would have been tried.
    assert!(longest > 5_000, "{longest}");
}
