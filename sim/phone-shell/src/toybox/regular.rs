//! Programs about single files: `touch`, `chmod`, `ln`.

use std::time::{Duration, UNIX_EPOCH};

use super::call::Call;
use super::options::Spec;
use crate::files::{FileKind, Opening, join};
use crate::io::Closed;
use crate::program::Exit;

pub(super) async fn touch(mut call: Call<'_>) -> Result<Exit, Closed> {
    let options = match call.options(Spec::new("acmh", "dr", 1)).await? {
        Ok(options) => options,
        Err(status) => return Ok(status),
    };
    let mut time = call.process.clock.now();
    if let Some(reference) = options.value(b'r').map(<[u8]>::to_vec) {
        match call.files().metadata(call.path(&reference)) {
            Ok(metadata) => time = metadata.modified,
            Err(error) => {
                call.complain_about_quoted(&reference, &error).await?;
                return Ok(1);
            }
        }
    }
    let given = options.value(b'd').and_then(|text| text.strip_prefix(b"@"));
    if let Some(seconds) =
        given.and_then(|text| std::str::from_utf8(text).ok()?.parse::<u64>().ok())
    {
        time = UNIX_EPOCH
            .checked_add(Duration::from_secs(seconds))
            .unwrap_or(time);
    }
    for operand in &options.operands {
        let path = call.path(operand);
        let exists = call.files().metadata(&path).is_ok();
        if !exists && options.has(b'c') {
            continue;
        }
        let made = if exists {
            Ok(())
        } else {
            call.files()
                .open(&path, Opening::Keep, 0o666 & !call.process.umask)
                .map(drop)
        };
        if let Err(error) = made.and_then(|()| call.files().set_modified(&path, time)) {
            call.complain_about_quoted(operand, &error).await?;
        }
    }
    Ok(call.status)
}

pub(super) async fn chmod(mut call: Call<'_>) -> Result<Exit, Closed> {
    // A mode may begin with a minus, so only known letters are options.
    let (flags, words): (Vec<_>, Vec<_>) = std::mem::take(&mut call.arguments)
        .into_iter()
        .partition(|word| matches!(word.as_slice(), b"-R" | b"-v" | b"-f"));
    let [mode, paths @ ..] = words.as_slice() else {
        return call.refuse("Needs 2 arguments").await;
    };
    if paths.is_empty() {
        return call.refuse("Needs 2 arguments").await;
    }
    let mut open: Vec<(Vec<u8>, Vec<u8>)> = paths
        .iter()
        .map(|path| (path.clone(), call.path(path)))
        .collect();
    while let Some((shown, path)) = open.pop() {
        let changed = call.files().metadata(&path).and_then(|metadata| {
            let new = new_mode(mode, metadata.mode, metadata.is_dir(), call.process.umask);
            let new = new.ok_or_else(|| std::io::Error::other("bad mode"))?;
            call.files().set_mode(&path, new)?;
            Ok(metadata.is_dir())
        });
        match changed {
            Ok(true) if flags.iter().any(|flag| flag == b"-R") => {
                // What is not a folder, or cannot be read, has nothing in it.
                for entry in call.files().read_dir(&path).unwrap_or_default() {
                    if entry.metadata.kind != FileKind::Link {
                        open.push((
                            [shown.as_slice(), b"/", &entry.name].concat(),
                            join(&path, &entry.name),
                        ));
                    }
                }
                tokio::task::coop::consume_budget().await;
            }
            Ok(_) => {}
            Err(error) if error.to_string() == "bad mode" => {
                call.complain([b"bad mode '".as_slice(), mode, b"'"].concat())
                    .await?;
                return Ok(1);
            }
            Err(error) => call.complain_about(&shown, &error).await?,
        }
    }
    Ok(call.status)
}

/// An octal mode, or `u+x` and its kind applied to the old one.
fn new_mode(text: &[u8], old: u32, is_dir: bool, umask: u32) -> Option<u32> {
    let text = std::str::from_utf8(text).ok()?;
    if let Ok(mode) = u32::from_str_radix(text, 8) {
        return (mode <= 0o7777).then_some(mode);
    }
    let mut mode = old;
    for clause in text.split(',') {
        let split = clause.find(['+', '-', '='])?;
        let (who, rest) = clause.split_at(split);
        let operator = rest.chars().next()?;
        let mut bits = 0;
        for letter in rest.chars().skip(1) {
            bits |= match letter {
                'r' => 0o444,
                'w' => 0o222,
                'x' => 0o111,
                'X' if is_dir || old & 0o111 != 0 => 0o111,
                'X' => 0,
                's' => 0o6000,
                't' => 0o1000,
                _ => return None,
            };
        }
        let mut mask = 0;
        for letter in who.chars() {
            mask |= match letter {
                'u' => 0o4700,
                'g' => 0o2070,
                'o' => 0o1007,
                'a' => 0o7777,
                _ => return None,
            };
        }
        if who.is_empty() {
            mask = 0o7777 & !umask;
        }
        match operator {
            '+' => mode |= bits & mask,
            '-' => mode &= !(bits & mask),
            _ => mode = (mode & !(mask & 0o777)) | (bits & mask),
        }
    }
    Some(mode)
}

pub(super) async fn ln(mut call: Call<'_>) -> Result<Exit, Closed> {
    let options = match call.options(Spec::new("fs", "", 1)).await? {
        Ok(options) => options,
        Err(status) => return Ok(status),
    };
    let (target, sources) = match options.operands.as_slice() {
        [source] => (b".".to_vec(), vec![source.clone()]),
        [sources @ .., target] => (target.clone(), sources.to_vec()),
        [] => return Ok(1),
    };
    for source in sources {
        let mut path = call.path(&target);
        if call
            .files()
            .metadata(&path)
            .is_ok_and(|metadata| metadata.is_dir())
        {
            path = join(
                &path,
                source
                    .rsplit(|byte| *byte == b'/')
                    .next()
                    .unwrap_or(&source),
            );
        }
        if options.has(b'f') {
            // What is not there need not be removed.
            let _ = call.files().remove_file(&path);
        }
        let made = if options.has(b's') {
            call.files().symlink(&source, &path)
        } else {
            call.files().hard_link(call.path(&source), &path)
        };
        if let Err(error) = made {
            let kind: &[u8] = if options.has(b's') {
                b"symbolic"
            } else {
                b"hard"
            };
            let text = [
                b"cannot create ",
                kind,
                b" link from '",
                &source,
                b"' to '",
                &target,
                b"'",
                format!(": {error}").as_bytes(),
            ]
            .concat();
            call.complain(text).await?;
        }
    }
    Ok(call.status)
}
