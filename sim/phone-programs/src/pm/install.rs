//! `pm install` and the commands of install sessions.

use bytes::Bytes;
use clawperator_phone_shell::{Closed, Exit};

use super::apk;
use crate::call::Call;
use crate::intent::Words;
use crate::phone::InstallOutcome;

/// The largest package that is accepted.
const MAX_PACKAGE: usize = 256 << 20;
/// Most sessions at a time.
const MAX_SESSIONS: usize = 16;

/// `pm install …`, `pm install-create …` and their kind
pub(super) async fn run(
    call: &mut Call<'_>,
    command: &str,
    arguments: &[String],
) -> Result<Exit, Closed> {
    let (size, words) = match options(arguments) {
        Ok(parsed) => parsed,
        Err(text) => return call.fail(format!("{text}\n"), 1).await,
    };
    match (command, words.as_slice()) {
        ("install", words) => {
            let path = words.first().copied().filter(|path| *path != "-");
            match package_bytes(call, size, path).await {
                Ok(bytes) => commit(call, apk::read(&bytes)).await,
                Err(Source::File(text)) => call.fail(text, 1).await,
                Err(Source::Missing) => {
                    call.answer(
                        "Error: must either specify a package size or an APK file\n",
                        1,
                    )
                    .await
                }
                Err(Source::Refused(code)) => failure(call, code).await,
            }
        }
        ("install-create", _) => {
            let session = create_session(call);
            call.answer(format!("Success: created install session [{session}]\n"), 0)
                .await
        }
        ("install-write", [session, _name, rest @ ..]) => {
            let path = rest.first().copied().filter(|path| *path != "-");
            write(call, session, size, path).await
        }
        ("install-commit", [session, ..]) => match take_session(call, session) {
            Some(outcome) => commit(call, outcome).await,
            None => no_session(call, command, session).await,
        },
        ("install-abandon", [session, ..]) => match take_session(call, session) {
            Some(_) => call.answer("Success\n", 0).await,
            None => no_session(call, command, session).await,
        },
        _ => call.fail("Error: no session specified\n", 1).await,
    }
}

/// The size that follows on the input, and the words that are no options.
fn options(arguments: &[String]) -> Result<(Option<usize>, Vec<&str>), String> {
    let mut words = Words::new(arguments);
    let mut size = None;
    while let Some(option) = words
        .peek()
        .filter(|word| word.starts_with('-') && word.len() > 1)
    {
        words.next();
        match option {
            "-S" => {
                // A value that is missing is refused as an empty one is.
                let text = words.next().unwrap_or_default();
                let bytes: usize = text
                    .parse()
                    .map_err(|_| format!("Error: invalid size value: {text}"))?;
                size = Some(bytes);
            }
            "--user" | "-i" | "-p" | "-R" | "--originating-uri" | "--referrer" | "--abi"
            | "--install-location" | "--install-reason" | "--pkg" => {
                words.next();
            }
            "-r"
            | "-t"
            | "-g"
            | "-d"
            | "-f"
            | "-l"
            | "-s"
            | "-q"
            | "--dont-kill"
            | "--full"
            | "--instant"
            | "--ephemeral"
            | "--force-uuid"
            | "--restrict-permissions"
            | "--fastdeploy"
            | "--multi-package"
            | "--staged"
            | "--no-wait"
            | "--skip-verification"
            | "--bypass-low-target-sdk-block"
            | "--wait" => {}
            other => return Err(format!("Error: Unknown option {other}")),
        }
    }
    Ok((size, words.rest().iter().map(String::as_str).collect()))
}

/// Why there are no bytes to install.
enum Source {
    File(String),
    Missing,
    Refused(&'static str),
}

async fn package_bytes(
    call: &mut Call<'_>,
    size: Option<usize>,
    path: Option<&str>,
) -> Result<Bytes, Source> {
    match (path, size) {
        (Some(path), _) => {
            let full = call.process.path(path.as_bytes());
            call.process
                .files
                .read(full)
                .map_err(|_| Source::File(format!("Error: Can't open file: {path}\n")))
        }
        (None, Some(size)) => read_input(call, size).await.map_err(Source::Refused),
        (None, None) => Err(Source::Missing),
    }
}

async fn read_input(call: &mut Call<'_>, size: usize) -> Result<Bytes, &'static str> {
    let (used, limit) = call.process.files.usage();
    // More than can be counted is more than a package may have.
    let free = usize::try_from(limit.saturating_sub(used)).unwrap_or(usize::MAX);
    if size > free.min(MAX_PACKAGE) {
        return Err("INSTALL_FAILED_INSUFFICIENT_STORAGE: Failed to allocate space");
    }
    let mut bytes = Vec::new();
    while bytes.len() < size {
        let Some(chunk) = call.stdin.read().await else {
            break;
        };
        let wanted = chunk.len().min(size - bytes.len());
        bytes.extend_from_slice(chunk.split_at(wanted).0);
    }
    if bytes.len() < size {
        return Err("INSTALL_FAILED_INVALID_APK: the stream ended early");
    }
    Ok(Bytes::from(bytes))
}

async fn write(
    call: &mut Call<'_>,
    session: &str,
    size: Option<usize>,
    path: Option<&str>,
) -> Result<Exit, Closed> {
    let known = session
        .parse()
        .ok()
        .filter(|number: &u32| call.phone().inner().sessions.contains_key(number));
    let Some(number) = known else {
        return no_session(call, "install-write", session).await;
    };
    match package_bytes(call, size, path).await {
        Ok(bytes) => {
            let length = bytes.len();
            let outcome = apk::read(&bytes);
            // Every part of a package names it; what the first good one says is kept, its bytes are not.
            if let Some(held) = call.phone().inner().sessions.get_mut(&number)
                && held.is_err()
            {
                *held = outcome;
            }
            call.answer(format!("Success: streamed {length} bytes\n"), 0)
                .await
        }
        Err(Source::File(text)) => call.fail(text, 1).await,
        Err(Source::Missing) => call.fail("Error: must specify a APK size\n", 1).await,
        Err(Source::Refused(code)) => failure(call, code).await,
    }
}

/// Opens a session; the oldest one goes when there are too many.
fn create_session(call: &Call<'_>) -> u32 {
    let mut inner = call.phone().inner();
    if inner.sessions.len() >= MAX_SESSIONS {
        inner.sessions.pop_first();
    }
    let session = inner.next_session;
    inner.next_session = session.wrapping_add(1);
    let nothing = "INSTALL_FAILED_INVALID_APK: No packages staged";
    inner.sessions.insert(session, Err(nothing.to_owned()));
    session
}

fn take_session(call: &Call<'_>, session: &str) -> Option<InstallOutcome> {
    call.phone().inner().sessions.remove(&session.parse().ok()?)
}

async fn no_session(call: &Call<'_>, command: &str, session: &str) -> Result<Exit, Closed> {
    let unknown =
        crate::java::Exception::security(format!("Caller has no access to session {session}"));
    call.throw(command, &unknown).await
}

async fn commit(call: &Call<'_>, outcome: InstallOutcome) -> Result<Exit, Closed> {
    let package = match outcome {
        Ok(package) => package,
        Err(code) => return failure(call, &code).await,
    };
    let name = package.name.clone();
    if call
        .package(&name)
        .await
        .is_some_and(|known| known.version_code > package.version_code)
    {
        return failure(call, "INSTALL_FAILED_VERSION_DOWNGRADE: Downgrade detected").await;
    }
    call.screen().force_stop(&name).await;
    if call.phone().install_package(package) {
        call.screen().set_installed(&name, true).await;
        return call.answer("Success\n", 0).await;
    }
    failure(call, "INSTALL_FAILED_INSUFFICIENT_STORAGE").await
}

/// Says why a package is not installed, with the code of the platform.
async fn failure(call: &Call<'_>, code: &str) -> Result<Exit, Closed> {
    call.answer(format!("Failure [{code}]\n"), 1).await
}
