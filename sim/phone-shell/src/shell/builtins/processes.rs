//! Builtins about processes and signals.

use super::table::number;
use crate::process::SignalRefused;
use crate::shell::session::{Interrupt, Session};

/// Signals by number; the name at place N is signal N.
const SIGNALS: [&str; 32] = [
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
    /// `trap COMMAND SIGNAL …`, and `trap - SIGNAL …`, which takes it away.
    pub(super) async fn trap(&mut self, arguments: &[Vec<u8>]) -> Result<u8, Interrupt> {
        let arguments = match arguments {
            [option, rest @ ..] if option == b"--" => rest,
            all => all,
        };
        let [command, signals @ ..] = arguments else {
            return Ok(0);
        };
        let command = (command != b"-").then(|| command.clone());
        let mut status = 0;
        for word in signals {
            // What no line that loses its stream can get is not kept, and not asked for either.
            let is_kept =
                signal(word).is_some_and(|signal| self.traps.set(signal, command.clone()));
            if !is_kept {
                let message = [b"bad signal '".as_slice(), word, b"'"].concat();
                self.builtin_error("trap", message).await;
                status = 1;
            }
        }
        Ok(status)
    }

    pub(super) async fn kill(&mut self, arguments: &[Vec<u8>]) -> Result<u8, Interrupt> {
        let (sent, targets) = match arguments {
            [option, name, rest @ ..] if option == b"-s" || option == b"-n" => (signal(name), rest),
            [option, rest @ ..] if option == b"--" => (Some(15), rest),
            [option, rest @ ..] if option.len() > 1 && option.first() == Some(&b'-') => {
                (signal(option.split_at(1).1), rest)
            }
            rest => (Some(15), rest),
        };
        let Some(sent) = sent else {
            // Only a signal that was given can be bad.
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
            // Child, continue, window and urgent signals are ignored.
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
                // What the job became may have left the session; it ends all the same.
                let _ = self.core.running.signal(pid, sent, 0).await;
                job.task.0.abort();
                job.killed = Some(sent);
            }
            return Ok(Ok(()));
        }
        let user = self.core.files.identity().user;
        Ok(match self.core.running.signal(pid, sent, user).await {
            Err(SignalRefused::NoSuchProcess) => self.core.processes.signal(pid, sent),
            known => known,
        })
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
}
