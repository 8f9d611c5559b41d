//! Redirections.

use std::collections::BTreeMap;
use std::io;

use bytes::Bytes;

use super::session::{Descriptor, Interrupt, Session};
use crate::files::{DeviceFile, FileKind, FileSystem, OpenFile, Opening};
use crate::io::{Input, Output};
use crate::syntax::{HereBody, Redirect, Target, Word, parse_here};

/// The redirection could not be made; the message has been written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Refused;

/// What opening a path came to.
enum Opened {
    File(OpenFile),
    Output(Output),
}

impl Session {
    /// Makes the redirections one after the other; the descriptors from before come back as the answer.
    pub(crate) async fn redirect(
        &mut self,
        redirects: &[Redirect],
    ) -> Result<Result<BTreeMap<u8, Descriptor>, Refused>, Interrupt> {
        let before = self.descriptors.clone();
        for redirect in redirects {
            if let Err(message) = self.redirect_one(redirect).await? {
                self.descriptors = before;
                if let Some(message) = message {
                    self.complain(message).await;
                }
                return Ok(Err(Refused));
            }
        }
        Ok(Ok(if self.last_command {
            BTreeMap::new()
        } else {
            before
        }))
    }

    /// Makes one redirection, or answers why it cannot be made; nothing when that has been written.
    async fn redirect_one(
        &mut self,
        redirect: &Redirect,
    ) -> Result<Result<(), Option<Vec<u8>>>, Interrupt> {
        let descriptor = match &redirect.target {
            Target::Read(word) => {
                let name = self.expand_text(word).await?;
                match self.open_input(&name) {
                    Ok(input) => Descriptor::Read(input),
                    Err(error) => return Ok(Err(Some(failure(b"can't open ", &name, &error)))),
                }
            }
            Target::Write { path, clobber } => {
                let opening = if self.options.no_clobber && !clobber {
                    Opening::Fresh
                } else {
                    Opening::Truncate
                };
                match self.open_word(path, opening).await? {
                    Ok(output) => Descriptor::Write(output),
                    Err(message) => return Ok(Err(Some(message))),
                }
            }
            Target::Append(path) => match self.open_word(path, Opening::Append).await? {
                Ok(output) => Descriptor::Write(output),
                Err(message) => return Ok(Err(Some(message))),
            },
            Target::Both(path) => match self.open_word(path, Opening::Keep).await? {
                Ok(_) if redirect.descriptor == 0 => {
                    let name = self.expand_text(path).await?;
                    Descriptor::Read(self.open_input(&name).unwrap_or_else(|_| Input::nothing()))
                }
                Ok(output) => Descriptor::Write(output),
                Err(message) => return Ok(Err(Some(message))),
            },
            Target::Everything { path, append } => {
                let opening = if *append {
                    Opening::Append
                } else {
                    Opening::Truncate
                };
                match self.open_word(path, opening).await? {
                    Ok(output) => {
                        self.descriptors
                            .insert(2, Descriptor::Write(output.clone()));
                        Descriptor::Write(output)
                    }
                    Err(message) => return Ok(Err(Some(message))),
                }
            }
            Target::Duplicate(word) => {
                let made = self.duplicate(redirect.descriptor, word).await?;
                return Ok(made.map_err(Some));
            }
            Target::Here(body) => {
                let text = match body.get() {
                    Some(HereBody::Plain(text)) => Ok(text.clone()),
                    Some(HereBody::Expanded(text)) => match parse_here(text) {
                        Ok(word) => self.expand_text(&word).await,
                        Err(error) => Err(self.fail(error.to_string()).await),
                    },
                    None => Ok(Vec::new()),
                };
                match given(text)? {
                    Some(input) => Descriptor::Read(input),
                    None => return Ok(Err(None)),
                }
            }
            Target::HereString(word) => {
                let text = self.expand_here_string(word).await;
                match given(text)? {
                    Some(input) => Descriptor::Read(input),
                    None => return Ok(Err(None)),
                }
            }
        };
        self.descriptors.insert(redirect.descriptor, descriptor);
        Ok(Ok(()))
    }

    async fn duplicate(
        &mut self,
        descriptor: u8,
        word: &Word,
    ) -> Result<Result<(), Vec<u8>>, Interrupt> {
        let source = self.expand_text(word).await?;
        match source.as_slice() {
            b"-" => {
                self.descriptors.remove(&descriptor);
            }
            [digit @ b'0'..=b'9'] => match self.descriptors.get(&(digit - b'0')).cloned() {
                Some(same) => {
                    self.descriptors.insert(descriptor, same);
                }
                None => {
                    return Ok(Err(
                        [b">&".as_slice(), &source, b" : bad file descriptor"].concat()
                    ));
                }
            },
            _ => {
                return Ok(Err([
                    b">&".as_slice(),
                    &source,
                    b" : illegal file descriptor name",
                ]
                .concat()));
            }
        }
        Ok(Ok(()))
    }

    async fn open_word(
        &mut self,
        word: &Word,
        opening: Opening,
    ) -> Result<Result<Output, Vec<u8>>, Interrupt> {
        let name = self.expand_text(word).await?;
        let path = crate::files::join(&self.directory, &name);
        let opened = open_output(
            &self.core.files,
            &path,
            opening,
            0o666 & !self.umask,
            self.terminal.as_ref(),
        );
        Ok(match opened {
            Ok(Opened::File(file)) => Ok(Output::file(file)),
            Ok(Opened::Output(output)) => Ok(output),
            Err(error) => Err(failure(b"can't create ", &name, &error)),
        })
    }

    fn open_input(&self, name: &[u8]) -> io::Result<Input> {
        let path = crate::files::join(&self.directory, name);
        let metadata = self.core.files.metadata(&path)?;
        match metadata.kind {
            FileKind::Device(DeviceFile::Zero) => Ok(Input::zeros()),
            FileKind::Device(DeviceFile::Null) => Ok(Input::nothing()),
            FileKind::Device(DeviceFile::Terminal) if self.terminal.is_some() => Ok(self.input(0)),
            _ => self.core.files.read(&path).map(Input::from),
        }
    }
}

/// What `<<` and `<<<` give as input. An error in the text, which has been reported, refuses the redirection and does
/// not end the environment.
fn given(text: Result<Vec<u8>, Interrupt>) -> Result<Option<Input>, Interrupt> {
    match text {
        Ok(text) => Ok(Some(Input::from(Bytes::from(text)))),
        Err(Interrupt::Abort(_)) => Ok(None),
        Err(other) => Err(other),
    }
}

fn open_output(
    files: &FileSystem,
    path: &[u8],
    opening: Opening,
    mode: u32,
    terminal: Option<&Output>,
) -> io::Result<Opened> {
    match files.metadata(path).map(|metadata| metadata.kind) {
        Ok(FileKind::Device(DeviceFile::Terminal)) => match terminal {
            Some(output) => Ok(Opened::Output(output.clone())),
            None => Err(io::Error::other("No such device or address")),
        },
        Ok(FileKind::Device(DeviceFile::Null | DeviceFile::Zero)) => {
            Ok(Opened::Output(Output::nowhere()))
        }
        Ok(_) | Err(_) => files.open(path, opening, mode).map(Opened::File),
    }
}

fn failure(doing: &[u8], name: &[u8], error: &io::Error) -> Vec<u8> {
    [doing, name, format!(": {error}").as_bytes()].concat()
}
