//! Builtins about processes and signals.

use super::table::number;
use crate::process::SignalRefused;
use crate::shell::quote::quote;
use crate::shell::session::{Interrupt, Session};

/// Signals by number; the name at place N is signal N.
pub(crate) const SIGNALS: [&str; 32] = [
    "EXIT", "HUP", "INT", "QUIT", "ILL", "TRAP", "ABRT", "BUS", "FPE", "KILL", "USR1", "SEGV",
    "USR2", "PIPE", "ALRM", "TERM", "STKFLT", "CHLD", "CONT", "STOP", "TSTP", "TTIN", "TTOU",
    "URG", "XCPU", "XFSZ", "VTALRM", "PROF", "WINCH", "IO", "PWR", "SYS",
];

/// A signal by number or name, with or without `SIG`.
pub(crate) fn signal(word: &[u8]) -> Option<u8> {
    if let Some(number) = number(word) {
        return u8::try_from(number).ok().filter(|number| *number <= 64);
    }
    let name = std::str::from_utf8(word).ok()?.to_ascii_uppercase();
    let name = name.strip_prefix("SIG").unwrap_or(&name).to_owned();
    SIGNALS
        .iter()
        .position(|known| *known == name)
        .and_then(|index| u8::try_from(index).ok())
}

impl Session {
    pub(super) async fn kill(&mut self, arguments: &[Vec<u8>]) -> Result<u8, Interrupt> {
        let (sent, targets) = match arguments {
            [option, rest @ ..] if option == b"-l" => return self.list_signals(rest).await,
            [option, name, rest @ ..] if option == b"-s" || option == b"-n" => (signal(name), rest),
            [option, rest @ ..] if option == b"--" => (Some(15), rest),
            [option, rest @ ..] if option.len() > 1 && option.first() == Some(&b'-') => {
                (signal(option.get(1..).unwrap_or_default()), rest)
            }
            rest => (Some(15), rest),
        };
        let Some(sent) = sent else {
            let name = arguments.first().cloned().unwrap_or_default();
            self.builtin_error("kill", [b"bad signal '".as_slice(), &name, b"'"].concat())
                .await;
            return Ok(1);
        };
        if targets.is_empty() {
            self.builtin_error(
                "kill",
                "usage: kill [-s signame | -signum | -signame] {job | pid | pgrp} ...",
            )
            .await;
            return Ok(1);
        }
        let mut status = 0;
        for target in targets {
            let pid = number(target).and_then(|pid| u32::try_from(pid).ok());
            let Some(pid) = pid else {
                let message = [
                    target.as_slice(),
                    b": arguments must be jobs or process IDs",
                ]
                .concat();
                self.builtin_error("kill", message).await;
                status = 1;
                continue;
            };
            if let Err(refused) = self.send_signal(pid, sent).await? {
                self.builtin_error("kill", format!("{pid}: {refused}"))
                    .await;
                status = 1;
            }
        }
        Ok(status)
    }

    async fn send_signal(
        &mut self,
        pid: u32,
        sent: u8,
    ) -> Result<Result<(), SignalRefused>, Interrupt> {
        if pid == self.pid || pid == self.shell_pid {
            if sent == 0 {
                return Ok(Ok(()));
            }
            let name = SIGNALS.get(usize::from(sent)).copied().unwrap_or("");
            if let Some(action) = self.traps.get(name).cloned() {
                let status = self.status;
                self.evaluate_source(&action).await?;
                self.status = status;
                return Ok(Ok(()));
            }
            // Child, continue, window and urgent signals are ignored unless someone asks for them.
            if matches!(sent, 17 | 18 | 23 | 28) {
                return Ok(Ok(()));
            }
            return Err(Interrupt::Exit(128_u8.wrapping_add(sent)));
        }
        if let Some(job) = self.jobs.get(pid) {
            if job.is_done() {
                return Ok(Err(SignalRefused::NoSuchProcess));
            }
            if sent != 0 {
                job.task.0.abort();
                job.killed = Some(sent);
            }
            return Ok(Ok(()));
        }
        Ok(self.core.processes.signal(pid, sent))
    }

    async fn list_signals(&self, names: &[Vec<u8>]) -> Result<u8, Interrupt> {
        let mut lines = String::new();
        if names.is_empty() {
            let all = SIGNALS.iter().enumerate().skip(1);
            let all: Vec<String> = all
                .map(|(number, name)| format!("{number:2} {name}\n"))
                .collect();
            lines = all.concat();
        }
        for name in names {
            match number(name) {
                Some(number) => {
                    let index = usize::try_from(number & 127).unwrap_or(0);
                    lines.push_str(SIGNALS.get(index).copied().unwrap_or("?"));
                }
                None => lines.push_str(&signal(name).unwrap_or(0).to_string()),
            }
            lines.push('\n');
        }
        self.output(1).write(lines).await?;
        Ok(0)
    }

    pub(super) async fn wait(&mut self, arguments: &[Vec<u8>]) -> Result<u8, Interrupt> {
        if arguments.is_empty() {
            for mut job in std::mem::take(&mut self.jobs.0) {
                job.wait().await;
            }
            return Ok(0);
        }
        let mut status = 0;
        for word in arguments {
            let pid = number(word).and_then(|pid| u32::try_from(pid).ok());
            let place = pid.and_then(|pid| self.jobs.0.iter().position(|job| job.pid == pid));
            status = match place {
                Some(place) => self.jobs.0.remove(place).wait().await,
                None => 127,
            };
        }
        Ok(status)
    }

    pub(super) async fn trap(&mut self, arguments: &[Vec<u8>]) -> Result<u8, Interrupt> {
        let arguments = match arguments {
            [first, rest @ ..] if first == b"--" => rest,
            other => other,
        };
        let (action, names) = match arguments {
            [] => {
                let mut lines = Vec::new();
                for (name, action) in &self.traps {
                    lines.extend_from_slice(
                        &[
                            b"trap -- ",
                            quote(action).as_slice(),
                            b" ",
                            name.as_bytes(),
                            b"\n",
                        ]
                        .concat(),
                    );
                }
                self.output(1).write(lines).await?;
                return Ok(0);
            }
            [name] => (None, std::slice::from_ref(name)),
            [action, names @ ..] if action == b"-" => (None, names),
            [number, names @ ..] if number.iter().all(u8::is_ascii_digit) && !number.is_empty() => {
                self.set_trap(None, number).await;
                (None, names)
            }
            [action, names @ ..] => (Some(action.clone()), names),
        };
        let mut status = 0;
        for name in names {
            if !self.set_trap(action.as_ref(), name).await {
                status = 1;
            }
        }
        Ok(status)
    }

    async fn set_trap(&mut self, action: Option<&Vec<u8>>, name: &[u8]) -> bool {
        let known = match name {
            b"ERR" => Some("ERR"),
            name => signal(name).and_then(|number| SIGNALS.get(usize::from(number)).copied()),
        };
        let Some(known) = known else {
            self.builtin_error("trap", [b"bad signal '".as_slice(), name, b"'"].concat())
                .await;
            return false;
        };
        match action {
            Some(action) => self.traps.insert(known.to_owned(), action.clone()),
            None => self.traps.remove(known),
        };
        true
    }
}
