//! JSON into a [`Node`], with the place of every value, which serde's readers do not keep.
//!
//! Strict as RFC 8259; `tests/suite/json.rs` holds it against `serde_json` on random documents.

use crate::budget::Budget;
use crate::finding::{Code, Report};
use crate::rule::Rule;
use crate::source::Position;
use crate::tree::{Entry, Form, Node, Value, without_duplicates};

/// Reads the one value in `text`; whatever is wrong is reported.
pub(crate) fn parse(text: &str, budget: &Budget, report: &Report<'_>) -> Option<Node> {
    let mut reader = Reader {
        rest: text.chars(),
        next: None,
        at: Position::START,
        budget,
        report,
    };
    reader.next = reader.rest.next();
    let value = reader.spaced_value(1).and_then(|value| {
        reader.skip_blanks();
        match reader.next {
            None => Ok(value),
            Some(_) => reader.wrong("nothing may follow the value"),
        }
    });
    value.ok()
}

/// The reason has been reported, and reading cannot go on.
struct Stopped;

struct Reader<'t, 's> {
    rest: std::str::Chars<'t>,
    next: Option<char>,
    at: Position,
    budget: &'t Budget,
    report: &'t Report<'s>,
}

impl Reader<'_, '_> {
    fn spaced_value(&mut self, depth: usize) -> Result<Node, Stopped> {
        self.skip_blanks();
        let at = self.at;
        if !self.budget.take(depth, at, self.report) {
            return Err(Stopped);
        }
        let value = match self.next {
            Some('{') => Value::Map(self.object(depth)?),
            Some('[') => Value::List(self.array(depth)?),
            Some('"') => Value::Scalar(self.string()?, Form::Quoted),
            Some('-' | '0'..='9') => Value::Scalar(self.number()?, Form::Literal),
            Some('a'..='z') => Value::Scalar(self.word()?, Form::Literal),
            _ => return self.wrong("a value is expected"),
        };
        Ok(Node { at, value })
    }

    fn object(&mut self, depth: usize) -> Result<Vec<Entry>, Stopped> {
        self.advance();
        let mut entries = Vec::new();
        self.skip_blanks();
        if self.take('}') {
            return Ok(entries);
        }
        loop {
            self.skip_blanks();
            let key_at = self.at;
            if self.next != Some('"') {
                return self.wrong("a key in double quotes is expected");
            }
            let key = self.string()?;
            self.skip_blanks();
            self.expect(':')?;
            let node = self.spaced_value(depth + 1)?;
            entries.push(Entry { key, key_at, node });
            self.skip_blanks();
            if self.take('}') {
                return Ok(without_duplicates(entries, self.report));
            }
            self.expect(',')?;
        }
    }

    fn array(&mut self, depth: usize) -> Result<Vec<Node>, Stopped> {
        self.advance();
        let mut items = Vec::new();
        self.skip_blanks();
        if self.take(']') {
            return Ok(items);
        }
        loop {
            items.push(self.spaced_value(depth + 1)?);
            self.skip_blanks();
            if self.take(']') {
                return Ok(items);
            }
            self.expect(',')?;
        }
    }

    fn string(&mut self) -> Result<String, Stopped> {
        self.advance();
        let mut text = String::new();
        loop {
            match self.next {
                Some('"') => {
                    self.advance();
                    return Ok(text);
                }
                Some('\\') => {
                    self.advance();
                    text.push(self.escape()?);
                }
                Some(character) if character >= ' ' => {
                    text.push(character);
                    self.advance();
                }
                Some(_) => return self.wrong("a control character must be escaped"),
                None => return self.wrong("a string is not closed"),
            }
        }
    }

    fn escape(&mut self) -> Result<char, Stopped> {
        let meant = match self.next {
            Some(same @ ('"' | '\\' | '/')) => same,
            Some('b') => '\u{8}',
            Some('f') => '\u{c}',
            Some('n') => '\n',
            Some('r') => '\r',
            Some('t') => '\t',
            Some('u') => {
                self.advance();
                return self.unicode();
            }
            _ => return self.wrong("unknown escape sequence"),
        };
        self.advance();
        Ok(meant)
    }

    fn unicode(&mut self) -> Result<char, Stopped> {
        let first = self.four_digits()?;
        let code = match first {
            0xd800..=0xdbff => {
                if !(self.take('\\') && self.take('u')) {
                    return self.wrong("an unpaired surrogate");
                }
                let second = self.four_digits()?;
                let Some(low @ 0..=0x3ff) = second.checked_sub(0xdc00) else {
                    return self.wrong("an unpaired surrogate");
                };
                0x1_0000 + ((first - 0xd800) << 10) + low
            }
            code => code,
        };
        match char::from_u32(code) {
            Some(character) => Ok(character),
            None => self.wrong("an unpaired surrogate"),
        }
    }

    fn four_digits(&mut self) -> Result<u32, Stopped> {
        let mut code = 0;
        for _ in 0..4 {
            let Some(digit) = self.next.and_then(|character| character.to_digit(16)) else {
                return self.wrong("four hexadecimal digits are expected");
            };
            code = code * 16 + digit;
            self.advance();
        }
        Ok(code)
    }

    fn number(&mut self) -> Result<String, Stopped> {
        let mut text = String::new();
        self.keep_if(&mut text, |character| character == '-');
        if !self.keep_if(&mut text, |character| character == '0') {
            self.digits(&mut text)?;
        }
        if self.keep_if(&mut text, |character| character == '.') {
            self.digits(&mut text)?;
        }
        if self.keep_if(&mut text, |character| matches!(character, 'e' | 'E')) {
            self.keep_if(&mut text, |character| matches!(character, '+' | '-'));
            self.digits(&mut text)?;
        }
        Ok(text)
    }

    fn digits(&mut self, text: &mut String) -> Result<(), Stopped> {
        let before = text.len();
        while self.keep_if(text, |character| character.is_ascii_digit()) {}
        if text.len() == before {
            return self.wrong("a digit is expected");
        }
        Ok(())
    }

    fn word(&mut self) -> Result<String, Stopped> {
        let start = self.at;
        let mut text = String::new();
        while text.len() < 6 && self.keep_if(&mut text, |character| character.is_ascii_lowercase())
        {
        }
        if matches!(text.as_str(), "true" | "false" | "null") {
            return Ok(text);
        }
        self.at = start;
        self.wrong("a string must be in double quotes")
    }

    fn keep_if(&mut self, text: &mut String, fits: impl Fn(char) -> bool) -> bool {
        match self.next {
            Some(character) if fits(character) => {
                text.push(character);
                self.advance();
                true
            }
            _ => false,
        }
    }

    fn take(&mut self, wanted: char) -> bool {
        let found = self.next == Some(wanted);
        if found {
            self.advance();
        }
        found
    }

    fn expect(&mut self, wanted: char) -> Result<(), Stopped> {
        if self.take(wanted) {
            return Ok(());
        }
        self.wrong(&format!("`{wanted}` is expected"))
    }

    fn skip_blanks(&mut self) {
        while matches!(self.next, Some(' ' | '\t' | '\n' | '\r')) {
            self.advance();
        }
    }

    fn advance(&mut self) {
        if self.next == Some('\n') {
            self.at = Position::new(self.at.line + 1, 1);
        } else {
            self.at.column += 1;
        }
        self.next = self.rest.next();
    }

    fn wrong<T>(&self, what: &str) -> Result<T, Stopped> {
        self.report.add(
            Rule::Document,
            Code::Syntax,
            self.at,
            format!("this is not JSON: {what}"),
            "check commas, colons and quotes here and on the line before",
        );
        Err(Stopped)
    }
}
