//! A toy phone: a shell of a few words, files in memory, a socket that echoes.

use std::collections::BTreeMap;
use std::io;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex};

use async_trait::async_trait;
use bytes::Bytes;
use clawperator_adbd::sync::{FileWriter, Files, Stat};
use clawperator_adbd::{
    AdbPhone, Banner, CommandStreams, Counters, Duplex, Features, Listener, Options, ShellRequest,
    Terminal,
};
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;

use super::in_time;

/// A phone that listens, and stops when it is dropped.
pub(crate) struct Phone {
    pub(crate) address: SocketAddr,
    pub(crate) options: Options,
    pub(crate) toy: Arc<Toy>,
    shutdown: CancellationToken,
    task: Option<JoinHandle<io::Result<()>>>,
}

impl Phone {
    pub(crate) async fn start(release: u8) -> Self {
        Self::with_options(release, Options::for_release(release)).await
    }

    /// A phone that runs commands of system services.
    pub(crate) async fn with_abb(release: u8) -> Self {
        Self::with_toy(Options::for_release(release), release, true).await
    }

    pub(crate) async fn with_options(release: u8, options: Options) -> Self {
        Self::with_toy(options, release, false).await
    }

    async fn with_toy(options: Options, release: u8, abb: bool) -> Self {
        let listener = Listener::bind("127.0.0.1:0", options.clone())
            .await
            .unwrap();
        let address = listener.local_addr().unwrap();
        let toy = Arc::new(Toy {
            release,
            abb,
            files: Arc::default(),
        });
        let shutdown = CancellationToken::new();
        let task =
            tokio::spawn(listener.run(Arc::clone(&toy) as Arc<dyn AdbPhone>, shutdown.clone()));
        Self {
            address,
            options,
            toy,
            shutdown,
            task: Some(task),
        }
    }

    pub(crate) fn serial(&self) -> String {
        self.address.to_string()
    }

    /// Waits until every stream has ended.
    pub(crate) async fn no_streams(&self) {
        self.until("no stream is open", |counters| counters.open_streams() == 0)
            .await;
    }

    /// Waits until the counters are as wanted.
    pub(crate) async fn until(&self, what: &str, wanted: impl Fn(&Counters) -> bool + Send) {
        in_time(what, self.options.counters.until(wanted)).await;
    }

    pub(crate) async fn stop(mut self) {
        self.shutdown.cancel();
        self.task.take().unwrap().await.unwrap().unwrap();
    }
}

impl Drop for Phone {
    fn drop(&mut self) {
        self.shutdown.cancel();
    }
}

pub(crate) struct Toy {
    release: u8,
    abb: bool,
    pub(crate) files: Arc<ToyFiles>,
}

#[async_trait]
impl AdbPhone for Toy {
    fn banner(&self) -> Banner {
        Banner {
            product: "toy".into(),
            model: "Toy Phone".into(),
            device: "toydevice".into(),
            features: Features::for_release(self.release),
        }
    }

    async fn shell(self: Arc<Self>, request: ShellRequest, mut streams: CommandStreams) -> u8 {
        let line = request.line.unwrap_or_else(|| Bytes::from_static(b"cat"));
        let line = String::from_utf8_lossy(&line).into_owned();
        let words: Vec<&str> = line.split(' ').collect();
        match words[..] {
            ["exit", code] => code.parse().unwrap(),
            ["both"] => {
                let _ = streams.stdout.send("to stdout\n".into()).await;
                let _ = streams.stderr.send("to stderr\n".into()).await;
                3
            }
            ["cat"] => {
                while let Some(chunk) = streams.stdin.recv().await {
                    if streams.stdout.send(chunk).await.is_err() {
                        return 141;
                    }
                }
                0
            }
            // Says what it does all the while, and takes its time.
            ["store", path] => {
                let mut content = Vec::new();
                while let Some(chunk) = streams.stdin.recv().await {
                    let _ = streams.stdout.send("more\n".into()).await;
                    tokio::task::yield_now().await;
                    content.extend_from_slice(&chunk);
                }
                let entry = (0o100_600, 0, Bytes::from(content));
                self.files.0.lock().unwrap().insert(path.to_owned(), entry);
                0
            }
            ["lines", count] => {
                let count = count.parse::<u64>().unwrap();
                let mut next = 0;
                while next < count {
                    // First line by line, then many at once.
                    let end = count.min(next + if next < 1_000 { 1 } else { 100 });
                    let lines: String = (next..end)
                        .flat_map(|number| [number.to_string(), "\n".to_owned()])
                        .collect();
                    if streams.stdout.send(lines.into()).await.is_err() {
                        return 141;
                    }
                    next = end;
                }
                0
            }
            ["binary", kib] => {
                for _ in 0..kib.parse::<u64>().unwrap() {
                    let all: Vec<u8> = (0..1024u32).map(|byte| byte.to_le_bytes()[0]).collect();
                    if streams.stdout.send(all.into()).await.is_err() {
                        return 141;
                    }
                }
                0
            }
            ["forever"] => {
                let _ = streams.stdout.send("started\n".into()).await;
                std::future::pending().await
            }
            ["terminal"] => {
                let _ = streams
                    .stdout
                    .send(format!("terminal {}\n", request.terminal).into())
                    .await;
                0
            }
            ["panic"] => panic!("the toy broke"),
            _ => {
                let _ = streams
                    .stderr
                    .send(format!("sh: {}: not found\n", words[0]).into())
                    .await;
                127
            }
        }
    }

    async fn shell_on_terminal(
        self: Arc<Self>,
        request: ShellRequest,
        streams: CommandStreams,
        terminal: Terminal,
    ) -> u8 {
        let kind = format!("TERM {}\n", terminal.kind);
        let _ = streams.stdout.send(kind.into()).await;
        if request.line.as_deref() == Some(b"size") {
            let mut size = terminal.size;
            let size = *size.wait_for(|size| size.rows > 0).await.unwrap();
            let text = format!("{}x{}\n", size.rows, size.columns);
            let _ = streams.stdout.send(text.into()).await;
            return 0;
        }
        // Nobody looks at interrupts, so the key kills the command.
        drop(terminal);
        self.shell(request, streams).await
    }

    fn has_abb(&self) -> bool {
        self.abb
    }

    async fn abb(self: Arc<Self>, words: Vec<Bytes>, streams: CommandStreams) -> u8 {
        let _ = streams.stdout.send(words.join(&b'|').into()).await;
        8
    }

    fn files(&self) -> Arc<dyn Files> {
        Arc::clone(&self.files) as Arc<dyn Files>
    }

    async fn connect(self: Arc<Self>, address: &str) -> Option<Box<dyn Duplex>> {
        if address != "localabstract:echo" {
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

/// Files in memory; folders are there when something is in them.
#[derive(Default)]
pub(crate) struct ToyFiles(pub(crate) Arc<Mutex<Tree>>);

/// Mode, time and content by path.
pub(crate) type Tree = BTreeMap<String, (u32, u32, Bytes)>;

impl ToyFiles {
    fn entry(&self, path: &str) -> io::Result<Stat> {
        let files = self.0.lock().unwrap();
        if let Some((mode, modified, content)) = files.get(path) {
            return Ok(Stat {
                mode: *mode,
                size: content.len() as u64,
                modified: *modified,
                inode: 7,
            });
        }
        let folder = format!("{}/", path.trim_end_matches('/'));
        if ["/", "/sdcard/", "/full/", "/small/", "/system/"].contains(&folder.as_str())
            || files.keys().any(|known| known.starts_with(&folder))
        {
            return Ok(Stat {
                mode: 0o40771,
                size: 4096,
                modified: 1_700_000_000,
                inode: 1,
            });
        }
        Err(io::ErrorKind::NotFound.into())
    }
}

#[async_trait]
impl Files for ToyFiles {
    async fn stat(&self, path: &str, _follow: bool) -> io::Result<Stat> {
        self.entry(path)
    }

    async fn list(&self, path: &str) -> io::Result<Vec<(String, Stat)>> {
        let folder = format!("{}/", path.trim_end_matches('/'));
        let names: Vec<String> = {
            let files = self.0.lock().unwrap();
            let mut names: Vec<String> = files
                .keys()
                .filter_map(|known| known.strip_prefix(&folder))
                .map(|rest| rest.split('/').next().unwrap().to_owned())
                .collect();
            names.dedup();
            names
        };
        if names.is_empty() {
            return Err(io::ErrorKind::NotFound.into());
        }
        names
            .into_iter()
            .map(|name| Ok((name.clone(), self.entry(&format!("{folder}{name}"))?)))
            .collect()
    }

    async fn read(&self, path: &str) -> io::Result<Bytes> {
        let files = self.0.lock().unwrap();
        let (_, _, content) = files.get(path).ok_or(io::ErrorKind::NotFound)?;
        Ok(content.clone())
    }

    async fn symlink(&self, path: &str, target: &str) -> io::Result<()> {
        let entry = (0o120_777, 0, Bytes::copy_from_slice(target.as_bytes()));
        self.0.lock().unwrap().insert(path.to_owned(), entry);
        Ok(())
    }

    async fn create(&self, path: &str, mode: u32) -> io::Result<Box<dyn FileWriter>> {
        if path.starts_with("/system/") {
            return Err(io::ErrorKind::ReadOnlyFilesystem.into());
        }
        if path.starts_with("/full/") {
            return Err(io::ErrorKind::StorageFull.into());
        }
        Ok(Box::new(ToyWriter {
            path: path.to_owned(),
            mode,
            content: Vec::new(),
            tree: Arc::clone(&self.0),
        }))
    }
}

struct ToyWriter {
    path: String,
    mode: u32,
    content: Vec<u8>,
    tree: Arc<Mutex<Tree>>,
}

#[async_trait]
impl FileWriter for ToyWriter {
    async fn write(&mut self, chunk: Bytes) -> io::Result<()> {
        if self.path.starts_with("/small/") && self.content.len() + chunk.len() > 100_000 {
            return Err(io::ErrorKind::StorageFull.into());
        }
        self.content.extend_from_slice(&chunk);
        Ok(())
    }

    async fn finish(self: Box<Self>, modified: u32) -> io::Result<()> {
        let Self {
            path,
            mode,
            content,
            tree,
        } = *self;
        tree.lock()
            .unwrap()
            .insert(path, (mode, modified, content.into()));
        Ok(())
    }
}
