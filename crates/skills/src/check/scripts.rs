//! What scripts may be written in.
//!
//! Skills are written in TypeScript or JavaScript. A small wrapper in Bash is fine; anything more, and Python, waits to
//! be rewritten, and says so at the top.

use crate::entry::Entry;
use crate::files::SkillFile;
use crate::finding::{Code, Finding, Findings};
use crate::script::Language;

/// Lines of commands that a wrapper has at most.
const MOST_WRAPPER_LINES: usize = 15;
/// Lines at the top among which the note is looked for.
const TOP_LINES: usize = 15;

/// Holds a skill's scripts against the design's choice of languages.
pub(super) fn check(entry: &Entry, files: &[SkillFile], findings: &mut Findings) {
    for file in files
        .iter()
        .filter(|file| file.path.starts_with("scripts/"))
    {
        let shown = format!("{}/{}", entry.id, file.path);
        let language = Language::of(&file.path);
        let text = String::from_utf8_lossy(&file.bytes);
        let needs_note = match language {
            Some(Language::Python) => true,
            Some(Language::Shell) => !is_wrapper(&text),
            Some(Language::JavaScript | Language::TypeScript) | None => false,
        };
        if needs_note && !has_note(&text) {
            let name = language.map_or("", Language::name);
            findings.push(Finding::of_file(
                Code::MigrationNote,
                &shown,
                format!("a script in {name} that does more than wrap a command needs a migration note"),
                "write it in TypeScript, or say at the top: `# Migration: queued for Node.js/TypeScript`",
            ));
        }
        if let (Some(language), Some(interpreter)) = (language, entry.interpreter)
            && entry.scripts.contains(&file.path)
            && !interpreter.runs(language)
        {
            findings.push(Finding::of_file(
                Code::ScriptLanguage,
                &shown,
                format!("`{}` does not run {}", interpreter.name(), language.name()),
                "make `interpreter` match the scripts",
            ));
        }
    }
    if entry.interpreter.is_none() && !entry.scripts.is_empty() {
        findings.push(
            Finding::of_file(
                Code::ScriptLanguage,
                &format!("{}/skill.json", entry.id),
                "the skill has scripts but no `interpreter`, so they are not run",
                "add `interpreter`: node, bash, sh or python3",
            )
            .warning(),
        );
    }
}

/// Whether a script in Bash only wraps commands: few lines, no loops, choices by case or functions.
fn is_wrapper(text: &str) -> bool {
    let commands: Vec<&str> = text
        .lines()
        .map(str::trim)
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
        .collect();
    let is_control = |line: &&str| {
        let first = line
            .split_once([' ', '\t', ';'])
            .map_or(*line, |(first, _)| first);
        matches!(
            first,
            "for" | "while" | "until" | "case" | "select" | "function"
        ) || line.contains("()")
    };
    commands.len() <= MOST_WRAPPER_LINES && !commands.iter().any(is_control)
}

/// Whether a comment at the top says that the script waits for its migration, and to what.
fn has_note(text: &str) -> bool {
    text.lines()
        .take(TOP_LINES)
        .map(str::trim)
        .filter(|line| line.starts_with('#'))
        .map(str::to_lowercase)
        .any(|line| {
            let names_language = line.contains("node") || line.contains("typescript");
            line.contains("migrat") && names_language
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wrapper_is_told_from_a_program() {
        assert!(is_wrapper(
            "#!/bin/sh\nset -eu\nexec clawperator skills run \"$1\"\n"
        ));
        assert!(is_wrapper("if [ -n \"$1\" ]; then echo a; fi\n"));
        assert!(!is_wrapper("for a in 1 2; do echo $a; done\n"));
        assert!(!is_wrapper("read_all() {\n  cat\n}\nread_all\n"));
        assert!(!is_wrapper(&"echo a\n".repeat(16)));
    }

    #[test]
    fn a_note_stands_in_a_comment_at_the_top() {
        assert!(has_note(
            "#!/bin/sh\n# Migration: queued for Node.js/TypeScript\n"
        ));
        assert!(has_note("# Queued for migration to TypeScript.\n"));
        assert!(!has_note("# migration\n"));
        assert!(!has_note("# See the migration guide.\n"));
        assert!(!has_note("echo migration to node\n"));
        assert!(!has_note(
            &("\n".repeat(20) + "# migration: queued for Node.js")
        ));
    }
}
