//! What the tests share: phones, the adb programs, and a client that speaks to an adb server's socket.

pub(crate) mod adb;
pub(crate) mod client;
pub(crate) mod control;
pub(crate) mod documents;
pub(crate) mod operator;

use std::ffi::OsString;
use std::time::Duration;

use clawperator_virtual_phone::{ClockMode, Listening, PhoneBuilder, Release, VirtualPhone};

/// How long anything may take before a test fails.
pub(crate) const PATIENCE: Duration = Duration::from_mins(1);

/// The releases that every kind of answer is checked for.
pub(crate) const RELEASES: [Release; 5] = [
    Release::Android9,
    Release::Android11,
    Release::Android13,
    Release::Android14,
    Release::Android16,
];

/// The app that tests touch.
pub(crate) const CONFORMANCE: &str = "dev.clawperator.conformance";

/// Waits for something that must happen.
pub(crate) async fn in_time<T>(what: &str, future: impl Future<Output = T>) -> T {
    let done = tokio::time::timeout(PATIENCE, future).await;
    done.unwrap_or_else(|_| panic!("waited in vain until {what}"))
}

/// A phone on which nothing takes time, before it is started.
pub(crate) fn builder(release: Release) -> PhoneBuilder {
    VirtualPhone::builder(release).clock(ClockMode::Instant)
}

/// A phone on which nothing takes time.
pub(crate) async fn phone(release: Release) -> Listening {
    let phone = builder(release).build().unwrap();
    phone.listen("127.0.0.1:0").await.unwrap()
}

/// Waits until no stream of a phone is open.
pub(crate) async fn no_streams(phone: &VirtualPhone) {
    in_time(
        "no stream is open",
        phone.until_traffic(|traffic| traffic.open_streams == 0),
    )
    .await;
}

#[expect(
    clippy::disallowed_methods,
    reason = "a test's way to be told where a program is"
)]
pub(crate) fn variable(name: &str) -> OsString {
    let hint = "run tests/tools/setup.sh and set what it prints";
    std::env::var_os(name).unwrap_or_else(|| panic!("{name} is not set: {hint}"))
}
