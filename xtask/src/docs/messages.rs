//! Every message of the program, for whoever reads them against the style guide.

use std::fs;
use std::path::{Path, PathBuf};

use super::heading;
use super::literals::literals;

/// The crates whose words reach a user.
const CRATES: [&str; 15] = [
    "crates/adb",
    "crates/cli",
    "crates/contract",
    "crates/device",
    "crates/engine",
    "crates/host",
    "crates/pictures",
    "crates/policy",
    "crates/private-files",
    "crates/recipe",
    "crates/skill-run",
    "crates/skills",
    "crates/sources",
    "crates/ui",
    "sim/virtual-phone",
];

/// One message and the file it is in.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Message {
    /// The file, from the repository's folder.
    file: String,
    /// The words, with placeholders as the source has them.
    text: String,
}

/// Every message, in order of files and lines.
fn all(repository: &Path) -> Result<Vec<Message>, String> {
    let mut messages = Vec::new();
    for name in CRATES {
        let mut files = Vec::new();
        collect(&repository.join(name).join("src"), &mut files)?;
        files.sort();
        for file in files {
            let text = fs::read_to_string(&file).map_err(|error| error.to_string())?;
            let shown = file
                .strip_prefix(repository)
                .unwrap_or(&file)
                .display()
                .to_string();
            let found = literals(&text)
                .into_iter()
                .filter(|literal| is_message(literal));
            messages.extend(found.map(|text| Message {
                file: shown.clone(),
                text,
            }));
        }
    }
    Ok(messages)
}

pub(crate) fn page(repository: &Path) -> Result<String, String> {
    let mut page = heading("Messages");
    page.push_str(
        "Every message of the program, by file, to be read against [STYLE.md](../../STYLE.md).\n\
         Placeholders are those of the source.\n",
    );
    let mut file = String::new();
    for message in all(repository)? {
        if message.file != file {
            file.clone_from(&message.file);
            page.push_str(&format!("\n## {file}\n\n"));
        }
        let text = message.text.replace('\n', "\\n").replace('`', "'");
        page.push_str(&format!("- `{text}`\n"));
    }
    Ok(page)
}

/// Whether a literal is something to read: two words at least, one after the other.
fn is_message(literal: &str) -> bool {
    let words: Vec<&str> = literal.split(' ').collect();
    let is_word = |word: &str| {
        word.len() > 1
            && word
                .trim_end_matches([',', ':', ';', '.'])
                .chars()
                .all(|letter| letter.is_ascii_lowercase())
    };
    words
        .windows(2)
        .any(|pair| pair.iter().all(|word| is_word(word)))
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) -> Result<(), String> {
    let entries = fs::read_dir(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    for entry in entries {
        let path = entry.map_err(|error| error.to_string())?.path();
        if path.is_dir() {
            collect(&path, files)?;
        } else if path.extension().is_some_and(|ending| ending == "rs") && !is_test(&path) {
            files.push(path);
        }
    }
    Ok(())
}

/// Whether a file has only tests, whose words reach nobody.
fn is_test(path: &Path) -> bool {
    let name = path.file_stem().and_then(|name| name.to_str());
    name.is_some_and(|name| name == "tests" || name.ends_with("_tests"))
}
