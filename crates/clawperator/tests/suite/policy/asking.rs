//! An approval is for what was shown: one act, on one node, of one page.

use serde_json::{Value, json};

use super::surfaces::payload;
use super::traps::SCENE;
use super::{Bench, Ran, code, hint, json_of};

const CAREFUL: &str = "[capabilities]\ntoggle = \"confirm\"\npurchase_risk = \"confirm\"\n";

/// The id of the only question that waits.
fn asked(bench: &Bench) -> Value {
    let listed = json_of(&bench.adb.clawperator(&["approvals"]));
    let all = listed["approvals"].as_array().unwrap();
    let mut asked = all.iter().filter(|approval| approval["state"] == "asked");
    let only = asked.next().unwrap_or_else(|| panic!("{listed}")).clone();
    assert!(asked.next().is_none(), "{listed}");
    only
}

fn approve(bench: &Bench) -> Value {
    let question = asked(bench);
    let id = question["id"].as_str().unwrap();
    super::super::person::approve(&bench.adb, id);
    question
}

fn refused(ran: &Ran) {
    let found = (ran.exit, code(ran));
    assert_eq!(
        found,
        (7, "POLICY_CONFIRMATION_REQUIRED".to_owned()),
        "{}",
        ran.stdout
    );
}

fn forget(bench: &Bench) {
    for approval in json_of(&bench.adb.clawperator(&["approvals"]))["approvals"]
        .as_array()
        .unwrap()
    {
        let id = approval["id"].as_str().unwrap();
        assert_eq!(bench.adb.clawperator(&["revoke", id]).exit, 0);
    }
}

#[test]
fn an_approval_is_for_the_node_that_was_shown() {
    let bench = Bench::on(SCENE);
    let snapshot = || assert_eq!(bench.adb.clawperator(&["snapshot", "--compact"]).exit, 0);
    let click = ["click", "@e1"];
    bench.go("ask");
    snapshot();
    refused(&bench.run_under(CAREFUL, &click));
    let question = approve(&bench);
    let reason = question["reason"].as_str().unwrap();
    assert!(
        reason.contains("\"Wi-Fi\"") && reason.contains("dev.clawperator.traps.Ask"),
        "{reason}"
    );
    // The ref means a node that is gone, and never another one.
    let hide = bench.run_under(CAREFUL, &["click", "--text", "Hide"]);
    assert_eq!(hide.exit, 0, "{}", hide.stdout);
    snapshot();
    let before = bench.last();
    let ran = bench.run_under(CAREFUL, &click);
    assert_eq!(code(&ran), "STALE_REF", "{}", ran.stdout);
    // What is in its place is asked about apart.
    let ran = bench.run_under(CAREFUL, &["click", "--text", "Erase everything"]);
    refused(&ran);
    assert!(ran.stdout.contains("Erase everything"), "{}", ran.stdout);
    assert_eq!(bench.since(before), Vec::<Value>::new());
    // A switch of the same name on another page is another switch.
    forget(&bench);
    bench.go("ask");
    let by_name = ["click", "--text", "Wi-Fi"];
    refused(&bench.run_under(CAREFUL, &by_name));
    approve(&bench);
    bench.go("settings");
    let before = bench.last();
    refused(&bench.run_under(CAREFUL, &by_name));
    assert_eq!(bench.since(before), Vec::<Value>::new());
}

#[test]
fn a_later_look_that_finds_the_same_node_fits() {
    let bench = Bench::on(SCENE);
    bench.go("ask");
    let snapshot = || assert_eq!(bench.adb.clawperator(&["snapshot", "--compact"]).exit, 0);
    snapshot();
    refused(&bench.run_under(CAREFUL, &["click", "@e1"]));
    approve(&bench);
    snapshot();
    snapshot();
    let before = bench.last();
    let ran = bench.run_under(CAREFUL, &["click", "@e1"]);
    assert_eq!(ran.exit, 0, "{}", ran.stdout);
    assert_eq!(bench.tapped(before), ["Wi-Fi"]);
}

#[test]
fn one_question_is_for_one_act() {
    let bench = Bench::on(SCENE);
    let click = |id: &str| json!({ "id": id, "type": "click", "params": { "matcher": { "resourceId": format!("dev.clawperator.traps:id/{id}") } } });
    let exec = payload(&json!([click("erase"), click("buy")])).to_string();
    let run = || bench.run_under(CAREFUL, &["exec", &exec]);
    bench.go("ask");
    let before = bench.last();
    refused(&run());
    assert_eq!(asked(&bench)["rule"], "capabilities.toggle");
    assert_eq!(bench.since(before), Vec::<Value>::new());
    approve(&bench);
    // The first is done, and the second asked about by its own name.
    let ran = run();
    refused(&ran);
    assert_eq!(bench.tapped(before), ["Erase everything"]);
    let second = asked(&bench);
    assert_eq!(second["rule"], "capabilities.purchase_risk");
    assert!(
        second["reason"].as_str().unwrap().contains("\"Buy\""),
        "{second}"
    );
    approve(&bench);
    // It is sent again from its start: the first act is asked about again, the second is approved already.
    let before = bench.last();
    refused(&run());
    assert_eq!(bench.since(before), Vec::<Value>::new());
    approve(&bench);
    let ran = run();
    assert_eq!(ran.exit, 0, "{}", ran.stdout);
    assert_eq!(bench.tapped(before), ["Erase everything", "Buy"]);
    // Nothing is left of either.
    let before = bench.last();
    refused(&run());
    assert_eq!(bench.since(before), Vec::<Value>::new());
}

#[test]
fn a_text_and_its_tap_are_one_question_and_its_enter_key_another() {
    let bench = Bench::on(SCENE);
    let careful = "[capabilities]\ntype_text = \"confirm\"\n";
    bench.go("main");
    let field = "dev.clawperator.traps:id/name";
    let typing = ["type", "x", "--id", field];
    let before = bench.last();
    refused(&bench.run_under(careful, &typing));
    assert_eq!(bench.since(before), Vec::<Value>::new());
    approve(&bench);
    let ran = bench.run_under(careful, &typing);
    assert_eq!(ran.exit, 0, "{}", ran.stdout);
    bench.go("main");
    let submitting = ["type", "x", "--id", field, "--submit"];
    refused(&bench.run_under(careful, &submitting));
    approve(&bench);
    let ran = bench.run_under(careful, &submitting);
    refused(&ran);
    assert!(
        ran.stdout
            .contains("the text was typed, but enter was not pressed"),
        "{}",
        ran.stdout
    );
    let reason = asked(&bench)["reason"].as_str().unwrap().to_owned();
    assert!(reason.contains("the enter key of enter_text"), "{reason}");
}

#[test]
fn content_that_nobody_can_judge_is_asked_about() {
    let bench = Bench::on(SCENE);
    bench.go("web");
    let before = bench.last();
    let ran = bench.run_under("agent", &["click", "--coordinate", "200", "300"]);
    refused(&ran);
    assert!(ran.stdout.contains("rule `opaque`"), "{}", ran.stdout);
    assert_eq!(bench.since(before), Vec::<Value>::new());
    approve(&bench);
    let ran = bench.run_under("agent", &["click", "--coordinate", "200", "300"]);
    assert_eq!(ran.exit, 0, "{}", ran.stdout);
}

#[test]
fn whoever_asked_is_not_told_to_approve_itself() {
    let bench = Bench::on(SCENE);
    bench.go("ask");
    let ran = bench.run_under(CAREFUL, &["click", "--text", "Wi-Fi"]);
    refused(&ran);
    let told = hint(&ran);
    assert!(
        told.starts_with("a person must approve this, which is listed as ")
            && told.ends_with(": clawperator approvals lists it"),
        "{told}"
    );
    assert!(!told.contains("clawperator approve "), "{told}");
    // Without a terminal nobody is asked.
    let question = asked(&bench);
    let id = question["id"].as_str().unwrap();
    let ran = bench.adb.clawperator(&["approve", id]);
    refused(&ran);
    assert!(!ran.stdout.contains("--yes"), "{}", ran.stdout);
    assert_eq!(asked(&bench), question);
    refused(&bench.run_under(CAREFUL, &["click", "--text", "Wi-Fi"]));
}
