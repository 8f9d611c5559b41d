//! Bringing the program to the phone and starting it.

use std::sync::atomic::{AtomicBool, Ordering};

use clawperator_adb::{AdbError, Deadline, DeviceHandle, PushFile, ShellCommand, ShellEvent};
use clawperator_contract::hex;
use clawperator_device::line::{Command, ShellLine, Word, program as programs};
use clawperator_operator_protocol::{FOLDER, PREFIX};
use tracing::debug;

use crate::greet::random;
use crate::program::Program;
use crate::trouble::Trouble;

/// The class that is started.
const CLASS: &str = "dev.clawperator.operator.Main";
/// The bits of a file that others can write into.
const WRITABLE: u32 = 0o022;
/// The most that is read of what the program says before its one line.
const SAID_LIMIT: usize = 16 * 1024;
/// The most of it that is repeated.
const EXCERPT: usize = 300;

/// Starts the program under a name; it is brought to the phone where it is not there, and `pushed` says so then.
/// Says whether it is the one that was started here.
pub(crate) async fn start(
    phone: &DeviceHandle,
    program: &Program,
    name: &str,
    pushed: &AtomicBool,
    deadline: Deadline,
) -> Result<bool, Trouble> {
    let was_there = is_there(phone, program, deadline).await?;
    if !was_there {
        push(phone, program, deadline).await?;
        pushed.store(true, Ordering::Relaxed);
    }
    match launch(phone, program, name, deadline).await {
        // A file of the right name and size with other bytes in it. The program says so if it can be run at all.
        Ok(Started::Failed { code, .. }) if code == "CORRUPT" => {}
        Err(Trouble::DoesNotStart(why)) if was_there => debug!(why, "the Operator is pushed again"),
        started => return judge(started?),
    }
    push(phone, program, deadline).await?;
    pushed.store(true, Ordering::Relaxed);
    judge(launch(phone, program, name, deadline).await?)
}

fn judge(started: Started) -> Result<bool, Trouble> {
    match started {
        Started::Ready => Ok(true),
        // Somebody else was quicker, or took the name: the greeting tells which.
        Started::Failed { code, .. } if code == "IN_USE" => Ok(false),
        Started::Failed { code, reason } => Err(Trouble::DoesNotStart(format!("{code}: {reason}"))),
    }
}

/// The one line of the program.
#[derive(Debug, PartialEq, Eq)]
enum Started {
    Ready,
    Failed { code: String, reason: String },
}

async fn is_there(
    phone: &DeviceHandle,
    program: &Program,
    deadline: Deadline,
) -> Result<bool, Trouble> {
    let mut sync = phone.sync(deadline).await?;
    let found = sync.link_stat(program.path(), deadline).await?;
    let size = u64::try_from(program.jar().len()).ok();
    // Others may have written into one that they can write into.
    Ok(found.is_some_and(|found| Some(found.size) == size && found.mode & WRITABLE == 0))
}

/// Under another name first, so that half a jar never has the right one.
async fn push(phone: &DeviceHandle, program: &Program, deadline: Deadline) -> Result<(), Trouble> {
    let mut number = [0; 8];
    random(&mut number)?;
    let part = format!("{FOLDER}/{PREFIX}{}.part", hex(&number));
    debug!(bytes = program.jar().len(), "the Operator is pushed");
    let mut sync = phone.sync(deadline).await?;
    let file = PushFile {
        path: part.as_bytes(),
        // A phone gives everybody the bits of the owner, and nobody may write into what is run as adb's user.
        permissions: 0o400,
        modified: 0,
    };
    let pushed = sync.push(file, program.jar(), |_| {}, deadline).await;
    pushed.map_err(not_pushed)?;
    drop(sync);
    let word = |text: String| Word::new(text).map_err(|error| internal(&error));
    let rename = Command::new(programs::MV)
        .fixed("-f")
        .word(word(part)?)
        .word(word(program.path())?);
    let line = ShellLine::from(rename);
    let line = line.encode().map_err(|error| internal(&error))?;
    let limits = clawperator_adb::OutputLimits {
        stdout: SAID_LIMIT,
        stderr: SAID_LIMIT,
    };
    let output = phone.shell_output(&line, limits, deadline).await?;
    match output.status {
        clawperator_adb::ExitStatus::Code(0) | clawperator_adb::ExitStatus::Unknown => Ok(()),
        clawperator_adb::ExitStatus::Code(_) => {
            let said = String::from_utf8_lossy(&output.stderr);
            Err(Trouble::DoesNotStart(format!(
                "it could not be put in its place: {}",
                excerpt(&said)
            )))
        }
    }
}

/// What the phone says of the file is about the program, and not about the phone.
fn not_pushed(error: AdbError) -> Trouble {
    match error {
        AdbError::SyncFailed { .. } => Trouble::DoesNotStart(error.to_string()),
        error => error.into(),
    }
}

async fn launch(
    phone: &DeviceHandle,
    program: &Program,
    name: &str,
    deadline: Deadline,
) -> Result<Started, Trouble> {
    let line = line(program, name)?;
    let mut shell = phone.shell(ShellCommand::Line(&line), deadline).await?;
    let mut output = Vec::new();
    let mut errors = Vec::new();
    loop {
        let (data, said) = match shell.next(deadline).await? {
            ShellEvent::Stdout(data) => (data, &mut output),
            ShellEvent::Stderr(data) => (data, &mut errors),
            ShellEvent::Exit(_) => break,
        };
        if said.len() + data.len() > SAID_LIMIT {
            return Err(Trouble::DoesNotStart("it says too much".to_owned()));
        }
        said.extend_from_slice(&data);
        if let Some(started) = told(&output) {
            return Ok(started);
        }
    }
    let said = [output, errors].concat();
    let said = String::from_utf8_lossy(&said);
    Err(Trouble::DoesNotStart(match excerpt(&said) {
        said if said.is_empty() => "it ended without a word".to_owned(),
        said => said,
    }))
}

/// The line that starts it, apart from the stream that started it.
fn line(program: &Program, name: &str) -> Result<Vec<u8>, Trouble> {
    let word = |text: String| Word::new(text).map_err(|error| internal(&error));
    let command = Command::new(programs::APP_PROCESS)
        .variable("CLASSPATH", word(program.path())?)
        .fixed("/system/bin")
        .word(word(format!("--nice-name={name}"))?)
        .fixed(CLASS)
        .fixed("serve")
        .word(word(program.hash())?)
        .detached();
    let line = ShellLine::from(command);
    line.encode().map_err(|error| internal(&error))
}

/// What the first line that is one of the program's says. Runtimes and linkers of phones may say something before.
fn told(output: &[u8]) -> Option<Started> {
    let text = String::from_utf8_lossy(output);
    let whole = text.rsplit_once('\n').map(|(lines, _)| lines)?;
    whole.lines().find_map(|line| {
        let mut words = line.trim().splitn(3, ' ');
        match words.next()? {
            "READY" => Some(Started::Ready),
            "FAIL" => Some(Started::Failed {
                // Without a code or a reason nothing more is known.
                code: words.next().unwrap_or_default().to_owned(),
                // As above.
                reason: excerpt(words.next().unwrap_or_default()),
            }),
            _ => None,
        }
    })
}

/// The beginning of what was said, on one line.
fn excerpt(said: &str) -> String {
    let words: Vec<&str> = said.split_whitespace().collect();
    let line = words.join(" ");
    let line: String = line.chars().filter(|it| !it.is_control()).collect();
    line.chars().take(EXCERPT).collect()
}

fn internal(error: &dyn std::error::Error) -> Trouble {
    Trouble::DoesNotStart(error.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_line_says_how_it_went() {
        assert_eq!(told(b"READY 00"), None);
        assert_eq!(told(b"READY 00\n"), Some(Started::Ready));
        let noisy = b"WARNING: linker: x\nFAIL IN_USE somebody  listens\n";
        assert_eq!(
            told(noisy),
            Some(Started::Failed {
                code: "IN_USE".to_owned(),
                reason: "somebody listens".to_owned()
            })
        );
        assert_eq!(told(b"Aborted\n"), None);
    }

    #[test]
    fn the_line_is_apart_from_its_stream() {
        let program = Program::new(bytes::Bytes::from_static(b"abc"));
        let line = line(&program, "it's").unwrap();
        let text = String::from_utf8(line).unwrap();
        let jar = "/data/local/tmp/clawperator-operator-ba7816bf8f01cfea.jar";
        let hash = program.hash();
        assert_eq!(
            text,
            format!(
                "{{ CLASSPATH='{jar}' setsid app_process '/system/bin' '--nice-name=it'\\''s' '{CLASS}' 'serve' '{hash}' </dev/null & }}"
            )
        );
    }
}
