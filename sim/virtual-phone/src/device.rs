//! The phone as adb's device side sees it.

use std::sync::Arc;

use async_trait::async_trait;
use bytes::Bytes;
use clawperator_adbd::sync::Files;
use clawperator_adbd::{
    AdbPhone, Banner, CommandStreams, Control, ControlReply, Duplex, Features, ShellRequest,
    Terminal,
};
use clawperator_phone_shell::{Input, Output, Shell, quote};

use crate::machine::restart;
use crate::phone::{Inner, adb_release};

/// The program that system services are called by.
const SERVICE_CALL: &str = "cmd";

#[async_trait]
impl AdbPhone for Inner {
    fn banner(&self) -> Banner {
        Banner {
            product: self.builder.device.clone(),
            model: self.builder.model.clone(),
            device: self.builder.device.clone(),
            features: Features::for_release(adb_release(self.builder.release)),
        }
    }

    async fn shell(self: Arc<Self>, request: ShellRequest, streams: CommandStreams) -> u8 {
        self.faults.before_command().await;
        let body = self.body();
        let streams = Streams::from(streams);
        let Some(line) = request.line else {
            let Streams {
                stdin,
                stdout,
                stderr,
            } = streams;
            return body.shell.get().run_piped(stdin, stdout, stderr).await;
        };
        streams.run(body.shell.get(), &line).await
    }

    async fn shell_on_terminal(
        self: Arc<Self>,
        request: ShellRequest,
        streams: CommandStreams,
        terminal: Terminal,
    ) -> u8 {
        self.faults.before_command().await;
        // Nobody listens to interrupts: then the key kills a command, and an interactive shell goes on.
        drop(terminal);
        let body = self.body();
        let Streams {
            stdin,
            stdout,
            stderr,
        } = streams.into();
        match request.line {
            Some(line) => body.shell.get().run_on_terminal(&line, stdin, stdout).await,
            None => {
                body.shell
                    .get()
                    .run_interactive(stdin, stdout, stderr)
                    .await
            }
        }
    }

    fn files(&self) -> Arc<dyn Files> {
        Arc::new(self.body().files.clone())
    }

    async fn connect(self: Arc<Self>, address: &str) -> Option<Box<dyn Duplex>> {
        let socket = self.sockets.connect(address)?;
        Some(Box::new(socket))
    }

    fn has_abb(&self) -> bool {
        self.body().shell.has(SERVICE_CALL)
    }

    async fn abb(self: Arc<Self>, words: Vec<Bytes>, streams: CommandStreams) -> u8 {
        self.faults.before_command().await;
        let body = self.body();
        let mut line = SERVICE_CALL.as_bytes().to_vec();
        for word in words {
            line.push(b' ');
            line.extend_from_slice(&quote(&word));
        }
        Streams::from(streams).run(body.shell.get(), &line).await
    }

    async fn control(self: Arc<Self>, control: Control) -> ControlReply {
        match control {
            Control::Reboot(_) => {
                let body = self.body();
                body.shell.end_all().await;
                restart(&*body.stage.screen(), Some(&body.hooks.files)).await;
            }
            // Whoever starts adbd anew ends everything that it started.
            Control::TcpIp(Some(_)) | Control::Usb => self.body().shell.end_all().await,
            Control::TcpIp(None) | Control::Root | Control::Unroot | Control::Remount(_) => {}
        }
        ControlReply::of_production_build(&control)
    }
}

/// A command's streams as the shell takes them.
struct Streams {
    stdin: Input,
    stdout: Output,
    stderr: Output,
}

impl From<CommandStreams> for Streams {
    fn from(streams: CommandStreams) -> Self {
        Self {
            stdin: streams.stdin.into(),
            stdout: streams.stdout.into(),
            stderr: streams.stderr.into(),
        }
    }
}

impl Streams {
    async fn run(self, shell: &Shell, line: &[u8]) -> u8 {
        shell.run(line, self.stdin, self.stdout, self.stderr).await
    }
}
