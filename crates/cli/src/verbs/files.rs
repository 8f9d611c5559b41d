//! `files`: copy one to the phone, or from it.
//!
//! The payload has a name and no path: what it stands for is told to the run beside it.

use std::path::Path;

use clawperator_contract::{ErrorCode, Failure, HostFile};
use clawperator_host::NamedFiles;
use clawperator_host::verbs::{Draft, PullFile, PushFile};

use super::{execution_timeout, missing_argument};
use crate::args::{FilesPullArgs, FilesPushArgs, GlobalArgs};

pub(crate) fn push_file(
    args: &FilesPushArgs,
    global: &GlobalArgs,
) -> Result<(Draft, NamedFiles), Failure> {
    let (Some(file), Some(phone_path)) = (&args.file, &args.phone_path) else {
        return Err(missing_argument(
            "files push requires a file and a path on the phone",
            "clawperator files push photo.jpg /sdcard/Download/photo.jpg",
        ));
    };
    let (name, files) = named(file);
    let push = PushFile {
        host_file: name,
        phone_path: phone_path.clone(),
        replace: args.replace,
        timeout: execution_timeout(global)?,
    };
    Ok((push.into(), files))
}

pub(crate) fn pull_file(
    args: &FilesPullArgs,
    global: &GlobalArgs,
) -> Result<(Draft, NamedFiles), Failure> {
    let phone_path = args.phone_path.clone().ok_or_else(|| {
        missing_argument(
            "files pull requires a path on the phone",
            "clawperator files pull /sdcard/Download/report.pdf report.pdf",
        )
    })?;
    let (host_file, files) = match args.file.as_deref().map(named) {
        Some((name, files)) => (Some(name), files),
        None => (None, NamedFiles::default()),
    };
    let pull = PullFile {
        phone_path,
        host_file,
        timeout: execution_timeout(global)?,
    };
    Ok((pull.into(), files))
}

/// The files that `--host-file NAME=PATH` names for a payload.
pub(crate) fn named_files(flags: &[String]) -> Result<NamedFiles, Failure> {
    let mut files = NamedFiles::default();
    for flag in flags {
        let refused = |why: &str| {
            let flag = clawperator_contract::excerpt(flag);
            Failure::new(ErrorCode::Usage, format!("--host-file `{flag}`: {why}"))
                .with_hint("for example `--host-file photo=./photo.jpg`")
        };
        let (name, path) = flag
            .split_once('=')
            .filter(|(_, path)| !path.is_empty())
            .ok_or_else(|| refused("not NAME=PATH"))?;
        let name = HostFile::parse(name).ok_or_else(|| {
            refused("the name has letters, digits, `.`, `_` and `-`, the first a letter or a digit")
        })?;
        if !files.name(name, path.into()) {
            return Err(refused("the name is given twice"));
        }
    }
    Ok(files)
}

/// A file by its own name, or by a plain word where that is none that a payload can have.
fn named(path: &Path) -> (String, NamedFiles) {
    let own = path
        .file_name()
        .and_then(|name| HostFile::parse(name.to_str()?));
    let mut files = NamedFiles::default();
    let mut name = String::new();
    if let Some(host_file) = own.or_else(|| HostFile::parse("file")) {
        host_file.as_str().clone_into(&mut name);
        files.name(host_file, path.to_owned());
    }
    (name, files)
}
