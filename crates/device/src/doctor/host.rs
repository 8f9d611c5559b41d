//! Checks of this machine: the adb program and the adb server.

use clawperator_adb::{AdbError, Deadline, ProgramError, program_version};
use clawperator_contract::ErrorCode;
use clawperator_contract::doctor::CheckId;

use super::examine::Examination;
use super::verdict::Verdict;
use crate::probe::ProbeError;

const INSTALL: &str = "Install adb and put it on the PATH: `apt install adb` on Debian and Ubuntu, \
    `brew install android-platform-tools` on macOS";

impl Examination<'_> {
    pub(super) async fn adb_program(&mut self, deadline: Deadline) -> Verdict {
        let Some(program) = &self.options.adb_program else {
            return self
                .without_program("no adb program was found", deadline)
                .await;
        };
        let path = program.display().to_string();
        match program_version(program, deadline).await {
            Ok(version) => {
                let summary = format!("adb {version}");
                self.program = Some(version);
                Verdict::pass(summary).detail(path)
            }
            Err(ProgramError::NotFound) => {
                let trouble = format!("there is no adb program at {path}");
                self.without_program(&trouble, deadline).await
            }
            Err(error) => {
                let trouble = format!("the adb program at {path} does not work: {error}");
                self.without_program(&trouble, deadline).await
            }
        }
    }

    pub(super) async fn adb_server(&mut self, deadline: Deadline) -> Verdict {
        let endpoint = self.options.endpoint.clone();
        let error = match self.server.version(deadline).await {
            Ok(version) => return self.server_found(version),
            Err(error) => error,
        };
        let absent = matches!(error, AdbError::ServerUnreachable { .. });
        let startable = absent && endpoint.is_local() && self.program.is_some();
        if startable && self.options.fix {
            return self.start_server().await;
        }
        let error = ProbeError::from(error);
        if startable {
            let summary = format!("no adb server is running at {endpoint}");
            return Verdict::fail(ErrorCode::AdbServerFailed, summary)
                .detail(error.to_string())
                .shell("Start the adb server", "adb start-server");
        }
        let verdict = Verdict::fail(error.code(), error.to_string());
        if absent {
            verdict.manual(
                "Start the adb server at that address",
                format!(
                    "Start an adb server at {endpoint}, or unset the variables that point there"
                ),
            )
        } else {
            verdict
                .shell("Restart the adb server", "adb kill-server")
                .shell("Restart the adb server", "adb start-server")
        }
    }

    pub(super) fn adb_versions(&mut self) -> Verdict {
        match (&self.program, self.server_version) {
            (Some(program), Some(server)) if program.protocol == server => {
                Verdict::pass(format!("program and server speak protocol {server}"))
            }
            (Some(program), Some(server)) => Verdict::warn(format!(
                "the adb program speaks protocol {} and the server {server}",
                program.protocol
            ))
            .detail(
                "each use of that program stops the server and drops every connection through it",
            )
            .shell("Use one adb", "adb kill-server"),
            (None, Some(server)) => Verdict::pass(format!("the server speaks protocol {server}"))
                .detail("there is no program to compare it with"),
            (_, None) => Verdict::fail(
                ErrorCode::AdbServerFailed,
                "the server's version is not known",
            )
            .shell("Restart the adb server", "adb kill-server"),
        }
    }

    /// A server that runs needs no program; without both there is nothing.
    async fn without_program(&self, trouble: &str, deadline: Deadline) -> Verdict {
        match self.server.version(deadline).await {
            Ok(_) => Verdict::warn(trouble)
                .code(ErrorCode::AdbNotFound)
                .detail("a server is running, so it is not needed now")
                .manual("Install adb", INSTALL),
            Err(error) => Verdict::fail(ErrorCode::AdbNotFound, trouble)
                .detail(error.to_string())
                .manual("Install adb", INSTALL),
        }
    }

    async fn start_server(&mut self) -> Verdict {
        const ACTION: &str = "adb start-server";
        let deadline = Deadline::after(self.options.limits.host);
        match self.starting_server().version(deadline).await {
            Ok(version) => {
                self.repaired(CheckId::AdbServer, ACTION, None);
                self.server_found(version)
            }
            Err(error) => {
                self.repaired(CheckId::AdbServer, ACTION, Some(error.to_string()));
                Verdict::fail(error.code(), error.to_string()).shell("Start the adb server", ACTION)
            }
        }
    }

    fn server_found(&mut self, version: u32) -> Verdict {
        self.server_version = Some(version);
        let endpoint = &self.options.endpoint;
        Verdict::pass(format!("an adb server answers at {endpoint}"))
    }
}
