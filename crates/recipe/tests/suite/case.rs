//! Reading a case file; `tests/README.md` describes the form.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use clawperator_cases::{CaseFile, expand, files};
use clawperator_recipe::RecipeFormat;

/// One case: what goes in and what must come out.
pub(crate) struct Case {
    /// The file, relative to `cases/`, without its ending.
    pub(crate) name: String,
    pub(crate) seed: String,
    pub(crate) rules: Vec<String>,
    /// The name of the recipe's file.
    pub(crate) file: String,
    pub(crate) input: Input,
    pub(crate) values: Option<BTreeMap<String, String>>,
    pub(crate) expected: Expected,
}

pub(crate) enum Input {
    Recipe(String),
    Frontmatter(String),
    Step(String, RecipeFormat),
}

pub(crate) enum Expected {
    /// Accepted with these warnings.
    Accept(Vec<String>),
    /// Refused with these findings, warnings among them.
    Refuse(Vec<String>),
    /// Compiled to these actions.
    Actions(Vec<String>),
}

/// Every case under `tests/cases/`, in order of name.
pub(crate) fn all() -> Vec<Case> {
    let files = files(&root().join("cases"), "txt");
    files.iter().map(read).collect()
}

/// The folder of these tests.
pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests")
}

/// The recipe that cases change.
pub(crate) fn base() -> String {
    fs::read_to_string(root().join("base.recipe.md")).unwrap()
}

fn read(file: &CaseFile) -> Case {
    let name = &file.name;
    let text = expand(&file.text);
    let mut sections = text.split("\n=== ");
    let head: BTreeMap<&str, &str> = sections
        .next()
        .unwrap()
        .lines()
        .map(|line| {
            line.split_once(": ")
                .unwrap_or_else(|| panic!("{name}: {line}"))
        })
        .collect();
    for key in head.keys() {
        assert!(
            ["seed", "rules", "about", "name", "format"].contains(key),
            "{name}: unknown line {key}"
        );
    }
    assert!(head.contains_key("about"), "{name}: says nothing of itself");
    let format = head.get("format").map_or(RecipeFormat::One, |number| {
        RecipeFormat::numbered(number.parse().unwrap()).unwrap()
    });
    let mut input = None;
    let mut values = None;
    let mut expected = None;
    for section in sections {
        let (title, body) = section.split_once('\n').unwrap_or((section, ""));
        let lines = || {
            body.lines()
                .filter(|line| !line.is_empty())
                .map(str::to_owned)
                .collect::<Vec<_>>()
        };
        match title {
            "edit" => input = Some(Input::Recipe(edited(name, &base(), body))),
            "recipe" => input = Some(Input::Recipe(body.to_owned())),
            "frontmatter" => input = Some(Input::Frontmatter(body.to_owned())),
            "step" => input = Some(Input::Step(body.to_owned(), format)),
            "inputs" => {
                let pairs = lines().into_iter().map(|line| {
                    let (key, value) = line.split_once(':').unwrap();
                    (key.to_owned(), value.trim().replace("\\n", "\n"))
                });
                values = Some(pairs.collect());
            }
            "accept" => expected = Some(Expected::Accept(lines())),
            "refuse" => expected = Some(Expected::Refuse(lines())),
            "actions" => expected = Some(Expected::Actions(lines())),
            _ => panic!("{name}: unknown section {title}"),
        }
    }
    Case {
        seed: (*head.get("seed").unwrap_or(&"")).to_owned(),
        rules: head["rules"].split(' ').map(str::to_owned).collect(),
        file: (*head.get("name").unwrap_or(&"case.recipe.md")).to_owned(),
        input: input.unwrap_or_else(|| panic!("{name}: nothing goes in")),
        values,
        expected: expected.unwrap_or_else(|| panic!("{name}: nothing comes out")),
        name: name.clone(),
    }
}

/// Replaces runs of `- ` lines by the `+ ` lines behind them.
pub(crate) fn edited(name: &str, base: &str, edits: &str) -> String {
    let mut text = base.to_owned();
    let mut lines = edits.lines().filter(|line| !line.is_empty()).peekable();
    while lines.peek().is_some() {
        let (mut removed, mut added) = (String::new(), String::new());
        while let Some(line) = lines.next_if(|line| line.starts_with('-')) {
            removed.push_str(line.get(2..).unwrap_or_default());
            removed.push('\n');
        }
        while let Some(line) = lines.next_if(|line| line.starts_with('+')) {
            added.push_str(line.get(2..).unwrap_or_default());
            added.push('\n');
        }
        assert!(
            !(removed.is_empty() && added.is_empty()),
            "{name}: an edit is neither - nor +"
        );
        if removed.is_empty() {
            text.push_str(&added);
        } else {
            // Whole lines only: the edit of `type: click` must not find `input_type: click`.
            let at = format!("\n{text}").matches(&format!("\n{removed}")).count();
            assert_eq!(at, 1, "{name}: found {at} times:\n{removed}");
            text = format!("\n{text}")
                .replacen(&format!("\n{removed}"), &format!("\n{added}"), 1)
                .split_off(1);
        }
    }
    text
}
