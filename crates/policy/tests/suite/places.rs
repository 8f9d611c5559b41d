//! What is judged by the app in front, and what holds where nobody can tell which that is.

use std::sync::Arc;

use clawperator_contract::actions::Key;
use clawperator_contract::{Execution, validate};
use clawperator_device::driver::Identity;
use clawperator_engine::{
    ActQuestion, AppChange, Escort, Finger, Front, Guard, Intent, NewRecording, Opens, Phone,
    Touch, Verdict,
};
use clawperator_policy::{PolicyGuard, Profile};
use clawperator_ui::{Gesture, Point, Tree};
use serde_json::{Value, json};

use super::touches::now;

fn execution(action: &str, params: &Value) -> Execution {
    let payload = json!({
        "commandId": "c", "taskId": "t", "source": "test", "expectedFormat": "android-ui-automator",
        "timeoutMs": 30000, "actions": [{ "id": "a", "type": action, "params": params }],
    });
    validate(payload.to_string().as_bytes()).unwrap().execution
}

fn escort(execution: &Execution, lines: &str) -> Box<dyn Escort> {
    let text = format!("version = 1\ncoordinates = \"unjudged\"\n{lines}");
    let profile = Profile::parse("test", &text).unwrap();
    let guard = PolicyGuard::new(Arc::new(profile), None);
    now(guard.may_run(execution, &Phone::new("serial", Identity::default()))).unwrap()
}

fn front(package: &str, class: &str) -> Front {
    Front {
        package: Some(package.to_owned()),
        activity: Some(format!("{package}.{class}")),
    }
}

const PACKAGE: &str = "[[rules]]\nname = \"r\"\nverdict = \"deny\"\npackages = [\"com.bank\"]\n";
const ACTIVITY: &str = "[[rules]]\nname = \"r\"\nverdict = \"deny\"\nactivities = [\"*.Pay\"]\n";
const PURCHASE: &str = "[purchase_risk]\nactivities = [\"*.Pay\"]\nshipped_labels = false\n";
const READING: &str = "[[rules]]\nname = \"r\"\nverdict = \"deny\"\ncapabilities = [\"observe\"]\npackages = [\"com.bank\"]\n";

/// Whether an act may be done with this app in front; `None` is a phone that cannot tell.
fn may(lines: &str, execution: &Execution, intent: Intent<'_>, place: Option<Front>) -> bool {
    let escort = escort(execution, lines);
    let place = place.unwrap_or_default();
    let mut asked = ActQuestion {
        action: Some(&execution.actions()[0]),
        intent,
        front: None,
        leads_to: None,
    };
    // The engine asks the phone only where the escort wants to know.
    if escort.wants_front(&asked) {
        asked.front = Some(&place);
    }
    now(escort.may_act(asked)) == Verdict::Allow
}

#[test]
fn acts_are_judged_by_the_app_in_front_and_refused_where_none_is_known() {
    let key = execution("press_key", &json!({ "key": "back" }));
    let click = execution("click", &json!({ "coordinate": { "x": 1, "y": 1 } }));
    let read = execution("snapshot_ui", &json!({}));
    let blind = Finger::blind(Touch::Tap(Point { x: 1, y: 1 }), Gesture::Tap);
    let dump = r#"<hierarchy rotation="0"><node class="android.widget.Button" text="Next" package="com.other" clickable="true" enabled="true" bounds="[0,0][400,800]"/></hierarchy>"#;
    let tree = Tree::parse(dump.as_bytes()).unwrap().tree;
    let seen = Finger::on(&tree, Touch::Tap(Point { x: 1, y: 1 }), Gesture::Tap);
    let there = || Some(front("com.bank", "Pay"));
    let elsewhere = || Some(front("com.other", "Main"));
    for (lines, execution, intent) in [
        (PACKAGE, &key, Intent::Key(Key::Back)),
        (ACTIVITY, &key, Intent::Key(Key::Back)),
        // A coordinate that nobody looked at is judged by its place all the same.
        (PACKAGE, &click, Intent::Touch(&blind)),
        (ACTIVITY, &click, Intent::Touch(&blind)),
        (PURCHASE, &click, Intent::Touch(&blind)),
        (ACTIVITY, &click, Intent::Touch(&seen)),
        (PURCHASE, &click, Intent::Touch(&seen)),
        (PACKAGE, &read, Intent::Read(None)),
        (ACTIVITY, &read, Intent::Read(None)),
        (READING, &read, Intent::Read(None)),
    ] {
        let about = format!("{lines} {intent:?}");
        assert!(!may(lines, execution, intent, there()), "{about}");
        assert!(!may(lines, execution, intent, None), "{about}");
        assert!(may(lines, execution, intent, elsewhere()), "{about}");
    }
    // Rules about other acts say nothing of these, and the phone is not asked.
    assert!(may(READING, &key, Intent::Key(Key::Back), elsewhere()));
    assert!(may(PURCHASE, &read, Intent::Read(None), None));
    // A node says whose it is, whatever is in front.
    assert!(may(PACKAGE, &click, Intent::Touch(&seen), None));
}

#[test]
fn a_recording_is_refused_where_any_place_may_not_be_read() {
    let start = execution("start_recording", &json!({}));
    let recording = NewRecording {
        name: "walk",
        texts: false,
    };
    let elsewhere = || Some(front("com.other", "Main"));
    for lines in [PACKAGE, ACTIVITY, READING] {
        let intent = Intent::Record(recording);
        assert!(!may(lines, &start, intent, elsewhere()), "{lines}");
        // That it ends shows nothing.
        let stop = execution("stop_recording", &json!({}));
        let intent = Intent::StopRecording(None);
        assert!(may(lines, &stop, intent, elsewhere()), "{lines}");
    }
    assert!(may(PURCHASE, &start, Intent::Record(recording), None));
}

/// What may be done to apps, where a profile does not say it all.
const MANAGE: &str = "[capabilities]\nmanage_apps = \"allow\"\n";

#[test]
fn a_change_of_an_app_is_judged_by_that_app() {
    let changes = |package: &'static str| {
        let named = json!({ "applicationId": package });
        let permission = json!({ "applicationId": package, "permission": "p", "granted": true });
        [
            ("clear_app", named.clone(), AppChange::Clear { package }),
            ("uninstall_app", named, AppChange::Uninstall { package }),
            (
                "set_permission",
                permission,
                AppChange::Permission {
                    package,
                    permission: "p",
                    granted: true,
                },
            ),
        ]
    };
    // Whatever is in front has nothing to do with it.
    let bank_in_front = || Some(front("com.bank", "Pay"));
    for lines in [PACKAGE, ACTIVITY, READING, PURCHASE] {
        let lines = format!("{MANAGE}{lines}");
        for (action, params, change) in changes("com.other") {
            let execution = execution(action, &params);
            let intent = Intent::ManageApp(change);
            assert!(
                may(&lines, &execution, intent, bank_in_front()),
                "{lines} {change:?}"
            );
        }
    }
    let lines = format!("{MANAGE}{PACKAGE}");
    for (action, params, change) in changes("com.bank") {
        let text = format!("version = 1\ncoordinates = \"unjudged\"\n{lines}");
        let guard = PolicyGuard::new(Arc::new(Profile::parse("test", &text).unwrap()), None);
        let phone = Phone::new("serial", Identity::default());
        let begun = now(guard.may_run(&execution(action, &params), &phone));
        assert!(matches!(begun, Err(Verdict::Deny(_))), "{change:?}");
    }
    // A profile that does not name it allows none of it.
    for (action, params, change) in changes("com.other") {
        let text = "version = 1\ncoordinates = \"unjudged\"\n";
        let guard = PolicyGuard::new(Arc::new(Profile::parse("test", text).unwrap()), None);
        let phone = Phone::new("serial", Identity::default());
        let begun = now(guard.may_run(&execution(action, &params), &phone));
        assert!(matches!(begun, Err(Verdict::Deny(_))), "{change:?}");
    }
}

#[test]
fn an_app_that_may_not_be_read_is_not_listed() {
    let list = execution("list_apps", &json!({}));
    let both = ["com.bank", "com.other"];
    let other = ["com.other"];
    for lines in [PACKAGE, READING] {
        assert!(!may(lines, &list, Intent::ListApps(&both), None), "{lines}");
        assert!(may(lines, &list, Intent::ListApps(&other), None), "{lines}");
    }
    assert!(may(PURCHASE, &list, Intent::ListApps(&both), None));
    // Nor is it named as the nearest to another.
    let clear = execution("clear_app", &json!({ "applicationId": "com.bonk" }));
    let near = ["com.bank"];
    let question = ActQuestion {
        action: Some(&clear.actions()[0]),
        intent: Intent::ListApps(&near),
        front: None,
        leads_to: None,
    };
    let shows = |lines: &str| {
        let lines = format!("{MANAGE}{lines}");
        escort(&clear, &lines).may_show(&question) == Verdict::Allow
    };
    assert!(shows(""));
    assert!(!shows(READING));
    assert!(!shows("observe = \"deny\"\n"));
}

#[test]
fn what_is_opened_is_judged_by_where_it_leads() {
    let open = execution("open_uri", &json!({ "uri": "a://b" }));
    let bank = front("com.bank", "Pay");
    let other = front("com.other", "Main");
    for lines in [PACKAGE, ACTIVITY] {
        let escort = escort(&open, lines);
        assert!(escort.wants_destination());
        for (leads_to, is_allowed) in [
            (Some(vec![other.clone()]), true),
            (Some(vec![bank.clone()]), false),
            // Somebody would have to choose between them.
            (Some(vec![other.clone(), bank.clone()]), false),
            // The phone says that nothing opens it.
            (Some(Vec::new()), true),
            // The phone did not say.
            (None, false),
        ] {
            let verdict = now(escort.may_act(ActQuestion {
                action: Some(&open.actions()[0]),
                intent: Intent::Open(Opens::Uri("a://b")),
                front: None,
                leads_to: leads_to.as_deref(),
            }));
            assert_eq!(verdict == Verdict::Allow, is_allowed, "{leads_to:?}");
        }
        assert!(!may(lines, &open, Intent::Arrived, Some(bank.clone())));
        assert!(may(lines, &open, Intent::Arrived, Some(other.clone())));
        // Whatever comes next is judged by then.
        assert!(may(lines, &open, Intent::Arrived, None));
    }
    assert!(!escort(&open, "").wants_destination());
}
