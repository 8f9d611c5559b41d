//! `read`.

use super::table::number;
use crate::shell::session::{Interrupt, Session};
use crate::syntax::is_name;

/// The longest line that is read.
const MAX_LINE: usize = 1024 * 1024;

impl Session {
    pub(super) async fn read(&mut self, arguments: &[Vec<u8>]) -> Result<u8, Interrupt> {
        let (mut raw, mut descriptor, mut delimiter) = (false, 0, b'\n');
        let mut rest = arguments;
        while let Some(([b'-', letters @ ..], after)) = rest
            .split_first()
            .map(|(word, after)| (word.as_slice(), after))
        {
            if letters.is_empty() {
                break;
            }
            rest = after;
            match letters {
                b"-" => break,
                b"r" => raw = true,
                b"s" | b"A" | b"a" => {}
                b"d" => {
                    let Some((word, after)) = rest.split_first() else {
                        break;
                    };
                    delimiter = word.first().copied().unwrap_or(0);
                    rest = after;
                }
                [b'u', inline @ ..] => {
                    let mut value = inline.to_vec();
                    if inline.is_empty()
                        && let Some((word, after)) = rest.split_first()
                    {
                        value.clone_from(word);
                        rest = after;
                    }
                    descriptor = number(&value)
                        .and_then(|number| u8::try_from(number).ok())
                        .unwrap_or(0);
                }
                [b'n' | b'N' | b't' | b'p', inline @ ..] => {
                    if inline.is_empty() {
                        // Its value, if it has one.
                        rest = rest.get(1..).unwrap_or_default();
                    }
                }
                [letter, ..] => {
                    let message =
                        [b"-", std::slice::from_ref(letter), b": unknown option"].concat();
                    self.builtin_error("read", message).await;
                    return Ok(2);
                }
                [] => break,
            }
        }
        let names: Vec<Vec<u8>> = if rest.is_empty() {
            vec![b"REPLY".to_vec()]
        } else {
            rest.to_vec()
        };
        let mut names: Vec<Vec<u8>> = names
            .into_iter()
            .map(|name| {
                name.iter()
                    .take_while(|byte| **byte != b'?')
                    .copied()
                    .collect()
            })
            .collect();
        if let Some(bad) = names.iter().find(|name| !is_name(name)) {
            self.builtin_error("read", [bad.as_slice(), b": is not an identifier"].concat())
                .await;
            return Ok(2);
        }
        let (line, complete) = self.read_line(descriptor, delimiter, raw).await;
        let separators = self.variables.get(b"IFS").unwrap_or(b" \t\n").to_vec();
        // Without a name it is `REPLY`, put there above.
        let last = names.pop().unwrap_or_default();
        let mut rest = skip_space(&line, &separators);
        for name in &names {
            let (field, after) = next_field(rest, &separators);
            self.assign(name, text(field));
            rest = after;
        }
        self.assign(&last, text(last_field(rest, &separators)));
        Ok(u8::from(!complete))
    }

    /// A line as bytes with their protection, and whether it was ended by its delimiter.
    async fn read_line(&self, descriptor: u8, delimiter: u8, raw: bool) -> (Vec<Unit>, bool) {
        let mut input = self.input(descriptor);
        let mut line = Vec::new();
        loop {
            let chunk = input
                .read_until(delimiter, MAX_LINE.saturating_sub(line.len()))
                .await;
            let complete = chunk.last() == Some(&delimiter);
            let content = chunk.strip_suffix(&[delimiter]).unwrap_or(&chunk);
            let mut escaped = false;
            for byte in content.iter().filter(|byte| **byte != 0) {
                if escaped {
                    line.push((*byte, true));
                    escaped = false;
                } else if *byte == b'\\' && !raw {
                    escaped = true;
                } else {
                    line.push((*byte, false));
                }
            }
            if !(escaped && complete) {
                return (line, complete);
            }
        }
    }
}

/// A byte of a line, and whether a backslash protects it.
type Unit = (u8, bool);

fn text(field: &[Unit]) -> Vec<u8> {
    field.iter().map(|(byte, _)| *byte).collect()
}

fn is_space(unit: Unit, separators: &[u8]) -> bool {
    !unit.1 && matches!(unit.0, b' ' | b'\t' | b'\n') && separators.contains(&unit.0)
}

fn separates(unit: Unit, separators: &[u8]) -> bool {
    !unit.1 && separators.contains(&unit.0)
}

fn skip_space<'a>(line: &'a [Unit], separators: &[u8]) -> &'a [Unit] {
    let count = line
        .iter()
        .take_while(|unit| is_space(**unit, separators))
        .count();
    line.split_at(count).1
}

/// One field, and what follows it and its delimiter.
fn next_field<'a>(line: &'a [Unit], separators: &[u8]) -> (&'a [Unit], &'a [Unit]) {
    let length = line
        .iter()
        .take_while(|unit| !separates(**unit, separators))
        .count();
    let field = line.split_at(length).0;
    let mut rest = skip_space(line.split_at(length).1, separators);
    if let Some((first, after)) = rest.split_first()
        && separates(*first, separators)
    {
        rest = skip_space(after, separators);
    }
    (field, rest)
}

/// The rest of a line for the last name: without white space at its end, and without one lone delimiter.
fn last_field<'a>(line: &'a [Unit], separators: &[u8]) -> &'a [Unit] {
    let end = |line: &[Unit]| {
        line.iter()
            .rposition(|unit| !is_space(*unit, separators))
            .map_or(0, |last| last + 1)
    };
    let line = line.split_at(end(line)).0;
    let (field, rest) = next_field(line, separators);
    if rest.is_empty() { field } else { line }
}
