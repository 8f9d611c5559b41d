//! A real adb server of a test's own, and the way back to it.

use std::time::Duration;

use clawperator_adb::{Deadline, OutputLimits, Server, WaitFor};
pub(super) use clawperator_test_support::{PrivateServer, programs};

/// A deadline that no working server misses.
pub(super) fn soon() -> Deadline {
    Deadline::after(Duration::from_mins(1))
}

/// Brings a phone back to its server, whatever became of their connection.
///
/// The phone itself has to answer: a server goes on to say `device` for a moment after it has lost one.
pub(super) async fn reconnect(client: &Server, serial: &str) {
    let deadline = soon();
    let limits = OutputLimits {
        stdout: 1,
        stderr: 1,
    };
    loop {
        // A handle stays with the connection by which it has reached the phone, so each attempt has its own.
        let device = client.device(serial).unwrap();
        let answers = device.shell_output(b"true", limits, soon()).await;
        if answers.is_ok() {
            return;
        }
        // A server that lost a phone tries again by itself, but only every ten seconds.
        drop(client.disconnect_device(serial, deadline).await);
        drop(client.connect_device(serial, deadline).await);
        let ready = Deadline::after(Duration::from_secs(5));
        drop(device.wait_for(WaitFor::Device, ready).await);
        assert!(deadline.remaining().is_some_and(|left| !left.is_zero()));
    }
}
