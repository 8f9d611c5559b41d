//! Redirections and the bodies they ask for.

use std::sync::{Arc, OnceLock};

use super::ast::{HereBody, Part, Redirect, Target, Word};
use super::error::SyntaxError;
use super::here::Pending;
use super::parser::Parser;
use super::token::{Kind, RedirectOperator};

impl Parser<'_> {
    pub(super) fn redirect(&mut self) -> Result<Redirect, SyntaxError> {
        let token = self.take()?;
        let Kind::Redirect {
            descriptor,
            operator,
        } = token.kind
        else {
            return Err(self.unexpected(&token));
        };
        let token = self.take()?;
        let Kind::Word(word) = token.kind else {
            return Err(self.unexpected(&token));
        };
        let (default, target) = match operator {
            RedirectOperator::Read => (0, Target::Read(word)),
            RedirectOperator::Both => (0, Target::Both(word)),
            RedirectOperator::Write => (
                1,
                Target::Write {
                    path: word,
                    clobber: false,
                },
            ),
            RedirectOperator::Clobber => (
                1,
                Target::Write {
                    path: word,
                    clobber: true,
                },
            ),
            RedirectOperator::Append => (1, Target::Append(word)),
            RedirectOperator::Duplicate => {
                let reads = self.input.get(token.start.saturating_sub(2)) == Some(&b'<');
                (u8::from(!reads), Target::Duplicate(word))
            }
            RedirectOperator::Everything => (
                1,
                Target::Everything {
                    path: word,
                    append: false,
                },
            ),
            RedirectOperator::EverythingAppend => (
                1,
                Target::Everything {
                    path: word,
                    append: true,
                },
            ),
            RedirectOperator::HereString => (0, Target::HereString(word)),
            RedirectOperator::Here | RedirectOperator::HereStrip => {
                let source = self.written(token.start, token.end);
                (
                    0,
                    Target::Here(self.ask_for_body(
                        &word,
                        source,
                        operator == RedirectOperator::HereStrip,
                    )),
                )
            }
        };
        Ok(Redirect {
            descriptor: descriptor.unwrap_or(default),
            target,
        })
    }

    pub(super) fn ask_for_body(
        &mut self,
        word: &Word,
        source: &[u8],
        strip: bool,
    ) -> Arc<OnceLock<HereBody>> {
        let body = Arc::new(OnceLock::new());
        let mut delimiter = Vec::new();
        let mut quoted = false;
        let mut unusual = false;
        for part in &word.parts {
            match part {
                Part::Literal(bytes) => delimiter.extend_from_slice(bytes),
                Part::Quoted(bytes) => {
                    quoted = true;
                    delimiter.extend_from_slice(bytes);
                }
                Part::Double(parts) => {
                    quoted = true;
                    for part in parts {
                        match part {
                            Part::Literal(bytes) | Part::Quoted(bytes) => {
                                delimiter.extend_from_slice(bytes);
                            }
                            _ => unusual = true,
                        }
                    }
                }
                _ => unusual = true,
            }
        }
        if unusual {
            // Nothing is expanded in a delimiter: it is what was written.
            delimiter = source
                .iter()
                .copied()
                .filter(|byte| *byte != b'"')
                .collect();
        }
        self.here.push(Pending {
            delimiter,
            quoted,
            strip,
            body: Arc::clone(&body),
        });
        body
    }
}
