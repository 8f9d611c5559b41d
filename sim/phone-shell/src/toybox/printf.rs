//! `printf`, and `echo` as a program.

use super::call::Call;
use crate::io::Closed;
use crate::program::Exit;
use crate::syntax::{digits, push_character};

/// The widest field.
const MAX_WIDTH: usize = 4096;

pub(super) async fn echo(mut call: Call<'_>) -> Result<Exit, Closed> {
    let mut words = std::mem::take(&mut call.arguments);
    let (mut newline, mut escapes) = (true, false);
    while let Some([b'-', letters @ ..]) = words.first().map(Vec::as_slice) {
        if letters.is_empty()
            || !letters
                .iter()
                .all(|letter| matches!(letter, b'n' | b'e' | b'E'))
        {
            break;
        }
        newline &= !letters.contains(&b'n');
        escapes |= letters.contains(&b'e');
        words.remove(0);
    }
    let mut text = words.join(&b' ');
    if escapes {
        let (unescaped, stopped) = unescape(&text, true);
        text = unescaped;
        newline &= !stopped;
    }
    if newline {
        text.push(b'\n');
    }
    call.finish_with(text).await
}

pub(super) async fn printf(mut call: Call<'_>) -> Result<Exit, Closed> {
    let mut words = std::mem::take(&mut call.arguments).into_iter();
    let Some(form) = words.next() else {
        return call.refuse("Needs 1 argument").await;
    };
    let mut words = words.peekable();
    loop {
        let before = words.len();
        let (text, outcome) = fill(&form, &mut words);
        call.print(text).await?;
        match outcome {
            Outcome::Complete => {}
            Outcome::Stopped => return Ok(call.status),
            Outcome::Bad(message) => {
                call.complain(message).await?;
                return Ok(1);
            }
            Outcome::Number(word) => {
                call.complain([b"bad number '".as_slice(), &word, b"'"].concat())
                    .await?;
            }
        }
        // The form is used again while it takes words and there are some.
        if words.len() == 0 || words.len() == before {
            return Ok(call.status);
        }
        tokio::task::coop::consume_budget().await;
    }
}

enum Outcome {
    Complete,
    Stopped,
    Number(Vec<u8>),
    Bad(String),
}

fn fill(form: &[u8], words: &mut impl Iterator<Item = Vec<u8>>) -> (Vec<u8>, Outcome) {
    let mut text = Vec::new();
    let mut outcome = Outcome::Complete;
    let (form, stops) = unescape(form, false);
    let mut position = 0;
    while let Some(byte) = form.get(position).copied() {
        position += 1;
        if byte != b'%' {
            text.push(byte);
            continue;
        }
        let start = position;
        while form
            .get(position)
            .is_some_and(|byte| b"-+ #0".contains(byte))
        {
            position += 1;
        }
        let flags = form.get(start..position).unwrap_or_default().to_vec();
        let mut number = |position: &mut usize| -> Option<i64> {
            if form.get(*position) == Some(&b'*') {
                *position += 1;
                return Some(words.next().and_then(|word| integer(&word)).unwrap_or(0));
            }
            let rest = form.get(*position..).unwrap_or_default();
            let count = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
            *position += count;
            std::str::from_utf8(rest.get(..count)?).ok()?.parse().ok()
        };
        let width = number(&mut position).unwrap_or(0);
        let mut precision = None;
        if form.get(position) == Some(&b'.') {
            position += 1;
            precision = Some(number(&mut position).unwrap_or(0));
        }
        while form
            .get(position)
            .is_some_and(|byte| matches!(byte, b'l' | b'h' | b'z'))
        {
            position += 1;
        }
        let Some(letter) = form.get(position).copied() else {
            return (text, Outcome::Bad(format!("bad %@{start}")));
        };
        position += 1;
        if letter == b'%' {
            text.push(b'%');
            continue;
        }
        let word = words.next();
        let style = Style::new(&flags, width, precision);
        let given = word.unwrap_or_default();
        match letter {
            b's' => text.extend(style.pad(style.cut(given), false)),
            b'b' => {
                let (unescaped, stopped) = unescape(&given, true);
                text.extend(style.pad(style.cut(unescaped), false));
                if stopped {
                    return (text, Outcome::Stopped);
                }
            }
            b'c' => text.extend(style.pad(
                given.first().map(|byte| vec![*byte]).unwrap_or_default(),
                false,
            )),
            b'd' | b'i' | b'u' | b'x' | b'X' | b'o' => {
                let value = if given.is_empty() {
                    Some(0)
                } else {
                    integer(&given)
                };
                if value.is_none() {
                    outcome = Outcome::Number(given);
                }
                text.extend(style.integer(value.unwrap_or(0), letter));
            }
            b'f' | b'e' | b'g' | b'E' | b'G' => {
                let (shown, good) = style.float(&given, letter);
                text.extend(shown);
                if !good {
                    outcome = Outcome::Number(given);
                }
            }
            other => {
                return (
                    text,
                    Outcome::Bad(format!("bad %{}@{position}", char::from(other))),
                );
            }
        }
    }
    if stops {
        return (text, Outcome::Stopped);
    }
    (text, outcome)
}

#[expect(clippy::struct_excessive_bools, reason = "each is a flag of the form")]
struct Style {
    left: bool,
    zeros: bool,
    plus: bool,
    alternate: bool,
    width: usize,
    precision: Option<usize>,
}

impl Style {
    fn new(flags: &[u8], width: i64, precision: Option<i64>) -> Self {
        let bounded = |number: i64| usize::try_from(number).unwrap_or(0).min(MAX_WIDTH);
        Self {
            left: flags.contains(&b'-') || width < 0,
            zeros: flags.contains(&b'0'),
            plus: flags.contains(&b'+'),
            alternate: flags.contains(&b'#'),
            width: bounded(width.saturating_abs()),
            precision: precision.map(bounded),
        }
    }

    fn cut(&self, mut text: Vec<u8>) -> Vec<u8> {
        if let Some(precision) = self.precision {
            text.truncate(precision);
        }
        text
    }

    fn pad(&self, text: Vec<u8>, zeros: bool) -> Vec<u8> {
        let missing = self.width.saturating_sub(text.len());
        if self.left {
            return text
                .into_iter()
                .chain(std::iter::repeat_n(b' ', missing))
                .collect();
        }
        if zeros {
            let sign = usize::from(text.first().is_some_and(|byte| matches!(byte, b'-' | b'+')));
            let (sign, digits) = text.split_at(sign);
            return [sign, &vec![b'0'; missing], digits].concat();
        }
        std::iter::repeat_n(b' ', missing).chain(text).collect()
    }

    /// The text of a number with a fraction, and whether it was one.
    fn float(&self, given: &[u8], letter: u8) -> (Vec<u8>, bool) {
        let value = std::str::from_utf8(given)
            .ok()
            .and_then(|text| text.trim().parse::<f64>().ok());
        let good = value.is_some() || given.is_empty();
        let value = value.unwrap_or(0.0);
        let shown = match letter {
            b'f' => format!("{value:.*}", self.precision.unwrap_or(6)),
            b'e' | b'E' => format!("{value:.*e}", self.precision.unwrap_or(6)),
            _ => value.to_string(),
        };
        (self.pad(shown.into_bytes(), self.zeros), good)
    }

    fn integer(&self, value: i64, letter: u8) -> Vec<u8> {
        let mut digits = match letter {
            b'd' | b'i' => value.unsigned_abs().to_string(),
            b'x' => format!("{value:x}"),
            b'X' => format!("{value:X}"),
            b'o' => format!("{value:o}"),
            _ => value.cast_unsigned().to_string(),
        };
        if let Some(precision) = self.precision {
            digits = format!("{digits:0>precision$}");
        }
        let sign = match letter {
            b'd' | b'i' if value < 0 => "-",
            b'd' | b'i' if self.plus => "+",
            b'x' if self.alternate && value != 0 => "0x",
            b'X' if self.alternate && value != 0 => "0X",
            b'o' if self.alternate => "0",
            _ => "",
        };
        self.pad(
            format!("{sign}{digits}").into_bytes(),
            self.zeros && self.precision.is_none(),
        )
    }
}

fn integer(word: &[u8]) -> Option<i64> {
    if let [b'\'' | b'"', byte, ..] = word {
        return Some(i64::from(*byte));
    }
    let text = std::str::from_utf8(word).ok()?.trim();
    let (negative, text) = match text.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, text.strip_prefix('+').unwrap_or(text)),
    };
    let value =
        if let Some(hexadecimal) = text.strip_prefix("0x").or_else(|| text.strip_prefix("0X")) {
            i64::from_str_radix(hexadecimal, 16).ok()?
        } else if text.len() > 1 && text.starts_with('0') {
            i64::from_str_radix(text, 8).ok()?
        } else {
            text.parse().ok()?
        };
    Some(if negative {
        value.wrapping_neg()
    } else {
        value
    })
}

/// Backslash sequences; `\c` stops the output. In arguments an octal number begins with a zero.
fn unescape(text: &[u8], argument: bool) -> (Vec<u8>, bool) {
    let mut result = Vec::with_capacity(text.len());
    let mut rest = text;
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
        let take = |radix: u32, most: usize, from: &mut &[u8]| {
            let (value, used) = digits(from.iter().copied(), radix, most);
            *from = from.get(used..).unwrap_or_default();
            value
        };
        match escape {
            b'a' => result.push(7),
            b'b' => result.push(8),
            b'c' => return (result, true),
            b'e' => result.push(0x1B),
            b'f' => result.push(0x0C),
            b'n' => result.push(b'\n'),
            b'r' => result.push(b'\r'),
            b't' => result.push(b'\t'),
            b'v' => result.push(0x0B),
            b'\\' => result.push(b'\\'),
            b'x' => result.push(u8::try_from(take(16, 2, &mut rest)).unwrap_or(0)),
            b'0' if argument => {
                result.push(u8::try_from(take(8, 3, &mut rest) & 0xFF).unwrap_or(0));
            }
            b'0'..=b'7' => {
                let first = u32::from(escape - b'0');
                let (value, used) = digits(rest.iter().copied(), 8, 2);
                rest = rest.get(used..).unwrap_or_default();
                let scale = [1, 8, 64].get(used).copied().unwrap_or(64);
                result.push(u8::try_from((first * scale + value) & 0xFF).unwrap_or(0));
            }
            b'u' => push_character(&mut result, take(16, 4, &mut rest)),
            other => result.extend_from_slice(&[b'\\', *other]),
        }
    }
    (result, false)
}
