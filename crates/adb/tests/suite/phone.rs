//! A small phone with the real device side of adb: a shell of a few words, files in memory, a socket that echoes.

use std::collections::BTreeMap;
use std::io;
use std::path::Path;
use std::sync::{Arc, Mutex};

use async_trait::async_trait;
use bytes::{Bytes, BytesMut};
use clawperator_adb::{ConnectOutcome, DeviceHandle, Server};
use clawperator_adbd::sync::{FileWriter, Files, Stat};
use clawperator_adbd::{
    AdbPhone, Banner, CommandStreams, Duplex, Features, Listener, Options, ShellRequest, Terminal,
};
use tokio_util::sync::CancellationToken;

use super::fixture::{PrivateServer, programs, soon};

/// A phone that is connected to a server of its own.
pub(crate) struct Bench {
    pub(crate) phone: Phone,
    pub(crate) server: Server,
    pub(crate) device: DeviceHandle,
    pub(crate) place: PrivateServer,
}

impl Bench {
    pub(crate) async fn new(adb: &Path, release: u8) -> Self {
        let phone = Phone::start(release, Options::for_release(release)).await;
        let place = PrivateServer::new(adb);
        let server = place.client();
        let outcome = server.connect_device(&phone.serial, soon()).await.unwrap();
        assert_eq!(outcome, ConnectOutcome::Connected);
        let device = server.device(&phone.serial).unwrap();
        Self {
            phone,
            server,
            device,
            place,
        }
    }

    /// One bench for each adb program.
    pub(crate) async fn each(release: u8) -> Vec<Self> {
        let mut benches = Vec::new();
        for adb in programs() {
            benches.push(Self::new(&adb, release).await);
        }
        benches
    }

    /// Waits until the phone has no stream and the client none. Each look is a question to the server, so that what
    /// was closed before it has passed through.
    pub(crate) async fn quiet(&self) {
        let deadline = soon();
        loop {
            let (phone, client) = (
                self.phone.options.counters.open_streams(),
                self.server.open_streams(),
            );
            if (phone, client) == (0, 0) {
                return;
            }
            let answer = self.server.version(deadline).await;
            assert!(
                answer.is_ok(),
                "{answer:?} with {phone} streams on the phone, {client} of the client"
            );
        }
    }
}

pub(crate) struct Phone {
    pub(crate) serial: String,
    pub(crate) options: Options,
    pub(crate) files: Arc<Memory>,
    shutdown: CancellationToken,
}

impl Phone {
    pub(crate) async fn start(release: u8, options: Options) -> Self {
        let listener = Listener::bind("127.0.0.1:0", options.clone())
            .await
            .unwrap();
        let serial = listener.local_addr().unwrap().to_string();
        let files = Arc::new(Memory::default());
        let shutdown = CancellationToken::new();
        let handset = Arc::new(Handset {
            release,
            files: files.clone(),
        });
        tokio::spawn(listener.run(handset, shutdown.clone()));
        Self {
            serial,
            options,
            files,
            shutdown,
        }
    }
}

impl Drop for Phone {
    fn drop(&mut self) {
        self.shutdown.cancel();
    }
}

struct Handset {
    release: u8,
    files: Arc<Memory>,
}

#[async_trait]
impl AdbPhone for Handset {
    fn banner(&self) -> Banner {
        Banner {
            product: "bench".into(),
            model: "Bench Phone".into(),
            device: "bench".into(),
            features: Features::for_release(self.release),
        }
    }

    async fn shell(self: Arc<Self>, request: ShellRequest, mut streams: CommandStreams) -> u8 {
        let line = request.line.unwrap_or_default();
        let line = String::from_utf8_lossy(&line).into_owned();
        let words: Vec<&str> = line.split(' ').collect();
        match words[..] {
            ["both", code] => {
                let _ = streams.stdout.send("out\n".into()).await;
                let _ = streams.stderr.send("err\n".into()).await;
                code.parse().unwrap()
            }
            ["cat"] => {
                while let Some(piece) = streams.stdin.recv().await {
                    if streams.stdout.send(piece).await.is_err() {
                        return 141;
                    }
                }
                0
            }
            ["flood"] => {
                let piece = Bytes::from(vec![b'x'; 16 * 1024]);
                while streams.stdout.send(piece.clone()).await.is_ok() {}
                141
            }
            ["binary", length] => {
                let _ = streams
                    .stdout
                    .send(noise(length.parse().unwrap()).into())
                    .await;
                0
            }
            ["swallow"] => {
                while streams.stdin.recv().await.is_some() {}
                0
            }
            ["forever"] => {
                let _ = streams.stdout.send("started\n".into()).await;
                std::future::pending().await
            }
            ["cmd", "package", "install", "-S", size, ..] => {
                let size: usize = size.parse().unwrap();
                let mut content = BytesMut::new();
                let answer = loop {
                    if content.starts_with(b"bad") {
                        break "Failure [INSTALL_FAILED_INVALID_APK: not an APK]\n";
                    }
                    if content.len() == size {
                        break "Success\n";
                    }
                    match streams.stdin.recv().await {
                        Some(piece) => content.extend_from_slice(&piece),
                        None => return 1,
                    }
                };
                let _ = streams.stdout.send(answer.into()).await;
                self.files.put("installed", 0o100_600, 0, content.freeze());
                0
            }
            ["pm", "uninstall", "com.example.there"] => {
                let _ = streams.stdout.send("Success\n".into()).await;
                0
            }
            ["pm", "uninstall", ..] => {
                let text = "Failure [DELETE_FAILED_INTERNAL_ERROR]\n";
                let _ = streams.stdout.send(text.into()).await;
                1
            }
            _ => {
                let text = format!("sh: {line}: not found\n");
                let _ = streams.stderr.send(text.into()).await;
                127
            }
        }
    }

    async fn shell_on_terminal(
        self: Arc<Self>,
        _: ShellRequest,
        streams: CommandStreams,
        mut terminal: Terminal,
    ) -> u8 {
        let _ = streams
            .stdout
            .send(format!("{}\n", terminal.kind).into())
            .await;
        while terminal.size.changed().await.is_ok() {
            let size = *terminal.size.borrow();
            let text = format!("{}x{}\n", size.rows, size.columns);
            let _ = streams.stdout.send(text.into()).await;
            if size.rows == 1 {
                return 7;
            }
        }
        1
    }

    fn files(&self) -> Arc<dyn Files> {
        self.files.clone()
    }

    async fn connect(self: Arc<Self>, address: &str) -> Option<Box<dyn Duplex>> {
        if !matches!(address, "localabstract:echo" | "tcp:7") {
            return None;
        }
        let (near, far) = tokio::io::duplex(4096);
        tokio::spawn(async move {
            let (mut from, mut to) = tokio::io::split(far);
            let _ = tokio::io::copy(&mut from, &mut to).await;
        });
        Some(Box::new(near))
    }
}

/// Bytes that repeat with no power of two.
pub(crate) fn noise(length: usize) -> Vec<u8> {
    (0..length)
        .map(|place| u8::try_from(place * 7 % 251).unwrap())
        .collect()
}

/// Files in memory. Nothing can be written below `/system`, and nothing long below `/small`.
#[derive(Debug, Default, Clone)]
pub(crate) struct Memory(Arc<Mutex<BTreeMap<String, (Stat, Bytes)>>>);

impl Memory {
    pub(crate) fn put(&self, path: &str, mode: u32, modified: u32, content: Bytes) {
        let stat = Stat {
            mode,
            size: content.len() as u64,
            modified,
            inode: 9,
        };
        self.0
            .lock()
            .unwrap()
            .insert(path.to_owned(), (stat, content));
    }

    pub(crate) fn get(&self, path: &str) -> Option<(Stat, Bytes)> {
        self.0.lock().unwrap().get(path).cloned()
    }
}

#[async_trait]
impl Files for Memory {
    async fn stat(&self, path: &str, _: bool) -> io::Result<Stat> {
        match self.get(path) {
            Some((stat, _)) => Ok(stat),
            None => Err(io::ErrorKind::NotFound.into()),
        }
    }

    async fn list(&self, path: &str) -> io::Result<Vec<(String, Stat)>> {
        let files = self.0.lock().unwrap();
        let folder = format!("{path}/");
        let inside = files.iter().filter_map(|(name, (stat, _))| {
            let name = name.strip_prefix(&folder)?;
            Some((name.to_owned(), *stat))
        });
        Ok(inside.collect())
    }

    async fn read(&self, path: &str) -> io::Result<Bytes> {
        match self.get(path) {
            Some((_, content)) => Ok(content),
            None => Err(io::ErrorKind::NotFound.into()),
        }
    }

    async fn create(&self, path: &str, mode: u32) -> io::Result<Box<dyn FileWriter>> {
        if path.starts_with("/system/") {
            return Err(io::ErrorKind::ReadOnlyFilesystem.into());
        }
        Ok(Box::new(Writer {
            path: path.to_owned(),
            mode,
            content: BytesMut::new(),
            memory: self.clone(),
        }))
    }
}

struct Writer {
    path: String,
    mode: u32,
    content: BytesMut,
    memory: Memory,
}

#[async_trait]
impl FileWriter for Writer {
    async fn write(&mut self, piece: Bytes) -> io::Result<()> {
        if self.path.starts_with("/small/") && self.content.len() > 100_000 {
            return Err(io::ErrorKind::StorageFull.into());
        }
        self.content.extend_from_slice(&piece);
        Ok(())
    }

    async fn finish(self: Box<Self>, modified: u32) -> io::Result<()> {
        let content = self.content.freeze();
        self.memory.put(&self.path, self.mode, modified, content);
        Ok(())
    }
}
