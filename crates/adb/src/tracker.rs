//! Following the devices of a server.

use std::collections::{BTreeMap, VecDeque};
use std::future;
use std::task::{Context, Poll, ready};

use bytes::BytesMut;

use crate::connection::Connection;
use crate::deadline::Deadline;
use crate::error::{AdbError, Result};
use crate::wire::{self, DeviceEntry, DeviceState, ListForm};

/// The list of a server's devices, whole, each time that anything in it changes.
///
/// A device that is gone is one that the next snapshot lacks; the last one to go leaves an empty snapshot.
#[derive(Debug)]
pub struct DeviceTracker {
    connection: Connection,
    buffer: BytesMut,
}

impl DeviceTracker {
    pub(crate) fn new(connection: Connection) -> Self {
        Self {
            connection,
            buffer: BytesMut::new(),
        }
    }

    /// The next snapshot; the first comes at once. A call that is dropped loses nothing.
    ///
    /// The stream ends only by an error: [`AdbError::ConnectionLost`] says that the server is gone.
    pub async fn next(&mut self, deadline: Deadline) -> Result<Vec<DeviceEntry>> {
        deadline
            .run(OPERATION, future::poll_fn(|cx| self.poll_next(cx)))
            .await
    }

    /// Turns the snapshots into changes, of which the first say what is there already.
    #[must_use]
    pub fn changes(self) -> DeviceChanges {
        DeviceChanges {
            tracker: self,
            known: BTreeMap::new(),
            due: VecDeque::new(),
        }
    }

    pub(crate) fn poll_next(&mut self, cx: &mut Context<'_>) -> Poll<Result<Vec<DeviceEntry>>> {
        loop {
            let snapshot =
                wire::decode_snapshot(&mut self.buffer).map_err(AdbError::protocol(OPERATION))?;
            if let Some(snapshot) = snapshot {
                return Poll::Ready(
                    wire::parse_devices(&snapshot, ListForm::Short)
                        .map_err(AdbError::protocol(OPERATION)),
                );
            }
            let read = ready!(self.connection.poll_fill(OPERATION, &mut self.buffer, cx))?;
            if read == 0 {
                return Poll::Ready(Err(AdbError::ConnectionLost {
                    operation: OPERATION,
                }));
            }
        }
    }
}

/// What became of one device.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum DeviceChange {
    /// It was not there before.
    Appeared {
        /// The device.
        serial: String,
        state: DeviceState,
    },
    /// It is in another state.
    Changed {
        /// The device.
        serial: String,
        /// The state it was in.
        before: DeviceState,
        /// The state it is in now.
        after: DeviceState,
    },
    /// It is gone.
    Vanished {
        /// The device.
        serial: String,
        /// The state it was in.
        before: DeviceState,
    },
}

/// The changes between the snapshots of a [`DeviceTracker`].
#[derive(Debug)]
pub struct DeviceChanges {
    tracker: DeviceTracker,
    known: BTreeMap<String, DeviceState>,
    due: VecDeque<DeviceChange>,
}

impl DeviceChanges {
    /// The next change. A call that is dropped loses nothing.
    pub async fn next(&mut self, deadline: Deadline) -> Result<DeviceChange> {
        loop {
            if let Some(change) = self.due.pop_front() {
                return Ok(change);
            }
            let snapshot = self.tracker.next(deadline).await?;
            self.due = compare(&mut self.known, snapshot);
        }
    }

    /// Goes on with another tracker, after the server was lost: what vanished meanwhile is told as any other change.
    pub fn resume(&mut self, tracker: DeviceTracker) {
        self.tracker = tracker;
    }
}

const OPERATION: &str = "host:track-devices";

/// Those that are gone come first, so that a listener never holds more devices than there are.
fn compare(
    known: &mut BTreeMap<String, DeviceState>,
    snapshot: Vec<DeviceEntry>,
) -> VecDeque<DeviceChange> {
    let now: BTreeMap<String, DeviceState> = snapshot
        .into_iter()
        .map(|entry| (entry.serial, entry.state))
        .collect();
    let before = std::mem::replace(known, now);
    let gone = before
        .iter()
        .filter(|(serial, _)| !known.contains_key(*serial));
    let mut changes: VecDeque<DeviceChange> = gone
        .map(|(serial, state)| DeviceChange::Vanished {
            serial: serial.clone(),
            before: state.clone(),
        })
        .collect();
    for (serial, state) in &*known {
        let (serial, after) = (serial.clone(), state.clone());
        match before.get(&serial) {
            None => changes.push_back(DeviceChange::Appeared {
                serial,
                state: after,
            }),
            Some(before) if *before != after => changes.push_back(DeviceChange::Changed {
                serial,
                before: before.clone(),
                after,
            }),
            Some(_) => {}
        }
    }
    changes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn changes_between_snapshots() {
        let mut known = BTreeMap::new();
        let mut feed = |list: &str| {
            let snapshot = wire::parse_devices(list.as_bytes(), ListForm::Short).unwrap();
            Vec::from(compare(&mut known, snapshot))
        };
        let appeared = |serial: &str, state| DeviceChange::Appeared {
            serial: serial.into(),
            state,
        };
        assert_eq!(
            feed("b\toffline\na\tdevice\n"),
            [
                appeared("a", DeviceState::Device),
                appeared("b", DeviceState::Offline)
            ]
        );
        assert_eq!(feed("a\tdevice\nb\toffline\n"), []);
        assert_eq!(
            feed("b\tdevice\nc\tdevice\n"),
            [
                DeviceChange::Vanished {
                    serial: "a".into(),
                    before: DeviceState::Device
                },
                DeviceChange::Changed {
                    serial: "b".into(),
                    before: DeviceState::Offline,
                    after: DeviceState::Device
                },
                appeared("c", DeviceState::Device),
            ]
        );
        assert_eq!(feed("").len(), 2);
    }
}
