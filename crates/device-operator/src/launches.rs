//! What is remembered of launches, so that a command need not ask the phone again who it is.

use std::collections::HashMap;
use std::fmt;
use std::sync::{Mutex, PoisonError};

use async_trait::async_trait;
use clawperator_device::driver::Identity;
use clawperator_operator_protocol::{Launch, Secret};

/// One launch of the Operator on one phone.
///
/// A launch ends with the phone's boot, and whoever proves that it knows the secret is that launch: so the identity of
/// its phone is known with it.
#[derive(Debug, Clone)]
pub struct KnownLaunch {
    pub secret: Secret,
    /// What the phone said of itself.
    pub identity: Identity,
}

/// Where launches are remembered. What cannot be kept or read is asked of the phone again, so that nothing here fails.
#[async_trait]
pub trait Launches: fmt::Debug + Send + Sync {
    /// Its secret and its phone, where somebody remembered them.
    async fn recall(&self, launch: Launch) -> Option<KnownLaunch>;

    /// Keeps what is known of a launch.
    async fn remember(&self, launch: Launch, known: KnownLaunch);

    /// Drops a launch whose secret was not the right one.
    async fn forget(&self, launch: Launch);

    /// Drops every launch of a phone, also of its earlier boots.
    async fn forget_phone(&self, phone: &Identity);
}

impl KnownLaunch {
    /// Whether it is, or was, of this phone.
    #[must_use]
    pub fn is_of(&self, phone: &Identity) -> bool {
        let own = &self.identity;
        let says_the_same = own.own_serial().is_some()
            && own.own_serial() == phone.own_serial()
            && own.virtual_device == phone.virtual_device;
        own.boot.is_some() && own.boot == phone.boot || says_the_same
    }
}

/// Launches that are remembered as long as this is.
#[derive(Debug, Default)]
pub struct RememberedLaunches(Mutex<HashMap<Launch, KnownLaunch>>);

#[async_trait]
impl Launches for RememberedLaunches {
    async fn recall(&self, launch: Launch) -> Option<KnownLaunch> {
        let launches = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        launches.get(&launch).cloned()
    }

    async fn remember(&self, launch: Launch, known: KnownLaunch) {
        let mut launches = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        launches.insert(launch, known);
    }

    async fn forget(&self, launch: Launch) {
        let mut launches = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        launches.remove(&launch);
    }

    async fn forget_phone(&self, phone: &Identity) {
        let mut launches = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        launches.retain(|_, known| !known.is_of(phone));
    }
}
