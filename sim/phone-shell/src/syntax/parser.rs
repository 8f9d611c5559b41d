//! From tokens to commands.

use std::collections::HashSet;
use std::sync::Arc;

use super::MAX_INPUT;
use super::ast::{Assignment, Command, Connector, Part, Simple, Word};
use super::error::SyntaxError;
use super::here::Pending;
use super::scan::{is_name, is_name_byte};
use super::token::{Kind, Operator, Token};

/// Reads one complete command after the other.
#[derive(Debug)]
pub(crate) struct Parser<'a> {
    pub(super) input: &'a [u8],
    pub(super) position: usize,
    pub(super) depth: usize,
    pub(super) peeked: Option<Token>,
    pub(super) here: Vec<Pending>,
    /// The constructs that are open, for the message when the input ends.
    pub(super) nesting: Vec<&'static str>,
    /// Where `((` was seen not to begin arithmetic, so that no text is tried twice on each level.
    pub(super) not_arithmetic: HashSet<usize>,
}

/// Words that end a list of commands when one of them begins a command.
const CLOSERS: [&[u8]; 8] = [
    b"then", b"else", b"elif", b"fi", b"do", b"done", b"esac", b"}",
];

impl<'a> Parser<'a> {
    pub(crate) fn new(input: &'a [u8]) -> Result<Self, SyntaxError> {
        if input.len() > MAX_INPUT {
            return Err(SyntaxError::Limit("command line too long"));
        }
        // mksh stops reading a command string at a zero byte, as every C program does.
        let end = input.iter().position(|byte| *byte == 0);
        let input = input.split_at(end.unwrap_or(input.len())).0;
        Ok(Self {
            input,
            position: 0,
            depth: 0,
            peeked: None,
            here: Vec::new(),
            nesting: Vec::new(),
            not_arithmetic: HashSet::new(),
        })
    }

    /// The next complete command, or `None` at the end.
    pub(crate) fn next_command(&mut self) -> Result<Option<Command>, SyntaxError> {
        self.skip_newlines()?;
        if matches!(self.look()?.kind, Kind::End) {
            return Ok(None);
        }
        let mut commands = Vec::new();
        loop {
            commands.push(self.and_or()?);
            let token = self.take()?;
            match token.kind {
                Kind::Operator(Operator::Semicolon) => {}
                Kind::Operator(Operator::Background) => background(&mut commands),
                Kind::Newline | Kind::End => break,
                _ => return Err(self.unexpected(&token)),
            }
            if matches!(self.look()?.kind, Kind::Newline | Kind::End) {
                self.take()?;
                break;
            }
        }
        Ok(Some(sequence(commands)))
    }

    /// Commands up to whatever cannot begin one; newlines separate them.
    pub(super) fn list(&mut self) -> Result<Command, SyntaxError> {
        let mut commands = Vec::new();
        loop {
            self.skip_newlines()?;
            if self.at_list_end()? {
                break;
            }
            commands.push(self.and_or()?);
            match self.look()?.kind {
                Kind::Operator(Operator::Background) => {
                    self.take()?;
                    background(&mut commands);
                }
                Kind::Operator(Operator::Semicolon) | Kind::Newline => {
                    self.take()?;
                }
                _ => break,
            }
        }
        Ok(sequence(commands))
    }

    pub(super) fn at_list_end(&mut self) -> Result<bool, SyntaxError> {
        Ok(match &self.look()?.kind {
            Kind::End => true,
            // A word with expansions opens no compound command.
            Kind::Word(word) => word.plain().is_some_and(|plain| CLOSERS.contains(&plain)),
            Kind::Operator(operator) => matches!(
                operator,
                Operator::Close | Operator::Leave | Operator::FallThrough | Operator::TryNext
            ),
            Kind::Newline | Kind::Redirect { .. } => false,
        })
    }

    fn and_or(&mut self) -> Result<Command, SyntaxError> {
        let first = self.pipeline()?;
        let mut rest = Vec::new();
        loop {
            let connector = match self.look()?.kind {
                Kind::Operator(Operator::And) => Connector::And,
                Kind::Operator(Operator::Or) => Connector::Or,
                _ => break,
            };
            self.take()?;
            self.skip_newlines()?;
            rest.push((connector, self.pipeline()?));
        }
        Ok(if rest.is_empty() {
            first
        } else {
            Command::Chain(Box::new(first), rest)
        })
    }

    fn pipeline(&mut self) -> Result<Command, SyntaxError> {
        self.enter()?;
        let command = if self.eat_reserved(b"!")? {
            Command::Not(Box::new(self.pipeline()?))
        } else if self.eat_reserved(b"time")? {
            Command::Time(Box::new(self.pipeline()?))
        } else {
            let mut stages = vec![self.command()?];
            while matches!(self.look()?.kind, Kind::Operator(Operator::Pipe)) {
                self.take()?;
                self.skip_newlines()?;
                stages.push(self.command()?);
            }
            if stages.len() == 1 {
                sequence(stages)
            } else {
                Command::Pipeline(stages)
            }
        };
        self.leave();
        Ok(command)
    }

    pub(super) fn command(&mut self) -> Result<Command, SyntaxError> {
        self.enter()?;
        let reserved = match &self.look()?.kind {
            Kind::Operator(Operator::Open) => b"(".to_vec(),
            Kind::Operator(Operator::DoubleOpen) => b"((".to_vec(),
            // A word with expansions opens no compound command.
            Kind::Word(word) => word.plain().unwrap_or_default().to_vec(),
            Kind::Redirect { .. } => Vec::new(),
            Kind::Operator(_) | Kind::Newline | Kind::End => {
                let token = self.take()?;
                return Err(self.unexpected(&token));
            }
        };
        let command = match reserved.as_slice() {
            b"(" | b"((" => self.parenthesis()?,
            b"{" => {
                let body = self.construct("{", b"}")?;
                Command::Group(Box::new(body))
            }
            b"if" => self.if_command()?,
            b"while" => self.loop_command("while")?,
            b"until" => self.loop_command("until")?,
            b"for" => self.for_command()?,
            b"case" => self.case_command()?,
            b"function" => self.function_command()?,
            b"[[" => {
                self.take()?;
                Command::Test(self.test_command()?)
            }
            word if CLOSERS.contains(&word) => {
                let token = self.take()?;
                return Err(self.unexpected(&token));
            }
            _ => {
                let command = self.simple()?;
                self.leave();
                return Ok(command);
            }
        };
        self.leave();
        if matches!(command, Command::Function { .. }) {
            return Ok(command);
        }
        let mut redirects = Vec::new();
        while matches!(self.look()?.kind, Kind::Redirect { .. }) {
            redirects.push(self.redirect()?);
        }
        Ok(if redirects.is_empty() {
            command
        } else {
            Command::Redirected(Box::new(command), redirects)
        })
    }

    fn parenthesis(&mut self) -> Result<Command, SyntaxError> {
        let token = self.take()?;
        if matches!(token.kind, Kind::Operator(Operator::DoubleOpen)) {
            let start = self.position;
            if let Some(word) = self.arithmetic()? {
                return Ok(Command::Arithmetic(word));
            }
            self.position = start - 1;
        }
        self.nesting.push("(");
        let body = self.list()?;
        self.expect_close()?;
        self.nesting.pop();
        Ok(Command::Subshell(Box::new(body)))
    }

    pub(super) fn expect_close(&mut self) -> Result<(), SyntaxError> {
        let token = self.take()?;
        if matches!(token.kind, Kind::Operator(Operator::Close)) {
            Ok(())
        } else {
            Err(self.unexpected(&token))
        }
    }

    /// An opening word, a list, and the word that closes it.
    pub(super) fn construct(
        &mut self,
        open: &'static str,
        close: &[u8],
    ) -> Result<Command, SyntaxError> {
        self.take()?;
        self.nesting.push(open);
        let body = self.list()?;
        self.expect_reserved(close)?;
        self.nesting.pop();
        Ok(body)
    }

    pub(super) fn simple(&mut self) -> Result<Command, SyntaxError> {
        let mut simple = Simple::default();
        loop {
            match &self.look()?.kind {
                Kind::Redirect { .. } => simple.redirects.push(self.redirect()?),
                Kind::Word(_) => {
                    let Kind::Word(word) = self.take()?.kind else {
                        break;
                    };
                    match assignment(word) {
                        Ok(assignment) if simple.words.is_empty() => {
                            simple.assignments.push(assignment);
                        }
                        Ok(assignment) => simple.words.push(rejoined(assignment)),
                        Err(word) => simple.words.push(word),
                    }
                }
                Kind::Operator(Operator::Open) => {
                    let name = match simple.words.as_slice() {
                        [word] if simple.assignments.is_empty() && simple.redirects.is_empty() => {
                            word.plain()
                        }
                        _ => None,
                    };
                    let token = self.take()?;
                    let Some(name) = name.map(<[u8]>::to_vec) else {
                        return Err(self.unexpected(&token));
                    };
                    self.expect_close()?;
                    return self.function_body(name);
                }
                Kind::Operator(_) | Kind::Newline | Kind::End => break,
            }
        }
        Ok(Command::Simple(simple))
    }

    pub(super) fn skip_newlines(&mut self) -> Result<(), SyntaxError> {
        while matches!(self.look()?.kind, Kind::Newline) {
            self.take()?;
        }
        Ok(())
    }

    pub(super) fn eat_reserved(&mut self, reserved: &[u8]) -> Result<bool, SyntaxError> {
        let found =
            matches!(&self.look()?.kind, Kind::Word(word) if word.plain() == Some(reserved));
        if found {
            self.take()?;
        }
        Ok(found)
    }

    pub(super) fn expect_reserved(&mut self, reserved: &[u8]) -> Result<(), SyntaxError> {
        if self.eat_reserved(reserved)? {
            return Ok(());
        }
        let token = self.take()?;
        Err(self.unexpected(&token))
    }

    /// A piece of the input as it is written.
    pub(super) fn written(&self, start: usize, end: usize) -> &'a [u8] {
        // A position may stand one behind the end, after a brace that is missing.
        self.input
            .split_at(end.min(self.input.len()))
            .0
            .split_at(start)
            .1
    }

    pub(super) fn unexpected(&self, token: &Token) -> SyntaxError {
        match &token.kind {
            Kind::End => self
                .nesting
                .last()
                .map_or(SyntaxError::UnexpectedEnd, |open| {
                    SyntaxError::Unmatched(open)
                }),
            Kind::Newline => SyntaxError::Unexpected(b"newline".to_vec()),
            Kind::Word(_) | Kind::Operator(_) | Kind::Redirect { .. } => {
                let mut source = self.written(token.start, token.end).to_vec();
                if matches!(token.kind, Kind::Redirect { .. }) {
                    source.push(b' ');
                }
                SyntaxError::Unexpected(source)
            }
        }
    }
}

/// The last command of the list is put into the background.
fn background(commands: &mut Vec<Command>) {
    if let Some(command) = commands.pop() {
        commands.push(Command::Background(Arc::new(command)));
    }
}

fn sequence(mut commands: Vec<Command>) -> Command {
    match (commands.len(), commands.pop()) {
        (1, Some(command)) => command,
        (_, Some(last)) => {
            commands.push(last);
            Command::Sequence(commands)
        }
        (_, None) => Command::Sequence(commands),
    }
}

/// Takes a word apart when it is `name=value` or `name+=value`.
fn assignment(mut word: Word) -> Result<Assignment, Word> {
    let Some(Part::Literal(bytes)) = word.parts.first() else {
        return Err(word);
    };
    let length = bytes.iter().take_while(|byte| is_name_byte(**byte)).count();
    let name = bytes.split_at(length).0.to_vec();
    let rest = bytes.split_at(length).1;
    let (append, rest) = match rest {
        [b'=', rest @ ..] => (false, rest),
        [b'+', b'=', rest @ ..] => (true, rest),
        _ => return Err(word),
    };
    if !is_name(&name) {
        return Err(word);
    }
    let rest = rest.to_vec();
    if rest.is_empty() {
        word.parts.remove(0);
    } else if let Some(first) = word.parts.first_mut() {
        *first = Part::Literal(rest);
    }
    Ok(Assignment {
        name,
        append,
        value: word,
    })
}

fn rejoined(assignment: Assignment) -> Word {
    let mut head = assignment.name;
    head.extend_from_slice(if assignment.append { b"+=" } else { b"=" });
    let mut parts = assignment.value.parts;
    if let Some(Part::Literal(bytes)) = parts.first_mut() {
        head.append(bytes);
        *bytes = head;
    } else {
        parts.insert(0, Part::Literal(head));
    }
    Word { parts }
}
