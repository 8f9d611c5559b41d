//! The log holds nothing that is typed and no label of a screen, in whichever way a run meets them.

use std::fs;

use clawperator_test_support::Dice;
use serde_json::json;

use super::case::run_in;
use super::private_adb::{Phones, PrivateAdb, programs};
use super::skills_tree::{self, Written, head};

const APP: &str = "dev.clawperator.secrets";
/// How much of a marker in a row is no accident.
const WINDOW: usize = 6;
const ROUNDS: u64 = 2;

/// Denies reading the app, so that its labels are withheld.
const BLIND: &str = "version = 1\ncoordinates = \"look\"\n[[rules]]\nname = \"unread\"\nverdict = \"deny\"\ncapabilities = [\"observe\"]\npackages = [\"dev.clawperator.secrets\"]\n";
/// Has a person asked about typing.
const CAREFUL: &str =
    "version = 1\ncoordinates = \"look\"\n[capabilities]\ntype_text = \"confirm\"\n";

/// A text to be typed and a label, each in every form that a run may write it in.
struct Markers {
    typed: String,
    label: String,
}

/// What a call must keep from its answer too, besides from the log.
#[derive(Clone, Copy, PartialEq)]
enum Answer {
    /// It may say what is on the screen, and what a field that hides nothing shows after typing.
    Free,
    /// It may not say what was typed.
    NothingTyped,
    /// It may say neither.
    Nothing,
}

#[test]
fn markers_are_nowhere_in_the_log() {
    let mut calls = 0;
    for seed in 0..ROUNDS {
        let markers = Markers::new(&mut Dice::new(seed));
        let bench = Bench::start(&markers);
        for (answer, args) in markers.calls() {
            bench.check(&markers, answer, &args);
            calls += 1;
        }
        for fault in [
            "output_truncated",
            "dump_killed",
            "dump_truncated",
            "input_refused",
        ] {
            bench.phone.fault(fault, true);
            bench.check(&markers, Answer::NothingTyped, &markers.typing("pin"));
            bench.phone.fault(fault, false);
        }
    }
    assert!(calls > 30, "{calls}");
}

#[test]
fn the_search_finds_what_it_looks_for() {
    let markers = Markers::new(&mut Dice::new(1));
    let planted = format!("act: kind text, text {}", &markers.typed[3..12]);
    assert!(shows(&planted, &markers.typed));
    assert!(!shows(&planted, &markers.label));
}

#[test]
fn the_log_does_not_tell_how_long_a_text_is() {
    let markers = Markers::new(&mut Dice::new(9));
    let bench = Bench::start(&markers);
    for field in ["note", "pin"] {
        let logged = |text: &str| {
            let id = format!("{APP}:id/{field}");
            let args = ["type", text, "--id", &id, "--clear", "--verbose"];
            let ran = bench.adb.clawperator(&args);
            assert_eq!(ran.exit, 0, "{}", ran.stdout);
            without_times(&ran.stderr)
        };
        // Once before, so that the field has the focus both times.
        logged("a");
        let [short, long] = ["abcd", "abcdefghijklmnop"].map(logged);
        assert_eq!(short, long);
    }
}

struct Bench {
    adb: PrivateAdb,
    phone: Phones,
}

impl Bench {
    fn start(markers: &Markers) -> Self {
        let adb = PrivateAdb::started(&programs()[0]);
        let scene = adb.home().join("scene.json");
        fs::write(&scene, markers.scene()).unwrap();
        fs::write(adb.home().join("blind.toml"), BLIND).unwrap();
        fs::write(adb.home().join("careful.toml"), CAREFUL).unwrap();
        let skills = adb.home().join("skills");
        fs::create_dir(&skills).unwrap();
        skills_tree::write(&skills, APP, &skills_of_inputs());
        let phone = Phones::start(&adb, &["--scene", scene.to_str().unwrap()]);
        let component = format!("{APP}/.Main");
        let serial = phone.serial(0);
        adb.adb(&[
            "-s", serial, "shell", "am", "start", "-S", "-W", "-n", &component,
        ]);
        Self { adb, phone }
    }

    /// Runs a call with the log, and looks for the markers in what it says.
    fn check(&self, markers: &Markers, answer: Answer, args: &[String]) {
        let mut args = args.to_vec();
        args.push("--verbose".to_owned());
        let stdin = json!({ "label": markers.label }).to_string();
        let ran = run_in(&self.adb.environment(), &args, &stdin, self.adb.home());
        let told = format!("{args:?}\n{}\n{}", ran.stdout, ran.stderr);
        assert!(ran.stderr.contains(" ms  "), "nothing was logged: {told}");
        for marker in [&markers.typed, &markers.label] {
            assert!(!shows(&ran.stderr, marker), "{told}");
        }
        if answer != Answer::Free {
            assert!(!shows(&ran.stdout, &markers.typed), "{told}");
        }
        if answer == Answer::Nothing {
            let tells_of_nodes = ["chosen: node", "rejected", "nothing matches"];
            let tells = |words: &&str| ran.stderr.contains(words);
            assert!(!tells_of_nodes.iter().any(tells), "{told}");
            assert!(!shows(&ran.stdout, &markers.label), "{told}");
        }
    }
}

impl Markers {
    fn new(dice: &mut Dice) -> Self {
        // What a shell, JSON and XML give a meaning to is in what is typed.
        let typed = b"abcdefghijkmnpqrstuvwxyzABCDEFGH23456789'\"$&;|<>\\*";
        let label = b"abcdefghijkmnpqrstuvwxyzABCDEFGH23456789";
        let mut roll = |letters: &[u8]| -> String {
            (0..20).map(|_| char::from(*dice.one_of(letters))).collect()
        };
        Self {
            typed: roll(typed),
            label: roll(label),
        }
    }

    /// A page whose texts, ids and hints are the label.
    fn scene(&self) -> String {
        let label = &self.label;
        let children = json!([
            { "kind": "text", "id": "balance", "text": label },
            { "kind": "button", "id": "go", "text": label, "desc": label },
            { "kind": "button", "id": "again", "text": label },
            { "kind": "field", "id": "note", "hint": label },
            { "kind": "field", "id": "pin", "hint": label, "password": true },
        ]);
        let view = json!({ "kind": "column", "height": "match", "children": children });
        json!({ "version": 1, "apps": [{
            "package": APP, "label": "Secrets", "launcher": ".Main",
            "activities": [{ "class": ".Main", "exported": true, "view": view }],
        }] })
        .to_string()
    }

    fn typing(&self, field: &str) -> Vec<String> {
        let id = format!("{APP}:id/{field}");
        words(&["type", &self.typed, "--id", &id, "--timeout", "3000"])
    }

    /// Every way in which a run gets to know a marker.
    fn calls(&self) -> Vec<(Answer, Vec<String>)> {
        let label = self.label.as_str();
        let note = format!("{APP}:id/note");
        let missing = format!("{label}x");
        let unsupported = format!("{}é", self.typed);
        let uri = format!("secrets://open?token={}", self.label);
        let more = |mut args: Vec<String>, more: &[&str]| {
            args.extend(words(more));
            args
        };
        let steps = json!([
            { "id": "type", "type": "enter_text",
              "params": { "matcher": { "resourceId": note }, "text": self.typed, "clear": true } },
            { "id": "wait", "type": "wait_for_node", "params": { "matcher": { "textEquals": self.typed } } },
            { "id": "read", "type": "read_text", "params": { "matcher": { "resourceId": note } } },
            { "id": "all", "type": "snapshot_ui" },
        ]);
        let payload = json!({
            "commandId": "c", "taskId": "t", "source": "test", "expectedFormat": "android-ui-automator",
            "timeoutMs": 20000, "actions": steps,
        })
        .to_string();
        let blind = &["--profile", "blind.toml", "--timeout", "3000"];
        let skill = |intent: &str| {
            let id = format!("{APP}.{intent}");
            words(&["skills", "run", &id, "--inputs", "-"])
        };
        vec![
            (Answer::Free, self.typing("note")),
            (Answer::NothingTyped, self.typing("pin")),
            (
                Answer::Free,
                more(self.typing("note"), &["--clear", "--submit"]),
            ),
            (
                Answer::NothingTyped,
                more(self.typing("pin"), &["--clear", "--submit"]),
            ),
            (
                Answer::NothingTyped,
                more(self.typing("pin"), &["--profile", "careful.toml"]),
            ),
            (Answer::Free, self.typing("nowhere")),
            (
                Answer::NothingTyped,
                words(&["type", &unsupported, "--id", &note]),
            ),
            (Answer::Free, words(&["exec", &payload])),
            (Answer::Free, words(&["click", "--text", label])),
            (Answer::Free, words(&["click", "--text", label, "--strict"])),
            (
                Answer::Free,
                words(&["click", "--text", &missing, "--timeout", "2000"]),
            ),
            (Answer::Free, words(&["open", &uri])),
            (Answer::Free, words(&["snapshot", "--output", "text"])),
            (
                Answer::Nothing,
                more(words(&["click", "--text", "Nowhere"]), blind),
            ),
            (Answer::Nothing, more(words(&["snapshot"]), blind)),
            (
                Answer::Nothing,
                more(words(&["read", "--id", &note]), blind),
            ),
            (Answer::Nothing, skill("found")),
            (Answer::Nothing, skill("missing")),
        ]
    }
}

/// Skills whose selector is an input: one that is there, and one that is not.
fn skills_of_inputs() -> Vec<Written> {
    let skill = |intent: &str, selector: &str| Written {
        intent: intent.to_owned(),
        head: head("flow", &["observe", "click"]),
        more: "inputs:\n  - {name: label, type: string}\noutputs: []".to_owned(),
        steps: vec![format!(
            "id: press\ntype: click\nselector: {{text_equals: \"{selector}\"}}\nretries: {{count: 0}}"
        )],
    };
    vec![
        skill("found", "${inputs.label}"),
        skill("missing", "${inputs.label}x"),
    ]
}

/// Whether a part of a marker is in a text, as it is or as JSON writes it.
fn shows(text: &str, marker: &str) -> bool {
    let json = serde_json::to_string(marker).unwrap();
    [marker, json.trim_matches('"')].iter().any(|form| {
        form.as_bytes()
            .windows(WINDOW)
            .any(|part| text.as_bytes().windows(WINDOW).any(|piece| piece == part))
    })
}

/// The lines with `0` for every number of milliseconds.
fn without_times(log: &str) -> Vec<String> {
    let line = |line: &str| {
        let mut words: Vec<&str> = line.split_whitespace().collect();
        for index in 1..words.len() {
            if words[index].trim_end_matches(',') == "ms" {
                words[index - 1] = "0";
            }
        }
        words.join(" ")
    };
    log.lines().map(line).collect()
}

fn words(words: &[&str]) -> Vec<String> {
    words.iter().map(|word| (*word).to_owned()).collect()
}
