//! The streams of one connection, by the names both sides gave them.

use std::collections::HashMap;
use std::sync::Arc;

use bytes::Bytes;
use tokio::io::DuplexStream;
use tokio::sync::mpsc;
use tokio::sync::mpsc::error::TrySendError;
use tokio::task::{AbortHandle, JoinSet};

use crate::packet::{Command, MAX_PAYLOAD_BEFORE_CONNECT, Packet};
use crate::reverse::Dial;
use crate::service::Service;
use crate::services::{Context, Outcome, run, splice};
use crate::stream::{Ids, Stream, StreamHandle};
use crate::witness::Arrived;

/// The streams of one connection. The services run as tasks, which are killed when this is dropped.
pub(crate) struct Streams {
    context: Arc<Context>,
    queue: mpsc::Sender<Packet>,
    /// By the phone's name for it.
    open: HashMap<u32, Open>,
    /// Streams that the phone asked for and the host has not answered.
    dialing: HashMap<u32, DuplexStream>,
    tasks: JoinSet<(u32, Outcome)>,
    last_id: u32,
    max_payload: usize,
}

struct Open {
    remote: u32,
    handle: StreamHandle,
    task: AbortHandle,
}

/// A service has ended.
#[derive(Debug, Clone, Copy)]
pub(crate) struct StreamEnd {
    local: u32,
    pub(crate) outcome: Outcome,
}

impl Streams {
    pub(crate) fn new(context: Arc<Context>, queue: mpsc::Sender<Packet>) -> Self {
        Self {
            context,
            queue,
            open: HashMap::new(),
            dialing: HashMap::new(),
            tasks: JoinSet::new(),
            last_id: 0,
            max_payload: MAX_PAYLOAD_BEFORE_CONNECT as usize,
        }
    }

    pub(crate) fn set_max_payload(&mut self, max_payload: u32) {
        self.max_payload = max_payload as usize;
    }

    /// Waits for the next service to end. Dropping the future loses nothing.
    pub(crate) async fn next_end(&mut self) -> StreamEnd {
        let Some(joined) = self.tasks.join_next_with_id().await else {
            return std::future::pending().await;
        };
        match joined {
            Ok((_, (local, outcome))) => StreamEnd { local, outcome },
            // The service panicked. That is its own affair: the stream ends and the phone goes on.
            Err(error) => {
                let place = self
                    .open
                    .iter()
                    .find(|(_, open)| open.task.id() == error.id());
                StreamEnd {
                    local: place.map_or(0, |(local, _)| *local),
                    outcome: Outcome::Ended,
                }
            }
        }
    }

    /// Closes the stream of a service that has ended, unless the host did so before.
    pub(crate) async fn finish(&mut self, end: StreamEnd) {
        if let Some(open) = self.open.remove(&end.local) {
            let local = if end.outcome == Outcome::Refused {
                0
            } else {
                end.local
            };
            self.send(close_packet(local, open.remote)).await;
        }
    }

    /// The host asks for a stream.
    pub(crate) async fn open(&mut self, packet: &Packet) {
        let remote = packet.arg0;
        if remote == 0 {
            return;
        }
        let options = &self.context.options;
        let name = without_trailing_nuls(&packet.payload);
        let in_use = self.open.values().any(|open| open.remote == remote);
        // The second argument belongs to a kind of flow control that is not announced.
        let refused =
            in_use || packet.arg1 != 0 || self.is_full() || options.faults.streams_refused();
        let service = if refused { None } else { Service::parse(&name) };
        options.witness.arrived(Arrived::Stream {
            service: &name,
            taken: service.is_some(),
        });
        let Some(service) = service else {
            self.send(close_packet(0, remote)).await;
            return;
        };
        let fault = options.faults.of_service(&name);
        let ids = Ids {
            local: self.free_id(),
            remote,
        };
        let (stream, handle) =
            Stream::new(ids, &self.queue, self.max_payload, fault.truncate_after);
        let context = Arc::clone(&self.context);
        let counted = context.options.counters.stream();
        self.spawn(ids, handle, async move {
            let _counted = counted;
            run(&context, service, fault.delay, stream).await
        });
    }

    /// Somebody on the phone connected to a socket that leads to the host.
    pub(crate) async fn dial(&mut self, dial: Dial) {
        if self.is_full() {
            return;
        }
        let local = self.free_id();
        self.dialing.insert(local, dial.socket);
        let mut name = dial.remote.into_bytes();
        name.push(0);
        self.send(Packet {
            command: Command::Open,
            arg0: local,
            arg1: 0,
            payload: name.into(),
        })
        .await;
    }

    /// The host took a write, or granted a stream that the phone asked for.
    pub(crate) fn okay(&mut self, packet: &Packet) {
        let (remote, local) = (packet.arg0, packet.arg1);
        if let Some(open) = self.open.get(&local) {
            if open.remote == remote {
                open.handle.shared.acknowledged();
            }
            return;
        }
        if remote == 0 {
            return;
        }
        let Some(socket) = self.dialing.remove(&local) else {
            return;
        };
        let ids = Ids { local, remote };
        let (stream, handle) = Stream::new(ids, &self.queue, self.max_payload, None);
        let context = Arc::clone(&self.context);
        let counted = context.options.counters.stream();
        self.spawn(ids, handle, async move {
            let _counted = counted;
            splice(Box::new(socket), stream, &*context.options.delay).await;
            Outcome::Ended
        });
    }

    /// Data for a stream.
    pub(crate) async fn write(&mut self, packet: Packet) {
        let (remote, local) = (packet.arg0, packet.arg1);
        let Some(open) = self.open.get(&local).filter(|open| open.remote == remote) else {
            self.send(close_packet(local, remote)).await;
            return;
        };
        match open.handle.inbound.try_send(packet.payload) {
            // A service that has just ended does not read; its stream is about to be closed.
            Ok(()) | Err(TrySendError::Closed(_)) => {}
            Err(TrySendError::Full(_)) => self.kill(local).await,
        }
    }

    /// The host closes a stream. What it wrote before still reaches the service.
    pub(crate) async fn close(&mut self, packet: &Packet) {
        let (remote, local) = (packet.arg0, packet.arg1);
        if self.dialing.remove(&local).is_some() {
            return;
        }
        // Old hosts put zero in place of their own name.
        let known = self
            .open
            .get(&local)
            .is_some_and(|open| remote == 0 || open.remote == remote);
        if known && let Some(open) = self.open.remove(&local) {
            open.handle.shared.close();
            self.send(close_packet(local, open.remote)).await;
        }
    }

    /// Kills every service without a word to the host.
    pub(crate) async fn close_all(&mut self) {
        self.open.clear();
        self.dialing.clear();
        self.tasks.shutdown().await;
    }

    async fn kill(&mut self, local: u32) {
        if let Some(open) = self.open.remove(&local) {
            open.task.abort();
            open.handle.shared.close();
            self.send(close_packet(local, open.remote)).await;
        }
    }

    fn spawn(
        &mut self,
        ids: Ids,
        handle: StreamHandle,
        service: impl Future<Output = Outcome> + Send + 'static,
    ) {
        let task = self.tasks.spawn(async move { (ids.local, service.await) });
        self.open.insert(
            ids.local,
            Open {
                remote: ids.remote,
                handle,
                task,
            },
        );
    }

    fn is_full(&self) -> bool {
        self.tasks.len() + self.dialing.len() >= self.context.options.max_streams
    }

    fn free_id(&mut self) -> u32 {
        loop {
            self.last_id = self.last_id.wrapping_add(1);
            if self.last_id != 0
                && !self.open.contains_key(&self.last_id)
                && !self.dialing.contains_key(&self.last_id)
            {
                return self.last_id;
            }
        }
    }

    async fn send(&self, packet: Packet) {
        let _ = self.queue.send(packet).await;
    }
}

fn close_packet(local: u32, remote: u32) -> Packet {
    Packet {
        command: Command::Close,
        arg0: local,
        arg1: remote,
        payload: Bytes::new(),
    }
}

fn without_trailing_nuls(name: &Bytes) -> Bytes {
    let end = name
        .iter()
        .rposition(|byte| *byte != 0)
        .map_or(0, |last| last + 1);
    name.slice(..end)
}
