//! A value that is not there must not silently become an empty one.

use std::collections::BTreeMap;

use super::repository::{File, forbid};
use super::sources::sources;

/// How many defaults without a reason each crate may still have. A number here only becomes smaller; a crate that is
/// not listed has none.
const WITHOUT_REASON: &[(&str, usize)] = &[
    ("crates/adb", 5),
    ("crates/cli", 26),
    ("crates/contract", 9),
    ("crates/device", 7),
    ("crates/engine", 3),
    ("crates/host", 3),
    ("crates/policy", 14),
    ("crates/skill-run", 5),
];

#[test]
fn every_default_instead_of_a_value_has_its_reason() {
    let mut unexplained: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for file in sources()
        .iter()
        .filter(|file| is_shipped_or_simulator(file))
    {
        let lines: Vec<&str> = file.text.lines().collect();
        for (number, line) in (1..).zip(&lines) {
            if line.contains(".unwrap_or_default()") && !has_reason(&lines[..number]) {
                let krate = file.path.split('/').take(2).collect::<Vec<_>>().join("/");
                let found = format!("{}:{number}: {}", file.path, line.trim());
                unexplained.entry(krate).or_default().push(found);
            }
        }
    }
    let violations: Vec<String> = unexplained
        .into_iter()
        .filter(|(krate, found)| found.len() > most(krate))
        .flat_map(|(_, found)| found)
        .collect();
    forbid(
        &violations,
        "Say in a comment above it why an empty value is true; if it is impossible, use `expect` or an error.",
    );
}

fn most(krate: &str) -> usize {
    let allowed = WITHOUT_REASON.iter().find(|(name, _)| *name == krate);
    allowed.map_or(0, |(_, most)| *most)
}

fn is_shipped_or_simulator(file: &File) -> bool {
    let is_source = file.path.contains("/src/");
    is_source && (file.path.starts_with("crates/") || file.path.starts_with("sim/"))
}

/// Whether the last of these lines has a comment: at its end, above it, or above the statement that it is part of.
fn has_reason(lines: &[&str]) -> bool {
    let Some((line, above)) = lines.split_last() else {
        return false;
    };
    if line.contains("// ") {
        return true;
    }
    for line in above.iter().rev() {
        let line = line.trim();
        if line.starts_with("//") {
            return !line.starts_with("///");
        }
        if line.ends_with([';', '{', '}']) || line.is_empty() {
            return false;
        }
    }
    false
}

#[test]
fn a_reason_stands_above_the_line_or_its_statement() {
    let with = "    // Nothing was typed.\n    let text = field\n        .text()\n        .unwrap_or_default();";
    let without = "    // Nothing was typed.\n    let field = find();\n    let text = field.text().unwrap_or_default();";
    let documented =
        "    /// The text.\n    fn text(self) -> String {\n        self.text.unwrap_or_default()";
    for (text, expected) in [(with, true), (without, false), (documented, false)] {
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(has_reason(&lines), expected, "{text}");
    }
}
