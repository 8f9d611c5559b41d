//! The driver that is chosen: the Operator where it can be used, the shell where only the Operator cannot.

use std::time::Duration;

use clawperator_contract::ErrorCode;
use clawperator_device::Device as _;
use clawperator_device::driver::{Act, ActError, Acted, Contact, Driver, Touch};
use clawperator_device_operator::AutoDevice;
use clawperator_ui::Point;
use clawperator_virtual_phone::{ClockMode, Fault};

use super::bench::{Bench, LONG};

/// What a phone that does not answer is given.
const SHORT: Duration = Duration::from_secs(2);
const TAP: Act<'static> = Act::Touch(Contact::blind(Touch::Tap(Point { x: 5, y: 900 })));

#[tokio::test(flavor = "multi_thread")]
async fn the_operator_is_used_where_it_runs() {
    let bench = Bench::new().await;
    let device = AutoDevice::new(bench.operator());
    device.identity(LONG).await.unwrap();
    assert_eq!(device.capabilities().driver, Driver::Resident);
    assert_eq!(device.fallback(), None);
    assert_eq!(device.act(TAP, LONG).await, Ok(Acted::Done));
    assert_eq!(bench.taps(), 1);
    // What was judged through one driver is not done through another.
    bench.set(start_fails()).await;
    bench.end_operator().await;
    // Only now does the driver know that its stream is gone; an act that went out on it would be unknown.
    device.condition(LONG).await.unwrap_err();
    let gone = device.act(TAP, LONG).await;
    assert!(matches!(gone, Err(ActError::NotSent { .. })), "{gone:?}");
    assert_eq!(device.capabilities().driver, Driver::Resident);
    assert_eq!(bench.taps(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_shell_is_used_where_the_operator_cannot_be_and_the_reason_is_told() {
    let reasons = [
        (start_fails(), "on purpose"),
        (
            Fault::OperatorJarCorrupt { times: None },
            "CORRUPT: the jar is",
        ),
        (
            Fault::OperatorWrongProof { times: None },
            "does not prove that it is the Operator",
        ),
        (
            Fault::OperatorWrongBuild { times: None },
            "another version of the Operator",
        ),
        (Fault::OperatorSilent, "did not answer in time"),
    ];
    for (fault, reason) in reasons {
        let bench = Bench::new().await;
        bench.set(fault.clone()).await;
        let device = AutoDevice::new(bench.operator());
        device.identity(LONG).await.unwrap();
        assert!(bench.starts() > 0, "{fault:?}");
        assert_eq!(device.capabilities().driver, Driver::Shell, "{fault:?}");
        let told = device.fallback().unwrap();
        assert!(told.contains(reason), "{fault:?}: {told}");
        assert_eq!(device.act(TAP, LONG).await, Ok(Acted::Done), "{fault:?}");
        assert_eq!(bench.taps(), 1, "{fault:?}");
        // The choice stays when the Operator could be used again.
        bench.phone().faults().clear_all().await;
        let starts = bench.starts();
        device.identity(LONG).await.unwrap();
        device.act(TAP, LONG).await.unwrap();
        assert_eq!(device.capabilities().driver, Driver::Shell, "{fault:?}");
        assert_eq!(bench.starts(), starts, "{fault:?}");
    }
}

/// Another build that does not end is in use: whoever uses it has the phone. An app can say that it is one, and cannot run
/// as one.
#[tokio::test(flavor = "multi_thread")]
async fn a_phone_on_which_another_build_runs_is_no_reason_for_the_shell() {
    let bench = Bench::with_clock(ClockMode::Real).await;
    bench.start_other_build().await;
    let user = bench.operator();
    let held = user.hold("user", LONG).await.unwrap();
    bench.set(Fault::OperatorWrongBuild { times: None }).await;
    let device = AutoDevice::new(bench.operator());
    let refused = device.identity(LONG).await.unwrap_err();
    assert_eq!(refused.code, ErrorCode::ServiceUnavailable);
    assert!(refused.message.contains("in use"), "{refused:?}");
    assert_eq!(device.fallback(), None);
    drop(held);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_phone_that_is_away_is_no_reason_for_the_shell() {
    let bench = Bench::new().await;
    bench.set(Fault::Offline).await;
    let device = AutoDevice::new(bench.operator());
    let away = device.identity(LONG).await;
    assert!(away.is_err(), "{away:?}");
    assert_eq!(device.fallback(), None);
    bench.reconnect().await;
    // A driver stays with the connection by which it has reached the phone, so this one is new.
    let device = AutoDevice::new(bench.operator());
    device.identity(LONG).await.unwrap();
    assert_eq!(device.capabilities().driver, Driver::Resident);
    assert_eq!(device.fallback(), None);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_phone_whose_shell_does_not_answer_either_is_no_reason_for_the_shell() {
    let bench = Bench::new().await;
    bench.set(Fault::ShellStalled).await;
    let device = AutoDevice::new(bench.operator());
    let stalled = device.identity(SHORT).await;
    assert!(stalled.is_err(), "{stalled:?}");
    assert_eq!(device.fallback(), None);
    bench.phone().faults().clear_all().await;
    device.identity(LONG).await.unwrap();
    assert_eq!(device.capabilities().driver, Driver::Resident);
    assert_eq!(device.fallback(), None);
}

fn start_fails() -> Fault {
    Fault::OperatorStartFails {
        code: "FAILED".to_owned(),
        reason: "on purpose".to_owned(),
        times: None,
    }
}
