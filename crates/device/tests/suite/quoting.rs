//! What is quoted here is read back, byte for byte, by the real mksh and by the virtual phone's shell.

use std::ffi::OsStr;
use std::fmt::Write;
use std::os::unix::ffi::OsStrExt;
use std::path::Path;
use std::sync::Arc;
use std::time::SystemTime;

use async_trait::async_trait;
use clawperator_device::line::{Command, ShellLine, Word, program};
use clawperator_phone_shell::{
    Closed, Exit, FileSystem, Input, Invocation, Output, Program, Programs, Shell, ShellConfig,
    TokioShellClock, pipe, text,
};
use clawperator_test_support::write_executable;
use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};

/// Prints its words, each ended by a NUL; `getprop` on both sides.
struct Argv;

/// Prints its first word and ends with the second; `df` on both sides.
struct Note;

#[async_trait]
impl Program for Argv {
    async fn run(&self, invocation: Invocation<'_>) -> Result<Exit, Closed> {
        for word in &invocation.words[1..] {
            let mut bytes = text::to_bytes(word).into_owned();
            bytes.push(0);
            invocation.stdout.write(bytes).await?;
        }
        Ok(0)
    }
}

#[async_trait]
impl Program for Note {
    async fn run(&self, invocation: Invocation<'_>) -> Result<Exit, Closed> {
        let text = format!("{} ", invocation.words[1]);
        invocation.stdout.write(text).await?;
        Ok(invocation.words[2].parse().unwrap())
    }
}

/// Two shells with the same two programs.
struct Shells {
    folder: tempfile::TempDir,
    runtime: tokio::runtime::Runtime,
    virtual_shell: Shell,
}

impl Shells {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        for (name, script) in [
            (
                "getprop",
                "#!/bin/sh\nfor word do printf '%s\\0' \"$word\"; done\n",
            ),
            ("df", "#!/bin/sh\nprintf '%s ' \"$1\"\nexit \"$2\"\n"),
        ] {
            write_executable(&folder.path().join(name), script);
        }
        let mut programs = Programs::new();
        programs.register("getprop", Argv);
        programs.register("df", Note);
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build()
            .unwrap();
        let guard = runtime.enter();
        let clock = Arc::new(TokioShellClock::starting_at(SystemTime::UNIX_EPOCH));
        let files = FileSystem::android(1 << 24, clock.clone(), 14, &programs).unwrap();
        let config = ShellConfig::android(Arc::new(programs), files, clock, 14);
        let virtual_shell = Shell::new(config);
        drop(guard);
        Self {
            folder,
            runtime,
            virtual_shell,
        }
    }

    /// What the real mksh writes and ends with.
    fn real(&self, line: &[u8]) -> (Vec<u8>, i32) {
        let mksh = ["/bin/mksh", "/usr/bin/mksh", "/usr/local/bin/mksh"]
            .into_iter()
            .find(|path| Path::new(path).exists())
            .expect("this test compares with the real mksh: install the package `mksh`");
        let output = std::process::Command::new(mksh)
            .arg("-c")
            .arg(OsStr::from_bytes(line))
            .env_clear()
            .env("PATH", self.folder.path())
            .env("HOME", "/data/somebody")
            .env("LC_ALL", "C.UTF-8")
            .output()
            .unwrap();
        assert_eq!(String::from_utf8_lossy(&output.stderr), "");
        (output.stdout, output.status.code().unwrap())
    }

    /// What the virtual phone's shell writes and ends with.
    fn virtual_one(&self, line: &[u8]) -> (Vec<u8>, i32) {
        let (stdout, mut out) = pipe();
        let run = self
            .virtual_shell
            .run(line, Input::nothing(), stdout, Output::nowhere());
        let collect = async {
            let mut all = Vec::new();
            while let Some(chunk) = out.read().await {
                all.extend_from_slice(&chunk);
            }
            all
        };
        let (status, stdout) = self.runtime.block_on(async { tokio::join!(run, collect) });
        (stdout, i32::from(status))
    }
}

/// Bytes that shells care about, and any others but NUL.
fn word() -> impl Strategy<Value = Vec<u8>> {
    let byte = prop_oneof![
        3 => prop::sample::select(b"'\"\\$`~!*?[]{}()<>|&;#=-+%@^, \t\n\r\x01\x7f\x80\xff".to_vec()),
        2 => 1_u8..,
    ];
    prop_oneof![
        6 => prop::collection::vec(byte, 0..24),
        1 => "\\PC{0,12}".prop_map(String::into_bytes),
        1 => prop::sample::select(vec!["", "-n", "--", "~", "~root", "{a,b}", "\n", "'", "''", "$(reboot)", "if", "A=b"])
            .prop_map(|text| text.as_bytes().to_vec()),
    ]
}

#[test]
fn words_come_back_as_they_were() {
    let shells = Shells::new();
    let mut runner = TestRunner::new(Config::with_cases(400));
    let words = prop::collection::vec(word(), 1..6);
    let outcome = runner.run(&words, |words| {
        let command = words
            .iter()
            .fold(Command::new(program::GETPROP), |command, word| {
                command.word(Word::new(word).unwrap())
            });
        let line = ShellLine::from(command).encode().unwrap();
        let mut expected = Vec::new();
        for word in &words {
            expected.extend_from_slice(word);
            expected.push(0);
        }
        prop_assert_eq!(shells.real(&line), (expected.clone(), 0));
        prop_assert_eq!(shells.virtual_one(&line), (expected, 0));
        Ok(())
    });
    outcome.unwrap();
}

#[test]
fn every_single_byte_comes_back() {
    let shells = Shells::new();
    let words: Vec<Vec<u8>> = (1..=255_u8).map(|byte| vec![byte]).collect();
    let mut command = Command::new(program::GETPROP);
    for word in &words {
        command = command.word(Word::new(word).unwrap());
    }
    let line = ShellLine::from(command).encode().unwrap();
    let expected: Vec<u8> = (1..=255_u8).flat_map(|byte| [byte, 0]).collect();
    assert_eq!(shells.real(&line), (expected.clone(), 0));
    assert_eq!(shells.virtual_one(&line), (expected, 0));
}

#[test]
fn the_longest_line_is_read_by_the_real_mksh() {
    let shells = Shells::new();
    let long = vec![b'\''; 16_000];
    let command = Command::new(program::GETPROP).word(Word::new(&long).unwrap());
    let line = ShellLine::from(command).encode().unwrap();
    let mut expected = long;
    expected.push(0);
    assert_eq!(shells.real(&line), (expected, 0));
}

/// A tree of commands, each of which succeeds or fails.
#[derive(Debug, Clone)]
enum Tree {
    Leaf(u8, bool),
    Then(Box<Tree>, Box<Tree>),
    And(Box<Tree>, Box<Tree>),
    Or(Box<Tree>, Box<Tree>),
}

impl Tree {
    fn line(&self) -> ShellLine {
        match self {
            Self::Leaf(number, good) => {
                let command = Command::new(program::DF)
                    .word(Word::number(*number))
                    .word(Word::number(i64::from(!good)));
                ShellLine::from(command)
            }
            Self::Then(left, right) => left.line().then(right.line()),
            Self::And(left, right) => left.line().and(right.line()),
            Self::Or(left, right) => left.line().or(right.line()),
        }
    }

    /// What the tree means, whatever a shell makes of it.
    fn run(&self, said: &mut String) -> bool {
        match self {
            Self::Leaf(number, good) => {
                let _ = write!(said, "{number} ");
                *good
            }
            Self::Then(left, right) => {
                left.run(said);
                right.run(said)
            }
            Self::And(left, right) => left.run(said) && right.run(said),
            Self::Or(left, right) => left.run(said) || right.run(said),
        }
    }
}

#[test]
fn operators_mean_what_they_say() {
    let leaf = (any::<u8>(), any::<bool>()).prop_map(|(number, good)| Tree::Leaf(number, good));
    let trees = leaf.prop_recursive(4, 12, 2, |inner| {
        let pair = (inner.clone(), inner);
        pair.prop_flat_map(|(left, right)| {
            let (left, right) = (Box::new(left), Box::new(right));
            prop_oneof![
                Just(Tree::Then(left.clone(), right.clone())),
                Just(Tree::And(left.clone(), right.clone())),
                Just(Tree::Or(left, right)),
            ]
        })
    });
    let shells = Shells::new();
    let mut runner = TestRunner::new(Config::with_cases(120));
    let outcome = runner.run(&trees, |tree| {
        let line = tree.line().encode().unwrap();
        let mut said = String::new();
        let good = tree.run(&mut said);
        let expected = (said.into_bytes(), i32::from(!good));
        prop_assert_eq!(shells.real(&line), expected.clone());
        prop_assert_eq!(shells.virtual_one(&line), expected);
        Ok(())
    });
    outcome.unwrap();
}
