//! What holds of every recipe, on recipes made up at random.

use std::collections::BTreeMap;
use std::thread;

use clawperator_recipe::{Compiled, Levels, compile, load};
use proptest::prelude::*;
use serde_json::Value;

use super::generate::{recipe, value};

const EIGHT: [&str; 8] = [
    "open_app",
    "close_app",
    "wait_for_node",
    "click",
    "scroll_and_click",
    "read_text",
    "snapshot_ui",
    "sleep",
];

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, ..ProptestConfig::default() })]

    #[test]
    fn both_forms_compile_to_the_same_bytes(made in recipe()) {
        let from_json = compiled("a.recipe.json", &made.json(), &made.values);
        let from_markdown = compiled("a.recipe.md", &made.markdown(), &made.values);
        prop_assert_eq!(from_json.template.json(), from_markdown.template.json());
        prop_assert_eq!(from_json.template.sha256(), from_markdown.template.sha256());
        let again = compiled("b.recipe.json", &made.json(), &made.values);
        prop_assert_eq!(from_json.template, again.template);
    }

    #[test]
    fn neither_a_thread_nor_the_order_of_values_changes_a_byte(made in recipe()) {
        let here = compiled("a.recipe.md", &made.markdown(), &made.values);
        let backwards: BTreeMap<String, String> = made.values.clone().into_iter().rev().collect();
        let there = thread::scope(|scope| {
            scope.spawn(|| compiled("a.recipe.md", &made.markdown(), &backwards)).join().unwrap()
        });
        prop_assert_eq!(here, there);
    }

    #[test]
    fn the_contract_accepts_what_is_compiled(made in recipe()) {
        let compiled = compiled("a.recipe.md", &made.markdown(), &made.values);
        let first = compiled.template.execution("command-1", "task-1", None).unwrap();
        prop_assert!(first.warnings.is_empty(), "{:?}", first.warnings);
        let ids: Vec<&str> = first.execution.actions().iter().map(|action| action.id.as_str()).collect();
        let planned: Vec<&str> = compiled.plan.iter().map(|step| step.action_id.as_str()).collect();
        prop_assert_eq!(&ids, &planned);
        prop_assert_eq!(ids.len(), made.action_count());
        for (action, planned) in first.execution.actions().iter().zip(&compiled.plan) {
            prop_assert!(EIGHT.contains(&action.action_type().name()));
            prop_assert_eq!(action.action_type().name(), planned.action_type);
            prop_assert!(planned.at.line > 1);
        }
    }

    #[test]
    fn values_change_texts_and_nothing_else(made in recipe(), label in value(), other in value()) {
        let plain = BTreeMap::from([("label".to_owned(), "plain".to_owned())]);
        let values = BTreeMap::from([("label".to_owned(), label), ("other".to_owned(), other)]);
        let shape = |values| shape(&compiled("a.recipe.json", &made.json(), values));
        prop_assert_eq!(shape(&values), shape(&plain));
    }
}

fn compiled(name: &str, text: &str, values: &BTreeMap<String, String>) -> Compiled {
    let loaded = load(name, text.as_bytes(), &Levels::default())
        .unwrap_or_else(|findings| panic!("{findings:#?}\n{text}"));
    compile(&loaded, values).unwrap_or_else(|findings| panic!("{findings:#?}\n{text}"))
}

/// A template with every text of a selector taken out.
fn shape(compiled: &Compiled) -> Value {
    let mut template: Value = serde_json::from_str(compiled.template.json()).unwrap();
    blank(&mut template);
    template
}

fn blank(value: &mut Value) {
    match value {
        Value::Object(entries) => {
            for (key, value) in entries {
                if matches!(
                    key.as_str(),
                    "textEquals" | "textContains" | "contentDescContains"
                ) {
                    assert!(value.is_string());
                    *value = Value::Null;
                } else {
                    blank(value);
                }
            }
        }
        Value::Array(items) => items.iter_mut().for_each(blank),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}
