//! `kill` as a program.

use super::call::Call;
use crate::io::Closed;
use crate::program::Exit;
use crate::shell::signal;

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
        if let Err(refused) = call.process.processes.signal(pid, sent) {
            call.complain(format!("bad pid '{pid}': {refused}")).await?;
        }
    }
    Ok(call.status)
}
