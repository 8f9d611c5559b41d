//! Programs about processes and the environment: `env`, `printenv`, `kill`, `pidof`, `xargs`.

use super::call::{Call, MAX_KEPT};
use super::options::Spec;
use crate::io::{Closed, Input};
use crate::process::Process;
use crate::program::Exit;
use crate::shell::signal;

/// How many bytes of words one command of `xargs` gets.
const MAX_WORDS: usize = 128 * 1024;

pub(super) async fn env(mut call: Call<'_>) -> Result<Exit, Closed> {
    let spec = Spec {
        stops: true,
        ..Spec::new("i0", "u", 0)
    };
    let options = match call.options(spec).await? {
        Ok(options) => options,
        Err(status) => return Ok(status),
    };
    let mut process = call.process.clone();
    if options.has(b'i') {
        process.environment.clear();
    }
    for name in options.each(b'u') {
        process.environment.remove(name);
    }
    let mut words = options.operands.as_slice();
    while let Some((word, rest)) = words.split_first() {
        let Some(equals) = word.iter().position(|byte| *byte == b'=') else {
            break;
        };
        let (name, value) = word.split_at(equals);
        process
            .environment
            .insert(name.to_vec(), value.get(1..).unwrap_or_default().to_vec());
        words = rest;
    }
    if words.is_empty() {
        let end = if options.has(b'0') { 0 } else { b'\n' };
        let mut text = Vec::new();
        for (name, value) in &process.environment {
            text.extend_from_slice(&[name.as_slice(), b"=", value, &[end]].concat());
        }
        return call.finish_with(text).await;
    }
    start(&mut call, &process, words).await
}

/// Runs another program in place of this one.
async fn start(call: &mut Call<'_>, process: &Process, words: &[Vec<u8>]) -> Result<Exit, Closed> {
    // Boxed, because a program may start itself again.
    let run = process.run(
        words,
        call.stdin.clone(),
        call.stdout.clone(),
        call.stderr.clone(),
    );
    if let Some(result) = Box::pin(run).await {
        result
    } else {
        let name = words.first().cloned().unwrap_or_default();
        call.complain([b"exec ".as_slice(), &name, b": No such file or directory"].concat())
            .await?;
        Ok(127)
    }
}

pub(super) async fn printenv(mut call: Call<'_>) -> Result<Exit, Closed> {
    if call.arguments.is_empty() {
        return env(call).await;
    }
    for name in std::mem::take(&mut call.arguments) {
        match call.process.environment.get(&name) {
            Some(value) => call.print([value.as_slice(), b"\n"].concat()).await?,
            None => call.status = 1,
        }
    }
    Ok(call.status)
}

pub(super) async fn kill(mut call: Call<'_>) -> Result<Exit, Closed> {
    let arguments = std::mem::take(&mut call.arguments);
    let (sent, targets) = match arguments.as_slice() {
        [option, name, rest @ ..] if option == b"-s" => (signal(name), rest.to_vec()),
        [option, rest @ ..] if option.len() > 1 && option.first() == Some(&b'-') => {
            (signal(option.get(1..).unwrap_or_default()), rest.to_vec())
        }
        rest => (Some(15), rest.to_vec()),
    };
    let Some(sent) = sent else {
        let name = arguments.first().cloned().unwrap_or_default();
        call.complain([b"bad signal '".as_slice(), &name, b"'"].concat())
            .await?;
        return Ok(1);
    };
    if targets.is_empty() {
        return call.refuse("missing argument").await;
    }
    for target in targets {
        let pid = std::str::from_utf8(&target)
            .ok()
            .and_then(|text| text.parse::<u32>().ok());
        let Some(pid) = pid else {
            call.complain([b"unknown pid '".as_slice(), &target, b"'"].concat())
                .await?;
            continue;
        };
        if let Err(refused) = call.process.processes.signal(pid, sent) {
            call.complain(format!("bad pid '{pid}': {refused}")).await?;
        }
    }
    Ok(call.status)
}

pub(super) async fn pidof(mut call: Call<'_>) -> Result<Exit, Closed> {
    let options = match call.options(Spec::new("s", "", 1)).await? {
        Ok(options) => options,
        Err(status) => return Ok(status),
    };
    let mut pids = Vec::new();
    for entry in call.process.processes.list() {
        let wanted = options.operands.iter().any(|name| {
            let base = entry.name.rsplit('/').next().unwrap_or(&entry.name);
            name == entry.name.as_bytes() || name == base.as_bytes()
        });
        if wanted {
            pids.push(entry.pid.to_string());
        }
    }
    if pids.is_empty() {
        return Ok(1);
    }
    if options.has(b's') {
        pids.truncate(1);
    }
    call.finish_with(format!("{}\n", pids.join(" "))).await
}

pub(super) async fn xargs(mut call: Call<'_>) -> Result<Exit, Closed> {
    let spec = Spec {
        stops: true,
        ..Spec::new("0rt", "In", 0)
    };
    let options = match call.options(spec).await? {
        Ok(options) => options,
        Err(status) => return Ok(status),
    };
    let Some(words) =
        input_words(&mut call, options.has(b'0'), options.value(b'I').is_some()).await?
    else {
        return Ok(1);
    };
    let command = if options.operands.is_empty() {
        vec![b"echo".to_vec()]
    } else {
        options.operands.clone()
    };
    let most = options
        .value(b'n')
        .and_then(|text| std::str::from_utf8(text).ok()?.parse::<usize>().ok());
    let batches: Vec<Vec<Vec<u8>>> = if let Some(mark) = options.value(b'I') {
        words
            .iter()
            .map(|word| {
                command
                    .iter()
                    .map(|part| replace(part, mark, word))
                    .collect()
            })
            .collect()
    } else {
        let mut batches = Vec::new();
        let mut batch = Vec::new();
        let mut size = 0;
        for word in words {
            if most.is_some_and(|most| batch.len() >= most.max(1)) || size + word.len() > MAX_WORDS
            {
                batches.push(std::mem::take(&mut batch));
                size = 0;
            }
            size += word.len() + 1;
            batch.push(word);
        }
        if !batch.is_empty() || (batches.is_empty() && !options.has(b'r')) {
            batches.push(batch);
        }
        batches
            .into_iter()
            .map(|batch| command.iter().cloned().chain(batch).collect())
            .collect()
    };
    call.stdin = Input::nothing();
    let process = call.process.clone();
    let mut status = 0;
    for words in batches {
        if options.has(b't') {
            call.stderr
                .write([words.join(&b' ').as_slice(), b"\n"].concat())
                .await?;
        }
        match start(&mut call, &process, &words).await? {
            0 => {}
            127 => return Ok(127),
            255 => return Ok(124),
            _ => status = 123,
        }
        tokio::task::coop::consume_budget().await;
    }
    Ok(status)
}

/// The words of the input; `None` when they are more than is kept.
async fn input_words(
    call: &mut Call<'_>,
    zeros: bool,
    lines: bool,
) -> Result<Option<Vec<Vec<u8>>>, Closed> {
    let mut text = Vec::new();
    while let Some(chunk) = call.stdin.read().await {
        if text.len() + chunk.len() > MAX_KEPT {
            call.complain("input too long").await?;
            return Ok(None);
        }
        text.extend_from_slice(&chunk);
    }
    let separates = |byte: &u8| match (zeros, lines) {
        (true, _) => *byte == 0,
        (false, true) => *byte == b'\n',
        (false, false) => byte.is_ascii_whitespace(),
    };
    Ok(Some(
        text.split(separates)
            .filter(|word| !word.is_empty())
            .map(<[u8]>::to_vec)
            .collect(),
    ))
}

fn replace(part: &[u8], mark: &[u8], word: &[u8]) -> Vec<u8> {
    let mut result = Vec::new();
    let mut rest = part;
    while !rest.is_empty() {
        if !mark.is_empty()
            && let Some(after) = rest.strip_prefix(mark)
        {
            result.extend_from_slice(word);
            rest = after;
        } else if let Some((byte, after)) = rest.split_first() {
            result.push(*byte);
            rest = after;
        }
    }
    result
}
