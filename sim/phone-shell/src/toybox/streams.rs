//! Programs that pass their input on: `cat`, `head`, `yes`.

use bytes::Bytes;

use super::call::{Call, MAX_KEPT};
use super::options::Spec;
use crate::io::Closed;
use crate::program::Exit;

/// How much `yes` writes at once, at least.
const BLOCK: usize = 4_096;

pub(super) async fn cat(mut call: Call<'_>) -> Result<Exit, Closed> {
    let options = match call.options(Spec::new("uvte", "", 0)).await? {
        Ok(options) => options,
        Err(status) => return Ok(status),
    };
    let shows = options.has(b'v') || options.has(b'e') || options.has(b't');
    for (_, mut input) in call.inputs(&options.operands).await? {
        while let Some(chunk) = input.read().await {
            let chunk = if shows {
                visible(&chunk, options.has(b't'), options.has(b'e'))
            } else {
                chunk
            };
            call.print(chunk).await?;
        }
    }
    Ok(call.status)
}

/// Control characters in the form `^X` and `M-X`.
fn visible(chunk: &[u8], tabs: bool, ends: bool) -> Bytes {
    let mut shown = Vec::with_capacity(chunk.len());
    for byte in chunk {
        let mut byte = *byte;
        if byte >= 0x80 {
            shown.extend_from_slice(b"M-");
            byte &= 0x7F;
        }
        match byte {
            b'\n' if ends => shown.extend_from_slice(b"$\n"),
            b'\n' => shown.push(b'\n'),
            b'\t' if !tabs => shown.push(b'\t'),
            0x7F => shown.extend_from_slice(b"^?"),
            byte if byte < 0x20 => shown.extend_from_slice(&[b'^', byte + 0x40]),
            byte => shown.push(byte),
        }
    }
    Bytes::from(shown)
}

/// `-5` is `-n 5` to `head` and `tail`.
fn old_number(arguments: &mut [Vec<u8>]) {
    for argument in arguments {
        if argument.len() > 1
            && argument.first() == Some(&b'-')
            && argument.iter().skip(1).all(u8::is_ascii_digit)
        {
            argument.splice(0..1, *b"-n");
        }
    }
}

fn number(text: &[u8]) -> Option<u64> {
    std::str::from_utf8(text).ok()?.parse().ok()
}

pub(super) async fn head(mut call: Call<'_>) -> Result<Exit, Closed> {
    old_number(&mut call.arguments);
    let options = match call.options(Spec::new("qv", "nc", 0)).await? {
        Ok(options) => options,
        Err(status) => return Ok(status),
    };
    let (unit, text) = match options.value(b'c') {
        Some(bytes) => (None, bytes.to_vec()),
        None => (Some(b'\n'), options.value(b'n').unwrap_or(b"10").to_vec()),
    };
    let Some(count) = number(&text) else {
        call.complain([b"not integer: ".as_slice(), &text].concat())
            .await?;
        return Ok(1);
    };
    let titles = (options.operands.len() > 1 || options.has(b'v')) && !options.has(b'q');
    for (index, (name, mut input)) in call
        .inputs(&options.operands)
        .await?
        .into_iter()
        .enumerate()
    {
        if titles {
            title(&call, index, &name).await?;
        }
        let mut left = count;
        while left > 0 {
            let piece = match unit {
                Some(unit) => input.read_until(unit, MAX_KEPT).await,
                // The end of the input is an empty piece.
                None => input.read().await.unwrap_or_default(),
            };
            if piece.is_empty() {
                break;
            }
            if unit.is_some() {
                left -= 1;
                call.print(piece).await?;
            } else {
                // No more than the piece.
                let length = usize::try_from(left).unwrap_or(usize::MAX).min(piece.len());
                left -= length as u64;
                call.print(piece.slice(..length)).await?;
            }
        }
    }
    Ok(call.status)
}

async fn title(call: &Call<'_>, index: usize, name: &[u8]) -> Result<(), Closed> {
    let gap: &[u8] = if index > 0 { b"\n" } else { b"" };
    call.print([gap, b"==> ", name, b" <==\n"].concat()).await
}

pub(super) async fn yes(call: Call<'_>) -> Result<Exit, Closed> {
    let words = if call.arguments.is_empty() {
        vec![b"y".to_vec()]
    } else {
        call.arguments.clone()
    };
    let line = [words.join(&b' ').as_slice(), b"\n"].concat();
    // Many lines at once, as toybox writes them.
    let lines = Bytes::from(line.repeat(BLOCK.div_ceil(line.len())));
    loop {
        call.print(lines.clone()).await?;
    }
}
