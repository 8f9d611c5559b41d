//! The JVM as a process.

use std::io;
use std::path::PathBuf;
use std::process::Stdio;
use std::time::Duration;

use tokio::io::{AsyncBufReadExt, AsyncReadExt, BufReader};
use tokio::process::{Child, ChildStdin, ChildStdout, Command};

use crate::options::HostOptions;
use crate::wire::Ready;

/// The longest first line.
const MAX_LINE: u64 = 4_096;

/// A JVM that runs. It ends when this is dropped.
#[derive(Debug)]
pub(crate) struct Process {
    child: Child,
    /// Removed when the process is over, in this order.
    _temporary: Option<Temporary>,
    /// It ends by itself when this is closed, so that nothing is left of it even when we are killed.
    _stdin: Option<ChildStdin>,
    ready: Ready,
}

impl Process {
    /// Starts the JVM and waits until its launcher is in front.
    pub(crate) async fn start(options: &HostOptions, token: &str) -> io::Result<Self> {
        let (width, height) = options.size;
        let temporary = options.temporary.clone().map(Temporary::new).transpose()?;
        let mut child = Command::new(&options.program)
            .args(&options.arguments)
            // The token above all is no argument: those can be read by everybody on the machine.
            .env("FRAMEWORK_PHONE_TOKEN", token)
            .env("FRAMEWORK_PHONE_SPEED", options.speed.to_string())
            .env("FRAMEWORK_PHONE_WIDTH", width.to_string())
            .env("FRAMEWORK_PHONE_HEIGHT", height.to_string())
            .env("FRAMEWORK_PHONE_DENSITY", options.density.to_string())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::inherit())
            .kill_on_drop(true)
            .spawn()?;
        let stdin = child.stdin.take();
        let stdout = child.stdout.take().ok_or(io::ErrorKind::BrokenPipe)?;
        let ready = first_line(stdout, options.start_within).await?;
        Ok(Self {
            child,
            _temporary: temporary,
            _stdin: stdin,
            ready,
        })
    }

    pub(crate) fn ready(&self) -> Ready {
        self.ready
    }

    /// Ends it and waits for that.
    pub(crate) async fn end(mut self) {
        // It is over already, or cannot be ended by us; either way there is nothing more to do.
        let _ = self.child.kill().await;
    }
}

/// A folder that is empty at first and gone at last.
#[derive(Debug)]
struct Temporary(PathBuf);

impl Temporary {
    fn new(folder: PathBuf) -> io::Result<Self> {
        std::fs::create_dir_all(&folder)?;
        Ok(Self(folder))
    }
}

impl Drop for Temporary {
    fn drop(&mut self) {
        // What cannot be removed is in the way of nobody: the next one has another name.
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

async fn first_line(stdout: ChildStdout, within: Duration) -> io::Result<Ready> {
    let mut line = String::new();
    let mut reader = BufReader::new(stdout.take(MAX_LINE));
    tokio::time::timeout(within, reader.read_line(&mut line)).await??;
    if line.is_empty() {
        return Err(io::Error::other("it ended before it was ready"));
    }
    Ok(serde_json::from_str(&line)?)
}
