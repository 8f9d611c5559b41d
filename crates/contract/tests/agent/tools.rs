//! The tools as a model gets them.

use clawperator_contract::agent::{AgentAction, tools_json};
use serde_json::{Value, json};

/// They are sent with every request.
const MOST_BYTES: usize = 6_000;

#[test]
fn the_tools_are_small() {
    let size = tools_json().len();
    assert!(size <= MOST_BYTES, "{size} bytes of {MOST_BYTES}");
}

#[test]
fn every_action_has_a_tool_that_asks_for_a_thought_first() {
    let text = tools_json();
    let tools: Vec<Value> = serde_json::from_str(&text).unwrap();
    assert_eq!(tools.len(), AgentAction::TABLE.len());
    for (tool, row) in tools.iter().zip(AgentAction::TABLE) {
        assert_eq!(tool["name"], row.tool);
        let parameters = &tool["parameters"];
        assert_eq!(parameters["type"], "object");
        assert_eq!(parameters["required"][0], "thought");
        let offered = row.fields.iter().filter(|field| field.name != "reason");
        for field in offered {
            assert!(parameters["properties"][field.name].is_object());
            let required = parameters["required"].as_array().unwrap();
            assert_eq!(required.contains(&json!(field.name)), field.is_required());
        }
    }
    // Parsing loses the order, so that it is looked for in the text.
    let firsts = text.matches(r#""properties":{"thought":"#).count();
    assert_eq!(firsts, tools.len());
}
