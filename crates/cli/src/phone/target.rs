//! The phone that was chosen.

use std::time::Duration;

use clawperator_adb::{Deadline, DeviceHandle};
use clawperator_contract::Failure;
use clawperator_device::resolve::{Asked, resolve};

use super::Hearer;
use crate::environment::Host;

/// How long to wait for the adb server, which may have to be started.
const PATIENCE: Duration = Duration::from_secs(10);

/// Finds the phone of `--device`, of `ANDROID_SERIAL`, or the only one.
pub(super) async fn choose(
    host: &Host,
    device: Option<&str>,
    hearer: &Hearer,
) -> Result<DeviceHandle, Failure> {
    hearer.doing(format!("waiting for the adb server at {}", host.endpoint));
    let server = host.server();
    let deadline = Deadline::after(PATIENCE);
    let named = device.or(host.android_serial.as_deref());
    let named = named.and_then(|serial| server.device(serial).ok());
    // What the phone can do will be asked for next, and the two questions take no longer than one. Whether there is
    // such a phone is for the list to say.
    let (devices, _) = tokio::join!(server.devices(deadline), async {
        match &named {
            Some(phone) => phone.features(deadline).await.is_ok(),
            None => false,
        }
    });
    let devices = devices?;
    let asked = Asked {
        flag: device,
        variable: host.android_serial.as_deref(),
        retry: "clawperator",
    };
    let entry = resolve(&devices, &asked)?;
    match named {
        Some(phone) if phone.serial() == entry.serial => Ok(phone),
        _ => Ok(server.device(&entry.serial)?),
    }
}
