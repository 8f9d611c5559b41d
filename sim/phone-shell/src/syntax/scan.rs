//! From characters to words: quotes, backslashes and what stands between them.

use super::MAX_DEPTH;
use super::ast::{Part, Word};
use super::error::SyntaxError;
use super::parser::Parser;

/// Where a word is read, which decides what ends it and which characters are special in it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Context {
    /// In a command.
    Plain,
    Group,
    /// In `${name-…}`; `quoted` when that stands in double quotes.
    Brace {
        quoted: bool,
    },
    /// In `${name#…}` and its kind, where quotes keep their meaning.
    Trim {
        slash: bool,
    },
    /// In `${name:…}`.
    Slice,
}

/// Whether these bytes are a variable's name.
pub(crate) fn is_name(bytes: &[u8]) -> bool {
    bytes.first().is_some_and(|byte| !byte.is_ascii_digit())
        && bytes.iter().all(|byte| is_name_byte(*byte))
}

pub(super) fn is_name_byte(byte: u8) -> bool {
    byte == b'_' || byte.is_ascii_alphanumeric()
}

/// Collects the parts of a word.
#[derive(Debug, Default)]
pub(super) struct Builder(Vec<Part>);

impl Builder {
    pub(super) fn literal(&mut self, byte: u8) {
        if let Some(Part::Literal(bytes)) = self.0.last_mut() {
            bytes.push(byte);
        } else {
            self.0.push(Part::Literal(vec![byte]));
        }
    }

    pub(super) fn quoted(&mut self, byte: u8) {
        if let Some(Part::Quoted(bytes)) = self.0.last_mut() {
            bytes.push(byte);
        } else {
            self.0.push(Part::Quoted(vec![byte]));
        }
    }

    pub(super) fn part(&mut self, part: Part) {
        self.0.push(part);
    }

    pub(super) fn finish(self) -> Word {
        Word { parts: self.0 }
    }
}

impl Parser<'_> {
    /// The next byte; a backslash before a newline joins the lines and is never seen.
    pub(super) fn peek(&mut self) -> Option<u8> {
        while self.raw(0) == Some(b'\\') && self.raw(1) == Some(b'\n') {
            self.position += 2;
        }
        self.raw(0)
    }

    pub(super) fn raw(&self, ahead: usize) -> Option<u8> {
        self.input.get(self.position + ahead).copied()
    }

    pub(super) fn bump(&mut self) -> Option<u8> {
        let byte = self.peek()?;
        self.position += 1;
        Some(byte)
    }

    pub(super) fn eat(&mut self, byte: u8) -> bool {
        let found = self.peek() == Some(byte);
        if found {
            self.position += 1;
        }
        found
    }

    pub(super) fn enter(&mut self) -> Result<(), SyntaxError> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            Err(SyntaxError::Limit("nesting too deep"))
        } else {
            Ok(())
        }
    }

    pub(super) fn leave(&mut self) {
        self.depth -= 1;
    }

    /// Reads a word up to what ends it in this context; the end itself is left.
    pub(super) fn word(&mut self, context: Context) -> Result<Word, SyntaxError> {
        let mut builder = Builder::default();
        while let Some(byte) = self.peek() {
            if ends(context, byte) {
                return Ok(builder.finish());
            }
            match byte {
                b'\'' if context != (Context::Brace { quoted: true }) => {
                    self.single_quotes(&mut builder)?;
                }
                b'"' => {
                    self.position += 1;
                    builder.part(self.double_quotes()?);
                }
                b'\\' => self.backslash(context, &mut builder),
                b'$' if context == (Context::Brace { quoted: true })
                    && self.raw(1) == Some(b'\'') =>
                {
                    self.position += 2;
                    builder.part(Part::Quoted(self.dollar_quotes()?));
                }
                b'$' => self.dollar(context == (Context::Brace { quoted: true }), &mut builder)?,
                b'`' => {
                    self.position += 1;
                    builder.part(self.backquote(context == (Context::Brace { quoted: true }))?);
                }
                b'*' | b'@' | b'+' | b'?' | b'!'
                    if self.raw(1) == Some(b'(') && takes_groups(context) =>
                {
                    self.position += 2;
                    builder.part(self.group(byte)?);
                }
                b'(' if context == Context::Group => {
                    self.position += 1;
                    builder.part(self.group(b'(')?);
                }
                _ => {
                    self.position += 1;
                    builder.literal(byte);
                }
            }
        }
        if context == Context::Plain {
            Ok(builder.finish())
        } else {
            Err(SyntaxError::NoClosingQuote)
        }
    }

    fn backslash(&mut self, context: Context, builder: &mut Builder) {
        self.position += 1;
        let Some(next) = self.raw(0) else {
            // A backslash at the very end protects nothing and does not make a word.
            return;
        };
        self.position += 1;
        if context == (Context::Brace { quoted: true })
            && !matches!(next, b'$' | b'`' | b'"' | b'\\' | b'}')
        {
            builder.quoted(b'\\');
        }
        builder.quoted(next);
    }

    fn single_quotes(&mut self, builder: &mut Builder) -> Result<(), SyntaxError> {
        self.position += 1;
        let rest = self.input.split_at(self.position).1;
        let length = rest
            .iter()
            .position(|byte| *byte == b'\'')
            .ok_or(SyntaxError::NoClosingQuote)?;
        builder.part(Part::Quoted(rest.split_at(length).0.to_vec()));
        self.position += length + 1;
        Ok(())
    }

    /// The inside of double quotes, whose first quote has been read.
    pub(super) fn double_quotes(&mut self) -> Result<Part, SyntaxError> {
        self.enter()?;
        let mut builder = Builder::default();
        loop {
            match self.peek().ok_or(SyntaxError::NoClosingQuote)? {
                b'"' => break,
                b'\\' => self.protected(b"$`\"\\", &mut builder),
                b'$' => self.dollar(true, &mut builder)?,
                b'`' => {
                    self.position += 1;
                    builder.part(self.backquote(true)?);
                }
                byte => {
                    self.position += 1;
                    builder.literal(byte);
                }
            }
        }
        self.position += 1;
        self.leave();
        Ok(Part::Double(builder.finish().parts))
    }

    /// A backslash that protects only some characters and stands for itself before the others.
    pub(super) fn protected(&mut self, special: &[u8], builder: &mut Builder) {
        self.position += 1;
        match self.raw(0) {
            Some(next) if special.contains(&next) => {
                self.position += 1;
                builder.quoted(next);
            }
            _ => builder.quoted(b'\\'),
        }
    }

    /// The inside of backquotes, whose first quote has been read.
    pub(super) fn backquote(&mut self, quoted: bool) -> Result<Part, SyntaxError> {
        let mut source = Vec::new();
        loop {
            match self.bump().ok_or(SyntaxError::NoClosingQuote)? {
                b'`' => return Ok(Part::Backquote(source)),
                b'\\' => match self.raw(0) {
                    Some(next)
                        if matches!(next, b'$' | b'`' | b'\\') || (quoted && next == b'"') =>
                    {
                        self.position += 1;
                        source.push(next);
                    }
                    _ => source.push(b'\\'),
                },
                byte => source.push(byte),
            }
        }
    }

    fn group(&mut self, kind: u8) -> Result<Part, SyntaxError> {
        self.enter()?;
        let mut alternatives = vec![self.word(Context::Group)?];
        while self.eat(b'|') {
            alternatives.push(self.word(Context::Group)?);
        }
        self.position += 1;
        self.leave();
        Ok(Part::Group { kind, alternatives })
    }
}

fn ends(context: Context, byte: u8) -> bool {
    match context {
        Context::Plain => matches!(
            byte,
            b' ' | b'\t' | b'\n' | b';' | b'&' | b'|' | b'<' | b'>' | b'(' | b')'
        ),
        Context::Group => matches!(byte, b'|' | b')'),
        Context::Brace { .. } | Context::Trim { slash: false } => byte == b'}',
        Context::Trim { slash: true } => matches!(byte, b'}' | b'/'),
        Context::Slice => matches!(byte, b'}' | b':'),
    }
}

fn takes_groups(context: Context) -> bool {
    matches!(
        context,
        Context::Plain | Context::Group | Context::Trim { .. }
    )
}
