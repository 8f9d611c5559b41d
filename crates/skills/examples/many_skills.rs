//! Writes a tree of generated skills, for measuring: `many_skills FOLDER COUNT`.
//!
//! The same count gives the same bytes. Apps have between one and fifteen skills; every kind of recipe and both forms
//! are among them.

#![expect(clippy::print_stdout, reason = "an example prints what it did")]

use std::error::Error;
use std::fs;
use std::path::Path;

use clawperator_skills::{write_index, write_registry};
use serde_json::json;

const VERBS: [&str; 8] = [
    "read", "find", "open", "show", "check", "watch", "count", "list",
];
const NOUNS: [&str; 10] = [
    "battery", "usage", "storage", "level", "status", "version", "network", "display", "sound",
    "updates",
];

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args_os().skip(1);
    let (Some(folder), Some(count)) = (arguments.next(), arguments.next()) else {
        return Err("usage: many_skills FOLDER COUNT".into());
    };
    let root = Path::new(&folder);
    let count: usize = count.to_str().unwrap_or_default().parse()?;
    let (mut app, mut left) = (0, 1);
    for number in 0..count {
        if left == 0 {
            app += 1;
            left = 1 + app % 15;
        }
        left -= 1;
        write_skill(root, number, app)?;
    }
    let registered = write_registry(root).map_err(|error| format!("{error:?}"))?;
    let written = write_index(root).map_err(|error| format!("{error:?}"))?;
    println!("{registered} skills, {} files of the index", written.files);
    Ok(())
}

fn write_skill(root: &Path, number: usize, app: usize) -> Result<(), Box<dyn Error>> {
    let verb = VERBS.get(number % VERBS.len()).copied().unwrap_or_default();
    let noun = NOUNS.get(number % NOUNS.len()).copied().unwrap_or_default();
    let intent = format!("{verb}-{noun}-{number}");
    let application_id = format!("com.example.vendor{}.app{app}", app % 97);
    let id = format!("{application_id}.{intent}");
    let is_json = number % 10 == 9;
    let ending = if is_json { "json" } else { "md" };
    let artifact = format!("artifacts/{intent}.recipe.{ending}");
    let summary = format!("{verb} the {noun} of the app and say what it shows.");
    let entry = json!({
        "id": id, "applicationId": application_id, "intent": intent, "summary": summary,
        "path": id, "skillFile": "SKILL.md", "scripts": [], "artifacts": [artifact],
        "keywords": [noun, verb],
    });
    let page = format!(
        "---\nname: {id}\ndescription: {summary}\n---\n\n# {intent}\n\nReads what the app shows. It varies with the \
         version of the app, the language and the account.\n"
    );
    let recipe = if is_json {
        probe_as_json(&id, &application_id, &summary).to_string()
    } else if number.is_multiple_of(3) {
        action(&id, &application_id, &summary)
    } else {
        flow(&id, &application_id, &summary)
    };
    let folder = root.join(&id);
    fs::create_dir_all(folder.join("artifacts"))?;
    fs::write(folder.join("skill.json"), entry.to_string())?;
    fs::write(folder.join("SKILL.md"), page)?;
    fs::write(folder.join(artifact), recipe)?;
    Ok(())
}

fn head(id: &str, app: &str, summary: &str, kind: &str, capabilities: &str) -> String {
    format!(
        "---\nrecipe_id: {id}\nrecipe_version: 1.2.0\nrecipe_type: {kind}\napplication_id: {app}\nsummary: {summary}\n\
         frameworks: [compose, views]\nsession_policy: fresh\napp_build:\n  version_name: \"3.31.100\"\n  version_code: \
         5311000\ntested_on:\n  android_api: 34\n  locale: en-US\ncapabilities: [{capabilities}]\ninputs:\n  - name: \
         label\n    type: string\n    required: true\n    default: \"\"\noutputs:\n  - name: value\n    type: string\n    \
         redaction: mask\ntags: [generated]\nrisk_level: low\n---\n\n# What it does\n\nProse for people, with a block \
         that is none of the steps:\n\n```text\nnothing\n```\n\n"
    )
}

fn step(number: usize, yaml: &str) -> String {
    format!("## Step {number}\n\nWhat happens here, in words.\n\n```yaml\n{yaml}\n```\n\n")
}

fn flow(id: &str, app: &str, summary: &str) -> String {
    let row = "selector:\n  any_of:\n    - text_contains: ${inputs.label}\n      annotation: VARIABLE\n    - resource_id: ";
    head(id, app, summary, "flow", "observe, navigate, click")
        + &step(
            1,
            &format!(
                "id: menu\ntype: wait_for_node\nselector:\n  resource_id: {app}:id/menu\nretries:\n  count: 2"
            ),
        )
        + &step(
            2,
            &format!("id: row\ntype: scroll_and_click\n{row}{app}:id/row\nwait:\n  after_ms: 300"),
        )
        + &step(
            3,
            &format!("id: value\ntype: read_text\nselector:\n  resource_id: {app}:id/value"),
        )
}

fn action(id: &str, app: &str, summary: &str) -> String {
    head(
        id,
        app,
        summary,
        "action",
        "observe, navigate, click, toggle",
    ) + &step(
        1,
        "id: row\ntype: wait_for_node\nselector:\n  text_contains: ${inputs.label}\n  annotation: VARIABLE",
    ) + &step(
        2,
        &format!(
            "id: switch\ntype: click\nselector:\n  resource_id: {app}:id/switch\nconfirm:\n  selector:\n    \
                 resource_id: {app}:id/switch\n  checked: true"
        ),
    ) + &step(
        3,
        &format!("id: value\ntype: read_text\nselector:\n  resource_id: {app}:id/switch_state"),
    )
}

fn probe_as_json(id: &str, app: &str, summary: &str) -> serde_json::Value {
    json!({
        "recipe_id": id, "recipe_version": "1.0.0", "recipe_type": "probe", "application_id": app,
        "summary": summary, "frameworks": ["views"], "session_policy": "fresh",
        "app_build": { "version_name": "1.0", "version_code": 1 },
        "tested_on": { "android_api": 34 },
        "capabilities": ["observe"], "inputs": [],
        "outputs": [{ "name": "value", "type": "integer" }],
        "steps": [{
            "id": "value", "type": "read_text", "selector": { "resource_id": format!("{app}:id/value") },
        }],
    })
}
