//! A screen that a profile does not let be read stays unread: whatever is done there, and however it ends, no answer
//! shows a word of it.

use std::fs;
use std::path::Path;

use serde_json::{Value, json};

use super::surfaces::payload;
use super::{Bench, code, json_of};

const SCENE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/scenes/unread.json");
const PACKAGE: &str = "dev.clawperator.unread";
/// Every text of the app has this word in it, and nothing else on the phone does; nor does a key in base64 by chance.
const MARKER: &str = "Zyx-47";

const HEAD: &str = "version = 1\ncoordinates = \"look\"\nopaque = \"allow\"\n";
const NOT_THERE: &str = "packages = [\"dev.clawperator.unread\"]\n";

/// Profiles under which the app may not be read, with whether it may be touched.
fn profiles() -> Vec<(String, bool)> {
    let mut profiles = Vec::new();
    for verdict in ["deny", "confirm"] {
        profiles.push((
            format!("{HEAD}[capabilities]\nobserve = \"{verdict}\"\n"),
            true,
        ));
        let rule =
            format!("{HEAD}[[rules]]\nname = \"unread\"\nverdict = \"{verdict}\"\n{NOT_THERE}");
        profiles.push((format!("{rule}capabilities = [\"observe\"]\n"), true));
        profiles.push((rule, false));
    }
    // Only another app may be read.
    let only = "[capabilities]\nobserve = \"deny\"\n[[rules]]\nname = \"ok\"\nverdict = \"allow\"\n\
                capabilities = [\"observe\"]\npackages = [\"com.example.other\"]\n";
    profiles.push((format!("{HEAD}{only}"), true));
    profiles
}

/// What is done, and whether it may end well where everything but reading is allowed.
struct Try {
    args: Vec<String>,
    ends_well: bool,
}

fn tries() -> Vec<Try> {
    let verb = |words: &str, ends_well: bool| Try {
        args: args(words),
        ends_well,
    };
    let exec = |action: &str, params: Value, ends_well: bool| {
        let actions = json!([{ "id": "a", "type": action, "params": params }]);
        Try {
            args: vec!["exec".to_owned(), payload(&actions).to_string()],
            ends_well,
        }
    };
    vec![
        verb("snapshot", false),
        verb("snapshot --compact", false),
        verb("snapshot --tree", false),
        verb("snapshot --diff", false),
        verb("screenshot", false),
        verb("read --id heading", false),
        verb("read --id nowhere --no-wait", false),
        verb("read --role button --no-wait --strict", false),
        verb("read-value --id heading --no-wait", false),
        verb("wait --id heading --timeout 500", false),
        verb("wait --id nowhere --timeout 500", false),
        verb("wait-for-nav --id nowhere --timeout 500", false),
        verb("wait-for-nav --id heading --timeout 500", false),
        verb("click --id nowhere --no-wait", false),
        verb("click --id nowhere --timeout 6000", false),
        verb("click --role button --no-wait", true),
        verb("click --role button --long --no-wait --settle", true),
        verb("click --role button --strict --no-wait", false),
        verb("click --id off --no-wait", false),
        verb("click --id one --settle --no-wait", true),
        verb("click --id power --settle --no-wait", true),
        verb("click --id row --in-row nowhere --no-wait", false),
        verb("click --coordinate 300 400 --settle", true),
        verb("type hi --id nowhere --no-wait", false),
        verb("type hi --id note --settle --no-wait", true),
        verb("type hi --id filled --settle --no-wait", true),
        verb("type hi --role button --no-wait", false),
        verb("scroll down --settle", true),
        verb("scroll left", false),
        verb("press back --settle", true),
        verb("press home --settle", true),
        verb("back --settle", true),
        verb("open dev.clawperator.unread --settle", true),
        verb("open unread://main --settle", true),
        verb("close dev.clawperator.unread --settle", true),
        exec(
            "scroll_until",
            json!({ "clickAfter": true, "where": { "role": "button" } }),
            true,
        ),
        exec(
            "scroll_until",
            json!({ "where": { "name": "nowhere" }, "maxScrolls": 1 }),
            false,
        ),
        exec(
            "scroll_and_click",
            json!({ "where": { "name": "nowhere" }, "maxSwipes": 1 }),
            false,
        ),
        exec("scroll_until", json!({ "maxScrolls": 1 }), true),
        exec(
            "scroll",
            json!({ "containerWhere": { "idName": "heading" } }),
            false,
        ),
        exec(
            "wait_for_node",
            json!({ "where": { "role": "button" }, "window": "all" }),
            false,
        ),
        exec(
            "read_text",
            json!({ "where": { "role": "button" }, "all": true }),
            false,
        ),
    ]
}

impl Bench {
    fn show_unread(&self) {
        let component = format!("{PACKAGE}/.Main");
        let shell = ["-s", self.phone.serial(0), "shell"];
        let start = ["am", "start", "-S", "-W", "-n", &component];
        self.adb.adb(&[&shell[..], &start].concat());
    }

    /// The files that were written, but for the questions to a person, which name what would be touched.
    fn files_with_marker(&self) -> Vec<String> {
        let mut found = Vec::new();
        look_through(self.adb.home(), &mut found);
        found
    }
}

fn look_through(folder: &Path, found: &mut Vec<String>) {
    for entry in fs::read_dir(folder).unwrap().flatten() {
        let path = entry.path();
        if path.is_dir() {
            if path.file_name().is_none_or(|name| name != "approvals") {
                look_through(&path, found);
            }
        } else if let Ok(bytes) = fs::read(&path) {
            let text = String::from_utf8_lossy(&bytes);
            if text.contains(MARKER) {
                found.push(path.display().to_string());
            }
        }
    }
}

#[test]
fn no_answer_shows_a_screen_that_may_not_be_read() {
    // Each on a phone of its own: most of the time is spent on waiting.
    std::thread::scope(|scope| {
        for (profile, may_touch) in profiles() {
            scope.spawn(move || shows_nothing(&profile, may_touch));
        }
    });
    // Whoever may read it gets all of that.
    let bench = Bench::on(SCENE);
    bench.show_unread();
    for words in ["click --id nowhere --no-wait", "back --settle"] {
        let ran = bench.run(HEAD, &args(words));
        assert!(ran.stdout.contains(MARKER), "{words}: {}", ran.stdout);
    }
}

fn shows_nothing(profile: &str, may_touch: bool) {
    let bench = Bench::on(SCENE);
    for mut one in tries() {
        let words = one.args.join(" ");
        bench.show_unread();
        one.args.push("--verbose".to_owned());
        let ran = bench.run(profile, &one.args);
        let about = format!("{profile}\n{words}: {} {}", ran.stdout, ran.stderr);
        assert!(!ran.stdout.contains(MARKER), "{about}");
        assert!(!ran.stderr.contains(MARKER), "{about}");
        assert_eq!(bench.files_with_marker(), Vec::<String>::new(), "{about}");
        if may_touch {
            assert_eq!(ran.exit == 0, one.ends_well, "{about}");
        }
        if ran.exit != 0 {
            let code = code(&ran);
            assert!(code.starts_with("POLICY_"), "{code} {about}");
        }
    }
}

fn unread(verdict: &str) -> String {
    format!(
        "{HEAD}[[rules]]\nname = \"unread\"\nverdict = \"{verdict}\"\n{NOT_THERE}capabilities = [\"observe\"]\n"
    )
}

fn args(words: &str) -> Vec<String> {
    words.split(' ').map(str::to_owned).collect()
}

#[test]
fn a_stored_screen_is_not_shown_by_a_difference() {
    let bench = Bench::on(SCENE);
    bench.show_unread();
    let kept = bench.run(HEAD, &args("snapshot --compact"));
    assert!(kept.stdout.contains(MARKER), "{}", kept.stdout);
    assert_eq!(bench.run(HEAD, &args("press home")).exit, 0);
    for verdict in ["deny", "confirm"] {
        let ran = bench.run(&unread(verdict), &args("snapshot --diff"));
        assert_eq!(ran.exit, 0, "{}", ran.stdout);
        assert!(!ran.stdout.contains(MARKER), "{}", ran.stdout);
        bench.show_unread();
        bench.run(HEAD, &args("snapshot --compact"));
        bench.run(HEAD, &args("press home"));
    }
}

#[test]
fn an_app_below_a_dialog_of_another_one_is_not_shown() {
    let bench = Bench::on(SCENE);
    for verdict in ["deny", "confirm"] {
        bench.show_unread();
        let serial = bench.phone.serial(0);
        bench
            .adb
            .adb(&["-s", serial, "shell", "am", "broadcast", "-a", "unread.ASK"]);
        let open = bench.run(HEAD, &args("snapshot"));
        assert!(open.stdout.contains(MARKER), "{}", open.stdout);
        let text = json_of(&open).to_string();
        assert!(text.contains("permission"), "{text}");
        for words in ["snapshot", "screenshot"] {
            let ran = bench.run(&unread(verdict), &args(words));
            assert!(code(&ran).starts_with("POLICY_"), "{words}: {}", ran.stdout);
            assert!(!ran.stdout.contains(MARKER), "{words}: {}", ran.stdout);
        }
        // The compact form shows the dialog alone.
        let ran = bench.run(&unread(verdict), &args("snapshot --compact"));
        assert_eq!(ran.exit, 0, "{}", ran.stdout);
        assert!(!ran.stdout.contains(MARKER), "{}", ran.stdout);
    }
}

/// Whoever approves a touch reads what it touches, also where whoever asked may not.
#[test]
fn a_person_is_shown_what_the_caller_may_not_read() {
    let bench = Bench::on(SCENE);
    bench.show_unread();
    let profile = format!("{HEAD}[[rules]]\nname = \"ask\"\nverdict = \"confirm\"\n{NOT_THERE}");
    for words in ["click --id one --no-wait", "type hello --id note --no-wait"] {
        let ran = bench.run(&profile, &args(words));
        assert_eq!(code(&ran), "POLICY_CONFIRMATION_REQUIRED", "{}", ran.stdout);
        assert!(!ran.stdout.contains(MARKER), "{}", ran.stdout);
        assert!(ran.stdout.contains(PACKAGE), "{}", ran.stdout);
    }
    let listed = json_of(&bench.adb.clawperator(&["approvals"]));
    let reasons = listed["approvals"].to_string();
    assert!(reasons.contains("Zyx-47 press"), "{reasons}");
    assert!(
        reasons.contains("enter_text of 5 character(s) into"),
        "{reasons}"
    );
    assert!(
        reasons.contains("Zyx-47 hint") && !reasons.contains("hello"),
        "{reasons}"
    );
}
