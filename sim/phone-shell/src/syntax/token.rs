//! Words, operators and newlines.

use super::ast::Word;
use super::error::SyntaxError;
use super::parser::Parser;
use super::scan::Context;

/// A token and where it stands.
#[derive(Debug, Clone)]
pub(super) struct Token {
    pub(super) kind: Kind,
    pub(super) start: usize,
    pub(super) end: usize,
}

#[derive(Debug, Clone)]
pub(super) enum Kind {
    Word(Word),
    Operator(Operator),
    Redirect {
        descriptor: Option<u8>,
        operator: RedirectOperator,
    },
    Newline,
    End,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Operator {
    And,
    Or,
    Pipe,
    Coprocess,
    Background,
    Semicolon,
    Leave,
    FallThrough,
    TryNext,
    Open,
    DoubleOpen,
    Close,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum RedirectOperator {
    Read,
    Write,
    Clobber,
    Append,
    Both,
    Duplicate,
    Everything,
    EverythingAppend,
    Here,
    HereStrip,
    HereString,
}

impl Parser<'_> {
    /// Looks at the next token without taking it.
    pub(super) fn look(&mut self) -> Result<&Token, SyntaxError> {
        let token = match self.peeked.take() {
            Some(token) => token,
            None => self.scan_token()?,
        };
        Ok(self.peeked.insert(token))
    }

    /// Takes the next token.
    pub(super) fn take(&mut self) -> Result<Token, SyntaxError> {
        match self.peeked.take() {
            Some(token) => Ok(token),
            None => self.scan_token(),
        }
    }

    fn scan_token(&mut self) -> Result<Token, SyntaxError> {
        while matches!(self.peek(), Some(b' ' | b'\t')) {
            self.position += 1;
        }
        if self.peek() == Some(b'#') {
            while self.raw(0).is_some_and(|byte| byte != b'\n') {
                self.position += 1;
            }
        }
        let start = self.position;
        let kind = self.scan_kind()?;
        let end = self.position;
        if matches!(kind, Kind::Newline) {
            self.here_bodies()?;
        }
        if matches!(kind, Kind::End)
            && let Some(pending) = self.here.first()
        {
            return Err(SyntaxError::HereDocument(pending.delimiter.clone()));
        }
        Ok(Token { kind, start, end })
    }

    fn scan_kind(&mut self) -> Result<Kind, SyntaxError> {
        let Some(byte) = self.peek() else {
            return Ok(Kind::End);
        };
        if byte.is_ascii_digit() && matches!(self.raw(1), Some(b'<' | b'>')) {
            self.position += 1;
            let operator = self.redirect_operator();
            return Ok(Kind::Redirect {
                descriptor: Some(byte - b'0'),
                operator,
            });
        }
        let operator = match byte {
            b'\n' => {
                self.position += 1;
                return Ok(Kind::Newline);
            }
            b'<' | b'>' => {
                let operator = self.redirect_operator();
                return Ok(Kind::Redirect {
                    descriptor: None,
                    operator,
                });
            }
            b'&' if self.raw(1) == Some(b'>') => {
                self.position += 2;
                let operator = if self.eat(b'>') {
                    RedirectOperator::EverythingAppend
                } else {
                    RedirectOperator::Everything
                };
                return Ok(Kind::Redirect {
                    descriptor: None,
                    operator,
                });
            }
            b'&' => self.either(&[(b'&', Operator::And)], Operator::Background),
            b'|' => self.either(
                &[(b'|', Operator::Or), (b'&', Operator::Coprocess)],
                Operator::Pipe,
            ),
            b';' => self.either(
                &[
                    (b';', Operator::Leave),
                    (b'&', Operator::FallThrough),
                    (b'|', Operator::TryNext),
                ],
                Operator::Semicolon,
            ),
            b'(' => self.either(&[(b'(', Operator::DoubleOpen)], Operator::Open),
            b')' => self.either(&[], Operator::Close),
            b'\\' if self.raw(1).is_none() => {
                self.position += 1;
                return Ok(Kind::End);
            }
            _ => return Ok(Kind::Word(self.word(Context::Plain)?)),
        };
        Ok(Kind::Operator(operator))
    }

    /// One character, or two when the second is listed.
    fn either(&mut self, pairs: &[(u8, Operator)], alone: Operator) -> Operator {
        self.position += 1;
        for (second, operator) in pairs {
            if self.eat(*second) {
                return *operator;
            }
        }
        alone
    }

    fn redirect_operator(&mut self) -> RedirectOperator {
        let first = self.bump();
        if first == Some(b'>') {
            return match self.peek() {
                Some(b'>') => self.counted(RedirectOperator::Append),
                Some(b'|') => self.counted(RedirectOperator::Clobber),
                Some(b'&') => self.counted(RedirectOperator::Duplicate),
                _ => RedirectOperator::Write,
            };
        }
        match self.peek() {
            Some(b'<') => {
                self.position += 1;
                match self.peek() {
                    Some(b'<') => self.counted(RedirectOperator::HereString),
                    Some(b'-') => self.counted(RedirectOperator::HereStrip),
                    _ => RedirectOperator::Here,
                }
            }
            Some(b'>') => self.counted(RedirectOperator::Both),
            Some(b'&') => self.counted(RedirectOperator::Duplicate),
            _ => RedirectOperator::Read,
        }
    }

    fn counted(&mut self, operator: RedirectOperator) -> RedirectOperator {
        self.position += 1;
        operator
    }
}
