//! `skills guard`: tokens that must not be committed.

use std::env;
use std::io::{BufReader, Read};
use std::path::Path;

use clawperator_contract::{ErrorCode, ExitStatus, Failure};
use clawperator_host::io_words;
use clawperator_skills::guard::{
    Denylist, DenylistError, GitError, Hit, Repository, denylist_path, install, scan_push,
    scan_staged,
};
use serde::Serialize;

use crate::args::{DenylistArgs, GuardArgs, GuardCommand, LogLevel, ScanArgs};
use crate::commands::devices;
use crate::context::{Answer, Context};
use crate::text::{count, visible};

/// The most bytes of tokens that are read from standard input.
const MOST_INPUT: u64 = 1024 * 1024;
const REMEDY: &str = "replace it with an input or with general words, then stage the file again";

#[derive(Serialize)]
struct InstalledAnswer {
    hooks: Vec<String>,
    kept: Vec<String>,
    denylist: String,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct ScanAnswer {
    #[serde(skip_serializing_if = "Option::is_none")]
    code: Option<ErrorCode>,
    tokens: usize,
    found: Vec<HitAnswer>,
    found_count: usize,
}

#[derive(Serialize)]
struct HitAnswer {
    file: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<u64>,
    remedy: &'static str,
}

#[derive(Serialize)]
struct DenylistAnswer {
    added: usize,
    tokens: usize,
    file: String,
}

pub(super) fn guard(args: &GuardArgs, context: &mut Context<'_, '_>) -> Result<Answer, Failure> {
    let repository = Repository::open(Path::new(".")).map_err(git_failure)?;
    match &args.command {
        GuardCommand::Install => install_hooks(&repository, context),
        GuardCommand::Scan(args) => scan(args, &repository, context),
        GuardCommand::Denylist(args) => denylist(args, &repository, context),
    }
}

fn install_hooks(repository: &Repository, context: &Context<'_, '_>) -> Result<Answer, Failure> {
    let program = env::current_exe().unwrap_or_else(|_| "clawperator".into());
    let installed = install(repository, &program).map_err(|error| {
        let reason = io_words(&error);
        let message = format!("the hooks could not be written: {reason}");
        Failure::new(ErrorCode::HostIoFailed, message)
    })?;
    let shown = |paths: &[std::path::PathBuf]| -> Vec<String> {
        let paths = paths.iter().map(|path| path.to_string_lossy().into_owned());
        paths.collect()
    };
    let answer = InstalledAnswer {
        hooks: shown(&installed.hooks),
        kept: shown(&installed.kept),
        denylist: denylist_path(repository).to_string_lossy().into_owned(),
    };
    let text = context.printer.render(&answer, |_| {
        let mut lines: Vec<String> = Vec::new();
        lines.extend(
            answer
                .hooks
                .iter()
                .map(|hook| format!("wrote {}", visible(hook))),
        );
        let kept = answer.kept.iter();
        lines.extend(kept.map(|hook| format!("kept {}, which runs first", visible(hook))));
        lines.push("next: `clawperator skills guard denylist --from-adb`".to_owned());
        lines.join("\n")
    });
    Ok(text.into())
}

fn scan(
    args: &ScanArgs,
    repository: &Repository,
    context: &mut Context<'_, '_>,
) -> Result<Answer, Failure> {
    let denylist = Denylist::read(&denylist_path(repository)).map_err(list_failure)?;
    let scanned = match &args.push {
        None => scan_staged(repository, &denylist),
        Some(remote) => {
            let told = BufReader::new(&mut *context.stdin);
            scan_push(repository, &denylist, remote, told)
        }
    };
    let scanned = scanned.map_err(git_failure)?;
    if denylist.count() == 0 {
        let message = "the denylist is empty, so there is nothing to look for; add tokens with `clawperator skills guard denylist`";
        context.printer.diagnose(LogLevel::Warn, message);
    }
    let found_count = scanned.hits.len().saturating_add(scanned.unlisted);
    let answer = ScanAnswer {
        code: (found_count > 0).then_some(ErrorCode::GuardTokenFound),
        tokens: denylist.count(),
        found: scanned.hits.into_iter().map(hit).collect(),
        found_count,
    };
    let text = context.printer.render(&answer, |paint| {
        let Some(code) = answer.code else {
            return format!("{} checked, none found", count(answer.tokens, "token"));
        };
        let label = paint.red(&format!("error[{code}]"));
        let places = count(found_count, "place");
        let mut lines = vec![format!(
            "{label}: {places} with a token of the local denylist"
        )];
        lines.extend(answer.found.iter().map(|hit| match hit.line {
            Some(line) => format!("  {}:{line}", visible(&hit.file)),
            None => format!("  {} (the name itself)", visible(&hit.file)),
        }));
        if scanned.unlisted > 0 {
            lines.push(format!("  and {} more", scanned.unlisted));
        }
        lines.push(format!("{}: {REMEDY}", paint.cyan("hint")));
        lines.join("\n")
    });
    Ok(Answer {
        text: Some(text),
        status: answer.code.map_or(ExitStatus::Ok, ErrorCode::exit),
    })
}

fn hit(hit: Hit) -> HitAnswer {
    HitAnswer {
        file: hit.file,
        line: hit.line,
        remedy: REMEDY,
    }
}

fn denylist(
    args: &DenylistArgs,
    repository: &Repository,
    context: &mut Context<'_, '_>,
) -> Result<Answer, Failure> {
    let mut tokens = Vec::new();
    for word in &args.add {
        if word == "-" {
            let mut text = String::new();
            let mut stdin = (&mut *context.stdin).take(MOST_INPUT);
            stdin.read_to_string(&mut text).map_err(|_| {
                Failure::new(ErrorCode::FileUnreadable, "standard input is not text")
            })?;
            let lines = text.lines().filter(|line| !line.trim().is_empty());
            tokens.extend(lines.map(str::to_owned));
        } else {
            tokens.push(word.clone());
        }
    }
    if args.from_adb {
        let phones = devices::known(context)?.devices.into_iter();
        let serials = phones.map(|phone| phone.serial);
        tokens.extend(serials.filter(|serial| is_personal(serial)));
    } else if tokens.is_empty() {
        let message = "skills guard denylist requires a token, - or --from-adb";
        return Err(Failure::new(ErrorCode::MissingArgument, message));
    }
    let path = denylist_path(repository);
    let added = Denylist::add(&path, tokens.iter().map(String::as_str)).map_err(list_failure)?;
    let answer = DenylistAnswer {
        added: added.added,
        tokens: added.total,
        file: path.to_string_lossy().into_owned(),
    };
    let text = context.printer.render(&answer, |_| {
        let added = count(answer.added, "token");
        format!(
            "{added} added, {} in {}",
            answer.tokens,
            visible(&answer.file)
        )
    });
    Ok(text.into())
}

/// Whether a serial belongs to somebody's phone: those of emulators and of this machine are everybody's.
fn is_personal(serial: &str) -> bool {
    !["emulator-", "127.0.0.1", "localhost"]
        .iter()
        .any(|everybodys| serial.starts_with(everybodys))
}

fn git_failure(error: GitError) -> Failure {
    match error {
        GitError::Missing => Failure::new(ErrorCode::SkillsGitNotFound, "git program not found"),
        GitError::NoRepository => Failure::new(
            ErrorCode::SkillsGitNotFound,
            "this folder is not in a git repository",
        ),
        GitError::Failed(what) => {
            let message = format!("git did not return {what}, so nothing was scanned");
            Failure::new(ErrorCode::HostIoFailed, message)
        }
        GitError::Io(error) => {
            let reason = io_words(&error);
            Failure::new(
                ErrorCode::HostIoFailed,
                format!("git could not be run: {reason}"),
            )
        }
    }
}

fn list_failure(error: DenylistError) -> Failure {
    match error {
        DenylistError::Token(number) => Failure::new(
            ErrorCode::Usage,
            format!("token {number} must be one line of 4 to 256 characters"),
        ),
        DenylistError::TooMany => {
            Failure::new(ErrorCode::Usage, "the denylist holds at most 2000 tokens")
        }
        DenylistError::Unreadable => Failure::new(
            ErrorCode::HostIoFailed,
            "the denylist is not text, or is too large",
        ),
        DenylistError::Io(error) => {
            let reason = io_words(&error);
            let message = format!("the denylist could not be used: {reason}");
            Failure::new(ErrorCode::HostIoFailed, message)
        }
    }
}
