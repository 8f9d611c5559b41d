//! Screens on which the node that is named is not what a finger meets, and places that are not known before.

use serde_json::{Value, json};

use super::surfaces::payload;
use super::{Bench, code, json_of};

pub(super) const SCENE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/scenes/traps.json");
const PACKAGE: &str = "dev.clawperator.traps";

/// What else may refuse a touch before policy is asked.
#[derive(PartialEq, Eq)]
enum By {
    Policy,
    /// The node is covered by another that would take the finger, which may be found out before.
    PolicyOrCover,
}

struct Trap {
    page: &'static str,
    args: &'static [&'static str],
    profile: &'static str,
    by: By,
}

const fn trap(page: &'static str, args: &'static [&'static str], profile: &'static str) -> Trap {
    let by = By::Policy;
    Trap {
        page,
        args,
        profile,
        by,
    }
}

const fn covered(page: &'static str, args: &'static [&'static str], profile: &'static str) -> Trap {
    let by = By::PolicyOrCover;
    Trap {
        page,
        args,
        profile,
        by,
    }
}

/// No profile but this part of one: `coordinates = "look"` and these lines.
const NO_CLICKS: &str = "[capabilities]\nclick = \"deny\"\n";
const NO_TOGGLES: &str = "[capabilities]\ntoggle = \"deny\"\n";
const NOT_THERE: &str =
    "[[rules]]\nname = \"not-there\"\nverdict = \"deny\"\npackages = [\"dev.clawperator.traps\"]\n";
const NOT_THAT_PAGE: &str =
    "[[rules]]\nname = \"not-there\"\nverdict = \"deny\"\nactivities = [\"*.traps.Ask\"]\n";
const ACTIVITIES_ONLY: &str = "[purchase_risk]\nactivities = [\"com.android.vending.*\"]\n";
const NO_READING: &str = "[[rules]]\nname = \"not-there\"\nverdict = \"deny\"\ncapabilities = [\"observe\"]\npackages = [\"dev.clawperator.traps\"]\n";

const TRAPS: &[Trap] = &[
    covered(
        "wrapper",
        &["click", "--id", "dev.clawperator.traps:id/wrapper"],
        "agent",
    ),
    covered(
        "wrapper",
        &["click", "--id", "dev.clawperator.traps:id/wrapper"],
        "server",
    ),
    covered(
        "wrapper",
        &["click", "--id", "dev.clawperator.traps:id/wrapper"],
        "person",
    ),
    trap("wrapper", &["click", "--text", "Buy now"], ACTIVITIES_ONLY),
    covered(
        "label",
        &["click", "--id", "dev.clawperator.traps:id/bare"],
        "agent",
    ),
    covered("row", &["click", "--text", "Buy now", "--long"], "agent"),
    trap("row", &["click", "--text", "Buy now"], "agent"),
    covered(
        "field",
        &["type", "x", "--id", "dev.clawperator.traps:id/covered"],
        "server",
    ),
    covered(
        "nested",
        &["click", "--id", "dev.clawperator.traps:id/outer"],
        NO_TOGGLES,
    ),
    covered(
        "nested",
        &["click", "--id", "dev.clawperator.traps:id/inner"],
        NO_TOGGLES,
    ),
    trap(
        "nested",
        &["click", "--id", "dev.clawperator.traps:id/power"],
        NO_TOGGLES,
    ),
    covered("slide", &["scroll", "right"], "agent"),
    covered("slide", &["scroll", "right"], NO_CLICKS),
    trap("main", &["click", "--text", "Next", "--long"], NO_CLICKS),
    trap("web", &["click", "--coordinate", "200", "300"], "server"),
    trap("web", &["click", "--coordinate", "200", "300"], ""),
    trap("main", &["open", "traps://ask"], NOT_THERE),
    trap("main", &["open", "traps://ask"], NOT_THAT_PAGE),
    trap("main", &["open", PACKAGE], NOT_THERE),
    trap("main", &["close", PACKAGE], NOT_THERE),
    trap("main", &["back"], NOT_THERE),
    trap("main", &["press", "home"], NOT_THERE),
    trap("ask", &["back"], NOT_THAT_PAGE),
    trap("ask", &["click", "--text", "Hide"], NOT_THAT_PAGE),
    trap("main", &["click", "--text", "Next"], NOT_THERE),
    trap(
        "main",
        &["type", "x", "--id", "dev.clawperator.traps:id/name"],
        NOT_THERE,
    ),
    trap("main", &["snapshot"], NOT_THERE),
    trap("main", &["snapshot"], NO_READING),
    trap("main", &["screenshot"], NO_READING),
    trap("main", &["read", "--text", "Start"], NO_READING),
    trap("main", &["wait", "--text", "Start"], NO_READING),
];

fn profile(of: &str) -> String {
    format!("version = 1\ncoordinates = \"look\"\n{of}")
}

impl Bench {
    /// Brings a page of the traps to the front, whatever policy says.
    pub(super) fn go(&self, page: &str) {
        let uri = format!("traps://{page}");
        let start = [
            "shell",
            "am",
            "start",
            "-S",
            "-W",
            "-a",
            "android.intent.action.VIEW",
            "-d",
            &uri,
        ];
        self.adb
            .adb(&[&["-s", self.phone.serial(0)][..], &start].concat());
    }

    /// Runs under a profile that comes with the program, or under one of these lines.
    pub(super) fn run_under(&self, of: &str, args: &[&str]) -> super::Ran {
        if ["person", "agent", "server"].contains(&of) {
            return self
                .adb
                .clawperator(&[args, &["--profile", of, "--json"]].concat());
        }
        let args: Vec<String> = args.iter().map(|word| (*word).to_owned()).collect();
        self.run(&profile(of), &args)
    }
}

#[test]
fn no_trap_is_touched() {
    let bench = Bench::on(SCENE);
    for trap in TRAPS {
        bench.go(trap.page);
        let before = bench.last();
        let ran = bench.run_under(trap.profile, trap.args);
        let about = format!(
            "{}, {:?} under {}: {}",
            trap.page, trap.args, trap.profile, ran.stdout
        );
        assert_eq!(bench.since(before), Vec::<Value>::new(), "{about}");
        let code = code(&ran);
        let is_covered = trap.by == By::PolicyOrCover
            && ["NODE_NOT_CLICKABLE", "GESTURE_FAILED"].contains(&code.as_str());
        assert!(
            is_covered || (code == "POLICY_DENIED" && ran.exit == 7),
            "{about}"
        );
    }
}

#[test]
fn the_same_acts_are_done_where_they_are_allowed() {
    let bench = Bench::on(SCENE);
    let elsewhere = NOT_THERE.replace(PACKAGE, "com.bank.*");
    let other_page = NOT_THAT_PAGE.replace("Ask", "Pay");
    for (page, args, profile) in [
        ("main", &["click", "--text", "Next"][..], elsewhere.as_str()),
        ("main", &["click", "--text", "Next"], &other_page),
        ("main", &["open", "traps://ask"], &elsewhere),
        ("main", &["open", "traps://ask"], &other_page),
        ("main", &["press", "home"], &elsewhere),
        ("main", &["close", PACKAGE], &elsewhere),
        (
            "main",
            &["type", "x", "--id", "dev.clawperator.traps:id/name"],
            &elsewhere,
        ),
        ("web", &["click", "--coordinate", "200", "300"], "person"),
        (
            "web",
            &["click", "--coordinate", "200", "300"],
            "opaque = \"allow\"\n",
        ),
    ] {
        bench.go(page);
        let before = bench.last();
        let ran = bench.run_under(profile, args);
        assert_eq!(ran.exit, 0, "{page}, {args:?}: {}", ran.stdout);
        assert!(!bench.since(before).is_empty(), "{page}, {args:?}");
    }
    bench.go("main");
    for profile in [elsewhere.as_str(), &other_page] {
        let ran = bench.run_under(profile, &["read", "--text", "Start"]);
        assert_eq!(ran.exit, 0, "{}", ran.stdout);
    }
}

#[test]
fn where_a_step_leads_is_where_the_next_one_is_judged() {
    let bench = Bench::on(SCENE);
    // The launcher comes first, so that nothing is known of the app when the run begins.
    for (rule, then) in [
        (
            NOT_THERE,
            json!({ "id": "then", "type": "press_key", "params": { "key": "back" } }),
        ),
        (NO_READING, json!({ "id": "then", "type": "snapshot_ui" })),
    ] {
        bench.adb.adb(&[
            "-s",
            bench.phone.serial(0),
            "shell",
            "input",
            "keyevent",
            "KEYCODE_HOME",
        ]);
        // A name that says nothing: the phone's own answer does.
        let actions = json!([
            { "id": "open", "type": "open_uri", "params": { "uri": "traps://main" } },
            then,
        ]);
        let before = bench.last();
        let ran = bench.run_under(rule, &["exec", &payload(&actions).to_string()]);
        assert_eq!(
            (ran.exit, code(&ran).as_str()),
            (7, "POLICY_DENIED"),
            "{}",
            ran.stdout
        );
        let opened = bench.since(before);
        let steps = json_of(&ran)["envelope"]["stepResults"].clone();
        if rule == NOT_THERE {
            assert_eq!(opened, Vec::<Value>::new());
            assert_eq!(steps[0]["data"]["error"], "POLICY_DENIED");
        } else {
            assert_eq!(steps[0]["success"], true, "{steps}");
            assert_eq!(steps[1]["data"]["error"], "POLICY_DENIED");
            assert!(!ran.stdout.contains("Start"), "{}", ran.stdout);
        }
    }
}
