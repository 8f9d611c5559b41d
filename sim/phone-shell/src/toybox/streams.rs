//! Programs that pass their input on: `cat`, `head`, `tail`, `tee`, `wc`, `yes`.

use std::collections::VecDeque;

use bytes::Bytes;

use super::call::{Call, MAX_KEPT};
use super::options::Spec;
use crate::files::{Device, Kind, Opening};
use crate::io::{Closed, Output};
use crate::program::Exit;

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
                None => input.read().await.unwrap_or_default(),
            };
            if piece.is_empty() {
                break;
            }
            if unit.is_some() {
                left -= 1;
                call.print(piece).await?;
            } else {
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

pub(super) async fn tail(mut call: Call<'_>) -> Result<Exit, Closed> {
    old_number(&mut call.arguments);
    let options = match call.options(Spec::new("fF", "nc", 0)).await? {
        Ok(options) => options,
        Err(status) => return Ok(status),
    };
    let (unit, text) = match options.value(b'c') {
        Some(bytes) => (None, bytes.to_vec()),
        None => (Some(b'\n'), options.value(b'n').unwrap_or(b"10").to_vec()),
    };
    let from_start = text.first() == Some(&b'+');
    let digits = text
        .strip_prefix(b"+")
        .or_else(|| text.strip_prefix(b"-"))
        .unwrap_or(&text);
    let Some(count) = number(digits) else {
        call.complain([b"not integer: ".as_slice(), &text].concat())
            .await?;
        return Ok(1);
    };
    let titles = options.operands.len() > 1;
    for (index, (name, mut input)) in call
        .inputs(&options.operands)
        .await?
        .into_iter()
        .enumerate()
    {
        if titles {
            title(&call, index, &name).await?;
        }
        let mut kept = VecDeque::new();
        let (mut seen, mut size) = (0_u64, 0_usize);
        loop {
            let piece = match unit {
                Some(unit) => input.read_until(unit, MAX_KEPT).await,
                None => input.read_until(0, 1).await,
            };
            if piece.is_empty() {
                break;
            }
            seen += 1;
            if from_start {
                if seen >= count {
                    call.print(piece).await?;
                }
                continue;
            }
            size += piece.len();
            kept.push_back(piece);
            while kept.len() as u64 > count || size > MAX_KEPT {
                size -= kept.pop_front().map_or(0, |piece: Bytes| piece.len());
            }
        }
        call.print(kept.into_iter().flatten().collect::<Vec<u8>>())
            .await?;
    }
    if options.has(b'f') || options.has(b'F') {
        // Files do not tell when they grow; whoever follows one waits until it is killed.
        std::future::pending::<()>().await;
    }
    Ok(call.status)
}

pub(super) async fn tee(mut call: Call<'_>) -> Result<Exit, Closed> {
    let options = match call.options(Spec::new("ai", "", 0)).await? {
        Ok(options) => options,
        Err(status) => return Ok(status),
    };
    let opening = if options.has(b'a') {
        Opening::Append
    } else {
        Opening::Truncate
    };
    let mut outputs = vec![call.stdout.clone()];
    for operand in &options.operands {
        match open_output(&call, operand, opening) {
            Ok(output) => outputs.push(output),
            Err(error) => call.complain_about(operand, &error).await?,
        }
    }
    while let Some(chunk) = call.stdin.read().await {
        for output in &outputs {
            if output.write(chunk.clone()).await.is_err() {
                match output.failure() {
                    Some(error) => {
                        call.complain(format!("write: {error}")).await?;
                        return Ok(1);
                    }
                    None => return Err(Closed),
                }
            }
        }
    }
    Ok(call.status)
}

/// Opens a path for writing, devices included.
pub(super) fn open_output(
    call: &Call<'_>,
    path: &[u8],
    opening: Opening,
) -> std::io::Result<Output> {
    let path = call.path(path);
    match call.files().metadata(&path).map(|metadata| metadata.kind) {
        Ok(Kind::Device(Device::Null | Device::Zero)) => Ok(Output::nowhere()),
        Ok(Kind::Device(Device::Terminal)) => call
            .process
            .terminal
            .clone()
            .ok_or_else(|| std::io::Error::other("No such device or address")),
        _ => call
            .files()
            .open(&path, opening, 0o666 & !call.process.umask)
            .map(Output::file),
    }
}

pub(super) async fn wc(mut call: Call<'_>) -> Result<Exit, Closed> {
    let options = match call.options(Spec::new("lwcm", "", 0)).await? {
        Ok(options) => options,
        Err(status) => return Ok(status),
    };
    let all = !b"lwcm".iter().any(|letter| options.has(*letter));
    let wanted = [
        all || options.has(b'l'),
        all || options.has(b'w'),
        options.has(b'm'),
        all || options.has(b'c'),
    ];
    let columns = wanted.iter().filter(|wanted| **wanted).count();
    let line = |counts: [u64; 4], name: &[u8]| {
        let shown: Vec<String> = counts
            .iter()
            .zip(wanted)
            .filter(|(_, wanted)| *wanted)
            .map(|(count, _)| {
                if columns == 1 {
                    count.to_string()
                } else {
                    format!("{count:7}")
                }
            })
            .collect();
        let name = if name == b"-" {
            Vec::new()
        } else {
            [b" ", name].concat()
        };
        [shown.join(" ").as_bytes(), &name, b"\n"].concat()
    };
    let inputs = call.inputs(&options.operands).await?;
    let several = options.operands.len() > 1;
    let mut total = [0; 4];
    for (name, mut input) in inputs {
        let mut counts = [0_u64; 4];
        let mut in_word = false;
        while let Some(chunk) = input.read().await {
            for byte in &chunk {
                let [lines, words, characters, bytes] = &mut counts;
                *bytes += 1;
                *characters += u64::from(byte & 0xC0 != 0x80);
                *lines += u64::from(*byte == b'\n');
                let space = byte.is_ascii_whitespace() || *byte == 0x0B;
                *words += u64::from(!space && !in_word);
                in_word = !space;
            }
        }
        total
            .iter_mut()
            .zip(counts)
            .for_each(|(sum, count)| *sum += count);
        call.print(line(counts, &name)).await?;
    }
    if several {
        call.print(line(total, b"total")).await?;
    }
    Ok(call.status)
}

pub(super) async fn yes(call: Call<'_>) -> Result<Exit, Closed> {
    let words = if call.arguments.is_empty() {
        vec![b"y".to_vec()]
    } else {
        call.arguments.clone()
    };
    let line = Bytes::from([words.join(&b' ').as_slice(), b"\n"].concat());
    loop {
        call.print(line.clone()).await?;
    }
}
