//! One call of a small program.

use std::io;

use bytes::Bytes;

use super::options::{Options, Spec};
use crate::files::{DeviceFile, FileKind, FileSystem};
use crate::io::{Closed, Input, Output};
use crate::process::Process;
use crate::program::{Exit, Invocation};

/// How much a program keeps in memory when it must see all of its input.
pub(super) const MAX_KEPT: usize = 16 * 1024 * 1024;

/// One call of a small program.
#[derive(Debug)]
pub(super) struct Call<'a> {
    pub(super) name: String,
    pub(super) arguments: Vec<Vec<u8>>,
    pub(super) stdin: Input,
    pub(super) stdout: Output,
    pub(super) stderr: Output,
    pub(super) process: &'a Process,
    /// What the program will answer; complaints make it 1.
    pub(super) status: Exit,
}

impl<'a> Call<'a> {
    pub(super) fn new(invocation: Invocation<'a>) -> Self {
        let (name, arguments) = (invocation.name().to_owned(), invocation.arguments());
        let Invocation {
            stdin,
            stdout,
            stderr,
            process,
            ..
        } = invocation;
        Self {
            name,
            arguments,
            stdin,
            stdout,
            stderr,
            process,
            status: 0,
        }
    }

    pub(super) fn files(&self) -> &'a FileSystem {
        &self.process.files
    }

    pub(super) fn path(&self, path: &[u8]) -> Vec<u8> {
        self.process.path(path)
    }

    pub(super) async fn print(&self, bytes: impl Into<Bytes> + Send) -> Result<(), Closed> {
        self.stdout.write(bytes).await
    }

    /// Prints one last thing and answers the status.
    pub(super) async fn finish_with(self, bytes: impl Into<Bytes> + Send) -> Result<Exit, Closed> {
        self.stdout.write(bytes).await?;
        Ok(self.status)
    }

    /// Writes a message that begins with the program's name; the call fails.
    pub(super) async fn complain(
        &mut self,
        message: impl AsRef<[u8]> + Send,
    ) -> Result<(), Closed> {
        self.status = self.status.max(1);
        let line = [self.name.as_bytes(), b": ", message.as_ref(), b"\n"].concat();
        self.stderr.write(line).await
    }

    /// Writes a message about a path.
    pub(super) async fn complain_about(
        &mut self,
        path: &[u8],
        error: &io::Error,
    ) -> Result<(), Closed> {
        self.complain([path, format!(": {error}").as_bytes()].concat())
            .await
    }

    /// Writes a message about a path in quotes, as some of the programs do.
    pub(super) async fn complain_about_quoted(
        &mut self,
        path: &[u8],
        error: &io::Error,
    ) -> Result<(), Closed> {
        self.complain([b"'", path, b"'", format!(": {error}").as_bytes()].concat())
            .await
    }

    /// Writes a message with a hint at the help and answers the status of a wrong call.
    pub(super) async fn refuse(
        &mut self,
        message: impl AsRef<[u8]> + Send,
    ) -> Result<Exit, Closed> {
        let hint = format!(" (see \"{} --help\")", self.name);
        self.complain([message.as_ref(), hint.as_bytes()].concat())
            .await?;
        Ok(1)
    }

    /// Reads the options; `Err` is the status after a complaint.
    pub(super) async fn options(&mut self, spec: Spec) -> Result<Result<Options, Exit>, Closed> {
        let arguments = std::mem::take(&mut self.arguments);
        match Options::read(arguments, &spec) {
            Ok(options) if options.operands.len() < spec.least => {
                let plural = if spec.least == 1 { "" } else { "s" };
                Ok(Err(self
                    .refuse(format!("Needs {} argument{plural}", spec.least))
                    .await?))
            }
            Ok(options) => Ok(Ok(options)),
            Err(message) => Ok(Err(self.refuse(message).await?)),
        }
    }

    /// Opens a file for reading; `-` is standard input.
    pub(super) fn open(&self, path: &[u8]) -> io::Result<Input> {
        if path == b"-" {
            return Ok(self.stdin.clone());
        }
        let path = self.path(path);
        match self.files().metadata(&path)?.kind {
            FileKind::Device(DeviceFile::Zero) => Ok(Input::zeros()),
            FileKind::Device(DeviceFile::Terminal) if self.process.terminal.is_some() => {
                Ok(self.stdin.clone())
            }
            _ => self.files().read(&path).map(Input::from),
        }
    }

    /// Opens what the operands name, or standard input when there are none; complaints leave files out.
    pub(super) async fn inputs(
        &mut self,
        operands: &[Vec<u8>],
    ) -> Result<Vec<(Vec<u8>, Input)>, Closed> {
        if operands.is_empty() {
            return Ok(vec![(b"-".to_vec(), self.stdin.clone())]);
        }
        let mut inputs = Vec::new();
        for operand in operands {
            match self.open(operand) {
                Ok(input) => inputs.push((operand.clone(), input)),
                Err(error) => self.complain_about(operand, &error).await?,
            }
        }
        Ok(inputs)
    }
}
