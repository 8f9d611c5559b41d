//! The file service on a stream.

use std::io;

use bytes::{Bytes, BytesMut};

use super::errors::errno;
use super::protocol::{
    ENTRY_V1_LEN, ENTRY_V2_LEN, HEADER_LEN, Header, MAX_DATA, MAX_PATH, Transfer, path_text,
    put_data, put_done, put_end_of_entries, put_entry_v1, put_entry_v2, put_fail, put_okay,
    put_stat_v1, put_stat_v2, split_mode,
};
use super::reader::SyncReader;
use super::{FileWriter, Files};
use crate::stream::{Closed, Stream, StreamSender};
use crate::witness::{Arrived, FileOperation, Witness};

/// Answers are gathered up to this much before they are sent.
const GATHER: usize = 256 * 1024;
const TYPE_MASK: u32 = 0o170_000;
const REGULAR: u32 = 0o100_000;
const LINK: u32 = 0o120_000;

/// Serves requests until the client has enough, closes the stream, or gets a failure that adbd closes after.
pub(crate) async fn serve(
    files: &dyn Files,
    witness: &dyn Witness,
    stream: Stream,
) -> Result<(), Closed> {
    let Stream { receiver, sender } = stream;
    let mut conversation = Conversation {
        files,
        witness,
        reader: SyncReader::new(receiver),
        sender,
    };
    while conversation.request().await? == Next::Request {}
    Ok(())
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Next {
    Request,
    End,
}

struct Conversation<'a> {
    files: &'a dyn Files,
    witness: &'a dyn Witness,
    reader: SyncReader,
    sender: StreamSender,
}

impl Conversation<'_> {
    async fn request(&mut self) -> Result<Next, Closed> {
        let header = self.header().await?;
        if header.value as usize > MAX_PATH {
            return self.fail("path too long").await;
        }
        let path = self.reader.exactly(header.value as usize).await?;
        if &header.id == b"QUIT" {
            return Ok(Next::End);
        }
        let Some(path) = path_text(&path) else {
            return self.fail("invalid path").await;
        };
        match &header.id {
            b"STAT" => self.stat_v1(path).await,
            b"STA2" | b"LST2" => self.stat_v2(header.id, path).await,
            b"LIST" | b"LIS2" => self.list(header.id, path).await,
            b"SEND" => match split_mode(path) {
                Ok((path, mode)) => self.receive_file(path, mode, Transfer::Plain).await,
                Err(text) => self.fail(text).await,
            },
            b"SND2" => {
                let mode = self.header().await?;
                let flags = self.reader.number().await?;
                match Transfer::of_send(flags) {
                    _ if mode.id != header.id => self.fail("unexpected message").await,
                    Ok(transfer) => self.receive_file(path, mode.value, transfer).await,
                    Err(error) => self.fail(&error.to_string()).await,
                }
            }
            b"RECV" => self.send_file(path).await,
            b"RCV2" => {
                let setup = self.header().await?;
                match Transfer::of_receive(setup.value) {
                    _ if setup.id != header.id => self.fail("unexpected message").await,
                    Ok(_) => self.send_file(path).await,
                    Err(error) => self.fail(&error.to_string()).await,
                }
            }
            _ => {
                self.fail(&format!(
                    "unknown command {:08x}",
                    u32::from_le_bytes(header.id)
                ))
                .await
            }
        }
    }

    fn arrived(&self, operation: FileOperation, path: &str) {
        self.witness.arrived(Arrived::File { operation, path });
    }

    async fn stat_v1(&mut self, path: &str) -> Result<Next, Closed> {
        self.arrived(FileOperation::Stat, path);
        let stat = self.files.stat(path, false).await.ok();
        let mut answer = BytesMut::new();
        put_stat_v1(stat, &mut answer);
        self.answer(answer).await
    }

    async fn stat_v2(&mut self, id: [u8; 4], path: &str) -> Result<Next, Closed> {
        self.arrived(FileOperation::Stat, path);
        let stat = self
            .files
            .stat(path, &id == b"STA2")
            .await
            .map_err(|error| errno(&error).0);
        let mut answer = BytesMut::new();
        put_stat_v2(id, stat, &mut answer);
        self.answer(answer).await
    }

    /// The entries of a folder, with itself and its parent. One that cannot be listed looks empty.
    async fn list(&mut self, id: [u8; 4], path: &str) -> Result<Next, Closed> {
        self.arrived(FileOperation::List, path);
        let (put, entry_len): (fn(&str, super::Stat, &mut BytesMut), usize) = if &id == b"LIST" {
            (put_entry_v1, ENTRY_V1_LEN)
        } else {
            (put_entry_v2, ENTRY_V2_LEN)
        };
        let mut answer = BytesMut::new();
        if let Ok(entries) = self.files.list(path).await {
            for (name, path) in [(".", path), ("..", parent(path))] {
                if let Ok(stat) = self.files.stat(path, true).await {
                    put(name, stat, &mut answer);
                }
            }
            for (name, stat) in entries {
                put(&name, stat, &mut answer);
                if answer.len() >= GATHER {
                    self.sender.send(answer.split().freeze()).await?;
                }
            }
        }
        put_end_of_entries(entry_len, &mut answer);
        self.answer(answer).await
    }

    /// Sends a file to the client.
    async fn send_file(&mut self, path: &str) -> Result<Next, Closed> {
        self.arrived(FileOperation::Receive, path);
        let content = match self.files.read(path).await {
            Ok(content) => content,
            // A folder can be opened; it is reading that fails.
            Err(error) if error.kind() == io::ErrorKind::IsADirectory => {
                return self.fail_errno("read failed", &error).await;
            }
            Err(error) => return self.fail_errno("open failed", &error).await,
        };
        let mut answer = BytesMut::new();
        for chunk in content.chunks(MAX_DATA) {
            put_data(chunk, &mut answer);
            if answer.len() >= GATHER {
                self.sender.send(answer.split().freeze()).await?;
            }
        }
        put_done(&mut answer);
        self.answer(answer).await
    }

    /// Takes a file from the client.
    async fn receive_file(
        &mut self,
        path: &str,
        mode: u32,
        transfer: Transfer,
    ) -> Result<Next, Closed> {
        self.arrived(FileOperation::Send, path);
        let target = match (transfer, mode & TYPE_MASK) {
            (Transfer::DryRun, _) => Target::Nothing,
            (Transfer::Plain, LINK) => Target::Link(Vec::new()),
            (Transfer::Plain, _) => match self.files.create(path, REGULAR | spread(mode)).await {
                Ok(writer) => Target::File(writer),
                Err(error) => {
                    self.fail_errno("couldn't create file", &error).await?;
                    return self.drain(0).await;
                }
            },
        };
        self.receive_data(path, target).await
    }

    async fn receive_data(&mut self, path: &str, mut target: Target) -> Result<Next, Closed> {
        loop {
            let header = self.header().await?;
            let mut left = header.value as usize;
            match &header.id {
                b"DONE" => return self.finish(path, target, header.value).await,
                b"DATA" if left <= MAX_DATA => {}
                b"DATA" => {
                    self.fail("oversize data message").await?;
                    return self.drain(left).await;
                }
                _ => return self.fail("invalid data message").await,
            }
            while left > 0 {
                let piece = self.reader.some(left).await?;
                left -= piece.len();
                if let Err((reason, error)) = target.write(piece).await {
                    self.fail_errno(reason, &error).await?;
                    return self.drain(left).await;
                }
            }
        }
    }

    async fn finish(&mut self, path: &str, target: Target, modified: u32) -> Result<Next, Closed> {
        let done = match target {
            Target::Nothing => Ok(()),
            Target::File(writer) => writer
                .finish(modified)
                .await
                .map_err(|error| ("close failed", error)),
            Target::Link(content) => {
                let content = content.strip_suffix(b"\0").unwrap_or(&content);
                match std::str::from_utf8(content) {
                    Ok(target) => self.files.symlink(path, target).await,
                    Err(_) => Err(io::ErrorKind::InvalidInput.into()),
                }
                .map_err(|error| ("symlink failed", error))
            }
        };
        match done {
            Ok(()) => {
                let mut answer = BytesMut::new();
                put_okay(&mut answer);
                self.answer(answer).await
            }
            Err((reason, error)) => self.fail_errno(reason, &error).await,
        }
    }

    /// Reads what is left of a file that has failed: an old client looks at the answer only after it has sent all.
    async fn drain(&mut self, mut left: usize) -> Result<Next, Closed> {
        loop {
            while left > 0 {
                left -= self.reader.some(left).await?.len();
            }
            let header = self.header().await?;
            if &header.id != b"DATA" {
                return Ok(Next::End);
            }
            left = header.value as usize;
        }
    }

    async fn header(&mut self) -> Result<Header, Closed> {
        let bytes = self.reader.exactly(HEADER_LEN).await?;
        Header::parse(&bytes).ok_or(Closed)
    }

    async fn answer(&mut self, answer: BytesMut) -> Result<Next, Closed> {
        self.sender.send(answer.freeze()).await?;
        Ok(Next::Request)
    }

    async fn fail_errno(&mut self, reason: &str, error: &io::Error) -> Result<Next, Closed> {
        self.fail(&format!("{reason}: {}", errno(error).1)).await
    }

    async fn fail(&mut self, text: &str) -> Result<Next, Closed> {
        let mut answer = BytesMut::new();
        put_fail(text, &mut answer);
        self.answer(answer).await?;
        Ok(Next::End)
    }
}

/// Where a file from the client goes.
enum Target {
    Nothing,
    File(Box<dyn FileWriter>),
    Link(Vec<u8>),
}

impl Target {
    async fn write(&mut self, piece: Bytes) -> Result<(), (&'static str, io::Error)> {
        match self {
            Self::Nothing => Ok(()),
            Self::File(writer) => writer
                .write(piece)
                .await
                .map_err(|error| ("write failed", error)),
            Self::Link(target) if target.len() + piece.len() > MAX_PATH => {
                Err(("symlink failed", io::ErrorKind::InvalidFilename.into()))
            }
            Self::Link(target) => {
                target.extend_from_slice(&piece);
                Ok(())
            }
        }
    }
}

/// The folder above a folder, by its name.
fn parent(path: &str) -> &str {
    match path.trim_end_matches('/').rsplit_once('/') {
        Some(("", _)) | None => "/",
        Some((parent, _)) => parent,
    }
}

/// The owner's permissions, given to the group and to others too, as adbd does.
fn spread(mode: u32) -> u32 {
    let mode = mode & 0o777;
    let mode = mode | (mode >> 3 & 0o070);
    mode | (mode >> 3 & 0o007)
}

#[cfg(test)]
mod tests {
    #[test]
    fn parents() {
        for (path, parent) in [("/a/b/", "/a"), ("/a", "/"), ("/", "/"), ("", "/")] {
            assert_eq!(super::parent(path), parent, "{path}");
        }
    }

    #[test]
    fn permissions_spread() {
        assert_eq!(super::spread(0o100_644), 0o666);
        assert_eq!(super::spread(0o755), 0o777);
        assert_eq!(super::spread(0o400), 0o444);
    }
}
