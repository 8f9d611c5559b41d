//! How the Operator is started: what it checks, what it writes, and the one line that it says.

use std::io;
use std::sync::Arc;

use bytes::Bytes;
use clawperator_operator_protocol::{Build, FOLDER, Launch, PREFIX, SOCKET, Secret, secret_path};
use clawperator_phone_operator::{Ended, Launched, Listener, Operator, lead, random};
use clawperator_phone_shell::{Closed, Exit, FileSystem};
use sha2::{Digest as _, Sha256};

use super::phone::ScreenOperator;
use crate::automation::RunningOperator;
use crate::call::Call;
use crate::faults::Switch;
use crate::machine::ListenRefused;
use crate::operator_faults::OperatorFault;

/// The class that `app_process` is asked for.
pub(crate) const CLASS: &str = "dev.clawperator.operator.Main";

/// The users that may start it: shell and root.
const USERS: [u32; 2] = [2_000, 0];

/// The status of a process that was killed.
const KILLED: Exit = 137;

/// Why it does not run.
struct Failure {
    code: String,
    reason: String,
}

/// What a start came to.
struct Started {
    serving: Serving,
    listener: Box<dyn Listener>,
    launch: String,
    secret: String,
}

/// What serves the streams.
enum Serving {
    /// The Operator as it is written for phones without Java.
    Native(Operator, RunningOperator),
    /// The Operator's own classes.
    Java(Box<dyn Launched>),
}

/// Runs the Operator from its jar until a driver ends it. A process that is killed leaves its secret behind.
pub(crate) async fn run(
    call: Call<'_>,
    jar: &str,
    content: &Bytes,
    arguments: &[String],
) -> Result<Exit, Closed> {
    // Where there is no room the kernel tells nothing of it.
    let _told = call
        .process
        .files
        .tell_of(call.process.pid, &call.process.environment);
    let faults = call.phone().faults();
    let slow = faults.take_operator(|fault| matches!(fault, OperatorFault::SlowStart(_)));
    if let Some(OperatorFault::SlowStart(time)) = slow {
        call.process.clock.sleep(time).await;
    }
    let started = match start(&call, jar, content, arguments).await {
        Ok(started) => started,
        Err(Failure { code, reason }) => {
            return call.answer(format!("FAIL {code} {reason}\n"), 1).await;
        }
    };
    let Started {
        serving,
        mut listener,
        launch,
        secret,
    } = started;
    let is_silent = faults
        .take_operator(|fault| *fault == OperatorFault::SilentStart)
        .is_some();
    if !is_silent {
        call.out(format!("READY {launch}\n")).await?;
    }
    let files = call.process.files.clone();
    // Its standard streams are closed, so that whoever started it is not kept waiting.
    drop(call);
    let ended = match serving {
        Serving::Native(operator, automation) => {
            let ended = operator.serve(&mut *listener).await;
            drop(automation);
            ended
        }
        Serving::Java(launched) => {
            lead(&*launched, &mut *listener).await;
            Ended::Asked
        }
    };
    drop(listener);
    if ended == Ended::Killed {
        return Ok(KILLED);
    }
    // Nobody is left to be told.
    let _ = files.remove_file(&secret);
    Ok(0)
}

async fn start(
    call: &Call<'_>,
    jar: &str,
    content: &Bytes,
    arguments: &[String],
) -> Result<Started, Failure> {
    let build = match arguments {
        [serve, build] if serve == "serve" => parse_build(build),
        _ => None,
    };
    let build = build.ok_or_else(|| failure("USAGE", "usage: serve BUILD"))?;
    let files = &call.process.files;
    if !USERS.contains(&files.identity().user) {
        let reason = format!("started as user {}", files.identity().user);
        return Err(failure("FORBIDDEN", reason));
    }
    let faults = call.phone().faults();
    let failed = faults.take_operator(|fault| matches!(fault, OperatorFault::FailedStart { .. }));
    if let Some(OperatorFault::FailedStart { code, reason }) = failed {
        return Err(Failure { code, reason });
    }
    let mut hash: [u8; 32] = Sha256::digest(content).into();
    if faults
        .take_operator(|fault| *fault == OperatorFault::CorruptJar)
        .is_some()
    {
        hash = Sha256::digest(hash).into();
    }
    if hash != build {
        let reason = format!("the jar is {}", Build(hash));
        return Err(failure("CORRUPT", reason));
    }
    if call.phone().faults().has(Switch::FrameworkDown) {
        return Err(failure("FAILED", "the system server is not running"));
    }
    let address = format!("localabstract:{SOCKET}");
    let listener = call.framework.machine.listen(&address);
    let listener = listener.map_err(|refused| match refused {
        ListenRefused::InUse => failure("IN_USE", format!("{address} is in use")),
        ListenRefused::Unsupported => failure("FAILED", "this phone has no sockets"),
    })?;
    let wrong = |error: io::Error| failure("FAILED", error.to_string());
    let (serving, launch, secret) = serve(call, Build(build)).await.map_err(wrong)?;
    remove_leftovers(files, jar);
    let path = secret_path(launch);
    files.write(&path, &secret, 0o600).map_err(wrong)?;
    Ok(Started {
        serving,
        listener,
        launch: launch.to_string(),
        secret: path,
    })
}

/// A launch, its id and its secret.
async fn serve(call: &Call<'_>, build: Build) -> io::Result<(Serving, Launch, [u8; 32])> {
    if let Some(runtime) = call.framework.machine.runtime() {
        let launched = runtime.launch(build).await?;
        let (launch, secret) = (launched.launch(), launched.secret());
        return Ok((Serving::Java(launched), launch, secret));
    }
    let launch = Launch(random()?);
    let secret = random()?;
    let automation = call.phone().automation().launch();
    let phone = ScreenOperator::new(call.framework.clone(), automation.number());
    let operator = Operator::new(Arc::new(phone), build, launch, Secret::new(secret));
    Ok((Serving::Native(operator, automation), launch, secret))
}

/// Removes the secrets of other launches, and other jars.
fn remove_leftovers(files: &FileSystem, jar: &str) {
    // A folder that cannot be read has nothing that could be removed.
    let entries = files.read_dir(FOLDER).unwrap_or_default();
    for entry in entries {
        let name = String::from_utf8_lossy(&entry.name);
        let is_ours = name
            .strip_prefix(PREFIX)
            .and_then(|rest| rest.rsplit_once('.'))
            .is_some_and(|(_, kind)| matches!(kind, "secret" | "jar"));
        let path = format!("{FOLDER}/{name}");
        if is_ours && path != jar {
            // What belongs to somebody else stays.
            let _ = files.remove_file(&path);
        }
    }
}

/// 64 hexadecimal digits.
fn parse_build(text: &str) -> Option<[u8; 32]> {
    if text.len() != 64 || !text.is_ascii() {
        return None;
    }
    let mut build = [0; 32];
    for (byte, digits) in build.iter_mut().zip(text.as_bytes().chunks_exact(2)) {
        let digits = std::str::from_utf8(digits).ok()?;
        *byte = u8::from_str_radix(digits, 16).ok()?;
    }
    Some(build)
}

fn failure(code: &str, reason: impl Into<String>) -> Failure {
    Failure {
        code: code.to_owned(),
        reason: reason.into(),
    }
}
