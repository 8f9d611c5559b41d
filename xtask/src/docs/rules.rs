//! `docs/reference/rules.md`: every rule of the seed documents with the cases that show it.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;

use super::{heading, table};

const RULES: &str = "crates/contract/tests/rules";
const CONTRACT_CASES: &str = "crates/contract/tests/cases";
const CLI_CASES: &str = "crates/clawperator/tests/cases";

/// The page; fails when a rule has no case.
pub(crate) fn page(repository: &Path) -> Result<String, String> {
    let mut cases_of: BTreeMap<String, Vec<String>> = BTreeMap::new();
    let mut case_count = 0_usize;
    for (label, folder) in [("contract", CONTRACT_CASES), ("cli", CLI_CASES)] {
        for file in json_files(&repository.join(folder))? {
            case_count += 1;
            let name = file
                .strip_prefix(repository.join(folder))
                .unwrap_or(&file)
                .with_extension("");
            for rule in read(&file)?
                .get("rules")
                .and_then(Value::as_array)
                .into_iter()
                .flatten()
            {
                let rule = rule.as_str().unwrap_or_default().to_owned();
                cases_of
                    .entry(rule)
                    .or_default()
                    .push(format!("{label}:{}", name.display()));
            }
        }
    }
    let mut page = heading("Rules and their cases");
    page.push_str(&format!(
        "Every rule, alias, limit, default and example of the contract's seed documents, with the cases that show it.\n\
         `contract:` cases are files under `{CONTRACT_CASES}`, `cli:` cases under `{CLI_CASES}`; {case_count} in all.\n"
    ));
    for file in json_files(&repository.join(RULES))? {
        let title = file
            .file_stem()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned();
        let rules = read(&file)?;
        let mut rows = Vec::new();
        for rule in rules.as_array().into_iter().flatten() {
            let text = |key: &str| {
                rule.get(key)
                    .and_then(Value::as_str)
                    .unwrap_or_default()
                    .to_owned()
            };
            let cases = cases_of
                .get(&text("id"))
                .ok_or_else(|| format!("rule {} has no case", text("id")))?;
            rows.push(vec![
                format!("`{}`", text("id")),
                text("text"),
                cases.join("<br>"),
            ]);
        }
        page.push_str(&format!(
            "\n## {title}\n\n{}",
            table(&["rule", "what it says", "cases"], &rows)
        ));
    }
    Ok(page)
}

fn read(file: &Path) -> Result<Value, String> {
    let text = fs::read_to_string(file).map_err(|error| format!("{}: {error}", file.display()))?;
    serde_json::from_str(&text).map_err(|error| format!("{}: {error}", file.display()))
}

fn json_files(folder: &Path) -> Result<Vec<PathBuf>, String> {
    let mut files = Vec::new();
    let mut folders = vec![folder.to_path_buf()];
    while let Some(folder) = folders.pop() {
        for entry in
            fs::read_dir(&folder).map_err(|error| format!("{}: {error}", folder.display()))?
        {
            let path = entry
                .map_err(|error| format!("{}: {error}", folder.display()))?
                .path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|ending| ending == "json") {
                files.push(path);
            }
        }
    }
    files.sort();
    Ok(files)
}
