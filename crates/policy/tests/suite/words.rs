//! What a verdict says: to the person who may approve it all that matters, and to whoever asked nothing that it may not
//! read.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use async_trait::async_trait;
use clawperator_contract::actions::Key;
use clawperator_contract::{Execution, Window, validate};
use clawperator_engine::{
    ActQuestion, AppChange, Decision, Escort, Finger, Guard, Intent, Opens, Present, Reading,
    TextEntry, Verdict,
};
use clawperator_policy::{ApprovalError, ApprovalStore, PolicyGuard, Request};
use clawperator_ui::{Gesture, Tree};
use serde_json::{Value, json};

use super::touches::{BUTTON, TEXT, VIEW, get, node, now, own, page, phone, tap};

/// Keeps what a person would read.
#[derive(Debug, Clone, Default)]
struct Desk(Arc<Mutex<Vec<String>>>);

#[async_trait]
impl ApprovalStore for Desk {
    async fn ask(&self, request: Request) -> Result<String, ApprovalError> {
        let mut asked = self.0.lock().unwrap();
        asked.push(request.reason);
        Ok("id".to_owned())
    }

    async fn take(&self, _: &[u8; 32]) -> Result<bool, ApprovalError> {
        Ok(false)
    }

    async fn decision(&self, _: &str, _: Duration) -> Result<Decision, ApprovalError> {
        Err(ApprovalError::Unknown)
    }

    async fn withdraw(&self, _: &str) -> Result<(), ApprovalError> {
        Ok(())
    }
}

fn execution(action: &str, params: &Value) -> Execution {
    let payload = json!({
        "commandId": "c", "taskId": "t", "source": "test", "expectedFormat": "android-ui-automator",
        "timeoutMs": 30000, "actions": [{ "id": "a", "type": action, "params": params }],
    });
    validate(payload.to_string().as_bytes()).unwrap().execution
}

/// What is said of an act: to a person, if one is asked, and to whoever asked.
struct Said {
    person: Option<String>,
    caller: String,
}

fn escort(lines: &str, execution: &Execution, desk: &Desk) -> Box<dyn Escort> {
    let store = Some(Arc::new(desk.clone()) as Arc<dyn ApprovalStore>);
    let guard = PolicyGuard::new(Arc::new(own(lines)), store);
    now(guard.may_run(execution, &phone())).unwrap()
}

fn said(lines: &str, execution: &Execution, intent: Intent<'_>) -> Said {
    let desk = Desk::default();
    let verdict = now(escort(lines, execution, &desk).may_act(ActQuestion {
        action: Some(&execution.actions()[0]),
        intent,
        front: None,
        leads_to: None,
    }));
    let caller = match verdict {
        Verdict::Allow => String::new(),
        Verdict::Deny(refusal) | Verdict::Confirm { refusal, .. } => refusal.reason,
    };
    let person = desk.0.lock().unwrap().pop();
    Said { person, caller }
}

/// What a person reads.
fn asked(lines: &str, execution: &Execution, intent: Intent<'_>) -> String {
    said(lines, execution, intent).person.expect("a question")
}

const NAVIGATE: &str = "[capabilities]\nnavigate = \"confirm\"\n";

#[test]
fn a_question_names_what_would_be_sent() {
    let press = |key: &str| execution("press_key", &json!({ "key": key }));
    let home = asked(NAVIGATE, &press("home"), Intent::Key(Key::Home));
    let back = asked(NAVIGATE, &press("back"), Intent::Key(Key::Back));
    assert!(home.contains("approve press_key `home`:"), "{home}");
    assert!(back.contains("approve press_key `back`:"), "{back}");
    let uri = format!("https://a.example/{}?to=mallory", "x".repeat(1_900));
    let open = execution("open_uri", &json!({ "uri": uri }));
    let question = asked(NAVIGATE, &open, Intent::Open(Opens::Uri(&uri)));
    assert!(
        question.contains(&format!("open_uri of \"{uri}\"")),
        "{question}"
    );
}

#[test]
fn a_question_about_an_app_names_all_that_becomes_of_it() {
    const MANAGE: &str = "[capabilities]\nmanage_apps = \"confirm\"\n";
    let package = "com.a";
    let clear = execution("clear_app", &json!({ "applicationId": package }));
    let question = asked(
        MANAGE,
        &clear,
        Intent::ManageApp(AppChange::Clear { package }),
    );
    assert!(
        question.contains("approve clear_app of \"com.a\""),
        "{question}"
    );
    let params = json!({ "applicationId": package, "permission": "p.CAMERA", "granted": true });
    let grant = execution("set_permission", &params);
    let change = AppChange::Permission {
        package,
        permission: "p.CAMERA",
        granted: true,
    };
    let question = asked(MANAGE, &grant, Intent::ManageApp(change));
    let words = "approve set_permission of \"com.a\", granting \"p.CAMERA\"";
    assert!(question.contains(words), "{question}");
}

/// The text is in no message and in no file, and a person still sees how much would be typed.
#[test]
fn a_question_about_a_text_has_its_length() {
    let typing = json!({ "matcher": { "role": "textfield" }, "text": "s\u{e9}cret" });
    let execution = execution("enter_text", &typing);
    let field = node(
        "f",
        "android.widget.EditText",
        "",
        "click",
        "[0,0][400,100]",
        "",
    );
    let tree = page(&field);
    let field = get(&tree, "f");
    let entry = TextEntry {
        field: None,
        present: Present::Stays,
        text: "s\u{e9}cret",
    };
    let confirm = "[capabilities]\ntype_text = \"confirm\"\n";
    let tap = Finger::on(&tree, tap(200, 50), Gesture::Type).naming(field, field);
    for intent in [
        Intent::Focus { field, tap: &tap },
        Intent::Text { field, entry },
    ] {
        let question = asked(confirm, &execution, intent);
        assert!(
            question.contains("enter_text of 6 character(s) into [textfield] #f"),
            "{question}"
        );
        assert!(!question.contains("cret"), "{question}");
    }
}

#[test]
fn a_question_says_first_that_it_may_cost_money() {
    let click = execution("click", &json!({ "matcher": { "textEquals": "x" } }));
    let tree = page(&node("b", BUTTON, "Buy now", "click", "[0,0][400,100]", ""));
    let button = get(&tree, "b");
    let finger = Finger::on(&tree, tap(200, 50), Gesture::Tap).naming(button, button);
    let both = "[capabilities]\nclick = \"confirm\"\npurchase_risk = \"confirm\"\n";
    let question = asked(both, &click, Intent::Touch(&finger));
    assert!(
        question
            .contains("rule `capabilities.purchase_risk`, to press something that may cost money"),
        "{question}"
    );
    // Also where another rule decides.
    let rule = "[capabilities]\npurchase_risk = \"confirm\"\n[[rules]]\nname = \"all\"\nverdict = \"confirm\"\nlabels = ['.*']\n";
    let question = asked(rule, &click, Intent::Touch(&finger));
    assert!(
        question.contains("rule `rules.all`; it may cost money"),
        "{question}"
    );
}

#[test]
fn a_point_is_named_by_what_takes_the_touch() {
    let click = execution("click", &json!({ "coordinate": { "x": 200, "y": 50 } }));
    let weather = node("inner", TEXT, "Show the weather", "", "[0,0][400,100]", "");
    let frame = node("wrap", VIEW, "", "click", "[0,0][400,100]", &weather);
    let frame = frame.replacen("class=", "content-desc=\"Buy now\" class=", 1);
    let tree = page(&frame);
    let finger = Finger::on(&tree, tap(200, 50), Gesture::Tap);
    let confirm = "[capabilities]\npurchase_risk = \"confirm\"\n";
    let question = asked(confirm, &click, Intent::Touch(&finger));
    let (taker, seen) = (
        get(&tree, "wrap").describe(),
        get(&tree, "inner").describe(),
    );
    assert!(taker.contains("\"Buy now\"") && seen.contains("weather"));
    assert!(
        question.contains(&format!("at (200,50), on {taker}, where {seen} is seen")),
        "{question}"
    );
}

/// Profiles under which the app of the tests' trees may not be read.
fn unreadable() -> Vec<String> {
    let mut all = Vec::new();
    for verdict in ["deny", "confirm"] {
        let others = "click = \"confirm\"\ntype_text = \"confirm\"\nnavigate = \"confirm\"\n";
        all.push(format!("[capabilities]\nobserve = \"{verdict}\"\n{others}"));
        for more in ["", "capabilities = [\"observe\"]\n"] {
            all.push(format!(
                "[capabilities]\n{others}[[rules]]\nname = \"no\"\nverdict = \"{verdict}\"\npackages = [\"com.a\"]\n{more}"
            ));
        }
    }
    all
}

#[test]
fn whoever_may_not_read_a_screen_is_not_told_what_it_would_touch() {
    const MARKER: &str = "Zyx";
    let field = node(
        "f",
        "android.widget.EditText",
        "",
        "click",
        "[0,100][400,200]",
        "",
    );
    let field = field.replacen("class=", "hint=\"Zyx hint\" class=", 1);
    let button = node("b", BUTTON, "Zyx press", "click", "[0,0][400,100]", "");
    let tree = page(&format!("{button}{field}"));
    let (button, field) = (get(&tree, "b"), get(&tree, "f"));
    let click = execution("click", &json!({ "matcher": { "textEquals": "x" } }));
    let point = execution("click", &json!({ "coordinate": { "x": 200, "y": 50 } }));
    let typing = json!({ "matcher": { "role": "textfield" }, "text": "x" });
    let typing = execution("enter_text", &typing);
    let at = Finger::on(&tree, tap(200, 50), Gesture::Tap);
    let on_button = at.clone().naming(button, button);
    let on_field = Finger::on(&tree, tap(200, 150), Gesture::Type).naming(field, field);
    let entry = TextEntry {
        field: None,
        present: Present::Stays,
        text: "x",
    };
    let focus = Intent::Focus {
        field,
        tap: &on_field,
    };
    for lines in unreadable() {
        for (execution, intent) in [
            (&click, Intent::Touch(&on_button)),
            (&point, Intent::Touch(&at)),
            (&typing, focus),
            (&typing, Intent::Text { field, entry }),
            (&typing, Intent::Submit(field)),
        ] {
            let said = said(&lines, execution, intent);
            assert!(
                said.caller.contains(" in com.a: rule `"),
                "{lines}{}",
                said.caller
            );
            assert!(!said.caller.contains(MARKER), "{lines}{}", said.caller);
            // Whoever approves it does so by what it is.
            assert!(said.person.is_none_or(|person| person.contains(MARKER)));
        }
    }
    // Whoever may read it is told.
    let confirm = "[capabilities]\nclick = \"confirm\"\n";
    let said = said(confirm, &click, Intent::Touch(&on_button));
    assert!(
        said.caller.contains("[button] \"Zyx press\" #b"),
        "{}",
        said.caller
    );
}

/// The verdict on an answer that shows these screens, without anybody being asked.
fn shows(lines: &str, execution: &Execution, trees: &[&Tree]) -> bool {
    let desk = Desk::default();
    let escort = escort(lines, execution, &desk);
    let readings: Vec<Reading> = trees
        .iter()
        .map(|tree| Reading::of(tree, Some("com.a.Main"), Window::App))
        .collect();
    let allowed = readings.iter().all(|reading| {
        escort.may_show(&ActQuestion {
            action: Some(&execution.actions()[0]),
            intent: Intent::Read(Some(reading)),
            front: None,
            leads_to: None,
        }) == Verdict::Allow
    });
    assert!(desk.0.lock().unwrap().is_empty());
    allowed
}

#[test]
fn an_answer_is_judged_by_whose_screen_it_shows() {
    let click = execution("click", &json!({ "matcher": { "textEquals": "x" } }));
    let here = page(&node("b", BUTTON, "Zyx", "click", "[0,0][400,100]", ""));
    let dump = r#"<hierarchy rotation="0"><node class="android.widget.Button" text="B" package="com.b" bounds="[0,0][400,800]"/></hierarchy>"#;
    let there = Tree::parse(dump.as_bytes()).unwrap().tree;
    let nowhere = Tree::parse(dump.replace("com.b", "").as_bytes())
        .unwrap()
        .tree;
    for lines in unreadable() {
        assert!(!shows(&lines, &click, &[&here]), "{lines}");
        assert!(!shows(&lines, &click, &[&there, &here]), "{lines}");
        // Whose node it is that does not say it is not known.
        assert!(!shows(&lines, &click, &[&nowhere]), "{lines}");
        let by_place = lines.contains("packages");
        assert_eq!(shows(&lines, &click, &[&there]), by_place, "{lines}");
    }
    let activity = "[[rules]]\nname = \"no\"\nverdict = \"deny\"\nactivities = [\"com.a.Main\"]\n";
    assert!(!shows(activity, &click, &[&there]));
    assert!(shows("", &click, &[&here, &there, &nowhere]));
    // What an execution says that it reads was judged before its first step, unless a rule is about a place.
    let declared = "[capabilities]\nobserve = \"allow\"\nclick = \"confirm\"\n";
    assert!(shows(
        declared,
        &execution("snapshot_ui", &json!({})),
        &[&here]
    ));
}
