//! Checks of the way to the phone: is it there, does it let us in, does its shell answer.

use clawperator_adb::{AdbError, Deadline};
use clawperator_contract::{ErrorCode, Next};

use super::examine::Examination;
use super::verdict::Verdict;
use crate::line::{Command, ShellLine, Word, program};
use crate::probe::{Answer, ProbeError, ProbeResult};
use crate::resolve::{Refusal, ResolveRequest, resolve};

/// A word that arrives whole only if the shell reads quotes as it should.
const HARD_WORD: &str = "it's $HOME; \"quoted\"  ~ *";

const ANSWER_LIMIT: usize = 64 * 1024;

impl Examination<'_> {
    pub(super) async fn discovery(&mut self, deadline: Deadline) -> Verdict {
        let devices = match self.server.devices(deadline).await {
            Ok(devices) => devices,
            Err(error) => return Verdict::of_error(&error.into()),
        };
        let asked = ResolveRequest {
            serial: self.options.device.as_deref(),
            default: self.options.default_phone.as_ref(),
            runs_lines: true,
        };
        match resolve(&devices, &asked) {
            Ok(entry) => {
                self.device_id = Some(entry.serial.clone());
                let summary = format!("{} is connected", entry.serial);
                match &entry.model {
                    Some(model) => Verdict::pass(summary).detail(model.clone()),
                    None => Verdict::pass(summary),
                }
            }
            Err(refusal) => self.refused(refusal),
        }
    }

    pub(super) fn authorisation(&mut self) -> Verdict {
        if let Some(Refusal {
            code,
            message,
            advice,
            ..
        }) = self.refusal.take()
        {
            let verdict = Verdict::fail(code, message);
            return if code == ErrorCode::DeviceOffline {
                verdict
                    .shell("Reconnect the phone", "adb reconnect offline")
                    .manual("Reconnect the phone", "Plug the phone in again")
            } else {
                verdict.manual("Allow this computer", advice.hint)
            };
        }
        let handle = self.device_id.as_deref().map(|id| self.server.device(id));
        match handle {
            Some(Ok(device)) => {
                self.device = Some(device);
                Verdict::pass("the phone has accepted this computer's key")
            }
            Some(Err(error)) => Verdict::of_error(&error.into()),
            None => Verdict::of_error(&ProbeError::Adb(AdbError::NoDevices)),
        }
    }

    pub(super) async fn shell(&mut self, deadline: Deadline) -> Verdict {
        match self.ask_shell(deadline).await {
            Ok((answer, has_v2)) => {
                if answer.output.trim_end_matches('\n') != HARD_WORD {
                    return Verdict::fail(
                        ErrorCode::DeviceShellUnavailable,
                        "the phone's shell does not echo what it was sent",
                    )
                    .detail(answer.excerpt())
                    .manual("Restart the phone", "Restart the phone");
                }
                if has_v2 {
                    Verdict::pass("the phone's shell answers")
                } else {
                    Verdict::warn("the phone's shell answers without exit codes")
                        .detail("its adbd has no shell_v2, so a failed command may look successful")
                }
            }
            Err(error) => Verdict::of_error(&error),
        }
    }

    /// A phone that is there and cannot be used was discovered; what is wrong with it is the next check's.
    fn refused(&mut self, refusal: Refusal) -> Verdict {
        if matches!(
            refusal.code,
            ErrorCode::DeviceOffline | ErrorCode::DeviceUnauthorized
        ) {
            self.device_id.clone_from(&refusal.details.device_id);
            let serial = self.device_id.as_deref().unwrap_or("a phone");
            let verdict = Verdict::pass(format!("{serial} is connected"));
            self.refusal = Some(refusal);
            return verdict;
        }
        let mut lines = Vec::new();
        for listed in &refusal.details.devices {
            lines.push(format!("{} {}", listed.serial, listed.state));
        }
        let several = refusal.code == ErrorCode::MultipleDevicesDeviceIdRequired;
        let verdict = Verdict::fail(refusal.code, refusal.message);
        let verdict = if lines.is_empty() {
            verdict
        } else {
            verdict.detail(lines.join(", "))
        };
        match refusal.details.connected.first() {
            Some(first) if several => {
                verdict.next("Choose a phone", Next::ChooseDevice, Some(first))
            }
            Some(_) => verdict.next("List the phones", Next::ListDevices, None),
            None => refusal.advice.next.iter().fold(
                verdict.manual("Connect a phone", refusal.advice.hint),
                |verdict, next| verdict.next("Connect a phone", *next, None),
            ),
        }
    }

    async fn ask_shell(&self, deadline: Deadline) -> ProbeResult<(Answer, bool)> {
        let device = self.device()?;
        let has_v2 = device.features(deadline).await?.has("shell_v2");
        let command = Command::new(program::ECHO).word(Word::fixed(HARD_WORD));
        let line = ShellLine::from(command);
        let answer = Answer::ask(device, &line, ANSWER_LIMIT, deadline).await?;
        Ok((answer, has_v2))
    }
}
