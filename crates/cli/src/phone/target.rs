//! The phone that was chosen.

use std::time::Duration;

use clawperator_adb::{Deadline, DeviceHandle};
use clawperator_contract::Failure;
use clawperator_device::resolve::{Asked, find};

use super::Hearer;
use crate::environment::Host;

/// How long to wait for the adb server, which may have to be started.
const PATIENCE: Duration = Duration::from_secs(10);

/// Finds the phone of `--device`, of `ANDROID_SERIAL`, or the only one.
pub(crate) async fn choose(
    host: &Host,
    device: Option<&str>,
    hearer: &Hearer,
) -> Result<DeviceHandle, Failure> {
    hearer.doing(format!("waiting for the adb server at {}", host.endpoint));
    let server = host.server();
    let deadline = Deadline::after(PATIENCE);
    let asked = Asked {
        flag: device,
        variable: host.android_serial.as_deref(),
        retry: "",
    };
    find(&server, &asked, deadline).await
}
