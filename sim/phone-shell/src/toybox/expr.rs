//! `expr`.

use super::call::Call;
use super::expression::{Syntax, compile};
use crate::io::Closed;
use crate::program::Exit;

/// How deep parentheses may be nested.
const MAX_DEPTH: usize = 64;

pub(super) async fn expr(mut call: Call<'_>) -> Result<Exit, Closed> {
    let words = std::mem::take(&mut call.arguments);
    if words.is_empty() {
        call.refuse("Needs 1 argument").await?;
        return Ok(2);
    }
    let mut evaluator = Evaluator {
        words: &words,
        position: 0,
        depth: 0,
    };
    let value = evaluator.level(0);
    match value {
        Ok(value) if evaluator.position == words.len() => {
            let null = value.is_empty() || number(&value) == Some(0);
            call.print([value.as_slice(), b"\n"].concat()).await?;
            Ok(u8::from(null))
        }
        Ok(_) => {
            call.complain("syntax error").await?;
            Ok(2)
        }
        Err(message) => {
            call.complain(message).await?;
            Ok(2)
        }
    }
}

const LEVELS: [&[&str]; 6] = [
    &["|"],
    &["&"],
    &["=", "==", "!=", "<", "<=", ">", ">="],
    &["+", "-"],
    &["*", "/", "%"],
    &[":"],
];

struct Evaluator<'a> {
    words: &'a [Vec<u8>],
    position: usize,
    depth: usize,
}

impl Evaluator<'_> {
    fn level(&mut self, level: usize) -> Result<Vec<u8>, &'static str> {
        let Some(operators) = LEVELS.get(level) else {
            return self.primary();
        };
        let mut left = self.level(level + 1)?;
        loop {
            let next = self.words.get(self.position);
            let operator = next.and_then(|word| {
                operators
                    .iter()
                    .find(|operator| operator.as_bytes() == word)
            });
            let Some(operator) = operator else {
                return Ok(left);
            };
            self.position += 1;
            let right = self.level(level + 1)?;
            left = apply(operator, left, right)?;
        }
    }

    fn primary(&mut self) -> Result<Vec<u8>, &'static str> {
        let word = self.words.get(self.position).ok_or("syntax error")?;
        self.position += 1;
        if word != b"(" {
            return Ok(word.clone());
        }
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return Err("syntax error");
        }
        let value = self.level(0)?;
        self.depth -= 1;
        if self
            .words
            .get(self.position)
            .is_some_and(|word| word == b")")
        {
            self.position += 1;
            return Ok(value);
        }
        Err("syntax error")
    }
}

fn apply(operator: &str, left: Vec<u8>, right: Vec<u8>) -> Result<Vec<u8>, &'static str> {
    let null = |value: &[u8]| value.is_empty() || number(value) == Some(0);
    let truth = |holds: bool| Ok(if holds { b"1".to_vec() } else { b"0".to_vec() });
    match operator {
        "|" => return Ok(if null(&left) { right } else { left }),
        "&" => {
            return Ok(if null(&left) || null(&right) {
                b"0".to_vec()
            } else {
                left
            });
        }
        ":" => {
            let anchored = [b"^".as_slice(), &right].concat();
            let pattern =
                compile(&anchored, Syntax::Basic, false).ok_or("bad regular expression")?;
            let captures = pattern.captures(&left);
            return Ok(match captures {
                Some(captures) if captures.len() > 1 => captures
                    .get(1)
                    .map(|group| group.as_bytes().to_vec())
                    .unwrap_or_default(),
                Some(captures) => captures
                    .get(0)
                    .map_or(0, |whole| whole.len())
                    .to_string()
                    .into_bytes(),
                None if pattern.captures_len() > 1 => Vec::new(),
                None => b"0".to_vec(),
            });
        }
        _ => {}
    }
    let numbers = number(&left).zip(number(&right));
    let order = match numbers {
        Some((left, right)) => left.cmp(&right),
        None => left.cmp(&right),
    };
    match operator {
        "=" | "==" => return truth(order.is_eq()),
        "!=" => return truth(order.is_ne()),
        "<" => return truth(order.is_lt()),
        "<=" => return truth(order.is_le()),
        ">" => return truth(order.is_gt()),
        ">=" => return truth(order.is_ge()),
        _ => {}
    }
    let (left, right) = numbers.ok_or("not integer")?;
    let value = match operator {
        "+" => left.wrapping_add(right),
        "-" => left.wrapping_sub(right),
        "*" => left.wrapping_mul(right),
        _ if right == 0 => return Err("division by zero"),
        "/" => left.wrapping_div(right),
        _ => left.wrapping_rem(right),
    };
    Ok(value.to_string().into_bytes())
}

fn number(word: &[u8]) -> Option<i64> {
    std::str::from_utf8(word).ok()?.parse().ok()
}
