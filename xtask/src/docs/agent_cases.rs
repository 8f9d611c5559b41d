//! Which case files show what becomes of a field of an agent's action.

use std::fs;
use std::path::Path;

use serde_json::Value;

const CASES: &str = "crates/contract/tests/agent-cases";

/// What its case files show of each field.
#[derive(Debug)]
pub(super) struct ActionCases {
    folder: String,
    cases: Vec<Case>,
}

#[derive(Debug)]
struct Case {
    name: String,
    kept: Vec<String>,
    changed: Vec<String>,
}

impl ActionCases {
    /// Reads the cases of an action, in order of name.
    pub(super) fn read(repository: &Path, action: &str) -> Result<Self, String> {
        let folder = format!("{CASES}/{action}");
        let told = |error: &dyn std::fmt::Display| format!("{folder}: {error}");
        let files = fs::read_dir(repository.join(&folder)).map_err(|error| told(&error))?;
        let mut cases = Vec::new();
        for file in files {
            let path = file.map_err(|error| told(&error))?.path();
            let text = fs::read_to_string(&path).map_err(|error| told(&error))?;
            let case: Value = serde_json::from_str(&text).map_err(|error| told(&error))?;
            let name = path.file_stem().and_then(|stem| stem.to_str());
            cases.push(Case::of(name.unwrap_or("?"), &case));
        }
        cases.sort_by(|one, other| one.name.cmp(&other.name));
        Ok(Self { folder, cases })
    }

    /// Where they are, and how many.
    pub(super) fn link(&self) -> String {
        format!("[{} cases](../../{})", self.cases.len(), self.folder)
    }

    /// A case that keeps a field, and one in which it is repaired or refused. Fails where there is none.
    pub(super) fn of(&self, field: &str) -> Result<[String; 2], String> {
        let one = |what: &str, of: fn(&Case) -> &Vec<String>| -> Result<String, String> {
            let has = |case: &&Case| of(case).iter().any(|named| named == field);
            let found = self.cases.iter().find(has);
            let found =
                found.ok_or_else(|| format!("{}: no case {what} `{field}`", self.folder))?;
            Ok(format!(
                "[{0}](../../{1}/{0}.json)",
                found.name, self.folder
            ))
        };
        Ok([
            one("keeps", |case| &case.kept)?,
            one("repairs or refuses", |case| &case.changed)?,
        ])
    }
}

impl Case {
    fn of(name: &str, case: &Value) -> Self {
        let listed = |key: &str, field: &str| -> Vec<String> {
            let items = case[key].as_array().into_iter().flatten();
            items
                .filter_map(|item| item[field].as_str())
                // Of a field inside a field, such as `uiTemplate.title`, the first part.
                .map(|path| path.split('.').next().unwrap_or(path).to_owned())
                .collect()
        };
        let mut changed = listed("repairs", "field");
        changed.extend(listed("refuse", "path"));
        let action = case["action"].as_object();
        let kept = action
            .into_iter()
            .flat_map(|action| action.keys())
            .filter(|key| !changed.contains(key) && written(case, key))
            .cloned()
            .collect();
        Self {
            name: name.to_owned(),
            kept,
            changed,
        }
    }
}

/// Whether the model wrote the field: a default that nobody wrote is not kept.
fn written(case: &Value, key: &str) -> bool {
    let input = &case["input"];
    [input, &input["arguments"], &input["action"]]
        .iter()
        .any(|place| place.get(key).is_some())
}
