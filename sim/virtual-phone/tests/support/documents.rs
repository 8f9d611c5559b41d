//! Documents as tests read them: fenced blocks, transcripts of commands.

use std::path::Path;

use tokio::process::Command;

use super::adb::Adb;
use super::in_time;

/// A fenced block of a document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Block {
    /// What stands behind the fence, such as `json view`.
    pub(crate) info: String,
    pub(crate) text: String,
    /// The line of the fence.
    pub(crate) line: usize,
}

/// A document by its name under `docs`.
pub(crate) fn document(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../docs")
        .join(name);
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

pub(crate) fn blocks(document: &str) -> Vec<Block> {
    let mut blocks = Vec::new();
    let mut open: Option<Block> = None;
    for (number, line) in (1..).zip(document.lines()) {
        match (&mut open, line.strip_prefix("```")) {
            (None, Some(info)) => {
                open = Some(Block {
                    info: info.to_owned(),
                    text: String::new(),
                    line: number,
                });
            }
            (Some(_), Some(_)) => blocks.extend(open.take()),
            (Some(block), None) => {
                block.text.push_str(line);
                block.text.push('\n');
            }
            (None, None) => {}
        }
    }
    assert_eq!(open, None, "a fence is not closed");
    blocks
}

/// Runs the commands of a document's transcripts and holds what they print against it; answers how many there are.
pub(crate) async fn run_transcripts(document: &str, adb: &Adb) -> usize {
    let mut commands = 0;
    for block in blocks(document)
        .iter()
        .filter(|block| block.info == "console")
    {
        for (line, shown) in transcript(&block.text) {
            let mut command = Command::new("sh");
            adb.environment(&mut command);
            let output = in_time(&line, command.args(["-c", &line]).output())
                .await
                .unwrap();
            let printed = String::from_utf8_lossy(&output.stdout);
            assert!(
                is_like(&printed, &shown),
                "$ {line}\n{printed}\nnot\n{shown}"
            );
            commands += 1;
        }
    }
    commands
}

/// The commands of a transcript, each with what it is to print.
fn transcript(text: &str) -> Vec<(String, String)> {
    let mut commands: Vec<(String, String)> = Vec::new();
    for line in text.lines() {
        if let Some(command) = line.strip_prefix("$ ") {
            commands.push((command.to_owned(), String::new()));
        } else {
            let (_, output) = commands.last_mut().expect("a command before its output");
            output.push_str(line);
            output.push('\n');
        }
    }
    commands
}

/// Whether a text is as a document shows it, where `…` stands for anything.
pub(crate) fn is_like(text: &str, shown: &str) -> bool {
    let mut pieces = shown.split('…');
    let Some(mut rest) = text.strip_prefix(pieces.next().unwrap_or_default()) else {
        return false;
    };
    let pieces: Vec<&str> = pieces.collect();
    let Some((last, between)) = pieces.split_last() else {
        return rest.is_empty();
    };
    for piece in between {
        match rest.find(piece) {
            Some(at) => rest = &rest[at + piece.len()..],
            None => return false,
        }
    }
    rest.ends_with(last)
}

#[test]
fn an_ellipsis_stands_for_anything() {
    for (text, shown, like) in [
        ("abc", "abc", true),
        ("abc", "a…", true),
        ("abc", "…c", true),
        ("abcbd", "a…b…d", true),
        ("abc", "a…b", false),
        ("abc", "ab", false),
        ("", "…", true),
    ] {
        assert_eq!(is_like(text, shown), like, "{text} {shown}");
    }
}
