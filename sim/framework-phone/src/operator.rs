//! The Operator's own classes in the JVM, behind the phone's `app_process`.

use std::io;
use std::net::{Ipv4Addr, SocketAddr};

use async_trait::async_trait;
use clawperator_operator_protocol::{Build, Launch};
use clawperator_virtual_phone::{Launched, Stream};
use serde::Deserialize;
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::net::TcpStream;
use tokio::sync::Mutex;

/// The longest answer.
const MAX_LINE: u64 = 4_096;

/// A launch of the Operator. Its process is the connection that started it: each ends with the other.
pub(crate) struct JavaOperator {
    port: u16,
    token: String,
    launch: Launch,
    secret: [u8; 32],
    control: Mutex<BufReader<TcpStream>>,
}

#[derive(Deserialize)]
struct StartReply {
    #[serde(default)]
    launch: String,
    #[serde(default)]
    secret: String,
    #[serde(default)]
    failed: Option<String>,
}

impl JavaOperator {
    pub(crate) async fn launch(port: u16, token: &str, build: Build) -> io::Result<Self> {
        let stream = open(port, token, &format!("start {build}")).await?;
        let mut control = BufReader::new(stream);
        let mut line = String::new();
        (&mut control).take(MAX_LINE).read_line(&mut line).await?;
        let reply: StartReply = serde_json::from_str(&line)?;
        if let Some(why) = reply.failed {
            return Err(io::Error::other(why));
        }
        Ok(Self {
            port,
            token: token.to_owned(),
            launch: Launch(parse(&reply.launch)?),
            secret: parse(&reply.secret)?,
            control: Mutex::new(control),
        })
    }
}

#[async_trait]
impl Launched for JavaOperator {
    fn launch(&self) -> Launch {
        self.launch
    }

    fn secret(&self) -> [u8; 32] {
        self.secret
    }

    async fn connect(&self) -> io::Result<Box<dyn Stream>> {
        let words = format!("stream {}", self.launch);
        Ok(Box::new(open(self.port, &self.token, &words).await?))
    }

    async fn ended(&self) {
        // Nothing is said any more; that it is closed says all.
        let _ = self.control.lock().await.read_u8().await;
    }
}

async fn open(port: u16, token: &str, words: &str) -> io::Result<TcpStream> {
    let address = SocketAddr::from((Ipv4Addr::LOCALHOST, port));
    let mut stream = TcpStream::connect(address).await?;
    stream.set_nodelay(true)?;
    stream
        .write_all(format!("{token}\n{words}\n").as_bytes())
        .await?;
    Ok(stream)
}

/// As many bytes as are wanted, from two digits each.
fn parse<const N: usize>(digits: &str) -> io::Result<[u8; N]> {
    let strange = || io::Error::from(io::ErrorKind::InvalidData);
    if digits.len() != 2 * N || !digits.is_ascii() {
        return Err(strange());
    }
    let mut bytes = [0; N];
    for (byte, pair) in bytes.iter_mut().zip(digits.as_bytes().chunks_exact(2)) {
        let pair = std::str::from_utf8(pair).map_err(|_| strange())?;
        *byte = u8::from_str_radix(pair, 16).map_err(|_| strange())?;
    }
    Ok(bytes)
}
