//! `SKILL.md` and the other texts for people.

use crate::entry::Entry;
use crate::files::{SkillFile, text_of};
use crate::finding::{Code, Finding, Findings};
use crate::names::{METADATA_FILE, PAGE_FILE};
use clawperator_recipe::{Position, personal_pattern};

/// Holds a skill's page against its form, and its texts against what is likely personal.
pub(super) fn check(entry: &Entry, files: &[SkillFile], findings: &mut Findings) {
    let metadata = format!("{}/{METADATA_FILE}", entry.id);
    for text in entry.keywords.iter().chain([&entry.summary]) {
        if let Some(kind) = personal_pattern(text) {
            findings.push(personal(&metadata, kind));
        }
    }
    let Some(page) = files.iter().find(|file| file.path == PAGE_FILE) else {
        return;
    };
    let name = format!("{}/{PAGE_FILE}", entry.id);
    let text = match text_of(&page.bytes, &name) {
        Ok(text) => text,
        Err(finding) => return findings.push(finding),
    };
    for field in ["name", "description"] {
        if !frontmatter_has(text, field) {
            findings.push(
                Finding::of_file(
                    Code::Page,
                    &name,
                    format!("the page does not begin with frontmatter that has `{field}`"),
                    "begin it with a `---` line, `name: …`, `description: …` and another `---` line",
                )
                .at(Position::START),
            );
        }
    }
    for (index, line) in text.lines().enumerate() {
        if let Some(kind) = personal_pattern(line) {
            findings.push(personal(&name, kind).at(Position::new(index + 1, 1)));
        }
    }
}

/// Whether the lines between the first two `---` give a field a value.
fn frontmatter_has(text: &str, field: &str) -> bool {
    let mut lines = text.lines();
    lines.next() == Some("---")
        && lines
            .take_while(|line| *line != "---")
            .filter_map(|line| line.split_once(':'))
            .any(|(key, value)| key == field && !value.trim().is_empty())
}

fn personal(file: &str, kind: &str) -> Finding {
    Finding::of_file(
        Code::Personal,
        file,
        format!("this contains what looks like {kind}"),
        "describe it in general words; make what differs from person to person an input",
    )
}
