//! File names that a pattern stands for.

use super::field::{Field, Mark};
use super::pattern::Pattern;
use crate::files::{FileSystem, join};

/// How many names one pattern may find.
const MAX_NAMES: usize = 64 * 1024;

/// Whether a word could stand for file names.
pub(crate) fn is_pattern(field: &Field) -> bool {
    field
        .bytes
        .iter()
        .zip(&field.marks)
        .any(|(byte, mark)| match mark {
            Mark::Quoted => false,
            Mark::Active => matches!(byte, b'*' | b'?' | b'['),
            Mark::Operator => true,
        })
}

/// The names that match, sorted; the word itself when none does.
pub(crate) fn expand(files: &FileSystem, directory: &[u8], field: &Field) -> Vec<Vec<u8>> {
    let mut paths = vec![Vec::new()];
    let mut parts = split(field).into_iter().peekable();
    if parts.peek().is_none() {
        return vec![field.text()];
    }
    while let Some(part) = parts.next() {
        let last = parts.peek().is_none();
        let mut next = Vec::new();
        for path in &paths {
            match &part {
                Step::Slash => next.push([path.as_slice(), b"/"].concat()),
                Step::Name(name) => names(files, directory, path, name, last, &mut next),
            }
        }
        paths = next;
        if paths.is_empty() || paths.len() > MAX_NAMES {
            return vec![field.text()];
        }
    }
    paths.retain(|path| files.link_metadata(join(directory, path)).is_ok());
    paths.sort();
    if paths.is_empty() {
        vec![field.text()]
    } else {
        paths
    }
}

enum Step {
    Slash,
    Name(Field),
}

fn split(field: &Field) -> Vec<Step> {
    let mut steps = Vec::new();
    let mut start = 0;
    for (index, byte) in field.bytes.iter().enumerate() {
        if *byte == b'/' {
            if start < index {
                steps.push(Step::Name(field.slice(start, index)));
            }
            steps.push(Step::Slash);
            start = index + 1;
        }
    }
    if start < field.bytes.len() {
        steps.push(Step::Name(field.slice(start, field.bytes.len())));
    }
    steps
}

fn names(
    files: &FileSystem,
    directory: &[u8],
    path: &[u8],
    name: &Field,
    last: bool,
    found: &mut Vec<Vec<u8>>,
) {
    let pattern = Pattern::new(name);
    if !is_pattern(name) || pattern.is_literal() {
        found.push([path, name.text().as_slice()].concat());
        return;
    }
    let folder = if path.is_empty() {
        directory.to_vec()
    } else {
        join(directory, path)
    };
    let hidden = name.bytes.first() == Some(&b'.');
    // What cannot be read matches nothing.
    for entry in files.read_dir(&folder).unwrap_or_default() {
        let usable = last
            || matches!(
                entry.metadata.kind,
                crate::files::FileKind::Directory | crate::files::FileKind::Link
            );
        if usable && (hidden || !entry.name.starts_with(b".")) && pattern.matches(&entry.name) {
            found.push([path, entry.name.as_slice()].concat());
        }
    }
}
