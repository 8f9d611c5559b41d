//! `echo` and `print`.

use super::table::number;
use crate::shell::session::{Interrupt, Session};
use crate::syntax::{digits, push_character};

impl Session {
    pub(super) async fn echo(&mut self, arguments: &[Vec<u8>]) -> Result<u8, Interrupt> {
        let (mut newline, mut escapes) = (true, true);
        let mut rest = arguments;
        while let Some(([b'-', letters @ ..], after)) = rest
            .split_first()
            .map(|(word, after)| (word.as_slice(), after))
        {
            if letters.is_empty()
                || !letters
                    .iter()
                    .all(|letter| matches!(letter, b'n' | b'e' | b'E'))
            {
                break;
            }
            for letter in letters {
                match letter {
                    b'n' => newline = false,
                    b'e' => escapes = true,
                    _ => escapes = false,
                }
            }
            rest = after;
        }
        let line = rest.join(&b' ');
        let text = if escapes {
            unescape(&line, &mut newline)
        } else {
            line
        };
        self.write_line("echo", 1, text, newline).await
    }

    pub(super) async fn print(&mut self, arguments: &[Vec<u8>]) -> Result<u8, Interrupt> {
        let (mut newline, mut escapes, mut per_line, mut descriptor) = (true, true, false, 1);
        let mut rest = arguments;
        while let Some(([b'-', letters @ ..], after)) = rest
            .split_first()
            .map(|(word, after)| (word.as_slice(), after))
        {
            rest = after;
            if letters.is_empty() || letters == b"-" {
                break;
            }
            let mut position = 0;
            while let Some(letter) = letters.get(position) {
                position += 1;
                match letter {
                    b'n' => newline = false,
                    b'r' | b'R' => escapes = false,
                    b'e' => escapes = true,
                    b'l' => per_line = true,
                    b's' | b'p' | b'A' | b'N' => {}
                    b'u' => {
                        let inline = letters.split_at(position).1;
                        let mut value = inline.to_vec();
                        if inline.is_empty()
                            && let Some((word, after)) = rest.split_first()
                        {
                            value.clone_from(word);
                            rest = after;
                        }
                        let number = number(&value).and_then(|number| u8::try_from(number).ok());
                        let Some(number) =
                            number.filter(|number| self.descriptors.contains_key(number))
                        else {
                            self.builtin_error("print", "-u: bad file descriptor").await;
                            return Ok(1);
                        };
                        descriptor = number;
                        break;
                    }
                    _ => {
                        let message =
                            [b"-", std::slice::from_ref(letter), b": unknown option"].concat();
                        self.builtin_error("print", message).await;
                        return Ok(1);
                    }
                }
            }
        }
        let line = rest.join(if per_line { &b'\n' } else { &b' ' });
        let text = if escapes {
            unescape(&line, &mut newline)
        } else {
            line
        };
        self.write_line("print", descriptor, text, newline).await
    }

    async fn write_line(
        &self,
        name: &str,
        descriptor: u8,
        mut text: Vec<u8>,
        newline: bool,
    ) -> Result<u8, Interrupt> {
        if newline {
            text.push(b'\n');
        }
        let output = self.output(descriptor);
        match (output.write(text).await, output.failure()) {
            (Ok(()), _) => Ok(0),
            (Err(_), Some(error)) => {
                self.builtin_error(name, format!("write: {error}")).await;
                Ok(1)
            }
            (Err(closed), None) => Err(closed.into()),
        }
    }
}

/// Backslash sequences as `echo` and `print` know them; `\c` takes the newline at the end away.
fn unescape(line: &[u8], newline: &mut bool) -> Vec<u8> {
    let mut text = Vec::with_capacity(line.len());
    let mut rest = line;
    while let Some((byte, after)) = rest.split_first() {
        rest = after;
        if *byte != b'\\' {
            text.push(*byte);
            continue;
        }
        let Some((escape, after)) = rest.split_first() else {
            text.push(b'\\');
            break;
        };
        rest = after;
        match escape {
            b'a' => text.push(7),
            b'b' => text.push(8),
            b'c' => *newline = false,
            b'e' | b'E' => text.push(0x1B),
            b'f' => text.push(0x0C),
            b'n' => text.push(b'\n'),
            b'r' => text.push(b'\r'),
            b't' => text.push(b'\t'),
            b'v' => text.push(0x0B),
            b'\\' => text.push(b'\\'),
            b'0' => {
                let (value, used) = digits(rest.iter().copied(), 8, 3);
                rest = rest.split_at(used).1;
                text.push(value.to_le_bytes()[0]);
            }
            b'x' => {
                let (value, used) = digits(rest.iter().copied(), 16, 2);
                rest = rest.split_at(used).1;
                text.push(value.to_le_bytes()[0]);
            }
            b'u' | b'U' => {
                let most = if *escape == b'u' { 4 } else { 8 };
                let (value, used) = digits(rest.iter().copied(), 16, most);
                rest = rest.split_at(used).1;
                push_character(&mut text, value);
            }
            other => text.extend_from_slice(&[b'\\', *other]),
        }
    }
    text
}
