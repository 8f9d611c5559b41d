//! `kill` and `setsid`, programs about processes.

use super::call::Call;
use super::options::Spec;
use crate::io::Closed;
use crate::process::{Process, SignalRefused};
use crate::program::Exit;
use crate::shell::signal;
use crate::text;

/// What a process that a signal ended is told by, besides the signal.
const BY_SIGNAL: u8 = 128;

pub(super) async fn kill(mut call: Call<'_>) -> Result<Exit, Closed> {
    let arguments = std::mem::take(&mut call.arguments);
    let (sent, targets) = match arguments.as_slice() {
        [option, name, rest @ ..] if option == b"-s" => (signal(name), rest.to_vec()),
        [option, rest @ ..] if option.len() > 1 && option.first() == Some(&b'-') => {
            (signal(option.split_at(1).1), rest.to_vec())
        }
        rest => (Some(15), rest.to_vec()),
    };
    let Some(sent) = sent else {
        // Only a signal that was given can be bad.
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
        if let Err(refused) = send(&call, pid, sent).await {
            call.complain(format!("bad pid '{pid}': {refused}")).await?;
        }
    }
    Ok(call.status)
}

/// `setsid [-cdw] COMMAND …`: the command takes the place of this program, in a session of its own.
pub(super) async fn setsid(mut call: Call<'_>) -> Result<Exit, Closed> {
    let spec = Spec {
        stops: true,
        ..Spec::new("cdw", "", 1)
    };
    let words = match call.options(spec).await? {
        Ok(options) => options.operands,
        Err(status) => return Ok(status),
    };
    // There is one at least.
    let name = words.first().cloned().unwrap_or_default();
    if call.process.find(&name).is_none() {
        let message = [b"exec ", name.as_slice(), b": No such file or directory"].concat();
        call.complain(message).await?;
        return Ok(127);
    }
    let told: Vec<String> = words.iter().map(|word| text::to_string(word)).collect();
    let itself = call.process.itself.clone();
    if let Some(Err(refused)) = itself.as_ref().map(|itself| itself.detach(&told)) {
        call.complain(refused.to_string()).await?;
        return Ok(1);
    }
    let process = Process {
        detached: true,
        terminal: None,
        ..call.process.clone()
    };
    // Its streams are its own from here on: whoever waits for their end must not wait for this program.
    let (stdin, stdout, stderr) = (call.stdin, call.stdout, call.stderr);
    let command = tokio::spawn(async move {
        let killed = async {
            match &process.itself {
                Some(itself) => itself.killed().await,
                None => std::future::pending().await,
            }
        };
        tokio::select! {
            ended = process.run(&words, stdin, stdout, stderr) => ended,
            signal = killed => Some(Ok(BY_SIGNAL.wrapping_add(signal))),
        }
    });
    drop(itself);
    match command.await {
        Ok(Some(ended)) => ended,
        Ok(None) => Ok(127),
        // It panicked, and ends as a program that calls abort() does.
        Err(_) => Ok(134),
    }
}

/// Sends a signal to a process of a shell or, if there is none of that number, to one of the phone.
async fn send(call: &Call<'_>, pid: u32, sent: u8) -> Result<(), SignalRefused> {
    let user = call.files().identity().user;
    match call.process.running.signal(pid, sent, user).await {
        Err(SignalRefused::NoSuchProcess) => call.process.processes.signal(pid, sent),
        known => known,
    }
}
