//! `docs/reference/recipe-rules.md`: the rules recipes are held against, their codes, and the cases that show them.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use clawperator_recipe::{RecipeCode, RecipeRule, Standing};
use serde_json::Value;

use super::{heading, table};

const RULES: &str = "crates/recipe/tests/rules.json";
const CASES: &str = "crates/recipe/tests/cases";

/// The cases of one rule.
#[derive(Default)]
struct ShownOutput {
    passing: Vec<String>,
    failing: Vec<String>,
}

/// The page; fails when a rule has no case that passes or none that fails.
pub(crate) fn page(repository: &Path) -> Result<String, String> {
    let mut page = heading("Rules of recipes");
    page.push_str(
        "A recipe is checked against these rules before it is compiled. The nine numbered rules and those marked *always* \
         are errors; the level of the others can be set.\n\n",
    );
    page.push_str(&table(&["rule", "level", "what it requires"], &rule_rows()));
    page.push_str("\n## Codes\n\nEvery finding has one of these, with file, line, column, the text there, and a fix.\n\n");
    let codes: Vec<Vec<String>> = RecipeCode::ALL
        .iter()
        .map(|code| vec![format!("`{}`", code.name()), code.meaning().to_owned()])
        .collect();
    page.push_str(&table(&["code", "meaning"], &codes));
    let (cases, count) = cases(repository)?;
    page.push_str(&format!(
        "\n## Cases\n\nEvery field, value and rule with the cases that show it: files under `{CASES}`, {count} in all.\n"
    ));
    let text = read(&repository.join(RULES))?;
    let rules: Vec<Value> =
        serde_json::from_str(&text).map_err(|error| format!("{RULES}: {error}"))?;
    let mut groups: Vec<(&str, Vec<Vec<String>>)> = Vec::new();
    for rule in &rules {
        let word = |key: &str| rule.get(key).and_then(Value::as_str).unwrap_or_default();
        let shown = cases
            .get(word("id"))
            .filter(|shown| !shown.passing.is_empty() && !shown.failing.is_empty())
            .ok_or_else(|| format!("rule {} lacks a case that passes or fails", word("id")))?;
        let row = vec![
            format!("`{}`", word("id")),
            word("text").to_owned(),
            shown.passing.join("<br>"),
            shown.failing.join("<br>"),
        ];
        match groups.iter_mut().find(|(group, _)| *group == word("group")) {
            Some((_, rows)) => rows.push(row),
            None => groups.push((word("group"), vec![row])),
        }
    }
    for (group, rows) in groups {
        page.push_str(&format!("\n### {group}\n\n"));
        page.push_str(&table(&["what", "what it says", "pass", "fail"], &rows));
    }
    Ok(page)
}

fn rule_rows() -> Vec<Vec<String>> {
    RecipeRule::ALL
        .iter()
        .map(|rule| {
            let level = match rule.standing() {
                Standing::Design(number) => format!("{number} of the nine: error"),
                Standing::Always => "always error".to_owned(),
                Standing::Adjustable(level) => format!("{}, adjustable", level.name()),
            };
            vec![format!("`{}`", rule.name()), level, rule.text().to_owned()]
        })
        .collect()
}

/// The cases by rule, and how many there are.
fn cases(repository: &Path) -> Result<(BTreeMap<String, ShownOutput>, usize), String> {
    let root = repository.join(CASES);
    let files = case_files(&root)?;
    let mut by_rule: BTreeMap<String, ShownOutput> = BTreeMap::new();
    for file in &files {
        let text = read(file)?;
        let name = file
            .strip_prefix(&root)
            .unwrap_or(file)
            .with_extension("")
            .display()
            .to_string();
        // A warning breaks its rule as a refusal does.
        let fails = text.contains("\n=== refuse\n") || text.contains("\nwarn RECIPE_");
        let rules = text
            .lines()
            .find_map(|line| line.strip_prefix("rules: "))
            .ok_or_else(|| format!("{name}: names no rules"))?;
        for rule in rules.split(' ') {
            let shown = by_rule.entry(rule.to_owned()).or_default();
            if fails {
                shown.failing.push(name.clone());
            } else {
                shown.passing.push(name.clone());
            }
        }
    }
    Ok((by_rule, files.len()))
}

fn read(file: &Path) -> Result<String, String> {
    fs::read_to_string(file).map_err(|error| format!("{}: {error}", file.display()))
}

fn case_files(folder: &Path) -> Result<Vec<PathBuf>, String> {
    let mut files = Vec::new();
    let mut folders = vec![folder.to_path_buf()];
    while let Some(folder) = folders.pop() {
        let complain = |error: std::io::Error| format!("{}: {error}", folder.display());
        for entry in fs::read_dir(&folder).map_err(complain)? {
            let path = entry.map_err(complain)?.path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|ending| ending == "txt") {
                files.push(path);
            }
        }
    }
    files.sort();
    Ok(files)
}
