//! Programs about lines and words: `sort`, `uniq`, `cut`, `tr`, `basename`, `dirname`.

use std::cmp::Ordering;

use super::call::{Call, MAX_KEPT};
use super::options::{Options, Spec};
use crate::io::Closed;
use crate::program::Exit;

pub(super) async fn basename(mut call: Call<'_>) -> Result<Exit, Closed> {
    let options = match call.options(Spec::new("a", "s", 1)).await? {
        Ok(options) => options,
        Err(status) => return Ok(status),
    };
    let suffix = options.value(b's').map(<[u8]>::to_vec);
    let (paths, suffix) = match (options.operands.as_slice(), suffix) {
        ([path, suffix], None) if !options.has(b'a') => (vec![path.clone()], Some(suffix.clone())),
        (paths, suffix) => (paths.to_vec(), suffix),
    };
    for path in paths {
        let end = path
            .iter()
            .rposition(|byte| *byte != b'/')
            .map_or(path.len().min(1), |last| last + 1);
        let trimmed = path.get(..end).unwrap_or_default();
        let name = if trimmed == b"/" {
            trimmed
        } else {
            trimmed
                .rsplit(|byte| *byte == b'/')
                .next()
                .unwrap_or(trimmed)
        };
        let cut = suffix
            .as_deref()
            .and_then(|suffix| name.strip_suffix(suffix))
            .filter(|cut| !cut.is_empty());
        call.print([cut.unwrap_or(name), b"\n"].concat()).await?;
    }
    Ok(call.status)
}

pub(super) async fn dirname(mut call: Call<'_>) -> Result<Exit, Closed> {
    let options = match call.options(Spec::new("", "", 1)).await? {
        Ok(options) => options,
        Err(status) => return Ok(status),
    };
    for path in &options.operands {
        let trim = |path: &[u8]| {
            path.iter()
                .rposition(|byte| *byte != b'/')
                .map_or(0, |last| last + 1)
        };
        let name = path.get(..trim(path)).unwrap_or_default();
        let folder = match name.iter().rposition(|byte| *byte == b'/') {
            Some(slash) => {
                let folder = name.get(..slash).unwrap_or_default();
                match folder.get(..trim(folder)).unwrap_or_default() {
                    b"" => b"/",
                    folder => folder,
                }
            }
            None if path.first() == Some(&b'/') => b"/",
            None => b".",
        };
        call.print([folder, b"\n"].concat()).await?;
    }
    Ok(call.status)
}

pub(super) async fn sort(mut call: Call<'_>) -> Result<Exit, Closed> {
    let options = match call.options(Spec::new("cfghnrsu", "kto", 0)).await? {
        Ok(options) => options,
        Err(status) => return Ok(status),
    };
    let Some(mut lines) = call.lines(&options.operands).await? else {
        return Ok(1);
    };
    let keys: Vec<Key> = options
        .each(b'k')
        .filter_map(|text| Key::new(text, &options))
        .collect();
    let separator = options.value(b't').and_then(|text| text.first().copied());
    let by_keys = |left: &Vec<u8>, right: &Vec<u8>| {
        for key in &keys {
            let order = key.compare(left, right, separator);
            if order != Ordering::Equal {
                return order;
            }
        }
        if keys.is_empty() {
            compare(left, right, &Order::new(&options))
        } else {
            Ordering::Equal
        }
    };
    let full = |left: &Vec<u8>, right: &Vec<u8>| {
        let order = by_keys(left, right);
        if order != Ordering::Equal || options.has(b's') || options.has(b'u') {
            return order;
        }
        if options.has(b'r') {
            right.cmp(left)
        } else {
            left.cmp(right)
        }
    };
    if options.has(b'c') {
        let disorder = lines
            .windows(2)
            .any(|pair| matches!(pair, [left, right] if full(left, right) == Ordering::Greater));
        return Ok(u8::from(disorder));
    }
    lines.sort_by(full);
    if options.has(b'u') {
        lines.dedup_by(|right, left| by_keys(left, right) == Ordering::Equal);
    }
    let mut text = Vec::new();
    for line in lines {
        text.extend_from_slice(&line);
        text.push(b'\n');
    }
    if let Some(path) = options.value(b'o').map(<[u8]>::to_vec) {
        if let Err(error) = call
            .files()
            .write(call.path(&path), &text, 0o666 & !call.process.umask)
        {
            call.complain_about(&path, &error).await?;
        }
        return Ok(call.status);
    }
    call.finish_with(text).await
}

/// How two texts are compared.
struct Order {
    numeric: bool,
    fold: bool,
    reverse: bool,
}

impl Order {
    fn new(options: &Options) -> Self {
        Self {
            numeric: options.has(b'n') || options.has(b'g') || options.has(b'h'),
            fold: options.has(b'f'),
            reverse: options.has(b'r'),
        }
    }
}

struct Key {
    first: usize,
    last: Option<usize>,
    order: Order,
}

impl Key {
    fn new(text: &[u8], options: &Options) -> Option<Self> {
        let text = std::str::from_utf8(text).ok()?;
        let letters: String = text.chars().filter(char::is_ascii_alphabetic).collect();
        let mut fields = text.split(',').map(|part| {
            let digits: String = part.chars().take_while(char::is_ascii_digit).collect();
            digits.parse::<usize>().ok()
        });
        let first = fields.next()??.max(1);
        let last = fields.next().flatten();
        let mut order = Order::new(options);
        order.numeric |= letters.contains('n');
        order.fold |= letters.contains('f');
        order.reverse |= letters.contains('r');
        Some(Self { first, last, order })
    }

    fn compare(&self, left: &[u8], right: &[u8], separator: Option<u8>) -> Ordering {
        compare(
            self.of(left, separator),
            self.of(right, separator),
            &self.order,
        )
    }

    fn of<'a>(&self, line: &'a [u8], separator: Option<u8>) -> &'a [u8] {
        let mut bounds = Vec::new();
        let mut start = 0;
        for (index, byte) in line.iter().enumerate() {
            let ends = match separator {
                Some(separator) => *byte == separator,
                None => {
                    byte.is_ascii_whitespace()
                        && index > 0
                        && !line.get(index - 1).is_some_and(u8::is_ascii_whitespace)
                }
            };
            if ends {
                bounds.push((start, index));
                start = index + usize::from(separator.is_some());
            }
        }
        bounds.push((start, line.len()));
        let Some((start, _)) = bounds.get(self.first - 1) else {
            return b"";
        };
        let end = match self.last {
            Some(last) => bounds
                .get(last.max(1) - 1)
                .map_or(line.len(), |(_, end)| *end),
            None => line.len(),
        };
        line.get(*start..end.max(*start)).unwrap_or_default()
    }
}

fn compare(left: &[u8], right: &[u8], order: &Order) -> Ordering {
    let result = if order.numeric {
        leading_number(left).total_cmp(&leading_number(right))
    } else if order.fold {
        left.to_ascii_uppercase().cmp(&right.to_ascii_uppercase())
    } else {
        left.cmp(right)
    };
    if order.reverse {
        result.reverse()
    } else {
        result
    }
}

fn leading_number(text: &[u8]) -> f64 {
    let text = String::from_utf8_lossy(text);
    let text = text.trim_start();
    let end = text
        .char_indices()
        .find(|(index, character)| {
            !(character.is_ascii_digit() || *character == '.' || (*index == 0 && *character == '-'))
        })
        .map_or(text.len(), |(index, _)| index);
    text.get(..end)
        .and_then(|digits| digits.parse().ok())
        .unwrap_or(0.0)
}

pub(super) async fn uniq(mut call: Call<'_>) -> Result<Exit, Closed> {
    let options = match call.options(Spec::new("cdiu", "", 0)).await? {
        Ok(options) => options,
        Err(status) => return Ok(status),
    };
    let Some(lines) = call
        .lines(options.operands.get(..1).unwrap_or_default())
        .await?
    else {
        return Ok(1);
    };
    let same = |left: &[u8], right: &[u8]| {
        if options.has(b'i') {
            left.eq_ignore_ascii_case(right)
        } else {
            left == right
        }
    };
    let mut text = Vec::new();
    let mut index = 0;
    while let Some(line) = lines.get(index) {
        let count = lines
            .iter()
            .skip(index)
            .take_while(|other| same(line, other))
            .count();
        index += count;
        if (options.has(b'd') && count < 2) || (options.has(b'u') && count > 1) {
            continue;
        }
        if options.has(b'c') {
            text.extend_from_slice(format!("{count:7} ").as_bytes());
        }
        text.extend_from_slice(line);
        text.push(b'\n');
    }
    call.finish_with(text).await
}

pub(super) async fn cut(mut call: Call<'_>) -> Result<Exit, Closed> {
    let options = match call.options(Spec::new("s", "bcdf", 0)).await? {
        Ok(options) => options,
        Err(status) => return Ok(status),
    };
    let fields = options.value(b'f');
    let Some(list) = fields
        .or_else(|| options.value(b'b').or_else(|| options.value(b'c')))
        .map(<[u8]>::to_vec)
    else {
        return call.refuse("Needs -CFfcb").await;
    };
    let by_field = fields.is_some();
    let Some(ranges) = ranges(&list) else {
        call.complain([b"bad list '".as_slice(), &list, b"'"].concat())
            .await?;
        return Ok(1);
    };
    let delimiter = options
        .value(b'd')
        .and_then(|text| text.first().copied())
        .unwrap_or(b'\t');
    let wanted = |index: usize| {
        ranges
            .iter()
            .any(|(first, last)| (*first..=*last).contains(&index))
    };
    for (_, mut input) in call.inputs(&options.operands).await? {
        loop {
            let line = input.read_until(b'\n', MAX_KEPT).await;
            if line.is_empty() {
                break;
            }
            let line = line.strip_suffix(b"\n").unwrap_or(&line);
            let mut text: Vec<u8> = if !by_field {
                line.iter()
                    .enumerate()
                    .filter(|(index, _)| wanted(index + 1))
                    .map(|(_, byte)| *byte)
                    .collect()
            } else if line.contains(&delimiter) {
                let parts = line
                    .split(|byte| *byte == delimiter)
                    .enumerate()
                    .filter(|(index, _)| wanted(index + 1));
                parts
                    .map(|(_, part)| part)
                    .collect::<Vec<_>>()
                    .join(&delimiter)
            } else if options.has(b's') {
                continue;
            } else {
                line.to_vec()
            };
            text.push(b'\n');
            call.print(text).await?;
        }
    }
    Ok(call.status)
}

fn ranges(list: &[u8]) -> Option<Vec<(usize, usize)>> {
    let list = std::str::from_utf8(list).ok()?;
    list.split(',')
        .map(|part| match part.split_once('-') {
            Some(("", "")) => None,
            Some(("", end)) => Some((1, end.parse().ok()?)),
            Some((start, "")) => Some((start.parse().ok()?, usize::MAX)),
            Some((start, end)) => Some((start.parse().ok()?, end.parse().ok()?)),
            None => part.parse().ok().map(|number| (number, number)),
        })
        .collect()
}

pub(super) async fn tr(mut call: Call<'_>) -> Result<Exit, Closed> {
    let options = match call.options(Spec::new("cCds", "", 1)).await? {
        Ok(options) => options,
        Err(status) => return Ok(status),
    };
    let complement = options.has(b'c') || options.has(b'C');
    let mut from = options
        .operands
        .first()
        .map(|set| expand_set(set))
        .unwrap_or_default();
    if complement {
        from = (0..=u8::MAX).filter(|byte| !from.contains(byte)).collect();
    }
    let to = options
        .operands
        .get(1)
        .map(|set| expand_set(set))
        .unwrap_or_default();
    let squeezed = if to.is_empty() || options.has(b'd') && options.operands.len() > 1 {
        if to.is_empty() {
            from.clone()
        } else {
            to.clone()
        }
    } else {
        to.clone()
    };
    let mut last = None;
    while let Some(chunk) = call.stdin.read().await {
        let mut text = Vec::with_capacity(chunk.len());
        for byte in &chunk {
            let place = from.iter().position(|known| known == byte);
            let byte = match place {
                Some(_) if options.has(b'd') => continue,
                Some(place) => to.get(place).or(to.last()).copied().unwrap_or(*byte),
                None => *byte,
            };
            if options.has(b's') && last == Some(byte) && squeezed.contains(&byte) {
                continue;
            }
            last = Some(byte);
            text.push(byte);
        }
        call.print(text).await?;
    }
    Ok(call.status)
}

/// A class of characters: its name and what belongs to it.
type Class = (&'static [u8], fn(&u8) -> bool);

/// `a-z`, `[:upper:]` and backslash sequences.
fn expand_set(set: &[u8]) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut position = 0;
    while let Some(byte) = set.get(position).copied() {
        let rest = set.get(position..).unwrap_or_default();
        let classes: [Class; 6] = [
            (b"[:alpha:]", u8::is_ascii_alphabetic),
            (b"[:digit:]", u8::is_ascii_digit),
            (b"[:alnum:]", u8::is_ascii_alphanumeric),
            (b"[:upper:]", u8::is_ascii_uppercase),
            (b"[:lower:]", u8::is_ascii_lowercase),
            (b"[:space:]", u8::is_ascii_whitespace),
        ];
        if let Some((name, test)) = classes.iter().find(|(name, _)| rest.starts_with(name)) {
            bytes.extend((0..=u8::MAX).filter(test));
            position += name.len();
            continue;
        }
        let (mut first, length) = match (byte, rest.get(1)) {
            (b'\\', Some(b'n')) => (b'\n', 2),
            (b'\\', Some(b't')) => (b'\t', 2),
            (b'\\', Some(b'r')) => (b'\r', 2),
            (b'\\', Some(b'0')) => (0, 2),
            (b'\\', Some(other)) => (*other, 2),
            _ => (byte, 1),
        };
        position += length;
        if set.get(position) == Some(&b'-')
            && let Some(last) = set.get(position + 1).copied()
        {
            position += 2;
            while first < last {
                bytes.push(first);
                first += 1;
            }
            bytes.push(last);
        } else {
            bytes.push(first);
        }
    }
    bytes
}
