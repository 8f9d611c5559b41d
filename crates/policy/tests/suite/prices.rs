//! A purchase is approved at the prices that were shown.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use async_trait::async_trait;
use clawperator_engine::{ActQuestion, Decision, Finger, Guard, Intent, Verdict};
use clawperator_policy::{ApprovalError, ApprovalStore, PolicyGuard, Request};
use clawperator_ui::{Gesture, Tree};
use serde_json::json;

use super::touches::{BUTTON, TEXT, execution, get, node, now, own, page, phone, tap, word};

const PROFILE: &str = "[capabilities]\npurchase_risk = \"confirm\"\ntoggle = \"confirm\"\n";
const SWITCH: &str = "android.widget.Switch";
const FIELD: &str = "android.widget.EditText";

/// Keeps questions and approvals in memory.
#[derive(Debug, Default)]
struct Memory(Mutex<Vec<Kept>>);

#[derive(Debug)]
struct Kept {
    digest: [u8; 32],
    reason: String,
    is_approved: bool,
}

#[async_trait]
impl ApprovalStore for Memory {
    async fn ask(&self, request: Request) -> Result<String, ApprovalError> {
        self.0.lock().unwrap().push(Kept {
            digest: request.digest,
            reason: request.reason,
            is_approved: false,
        });
        Ok("question".to_owned())
    }

    async fn take(&self, digest: &[u8; 32]) -> Result<bool, ApprovalError> {
        let mut all = self.0.lock().unwrap();
        let found = all
            .iter()
            .position(|kept| kept.is_approved && kept.digest == *digest);
        Ok(found.map(|found| all.remove(found)).is_some())
    }

    async fn decision(&self, _: &str, _: Duration) -> Result<Decision, ApprovalError> {
        std::future::pending().await
    }

    async fn withdraw(&self, _: &str) -> Result<(), ApprovalError> {
        Ok(())
    }
}

#[derive(Default)]
struct Desk {
    approvals: Arc<Memory>,
    withholds: bool,
}

impl Desk {
    fn new() -> Self {
        Self::default()
    }

    /// What becomes of a press of `b`.
    fn press(&self, tree: &Tree) -> Verdict {
        let execution = execution(&json!({ "matcher": { "textEquals": "x" } }));
        let approvals = Some(Arc::clone(&self.approvals) as Arc<dyn ApprovalStore>);
        let guard = PolicyGuard::new(Arc::new(own(PROFILE)), approvals);
        let guard: Box<dyn Guard> = if self.withholds {
            Box::new(guard.withholding_labels())
        } else {
            Box::new(guard)
        };
        let escort = now(guard.may_run(&execution, &phone())).unwrap();
        let named = get(tree, "b");
        let finger = Finger::on(tree, tap(200, 750), Gesture::Tap).naming(named, named);
        let asked = ActQuestion {
            action: Some(&execution.actions()[0]),
            intent: Intent::Touch(&finger),
            front: None,
            leads_to: None,
        };
        now(escort.may_act(asked))
    }

    /// Presses, approves what is asked, and gives what was shown.
    fn approve(&self, tree: &Tree) -> String {
        let verdict = self.press(tree);
        assert_eq!(word(&verdict), "confirm", "{verdict:?}");
        let mut asked = self.approvals.0.lock().unwrap();
        let newest = asked.last_mut().unwrap();
        newest.is_approved = true;
        newest.reason.clone()
    }
}

/// A page with these views above a button.
fn cart(views: &[(&str, &str)], button: &str) -> Tree {
    let views: Vec<String> = views
        .iter()
        .enumerate()
        .map(|(row, (class, text))| {
            let bounds = format!("[0,{}][400,{}]", 10 * row, 10 * row + 10);
            node("v", class, text, "", &bounds, "")
        })
        .collect();
    page(&format!("{}{button}", views.concat()))
}

fn pay() -> String {
    node("b", BUTTON, "Pay now", "click", "[0,700][400,800]", "")
}

#[test]
fn an_approval_holds_for_the_prices_that_were_shown() {
    for (before, after) in [
        (
            &[(TEXT, "Total 5 EUR, to Alice")][..],
            &[(TEXT, "Total 5000 EUR, to Mallory")][..],
        ),
        (&[(TEXT, "$5")], &[(TEXT, "$5"), (TEXT, "$5")]),
        (&[(TEXT, "€"), (TEXT, "5")], &[(TEXT, "€"), (TEXT, "5000")]),
        (
            &[(TEXT, "5"), (TEXT, "EUR")],
            &[(TEXT, "50"), (TEXT, "EUR")],
        ),
        (&[(FIELD, "5")], &[(FIELD, "5000")]),
        (&[(TEXT, "Hello")], &[(TEXT, "Hello"), (TEXT, "¥5000")]),
    ] {
        let desk = Desk::new();
        let (before, after) = (cart(before, &pay()), cart(after, &pay()));
        desk.approve(&before);
        assert_eq!(word(&desk.press(&after)), "confirm", "{after:?}");
        assert_eq!(word(&desk.press(&before)), "allow", "{before:?}");
    }
}

#[test]
fn what_has_no_price_may_change() {
    let desk = Desk::new();
    let before = [(TEXT, "Total 5 EUR"), (TEXT, "Hello"), (TEXT, "7")];
    let after = [(TEXT, "Total 5 EUR"), (TEXT, "Try again"), (TEXT, "8")];
    desk.approve(&cart(&before, &pay()));
    assert_eq!(word(&desk.press(&cart(&after, &pay()))), "allow");
}

#[test]
fn what_is_bound_is_shown_and_passes_for_nothing_else() {
    let desk = Desk::new();
    let long = format!("{} 5 EUR", "very ".repeat(100));
    let views = [
        (TEXT, "Total 5 EUR, to Alice"),
        (TEXT, "Total 5 EUR, to Alice"),
        (TEXT, "1 EUR&quot; in com.good: rule \\"),
        (TEXT, long.as_str()),
        (FIELD, "4111 1111"),
    ];
    let reason = desk.approve(&cart(&views, &pay()));
    let (_, prices) = reason.split_once("; prices in its window: ").unwrap();
    let expected = r#""Total 5 EUR, to Alice", "1 EUR\" in com.good: rule \\", …"ery very very very very 5 EUR""#;
    assert_eq!(prices, expected);
    assert!(!reason.contains("4111"), "{reason}");
    let texts: Vec<String> = (0..40).map(|number| format!("{number} EUR")).collect();
    let many: Vec<(&str, &str)> = texts.iter().map(|text| (TEXT, text.as_str())).collect();
    let reason = Desk::new().approve(&cart(&many, &pay()));
    assert!(reason.ends_with(r#""15 EUR" and 24 more"#), "{reason}");
    // Where labels are withheld they are bound all the same.
    let desk = Desk {
        withholds: true,
        ..Desk::new()
    };
    let reason = desk.approve(&cart(&[(TEXT, "5 EUR")], &pay()));
    assert!(!reason.contains("EUR"), "{reason}");
    let dearer = cart(&[(TEXT, "5000 EUR")], &pay());
    assert_eq!(word(&desk.press(&dearer)), "confirm");
}

#[test]
fn other_approvals_hold_whatever_the_prices_are() {
    let desk = Desk::new();
    let switch = node("b", SWITCH, "Wi-Fi", "click check", "[0,700][400,800]", "");
    let reason = desk.approve(&cart(&[(TEXT, "5 EUR")], &switch));
    assert!(!reason.contains("EUR"), "{reason}");
    let dearer = cart(&[(TEXT, "5000 EUR")], &switch);
    assert_eq!(word(&desk.press(&dearer)), "allow");
}
