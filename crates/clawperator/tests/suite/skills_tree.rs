//! Trees of skills that tests write.

use std::fs;
use std::path::Path;

use serde_json::{Value, json};

/// A skill with one recipe.
pub(crate) struct Written {
    /// What it is for; its id is the app's with this behind it.
    pub(crate) intent: String,
    /// The recipe's type, session policy and capabilities.
    pub(crate) head: String,
    /// `outputs` and `inputs`, as YAML.
    pub(crate) more: String,
    /// The steps' blocks.
    pub(crate) steps: Vec<String>,
}

/// The head of a recipe that works on the page in front.
pub(crate) fn head(recipe_type: &str, capabilities: &[&str]) -> String {
    format!(
        "recipe_type: {recipe_type}\nsession_policy: resume_ok\ncapabilities: [{}]",
        capabilities.join(", ")
    )
}

/// Writes a tree of skills for an app below a folder, with its index.
pub(crate) fn write(folder: &Path, app: &str, skills: &[Written]) {
    let entries: Vec<Value> = skills
        .iter()
        .map(|skill| write_skill(folder, app, skill))
        .collect();
    let registry = json!({ "schemaVersion": "1.0", "skills": entries });
    fs::write(folder.join("skills-registry.json"), registry.to_string()).unwrap();
    // What is not indexed is not run.
    clawperator_skills::write_index(folder).unwrap();
}

fn write_skill(folder: &Path, app: &str, skill: &Written) -> Value {
    let id = format!("{app}.{}", skill.intent);
    let artifact = "artifacts/run.recipe.md";
    let entry = json!({
        "id": id, "applicationId": app, "intent": skill.intent, "summary": "Tries something.",
        "path": id, "skillFile": "SKILL.md", "scripts": [], "artifacts": [artifact],
    });
    let more = if skill.more.is_empty() {
        "inputs: []\noutputs: []"
    } else {
        &skill.more
    };
    let mut recipe = format!(
        "---\nrecipe_id: {id}\nrecipe_version: 1.0.0\napplication_id: {app}\nsummary: Tries something.\nframeworks: [views]\napp_build: {{version_name: \"1\", version_code: 1}}\ntested_on: {{android_api: 34}}\n{}\n{more}\n---\n",
        skill.head
    );
    for (index, step) in skill.steps.iter().enumerate() {
        recipe.push_str(&format!(
            "\n## Step {}\n\n```yaml\n{step}\n```\n",
            index + 1
        ));
    }
    let home = folder.join(&id);
    fs::create_dir_all(home.join("artifacts")).unwrap();
    fs::write(home.join("skill.json"), entry.to_string()).unwrap();
    fs::write(
        home.join("SKILL.md"),
        format!("---\nname: {id}\ndescription: Tries something.\n---\n\n# Try\n"),
    )
    .unwrap();
    fs::write(home.join(artifact), recipe).unwrap();
    entry
}
