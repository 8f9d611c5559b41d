//! A shell that reads its lines from its input, from a person or from a pipe.

use super::session::{Interrupt, Session};
use crate::syntax::{MAX_INPUT, SyntaxError, parse};

/// The lines that are being read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Lines {
    pub(crate) from: Typist,
    /// How many were read so far.
    pub(crate) number: u32,
}

/// Who writes the lines.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Typist {
    /// Somebody who is prompted, and goes on after an error.
    Person,
    /// Somebody who is not.
    Pipe,
}

/// What a person sees when a command goes on in the next line.
const MORE: &str = "> ";

impl Session {
    /// Reads and runs lines until `exit` or the end of the input.
    pub(crate) async fn read_lines(&mut self, from: Typist, prompt: &[u8]) -> u8 {
        let mut number = 0_u32;
        let result = loop {
            if from == Typist::Person && self.output(1).write(prompt.to_vec()).await.is_err() {
                break Err(Interrupt::Exit(self.status));
            }
            let Some(source) = self.read_command(from, &mut number).await else {
                break Ok(self.status);
            };
            self.lines = Some(Lines { from, number });
            self.depth = 0;
            self.loops = 0;
            match self.evaluate_source(&source).await {
                Ok(_) | Err(Interrupt::Break(_) | Interrupt::Continue(_)) => {}
                Err(Interrupt::Abort(status)) if from == Typist::Pipe => {
                    break Err(Interrupt::Exit(status));
                }
                Err(Interrupt::Abort(status) | Interrupt::Return(status)) => self.status = status,
                Err(Interrupt::Exit(status)) => break Err(Interrupt::Exit(status)),
            }
        };
        Session::end(result)
    }

    /// One complete command, which may take several lines; `None` at the end of the input.
    async fn read_command(&mut self, from: Typist, number: &mut u32) -> Option<Vec<u8>> {
        let mut source = Vec::new();
        loop {
            let line = self
                .input(0)
                .read_until(b'\n', MAX_INPUT + 1 - source.len().min(MAX_INPUT))
                .await;
            if line.is_empty() {
                return if source.is_empty() {
                    None
                } else {
                    Some(source)
                };
            }
            *number += 1;
            source.extend_from_slice(&line);
            if source.len() > MAX_INPUT || !line.ends_with(b"\n") || !is_open(&source) {
                return Some(source);
            }
            if from == Typist::Person && self.output(1).write(MORE).await.is_err() {
                return None;
            }
        }
    }
}

/// Whether more lines could complete the command.
fn is_open(source: &[u8]) -> bool {
    if source.ends_with(b"\\\n") {
        return true;
    }
    matches!(
        parse(source),
        Err(SyntaxError::UnexpectedEnd
            | SyntaxError::Unmatched(_)
            | SyntaxError::NoClosingQuote
            | SyntaxError::HereDocument(_))
    )
}
