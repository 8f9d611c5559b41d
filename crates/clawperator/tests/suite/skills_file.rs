//! `skills run` of a recipe's file, which no registry names, and of a skill by the end of its id.

use std::fs;
use std::path::Path;

use serde_json::{Value, json};

use super::person::approve;
use super::private_adb::{Bench, json_of};
use super::skills_run::{SHIPPED, copy};

/// The text of the shipped recipe that picks a row.
pub(crate) fn pick_row() -> String {
    let skill = "dev.clawperator.conformance.pick-row";
    let path = Path::new(SHIPPED)
        .join(skill)
        .join("artifacts/pick-row.recipe.md");
    fs::read_to_string(path).unwrap()
}

impl Bench {
    fn write(&self, name: &str, text: &str) {
        fs::write(self.adb.home().join(name), text).unwrap();
    }
}

#[test]
fn a_file_runs_without_a_registry_as_a_skill_does() {
    let bench = Bench::start(&[]);
    bench.write("pick.recipe.md", &pick_row());
    let words = [
        "skills",
        "run",
        "pick.recipe.md",
        "--input",
        "row_number=15",
    ];
    let ran = bench.adb.clawperator(&words);
    let result = json_of(&ran);
    assert_eq!(
        (ran.exit, &result["status"]),
        (0, &json!("success")),
        "{result}"
    );
    // What it claims to be is told as the recipe's own word, and it is no skill.
    assert_eq!(result["skillId"], "./pick.recipe.md");
    assert_eq!(
        result["recipe"]["recipeId"],
        "dev.clawperator.conformance.pick-row"
    );
    assert_eq!(result["recipe"]["artifact"], "pick.recipe.md");
    assert_eq!(result["outputs"][0]["value"], 15);
    assert_eq!(result["checkpoints"][1]["status"], "verified");
    let runs = json_of(&bench.adb.clawperator(&["runs", "list", "--json"]));
    let run = runs["runs"][0]["run"].as_str().unwrap();
    let shown = bench.adb.clawperator(&["runs", "show", run, "--json"]);
    assert!(
        shown.stdout.contains("./pick.recipe.md"),
        "{}",
        shown.stdout
    );
    // What its screens showed is withheld, as for a skill.
    assert!(!shown.stdout.contains("Row 15"), "{}", shown.stdout);
}

#[test]
fn a_file_is_judged_as_a_skill_is_and_an_approval_is_for_what_it_was_given_for() {
    let bench = Bench::start(&[]);
    bench.write("pick.recipe.md", &pick_row());
    let profile = "version = 1\ncoordinates = \"look\"\n[capabilities]\nobserve = \"confirm\"\n";
    bench.write("careful.toml", profile);
    let run = |file: &str| {
        let words = [
            "skills",
            "run",
            file,
            "--input",
            "row_number=15",
            "--profile",
            "careful.toml",
        ];
        let ran = bench.adb.clawperator(&words);
        (json_of(&ran), ran.exit)
    };
    let waiting = || {
        let listed = json_of(&bench.adb.clawperator(&["approvals", "--json"]));
        listed["approvals"].as_array().unwrap().clone()
    };
    let before = bench.inputs();
    let (refused, exit) = run("pick.recipe.md");
    let code = &refused["errorCode"];
    assert_eq!(
        (exit, code),
        (7, &json!("POLICY_CONFIRMATION_REQUIRED")),
        "{refused}"
    );
    let question = waiting()[0].clone();
    approve(&bench.adb, question["id"].as_str().unwrap());
    // Another template, and the same one under another name: neither is what was approved.
    let other = pick_row().replace("max_swipes: 40", "max_swipes: 39");
    bench.write("pick.recipe.md", &other);
    assert_eq!(run("pick.recipe.md").1, 7);
    bench.write("copy.recipe.md", &pick_row());
    assert_eq!(run("copy.recipe.md").1, 7);
    assert_eq!(bench.inputs(), before, "the phone was touched");
    bench.write("pick.recipe.md", &pick_row());
    let (result, exit) = run("./pick.recipe.md");
    assert_eq!(
        (exit, &result["status"]),
        (0, &json!("success")),
        "{result}"
    );
}

#[test]
fn a_dry_run_says_whether_a_script_would_start_and_starts_none() {
    let bench = Bench::start(&[]);
    let id = "dev.clawperator.conformance.export";
    let hash = bench.script_skill(id, "touch \"$HOME/started\"\n");
    let dry = |more: &[&str]| {
        let ran = bench
            .adb
            .clawperator(&[&["skills", "run", "export", "--dry-run"], more].concat());
        (json_of(&ran), ran.exit)
    };
    let (planned, exit) = dry(&[]);
    let verdict = &planned["verdict"];
    assert_eq!(
        (exit, &verdict["effect"], &verdict["errorCode"]),
        (7, &json!("deny"), &json!("SKILL_SCRIPT_REFUSED")),
        "{planned}"
    );
    assert!(verdict["hint"].as_str().unwrap().contains(&hash));
    let profile = format!(
        "version = 1\ncoordinates = \"look\"\n[[scripts]]\nskill = \"{id}\"\nsha256 = \"{hash}\"\n"
    );
    bench.write("p.toml", &profile);
    let (planned, exit) = dry(&["--profile", "p.toml"]);
    assert_eq!((exit, &planned["verdict"]["effect"]), (0, &json!("allow")));
    assert_eq!(
        (&planned["script"], &planned["plan"]),
        (&json!("scripts/run.sh"), &json!([]))
    );
    assert!(!bench.adb.home().join("started").exists());
}

#[test]
fn what_would_refuse_a_skill_refuses_a_file() {
    let bench = Bench::start(&[]);
    bench.write(
        "broken.recipe.md",
        &pick_row().replace("type: scroll_and_click", "type: tapp"),
    );
    bench.write("pick.recipe.md", &pick_row());
    for (words, exit, code) in [
        (vec!["broken.recipe.md"], 2, "RECIPE_INVALID"),
        (vec!["pick.recipe.md"], 2, "RECIPE_INPUT_MISSING"),
        (
            vec!["pick.recipe.md", "--input", "row_number=x"],
            2,
            "RECIPE_INPUT_INVALID",
        ),
        (vec!["pick.recipe.md", "--artifact", "pick"], 2, "USAGE"),
        (vec!["none.recipe.md"], 2, "FILE_UNREADABLE"),
        (vec!["./"], 2, "FILE_UNREADABLE"),
        (vec!["/dev/zero"], 2, "RECIPE_INVALID"),
    ] {
        let ran = bench
            .adb
            .clawperator(&[&["skills", "run"], &*words].concat());
        let answer = json_of(&ran);
        assert_eq!(
            (ran.exit, answer["code"].as_str()),
            (exit, Some(code)),
            "{words:?}: {answer}"
        );
        assert!(answer["hint"].is_string(), "{answer}");
    }
    assert_eq!(bench.inputs(), 0);
}

#[test]
fn the_end_of_an_id_runs_the_only_skill_that_has_it() {
    let bench = Bench::start(&[]);
    let run = |id: &str| {
        let words = ["skills", "run", id, "--skills-dir", SHIPPED];
        let ran = bench.adb.clawperator(&words);
        (json_of(&ran), ran.exit)
    };
    let (result, exit) = run("read-battery-level");
    assert_eq!(
        (exit, &result["status"]),
        (0, &json!("success")),
        "{result}"
    );
    assert_eq!(result["skillId"], "com.android.settings.read-battery-level");
    let (refused, exit) = run("read-batery-level");
    assert_eq!((exit, &refused["code"]), (4, &json!("SKILL_NOT_FOUND")));
    assert_eq!(
        refused["hint"],
        "did you mean com.android.settings.read-battery-level?"
    );
    // Servers take whole ids: what a program sends means the same whatever skill is added.
    let skills = bench.adb.home().join("skills");
    copy(Path::new(SHIPPED), &skills);
    let before = bench.inputs();
    let other = "com.example.read-battery-level";
    let from = skills.join("com.android.settings.read-battery-level");
    let rename = |value: &mut Value| {
        value["id"] = json!(other);
        value["path"] = json!(other);
        value["applicationId"] = json!("com.example");
    };
    copy(&from, &skills.join(other));
    let registry = skills.join("skills-registry.json");
    let mut json: Value = serde_json::from_str(&fs::read_to_string(&registry).unwrap()).unwrap();
    let list = json["skills"].as_array_mut().unwrap();
    let mut twin = list[1].clone();
    assert_eq!(twin["intent"], "read-battery-level");
    rename(&mut twin);
    list.push(twin);
    fs::write(&registry, json.to_string()).unwrap();
    let ran = bench
        .adb
        .clawperator(&["skills", "run", "read-battery-level"]);
    let refused = json_of(&ran);
    assert_eq!(
        (ran.exit, &refused["code"]),
        (6, &json!("SKILL_AMBIGUOUS")),
        "{refused}"
    );
    assert_eq!(
        refused["message"],
        "several skills end in `read-battery-level`: com.android.settings.read-battery-level, com.example.read-battery-level"
    );
    assert_eq!(bench.inputs(), before);
}
