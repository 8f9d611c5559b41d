//! Following a run while another process writes it.

use std::fs::File;
use std::io::{self, Read as _};
use std::path::Path;

use clawperator_contract::runs::RunLine;
use clawperator_private_files as private;

use crate::bundle::{is_written, read_line};
use crate::changes::Changes;
use crate::run_file::{FILE_NAME, MAX_LINE_BYTES};

/// The lines of one run as they are written. It takes no lock of a phone and changes nothing.
#[derive(Debug)]
pub struct Follower {
    file: File,
    changes: Changes,
    /// What was read and not given out.
    rest: Vec<u8>,
}

impl Follower {
    pub(crate) fn open(run: &Path) -> io::Result<Self> {
        let path = run.join(FILE_NAME);
        private::check_folder(run)?;
        let file = private::open_to_read(&path, private::Readable::Corrected)?;
        Ok(Self {
            file: file.ok_or(io::ErrorKind::NotFound)?,
            // From before the first line is read, so that none is missed.
            changes: Changes::of(&path)?,
            rest: Vec::new(),
        })
    }

    /// The next line, as soon as it is there; nothing when no process writes the run any more. It may be dropped at any
    /// time, and no line is lost by that.
    pub async fn next(&mut self) -> io::Result<Option<RunLine>> {
        loop {
            if let Some(line) = self.take_line() {
                return Ok(Some(line));
            }
            // Asked first: whoever is gone before the file is read has written everything.
            let is_alive = is_written(&self.file)?;
            if self.read()? {
                continue;
            }
            if !is_alive {
                return Ok(None);
            }
            self.changes.next().await?;
        }
    }

    /// The next whole line that can be read; what is not a line of a run is skipped.
    fn take_line(&mut self) -> Option<RunLine> {
        while let Some(end) = self.rest.iter().position(|byte| *byte == b'\n') {
            let line: Vec<u8> = self.rest.drain(..=end).collect();
            let line = line.strip_suffix(b"\n").unwrap_or(&line);
            if let Some(line) = read_line(line) {
                return Some(line);
            }
        }
        None
    }

    /// Reads more; whether there was any.
    fn read(&mut self) -> io::Result<bool> {
        let mut more = [0; 16 * 1024];
        let read = self.file.read(&mut more)?;
        if self.rest.len() > MAX_LINE_BYTES {
            // Whatever it is, it is not a line. What follows its end is.
            self.rest.clear();
        }
        self.rest.extend(more.iter().take(read));
        Ok(read > 0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::run_file::{RunFile, line};

    #[tokio::test]
    async fn every_line_comes_once_and_then_the_end() {
        let root = tempfile::tempdir().unwrap();
        let file = RunFile::create(root.path().join("run"), &line(0), false).unwrap();
        file.write_now(&line(1), false).unwrap();
        let mut follower = Follower::open(file.folder()).unwrap();
        let times = tokio::spawn(async move {
            let mut times = Vec::new();
            while let Some(line) = follower.next().await.unwrap() {
                times.push(line.at_ms);
            }
            times
        });
        for at_ms in 2..200 {
            file.push(&line(at_ms));
            if at_ms % 3 == 0 {
                file.flush().unwrap();
                tokio::task::yield_now().await;
            }
        }
        file.flush().unwrap();
        drop(file);
        assert_eq!(times.await.unwrap(), (0..200).collect::<Vec<u64>>());
    }
}
