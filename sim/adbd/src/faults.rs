//! What goes wrong on purpose. Every switch takes effect while connections are open.

use std::fmt;
use std::sync::Mutex;
use std::sync::PoisonError;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use tokio::sync::watch;

/// A direction of the connection, seen from the phone.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TrafficDirection {
    /// What the phone reads.
    In,
    /// What the phone writes.
    Out,
}

/// The faults of one phone, shared by all its connections.
pub struct TransportFaults {
    switches: watch::Sender<Switches>,
    /// Bytes until the connection is cut; [`NEVER`] when it is not.
    quota_in: AtomicU64,
    quota_out: AtomicU64,
    services: Mutex<Vec<(String, ServiceFault)>>,
}

/// What is wrong with the services whose name begins in a certain way.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct ServiceFault {
    /// How long the phone takes before it answers the request for a stream.
    pub delay: Duration,
    /// After how many bytes of output the stream is closed. The bytes are those of the stream, so for shell v2
    /// they include its packet headers.
    pub truncate_after: Option<u64>,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "every one is a switch of its own"
)]
struct Switches {
    stall_in: bool,
    stall_out: bool,
    refuse_streams: bool,
    refuse_connections: bool,
    offline: bool,
    unauthorized: bool,
    cuts: u64,
}

const NEVER: u64 = u64::MAX;

impl Default for TransportFaults {
    fn default() -> Self {
        Self {
            switches: watch::Sender::new(Switches::default()),
            quota_in: AtomicU64::new(NEVER),
            quota_out: AtomicU64::new(NEVER),
            services: Mutex::default(),
        }
    }
}

impl fmt::Debug for TransportFaults {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("TransportFaults")
            .field("switches", &*self.switches.borrow())
            .finish_non_exhaustive()
    }
}

impl TransportFaults {
    /// Cuts every connection that is open now, in the middle of whatever it is doing.
    pub fn cut(&self) {
        self.switches.send_modify(|switches| switches.cuts += 1);
    }

    /// Cuts the connection that carries the last of `bytes` more in this direction.
    pub fn cut_after(&self, direction: TrafficDirection, bytes: u64) {
        self.quota(direction)
            .store(bytes.min(NEVER - 1), Ordering::Release);
    }

    /// How many bytes still pass in this direction before a connection is cut; `None` when none will be.
    #[must_use]
    pub fn left(&self, direction: TrafficDirection) -> Option<u64> {
        let left = self.quota(direction).load(Ordering::Acquire);
        (left != NEVER).then_some(left)
    }

    /// Takes back [`TransportFaults::cut_after`].
    pub fn never_cut(&self, direction: TrafficDirection) {
        self.quota(direction).store(NEVER, Ordering::Release);
    }

    /// Stops to read or to write until it is switched off again. Nothing is lost meanwhile.
    pub fn stall(&self, direction: TrafficDirection, on: bool) {
        self.switches.send_modify(|switches| match direction {
            TrafficDirection::In => switches.stall_in = on,
            TrafficDirection::Out => switches.stall_out = on,
        });
    }

    /// Refuses every new stream while the connection itself stays up.
    pub fn refuse_streams(&self, on: bool) {
        self.switches
            .send_modify(|switches| switches.refuse_streams = on);
    }

    /// Hangs up on whoever connects. Connections that are open stay.
    pub fn refuse_connections(&self, on: bool) {
        self.switches
            .send_modify(|switches| switches.refuse_connections = on);
    }

    /// Goes offline: open connections are cut and new ones are taken but not answered, which an adb server shows as
    /// `offline`. Coming back, those that were held are answered.
    pub fn offline(&self, on: bool) {
        self.switches.send_modify(|switches| {
            switches.offline = on;
            switches.cuts += u64::from(on);
        });
    }

    /// Accepts no key, whatever the options say. Connections that are open are cut both when it begins and when it
    /// ends, so that the host must ask again.
    pub fn unauthorized(&self, on: bool) {
        self.switches.send_modify(|switches| {
            switches.cuts += u64::from(switches.unauthorized != on);
            switches.unauthorized = on;
        });
    }

    /// Sets what is wrong with services whose name begins with `prefix`, such as `shell` or `localabstract:x`; the
    /// longest prefix that fits counts. The default takes it back.
    pub fn service(&self, prefix: &str, fault: ServiceFault) {
        let mut services = self.services.lock().unwrap_or_else(PoisonError::into_inner);
        services.retain(|(known, _)| known != prefix);
        if fault != ServiceFault::default() {
            services.push((prefix.to_owned(), fault));
        }
    }

    pub(crate) fn of_service(&self, name: &[u8]) -> ServiceFault {
        let services = self.services.lock().unwrap_or_else(PoisonError::into_inner);
        services
            .iter()
            .filter(|(prefix, _)| name.starts_with(prefix.as_bytes()))
            .max_by_key(|(prefix, _)| prefix.len())
            .map(|(_, fault)| *fault)
            // The default has no fault.
            .unwrap_or_default()
    }

    pub(crate) fn streams_refused(&self) -> bool {
        self.switches.borrow().refuse_streams
    }

    pub(crate) fn connections_refused(&self) -> bool {
        self.switches.borrow().refuse_connections
    }

    pub(crate) fn is_unauthorized(&self) -> bool {
        self.switches.borrow().unauthorized
    }

    /// A future that ends when connections that are open now are to be cut.
    pub(crate) fn next_cut(&self) -> impl Future<Output = ()> + Send + use<> {
        let mut receiver = self.switches.subscribe();
        let cuts = receiver.borrow().cuts;
        async move {
            if receiver
                .wait_for(|switches| switches.cuts != cuts)
                .await
                .is_err()
            {
                std::future::pending::<()>().await;
            }
        }
    }

    pub(crate) async fn until_online(&self) {
        self.until(|switches| !switches.offline).await;
    }

    pub(crate) async fn until_flowing(&self, direction: TrafficDirection) {
        self.until(|switches| match direction {
            TrafficDirection::In => !switches.stall_in,
            TrafficDirection::Out => !switches.stall_out,
        })
        .await;
    }

    async fn until(&self, fine: impl Fn(&Switches) -> bool + Send) {
        if fine(&self.switches.borrow()) {
            return;
        }
        // The sender is in `self`, so waiting cannot fail.
        let _ = self.switches.subscribe().wait_for(fine).await;
    }

    /// Takes up to `wanted` bytes out of the quota. Less than that, or all of it, means: cut after them.
    pub(crate) fn spend(&self, direction: TrafficDirection, wanted: usize) -> Spent {
        let wanted = wanted as u64;
        let quota = self.quota(direction);
        let before = quota.fetch_update(Ordering::AcqRel, Ordering::Acquire, |left| match left {
            NEVER => None,
            left if left <= wanted => Some(NEVER),
            left => Some(left - wanted),
        });
        match before {
            // No more than was wanted, which is a length.
            Ok(left) if left <= wanted => {
                Spent::CutAfter(usize::try_from(left).unwrap_or(usize::MAX))
            }
            Ok(_) | Err(_) => Spent::All,
        }
    }

    fn quota(&self, direction: TrafficDirection) -> &AtomicU64 {
        match direction {
            TrafficDirection::In => &self.quota_in,
            TrafficDirection::Out => &self.quota_out,
        }
    }
}

/// How much of what was wanted passes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Spent {
    All,
    CutAfter(usize),
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_quota_is_spent_once() {
        let faults = TransportFaults::default();
        assert_eq!(faults.spend(TrafficDirection::Out, 10), Spent::All);
        faults.cut_after(TrafficDirection::Out, 15);
        assert_eq!(faults.spend(TrafficDirection::In, 100), Spent::All);
        assert_eq!(faults.spend(TrafficDirection::Out, 10), Spent::All);
        assert_eq!(faults.spend(TrafficDirection::Out, 10), Spent::CutAfter(5));
        assert_eq!(faults.spend(TrafficDirection::Out, 10), Spent::All);
        assert_eq!(faults.left(TrafficDirection::Out), None);
        faults.cut_after(TrafficDirection::In, 3);
        assert_eq!(faults.spend(TrafficDirection::In, 1), Spent::All);
        assert_eq!(faults.left(TrafficDirection::In), Some(2));
        assert_eq!(faults.spend(TrafficDirection::In, 2), Spent::CutAfter(2));
        faults.cut_after(TrafficDirection::In, 3);
        faults.never_cut(TrafficDirection::In);
        assert_eq!(faults.spend(TrafficDirection::In, 3), Spent::All);
    }

    #[test]
    fn the_longest_prefix_counts() {
        let faults = TransportFaults::default();
        let short = ServiceFault {
            delay: Duration::from_secs(1),
            truncate_after: None,
        };
        let long = ServiceFault {
            delay: Duration::ZERO,
            truncate_after: Some(3),
        };
        faults.service("shell", short);
        faults.service("shell,v2", long);
        assert_eq!(faults.of_service(b"shell:ls"), short);
        assert_eq!(faults.of_service(b"shell,v2:ls"), long);
        assert_eq!(faults.of_service(b"sync:"), ServiceFault::default());
        faults.service("shell,v2", ServiceFault::default());
        assert_eq!(faults.of_service(b"shell,v2:ls"), short);
    }
}
