//! `skills run` as people and programs call it, on a virtual phone.

use std::fs;
use std::path::Path;

use serde_json::{Value, json};

use super::case::Ran;
use super::private_adb::{Bench, PrivateAdb, json_of, programs};

pub(crate) const SHIPPED: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../skills");
const ALLOW: &str =
    "version = 1\ncoordinates = \"look\"\n[capabilities]\npurchase_risk = \"allow\"\n";

impl Bench {
    /// Runs a shipped skill.
    fn skill(&self, id: &str, more: &[&str]) -> Ran {
        let words = [&["skills", "run", id, "--skills-dir", SHIPPED], more].concat();
        self.adb.clawperator(&words)
    }

    /// Puts a skill that is a script of these lines into a tree of its own; the hash of its files.
    pub(crate) fn script_skill(&self, id: &str, script: &str) -> String {
        let skills = self.adb.home().join("skills");
        let home = skills.join(id);
        fs::create_dir_all(home.join("scripts")).unwrap();
        let (app, intent) = id.rsplit_once('.').unwrap();
        let entry = json!({
            "id": id, "applicationId": app, "intent": intent, "summary": "Opens a page.", "path": id,
            "skillFile": "SKILL.md", "scripts": ["scripts/run.sh"], "artifacts": [], "interpreter": "sh",
        });
        fs::write(home.join("skill.json"), entry.to_string()).unwrap();
        let page = format!("---\nname: {id}\ndescription: Opens a page.\n---\n");
        fs::write(home.join("SKILL.md"), page).unwrap();
        fs::write(home.join("scripts/run.sh"), script).unwrap();
        let registry = json!({ "schemaVersion": "1.0", "skills": [entry] });
        fs::write(skills.join("skills-registry.json"), registry.to_string()).unwrap();
        let indexed = self.adb.clawperator(&["skills", "index"]);
        assert_eq!(indexed.exit, 0, "{}", indexed.stdout);
        let path = [("PATH", "/usr/bin:/bin")];
        let ran = self.adb.clawperator_with(&path, &["skills", "run", id]);
        let refused = json_of(&ran);
        assert_eq!(
            (ran.exit, &refused["code"]),
            (7, &json!("SKILL_SCRIPT_REFUSED")),
            "{refused}"
        );
        let hint = refused["hint"].as_str().unwrap();
        let hash = hint.split("sha256 = \"").nth(1).unwrap();
        hash.trim_end_matches('"').to_owned()
    }

    /// The texts of the views that were tapped since an entry of the phone's record.
    fn tapped(&self, after: u64) -> Vec<String> {
        let journal = self
            .phone
            .control(&json!({ "do": "journal", "after": after }));
        let entries = journal["journal"]["entries"].as_array().unwrap();
        let taps = entries
            .iter()
            .filter(|entry| entry["event"]["what"] == "tapped");
        taps.map(|entry| entry["event"]["view"]["id"].as_str().unwrap().to_owned())
            .collect()
    }

    fn last(&self) -> u64 {
        let journal = self.phone.control(&json!({ "do": "journal" }));
        let entries = journal["journal"]["entries"].as_array().unwrap().clone();
        entries
            .last()
            .map_or(0, |entry| entry["number"].as_u64().unwrap())
    }
}

pub(crate) fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let path = entry.unwrap().path();
        let to = to.join(path.file_name().unwrap());
        if path.is_dir() {
            copy(&path, &to);
        } else {
            fs::copy(&path, &to).unwrap();
        }
    }
}

#[test]
fn a_skill_answers_people_and_programs() {
    let bench = Bench::start(&[]);
    let ran = bench.skill(
        "com.android.settings.read-battery-level",
        &["--output", "text"],
    );
    assert_eq!(ran.exit, 0, "{}{}", ran.stdout, ran.stderr);
    let lines: Vec<&str> = ran.stdout.lines().collect();
    assert_eq!(lines[0], "battery_percent = 87");
    assert!(lines[1].starts_with("success: com.android.settings.read-battery-level on "));

    let row = ["--inputs", "rows.json"];
    fs::write(bench.adb.home().join("rows.json"), r#"{"row_number": 15}"#).unwrap();
    let ran = bench.skill("dev.clawperator.conformance.pick-row", &row);
    let result = json_of(&ran);
    assert_eq!(
        (ran.exit, &result["status"]),
        (0, &json!("success")),
        "{result}"
    );
    assert_eq!(result["inputs"], json!(["row_number"]));
    assert_eq!(result["outputs"][0]["value"], 15);
    assert_eq!(result["app"]["standing"], "same");
    assert_eq!(
        result["policy"],
        json!({ "profile": "person", "covered": "every_act" })
    );
    // The hash of a template with a value filled in would let the value be guessed.
    assert_eq!(result["recipe"]["templateSha256"], Value::Null);
    let press = &result["checkpoints"][1];
    assert_eq!(press["id"], "press_row");
    assert_eq!(press["status"], "verified");
    assert_eq!(press["evidence"]["heldBefore"], false);
    assert_eq!(press["evidence"]["effect"], "observed");

    let ran = bench.skill("dev.clawperator.conformance.pick-any-row", &["--json"]);
    let result = json_of(&ran);
    assert_eq!(
        (ran.exit, &result["status"]),
        (6, &json!("partial")),
        "{result}"
    );
    assert_eq!(result["errorCode"], "NODE_AMBIGUOUS");
    assert_eq!(result["deviations"][0]["kind"], "cardinality");
    let pressed = result["steps"].as_array().unwrap().iter();
    let pressed = pressed.last().unwrap().clone();
    assert_eq!(pressed["outcome"], "not_run");
}

#[test]
fn the_shipped_tree_passes_its_own_ci() {
    let adb = PrivateAdb::new(&programs()[0]);
    for words in [["skills", "ci"].as_slice(), &["skills", "index", "--check"]] {
        let ran = adb.clawperator(&[words, &["--skills-dir", SHIPPED]].concat());
        assert_eq!(ran.exit, 0, "{words:?}: {}", ran.stdout);
    }
}

#[test]
fn what_is_missing_is_said_once_with_how_to_give_it() {
    let bench = Bench::start(&[]);
    let refused = json_of(&bench.skill("dev.clawperator.conformance.pick-row", &[]));
    let message = refused["message"].as_str().unwrap();
    assert_eq!(message.matches("row_number").count(), 1, "{message}");
    assert_eq!(
        refused["hint"],
        "give `row_number` a value: add --input NAME=VALUE, or --vars with compile-artifact"
    );
    // The last part of an id is enough where no other skill has it.
    let refused = json_of(&bench.skill("pick-row", &[]));
    assert_eq!(refused["code"], "RECIPE_INPUT_MISSING");
    // A part of the last part is not an id, but leads to it.
    let refused = json_of(&bench.skill("pick-ro", &[]));
    assert_eq!(
        refused["hint"],
        "did you mean dev.clawperator.conformance.pick-row?"
    );
}

#[test]
fn what_stops_a_skill_before_a_phone_is_told_apart() {
    let bench = Bench::start(&[]);
    let pick = "dev.clawperator.conformance.pick-row";
    for (words, exit, code) in [
        (vec!["no.such.skill"], 4, "SKILL_NOT_FOUND"),
        (vec![pick], 2, "RECIPE_INPUT_MISSING"),
        (
            vec![pick, "--input", "row_number=many"],
            2,
            "RECIPE_INPUT_INVALID",
        ),
        (vec![pick, "--input", "row_number"], 2, "USAGE"),
        (vec![pick, "--input", "a=1", "--input", "a=2"], 2, "USAGE"),
        (vec![pick, "--inputs", "none.json"], 2, "FILE_UNREADABLE"),
        (vec![pick, "--inputs", "-"], 2, "COMPILE_VARS_PARSE_FAILED"),
        (vec![pick, "--artifact", "other"], 4, "ARTIFACT_NOT_FOUND"),
        (vec![pick, "--profile", "nobody"], 4, "UNKNOWN_NAME"),
    ] {
        let ran = bench.skill(words[0], &words[1..]);
        let answer = json_of(&ran);
        assert_eq!(
            (ran.exit, answer["code"].as_str()),
            (exit, Some(code)),
            "{words:?}: {answer}"
        );
        assert!(!ran.stdout.contains("many"), "{}", ran.stdout);
    }
}

#[test]
fn without_a_sound_tree_everything_else_works() {
    let bench = Bench::start(&[]);
    let skills = bench.adb.home().join("skills");
    let battery = "com.android.settings.read-battery-level";
    let artifact = skills
        .join(battery)
        .join("artifacts/read-battery-level.recipe.md");
    let expect = |code: &str| {
        let ran = bench.adb.clawperator(&["skills", "run", battery]);
        let answer = json_of(&ran);
        assert_eq!(
            (ran.exit, answer["code"].as_str()),
            (3, Some(code)),
            "{answer}"
        );
        assert!(answer["hint"].is_string(), "{answer}");
        for words in [
            vec!["snapshot", "--json"],
            vec!["open", "com.android.settings", "--json"],
            vec!["wait", "--id", "android:id/content", "--json"],
            vec![
                "exec",
                r#"{"commandId":"c","taskId":"t","source":"s","expectedFormat":"android-ui-automator","timeoutMs":30000,"actions":[{"id":"a","type":"snapshot_ui"}]}"#,
                "--json",
            ],
        ] {
            let ran = bench.adb.clawperator(&words);
            assert_eq!(ran.exit, 0, "{code}, {words:?}: {}", ran.stdout);
        }
    };
    expect("SKILLS_REGISTRY_MISSING");
    copy(Path::new(SHIPPED), &skills);
    let ran = bench.adb.clawperator(&["skills", "run", battery]);
    assert_eq!(ran.exit, 0, "{}", ran.stdout);
    let recipe = fs::read_to_string(&artifact).unwrap();
    fs::write(&artifact, recipe.replace("1.0.0", "1.0.1")).unwrap();
    expect("SKILL_ARTIFACT_STALE");
    // Without the index nobody can tell that it changed.
    fs::rename(skills.join("generated"), skills.join("elsewhere")).unwrap();
    expect("SKILL_ARTIFACT_STALE");
    fs::rename(skills.join("elsewhere"), skills.join("generated")).unwrap();
    fs::write(&artifact, recipe).unwrap();
    let registry = skills.join("skills-registry.json");
    let whole = fs::read_to_string(&registry).unwrap();
    fs::write(&registry, &whole[..whole.len() / 2]).unwrap();
    expect("REGISTRY_READ_FAILED");
}

#[test]
fn an_order_is_placed_only_where_a_profile_allows_it() {
    let bench = Bench::start(&[]);
    fs::write(bench.adb.home().join("allow.toml"), ALLOW).unwrap();
    let id = |name: &str| json!({ "matcher": { "resourceId": format!("dev.clawperator.shop:id/{name}") } });
    let payload = |actions: &Value| {
        json!({
            "commandId": "c", "taskId": "t", "source": "test", "expectedFormat": "android-ui-automator",
            "timeoutMs": 60000, "actions": actions,
        })
        .to_string()
    };
    let to_the_checkout = json!([
        { "id": "product", "type": "open_uri", "params": { "uri": "shop://product/lamp" } },
        { "id": "add", "type": "click", "params": id("add_to_cart") },
        { "id": "cart", "type": "open_uri", "params": { "uri": "shop://cart" } },
        { "id": "checkout", "type": "click", "params": id("checkout") },
        {
            "id": "name", "type": "enter_text",
            "params": { "matcher": { "resourceId": "dev.clawperator.shop:id/full_name" }, "text": "A" },
        },
        { "id": "terms", "type": "scroll_and_click", "params": id("terms") },
    ]);
    let prepare = [
        "exec",
        &payload(&to_the_checkout),
        "--profile",
        "allow.toml",
    ];
    let ran = bench.adb.clawperator(&prepare);
    assert_eq!(ran.exit, 0, "{}", ran.stdout);
    let before = bench.last();
    let place = "dev.clawperator.shop.place-order";
    // The skill says what it does, so it does not begin.
    let ran = bench.skill(place, &[]);
    let result = json_of(&ran);
    assert_eq!(
        (ran.exit, &result["errorCode"]),
        (7, &json!("POLICY_DENIED")),
        "{result}"
    );
    assert_eq!(result["steps"], json!([]));
    // A payload that does not say so is stopped at the button.
    let press = json!([{ "id": "order", "type": "click", "params": id("place_order") }]);
    let ran = bench.adb.clawperator(&["exec", &payload(&press)]);
    let envelope = &json_of(&ran)["envelope"];
    assert_eq!(
        (ran.exit, &envelope["errorCode"]),
        (7, &json!("POLICY_DENIED")),
        "{envelope}"
    );
    assert_eq!(bench.last(), before, "the phone was touched");
    let ran = bench.skill(place, &["--profile", "allow.toml"]);
    let result = json_of(&ran);
    assert_eq!(
        (ran.exit, &result["status"]),
        (0, &json!("success")),
        "{result}"
    );
    let taps = ["dev.clawperator.shop:id/place_order", "android:id/button1"];
    assert_eq!(bench.tapped(before), taps);
}

#[test]
fn a_script_reaches_the_same_phone_under_the_same_profile() {
    let bench = Bench::start(&[]);
    let id = "dev.clawperator.conformance.script";
    let script = format!(
        "# Queued for migration to TypeScript.\n\"$CLAWPERATOR_BIN\" open conformance://counter --device \"$1\" || exit 1\n\"$CLAWPERATOR_BIN\" click --id dev.clawperator.conformance:id/increment\n[ $? = 7 ] || exit 2\necho '[Clawperator-Skill-Result]'\necho '{{\"contractVersion\":\"1.0.0\",\"skillId\":\"{id}\",\"status\":\"success\",\"checkpoints\":[{{\"id\":\"opened\",\"status\":\"ok\"}}]}}'\n"
    );
    let hash = bench.script_skill(id, &script);
    let path = ("PATH", "/usr/bin:/bin");
    let run = |profile: &str| {
        fs::write(bench.adb.home().join("p.toml"), profile).unwrap();
        let words = ["skills", "run", id, "--profile", "p.toml"];
        bench.adb.clawperator_with(&[path], &words)
    };
    let no_press = "version = 1\ncoordinates = \"look\"\n[capabilities]\nclick = \"deny\"\n";
    let before = bench.last();
    let ran = run(&format!(
        "{no_press}[[scripts]]\nskill = \"{id}\"\nsha256 = \"{hash}\"\n"
    ));
    let result = json_of(&ran);
    assert_eq!(
        (ran.exit, &result["status"]),
        (0, &json!("success")),
        "{result}"
    );
    assert_eq!(result["policy"]["covered"], "engine_calls_only");
    assert_eq!(result["script"]["claimedCheckpoints"][0]["id"], "opened");
    // The script's own press was judged by the profile that the skill ran under.
    assert_eq!(bench.tapped(before), Vec::<String>::new());
}
