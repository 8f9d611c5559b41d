//! Arithmetic as mksh does it: whole numbers of 32 bits that wrap.

use super::variables::Variables;
use crate::syntax::is_name;

/// How deep parentheses, and variables that hold expressions, may be nested.
const MAX_DEPTH: usize = 64;

/// What is wrong with an expression: the expression and the reason.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct ArithmeticError {
    pub(crate) expression: Vec<u8>,
    pub(crate) reason: String,
}

/// Evaluates an expression; assignments in it change the variables.
pub(crate) fn evaluate(
    expression: &[u8],
    variables: &mut Variables,
) -> Result<i32, ArithmeticError> {
    evaluate_at(expression, variables, 0)
}

fn evaluate_at(
    expression: &[u8],
    variables: &mut Variables,
    depth: usize,
) -> Result<i32, ArithmeticError> {
    let mut evaluator = Evaluator {
        text: expression,
        position: 0,
        variables,
        depth,
        skipping: false,
    };
    if evaluator.peek().is_none() {
        return Ok(0);
    }
    let value = evaluator.comma();
    let value = value.and_then(|value| match evaluator.peek() {
        None => Ok(value),
        Some(_) => Err(evaluator.unexpected()),
    });
    value.map_err(|reason| ArithmeticError {
        expression: expression.to_vec(),
        reason,
    })
}

struct Evaluator<'a> {
    text: &'a [u8],
    position: usize,
    variables: &'a mut Variables,
    depth: usize,
    /// The value is not wanted, so nothing is assigned and nothing divides by zero.
    skipping: bool,
}

/// Binary operators by how tightly they bind, the loosest first; longer ones come before their beginnings.
const LEVELS: [&[&str]; 10] = [
    &["||"],
    &["&&"],
    &["|"],
    &["^"],
    &["&"],
    &["==", "!="],
    &["<=", ">=", "<", ">"],
    &["<<", ">>"],
    &["+", "-"],
    &["*", "/", "%"],
];

const ASSIGNMENTS: [&str; 11] = [
    "<<=", ">>=", "*=", "/=", "%=", "+=", "-=", "&=", "^=", "|=", "=",
];

impl Evaluator<'_> {
    fn peek(&mut self) -> Option<u8> {
        while self
            .text
            .get(self.position)
            .is_some_and(u8::is_ascii_whitespace)
        {
            self.position += 1;
        }
        self.text.get(self.position).copied()
    }

    fn starts(&mut self, operator: &str) -> bool {
        self.peek();
        self.text
            .get(self.position..)
            .is_some_and(|rest| rest.starts_with(operator.as_bytes()))
    }

    fn eat(&mut self, operator: &str) -> bool {
        let found = self.starts(operator);
        if found {
            self.position += operator.len();
        }
        found
    }

    fn unexpected(&mut self) -> String {
        match self.peek() {
            None => "unexpected 'end of expression'".to_owned(),
            Some(byte) if byte.is_ascii_alphanumeric() || byte == b'_' => {
                let rest = self.text.split_at(self.position).1;
                let length = rest
                    .iter()
                    .take_while(|byte| byte.is_ascii_alphanumeric() || **byte == b'_')
                    .count();
                format!(
                    "unexpected '{}'",
                    String::from_utf8_lossy(rest.split_at(length).0)
                )
            }
            Some(byte) => format!("unexpected '{}'", char::from(byte)),
        }
    }

    fn enter(&mut self) -> Result<(), String> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            Err("expression recurses".to_owned())
        } else {
            Ok(())
        }
    }

    fn comma(&mut self) -> Result<i32, String> {
        let mut value = self.ternary()?;
        while self.eat(",") {
            value = self.ternary()?;
        }
        Ok(value)
    }

    fn ternary(&mut self) -> Result<i32, String> {
        self.enter()?;
        let condition = self.binary(0)?;
        let value = if self.eat("?") {
            let outer = self.skipping;
            self.skipping = outer || condition == 0;
            let yes = self.ternary()?;
            if !self.eat(":") {
                return Err("missing :".to_owned());
            }
            self.skipping = outer || condition != 0;
            let no = self.ternary()?;
            self.skipping = outer;
            if condition == 0 { no } else { yes }
        } else {
            condition
        };
        self.depth -= 1;
        Ok(value)
    }

    fn binary(&mut self, level: usize) -> Result<i32, String> {
        let Some(operators) = LEVELS.get(level) else {
            return self.unary();
        };
        let mut left = self.binary(level + 1)?;
        while let Some(operator) = self.operator(operators) {
            self.position += operator.len();
            let outer = self.skipping;
            self.skipping =
                outer || (operator == "&&" && left == 0) || (operator == "||" && left != 0);
            let right = self.binary(level + 1)?;
            self.skipping = outer;
            left = apply(operator, left, right, outer)?;
        }
        Ok(left)
    }

    /// The operator that comes next, unless it is the beginning of a longer one.
    fn operator(&mut self, operators: &[&'static str]) -> Option<&'static str> {
        if ASSIGNMENTS.iter().any(|assignment| self.starts(assignment)) && !self.starts("==") {
            return None;
        }
        let operator = operators
            .iter()
            .copied()
            .find(|operator| self.starts(operator))?;
        let longer = match operator {
            "|" => self.starts("||"),
            "&" => self.starts("&&"),
            "<" => self.starts("<<"),
            ">" => self.starts(">>"),
            _ => false,
        };
        (!longer).then_some(operator)
    }

    fn unary(&mut self) -> Result<i32, String> {
        self.enter()?;
        let value = if self.eat("++") {
            self.step(1)?.1
        } else if self.eat("--") {
            self.step(-1)?.1
        } else if self.eat("+") {
            self.unary()?
        } else if self.eat("-") {
            self.unary()?.wrapping_neg()
        } else if self.eat("~") {
            !self.unary()?
        } else if !self.starts("!=") && self.eat("!") {
            i32::from(self.unary()? == 0)
        } else {
            self.primary()?
        };
        self.depth -= 1;
        Ok(value)
    }

    fn primary(&mut self) -> Result<i32, String> {
        match self.peek() {
            Some(b'(') => {
                self.position += 1;
                let value = self.comma()?;
                if self.eat(")") {
                    Ok(value)
                } else {
                    Err("missing )".to_owned())
                }
            }
            Some(byte) if byte.is_ascii_digit() => self.number(),
            Some(byte) if byte.is_ascii_alphabetic() || byte == b'_' => self.variable(),
            _ => Err(self.unexpected()),
        }
    }

    fn variable(&mut self) -> Result<i32, String> {
        let name = self.name();
        let assignment = ASSIGNMENTS
            .iter()
            .copied()
            .find(|assignment| self.starts(assignment));
        if let Some(operator) = assignment.filter(|operator| *operator != "=" || !self.starts("=="))
        {
            self.position += operator.len();
            let right = self.ternary()?;
            // All of them end with it.
            let binary = operator.strip_suffix('=').unwrap_or_default();
            let value = if binary.is_empty() {
                right
            } else {
                let left = self.value_of(&name)?;
                apply(binary, left, right, self.skipping)?
            };
            return Ok(self.assign(&name, value));
        }
        if self.starts("++") || self.starts("--") {
            let by = if self.starts("++") { 1 } else { -1 };
            self.position += 2;
            let old = self.value_of(&name)?;
            self.assign(&name, old.wrapping_add(by));
            return Ok(old);
        }
        self.value_of(&name)
    }

    /// `++name` and `--name`.
    fn step(&mut self, by: i32) -> Result<(i32, i32), String> {
        self.peek();
        let name = self.name();
        if !is_name(&name) {
            return Err(self.unexpected());
        }
        let old = self.value_of(&name)?;
        let new = self.assign(&name, old.wrapping_add(by));
        Ok((old, new))
    }

    fn name(&mut self) -> Vec<u8> {
        let rest = self.text.split_at(self.position).1;
        let length = rest
            .iter()
            .take_while(|byte| byte.is_ascii_alphanumeric() || **byte == b'_')
            .count();
        self.position += length;
        rest.split_at(length).0.to_vec()
    }

    fn value_of(&mut self, name: &[u8]) -> Result<i32, String> {
        let Some(value) = self.variables.get(name).map(<[u8]>::to_vec) else {
            return Ok(0);
        };
        evaluate_at(&value, self.variables, self.depth + 1).map_err(|error| error.reason)
    }

    fn assign(&mut self, name: &[u8], value: i32) -> i32 {
        if !self.skipping {
            self.variables.set(name, value.to_string().into_bytes());
        }
        value
    }

    fn number(&mut self) -> Result<i32, String> {
        let word = self.name();
        let bad = || "bad number: Invalid argument".to_owned();
        let mut radix = 10;
        let mut digits = word.as_slice();
        if let Some(rest) = digits
            .strip_prefix(b"0x")
            .or_else(|| digits.strip_prefix(b"0X"))
        {
            (radix, digits) = (16, rest);
        } else if self.text.get(self.position) == Some(&b'#') {
            let base = std::str::from_utf8(&word)
                .ok()
                .and_then(|base| base.parse().ok());
            radix = base
                .filter(|base| (1..=36).contains(base))
                .ok_or_else(bad)?;
            self.position += 1;
            if radix == 1 {
                let byte = self.text.get(self.position).copied().ok_or_else(bad)?;
                self.position += 1;
                return Ok(i32::from(byte));
            }
            let rest = self.name();
            return parse(&rest, radix).ok_or_else(bad);
        }
        parse(digits, radix).ok_or_else(bad)
    }
}

fn parse(digits: &[u8], radix: u32) -> Option<i32> {
    if digits.is_empty() {
        return None;
    }
    let mut value = 0_u32;
    for byte in digits {
        let digit = char::from(*byte).to_digit(radix)?;
        value = value.wrapping_mul(radix).wrapping_add(digit);
    }
    Some(value.cast_signed())
}

fn apply(operator: &str, left: i32, right: i32, skipping: bool) -> Result<i32, String> {
    let shift = right.cast_unsigned() & 31;
    Ok(match operator {
        "||" => i32::from(left != 0 || right != 0),
        "&&" => i32::from(left != 0 && right != 0),
        "|" => left | right,
        "^" => left ^ right,
        "&" => left & right,
        "==" => i32::from(left == right),
        "!=" => i32::from(left != right),
        "<=" => i32::from(left <= right),
        ">=" => i32::from(left >= right),
        "<" => i32::from(left < right),
        ">" => i32::from(left > right),
        "<<" => left.wrapping_shl(shift),
        ">>" => left.wrapping_shr(shift),
        "+" => left.wrapping_add(right),
        "-" => left.wrapping_sub(right),
        "*" => left.wrapping_mul(right),
        _ if right == 0 && skipping => 0,
        _ if right == 0 => return Err("zero divisor".to_owned()),
        "/" => left.wrapping_div(right),
        _ => left.wrapping_rem(right),
    })
}
