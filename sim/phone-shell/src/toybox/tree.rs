//! Programs that make and remove folders and what is in them.

use std::io;

use super::call::Call;
use super::options::Spec;
use crate::files::{FileSystem, join};
use crate::io::Closed;
use crate::program::Exit;

/// How many things one call walks over.
const MAX_STEPS: usize = 1_000_000;

pub(super) async fn mkdir(mut call: Call<'_>) -> Result<Exit, Closed> {
    let spec = Spec {
        long: &[("parents", b'p')],
        ..Spec::new("pv", "m", 1)
    };
    let options = match call.options(spec).await? {
        Ok(options) => options,
        Err(status) => return Ok(status),
    };
    let mode = options
        .value(b'm')
        .and_then(|mode| u32::from_str_radix(std::str::from_utf8(mode).ok()?, 8).ok());
    let mode = mode.unwrap_or(0o777 & !call.process.umask);
    for operand in &options.operands {
        let path = call.path(operand);
        let outcome = if options.has(b'p') {
            call.files().create_dir_all(&path, mode)
        } else {
            call.files().create_dir(&path, mode)
        };
        match outcome {
            Ok(()) if options.has(b'v') => {
                call.print([b"mkdir: created directory '".as_slice(), operand, b"'\n"].concat())
                    .await?;
            }
            Ok(()) => {}
            Err(error) => call.complain_about_quoted(operand, &error).await?,
        }
    }
    Ok(call.status)
}

pub(super) async fn rmdir(mut call: Call<'_>) -> Result<Exit, Closed> {
    let options = match call.options(Spec::new("p", "", 1)).await? {
        Ok(options) => options,
        Err(status) => return Ok(status),
    };
    for operand in &options.operands {
        let mut operand = operand.clone();
        loop {
            if let Err(error) = call.files().remove_dir(call.path(&operand)) {
                call.complain_about(&operand, &error).await?;
                break;
            }
            let slash = operand
                .iter()
                .rposition(|byte| *byte == b'/')
                .filter(|slash| *slash > 0);
            match slash {
                Some(slash) if options.has(b'p') => operand.truncate(slash),
                _ => break,
            }
        }
    }
    Ok(call.status)
}

pub(super) async fn rm(mut call: Call<'_>) -> Result<Exit, Closed> {
    let spec = Spec {
        long: &[("force", b'f'), ("recursive", b'r')],
        ..Spec::new("fRrv", "", 0)
    };
    let options = match call.options(spec).await? {
        Ok(options) => options,
        Err(status) => return Ok(status),
    };
    if options.operands.is_empty() && !options.has(b'f') {
        return call.refuse("Needs 1 argument").await;
    }
    let recursive = options.has(b'r') || options.has(b'R');
    for operand in &options.operands {
        let path = call.path(operand);
        match call.files().link_metadata(&path) {
            Err(_) if options.has(b'f') => {}
            Err(error) => call.complain_about(operand, &error).await?,
            Ok(metadata) if metadata.is_dir() && !recursive => {
                call.complain([operand.as_slice(), b": Is a directory"].concat())
                    .await?;
            }
            Ok(metadata) if metadata.is_dir() => {
                for (failed, error) in remove_tree(call.files(), &path, operand).await {
                    call.complain_about(&failed, &error).await?;
                }
            }
            Ok(_) => {
                if let Err(error) = call.files().remove_file(&path) {
                    call.complain_about(operand, &error).await?;
                } else if options.has(b'v') {
                    call.print([b"rm '".as_slice(), operand, b"'\n"].concat())
                        .await?;
                }
            }
        }
    }
    Ok(call.status)
}

/// Removes a folder and everything in it, and answers what could not be removed.
pub(super) async fn remove_tree(
    files: &FileSystem,
    path: &[u8],
    shown: &[u8],
) -> Vec<(Vec<u8>, io::Error)> {
    let mut failures = Vec::new();
    let mut open = vec![(path.to_vec(), shown.to_vec(), false)];
    let mut steps = 0;
    while let Some((path, shown, emptied)) = open.pop() {
        steps += 1;
        if steps > MAX_STEPS {
            break;
        }
        if steps % 256 == 0 {
            tokio::task::yield_now().await;
        }
        if emptied {
            if let Err(error) = files.remove_dir(&path) {
                failures.push((shown, error));
            }
            continue;
        }
        let entries = match files.read_dir(&path) {
            Ok(entries) => entries,
            Err(error) => {
                failures.push((shown, error));
                continue;
            }
        };
        open.push((path.clone(), shown.clone(), true));
        for entry in entries {
            let below = join(&path, &entry.name);
            let name = [shown.as_slice(), b"/", &entry.name].concat();
            if entry.metadata.is_dir() {
                open.push((below, name, false));
            } else if let Err(error) = files.remove_file(&below) {
                failures.push((name, error));
            }
        }
    }
    failures
}
