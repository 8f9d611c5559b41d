//! Sockets of the phone, joined to a stream.

use std::sync::Arc;
use std::task::Poll;

use bytes::BytesMut;
use tokio::io::{AsyncReadExt, AsyncWriteExt};

use super::{Context, LINGER};
use crate::delay::Delay;
use crate::device::Duplex;
use crate::stream::{Stream, StreamReceiver, StreamSender};

/// How much room a read gets; what is there beyond it is read as well before anything is sent.
const READ: usize = 16 * 1024;
/// The most that is sent at once.
const SENT: usize = 256 * 1024;

/// Connects to a socket of the phone, which may be one that leads back to a host.
pub(super) async fn connect(context: &Context, address: &str) -> Option<Box<dyn Duplex>> {
    if let Some(socket) = context.options.reverse.dial(address) {
        return Some(Box::new(socket));
    }
    Arc::clone(&context.device).connect(address).await
}

/// Passes bytes between a socket and a stream until one of them ends.
///
/// A stream has no half: when the socket ends, the stream is closed with it. When the peer closes the stream, what it
/// wrote before still reaches the socket.
pub(crate) async fn splice(socket: Box<dyn Duplex>, stream: Stream, delay: &dyn Delay) {
    let Stream {
        mut receiver,
        mut sender,
    } = stream;
    let closed = sender.closed();
    let (mut from, mut to) = tokio::io::split(socket);
    let inward = write_received(&mut receiver, &mut to);
    tokio::pin!(inward);
    tokio::select! {
        () = &mut inward => return,
        () = send_read(&mut from, &mut sender) => return,
        () = closed => {}
    }
    // What was received may not be written yet. A socket that nobody reads must not hold the stream for ever.
    tokio::select! {
        () = &mut inward => {}
        () = delay.wait(LINGER) => {}
    }
}

async fn write_received(receiver: &mut StreamReceiver, socket: &mut (impl AsyncWriteExt + Unpin)) {
    while let Some(data) = receiver.next().await {
        if socket.write_all(&data).await.is_err() {
            return;
        }
    }
    // The stream is closed, so an error on closing the socket has nobody to go to.
    let _ = socket.shutdown().await;
}

async fn send_read(socket: &mut (impl AsyncReadExt + Unpin), sender: &mut StreamSender) {
    let most = SENT.min(sender.max_payload());
    // Waiting for the peer before reading leaves the data, and the pressure, in the socket.
    while sender.ready().await.is_ok() {
        let mut buffer = BytesMut::with_capacity(READ.min(most));
        match socket.read_buf(&mut buffer).await {
            Ok(0) | Err(_) => return,
            Ok(_) => {}
        }
        gather(socket, &mut buffer, most).await;
        if sender.send(buffer.freeze()).await.is_err() {
            break;
        }
    }
    // The stream is closed or was truncated. The first is noticed elsewhere, with time for what was received.
    if !sender.is_closed() {
        return;
    }
    std::future::pending::<()>().await;
}

/// Reads what is there already, up to so many bytes: each packet costs a round trip, so an answer should be one.
async fn gather(socket: &mut (impl AsyncReadExt + Unpin), buffer: &mut BytesMut, most: usize) {
    while buffer.len() < most {
        let mut more = socket.take(u64::try_from(READ.min(most - buffer.len())).unwrap_or(0));
        let mut read = std::pin::pin!(more.read_buf(buffer));
        let ready = std::future::poll_fn(|context| Poll::Ready(read.as_mut().poll(context))).await;
        // An end or an error comes again at the next read, where it is looked at.
        if !matches!(ready, Poll::Ready(Ok(1..))) {
            return;
        }
    }
}
