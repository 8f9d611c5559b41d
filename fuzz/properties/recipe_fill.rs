//! What holds of any values that are filled into a recipe or an older template: they change texts and nothing else.

use std::collections::BTreeMap;

use clawperator_recipe::{Compiled, Levels, RecipeCode, RecipeFindings, compile, load};
use serde_json::Value;

use super::recipe_answers::{check_findings, check_template};

const RECIPE: &str = r#"---
recipe_id: com.example.fill
recipe_version: 1.0.0
recipe_type: action
application_id: com.example.app
summary: Fills in.
frameworks: [unknown]
session_policy: fresh
app_build: {version_name: "1", version_code: 1}
tested_on: {android_api: 34}
capabilities: [observe, navigate, click]
inputs:
  - {name: first, type: string, required: true, default: ""}
  - {name: second, type: string, default: ""}
  - {name: ms, type: integer, default: 5}
outputs: []
---

## Step 1

```yaml
id: press
type: click
selector:
  any_of:
    - text_equals: ${inputs.first}
    - text_contains: Row ${inputs.second} of ${inputs.first}
confirm:
  selector:
    content_desc_contains: ${inputs.first} done
```

## Step 2

```yaml
id: other
type: open_app
params:
  application_id: com.${inputs.first}
```

## Step 3

```yaml
id: wait
type: wait_for_node
selector:
  class: a.B
params:
  timeout_ms: ${inputs.ms}
```
"#;

const TEMPLATE: &str = r#"{"commandId":"{{COMMAND_ID}}","taskId":"{{TASK_ID}}","source":"{{first}}",
"expectedFormat":"android-ui-automator","timeoutMs":5000,"actions":[
{"id":"a","type":"click","params":{"matcher":{"textEquals":"{{first}} {{second}}"}}},
{"id":"b","type":"enter_text","params":{"matcher":{"textEquals":"x"},"text":"{{second}}"}}]}"#;

/// Panics when values, each ended by a NUL, do more than fill in texts.
pub(crate) fn check(bytes: &[u8]) {
    let mut values = bytes.split(|byte| *byte == 0).map(String::from_utf8_lossy);
    let mut given = BTreeMap::new();
    for name in ["first", "second", "ms"] {
        if let Some(value) = values.next() {
            given.insert(name.to_owned(), value.into_owned());
        }
    }
    let plain = [("first", "x"), ("second", "y"), ("ms", "5")];
    let plain = plain.map(|(name, value)| (name.to_owned(), value.to_owned()));
    for (name, text) in [("fuzz.recipe.md", RECIPE), ("fuzz.recipe.json", TEMPLATE)] {
        let loaded = load(name, text.as_bytes(), &Levels::default()).expect("the recipe is right");
        let expected = compile(&loaded, &BTreeMap::from(plain.clone())).expect("it compiles");
        match compile(&loaded, &given) {
            Ok(compiled) => {
                check_template(&compiled);
                assert_eq!(shape(&compiled), shape(&expected));
                assert_eq!(compiled.plan, expected.plan);
            }
            Err(findings) => check_refused(&findings, &given, text),
        }
    }
}

fn check_refused(findings: &RecipeFindings, given: &BTreeMap<String, String>, recipe: &str) {
    check_findings(findings);
    for finding in &findings.list {
        let about_values = [
            RecipeCode::InputMissing,
            RecipeCode::InputType,
            RecipeCode::OutOfRange,
            RecipeCode::Limit,
            RecipeCode::Refused,
        ];
        assert!(about_values.contains(&finding.code), "{finding:?}");
        // What the recipe itself has may be quoted from it.
        let is_foreign = |value: &&String| value.chars().count() >= 12 && !recipe.contains(*value);
        for value in given.values().filter(is_foreign) {
            let told = format!("{} {} {}", finding.message, finding.fix, finding.snippet);
            assert!(
                !told.contains(value.as_str()),
                "a value is told: {finding:?}"
            );
        }
    }
}

/// A template with its filled texts taken out.
fn shape(compiled: &Compiled) -> Value {
    let mut template: Value =
        serde_json::from_str(compiled.template.json()).expect("a template is JSON");
    blank(&mut template);
    template
}

fn blank(value: &mut Value) {
    let filled = [
        "textEquals",
        "textContains",
        "contentDescContains",
        "applicationId",
        "source",
        "text",
    ];
    match value {
        Value::Object(entries) => {
            for (key, value) in entries {
                if filled.contains(&key.as_str()) && value.is_string() {
                    *value = Value::Null;
                } else if key == "timeoutMs" {
                    assert!(value.is_number());
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
