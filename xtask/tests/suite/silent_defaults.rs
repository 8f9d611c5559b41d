//! A value that is not there must not silently become an empty one.

use super::repository::{File, forbid};
use super::sources::sources;

#[test]
fn every_default_instead_of_a_value_has_its_reason() {
    let mut violations = Vec::new();
    for file in sources()
        .iter()
        .filter(|file| is_shipped_or_simulator(file))
    {
        let lines: Vec<&str> = file.text.lines().collect();
        for (number, line) in (1..).zip(&lines) {
            if line.contains(".unwrap_or_default()") && !has_reason(&lines[..number]) {
                violations.push(format!("{}:{number}: {}", file.path, line.trim()));
            }
        }
    }
    forbid(
        &violations,
        "Say in a comment above it why an empty value is true; if it is impossible, use `expect` or an error.",
    );
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
