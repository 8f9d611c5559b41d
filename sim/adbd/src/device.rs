//! What the device side asks of the phone behind it.

use std::sync::Arc;

use async_trait::async_trait;
use bytes::Bytes;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::sync::mpsc;

use crate::control::{Control, ControlReply};
use crate::terminal::Terminal;

/// The phone behind an adb connection.
#[async_trait]
pub trait AdbPhone: Send + Sync + 'static {
    /// What the device says of itself when it connects.
    fn banner(&self) -> Banner;

    /// Runs a shell command and answers its exit status. Dropping the future kills the command.
    async fn shell(self: Arc<Self>, request: ShellRequest, streams: CommandStreams) -> u8;

    /// The file system that `sync:` reads and writes; see [`crate::sync`].
    fn files(&self) -> Arc<dyn crate::sync::Files>;

    /// Connects to a socket of the phone, such as `localabstract:NAME` or `tcp:PORT`; `None` when nobody listens.
    async fn connect(self: Arc<Self>, address: &str) -> Option<Box<dyn Duplex>>;

    /// Runs a command on a terminal. By default the terminal's size and interrupts are not looked at.
    async fn shell_on_terminal(
        self: Arc<Self>,
        request: ShellRequest,
        streams: CommandStreams,
        terminal: Terminal,
    ) -> u8 {
        drop(terminal);
        self.shell(request, streams).await
    }

    /// Whether [`AdbPhone::abb`] runs commands. The features `abb` and `abb_exec` are announced only then.
    fn has_abb(&self) -> bool {
        false
    }

    /// Runs a command of a system service without a shell: the words are what `cmd` would get. Dropping the future
    /// kills the command.
    async fn abb(self: Arc<Self>, words: Vec<Bytes>, streams: CommandStreams) -> u8 {
        drop((words, streams));
        255
    }

    /// Does what adbd itself is asked for. By default this is a production build, which reboots and restarts.
    async fn control(self: Arc<Self>, control: Control) -> ControlReply {
        ControlReply::of_production_build(&control)
    }
}

/// Both directions of a socket.
pub trait Duplex: AsyncRead + AsyncWrite + Send + Unpin {}

impl<T: AsyncRead + AsyncWrite + Send + Unpin> Duplex for T {}

/// What a device says of itself: properties and the features it has.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Banner {
    /// `ro.product.name`.
    pub product: String,
    /// `ro.product.model`.
    pub model: String,
    /// `ro.product.device`.
    pub device: String,
    /// Features such as `shell_v2`, in the order they are announced.
    pub features: Vec<String>,
}

/// A command to run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ShellRequest {
    /// The line as the client sent it; `None` asks for an interactive shell.
    pub line: Option<Bytes>,
    /// Whether a terminal was asked for.
    pub terminal: bool,
    /// Whether output and errors are merged by the protocol (shell v1 and `exec:`).
    pub raw: bool,
}

/// The command's three streams; each channel is bounded, and closing one is the end of the stream.
#[derive(Debug)]
pub struct CommandStreams {
    /// What the client writes to the command.
    pub stdin: mpsc::Receiver<Bytes>,
    /// What the command writes.
    pub stdout: mpsc::Sender<Bytes>,
    /// What the command writes as errors.
    pub stderr: mpsc::Sender<Bytes>,
}
