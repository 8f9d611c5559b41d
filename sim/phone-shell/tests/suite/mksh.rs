//! The same hostile lines for Debian's mksh and for this shell: words, output and status must be the same.
//!
//! Android's build differs from Debian's in ways that no line here may depend on: Android looks up no users
//! (`~root` stays), newer upstream versions begin messages with `E: ` or `W: `, and redirections that fail are worded
//! the other way round (`can't create F: …` against `F: create: …`).

use std::ffi::OsStr;
use std::fs;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::PermissionsExt;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::SystemTime;

use async_trait::async_trait;
use bytes::Bytes;
use clawperator_phone_shell::{
    Closed, Exit, FileSystem, Input, Invocation, Program, Programs, Shell, ShellConfig,
    TokioShellClock, pipe, text,
};

use super::generator::Generator;

const NAME: &str = "/system/bin/sh";
const STDIN: &[u8] = b"line one\nline  two\\\n three\n";
const HAND_WRITTEN: &str = include_str!("../data/hostile-lines.txt");
const GENERATED: &str = include_str!("../data/generated-lines.txt");
/// How many lines run at the same time.
const THREADS: usize = 4;
/// Ends what `argv` notes of one call.
const END: &[u8] = b"\0\x01\n";
/// Stands between two cases, each of which may have several lines.
const SEPARATOR: &str = "\n=====\n";

const FILES: [&str; 9] = [
    "a.txt",
    "b.txt",
    "c.md",
    "sp ace.txt",
    ".hidden",
    "dir/x",
    "dir/y",
    "dir/sub/z",
    "ünï",
];

/// What a line did.
#[derive(Debug, PartialEq, Eq)]
struct Outcome {
    /// The words of each call of `argv`, sorted: the stages of a pipeline race.
    words: Vec<String>,
    stdout: String,
    /// Messages about the language, without what newer versions put before them.
    messages: Vec<String>,
    status: u8,
}

/// Notes its words and prints them.
struct Argv(Arc<Mutex<Vec<Vec<u8>>>>);

#[async_trait]
impl Program for Argv {
    async fn run(&self, invocation: Invocation<'_>) -> Result<Exit, Closed> {
        let mut record = format!("argv:{}", invocation.words.len() - 1).into_bytes();
        for word in &invocation.words[1..] {
            record.push(0);
            record.extend_from_slice(&text::to_bytes(word));
        }
        record.extend_from_slice(END);
        self.0.lock().unwrap().push(record.clone());
        invocation.stdout.write(record).await?;
        Ok(0)
    }
}

struct Cat;

#[async_trait]
impl Program for Cat {
    async fn run(&self, mut invocation: Invocation<'_>) -> Result<Exit, Closed> {
        for word in &invocation.words[1..] {
            match invocation
                .process
                .files
                .read(invocation.process.path(&text::to_bytes(word)))
            {
                Ok(content) => invocation.stdout.write(content).await?,
                Err(_) => return Ok(1),
            }
        }
        while invocation.words.len() == 1
            && let Some(chunk) = invocation.stdin.read().await
        {
            invocation.stdout.write(chunk).await?;
        }
        Ok(0)
    }
}

fn real(root: &Path, line: &str) -> Outcome {
    let work = root.join("work");
    let _ = fs::remove_dir_all(&work);
    for file in FILES {
        let path = work.join(file);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, format!("content of {file}\n")).unwrap();
    }
    let log = root.join("log");
    fs::write(&log, b"").unwrap();
    fs::write(root.join("stdin"), STDIN).unwrap();
    let output = Command::new(root.join("mksh"))
        .arg0(NAME)
        .arg("-c")
        .arg(OsStr::from_bytes(line.as_bytes()))
        .args([NAME, "one", "t w o", ""])
        .current_dir(&work)
        .env_clear()
        .env("PATH", root.join("bin"))
        .env("HOME", "/data/hostile")
        .env("LC_ALL", "C.UTF-8")
        .env("x", "foo boo")
        .stdin(Stdio::from(fs::File::open(root.join("stdin")).unwrap()))
        .output()
        .unwrap();
    let records = fs::read(&log).unwrap();
    let mut words: Vec<String> = split_records(&records)
        .into_iter()
        .map(|record| record.escape_ascii().to_string())
        .collect();
    words.sort();
    let status = output
        .status
        .code()
        .unwrap_or_else(|| 128 + output.status.signal().unwrap_or(0));
    Outcome {
        words,
        stdout: output.stdout.escape_ascii().to_string(),
        messages: messages(&output.stderr),
        status: u8::try_from(status).unwrap(),
    }
}

fn split_records(log: &[u8]) -> Vec<Vec<u8>> {
    let mut records = Vec::new();
    let mut current = Vec::new();
    for byte in log {
        current.push(*byte);
        if current.ends_with(END) {
            records.push(std::mem::take(&mut current));
        }
    }
    records
}

fn messages(stderr: &[u8]) -> Vec<String> {
    let about_language = [
        "syntax error",
        "no closing quote",
        "not found",
        "here document",
        "bad substitution",
        "parameter n",
        "unexpected",
    ];
    String::from_utf8_lossy(stderr)
        .lines()
        .map(|line| {
            line.strip_prefix("E: ")
                .or_else(|| line.strip_prefix("W: "))
                .unwrap_or(line)
                .to_owned()
        })
        .filter(|line| about_language.iter().any(|words| line.contains(words)))
        // mksh writes words of these two as it would quote them itself; that is not compared.
        .map(|line| {
            match line
                .find("operator/operand")
                .or_else(|| line.find("bad substitution"))
            {
                Some(index) => line[index..index + 16].to_owned(),
                None => line,
            }
        })
        .collect()
}

async fn ours(root: &Path, line: &str) -> Outcome {
    let log = Arc::new(Mutex::new(Vec::new()));
    let mut programs = Programs::new();
    programs.register("argv", Argv(Arc::clone(&log)));
    programs.register("cat", Cat);
    let clock = Arc::new(TokioShellClock::starting_at(SystemTime::UNIX_EPOCH));
    let files = FileSystem::empty(16 * 1024 * 1024, clock.clone());
    let work = root.join("work");
    for file in FILES {
        let path = work.join(file);
        files
            .create_dir_all(path.parent().unwrap().as_os_str().as_bytes(), 0o755)
            .unwrap();
        files
            .write(
                path.as_os_str().as_bytes(),
                format!("content of {file}\n").as_bytes(),
                0o644,
            )
            .unwrap();
    }
    let bin = root.join("bin").to_str().unwrap().to_owned();
    files.create_dir_all(&bin, 0o755).unwrap();
    files.create_dir_all("/dev", 0o755).unwrap();
    files
        .add_device(
            "/dev/null",
            clawperator_phone_shell::files::DeviceFile::Null,
            0o666,
        )
        .unwrap();
    for name in ["argv", "cat"] {
        files.add_program(format!("{bin}/{name}")).unwrap();
    }
    let mut config = ShellConfig::android(Arc::new(programs), files, clock, 13);
    config.environment = [
        ("PATH", bin.as_str()),
        ("HOME", "/data/hostile"),
        ("x", "foo boo"),
    ]
    .map(|(name, value)| (name.to_owned(), value.to_owned()))
    .to_vec();
    config.directory = work.to_str().unwrap().to_owned();
    config.name = NAME.to_owned();
    config.arguments = ["one", "t w o", ""].map(str::to_owned).to_vec();
    let shell = Shell::new(config);
    let (stdout, out) = pipe();
    let (stderr, err) = pipe();
    let run = shell.run(
        line.as_bytes(),
        Input::from(Bytes::from_static(STDIN)),
        stdout,
        stderr,
    );
    let (status, stdout, stderr) = tokio::join!(run, collect(out), collect(err));
    let mut words: Vec<String> = log
        .lock()
        .unwrap()
        .iter()
        .map(|record| record.escape_ascii().to_string())
        .collect();
    words.sort();
    Outcome {
        words,
        stdout: stdout.escape_ascii().to_string(),
        messages: messages(&stderr),
        status,
    }
}

async fn collect(mut input: Input) -> Vec<u8> {
    let mut all = Vec::new();
    while let Some(chunk) = input.read().await {
        all.extend_from_slice(&chunk);
    }
    all
}

fn prepare(root: &Path) {
    let found = Command::new("/bin/sh")
        .args(["-c", "command -v mksh"])
        .output()
        .unwrap()
        .stdout;
    let path = String::from_utf8(found).unwrap();
    assert!(
        !path.trim().is_empty(),
        "this test compares with the real mksh, which is not on the PATH: install the package `mksh`"
    );
    std::os::unix::fs::symlink(path.trim(), root.join("mksh")).unwrap();
    let bin = root.join("bin");
    fs::create_dir_all(&bin).unwrap();
    let log = root.join("log");
    let script = format!(
        "#!/bin/sh\n{{ printf 'argv:%s' \"$#\"; for w do printf '\\0%s' \"$w\"; done; printf '\\0\\1\\n'; }} | /usr/bin/tee -a '{}'\n",
        log.display()
    );
    fs::write(bin.join("argv"), script).unwrap();
    fs::set_permissions(bin.join("argv"), fs::Permissions::from_mode(0o755)).unwrap();
    std::os::unix::fs::symlink("/bin/cat", bin.join("cat")).unwrap();
}

fn cases(text: &str) -> Vec<&str> {
    text.trim_end_matches('\n').split(SEPARATOR).collect()
}

#[test]
fn the_same_500_lines_mean_the_same_to_the_real_mksh() {
    let lines: Vec<&str> = cases(HAND_WRITTEN)
        .into_iter()
        .chain(cases(GENERATED))
        .collect();
    // Most of the time is spent waiting for the processes of the real one.
    let differences: Vec<String> = thread::scope(|scope| {
        let parts: Vec<_> = lines
            .chunks(lines.len().div_ceil(THREADS))
            .map(|part| scope.spawn(|| differences(part)))
            .collect();
        let parts = parts.into_iter();
        parts.flat_map(|part| part.join().unwrap()).collect()
    });
    assert!(lines.len() >= 500, "there are {} lines", lines.len());
    assert!(
        differences.is_empty(),
        "{} of {} lines differ:\n{}",
        differences.len(),
        lines.len(),
        differences.join("\n")
    );
}

/// The lines that mean something else, each run in a folder of this thread.
fn differences(lines: &[&str]) -> Vec<String> {
    let root = tempfile::tempdir().unwrap();
    let root = root.path().canonicalize().unwrap();
    prepare(&root);
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .unwrap();
    lines
        .iter()
        .filter_map(|line| {
            let expected = real(&root, line);
            let found = runtime.block_on(ours(&root, line));
            (expected != found)
                .then(|| format!("line:  {line}\nmksh:  {expected:?}\nours:  {found:?}\n"))
        })
        .collect()
}

#[test]
fn the_generated_lines_are_those_of_the_generator() {
    let mut generator = Generator::new(4);
    let lines: Vec<String> = (0..cases(GENERATED).len())
        .map(|_| generator.line())
        .collect();
    assert!(
        lines == cases(GENERATED),
        "the committed lines are not the generator's:\n{}",
        lines.join(SEPARATOR)
    );
}
