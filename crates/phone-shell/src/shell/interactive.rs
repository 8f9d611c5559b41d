//! A shell that reads its lines from its input.

use super::session::{Interrupt, Session};
use crate::syntax::{MAX_INPUT, SyntaxError, parse};

impl Session {
    /// Reads and runs lines until `exit` or the end of the input.
    pub(crate) async fn interact(&mut self, prompt: &[u8]) -> u8 {
        let mut number = 0_u32;
        let result = loop {
            if self.output(1).write(prompt.to_vec()).await.is_err() {
                break Err(Interrupt::Exit(self.status));
            }
            let Some(source) = self.read_command(&mut number).await else {
                break Ok(self.status);
            };
            self.interactive = Some(number);
            self.depth = 0;
            self.loops = 0;
            match self.evaluate_source(&source).await {
                Ok(_) | Err(Interrupt::Break(_) | Interrupt::Continue(_)) => {}
                Err(Interrupt::Abort(status) | Interrupt::Return(status)) => self.status = status,
                Err(Interrupt::Exit(status)) => break Err(Interrupt::Exit(status)),
            }
        };
        self.end(result).await
    }

    /// One complete command, which may take several lines; `None` at the end of the input.
    async fn read_command(&mut self, number: &mut u32) -> Option<Vec<u8>> {
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
            if self.output(1).write("> ").await.is_err() {
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
