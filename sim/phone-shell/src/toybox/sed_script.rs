//! The scripts of `sed`.

use regex::bytes::Regex;

use super::expression::{Syntax, compile};

#[derive(Debug)]
pub(super) enum Address {
    Line(u64),
    Last,
    Match(Regex),
}

#[derive(Debug)]
pub(super) struct Instruction {
    pub(super) from: Option<Address>,
    pub(super) to: Option<Address>,
    pub(super) negated: bool,
    pub(super) action: Action,
}

#[derive(Debug)]
pub(super) enum Action {
    Substitute {
        pattern: Regex,
        with: Vec<u8>,
        global: bool,
        nth: u64,
        print: bool,
    },
    Print,
    Delete,
    Quit,
    Number,
    Next,
    Translate(Vec<(u8, u8)>),
    Append(Vec<u8>),
    Insert(Vec<u8>),
    Change(Vec<u8>),
    Nothing,
}

/// Reads a script; errors are positions.
pub(super) struct Reader<'a> {
    pub(super) source: &'a [u8],
    pub(super) position: usize,
    pub(super) syntax: Syntax,
}

impl Reader<'_> {
    pub(super) fn script(&mut self) -> Result<Vec<Instruction>, usize> {
        let mut script = Vec::new();
        loop {
            self.skip(b" \t\n;");
            if self.position >= self.source.len() {
                return Ok(script);
            }
            script.push(self.instruction()?);
        }
    }

    fn peek(&self) -> Option<u8> {
        self.source.get(self.position).copied()
    }

    fn skip(&mut self, any: &[u8]) {
        while self.peek().is_some_and(|byte| any.contains(&byte)) {
            self.position += 1;
        }
    }

    fn instruction(&mut self) -> Result<Instruction, usize> {
        let from = self.address()?;
        let mut to = None;
        if from.is_some() && self.peek() == Some(b',') {
            self.position += 1;
            to = Some(self.address()?.ok_or(self.position)?);
        }
        self.skip(b" \t");
        let negated = self.peek() == Some(b'!');
        if negated {
            self.position += 1;
            self.skip(b" \t");
        }
        let letter = self.peek().ok_or(self.position)?;
        self.position += 1;
        let action = match letter {
            b's' => self.substitution()?,
            b'p' => Action::Print,
            b'd' => Action::Delete,
            b'q' => Action::Quit,
            b'=' => Action::Number,
            b'n' => Action::Next,
            b'y' => {
                let delimiter = self.delimiter()?;
                let (from, to) = (self.until(delimiter)?, self.until(delimiter)?);
                if from.len() != to.len() {
                    return Err(self.position);
                }
                Action::Translate(from.into_iter().zip(to).collect())
            }
            b'a' => Action::Append(self.text()),
            b'i' => Action::Insert(self.text()),
            b'c' => Action::Change(self.text()),
            b'#' => {
                while self.peek().is_some_and(|byte| byte != b'\n') {
                    self.position += 1;
                }
                Action::Nothing
            }
            _ => return Err(self.position),
        };
        self.skip(b" \t");
        match self.peek() {
            None | Some(b';' | b'\n') => Ok(Instruction {
                from,
                to,
                negated,
                action,
            }),
            Some(_) => Err(self.position),
        }
    }

    fn address(&mut self) -> Result<Option<Address>, usize> {
        Ok(match self.peek() {
            Some(b'$') => {
                self.position += 1;
                Some(Address::Last)
            }
            Some(byte) if byte.is_ascii_digit() => Some(Address::Line(self.number())),
            Some(b'/') => {
                self.position += 1;
                let pattern = self.until(b'/')?;
                Some(Address::Match(
                    compile(&pattern, self.syntax, false).ok_or(self.position)?,
                ))
            }
            _ => None,
        })
    }

    fn number(&mut self) -> u64 {
        let mut number = 0_u64;
        while let Some(digit) = self.peek().filter(u8::is_ascii_digit) {
            number = number
                .saturating_mul(10)
                .saturating_add(u64::from(digit - b'0'));
            self.position += 1;
        }
        number
    }

    fn delimiter(&mut self) -> Result<u8, usize> {
        let delimiter = self
            .peek()
            .filter(|byte| !matches!(byte, b'\\' | b'\n'))
            .ok_or(self.position)?;
        self.position += 1;
        Ok(delimiter)
    }

    /// Text up to the delimiter; a backslash before the delimiter makes it ordinary.
    fn until(&mut self, delimiter: u8) -> Result<Vec<u8>, usize> {
        let mut text = Vec::new();
        loop {
            let byte = self.peek().ok_or(self.position)?;
            self.position += 1;
            if byte == delimiter {
                return Ok(text);
            }
            if byte == b'\\' {
                let next = self.peek().ok_or(self.position)?;
                self.position += 1;
                if next != delimiter {
                    text.push(b'\\');
                }
                text.push(next);
            } else {
                text.push(byte);
            }
        }
    }

    fn substitution(&mut self) -> Result<Action, usize> {
        let delimiter = self.delimiter()?;
        let (pattern, with) = (self.until(delimiter)?, self.until(delimiter)?);
        let (mut global, mut print, mut ignore, mut nth) = (false, false, false, 1);
        while let Some(flag) = self.peek() {
            match flag {
                b'g' => global = true,
                b'p' => print = true,
                b'i' | b'I' => ignore = true,
                b'1'..=b'9' => {
                    nth = self.number();
                    continue;
                }
                _ => break,
            }
            self.position += 1;
        }
        let pattern = compile(&pattern, self.syntax, ignore).ok_or(self.position)?;
        Ok(Action::Substitute {
            pattern,
            with,
            global,
            nth,
            print,
        })
    }

    /// The text of `a`, `i` and `c`: the rest of the line.
    fn text(&mut self) -> Vec<u8> {
        self.skip(b" \t");
        if self.peek() == Some(b'\\') {
            self.position += 1;
            self.skip(b"\n");
        }
        let start = self.position;
        while self.peek().is_some_and(|byte| byte != b'\n') {
            self.position += 1;
        }
        self.source
            .get(start..self.position)
            .unwrap_or_default()
            .to_vec()
    }
}
