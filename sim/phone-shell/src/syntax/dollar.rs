//! What a dollar sign begins: parameters, substitutions, arithmetic and quoted strings.

use std::sync::Arc;

use super::ast::{Ast, DefaultKind, Operation, Parameter, Part, Place, Word};
use super::error::SyntaxError;
use super::parser::Parser;
use super::scan::{Builder, Context, is_name_byte};

impl Parser<'_> {
    /// Reads what begins at a dollar sign; `quoted` when it stands in double quotes.
    pub(super) fn dollar(
        &mut self,
        quoted: bool,
        builder: &mut Builder,
    ) -> Result<(), SyntaxError> {
        self.position += 1;
        match self.peek() {
            Some(b'(') if self.raw(1) == Some(b'(') => {
                self.position += 2;
                let start = self.position;
                if let Some(word) = self.arithmetic()? {
                    builder.part(Part::Arithmetic(word));
                } else {
                    self.position = start - 1;
                    builder.part(self.substitution()?);
                }
            }
            Some(b'(') => {
                self.position += 1;
                builder.part(self.substitution()?);
            }
            Some(b'{') => {
                self.position += 1;
                self.enter()?;
                let part = self.braces(quoted)?;
                self.leave();
                builder.part(part);
            }
            Some(b'\'') if !quoted => {
                self.position += 1;
                builder.part(Part::Quoted(self.dollar_quotes()?));
            }
            Some(b'"') if !quoted => {
                self.position += 1;
                builder.part(self.double_quotes()?);
            }
            Some(byte) if is_name_byte(byte) && !byte.is_ascii_digit() => {
                let name = self.name();
                builder.part(value(name));
            }
            Some(byte) if byte.is_ascii_digit() || is_special(byte) => {
                self.position += 1;
                builder.part(value(vec![byte]));
            }
            _ => builder.literal(b'$'),
        }
        Ok(())
    }

    fn name(&mut self) -> Vec<u8> {
        let mut name = Vec::new();
        while let Some(byte) = self.peek().filter(|byte| is_name_byte(*byte)) {
            self.position += 1;
            name.push(byte);
        }
        name
    }

    fn substitution(&mut self) -> Result<Part, SyntaxError> {
        self.enter()?;
        let outer = self.peeked.take();
        // A here document stands on the same side of the parentheses as the line that asks for it.
        let outer_bodies = std::mem::take(&mut self.here);
        self.nesting.push("(");
        let command = self.list()?;
        self.expect_close()?;
        self.nesting.pop();
        if let Some(pending) = self.here.first() {
            return Err(SyntaxError::HereDocument(pending.delimiter.clone()));
        }
        self.here = outer_bodies;
        self.peeked = outer;
        self.leave();
        Ok(Part::Substitution(Arc::new(Ast {
            commands: vec![command],
        })))
    }

    /// The inside of `((`; `None` when it is not closed by `))` and so is something else.
    pub(super) fn arithmetic(&mut self) -> Result<Option<Word>, SyntaxError> {
        let start = self.position;
        if self.not_arithmetic.contains(&start) {
            return Ok(None);
        }
        let word = self.try_arithmetic()?;
        if word.is_none() {
            self.not_arithmetic.insert(start);
        }
        Ok(word)
    }

    fn try_arithmetic(&mut self) -> Result<Option<Word>, SyntaxError> {
        self.enter()?;
        let mut builder = Builder::default();
        let mut open = 0_usize;
        loop {
            match self.peek().ok_or(SyntaxError::NoClosingQuote)? {
                b')' if open == 0 => {
                    self.position += 1;
                    self.leave();
                    return Ok(self.eat(b')').then(|| builder.finish()));
                }
                b'"' => {
                    self.position += 1;
                    builder.part(self.double_quotes()?);
                }
                b'\'' => {
                    self.position += 1;
                    while let Some(byte) = self.raw(0) {
                        self.position += 1;
                        if byte == b'\'' {
                            break;
                        }
                        builder.quoted(byte);
                    }
                }
                b'$' => self.dollar(true, &mut builder)?,
                b'`' => {
                    self.position += 1;
                    builder.part(self.backquote(true)?);
                }
                b'\\' => {
                    if let Some(parenthesis @ (b'(' | b')')) = self.raw(1) {
                        // It stays behind its backslash, and opens or closes nothing.
                        self.position += 2;
                        builder.quoted(b'\\');
                        builder.literal(parenthesis);
                    } else {
                        self.protected(b"$`\"\\", &mut builder);
                    }
                }
                byte => {
                    match byte {
                        b'(' => open += 1,
                        b')' => open -= 1,
                        _ => {}
                    }
                    self.position += 1;
                    builder.literal(byte);
                }
            }
        }
    }

    /// The inside of `${`.
    fn braces(&mut self, quoted: bool) -> Result<Part, SyntaxError> {
        let start = self.position;
        if let Some(part) = self.prefixed()? {
            return Ok(part);
        }
        let name = self.parameter_name();
        if name.is_empty() {
            return self.bad(start, quoted);
        }
        let after_name = self.position;
        let Some(operation) = self.operation(quoted)? else {
            self.position = after_name;
            return self.bad(start, quoted);
        };
        if !self.eat(b'}') {
            return self.bad(start, quoted);
        }
        let source = self.source(start);
        Ok(Part::Parameter(Box::new(Parameter {
            name,
            operation,
            source,
        })))
    }

    /// `${#name}`, `${!name}` and `${%name}`; `None` leaves everything as it was.
    fn prefixed(&mut self) -> Result<Option<Part>, SyntaxError> {
        let start = self.position;
        let operation = match self.peek().ok_or(SyntaxError::NoClosingQuote)? {
            b'#' => Operation::Length,
            b'!' => Operation::Name,
            b'%' => Operation::Width,
            _ => return Ok(None),
        };
        self.position += 1;
        let name = self.parameter_name();
        if name.is_empty() || self.peek() != Some(b'}') {
            self.position = start;
            return Ok(None);
        }
        self.position += 1;
        let source = self.source(start);
        Ok(Some(Part::Parameter(Box::new(Parameter {
            name,
            operation,
            source,
        }))))
    }

    fn parameter_name(&mut self) -> Vec<u8> {
        match self.peek() {
            Some(byte) if is_special(byte) => {
                self.position += 1;
                vec![byte]
            }
            Some(byte) if byte.is_ascii_digit() => {
                let mut digits = Vec::new();
                while let Some(digit) = self.peek().filter(u8::is_ascii_digit) {
                    self.position += 1;
                    digits.push(digit);
                }
                digits
            }
            _ => self.name(),
        }
    }

    fn operation(&mut self, quoted: bool) -> Result<Option<Operation>, SyntaxError> {
        let first = self.peek().ok_or(SyntaxError::NoClosingQuote)?;
        if first == b'}' {
            return Ok(Some(Operation::Value));
        }
        self.position += 1;
        let second = self.peek();
        Ok(match first {
            b':' => match second.and_then(default_kind) {
                Some(kind) => {
                    self.position += 1;
                    let word = self.word(Context::Brace { quoted })?;
                    Some(Operation::Default {
                        kind,
                        colon: true,
                        word,
                    })
                }
                None => Some(self.slice()?),
            },
            b'-' | b'=' | b'?' | b'+' => {
                let kind = default_kind(first).unwrap_or(DefaultKind::Use);
                let word = self.word(Context::Brace { quoted })?;
                Some(Operation::Default {
                    kind,
                    colon: false,
                    word,
                })
            }
            b'#' | b'%' => {
                let longest = self.eat(first);
                let pattern = self.word(Context::Trim { slash: false })?;
                Some(Operation::Trim {
                    suffix: first == b'%',
                    longest,
                    pattern,
                })
            }
            b'/' => {
                let place = match second {
                    Some(b'/') => Place::Each,
                    Some(b'#') => Place::Start,
                    Some(b'%') => Place::End,
                    _ => Place::First,
                };
                if place != Place::First {
                    self.position += 1;
                }
                let pattern = self.word(Context::Trim { slash: true })?;
                let with = if self.eat(b'/') {
                    self.word(Context::Trim { slash: false })?
                } else {
                    Word::default()
                };
                Some(Operation::Replace {
                    place,
                    pattern,
                    with,
                })
            }
            b'@' if second == Some(b'Q') => {
                self.position += 1;
                Some(Operation::Quote)
            }
            _ => None,
        })
    }

    fn slice(&mut self) -> Result<Operation, SyntaxError> {
        let offset = self.word(Context::Slice)?;
        let length = if self.eat(b':') {
            Some(self.word(Context::Slice)?)
        } else {
            None
        };
        Ok(Operation::Slice { offset, length })
    }

    /// What cannot be understood is kept whole, for the message.
    fn bad(&mut self, start: usize, quoted: bool) -> Result<Part, SyntaxError> {
        self.word(Context::Brace { quoted })?;
        self.position += 1;
        Ok(Part::Bad(self.source(start)))
    }

    fn source(&self, start: usize) -> Vec<u8> {
        self.written(start.saturating_sub(2), self.position)
            .to_vec()
    }

    /// The inside of `$'`.
    pub(super) fn dollar_quotes(&mut self) -> Result<Vec<u8>, SyntaxError> {
        let start = self.position;
        loop {
            match self.raw(0).ok_or(SyntaxError::NoClosingQuote)? {
                b'\'' => break,
                // What follows `\c` belongs to it, be it a quote or a backslash.
                b'\\' if self.raw(1) == Some(b'c') => self.position += 3,
                b'\\' => self.position += 2,
                _ => self.position += 1,
            }
        }
        let inside = self.written(start, self.position);
        self.position += 1;
        Ok(unescape_dollar_quote(inside))
    }
}

/// The characters that `$'…'` stands for.
pub(crate) fn unescape_dollar_quote(inside: &[u8]) -> Vec<u8> {
    let mut result = Vec::new();
    let mut rest = inside;
    while let Some((byte, after)) = rest.split_first() {
        rest = after;
        if *byte != b'\\' {
            result.push(*byte);
            continue;
        }
        let Some((escape, after)) = rest.split_first() else {
            result.push(b'\\');
            break;
        };
        rest = after;
        match escape {
            b'a' => result.push(7),
            b'b' => result.push(8),
            b'e' | b'E' => result.push(0x1B),
            b'f' => result.push(0x0C),
            b'n' => result.push(b'\n'),
            b'r' => result.push(b'\r'),
            b't' => result.push(b'\t'),
            b'v' => result.push(0x0B),
            b'c' => {
                if let Some((control, after)) = rest.split_first() {
                    result.push(if *control == b'?' {
                        0x7F
                    } else {
                        control & 0x1F
                    });
                    rest = after;
                }
            }
            b'0'..=b'7' => {
                let (value, used) = digits(inside_at(rest, *escape), 8, 3);
                rest = rest.split_at(used.saturating_sub(1)).1;
                result.push(value.to_le_bytes()[0]);
            }
            b'x' => {
                // mksh takes as many digits as there are here, unlike in `echo`.
                let (value, used) = digits(rest.iter().copied(), 16, usize::MAX);
                rest = rest.split_at(used).1;
                push_code(&mut result, value, used);
            }
            b'u' | b'U' => {
                let most = if *escape == b'u' { 4 } else { 8 };
                let (value, used) = digits(rest.iter().copied(), 16, most);
                rest = rest.split_at(used).1;
                push_character(&mut result, value);
            }
            other => result.push(*other),
        }
    }
    if let Some(end) = result.iter().position(|byte| *byte == 0) {
        result.truncate(end);
    }
    result
}

fn push_code(result: &mut Vec<u8>, value: u32, used: usize) {
    match u8::try_from(value) {
        Ok(byte) if used > 0 => result.push(byte),
        Ok(_) => result.push(0),
        Err(_) => push_character(result, value),
    }
}

/// mksh knows the characters of sixteen bits; the others become the replacement character.
pub(crate) fn push_character(result: &mut Vec<u8>, value: u32) {
    let character = char::from_u32(value)
        .filter(|_| value < 0xFFFE)
        .unwrap_or(char::REPLACEMENT_CHARACTER);
    result.extend_from_slice(character.encode_utf8(&mut [0; 4]).as_bytes());
}

fn inside_at(rest: &[u8], first: u8) -> impl Iterator<Item = u8> {
    std::iter::once(first).chain(rest.iter().copied())
}

/// The number that the leading digits make, and how many there are.
pub(crate) fn digits(bytes: impl Iterator<Item = u8>, radix: u32, most: usize) -> (u32, usize) {
    let mut value = 0_u32;
    let mut used = 0;
    for byte in bytes.take(most) {
        let Some(digit) = char::from(byte).to_digit(radix) else {
            break;
        };
        value = value.wrapping_mul(radix).wrapping_add(digit);
        used += 1;
    }
    (value, used)
}

fn value(name: Vec<u8>) -> Part {
    let source = name.clone();
    Part::Parameter(Box::new(Parameter {
        name,
        operation: Operation::Value,
        source,
    }))
}

fn is_special(byte: u8) -> bool {
    matches!(byte, b'@' | b'*' | b'#' | b'?' | b'-' | b'$' | b'!')
}

fn default_kind(byte: u8) -> Option<DefaultKind> {
    Some(match byte {
        b'-' => DefaultKind::Use,
        b'=' => DefaultKind::Assign,
        b'?' => DefaultKind::Fail,
        b'+' => DefaultKind::Instead,
        _ => return None,
    })
}
