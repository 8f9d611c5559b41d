//! The form of a case: words, then sections that each begin with `=== `.

use std::path::{Path, PathBuf};

use clawperator_cases::{CaseFile, expand, files};
use clawperator_ui::Surroundings;

/// One file of `tests/cases`.
#[derive(Clone)]
pub(crate) struct Case {
    /// Its path below `tests/cases`, without its ending.
    pub(crate) name: String,
    pub(crate) path: PathBuf,
    /// What it shows.
    pub(crate) about: String,
    pub(crate) sections: Vec<Section>,
}

/// A command and what belongs to it: a dump, or the answer that is expected.
#[derive(Clone)]
pub(crate) struct Section {
    pub(crate) command: String,
    pub(crate) body: String,
}

/// A dump as bytes, and what is known besides.
pub(crate) struct Dump {
    pub(crate) bytes: Vec<u8>,
    pub(crate) surroundings: Surroundings,
}

/// Every case, in the order of their names.
pub(crate) fn all() -> Vec<Case> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases");
    files(&root, "txt")
        .into_iter()
        .map(|CaseFile { name, path, text }| {
            let mut parts = text.split("=== ");
            let about = parts.next().unwrap().trim().to_owned();
            let sections = parts.map(Section::read).collect();
            Case {
                name,
                path,
                about,
                sections,
            }
        })
        .collect()
}

impl Case {
    /// The file as it is written.
    pub(crate) fn text(&self) -> String {
        let sections = self
            .sections
            .iter()
            .map(|section| match section.body.as_str() {
                "" => format!("\n=== {}\n", section.command),
                body => format!("\n=== {}\n{body}\n", section.command),
            });
        format!("{}\n{}", self.about, sections.collect::<String>())
    }
}

impl Section {
    fn read(text: &str) -> Self {
        let (command, body) = text.split_once('\n').unwrap_or((text, ""));
        Self {
            command: command.trim().to_owned(),
            body: body.trim_end().to_owned(),
        }
    }

    /// The first word of the command, and the rest.
    pub(crate) fn words(&self) -> (&str, &str) {
        let (verb, rest) = self.command.split_once(' ').unwrap_or((&self.command, ""));
        (verb, rest.trim())
    }

    /// The dump in the body, encoded as the command's options say.
    pub(crate) fn dump(&self) -> Dump {
        let text = expand(&self.body);
        let mut dump = Dump {
            bytes: text.clone().into_bytes(),
            surroundings: Surroundings::default(),
        };
        for option in self.words().1.split_whitespace() {
            let units = || text.encode_utf16();
            match option.split_once('=').unwrap_or((option, "")) {
                ("utf-8-bom", _) => dump.bytes = [b"\xef\xbb\xbf", text.as_bytes()].concat(),
                ("utf-16le", _) => dump.bytes = units().flat_map(u16::to_le_bytes).collect(),
                ("utf-16be", _) => dump.bytes = units().flat_map(u16::to_be_bytes).collect(),
                ("latin-1", _) => {
                    dump.bytes = text.chars().map(|c| u8::try_from(c).unwrap()).collect();
                }
                ("screen", size) => {
                    let (width, height) = size.split_once('x').unwrap();
                    dump.surroundings.screen =
                        Some((width.parse().unwrap(), height.parse().unwrap()));
                }
                ("keyboard", package) => dump.surroundings.keyboard = Some(package.to_owned()),
                (option, _) => panic!("no such option: {option}"),
            }
        }
        dump
    }
}
