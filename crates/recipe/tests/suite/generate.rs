//! Recipes made up at random: right ones, in both source forms.

use std::collections::BTreeMap;

use proptest::prelude::*;
use proptest::string::string_regex;
use serde_json::{Map, Value, json};

/// A recipe, and values for its inputs.
#[derive(Debug, Clone)]
pub(crate) struct Made {
    frontmatter: Map<String, Value>,
    steps: Vec<Value>,
    pub(crate) values: BTreeMap<String, String>,
}

impl Made {
    /// The recipe as `*.recipe.json`.
    pub(crate) fn json(&self) -> String {
        let mut recipe = self.frontmatter.clone();
        recipe.insert("steps".to_owned(), Value::Array(self.steps.clone()));
        Value::Object(recipe).to_string()
    }

    /// The recipe as `*.recipe.md`: JSON is YAML.
    pub(crate) fn markdown(&self) -> String {
        let mut text = "---\n".to_owned();
        for (key, value) in &self.frontmatter {
            text.push_str(&format!("{key}: {value}\n"));
        }
        text.push_str("---\n\nProse, and\n\n```yaml\nid: [nothing]\n```\n");
        for (index, step) in self.steps.iter().enumerate() {
            text.push_str(&format!("\n## Step {index}\n\n```yaml\n"));
            for (key, value) in step.as_object().unwrap() {
                text.push_str(&format!("{key}: {value}\n"));
            }
            text.push_str("```\n");
        }
        text
    }

    /// How many actions it must compile to.
    pub(crate) fn action_count(&self) -> usize {
        let fresh = if self.frontmatter["session_policy"] == "fresh" {
            2
        } else {
            0
        };
        let steps: usize = self
            .steps
            .iter()
            .map(|step| {
                1 + usize::from(step.get("wait").is_some())
                    + usize::from(step.get("confirm").is_some())
            })
            .sum();
        fresh + steps
    }
}

/// A recipe that is accepted and compiles with its values.
pub(crate) fn recipe() -> impl Strategy<Value = Made> {
    let steps = prop::collection::vec(step(), 1..9);
    (steps, any::<bool>(), value(), value(), 1..100_000_i64).prop_map(
        |(mut steps, fresh, label, other, version)| {
            for (index, step) in steps.iter_mut().enumerate() {
                step["id"] = json!(format!("s{index}"));
            }
            let session = if fresh { "fresh" } else { "resume_ok" };
            let capabilities = ["observe", "navigate", "click", "long_click", "toggle"];
            let inputs = json!([
                { "name": "label", "type": "string", "required": true, "default": "" },
                { "name": "other", "type": "string", "default": "Row" },
                { "name": "ms", "type": "integer", "default": 250 },
            ]);
            let Value::Object(frontmatter) = json!({
                "recipe_id": "com.example.made", "recipe_version": "1.0.0", "recipe_type": "action",
                "application_id": "com.example.app", "summary": "Made up.", "frameworks": ["unknown"],
                "session_policy": session, "app_build": { "version_name": "1.10", "version_code": version },
                "tested_on": { "android_api": 34 }, "capabilities": capabilities, "inputs": inputs, "outputs": [],
            }) else {
                unreachable!("an object")
            };
            let values = [("label", label), ("other", other)]
                .into_iter()
                .map(|(name, value)| (name.to_owned(), value))
                .collect();
            Made { frontmatter, steps, values }
        },
    )
}

/// A value for an input, from every corner of Unicode, with all that could mean something somewhere.
pub(crate) fn value() -> impl Strategy<Value = String> {
    prop_oneof![
        string_regex("[a-zA-Z]{1,20}").unwrap(),
        string_regex("[^\\p{C}]{1,40}")
            .unwrap()
            .prop_map(|text| format!("x{text}")),
        prop::sample::select(vec![
            "${inputs.label}",
            "${inputs.other}",
            "{{COMMAND_ID}}",
            "\", \"strict\": false, \"x\": \"",
            "a\nid: other\ntype: open_uri",
            "```",
            "---",
            "\\u0022}",
            "'",
            "*a",
            "&a",
            "!!str",
            "- x",
            "\u{202e}x",
            "\u{0}x",
        ])
        .prop_map(str::to_owned),
    ]
}

fn step() -> impl Strategy<Value = Value> {
    let pressed = (selector(), selector(), prop::option::of(any::<bool>())).prop_map(
        |(target, shown, checked)| {
            let mut confirm = json!({ "selector": shown, "timeout_ms": 100 });
            if let Some(checked) = checked {
                confirm["checked"] = json!(checked);
            }
            json!({ "type": "click", "selector": target, "confirm": confirm })
        },
    );
    let scrolled = (selector(), selector()).prop_map(|(target, container)| {
        json!({
            "type": "scroll_and_click", "selector": target, "container": container,
            "params": { "direction": "up", "max_swipes": 3, "distance_ratio": 0.5 },
            "confirm": { "selector": { "class": "a.B" } },
        })
    });
    let kind = prop_oneof![
        pressed,
        scrolled,
        selector().prop_map(|target| json!({ "type": "read_text", "selector": target })),
        selector().prop_map(|target| json!({
            "type": "wait_for_node", "selector": target, "params": { "timeout_ms": "${inputs.ms}" },
        })),
        Just(json!({ "type": "snapshot_ui" })),
        Just(json!({ "type": "open_app" })),
        (0..500_i64).prop_map(|ms| json!({ "type": "sleep", "params": { "duration_ms": ms } })),
    ];
    (
        kind,
        prop::option::of(0..500_i64),
        prop::option::of(0..=9_i64),
    )
        .prop_map(|(mut step, wait, retries)| {
            if let Some(wait) = wait {
                step["wait"] = json!({ "after_ms": wait });
            }
            if let (Some(count), true) = (retries, step["type"] != "sleep") {
                step["retries"] = json!({ "count": count });
            }
            step
        })
}

fn selector() -> impl Strategy<Value = Value> {
    let text = prop::sample::select(vec![
        "${inputs.label}",
        "Row ${inputs.label} of ${inputs.other}",
        "Devices",
        "${inputs.other}",
        "On",
        "1.10",
        "é ü",
    ]);
    let leaf = (text, any::<bool>(), 0..4_u8).prop_map(|(text, state, shape)| match shape {
        0 => json!({ "text_equals": text }),
        1 => json!({ "text_contains": text, "enabled": state }),
        2 => json!({ "resource_id": "android:id/title", "selected": state }),
        _ => json!({ "content_desc_contains": text, "class": "a.B", "annotation": "STRUCTURAL" }),
    });
    leaf.prop_recursive(3, 12, 3, |inner| {
        (prop::collection::vec(inner, 1..4), any::<bool>()).prop_map(|(list, any_of)| {
            let key = if any_of { "any_of" } else { "all_of" };
            json!({ key: list })
        })
    })
}
