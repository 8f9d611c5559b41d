//! The way to a program that runs: what is on the phone, and how long its secret takes.

use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use clawperator_device::Device as _;
use clawperator_device::driver::{Identity, Unavailable};
use clawperator_device_operator::{KnownLaunch, Launches, OperatorDevice};
use clawperator_operator_protocol::Launch;

use super::bench::{Bench, LONG};
use super::puppet::Puppet;

/// Longer than an Operator waits for a proof, and less than a test does.
const SLOW: Duration = Duration::from_millis(2_100);

#[tokio::test(flavor = "multi_thread")]
async fn a_damaged_program_is_brought_again() {
    let bench = Bench::new().await;
    bench.operator().identity(LONG).await.unwrap();
    let jar = bench.jar();
    let whole = bench.phone().files().read(&jar).unwrap();
    let (head, _) = whole.split_at(200);
    let mut zeros = head.to_vec();
    zeros.resize(whole.len(), 0);
    let mut flipped = whole.to_vec();
    flipped[1_000] ^= 1;
    let nothing = vec![0; whole.len()];
    for (damaged, mode) in [
        (&zeros, 0o444),
        (&flipped, 0o444),
        (&nothing, 0o444),
        // Others could have written into it.
        (&whole.to_vec(), 0o666),
    ] {
        bench.end_operator().await;
        let files = bench.phone().files();
        files.remove_file(&jar).unwrap();
        files.write(&jar, damaged, mode).unwrap();
        let identity = bench.operator().identity(LONG).await;
        assert!(identity.is_ok(), "{identity:?}");
        assert_eq!(files.read(&jar).unwrap(), whole);
        let mode = files.metadata(&jar).unwrap().mode;
        assert_eq!(mode & 0o222, 0, "{mode:o}");
    }
}

/// Launches on a disk that is slow.
#[derive(Debug)]
struct SlowDisk;

#[async_trait]
impl Launches for SlowDisk {
    async fn recall(&self, _launch: Launch) -> Option<KnownLaunch> {
        tokio::time::sleep(SLOW).await;
        None
    }

    async fn remember(&self, _launch: Launch, _known: KnownLaunch) {}

    async fn forget(&self, _launch: Launch) {}

    async fn forget_phone(&self, _phone: &Identity) {}
}

#[tokio::test(flavor = "multi_thread")]
async fn a_secret_that_comes_late_is_proven_on_another_stream() {
    let bench = Bench::new().await;
    let mut puppet = Puppet::new(bench.phone(), 1);
    let device = bench.operator_with(Arc::new(SlowDisk));
    let greets = async {
        puppet.waits_in_vain().await;
        let mut line = puppet.line().await;
        // The state is answered on the way.
        assert_eq!(line.request().await, None);
    };
    let identity = asked(device, greets).await;
    assert!(identity.is_ok(), "{identity:?}");
    assert_eq!(bench.starts(), 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn one_that_ends_after_its_greeting_is_greeted_or_started_again() {
    let bench = Bench::new().await;
    let mut puppet = Puppet::new(bench.phone(), 1);
    let device = bench.operator();
    let greets = async {
        drop(puppet.line().await);
        puppet.is_left().await;
    };
    let identity = asked(device, greets).await;
    assert!(identity.is_ok(), "{identity:?}");
    let device = bench.operator();
    let greets = async {
        drop(puppet.line().await);
        drop(puppet);
    };
    let identity = asked(device, greets).await;
    assert!(identity.is_ok(), "{identity:?}");
    assert_eq!(bench.starts(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn one_that_ends_in_its_greeting_is_started_again() {
    let bench = Bench::new().await;
    let puppet = Puppet::new(bench.phone(), 1);
    let device = bench.operator();
    let identity = asked(device, puppet.ends_in_the_greeting(bench.phone())).await;
    assert!(identity.is_ok(), "{identity:?}");
    assert_eq!(bench.starts(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_does_not_know_the_secret_is_greeted_twice_and_told_nothing() {
    let bench = Bench::new().await;
    let mut puppet = Puppet::new(bench.phone(), 1);
    let device = bench.operator();
    let greets = async {
        puppet.is_found_out().await;
        puppet.is_found_out().await;
    };
    let identity = asked(device, greets).await;
    let error = identity.unwrap_err().to_string();
    assert!(error.contains("does not prove"), "{error}");
    assert_eq!(bench.starts(), 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_greeting_that_is_not_answered_in_time_is_tried_once_more() {
    let bench = Bench::new().await;
    let mut puppet = Puppet::new(bench.phone(), 1);
    let device = bench.operator();
    let greets = async {
        puppet.is_too_busy().await;
        puppet.is_left().await;
    };
    let identity = asked(device, greets).await;
    assert!(identity.is_ok(), "{identity:?}");
    let device = bench.operator();
    let greets = async {
        puppet.is_too_busy().await;
        puppet.is_too_busy().await;
    };
    let identity = asked(device, greets).await;
    let error = identity.unwrap_err().to_string();
    assert!(error.contains("did not answer in time"), "{error}");
    assert_eq!(bench.starts(), 0);
}

/// Who the phone is, asked of whoever greets meanwhile; the stream is closed behind the answer.
async fn asked(
    device: OperatorDevice,
    greets: impl Future<Output = ()>,
) -> Result<Identity, Unavailable> {
    let asks = async move { device.identity(LONG).await };
    let ((), identity) = tokio::join!(greets, asks);
    identity
}
