//! Policy cannot be gone round: every surface, every capability, every verdict, on a virtual phone that keeps its own
//! record of what touched it.

mod asking;
mod fixing;
mod notifying;
mod one_address;
mod parking;
mod profiles;
mod surfaces;
mod swapped;
mod traps;
mod unread;

use clawperator_contract::Capability;
use serde_json::{Value, json};

use self::surfaces::{payload, surfaces, write_skills};
use super::case::Ran;
use super::person::approve;
use super::private_adb::{Phones, PrivateAdb, ended, json_of, programs};

const APP: &str = "dev.clawperator.policed";
const SCENE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/scenes/policed.json");

/// A profile that says one thing of these capabilities and allows all others.
fn profile(of: &[&str], verdict: &str) -> String {
    let mut text =
        "version = 1\ncoordinates = \"look\"\n[capabilities]\npurchase_risk = \"allow\"\n"
            .to_owned();
    for capability in of {
        let line = format!("{capability} = \"{verdict}\"\n");
        text = text.replace(&format!("{capability} = \"allow\"\n"), "");
        text.push_str(&line);
    }
    text
}

/// A phone, its server, and how many entries of its record are known.
struct Bench {
    adb: PrivateAdb,
    phone: Phones,
}

impl Bench {
    fn start() -> Self {
        let bench = Self::on(SCENE);
        write_skills(bench.adb.home());
        bench.show();
        bench
    }

    /// A phone with the apps of this file.
    fn on(scene: &str) -> Self {
        let adb = PrivateAdb::started(&programs()[0]);
        let phone = Phones::start(&adb, &["--scene", scene]);
        Self { adb, phone }
    }

    /// Brings the app to the front.
    fn show(&self) {
        let component = format!("{APP}/.Main");
        self.adb.adb(&[
            "-s",
            self.phone.serial(0),
            "shell",
            "am",
            "start",
            "-S",
            "-W",
            "-n",
            &component,
        ]);
    }

    /// The number of the last entry of the phone's record.
    fn last(&self) -> u64 {
        let journal = self.phone.control(&json!({ "do": "journal" }));
        let entries = journal["journal"]["entries"].as_array().unwrap();
        entries
            .last()
            .map_or(0, |entry| entry["number"].as_u64().unwrap())
    }

    fn since(&self, number: u64) -> Vec<Value> {
        let journal = self
            .phone
            .control(&json!({ "do": "journal", "after": number }));
        journal["journal"]["entries"].as_array().unwrap().clone()
    }

    /// How many touches and keys reached the phone since.
    fn inputs_since(&self, number: u64) -> usize {
        let entries = self.since(number);
        let is_input = |entry: &&Value| !entry["event"]["input"].is_null();
        entries.iter().filter(is_input).count()
    }

    fn run(&self, profile: &str, args: &[String]) -> Ran {
        let path = self.adb.home().join("profile.toml");
        std::fs::write(path, profile).unwrap();
        let mut words: Vec<&str> = args.iter().map(String::as_str).collect();
        words.extend(["--profile", "profile.toml", "--json"]);
        self.adb.clawperator(&words)
    }

    /// A person refuses what is open: one asker has only so many questions.
    fn refuse_all(&self) {
        let open = json_of(&self.adb.clawperator(&["approvals", "--json"]));
        for one in open["approvals"].as_array().unwrap() {
            let id = one["id"].as_str().unwrap();
            assert_eq!(self.adb.clawperator(&["revoke", id]).exit, 0);
        }
    }

    /// The text of the views that were tapped since.
    fn tapped(&self, number: u64) -> Vec<String> {
        let entries = self.since(number);
        let taps = entries
            .iter()
            .filter(|entry| entry["event"]["what"] == "tapped");
        taps.map(|entry| entry["event"]["view"]["text"].as_str().unwrap().to_owned())
            .collect()
    }
}

/// The code of a refusal, before the first step or at one.
fn code(ran: &Ran) -> String {
    let answer = json_of(ran);
    let code = answer["code"]
        .as_str()
        .or(answer["envelope"]["errorCode"].as_str())
        .or(answer["errorCode"].as_str());
    code.unwrap_or("none").to_owned()
}

fn hint(ran: &Ran) -> String {
    let answer = json_of(ran);
    let hint = answer["hint"]
        .as_str()
        .or(answer["envelope"]["hint"].as_str());
    hint.unwrap_or_default().to_owned()
}

#[test]
fn no_surface_goes_round_a_verdict() {
    let bench = Bench::start();
    let mut cells = 0;
    for surface in surfaces() {
        let words = surface.args.join(" ");
        let others: Vec<&str> = Capability::ALL
            .iter()
            .map(|capability| capability.name())
            .filter(|name| !surface.does.contains(name))
            .collect();
        for does in surface.does {
            for (verdict, expected) in [
                ("deny", "POLICY_DENIED"),
                ("confirm", "POLICY_CONFIRMATION_REQUIRED"),
            ] {
                if verdict == "confirm" && surface.spares.contains(does) {
                    continue;
                }
                let before = bench.last();
                let ran = bench.run(&profile(&[does], verdict), &surface.args);
                assert_eq!(
                    (ran.exit, code(&ran).as_str()),
                    (7, expected),
                    "{words}, {does}: {}",
                    ran.stdout
                );
                assert!(
                    ran.stdout.contains(&format!("capabilities.{does}")),
                    "{}",
                    ran.stdout
                );
                assert_eq!(
                    bench.since(before),
                    Vec::<Value>::new(),
                    "{words}, {does} {verdict}"
                );
                assert_eq!(
                    hint(&ran).contains("a person must approve"),
                    verdict == "confirm",
                    "{}",
                    ran.stdout
                );
                bench.refuse_all();
                cells += 1;
            }
        }
        cells += surface.does.len();
        // Allowed is what it does, and nothing that it does not do stops it, denied or to be confirmed.
        for verdict in ["deny", "confirm"] {
            let ran = bench.run(&profile(&others, verdict), &surface.args);
            assert_eq!(
                ran.exit, 0,
                "{words}, all but {:?} {verdict}: {}",
                surface.does, ran.stdout
            );
            cells += others.len();
            bench.show();
        }
    }
    println!("{cells} cells");
}

#[test]
fn buying_is_stopped_at_that_touch_by_default() {
    let bench = Bench::start();
    let actions = json!([
        { "id": "first", "type": "click", "params": { "matcher": { "textEquals": "Press me" } } },
        { "id": "buy", "type": "click", "params": { "matcher": { "resourceId": "dev.clawperator.policed:id/buy" } } },
        { "id": "after", "type": "snapshot_ui" },
    ]);
    let text = payload(&actions).to_string();
    for (variable, words) in [
        (None, vec!["exec", text.as_str()]),
        (Some("agent"), vec!["exec", text.as_str()]),
        (
            Some("person"),
            vec!["exec", text.as_str(), "--profile", "server"],
        ),
    ] {
        let before = bench.last();
        let variables: Vec<(&str, &str)> = variable
            .iter()
            .map(|name| ("CLAWPERATOR_PROFILE", *name))
            .collect();
        let ran = bench.adb.clawperator_with(&variables, &words);
        assert_eq!(ran.exit, 7, "{}", ran.stdout);
        let steps = json_of(&ran)["envelope"]["stepResults"].clone();
        assert_eq!(steps[0]["success"], true);
        assert_eq!(steps[1]["data"]["error"], "POLICY_DENIED");
        let message = steps[1]["data"]["message"].as_str().unwrap();
        assert!(
            message.contains("rule `capabilities.purchase_risk`") && message.contains("\"Buy\""),
            "{message}"
        );
        assert_eq!(steps[2]["data"]["error"], "STEP_NOT_RUN");
        assert_eq!(bench.tapped(before), ["Press me"]);
    }
}

#[test]
fn the_profile_ask_has_a_person_decide_about_buying() {
    let bench = Bench::start();
    let buy = [
        "click",
        "--id",
        "dev.clawperator.policed:id/buy",
        "--profile",
        "ask",
        "--json",
    ];
    let before = bench.last();
    let ran = bench.adb.clawperator(&buy);
    assert_eq!(code(&ran), "POLICY_CONFIRMATION_REQUIRED", "{}", ran.stdout);
    assert!(bench.since(before).is_empty());
    let listed = json_of(&bench.adb.clawperator(&["approvals"]));
    approve(&bench.adb, listed["approvals"][0]["id"].as_str().unwrap());
    let ran = bench.adb.clawperator(&buy);
    assert_eq!(ran.exit, 0, "{}", ran.stdout);
    assert_eq!(bench.tapped(before), ["Buy"]);
    // What it does not ask about it allows, as for agents.
    let ran = bench
        .adb
        .clawperator(&["click", "--text", "Press me", "--profile", "ask"]);
    assert_eq!(ran.exit, 0, "{}", ran.stdout);
}

#[test]
fn the_shops_buy_button_is_stopped_by_default() {
    let bench = Bench::start();
    let adb = &bench.adb;
    let allow = profile(&["purchase_risk"], "allow");
    let shop = "dev.clawperator.shop:id/";
    let id = |name: &str| json!({ "matcher": { "resourceId": format!("{shop}{name}") } });
    let to_the_dialog = json!([
        { "id": "product", "type": "open_uri", "params": { "uri": "shop://product/lamp" } },
        { "id": "add", "type": "click", "params": id("add_to_cart") },
        { "id": "cart", "type": "open_uri", "params": { "uri": "shop://cart" } },
        { "id": "checkout", "type": "click", "params": id("checkout") },
        {
            "id": "name", "type": "enter_text",
            "params": { "matcher": { "resourceId": format!("{shop}full_name") }, "text": "A" },
        },
        { "id": "terms", "type": "scroll_and_click", "params": id("terms") },
        { "id": "order", "type": "click", "params": id("place_order") },
        { "id": "sure", "type": "wait_for_node", "params": { "matcher": { "textEquals": "Buy" } } },
    ]);
    let exec = ["exec".to_owned(), payload(&to_the_dialog).to_string()];
    let ran = bench.run(&allow, &exec);
    assert_eq!(ran.exit, 0, "{}", ran.stdout);
    let before = bench.last();
    let ran = adb.clawperator(&["click", "--text", "Buy"]);
    assert_eq!(
        (ran.exit, code(&ran).as_str()),
        (7, "POLICY_DENIED"),
        "{}",
        ran.stdout
    );
    assert!(bench.since(before).is_empty());
    let ran = bench.run(
        &allow,
        &["click".to_owned(), "--text".to_owned(), "Buy".to_owned()],
    );
    assert_eq!(ran.exit, 0, "{}", ran.stdout);
    assert_eq!(bench.tapped(before), ["Buy"]);
}

/// A key that presses what has the focus is judged as a press of that, by every profile.
#[test]
fn a_key_is_judged_by_what_has_the_focus() {
    let bench = Bench::start();
    let adb = &bench.adb;
    // Nothing has the focus, so that nobody knows what it would press.
    let unseen = adb.clawperator(&["press", "enter", "--profile", "agent", "--json"]);
    assert_eq!(
        code(&unseen),
        "POLICY_CONFIRMATION_REQUIRED",
        "{}",
        unseen.stdout
    );
    focus_on_buy(&bench);
    let before = bench.last();
    for (profile, refused) in [
        ("person", "POLICY_DENIED"),
        ("agent", "POLICY_DENIED"),
        ("server", "POLICY_DENIED"),
        ("ask", "POLICY_CONFIRMATION_REQUIRED"),
    ] {
        for key in ["enter", "numpad_enter", "space", "dpad_center", "button_a"] {
            let ran = adb.clawperator(&["press", key, "--profile", profile, "--json"]);
            assert_eq!(code(&ran), refused, "{profile} {key}: {}", ran.stdout);
            assert_eq!(ran.exit, 7, "{profile} {key}");
        }
        // Only the Operator holds keys.
        let long = ["press", "enter", "--long", "--operator", "resident"];
        let ran = adb.clawperator(&[&long[..], &["--profile", profile, "--json"]].concat());
        assert_eq!(code(&ran), refused, "{profile}: {}", ran.stdout);
    }
    assert!(bench.since(before).is_empty());
    let allow = profile(&["purchase_risk"], "allow");
    let ran = bench.run(&allow, &["press".to_owned(), "enter".to_owned()]);
    assert_eq!(ran.exit, 0, "{}", ran.stdout);
    assert_eq!(bench.tapped(before), ["Buy"]);
}

/// Moves the focus by keys until the button has it.
fn focus_on_buy(bench: &Bench) {
    for _ in 0..20 {
        let ran = bench.adb.clawperator(&["press", "tab"]);
        assert_eq!(ran.exit, 0, "{}", ran.stdout);
        let seen = bench
            .adb
            .clawperator(&["snapshot", "--compact", "--output", "text"]);
        let mut lines = seen.stdout.lines();
        if lines.any(|line| line.contains("\"Buy\"") && line.contains("focused")) {
            return;
        }
    }
    panic!("nothing gives it the focus");
}

#[test]
fn a_coordinate_is_judged_as_the_profile_says() {
    let bench = Bench::start();
    let tree = json_of(&bench.adb.clawperator(&["snapshot", "--json"]));
    let text = tree["envelope"]["stepResults"][0]["data"]["text"]
        .as_str()
        .unwrap();
    let place = text
        .split("id/buy\"")
        .nth(1)
        .unwrap()
        .split("bounds=\"[")
        .nth(1)
        .unwrap();
    let corner: Vec<&str> = place.split(']').next().unwrap().split(',').collect();
    let point: Vec<String> = corner
        .iter()
        .map(|number| (number.parse::<i32>().unwrap() + 8).to_string())
        .collect();
    let click = ["click", "--coordinate", &point[0], &point[1], "--json"];
    for (profile, exit, taps, told) in [
        ("agent", 7, 0, ""),
        ("server", 7, 0, ""),
        ("person", 0, 1, "unjudged"),
    ] {
        let before = bench.last();
        let ran = bench
            .adb
            .clawperator(&[&click[..], &["--profile", profile]].concat());
        assert_eq!(ran.exit, exit, "{profile}: {}", ran.stdout);
        assert_eq!(bench.tapped(before).len(), taps, "{profile}");
        assert!(ran.stdout.contains(told));
        if exit == 7 {
            assert!(
                ran.stdout.contains("coordinates = \\\"look\\\""),
                "{}",
                ran.stdout
            );
        }
    }
    let before = bench.last();
    let deny = "version = 1\ncoordinates = \"deny\"\n";
    let words: Vec<String> = click
        .iter()
        .take(4)
        .map(|word| (*word).to_owned())
        .collect();
    let ran = bench.run(deny, &words);
    assert_eq!((ran.exit, code(&ran).as_str()), (7, "POLICY_DENIED"));
    assert!(ran.stdout.contains("rule `coordinates`"), "{}", ran.stdout);
    assert!(bench.since(before).is_empty());
}

#[test]
fn places_labels_and_phones_are_judged() {
    let bench = Bench::start();
    let click = [
        "click".to_owned(),
        "--text".to_owned(),
        "Press me".to_owned(),
    ];
    for (condition, stopped) in [
        ("packages = [\"dev.clawperator.*\"]", true),
        ("packages = [\"com.other\"]", false),
        ("activities = [\"dev.clawperator.policed.Main\"]", true),
        ("activities = [\"*.Other\"]", false),
        ("labels = ['(?i)press .*']", true),
        ("labels = ['press']", false),
        ("devices = [\"127.0.0.1:*\"]", true),
        ("devices = [\"emulator-*\"]", false),
    ] {
        let before = bench.last();
        let profile = format!(
            "version = 1\ncoordinates = \"look\"\n[[rules]]\nname = \"here\"\nverdict = \"deny\"\n{condition}\n"
        );
        let ran = bench.run(&profile, &click);
        assert_eq!(ran.exit == 7, stopped, "{condition}: {}", ran.stdout);
        assert_eq!(bench.since(before).is_empty(), stopped, "{condition}");
        assert_eq!(
            ran.stdout.contains("rule `rules.here`"),
            stopped,
            "{condition}"
        );
    }
}

#[test]
fn an_approval_works_once_also_for_two_that_race() {
    let bench = Bench::start();
    let confirm = profile(&["toggle"], "confirm");
    let click = ["click".to_owned(), "--text".to_owned(), "Power".to_owned()];
    let ran = bench.run(&confirm, &click);
    assert_eq!(code(&ran), "POLICY_CONFIRMATION_REQUIRED", "{}", ran.stdout);
    let listed = json_of(&bench.adb.clawperator(&["approvals"]));
    assert_eq!(listed["approvals"][0]["state"], "asked");
    assert_eq!(listed["approvals"][0]["rule"], "capabilities.toggle");
    let id = listed["approvals"][0]["id"].as_str().unwrap();
    assert!(hint(&ran).contains(id), "{}", ran.stdout);
    // Without a terminal nobody approves anything.
    let refused = bench.adb.clawperator(&["approve", id]);
    assert_eq!(refused.exit, 7, "{}", refused.stdout);
    let refused = bench.adb.clawperator(&["approve", id, "--yes"]);
    assert_eq!(refused.exit, 2, "{}", refused.stdout);
    approve(&bench.adb, id);
    let listed = json_of(&bench.adb.clawperator(&["approvals"]));
    assert_eq!(listed["approvals"][0]["state"], "approved");
    // It is for this execution and no other, under this profile and no other.
    let other = [
        "click".to_owned(),
        "--text".to_owned(),
        "Power".to_owned(),
        "--long".to_owned(),
    ];
    assert_eq!(bench.run(&confirm, &other).exit, 7);
    assert_eq!(bench.run(&format!("{confirm}# other\n"), &click).exit, 7);
    // Two processes want it at once; the phone itself would let them come one after the other.
    let before = bench.last();
    std::fs::write(bench.adb.home().join("profile.toml"), &confirm).unwrap();
    let words = [
        "click",
        "--text",
        "Power",
        "--profile",
        "profile.toml",
        "--json",
    ];
    let mut both: Vec<_> = (0..2)
        .map(|_| {
            bench
                .adb
                .command(&words)
                .stdout(std::process::Stdio::null())
                .spawn()
                .unwrap()
        })
        .collect();
    let codes: Vec<_> = both
        .iter_mut()
        .map(|child| ended(child).code().unwrap())
        .collect();
    // The one that comes second is refused, or finds the phone taken.
    assert_eq!(
        codes.iter().filter(|code| **code == 0).count(),
        1,
        "{codes:?}"
    );
    assert_eq!(bench.run(&confirm, &click).exit, 7);
    assert_eq!(bench.tapped(before).len(), 1);
    let text = bench
        .adb
        .clawperator(&["approvals", "--output", "text"])
        .stdout;
    assert!(text.contains("asked, for 60 minutes"), "{text}");
    let id = json_of(&bench.adb.clawperator(&["approvals"]))["approvals"][0]["id"]
        .as_str()
        .unwrap()
        .to_owned();
    assert_eq!(bench.adb.clawperator(&["revoke", &id]).exit, 0);
    assert_eq!(bench.adb.clawperator(&["approve", &id]).exit, 4);
}
