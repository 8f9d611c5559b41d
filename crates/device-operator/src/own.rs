//! What there is of the Operator on a phone, found without speaking with it.

use clawperator_adb::{Deadline, DeviceHandle};
use clawperator_contract::hex;
use clawperator_device::line::{Command, ShellLine, Word, program as programs};
use clawperator_device::probe::{Answer, ProbeError, processes};
use clawperator_operator_protocol::{FOLDER, PREFIX, is_recording_name, jar_path};

use crate::program::Program;
use crate::trouble::Trouble;

/// Why the last one ended, where something went wrong.
const LAST_WORDS: &str = "clawperator-operator.last";
/// The most of that.
const LAST_WORDS_LIMIT: usize = 64 * 1024;
/// Whom the Operator can run as, as `ps` has it.
const USERS: [&str; 2] = ["shell", "root"];
/// The program that becomes the Operator, and calls itself otherwise later.
const STARTER: &str = "app_process";
/// The most processes that are looked at more closely, and the most of their environments.
const MOST_CANDIDATES: usize = 128;
const ENVIRONMENTS_LIMIT: usize = 1024 * 1024;
/// How many random bytes stand between two environments, which may have lines of any words in them.
const MARK_BYTES: usize = 16;
/// How many digits name a file: of a jar or a part of one, and of a launch.
const JAR_DIGITS: usize = 16;
const LAUNCH_DIGITS: usize = 32;

/// A process that runs the Operator.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OwnProcess {
    pub pid: u32,
    /// Whom it runs as.
    pub user: String,
    /// What it calls itself.
    pub name: String,
    /// Whether it runs the program that this driver brings along.
    pub is_this_build: bool,
}

/// A file of the Operator's.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OwnFile {
    pub path: String,
    pub bytes: u64,
}

impl OwnFile {
    /// Whether it is the program of some build.
    pub(crate) fn is_program(&self) -> bool {
        let name = self.path.rsplit('/').next();
        name.is_some_and(is_jar)
    }
}

/// The processes that run the Operator: those that were started with a jar of ours as their class path, which the kernel
/// tells of their user's processes alone. What a process calls itself proves nothing.
pub(crate) async fn own_processes(
    phone: &DeviceHandle,
    program: &Program,
    deadline: Deadline,
) -> Result<Vec<OwnProcess>, ProbeError> {
    let mut candidates = processes::list(phone, deadline).await?;
    candidates.retain(|process| may_be_ours(&process.user, &process.process));
    candidates.truncate(MOST_CANDIDATES);
    let mut mark = [0; MARK_BYTES];
    getrandom::fill(&mut mark).map_err(|error| ProbeError::NoRandomness(error.to_string()))?;
    let mark = hex(&mark);
    let Some(line) = environments(&candidates, &mark)? else {
        return Ok(Vec::new());
    };
    let answer = Answer::ask(phone, &line, ENVIRONMENTS_LIMIT, deadline).await?;
    let told = class_paths(&answer.output, &mark);
    let this = jar_path(program.build());
    let own = candidates.into_iter().filter_map(|process| {
        let (_, jar) = told.iter().find(|(pid, _)| *pid == process.pid)?;
        Some(OwnProcess {
            pid: process.pid,
            user: process.user,
            name: process.process,
            is_this_build: *jar == this,
        })
    });
    Ok(own.collect())
}

/// Whether a process is worth a closer look: not one of the kernel's, nor a program of the system under its own path.
fn may_be_ours(user: &str, process: &str) -> bool {
    USERS.contains(&user) && (!process.starts_with(['[', '/']) || process.contains(STARTER))
}

/// What prints the environments of processes, each behind a line with the mark and the number.
fn environments(of: &[processes::Listed], mark: &str) -> Result<Option<ShellLine>, ProbeError> {
    let mut line: Option<ShellLine> = None;
    for process in of {
        let number = process.pid;
        // An environment does not end its last line.
        let head = Word::new(format!("\n{mark} {number}"))?;
        let file = Word::new(format!("/proc/{number}/environ"))?;
        let head = Command::new(programs::ECHO).word(head);
        let cat = Command::new(programs::CAT).word(file).discard_errors();
        line = Some(match line {
            None => ShellLine::from(head).then(cat),
            Some(line) => line.then(head).then(cat),
        });
    }
    Ok(line)
}

/// The processes whose class path is a jar of ours, with that.
fn class_paths<'a>(output: &'a str, mark: &str) -> Vec<(u32, &'a str)> {
    let mut told = Vec::new();
    let mut pid = None;
    for line in output.lines() {
        if let Some(number) = line.strip_prefix(mark) {
            pid = number.trim().parse().ok();
            continue;
        }
        let jar = line.split('\0').find_map(|variable| {
            let jar = variable.strip_prefix("CLASSPATH=")?;
            let name = jar.strip_prefix(FOLDER)?.strip_prefix('/')?;
            is_jar(name).then_some(jar)
        });
        if let (Some(pid), Some(jar)) = (pid, jar)
            && told.iter().all(|(known, _)| *known != pid)
        {
            told.push((pid, jar));
        }
    }
    told
}

fn is_jar(name: &str) -> bool {
    digits(name, ".jar") == Some(JAR_DIGITS)
}

/// How many hexadecimal digits a name of ours with this ending has.
fn digits(name: &str, ending: &str) -> Option<usize> {
    let digits = name.strip_prefix(PREFIX)?.strip_suffix(ending)?;
    let is_digit = |byte: u8| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte);
    digits.bytes().all(is_digit).then_some(digits.len())
}

/// Whether a file of that name was made by the Operator or for it.
fn is_ours(name: &str) -> bool {
    name == LAST_WORDS
        || is_jar(name)
        || digits(name, ".part") == Some(JAR_DIGITS)
        || digits(name, ".secret") == Some(LAUNCH_DIGITS)
        || is_recording(name)
}

fn is_recording(name: &str) -> bool {
    let name = name.strip_prefix(PREFIX);
    let name = name.and_then(|name| name.strip_prefix("recording-")?.strip_suffix(".ndjson"));
    name.is_some_and(is_recording_name)
}

/// The files that the Operator left.
pub(crate) async fn own_files(
    phone: &DeviceHandle,
    deadline: Deadline,
) -> Result<Vec<OwnFile>, Trouble> {
    let mut sync = phone.sync(deadline).await?;
    let mut files = Vec::new();
    for entry in sync.list(FOLDER, deadline).await? {
        let name = String::from_utf8_lossy(&entry.name);
        if is_ours(&name) {
            files.push(OwnFile {
                path: format!("{FOLDER}/{name}"),
                bytes: entry.stat.map_or(0, |stat| stat.size),
            });
        }
    }
    files.sort_by(|one, other| one.path.cmp(&other.path));
    Ok(files)
}

/// Why the last one ended, as it wrote itself.
pub(crate) async fn last_words(
    phone: &DeviceHandle,
    files: &[OwnFile],
    deadline: Deadline,
) -> Result<Option<String>, Trouble> {
    let path = format!("{FOLDER}/{LAST_WORDS}");
    let is_small = |bytes: u64| usize::try_from(bytes).is_ok_and(|bytes| bytes <= LAST_WORDS_LIMIT);
    let is_there = |file: &OwnFile| file.path == path && is_small(file.bytes);
    if !files.iter().any(is_there) {
        return Ok(None);
    }
    let mut sync = phone.sync(deadline).await?;
    let bytes = sync.pull_at_most(&path, LAST_WORDS_LIMIT, deadline).await?;
    Ok(Some(String::from_utf8_lossy(&bytes).trim_end().to_owned()))
}

/// Ends processes that were just found to be ours. What is gone by now needs no end.
pub(crate) async fn kill(
    phone: &DeviceHandle,
    own: &[OwnProcess],
    deadline: Deadline,
) -> Result<(), Trouble> {
    let kill = Command::new(programs::KILL).fixed("-9");
    let kill = own
        .iter()
        .fold(kill, |kill, process| kill.word(Word::number(process.pid)));
    run(phone, kill.discard_errors(), deadline).await
}

/// Removes files of ours.
pub(crate) async fn remove(
    phone: &DeviceHandle,
    files: &[OwnFile],
    deadline: Deadline,
) -> Result<(), Trouble> {
    let mut remove = Command::new(programs::RM).fixed("-f");
    for file in files {
        let path = Word::new(&file.path).map_err(|error| probed(&error.into()))?;
        remove = remove.word(path);
    }
    run(phone, remove.discard_errors(), deadline).await
}

async fn run(phone: &DeviceHandle, command: Command, deadline: Deadline) -> Result<(), Trouble> {
    let line = ShellLine::from(command);
    // Whoever asked looks at what became of it.
    let ran = Answer::ask(phone, &line, ENVIRONMENTS_LIMIT, deadline).await;
    ran.map(drop).map_err(|error| probed(&error))
}

/// What the phone's own programs could not tell.
pub(crate) fn probed(error: &ProbeError) -> Trouble {
    Trouble::Phone {
        code: error.code(),
        message: error.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MARK: &str = "5f1e";
    const JAR: &str = "/data/local/tmp/clawperator-operator-0123456789abcdef.jar";

    #[test]
    fn a_process_is_ours_by_its_class_path_alone() {
        let output = format!(
            "\n{MARK} 12\nPATH=/bin\0CLASSPATH={JAR}\0HOME=/\0\n{MARK} 13\n\n{MARK} 14\nCLASSPATH=/data/local/tmp/other.jar\0\n{MARK} 15\nX=CLASSPATH={JAR}\0\n{MARK} x\nCLASSPATH={JAR}\0\n"
        );
        assert_eq!(class_paths(&output, MARK), [(12, JAR)]);
        for near in [
            "/data/local/tmp/clawperator-operator-0123456789abcde.jar",
            "/data/local/tmp/clawperator-operator-0123456789abcdeg.jar",
            "/data/local/tmp/x/clawperator-operator-0123456789abcdef.jar",
            "/sdcard/clawperator-operator-0123456789abcdef.jar",
        ] {
            let output = format!("{MARK} 12\nCLASSPATH={near}\0\n");
            assert_eq!(class_paths(&output, MARK), [], "{near}");
        }
    }

    #[test]
    fn files_are_ours_by_all_of_their_names() {
        for ours in [
            "clawperator-operator.last",
            "clawperator-operator-0123456789abcdef.jar",
            "clawperator-operator-0123456789abcdef.part",
            "clawperator-operator-0123456789abcdef0123456789abcdef.secret",
            "clawperator-operator-recording-a_walk-2.ndjson",
        ] {
            assert!(is_ours(ours), "{ours}");
        }
        for other in [
            "clawperator-operator-0123456789abcdef.secret",
            "clawperator-operator-notes.jar",
            "clawperator-operator-.jar",
            "clawperator-operator.last.bak",
            "my-clawperator-operator-0123456789abcdef.jar",
            "clawperator-operator-recording-.ndjson",
            "clawperator-operator-recording-a walk.ndjson",
            "clawperator-operator-recording-walk.json",
        ] {
            assert!(!is_ours(other), "{other}");
        }
    }

    #[test]
    fn the_kernel_and_the_system_are_not_looked_at() {
        assert!(may_be_ours("shell", "com.clawperator.operator"));
        assert!(may_be_ours("root", "/system/bin/app_process / x"));
        assert!(!may_be_ours("root", "[kthreadd]"));
        assert!(!may_be_ours("root", "/system/bin/vold"));
        assert!(!may_be_ours("u0_a12", "com.clawperator.operator"));
    }
}
