//! Several adb servers, and which phone is on which.

use std::collections::{BTreeMap, BTreeSet};
use std::future;
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll};

use tokio::task::JoinSet;

use crate::deadline::Deadline;
use crate::device::DeviceHandle;
use crate::error::{AdbError, Result};
use crate::server::Server;
use crate::tracker::DeviceTracker;
use crate::wire::{DeviceEntry, DeviceState};

/// Several servers. Clones are the same servers and share what is known of their phones.
#[derive(Debug, Clone)]
pub struct Servers {
    inner: Arc<Inner>,
}

#[derive(Debug)]
struct Inner {
    servers: Vec<Server>,
    homes: Mutex<BTreeMap<String, Home>>,
}

#[derive(Debug, Clone, Copy)]
struct Home {
    server: usize,
    ready: bool,
}

/// What one of the servers answered.
#[derive(Debug)]
pub struct ServerDevices {
    /// Its place among the servers.
    pub server: usize,
    /// Its devices, or why they are not known.
    pub devices: Result<Vec<DeviceEntry>>,
}

/// A snapshot of one of the servers.
#[derive(Debug)]
pub struct TrackEvent {
    /// The server's place among the servers.
    pub server: usize,
    /// Its devices, whole; or why they are not known any more. After an error the server is followed again only by
    /// [`ServersTracker::retrack`].
    pub devices: Result<Vec<DeviceEntry>>,
}

/// Follows the devices of all servers at once.
#[derive(Debug)]
pub struct ServersTracker {
    servers: Servers,
    trackers: Vec<Option<DeviceTracker>>,
    due: Vec<TrackEvent>,
    turn: usize,
}

impl Servers {
    /// Puts servers together; their places are their order here.
    #[must_use]
    pub fn new(servers: Vec<Server>) -> Self {
        Self {
            inner: Arc::new(Inner {
                servers,
                homes: Mutex::default(),
            }),
        }
    }

    /// The servers, in their order.
    #[must_use]
    pub fn servers(&self) -> &[Server] {
        &self.inner.servers
    }

    /// Asks all servers at once for their devices. A server that does not answer does not hide the others.
    pub async fn devices(&self, deadline: Deadline) -> Vec<ServerDevices> {
        let mut questions = JoinSet::new();
        for (index, server) in self.servers().iter().cloned().enumerate() {
            questions.spawn(async move {
                ServerDevices {
                    server: index,
                    devices: server.devices(deadline).await,
                }
            });
        }
        let mut answers = Vec::new();
        while let Some(answer) = questions.join_next().await {
            answers.extend(answer);
        }
        answers.sort_by_key(|answer| answer.server);
        for answer in &answers {
            if let Ok(devices) = &answer.devices {
                self.remember(answer.server, devices);
            }
        }
        answers
    }

    /// Finds a device. Where it is not known yet, all servers are asked.
    ///
    /// Of two servers that have it, the one where it is ready is taken, or else the first.
    pub async fn device(&self, serial: &str, deadline: Deadline) -> Result<DeviceHandle> {
        if let Some(server) = self.home(serial) {
            return server.device(serial);
        }
        let answers = self.devices(deadline).await;
        if let Some(server) = self.home(serial) {
            return server.device(serial);
        }
        // A server that did not answer may be the one that has it: its silence must not pass for absence.
        let unknown = answers.into_iter().find_map(|answer| answer.devices.err());
        Err(unknown.unwrap_or_else(|| AdbError::DeviceNotFound {
            serial: serial.to_owned(),
        }))
    }

    /// Forgets where a device is, after its server said that it is not there.
    pub fn forget(&self, serial: &str) {
        self.homes().remove(serial);
    }

    /// Follows the devices of all servers. Servers that cannot be followed are the first events.
    pub async fn track(&self, deadline: Deadline) -> ServersTracker {
        let mut openings = JoinSet::new();
        for (index, server) in self.servers().iter().cloned().enumerate() {
            openings.spawn(async move { (index, server.track_devices(deadline).await) });
        }
        let mut tracker = ServersTracker {
            servers: self.clone(),
            trackers: self.servers().iter().map(|_| None).collect(),
            due: Vec::new(),
            turn: 0,
        };
        while let Some(opening) = openings.join_next().await {
            match opening {
                Ok((index, Ok(opened))) => tracker.put(index, opened),
                Ok((index, Err(error))) => tracker.due.push(TrackEvent {
                    server: index,
                    devices: Err(error),
                }),
                // A task ends without its answer only when the runtime is going away.
                Err(_) => {}
            }
        }
        tracker
    }

    fn home(&self, serial: &str) -> Option<&Server> {
        let home = self.homes().get(serial).copied()?;
        self.servers().get(home.server)
    }

    fn remember(&self, server: usize, devices: &[DeviceEntry]) {
        let present: BTreeSet<&str> = devices.iter().map(|entry| &*entry.serial).collect();
        let mut homes = self.homes();
        homes.retain(|serial, home| home.server != server || present.contains(&**serial));
        for entry in devices {
            let ready = entry.state == DeviceState::Device;
            let home = homes
                .entry(entry.serial.clone())
                .or_insert(Home { server, ready });
            if home.server == server || (ready && !home.ready) {
                *home = Home { server, ready };
            }
        }
    }

    fn homes(&self) -> std::sync::MutexGuard<'_, BTreeMap<String, Home>> {
        self.inner
            .homes
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }
}

impl ServersTracker {
    /// The next snapshot of any server. A call that is dropped loses nothing.
    ///
    /// Once no server is followed any more, this is [`AdbError::ConnectionLost`].
    pub async fn next(&mut self, deadline: Deadline) -> Result<TrackEvent> {
        deadline
            .run(OPERATION, future::poll_fn(|cx| self.poll_next(cx)))
            .await
    }

    /// Follows a server again that was lost.
    pub async fn retrack(&mut self, server: usize, deadline: Deadline) -> Result<()> {
        let Some(lost) = self.servers.servers().get(server) else {
            return Err(AdbError::InvalidRequest {
                operation: OPERATION,
                message: format!("no server has the index {server}"),
            });
        };
        let opened = lost.track_devices(deadline).await?;
        self.put(server, opened);
        Ok(())
    }

    fn put(&mut self, server: usize, tracker: DeviceTracker) {
        if let Some(place) = self.trackers.get_mut(server) {
            *place = Some(tracker);
        }
    }

    fn poll_next(&mut self, cx: &mut Context<'_>) -> Poll<Result<TrackEvent>> {
        if let Some(event) = self.due.pop() {
            return Poll::Ready(Ok(event));
        }
        let count = self.trackers.len();
        let mut followed = false;
        for offset in 0..count {
            // Each begins in turn, so that a server that talks all the time does not silence the others.
            let server = (self.turn + offset) % count;
            let Some(Some(tracker)) = self.trackers.get_mut(server) else {
                continue;
            };
            followed = true;
            let Poll::Ready(devices) = tracker.poll_next(cx) else {
                continue;
            };
            self.turn = server + 1;
            if let Ok(devices) = &devices {
                self.servers.remember(server, devices);
            } else {
                self.servers.remember(server, &[]);
                if let Some(place) = self.trackers.get_mut(server) {
                    *place = None;
                }
            }
            return Poll::Ready(Ok(TrackEvent { server, devices }));
        }
        if followed {
            Poll::Pending
        } else {
            Poll::Ready(Err(AdbError::ConnectionLost {
                operation: OPERATION,
            }))
        }
    }
}

const OPERATION: &str = "host:track-devices";
