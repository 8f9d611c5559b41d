//! The list of tools as clients get it: small, because a model reads all of it before its first step.

use std::sync::{Arc, LazyLock};

use rmcp::model::{JsonObject, Tool};

/// The tools that run nothing: their answers name no run and no generation of one.
const WITHOUT_RUN: [&str; 3] = ["devices", "search_skills", "guide"];

/// In a fixed order.
pub(crate) static TOOLS: LazyLock<Vec<Tool>> = LazyLock::new(|| {
    // The files are part of this program, and a test reads them.
    let tools: Vec<Tool> =
        serde_json::from_str(include_str!("../../tools.json")).unwrap_or_default();
    // Without it a tool has an output schema that allows everything.
    let output: JsonObject =
        serde_json::from_str(include_str!("../../output.json")).unwrap_or_default();
    // The same.
    let small: JsonObject =
        serde_json::from_str(include_str!("../../output-small.json")).unwrap_or_default();
    let (output, small) = (Arc::new(output), Arc::new(small));
    let with_output = |tool: Tool| {
        let is_small = WITHOUT_RUN.contains(&&*tool.name);
        let output = if is_small { &small } else { &output };
        tool.with_raw_output_schema(Arc::clone(output))
    };
    tools.into_iter().map(with_output).collect()
});

#[cfg(test)]
mod tests {
    use rmcp::model::ListToolsResult;

    use super::*;

    #[test]
    fn the_list_is_small_and_complete() {
        let listed = ListToolsResult::with_all_items(TOOLS.clone());
        let bytes = serde_json::to_vec(&listed).unwrap().len();
        assert!(bytes <= 8_000, "{bytes}");
        assert!(!TOOLS.is_empty() && TOOLS.len() <= 12, "{}", TOOLS.len());
        for tool in TOOLS.iter() {
            assert!(tool.annotations.is_some() && tool.output_schema.is_some());
            assert_eq!(
                tool.input_schema["additionalProperties"], false,
                "{}",
                tool.name
            );
        }
    }
}
