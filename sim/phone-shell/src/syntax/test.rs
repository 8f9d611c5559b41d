//! The conditions of `[[ ]]`.

use super::ast::{Part, Test, Word};
use super::error::SyntaxError;
use super::parser::Parser;
use super::token::{Kind, Operator, RedirectOperator};

const BINARY: [&[u8]; 14] = [
    b"=", b"==", b"!=", b"<", b">", b"-eq", b"-ne", b"-lt", b"-le", b"-gt", b"-ge", b"-nt", b"-ot",
    b"-ef",
];

impl Parser<'_> {
    /// A whole condition, with the closing `]]`.
    pub(super) fn test_command(&mut self) -> Result<Test, SyntaxError> {
        let test = self.test_or()?;
        self.skip_newlines()?;
        if self.eat_reserved(b"]]")? {
            return Ok(test);
        }
        let token = self.take()?;
        Err(match token.kind {
            Kind::Word(_) => SyntaxError::Operand(self.written(token.start, token.end).to_vec()),
            _ => self.unexpected(&token),
        })
    }

    fn test_or(&mut self) -> Result<Test, SyntaxError> {
        let mut tests = vec![self.test_and()?];
        while self.eat_operator(Operator::Or)? {
            tests.push(self.test_and()?);
        }
        Ok(Test::Any(tests))
    }

    fn test_and(&mut self) -> Result<Test, SyntaxError> {
        let mut tests = vec![self.test_not()?];
        while self.eat_operator(Operator::And)? {
            tests.push(self.test_not()?);
        }
        Ok(Test::All(tests))
    }

    fn test_not(&mut self) -> Result<Test, SyntaxError> {
        self.enter()?;
        self.skip_newlines()?;
        let test = if self.eat_reserved(b"!")? {
            Test::Not(Box::new(self.test_not()?))
        } else if self.eat_operator(Operator::Open)? {
            let test = self.test_or()?;
            self.skip_newlines()?;
            self.expect_close()?;
            test
        } else {
            self.test_primary()?
        };
        self.leave();
        Ok(test)
    }

    fn test_primary(&mut self) -> Result<Test, SyntaxError> {
        let first = self.test_word()?;
        let unary = first
            .plain()
            .filter(|plain| matches!(plain, [b'-', byte] if byte.is_ascii_alphabetic()));
        if let Some(operator) = unary.map(<[u8]>::to_vec) {
            if matches!(&self.look()?.kind, Kind::Word(word) if word.plain() != Some(b"]]")) {
                return Ok(Test::Unary(operator, self.test_word()?));
            }
            return Ok(Test::Unary(
                b"-n".to_vec(),
                Word {
                    parts: vec![Part::Literal(operator)],
                },
            ));
        }
        let operator = match &self.look()?.kind {
            Kind::Word(word) => word
                .plain()
                .filter(|plain| BINARY.contains(plain))
                .map(<[u8]>::to_vec),
            Kind::Redirect {
                descriptor: None,
                operator: RedirectOperator::Read,
            } => Some(b"<".to_vec()),
            Kind::Redirect {
                descriptor: None,
                operator: RedirectOperator::Write,
            } => Some(b">".to_vec()),
            _ => None,
        };
        let Some(operator) = operator else {
            return Ok(Test::Unary(b"-n".to_vec(), first));
        };
        self.take()?;
        match &self.look()?.kind {
            Kind::Word(word) if word.plain() == Some(b"]]") => Err(SyntaxError::Operand(operator)),
            Kind::End => Err(SyntaxError::MissingOperand(operator)),
            _ => Ok(Test::Binary(first, operator, self.test_word()?)),
        }
    }

    fn test_word(&mut self) -> Result<Word, SyntaxError> {
        let token = self.take()?;
        match token.kind {
            Kind::Word(word) if word.plain() != Some(b"]]") => Ok(word),
            Kind::Word(_) => Err(SyntaxError::UnexpectedEnd),
            _ => Err(self.unexpected(&token)),
        }
    }

    fn eat_operator(&mut self, operator: Operator) -> Result<bool, SyntaxError> {
        self.skip_newlines()?;
        let found = matches!(self.look()?.kind, Kind::Operator(found) if found == operator);
        if found {
            self.take()?;
        }
        Ok(found)
    }
}
