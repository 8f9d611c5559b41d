//! Constructs of the language: conditions, loops, `case` and functions.

use std::sync::Arc;

use super::ast::{Arm, ArmEnd, Command};
use super::error::SyntaxError;
use super::parser::Parser;
use super::scan::is_name;
use super::token::{Kind, Operator};

impl Parser<'_> {
    pub(super) fn if_command(&mut self) -> Result<Command, SyntaxError> {
        self.take()?;
        self.nesting.push("if");
        let mut branches = Vec::new();
        let mut otherwise = None;
        loop {
            let condition = self.list()?;
            self.expect_reserved(b"then")?;
            let body = self.filled_list()?;
            branches.push((condition, body));
            if self.eat_reserved(b"elif")? {
                continue;
            }
            if self.eat_reserved(b"else")? {
                otherwise = Some(Box::new(self.filled_list()?));
            }
            self.expect_reserved(b"fi")?;
            self.nesting.pop();
            return Ok(Command::If {
                branches,
                otherwise,
            });
        }
    }

    pub(super) fn filled_list(&mut self) -> Result<Command, SyntaxError> {
        self.skip_newlines()?;
        if self.at_list_end()? {
            let token = self.take()?;
            return Err(self.unexpected(&token));
        }
        self.list()
    }

    pub(super) fn loop_command(&mut self, kind: &'static str) -> Result<Command, SyntaxError> {
        self.take()?;
        self.nesting.push(kind);
        let condition = Box::new(self.list()?);
        self.expect_reserved(b"do")?;
        let body = Box::new(self.list()?);
        self.expect_reserved(b"done")?;
        self.nesting.pop();
        Ok(Command::Loop {
            until: kind == "until",
            condition,
            body,
        })
    }

    pub(super) fn for_command(&mut self) -> Result<Command, SyntaxError> {
        self.take()?;
        self.nesting.push("for");
        let token = self.take()?;
        let Kind::Word(word) = &token.kind else {
            return Err(self.unexpected(&token));
        };
        let name = word
            .plain()
            .filter(|name| is_name(name))
            .map(<[u8]>::to_vec);
        let name = name.ok_or_else(|| SyntaxError::BadIdentifier(b"for".to_vec()))?;
        self.skip_newlines()?;
        let mut words = None;
        if self.eat_reserved(b"in")? {
            let mut list = Vec::new();
            while matches!(self.look()?.kind, Kind::Word(_)) {
                if let Kind::Word(word) = self.take()?.kind {
                    list.push(word);
                }
            }
            words = Some(list);
            let token = self.take()?;
            if !matches!(
                token.kind,
                Kind::Newline | Kind::Operator(Operator::Semicolon)
            ) {
                return Err(self.unexpected(&token));
            }
        } else if matches!(self.look()?.kind, Kind::Operator(Operator::Semicolon)) {
            self.take()?;
        }
        self.skip_newlines()?;
        let body = if self.eat_reserved(b"{")? {
            let body = self.list()?;
            self.expect_reserved(b"}")?;
            body
        } else {
            self.expect_reserved(b"do")?;
            let body = self.list()?;
            self.expect_reserved(b"done")?;
            body
        };
        self.nesting.pop();
        Ok(Command::For {
            name,
            words,
            body: Box::new(body),
        })
    }

    pub(super) fn case_command(&mut self) -> Result<Command, SyntaxError> {
        self.take()?;
        let token = self.take()?;
        let Kind::Word(subject) = token.kind else {
            return Err(self.unexpected(&token));
        };
        self.nesting.push("case");
        self.skip_newlines()?;
        self.expect_reserved(b"in")?;
        let mut arms = Vec::new();
        loop {
            self.skip_newlines()?;
            if self.eat_reserved(b"esac")? {
                break;
            }
            arms.push(self.arm()?);
        }
        self.nesting.pop();
        Ok(Command::Case { subject, arms })
    }

    pub(super) fn arm(&mut self) -> Result<Arm, SyntaxError> {
        if matches!(self.look()?.kind, Kind::Operator(Operator::Open)) {
            self.take()?;
        }
        let mut patterns = Vec::new();
        loop {
            let token = self.take()?;
            let Kind::Word(pattern) = token.kind else {
                return Err(self.unexpected(&token));
            };
            patterns.push(pattern);
            let token = self.take()?;
            match token.kind {
                Kind::Operator(Operator::Pipe) => {}
                Kind::Operator(Operator::Close) => break,
                _ => return Err(self.unexpected(&token)),
            }
        }
        let body = self.list()?;
        let end = match &self.look()?.kind {
            Kind::Operator(Operator::Leave) => ArmEnd::Leave,
            Kind::Operator(Operator::FallThrough) => ArmEnd::FallThrough,
            Kind::Operator(Operator::TryNext) => ArmEnd::TryNext,
            Kind::Word(word) if word.plain() == Some(b"esac") => {
                return Ok(Arm {
                    patterns,
                    body,
                    end: ArmEnd::Leave,
                });
            }
            _ => {
                let token = self.take()?;
                return Err(self.unexpected(&token));
            }
        };
        self.take()?;
        Ok(Arm {
            patterns,
            body,
            end,
        })
    }

    pub(super) fn function_command(&mut self) -> Result<Command, SyntaxError> {
        self.take()?;
        let token = self.take()?;
        let Kind::Word(word) = &token.kind else {
            return Err(self.unexpected(&token));
        };
        let Some(name) = word.plain().map(<[u8]>::to_vec) else {
            return Err(self.unexpected(&token));
        };
        if matches!(self.look()?.kind, Kind::Operator(Operator::Open)) {
            self.take()?;
            self.expect_close()?;
        }
        self.skip_newlines()?;
        // With the reserved word the body is a group; without it, any command.
        if !matches!(&self.look()?.kind, Kind::Word(word) if word.plain() == Some(b"{")) {
            let token = self.take()?;
            return Err(self.unexpected(&token));
        }
        self.function_body(name)
    }

    pub(super) fn function_body(&mut self, name: Vec<u8>) -> Result<Command, SyntaxError> {
        self.skip_newlines()?;
        let body = Arc::new(self.command()?);
        Ok(Command::Function { name, body })
    }
}
