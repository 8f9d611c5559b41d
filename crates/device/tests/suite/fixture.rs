//! What the tests ask of a real adb server of their own.

use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use clawperator_adb::{Deadline, DeviceHandle, DeviceState};
use clawperator_contract::{ErrorCode, Failure};
use clawperator_device::doctor::{ExamineOptions, FixPhone, Limits, PhoneFix, Repair};
use clawperator_device::driver::Act;
use clawperator_device::{Device as _, ShellDevice};
pub(crate) use clawperator_test_support::{PrivateServer, free_port, programs, soon};

/// What these tests ask of their server beside what every suite does.
pub(crate) trait Place {
    /// Waits until the server sees a phone in a state. It is asked again and again: adb 29 does not tell those who
    /// track its phones that one to which it comes back is unauthorized now.
    async fn until(&self, serial: &str, state: &DeviceState);

    /// Waits until a phone has no stream left. Each look is a question to the server, so that what was closed before
    /// it has passed through.
    async fn until_quiet(&self, open_streams: impl Fn() -> u64);

    /// What the doctor is told about this server.
    fn options(&self) -> ExamineOptions;
}

impl Place for PrivateServer {
    async fn until(&self, serial: &str, state: &DeviceState) {
        // A server that lost a phone tries again every ten seconds.
        let (server, patiently) = (self.client(), Deadline::after(Duration::from_mins(2)));
        loop {
            let devices = server.devices(patiently).await.unwrap();
            let found = devices.iter().find(|entry| entry.serial == serial);
            if found.is_some_and(|entry| entry.state == *state) {
                return;
            }
            assert!(patiently.remaining().is_some_and(|left| !left.is_zero()));
        }
    }

    async fn until_quiet(&self, open_streams: impl Fn() -> u64) {
        let (server, deadline) = (self.client(), soon());
        while open_streams() != 0 {
            server.version(deadline).await.unwrap();
        }
    }

    fn options(&self) -> ExamineOptions {
        ExamineOptions {
            endpoint: self.endpoint().clone(),
            adb_program: Some(self.program().to_owned()),
            device: None,
            android_serial: None,
            repair: Repair::Nothing,
            limits: Limits::default(),
        }
    }
}

/// Fixes what it is told to, without a lock and without asking anybody.
pub(crate) fn fixing() -> Repair {
    Repair::Safe(Arc::new(Unguarded))
}

#[derive(Debug)]
struct Unguarded;

#[async_trait]
impl FixPhone for Unguarded {
    async fn fix(
        &self,
        phone: &DeviceHandle,
        fix: PhoneFix,
        within: Duration,
    ) -> Result<(), Failure> {
        let act = match fix {
            PhoneFix::WakeScreen => Act::Wake,
            PhoneFix::DismissLock => Act::DismissLock,
        };
        let acted = ShellDevice::new(phone.clone()).act(act, within).await;
        acted
            .map(drop)
            .map_err(|error| Failure::new(ErrorCode::ActionFailed, error.to_string()))
    }
}
