//! Reading what is kept of a run.

use std::fs::File;
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};

use clawperator_contract::runs::{KeptFile, RunDetails, RunLine, RunSummary};
use clawperator_private_files as private;

use crate::kept_file;
use crate::run_file::{FILE_NAME, MAX_LINE_BYTES, MAX_RUN_BYTES};

/// What is kept of one run, as it was when it was read.
#[derive(Debug, Clone)]
pub struct Bundle {
    folder: PathBuf,
    summary: RunSummary,
    lines: Vec<RunLine>,
    damaged: usize,
}

/// Why a run cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum NotRead {
    /// It is not there.
    #[error("it is not kept")]
    Gone,
    /// Its file does not begin as one of a run does; the process that writes it may just have made it.
    #[error("its file does not begin as one of a run does")]
    NotARun,
    /// The system said no.
    #[error("{0}")]
    Io(#[from] io::Error),
}

impl Bundle {
    /// Reads the run in this folder.
    pub fn read(folder: &Path) -> Result<Self, NotRead> {
        private::check_folder(folder).map_err(|error| match error.kind() {
            io::ErrorKind::NotFound => NotRead::Gone,
            _ => NotRead::Io(error),
        })?;
        let path = folder.join(FILE_NAME);
        let file = private::open_to_read(&path, private::Readable::Corrected)?;
        let file = file.ok_or(NotRead::Gone)?;
        // Asked first: whoever is gone before the file is read has written everything.
        let is_alive = is_written(&file)?;
        let mut bytes = Vec::new();
        (&file).take(MAX_RUN_BYTES).read_to_end(&mut bytes)?;
        let (lines, damaged) = lines(&bytes);
        let summary = RunSummary::of(&lines, is_alive, damaged).ok_or(NotRead::NotARun)?;
        Ok(Self {
            folder: folder.to_owned(),
            summary,
            lines,
            damaged,
        })
    }

    /// What the lines come to.
    #[must_use]
    pub const fn summary(&self) -> &RunSummary {
        &self.summary
    }

    /// The lines, in the order of the file.
    #[must_use]
    pub fn lines(&self) -> &[RunLine] {
        &self.lines
    }

    /// How many lines could not be read.
    #[must_use]
    pub const fn damaged(&self) -> usize {
        self.damaged
    }

    /// Where it was read from.
    #[must_use]
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// What is in one of its files; nothing where that is not there any more.
    pub fn file(&self, file: &KeptFile) -> io::Result<Option<Vec<u8>>> {
        kept_file::read(&kept_file::folder_of(&self.folder), file)
    }

    /// Everything but the files.
    #[must_use]
    pub fn into_details(self) -> RunDetails {
        RunDetails {
            folder: self.folder.display().to_string(),
            summary: self.summary,
            lines: self.lines,
            damaged: self.damaged,
        }
    }
}

/// Whether a process still writes a run's file: it has the file locked for as long as it lives.
pub(crate) fn is_written(file: &File) -> io::Result<bool> {
    private::is_locked(file)
}

/// The whole lines of a file, and how many of them are not lines of a run.
fn lines(bytes: &[u8]) -> (Vec<RunLine>, usize) {
    let whole = bytes
        .iter()
        .rposition(|byte| *byte == b'\n')
        .map_or(0, |end| end + 1);
    let mut damaged = 0;
    let lines = bytes
        .get(..whole)
        // The end of a line is within the bytes that it was found in.
        .unwrap_or_default()
        .split(|byte| *byte == b'\n')
        .filter(|line| !line.is_empty())
        .filter_map(|line| {
            let read = read_line(line);
            damaged += usize::from(read.is_none());
            read
        })
        .collect();
    (lines, damaged)
}

/// One line, without its end.
pub(crate) fn read_line(line: &[u8]) -> Option<RunLine> {
    if line.len() > MAX_LINE_BYTES {
        return None;
    }
    serde_json::from_slice(line).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_that_is_cut_off_is_left_out_and_a_damaged_one_is_counted() {
        let good = br#"{"atMs":1,"record":{"type":"later"}}"#;
        let mut file = good.to_vec();
        file.extend_from_slice(b"\nnot a line\n\n");
        file.extend_from_slice(good);
        file.extend_from_slice(b"\n{\"atMs\":");
        let (lines, damaged) = lines(&file);
        assert_eq!((lines.len(), damaged), (2, 1));
        assert_eq!(super::lines(b"").0.len(), 0);
    }
}
