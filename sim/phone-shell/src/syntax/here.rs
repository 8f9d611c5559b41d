//! Here documents: bodies that follow the line that asks for them.

use std::sync::{Arc, OnceLock};

use super::ast::{HereBody, Part, Word};
use super::error::SyntaxError;
use super::parser::Parser;
use super::scan::Builder;

/// A body that has been asked for and not been read.
#[derive(Debug)]
pub(super) struct Pending {
    pub(super) delimiter: Vec<u8>,
    /// Whether any of the delimiter was quoted, which keeps the body as it is.
    pub(super) quoted: bool,
    /// Whether leading tabs are dropped.
    pub(super) strip: bool,
    pub(super) body: Arc<OnceLock<HereBody>>,
}

impl Parser<'_> {
    /// Reads the bodies that the line just ended has asked for.
    pub(super) fn here_bodies(&mut self) -> Result<(), SyntaxError> {
        for pending in std::mem::take(&mut self.here) {
            let text = self.here_text(&pending)?;
            let body = if pending.quoted {
                HereBody::Plain(text)
            } else {
                HereBody::Expanded(text)
            };
            // Each body is read once; a second value cannot arrive.
            let _ = pending.body.set(body);
        }
        Ok(())
    }

    fn here_text(&mut self, pending: &Pending) -> Result<Vec<u8>, SyntaxError> {
        let mut text = Vec::new();
        // Lines that a backslash joins are one line, also where the end is looked for.
        let mut line = Vec::new();
        let closes_early = self.nesting.contains(&"(");
        loop {
            // Behind the last line there is nothing.
            let rest = self.input.get(self.position..).unwrap_or_default();
            if rest.is_empty() {
                return Err(SyntaxError::HereDocument(pending.delimiter.clone()));
            }
            let length = rest
                .iter()
                .position(|byte| *byte == b'\n')
                .unwrap_or(rest.len());
            let mut piece = rest.split_at(length).0;
            if pending.strip && line.is_empty() {
                let tabs = piece.iter().take_while(|byte| **byte == b'\t').count();
                piece = piece.split_at(tabs).1;
            }
            let after = piece.strip_prefix(pending.delimiter.as_slice());
            if closes_early
                && line.is_empty()
                && let Some(after @ [b')', ..]) = after
            {
                // In parentheses the closing one may stand right behind the delimiter.
                self.position += length - after.len();
                return Ok(text);
            }
            self.position += (length + 1).min(rest.len());
            let backslashes = piece
                .iter()
                .rev()
                .take_while(|byte| **byte == b'\\')
                .count();
            if !pending.quoted && backslashes % 2 == 1 {
                line.extend_from_slice(piece.split_last().map_or(&[], |(_, head)| head));
                continue;
            }
            line.extend_from_slice(piece);
            if line == pending.delimiter {
                return Ok(text);
            }
            text.append(&mut line);
            text.push(b'\n');
        }
    }
}

/// Parses the body of a here document, in which parameters and substitutions are expanded.
///
/// This happens when it is expanded and not with the line, so that an error in it is one of the redirection, and a
/// body in a body is read once for each and not once for each way of reading what is around it.
pub fn parse_here(text: &[u8]) -> Result<Word, SyntaxError> {
    let mut parser = Parser::new(text)?;
    let mut builder = Builder::default();
    while let Some(byte) = parser.peek() {
        match byte {
            b'\\' => parser.protected(b"$`\\", &mut builder),
            b'$' => parser.dollar(true, &mut builder)?,
            b'`' => {
                parser.position += 1;
                builder.part(parser.backquote(false)?);
            }
            _ => {
                parser.position += 1;
                builder.literal(byte);
            }
        }
    }
    Ok(Word {
        parts: vec![Part::Double(builder.finish().parts)],
    })
}
