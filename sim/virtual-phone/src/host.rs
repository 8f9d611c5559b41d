//! Many phones in one process.

use std::collections::BTreeMap;
use std::io;
use std::net::{IpAddr, SocketAddr};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use clawperator_phone_screen::Scenes;

use crate::builder::PhoneBuilder;
use crate::listening::Listening;
use crate::phone::{PhoneError, VirtualPhone};

/// Phones that listen, by the serial that adb gives them. Clones are the same host.
///
/// Phones share the runtime and the scenes and have no thread or timer of their own. All stop when the last clone is
/// dropped; [`PhoneHost::stop_all`] waits for it.
#[derive(Debug, Clone, Default)]
pub struct PhoneHost(Arc<Mutex<BTreeMap<String, Listening>>>);

/// Why a phone was not started.
#[derive(Debug, thiserror::Error)]
pub enum HostError {
    /// It could not be made.
    #[error(transparent)]
    Phone(#[from] PhoneError),
    /// It could not listen.
    #[error("cannot listen on {address}")]
    Listen {
        /// Where.
        address: SocketAddr,
        /// What did not work.
        #[source]
        source: io::Error,
    },
    /// There are not that many ports.
    #[error("{count} phones do not fit between port {base_port} and 65535")]
    TooManyPorts {
        /// The first port.
        base_port: u16,
        /// How many phones there were to be.
        count: usize,
    },
}

impl PhoneHost {
    /// A host without phones.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Starts a phone and answers its serial.
    pub async fn start(
        &self,
        builder: PhoneBuilder,
        address: SocketAddr,
    ) -> Result<String, HostError> {
        let listening = builder.build()?.listen(address).await;
        let listening = listening.map_err(|source| HostError::Listen { address, source })?;
        let serial = listening.serial();
        // An address can be listened on only once, so nobody is replaced.
        self.table().insert(serial.clone(), listening);
        Ok(serial)
    }

    /// Starts phones that are alike, on ports from `base_port` on, or on any when that is 0. Their serials are in the
    /// order of the ports. When one cannot be started, those before it are stopped again.
    pub async fn start_many(
        &self,
        mut builder: PhoneBuilder,
        count: usize,
        address: IpAddr,
        base_port: u16,
    ) -> Result<Vec<String>, HostError> {
        if base_port > 0 && count > usize::from(u16::MAX - base_port) + 1 {
            return Err(HostError::TooManyPorts { base_port, count });
        }
        if builder.scenes.is_none() {
            builder.scenes = Some(Scenes::shipped().map_err(PhoneError::from)?);
        }
        let mut serials = Vec::new();
        for number in 0..count {
            let port = match u16::try_from(number) {
                Ok(offset) if base_port > 0 => base_port.saturating_add(offset),
                Ok(_) | Err(_) => 0,
            };
            let mut one = builder.clone();
            if count > 1 {
                one.serial = builder
                    .serial
                    .as_ref()
                    .map(|serial| format!("{serial}{number:04}"));
            }
            match self.start(one, SocketAddr::new(address, port)).await {
                Ok(serial) => serials.push(serial),
                Err(error) => {
                    for serial in &serials {
                        self.stop(serial).await;
                    }
                    return Err(error);
                }
            }
        }
        Ok(serials)
    }

    #[must_use]
    pub fn phone(&self, serial: &str) -> Option<VirtualPhone> {
        self.table()
            .get(serial)
            .map(|listening| listening.phone().clone())
    }

    /// Every phone with its serial, in order.
    #[must_use]
    pub fn phones(&self) -> Vec<(String, VirtualPhone)> {
        let table = self.table();
        let phones = table
            .iter()
            .map(|(serial, listening)| (serial.clone(), listening.phone().clone()));
        phones.collect()
    }

    /// How many phones there are.
    #[must_use]
    pub fn count(&self) -> usize {
        self.table().len()
    }

    /// Stops a phone and waits for its end; answers whether there was one.
    pub async fn stop(&self, serial: &str) -> bool {
        let Some(listening) = self.table().remove(serial) else {
            return false;
        };
        // Its socket is closed whatever it said last.
        let _ = listening.stop().await;
        true
    }

    /// Stops every phone and waits for their end.
    pub async fn stop_all(&self) {
        let phones = std::mem::take(&mut *self.table());
        for listening in phones.into_values() {
            let _ = listening.stop().await;
        }
    }

    fn table(&self) -> MutexGuard<'_, BTreeMap<String, Listening>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use std::net::Ipv4Addr;

    use super::*;
    use crate::{ClockMode, Release};

    #[tokio::test]
    async fn phones_come_and_go() {
        let host = PhoneHost::new();
        let builder = VirtualPhone::builder(Release::Android14).clock(ClockMode::Instant);
        let here = IpAddr::V4(Ipv4Addr::LOCALHOST);
        let serials = host.start_many(builder.clone(), 5, here, 0).await.unwrap();
        assert_eq!((serials.len(), host.count()), (5, 5));
        let first = serials.first().unwrap();
        let taken = first.parse::<SocketAddr>().unwrap();
        // The second of three ports is in use, so none of the three stays.
        let refused = host
            .start_many(builder.clone(), 3, here, taken.port() - 1)
            .await;
        assert!(matches!(refused, Err(HostError::Listen { .. })));
        assert_eq!(host.count(), 5);
        let refused = host.start_many(builder, 10, here, 65_530).await;
        assert!(matches!(refused, Err(HostError::TooManyPorts { .. })));
        assert!(host.phone(first).is_some());
        assert!(host.stop(first).await);
        assert!(!host.stop(first).await);
        host.stop_all().await;
        assert_eq!(host.count(), 0);
    }
}
