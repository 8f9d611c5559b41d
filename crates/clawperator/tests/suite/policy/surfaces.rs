//! The ways to reach the phone from the command line.

use serde_json::{Value, json};

use super::super::skills_tree::{self, Written, head};
use super::APP;

/// A way to reach the phone, and what it does there.
pub(super) struct Surface {
    pub(super) args: Vec<String>,
    pub(super) does: &'static [&'static str],
    /// What it turns out not to need, so that nobody is asked to approve it.
    pub(super) spares: &'static [&'static str],
}

fn verb(args: &[&str], does: &'static [&'static str]) -> Surface {
    Surface {
        args: args.iter().map(|word| (*word).to_owned()).collect(),
        does,
        spares: &[],
    }
}

fn exec(actions: &Value, does: &'static [&'static str]) -> Surface {
    Surface {
        args: vec!["exec".to_owned(), payload(actions).to_string()],
        does,
        spares: &[],
    }
}

/// An execution of these actions.
pub(super) fn payload(actions: &Value) -> Value {
    json!({
        "commandId": "c", "taskId": "t", "source": "test", "expectedFormat": "android-ui-automator",
        "timeoutMs": 30000, "actions": actions,
    })
}

fn press(text: &str) -> Value {
    json!([{ "id": "press", "type": "click", "params": { "matcher": { "textEquals": text } } }])
}

/// Every way that there is.
pub(super) fn surfaces() -> Vec<Surface> {
    let mut all = vec![
        verb(&["snapshot"], &["observe"]),
        verb(&["screenshot"], &["observe"]),
        verb(&["read", "--text", "Blue"], &["observe"]),
        verb(&["read-value", "--label", "Colour"], &["observe"]),
        verb(&["wait", "--text", "Blue"], &["observe"]),
        verb(
            &["wait-for-nav", "--app", APP, "--timeout", "5000"],
            &["observe"],
        ),
        verb(&["click", "--text", "Press me"], &["click"]),
        // What waits for no long press is clicked by one.
        verb(
            &["click", "--text", "Press me", "--long"],
            &["click", "long_click"],
        ),
        verb(&["click", "--text", "Power"], &["click", "toggle"]),
        verb(&["click", "--text", "Buy"], &["click", "purchase_risk"]),
        verb(
            &["type", "hello", "--id", "dev.clawperator.policed:id/note"],
            &["type_text"],
        ),
        verb(&["press", "home"], &["navigate"]),
        verb(&["back"], &["navigate"]),
        verb(&["open", APP], &["navigate"]),
        verb(&["close", APP], &["navigate"]),
        verb(&["scroll", "down"], &["navigate"]),
        verb(&["scroll-until", "--text", "Row 30"], &["navigate"]),
        // The row is there already.
        Surface {
            spares: &["navigate"],
            ..verb(
                &["scroll-and-click", "--text", "Row 2"],
                &["navigate", "click"],
            )
        },
        verb(&["sleep", "1"], &[]),
        exec(&json!([{ "id": "a", "type": "snapshot_ui" }]), &["observe"]),
        exec(
            &json!([{ "id": "a", "type": "press_key", "params": { "key": "home" } }]),
            &["navigate"],
        ),
        exec(&press("Press me"), &["click"]),
        exec(&press("Power"), &["click", "toggle"]),
        exec(&press("Buy"), &["click", "purchase_risk"]),
    ];
    let long = json!([{
        "id": "a", "type": "click", "params": { "matcher": { "textEquals": "Press me" }, "clickType": "long_click" },
    }]);
    all.push(exec(&long, &["click", "long_click"]));
    let typing = json!([{
        "id": "a", "type": "enter_text", "params": { "matcher": { "resourceId": "dev.clawperator.policed:id/note" }, "text": "x" },
    }]);
    all.push(exec(&typing, &["type_text"]));
    // What is declared counts, though no action does it.
    let mut declares =
        payload(&json!([{ "id": "a", "type": "sleep", "params": { "durationMs": 1 } }]));
    declares["capabilities"] = json!(["purchase_risk", "observe"]);
    all.push(Surface {
        args: vec!["exec".to_owned(), declares.to_string()],
        does: &["purchase_risk", "observe"],
        spares: &[],
    });
    all.extend(SKILLS.iter().map(|skill| {
        let id = format!("{APP}.{}", skill.intent);
        verb(&["skills", "run", &id], skill.does)
    }));
    all
}

/// A skill of the matrix. What it does is what it declares, and all of it is judged before its first step.
struct MatrixSkill {
    intent: &'static str,
    recipe_type: &'static str,
    does: &'static [&'static str],
    steps: &'static [&'static str],
}

const SKILLS: [MatrixSkill; 6] = [
    MatrixSkill {
        intent: "look",
        recipe_type: "flow",
        does: &["observe"],
        steps: &[
            "id: colour\ntype: read_text\nselector: {resource_id: \"dev.clawperator.policed:id/value\"}",
        ],
    },
    MatrixSkill {
        intent: "bring-to-front",
        recipe_type: "flow",
        does: &["navigate"],
        steps: &["id: front\ntype: open_app"],
    },
    MatrixSkill {
        intent: "press",
        recipe_type: "action",
        does: &["observe", "click"],
        steps: &[
            "id: press\ntype: click\nselector: {resource_id: \"dev.clawperator.policed:id/plain\"}",
            "id: count\ntype: read_text\nselector: {resource_id: \"dev.clawperator.policed:id/presses\"}",
        ],
    },
    MatrixSkill {
        intent: "hold",
        recipe_type: "flow",
        does: &["click", "long_click"],
        steps: &[
            "id: hold\ntype: click\nselector: {resource_id: \"dev.clawperator.policed:id/plain\"}\nparams: {click_type: long_click}",
        ],
    },
    MatrixSkill {
        intent: "toggle",
        recipe_type: "action",
        does: &["observe", "click", "toggle"],
        steps: &[
            "id: toggle\ntype: click\nselector: {resource_id: \"dev.clawperator.policed:id/power\"}\nconfirm: {selector: {resource_id: \"dev.clawperator.policed:id/power\"}, checked: true}",
        ],
    },
    // No step of a recipe types; what is declared counts all the same.
    MatrixSkill {
        intent: "buy",
        recipe_type: "action",
        does: &["observe", "click", "type_text", "purchase_risk"],
        steps: &[
            "id: buy\ntype: click\nselector: {text_equals: Buy}",
            "id: count\ntype: read_text\nselector: {resource_id: \"dev.clawperator.policed:id/presses\"}",
        ],
    },
];

/// Writes the skills that the surfaces run.
pub(super) fn write_skills(home: &std::path::Path) {
    let skills = home.join("skills");
    std::fs::create_dir(&skills).unwrap();
    let written = SKILLS.iter().map(|skill| Written {
        intent: skill.intent.to_owned(),
        head: head(skill.recipe_type, skill.does),
        more: String::new(),
        steps: skill.steps.iter().map(|step| (*step).to_owned()).collect(),
    });
    skills_tree::write(&skills, APP, &written.collect::<Vec<_>>());
}
