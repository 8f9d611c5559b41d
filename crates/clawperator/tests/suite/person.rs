//! Somebody at a terminal of its own.

use std::io::{Read as _, Write as _};
use std::process::{Child, ChildStdin, Command, Stdio};

use super::private_adb::PrivateAdb;

/// Somebody who runs one command at a terminal.
pub(crate) struct Person {
    terminal: Child,
    keyboard: ChildStdin,
}

impl Person {
    /// Runs a command on a terminal. It begins when a line is typed: what is typed with that line is there before the
    /// program is.
    pub(crate) fn at(adb: &PrivateAdb, words: &[&str]) -> Self {
        let program = env!("CARGO_BIN_EXE_clawperator");
        let command = format!("read -r go; exec {program} {}", words.join(" "));
        // It gives the program a terminal, and passes on what is written to it.
        let mut terminal = Command::new("script")
            .args(["-qec", &command, "/dev/null"])
            .env_clear()
            .envs(adb.environment())
            .env("PATH", "/usr/bin:/bin")
            .env("TERM", "dumb")
            .current_dir(adb.home())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let keyboard = terminal.stdin.take().unwrap();
        Self { terminal, keyboard }
    }

    /// Reads up to the question.
    pub(crate) fn read_question(&mut self) -> String {
        let screen = self.terminal.stdout.as_mut().unwrap();
        let mut shown = Vec::new();
        while !shown.ends_with(b"Approve? [y/N] ") {
            let mut byte = [0];
            screen.read_exact(&mut byte).unwrap_or_else(|error| {
                panic!("{error} after {}", String::from_utf8_lossy(&shown))
            });
            shown.extend(byte);
        }
        String::from_utf8_lossy(&shown).into_owned()
    }

    pub(crate) fn types(&mut self, text: &str) {
        self.keyboard.write_all(text.as_bytes()).unwrap();
        self.keyboard.flush().unwrap();
    }

    /// How the command ended.
    pub(crate) fn leaves(self) -> Option<i32> {
        self.says_and_leaves().0
    }

    /// The same, with what was shown to the end.
    pub(crate) fn says_and_leaves(mut self) -> (Option<i32>, String) {
        let mut rest = Vec::new();
        let screen = self.terminal.stdout.as_mut().unwrap();
        screen.read_to_end(&mut rest).unwrap();
        let exit = self.terminal.wait().unwrap().code();
        (exit, String::from_utf8_lossy(&rest).into_owned())
    }
}

/// A person approves what waits, at a terminal.
pub(crate) fn approve(adb: &PrivateAdb, ticket: &str) {
    let mut person = Person::at(adb, &["approve", ticket]);
    person.types("go\n");
    let shown = person.read_question();
    person.types("y\n");
    assert_eq!(person.leaves(), Some(0), "{shown}");
}
