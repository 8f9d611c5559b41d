//! The lines that a diff adds, as git writes it.
//!
//! A line of a file may look like a header of the diff, so hunks are told by the counts in their own headers and by
//! nothing else.

use std::io::{self, BufRead};

/// The longest piece of a line that is looked at whole; a longer line comes in pieces that overlap.
const PIECE: usize = 64 * 1024;

/// One added line, or a piece of one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AddedLine<'d> {
    /// The file's name after the change, as git writes it.
    pub file: &'d [u8],
    /// The line's number after the change; 0 stands for the name itself.
    pub line: u64,
    /// What the line holds.
    pub bytes: &'d [u8],
}

/// Calls `see` with every line that the diff adds, and with the name of every file that it adds to.
///
/// `overlap` bytes at the end of a piece come again at the beginning of the next.
pub fn added_lines(
    mut diff: impl BufRead,
    overlap: usize,
    mut see: impl FnMut(AddedLine<'_>),
) -> io::Result<()> {
    let mut state = State::default();
    let mut piece = Vec::new();
    // What comes next continues a line whose beginning has been looked at.
    let mut continues = false;
    loop {
        let kept = if continues {
            piece.len().min(overlap)
        } else {
            0
        };
        piece.drain(..piece.len() - kept);
        let most = u64::try_from(PIECE).unwrap_or(u64::MAX);
        let read = io::Read::take(&mut diff, most).read_until(b'\n', &mut piece)?;
        if read == 0 {
            return Ok(());
        }
        let ended = piece.last() == Some(&b'\n');
        let bytes = piece.strip_suffix(b"\n").unwrap_or(&piece);
        if continues {
            if state.in_added_line {
                see(state.line(bytes));
            }
        } else {
            state.begin(bytes, &mut see);
        }
        if ended {
            state.end();
        }
        continues = !ended;
    }
}

#[derive(Debug, Default)]
struct State {
    file: Vec<u8>,
    /// Lines of the hunk that are still to come, removed and added.
    removed_left: u64,
    added_left: u64,
    /// The number of the next added line.
    number: u64,
    in_added_line: bool,
}

impl State {
    /// Takes the beginning of a line of the diff.
    fn begin(&mut self, bytes: &[u8], see: &mut impl FnMut(AddedLine<'_>)) {
        if self.removed_left > 0 || self.added_left > 0 {
            match bytes.split_first() {
                Some((b'+', rest)) if self.added_left > 0 => {
                    self.added_left -= 1;
                    self.in_added_line = true;
                    see(self.line(rest));
                }
                Some((b'-', _)) => self.removed_left = self.removed_left.saturating_sub(1),
                Some((b'\\', _)) => {}
                // A line of context, which is in both.
                Some(_) | None => {
                    self.removed_left = self.removed_left.saturating_sub(1);
                    self.added_left = self.added_left.saturating_sub(1);
                    self.number = self.number.saturating_add(1);
                }
            }
            return;
        }
        if let Some(name) = bytes.strip_prefix(b"+++ ") {
            self.name(name, see);
        } else if let Some(name) = bytes.strip_prefix(b"rename to ") {
            self.name(name, see);
        } else if let Some(counts) = bytes.strip_prefix(b"@@ ").and_then(hunk) {
            (self.removed_left, self.number, self.added_left) = counts;
        }
    }

    /// Takes the end of a line of the diff.
    fn end(&mut self) {
        if self.in_added_line {
            self.number = self.number.saturating_add(1);
            self.in_added_line = false;
        }
    }

    fn name(&mut self, written: &[u8], see: &mut impl FnMut(AddedLine<'_>)) {
        // git ends a name with blanks in it by a tab.
        let name = written.strip_suffix(b"\t").unwrap_or(written);
        if name == b"/dev/null" {
            self.file.clear();
            return;
        }
        let name = name.strip_prefix(b"b/").unwrap_or(name);
        self.file = name.to_vec();
        see(AddedLine {
            file: &self.file,
            line: 0,
            bytes: &self.file,
        });
    }

    fn line<'d>(&'d self, bytes: &'d [u8]) -> AddedLine<'d> {
        AddedLine {
            file: &self.file,
            line: self.number,
            bytes,
        }
    }
}

/// `-a,b +c,d @@ …`: removed lines, the first added line, added lines.
fn hunk(counts: &[u8]) -> Option<(u64, u64, u64)> {
    // What stands behind the second `@@` is a line of the file, in any encoding and of any length.
    let (start, _) = counts.split_at(counts.len().min(80));
    let text = start.utf8_chunks().next()?.valid();
    let mut words = text.split(' ');
    let (_, removed) = range(words.next()?.strip_prefix('-')?)?;
    let (first, added) = range(words.next()?.strip_prefix('+')?)?;
    (words.next()? == "@@").then_some((removed, first, added))
}

fn range(text: &str) -> Option<(u64, u64)> {
    match text.split_once(',') {
        Some((first, count)) => Some((first.parse().ok()?, count.parse().ok()?)),
        None => Some((text.parse().ok()?, 1)),
    }
}
