//! `cp` and `mv`.

use std::io;

use super::call::Call;
use super::options::Spec;
use super::tree::remove_tree;
use crate::files::{FileKind, FileSystem, join, normalize};
use crate::io::Closed;
use crate::program::Exit;

const MAX_STEPS: usize = 100_000;

pub(super) async fn cp(mut call: Call<'_>) -> Result<Exit, Closed> {
    let options = match call.options(Spec::new("adfnPpRr", "", 0)).await? {
        Ok(options) => options,
        Err(status) => return Ok(status),
    };
    let recursive = options.has(b'r') || options.has(b'R') || options.has(b'a');
    let Some((target, sources)) = targets(&mut call, &options.operands).await? else {
        return Ok(1);
    };
    for source in sources {
        let from = call.path(&source);
        let to = destination(call.files(), &call.path(&target), &source);
        match call.files().metadata(&from) {
            Err(error) => {
                call.complain(
                    [
                        b"bad '".as_slice(),
                        &source,
                        b"': ",
                        error.to_string().as_bytes(),
                    ]
                    .concat(),
                )
                .await?;
            }
            Ok(metadata) if metadata.is_dir() && !recursive => {
                call.complain([b"Skipped dir '".as_slice(), &source, b"'"].concat())
                    .await?;
            }
            Ok(_) if options.has(b'n') && call.files().link_metadata(&to).is_ok() => {}
            Ok(_) => {
                let preserve = options.has(b'p') || options.has(b'a');
                if let Err((path, error)) =
                    copy(call.files(), &from, &to, preserve, call.process.umask).await
                {
                    call.complain_about_quoted(&path, &error).await?;
                }
            }
        }
    }
    Ok(call.status)
}

pub(super) async fn mv(mut call: Call<'_>) -> Result<Exit, Closed> {
    let options = match call.options(Spec::new("fn", "", 0)).await? {
        Ok(options) => options,
        Err(status) => return Ok(status),
    };
    let Some((target, sources)) = targets(&mut call, &options.operands).await? else {
        return Ok(1);
    };
    for source in sources {
        let from = call.path(&source);
        let to = destination(call.files(), &call.path(&target), &source);
        let metadata = match call.files().link_metadata(&from) {
            Ok(metadata) => metadata,
            Err(error) => {
                call.complain(
                    [
                        b"bad '".as_slice(),
                        &source,
                        b"': ",
                        error.to_string().as_bytes(),
                    ]
                    .concat(),
                )
                .await?;
                continue;
            }
        };
        if options.has(b'n') && call.files().link_metadata(&to).is_ok() {
            continue;
        }
        // `/data` and the shared storage are different mounts: a move between them is a copy.
        let crosses = is_shared(&normalize(&from)) != is_shared(&normalize(&to));
        let moved = if crosses {
            match copy(call.files(), &from, &to, true, call.process.umask).await {
                Ok(()) if metadata.is_dir() => {
                    let failures = remove_tree(call.files(), &from, &source).await;
                    failures
                        .into_iter()
                        .next()
                        .map_or(Ok(()), |(_, error)| Err(error))
                }
                Ok(()) => call.files().remove_file(&from),
                Err((_, error)) => Err(error),
            }
        } else {
            call.files().rename(&from, &to)
        };
        if let Err(error) = moved {
            call.complain(
                [
                    b"bad '".as_slice(),
                    &source,
                    b"': ",
                    error.to_string().as_bytes(),
                ]
                .concat(),
            )
            .await?;
        }
    }
    Ok(call.status)
}

fn is_shared(path: &[u8]) -> bool {
    path.starts_with(b"/sdcard") || path.starts_with(b"/storage/")
}

/// Where things go and what goes there; `None` after a complaint.
async fn targets(
    call: &mut Call<'_>,
    operands: &[Vec<u8>],
) -> Result<Option<(Vec<u8>, Vec<Vec<u8>>)>, Closed> {
    let Some((target, sources)) = operands
        .split_last()
        .filter(|(_, sources)| !sources.is_empty())
    else {
        call.complain("Needs 2 arguments").await?;
        return Ok(None);
    };
    let is_dir = call
        .files()
        .metadata(call.path(target))
        .is_ok_and(|metadata| metadata.is_dir());
    if sources.len() > 1 && !is_dir {
        call.complain([b"'".as_slice(), target, b"' not directory"].concat())
            .await?;
        return Ok(None);
    }
    Ok(Some((target.clone(), sources.to_vec())))
}

/// Into a folder things go under their own name.
fn destination(files: &FileSystem, target: &[u8], source: &[u8]) -> Vec<u8> {
    if !files
        .metadata(target)
        .is_ok_and(|metadata| metadata.is_dir())
    {
        return target.to_vec();
    }
    let trimmed: &[u8] = source.strip_suffix(b"/").unwrap_or(source);
    join(
        target,
        trimmed
            .rsplit(|byte| *byte == b'/')
            .next()
            .unwrap_or(trimmed),
    )
}

async fn copy(
    files: &FileSystem,
    from: &[u8],
    to: &[u8],
    preserve: bool,
    umask: u32,
) -> Result<(), (Vec<u8>, io::Error)> {
    let mut open = vec![(from.to_vec(), to.to_vec(), true)];
    let mut steps = 0;
    let inside = [normalize(from).as_slice(), b"/"].concat();
    if normalize(to).starts_with(&inside)
        && files.metadata(from).is_ok_and(|metadata| metadata.is_dir())
    {
        return Err((
            to.to_vec(),
            io::Error::new(io::ErrorKind::InvalidInput, "Invalid argument"),
        ));
    }
    while let Some((from, to, follow)) = open.pop() {
        steps += 1;
        if steps > MAX_STEPS {
            return Err((to, io::Error::other("Argument list too long")));
        }
        tokio::task::coop::consume_budget().await;
        let fail = |error| (to.clone(), error);
        let metadata = if follow {
            files.metadata(&from)
        } else {
            files.link_metadata(&from)
        }
        .map_err(fail)?;
        let mode = if preserve {
            metadata.mode
        } else {
            metadata.mode & !umask
        };
        match metadata.kind {
            FileKind::Directory => {
                if !files.metadata(&to).is_ok_and(|metadata| metadata.is_dir()) {
                    files.create_dir(&to, mode | 0o700).map_err(fail)?;
                }
                for entry in files.read_dir(&from).map_err(fail)? {
                    open.push((join(&from, &entry.name), join(&to, &entry.name), false));
                }
            }
            FileKind::Link => files
                .symlink(&files.read_link(&from).map_err(fail)?, &to)
                .map_err(fail)?,
            FileKind::File | FileKind::Program | FileKind::Device(_) => {
                let content = files.read(&from).map_err(fail)?;
                files.write(&to, &content, mode).map_err(fail)?;
            }
        }
        if preserve && metadata.kind == FileKind::File {
            files.set_modified(&to, metadata.modified).map_err(fail)?;
        }
    }
    Ok(())
}
