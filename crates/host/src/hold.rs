//! A phone that is held over several executions.

use std::sync::Arc;

use async_trait::async_trait;
use clawperator_contract::{Failure, Holder};
use clawperator_engine::{Engine, LockError, Phone as PhoneIdentity, PhoneHold, PhoneLocks};
use clawperator_policy::Profile;

use crate::phone::Phone;
use crate::traced::{RunRequest, Traced};

/// A phone that is the holder's until this is dropped: nobody else's run comes between two of its executions.
#[derive(Debug)]
pub struct HeldPhone {
    phone: Phone,
    held: Arc<Held>,
}

#[derive(Debug)]
struct Held {
    identity: PhoneIdentity,
    /// By way of which the phone is held.
    engine: Engine,
    hold: Box<dyn PhoneHold>,
}

impl Phone {
    /// Takes the phone, at once or not at all; others are told this name.
    pub async fn hold(&self, profile: Arc<Profile>, name: &str) -> Result<HeldPhone, Failure> {
        let engine = self.engine(profile);
        let (identity, hold) = engine.hold(name).await?;
        Ok(HeldPhone {
            phone: self.clone(),
            held: Arc::new(Held {
                identity,
                engine,
                hold,
            }),
        })
    }
}

impl HeldPhone {
    /// Runs executions on it while it stays held, and keeps what happened.
    #[must_use]
    pub fn executor(&self, request: RunRequest) -> Traced<Engine> {
        let locks = HeldLocks(Arc::clone(&self.held));
        let executor = self.phone.executor(request);
        executor.map(|engine| {
            let engine = engine.by_way_of(&self.held.engine);
            engine.locked_by(Arc::new(locks))
        })
    }

    /// Frees the phone, on which nothing is under way.
    pub fn release(self) {
        if let Some(held) = Arc::into_inner(self.held) {
            held.hold.release();
        }
    }
}

/// The phone is taken already.
#[derive(Debug)]
struct HeldLocks(Arc<Held>);

#[async_trait]
impl PhoneLocks for HeldLocks {
    async fn take(&self, phone: &PhoneIdentity, _: &str) -> Result<Box<dyn PhoneHold>, LockError> {
        // Another phone may have come to this name meanwhile, or the same one was started again.
        if *phone == self.0.identity {
            Ok(Box::new(Lent(Arc::clone(&self.0))))
        } else {
            Err(LockError::Changed)
        }
    }

    async fn look(&self, phone: &PhoneIdentity) -> Result<(), LockError> {
        if *phone == self.0.identity {
            Ok(())
        } else {
            Err(LockError::Changed)
        }
    }
}

/// The hold, lent to one run.
#[derive(Debug)]
struct Lent(Arc<Held>);

impl PhoneHold for Lent {
    fn was_left_behind(&self) -> bool {
        self.0.hold.was_left_behind()
    }

    fn holder(&self) -> Option<&Holder> {
        self.0.hold.holder()
    }

    fn release(self: Box<Self>) {}
}
