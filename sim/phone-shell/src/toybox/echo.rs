//! `echo` as a program.

use super::call::Call;
use crate::io::Closed;
use crate::program::Exit;
use crate::syntax::{digits, push_character};

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
        let (unescaped, stopped) = unescape(&text);
        text = unescaped;
        newline &= !stopped;
    }
    if newline {
        text.push(b'\n');
    }
    call.finish_with(text).await
}

/// Backslash sequences; `\c` stops the output. An octal number begins with a zero.
fn unescape(text: &[u8]) -> (Vec<u8>, bool) {
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
            *from = from.split_at(used).1;
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
            // Two digits are one byte.
            b'x' => result.push(take(16, 2, &mut rest).to_le_bytes()[0]),
            b'0' => {
                result.push(take(8, 3, &mut rest).to_le_bytes()[0]);
            }
            b'u' => push_character(&mut result, take(16, 4, &mut rest)),
            other => result.extend_from_slice(&[b'\\', *other]),
        }
    }
    (result, false)
}
