//! One kept screen as a file: a line of JSON, and the dump behind it.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;

use clawperator_ui::{Refs, Shown, Tree};
use serde::{Deserialize, Serialize};

use super::book::Counters;
use clawperator_engine::Kept;
use clawperator_private_files::{self as private, Readable};

/// The form of the file. A file of another form is as good as none.
const VERSION: u32 = 1;
/// No first line is longer: two numbers for each of 2,000 lines.
const LONGEST_LINE: u64 = 256 * 1024;

/// The first line.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Heading {
    version: u32,
    generation: i64,
    /// The next number, as it was when this was written.
    next: u64,
    activity: Option<String>,
    /// The user whose screen it was.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    user: Option<u32>,
    /// The nodes with refs, by their place in the dump.
    nodes: Vec<u32>,
    /// Their numbers.
    numbers: Vec<u64>,
}

impl Heading {
    pub(super) fn new(
        shown: Shown<'_>,
        user: Option<u32>,
        refs: &Refs,
        counters: Counters,
    ) -> Self {
        let place = |node: clawperator_ui::NodeId| u32::try_from(node.index()).unwrap_or(u32::MAX);
        Self {
            version: VERSION,
            generation: counters.generation,
            next: counters.next,
            activity: shown.activity.map(str::to_owned),
            user,
            nodes: refs.lines().map(|(node, _)| place(node)).collect(),
            numbers: refs.lines().map(|(_, number)| number).collect(),
        }
    }

    pub(super) const fn counters(&self) -> Counters {
        Counters::new(self.next, self.generation)
    }

    pub(super) fn has(&self, number: u64) -> bool {
        self.numbers.contains(&number)
    }
}

/// The file of a screen.
pub(super) fn encode(heading: &Heading, dump: &[u8]) -> io::Result<Vec<u8>> {
    let mut bytes = serde_json::to_vec(heading)?;
    bytes.push(b'\n');
    bytes.extend_from_slice(dump);
    Ok(bytes)
}

/// The first line of a file; `None` when it is gone or is no such line.
pub(super) fn heading(path: &Path) -> io::Result<Option<Heading>> {
    Ok(open(path)?.map(|(heading, _)| heading))
}

/// The screen of a file; `None` when it is gone or cannot be read any more.
pub(super) fn read(path: &Path) -> io::Result<Option<Kept>> {
    let Some((heading, mut rest)) = open(path)? else {
        return Ok(None);
    };
    let mut dump = Vec::new();
    rest.read_to_end(&mut dump)?;
    Ok(kept(heading, &dump))
}

/// A ref presses what a screen says that it is, so a screen that others could have written is refused.
fn open(path: &Path) -> io::Result<Option<(Heading, BufReader<File>)>> {
    let opened = private::open_to_read(path, Readable::Corrected).map_err(|error| {
        // Every listing has a name; without one the reason still stands.
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        io::Error::new(error.kind(), format!("`{name}`: {error}"))
    })?;
    let Some(file) = opened else {
        return Ok(None);
    };
    let mut reader = BufReader::new(file);
    let mut line = Vec::new();
    reader
        .by_ref()
        .take(LONGEST_LINE)
        .read_until(b'\n', &mut line)?;
    let heading = serde_json::from_slice::<Heading>(&line).ok();
    let is_ours = |heading: &Heading| {
        heading.version == VERSION && heading.nodes.len() == heading.numbers.len()
    };
    Ok(heading.filter(is_ours).map(|heading| (heading, reader)))
}

fn kept(heading: Heading, dump: &[u8]) -> Option<Kept> {
    let tree = Tree::parse(dump).ok()?.tree;
    let lines = heading.nodes.into_iter().zip(heading.numbers);
    Some(Kept {
        generation: heading.generation,
        refs: Refs::restore(&tree, lines)?,
        tree,
        activity: heading.activity,
        user: heading.user,
        is_scrolled: false,
    })
}
