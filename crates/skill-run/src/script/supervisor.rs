//! The process between this program and a script, which ends with all that it has started.
//!
//! A script may start programs that leave its group, and this program may be killed at any moment; a process that is
//! told so by nobody could clean up after neither. So this program starts itself once more. That process adopts whatever
//! loses its parent below it (Linux only), and reads its standard input: when that ends, because the script is no longer
//! wanted or because whoever wanted it is dead, it kills everything below it.
//!
//! Elsewhere than on Linux it kills the script's group: a program that has left that group stays.
//!
//! It runs a program and removes a folder, which nobody may make it do with arguments alone: that would bypass the
//! profile. So it does nothing unless
//!
//! - the process that started it runs this very program (Linux only: elsewhere the system does not say so without
//!   `unsafe`),
//! - what it reads begins with the token in the lock beside the folder, and another process holds that lock, and
//! - the folder is this user's and not a link.
//!
//! This protects against whoever can only run `clawperator`: an agent that is confined to it, or a link that is clicked.
//! It does not protect against other programs of the same user. They can read the token, and need no supervisor to run
//! a program or to remove a folder.

use std::ffi::OsString;
use std::io::{self, Read, Write};
use std::os::unix::process::CommandExt;
use std::path::PathBuf;
use std::process::{Child, Command, ExitCode, Stdio};

use rustix::process::{
    Pid, Signal, WaitOptions, WaitStatus, getpid, kill_process, kill_process_group, wait,
};

use super::copies::{self, TOKEN_BYTES};

/// The first argument by which this program is started as a supervisor. Behind it come the script's folder, its
/// interpreter and the interpreter's arguments.
pub const ARGUMENT: &str = "--supervise-script";

/// What a supervisor ends with that could not start the script.
const NOT_STARTED: u8 = 126;

/// The longest input that is passed on.
const INPUT_LIMIT: u64 = 64 * 1024 * 1024;

/// What is written to a supervisor first: the token of the copy, how long the script's input is, and the input.
#[must_use]
pub(super) fn framed(token: &str, input: &[u8]) -> Vec<u8> {
    let length = u64::try_from(input.len()).unwrap_or(u64::MAX);
    let mut frame = token.as_bytes().to_vec();
    frame.extend_from_slice(&length.to_le_bytes());
    frame.extend_from_slice(input);
    frame
}

/// Runs a script until it ends or nobody wants it, and leaves nothing of it. The arguments are those behind
/// [`ARGUMENT`]; the exit code is the script's.
///
/// `None` means that this program did not ask for it: nothing was started and nothing removed, and the arguments are to
/// be refused as any others that have no meaning.
pub fn supervise(mut arguments: impl Iterator<Item = OsString>) -> Option<ExitCode> {
    let (folder, program) = (PathBuf::from(arguments.next()?), arguments.next()?);
    if !is_started_by_this_program() {
        return None;
    }
    let (token, input) = read_frame().ok()?;
    copies::check_held(&folder, &token).ok()?;
    adopt_orphans();
    let ended = start(&program, arguments, input).map(until_all_have_ended);
    // Whoever was killed cannot do it.
    let _ = std::fs::remove_dir_all(folder);
    Some(match ended {
        Ok(Some(status)) => match status.exit_status() {
            Some(code) => ExitCode::from(u8::try_from(code).unwrap_or(u8::MAX)),
            None => die(),
        },
        Ok(None) => die(),
        Err(_) => ExitCode::from(NOT_STARTED),
    })
}

/// Whether the parent runs the same file as this process. One that has ended since does not count: its script is not
/// wanted any more, and the next script that runs removes the copy.
#[cfg(target_os = "linux")]
fn is_started_by_this_program() -> bool {
    use std::os::unix::fs::MetadataExt as _;

    let file = |process: &str| {
        let found = std::fs::metadata(format!("/proc/{process}/exe")).ok()?;
        Some((found.dev(), found.ino()))
    };
    let parent = rustix::process::getppid().map(|parent| parent.as_raw_nonzero().to_string());
    let own = file("self");
    own.is_some() && parent.and_then(|parent| file(&parent)) == own
}

#[cfg(not(target_os = "linux"))]
fn is_started_by_this_program() -> bool {
    true
}

/// The token and the script's input.
fn read_frame() -> io::Result<([u8; TOKEN_BYTES], Vec<u8>)> {
    let mut stdin = io::stdin().lock();
    let mut token = [0; TOKEN_BYTES];
    stdin.read_exact(&mut token)?;
    let mut length = [0; 8];
    stdin.read_exact(&mut length)?;
    let length = u64::from_le_bytes(length).min(INPUT_LIMIT);
    let mut input = Vec::new();
    stdin.take(length).read_to_end(&mut input)?;
    if u64::try_from(input.len()).ok() == Some(length) {
        Ok((token, input))
    } else {
        Err(io::ErrorKind::UnexpectedEof.into())
    }
}

/// Starts the script and what watches over it.
fn start(
    program: &OsString,
    arguments: impl Iterator<Item = OsString>,
    input: Vec<u8>,
) -> io::Result<Pid> {
    let mut child = Command::new(program)
        .args(arguments)
        .stdin(Stdio::piped())
        .process_group(0)
        .spawn()?;
    let script = pid_of(&child)?;
    let stdin = child.stdin.take();
    std::thread::spawn(move || {
        // A script that does not want its input closes it.
        stdin.map(|mut stdin| stdin.write_all(&input))
    });
    std::thread::spawn(move || {
        // Nothing more is written there; it ends when nobody is left who could.
        let _ = io::copy(&mut io::stdin().lock(), &mut io::sink());
        kill_all(script);
    });
    Ok(script)
}

fn pid_of(child: &Child) -> io::Result<Pid> {
    i32::try_from(child.id())
        .ok()
        .and_then(Pid::from_raw)
        .ok_or_else(|| io::ErrorKind::InvalidData.into())
}

/// Waits for the script, then kills what it has left until nothing is.
fn until_all_have_ended(script: Pid) -> Option<WaitStatus> {
    let mut ended = None;
    loop {
        match wait(WaitOptions::empty()) {
            Ok(Some((process, status))) if process == script => ended = Some(status),
            Ok(_) | Err(rustix::io::Errno::INTR) => {}
            // Nothing is left below this process.
            Err(_) => return ended,
        }
        // What belongs to another user by now, such as a program of `sudo`, cannot be killed and is not waited for.
        if ended.is_some() && kill_all(script) == 0 {
            return ended;
        }
    }
}

/// Ends as the script did: by a signal.
fn die() -> ExitCode {
    let _ = kill_process(getpid(), Signal::KILL);
    ExitCode::from(NOT_STARTED)
}

#[cfg(target_os = "linux")]
fn adopt_orphans() {
    // Where it cannot be, the script's group is killed all the same.
    let _ = rustix::process::set_child_subreaper(Some(getpid()));
}

#[cfg(not(target_os = "linux"))]
fn adopt_orphans() {}

/// Kills everything that the script has started; how much that was.
fn kill_all(script: Pid) -> usize {
    let _ = kill_process_group(script, Signal::KILL);
    let below = below(getpid());
    let killed = below
        .into_iter()
        .filter(|process| kill_process(*process, Signal::KILL).is_ok());
    killed.count()
}

/// The processes below one, as the system lists them now.
#[cfg(target_os = "linux")]
fn below(root: Pid) -> Vec<Pid> {
    let listed = std::fs::read_dir("/proc").into_iter().flatten().flatten();
    let parents: Vec<(Pid, i32)> = listed
        .filter_map(|entry| {
            let number = entry.file_name().to_str()?.parse().ok()?;
            let stat = std::fs::read_to_string(entry.path().join("stat")).ok()?;
            Some((Pid::from_raw(number)?, parent_in(&stat)?))
        })
        .collect();
    let mut found = Vec::new();
    let mut above = vec![root.as_raw_nonzero().get()];
    while let Some(parent) = above.pop() {
        let children = parents.iter().filter(|(_, of)| *of == parent);
        for (child, _) in children {
            found.push(*child);
            above.push(child.as_raw_nonzero().get());
        }
    }
    found
}

#[cfg(not(target_os = "linux"))]
fn below(_: Pid) -> Vec<Pid> {
    Vec::new()
}

/// The parent in a line of `/proc/PID/stat`. A program's name may hold blanks and brackets, so it is read from the last
/// bracket on.
#[cfg(target_os = "linux")]
fn parent_in(stat: &str) -> Option<i32> {
    let (_, behind) = stat.rsplit_once(')')?;
    behind.split_ascii_whitespace().nth(1)?.parse().ok()
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[test]
    fn a_parent_is_read_behind_any_name() {
        assert_eq!(parent_in("7 (sh) S 3 7 7 0 -1"), Some(3));
        assert_eq!(parent_in("7 (a) S 9 (b) R 3 7"), Some(3));
        assert_eq!(parent_in("nonsense"), None);
    }

    #[test]
    fn what_is_below_a_process_is_found() {
        let mut child = Command::new("sleep").arg("60").spawn().unwrap();
        let own = pid_of(&child).unwrap();
        assert!(below(getpid()).contains(&own));
        assert!(below(own).is_empty());
        child.kill().unwrap();
        child.wait().unwrap();
    }
}
