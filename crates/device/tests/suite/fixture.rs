//! What the tests ask of a real adb server of their own.

use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use clawperator_adb::{Deadline, DeviceHandle, DeviceState};
use clawperator_contract::{ErrorCode, Failure};
use clawperator_device::doctor::{DoctorHands, DoctorHold, ExamineOptions, Limits, Treatment};
use clawperator_device::driver::{Act, ActError, Acted};
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
            default_phone: None,
            fix: false,
            hands: Arc::new(Unguarded),
            limits: Limits::default(),
        }
    }
}

/// Does what it is told to, without a lock and without asking anybody.
#[derive(Debug)]
pub(crate) struct Unguarded;

#[async_trait]
impl DoctorHands for Unguarded {
    async fn act(
        &self,
        phone: &DeviceHandle,
        act: Treatment,
        within: Duration,
    ) -> Result<Acted, Failure> {
        let act = match act {
            Treatment::WakeScreen => Act::Wake,
            Treatment::DismissLock => Act::DismissLock,
            Treatment::TryInput => Act::TryInput,
        };
        let acted = ShellDevice::new(phone.clone()).act(act, within).await;
        acted.map_err(|error| {
            let code = match &error {
                ActError::NotSent { code, .. } | ActError::Refused { code, .. } => *code,
                _ => ErrorCode::ActionFailed,
            };
            Failure::new(code, error.to_string())
        })
    }

    async fn hold(&self, _: &DeviceHandle) -> Result<Box<dyn DoctorHold>, Failure> {
        Ok(Box::new(Self))
    }
}

impl DoctorHold for Unguarded {
    fn release(self: Box<Self>) {}
}
