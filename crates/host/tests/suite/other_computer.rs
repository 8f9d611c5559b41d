//! A phone that somebody on another computer has: no lock of this one says so, but the Operator on the phone does.

use std::sync::Arc;
use std::time::Duration;

use clawperator_adb::{DEFAULT_STREAM_LIMIT, Server, ServerOptions, StartServer};
use clawperator_contract::operator::{OperatorDone, OperatorState};
use clawperator_contract::runs::Surface as Door;
use clawperator_contract::{ErrorCode, Execution, FailureDetails, RunOptions, validate};
use clawperator_device::Device as _;
use clawperator_device::driver::HoldError;
use clawperator_device_operator::{OperatorDevice, Program, RememberedLaunches};
use clawperator_engine::{Phone as PhoneIdentity, PhoneLocks as _};
use clawperator_host::{
    DriverChoice, Executor as _, FileLocks, Host, HostConfig, OperatorConfig, Phone, Retention,
    RunRequest, StoreConfig, SystemSources, Unheard, never, profile,
};
use clawperator_virtual_phone::Fault;

use super::rig::Rig;

const PATIENCE: Duration = Duration::from_mins(1);
const BOB: &str = "`far`, process 7 of user bob";

/// The first phone, driven by the Operator.
async fn phone(rig: &Rig) -> Phone {
    let config = HostConfig {
        adb: vec![rig.adb()],
        store: StoreConfig {
            state: rig.folder().join("state"),
            temporary: rig.folder().to_owned(),
            retention: Retention::default(),
        },
        operator: OperatorConfig {
            driver: DriverChoice::Resident,
            ..OperatorConfig::default()
        },
    };
    let host = Host::open(config, Arc::new(SystemSources::start())).unwrap();
    let listed = host.phones(PATIENCE).await.unwrap().devices;
    let phone = host.phone(Some(&listed[0].serial), PATIENCE).await;
    phone.unwrap()
}

/// The same phone, as another computer has it.
fn elsewhere(rig: &Rig, phone: &Phone) -> OperatorDevice {
    let options = ServerOptions {
        stream_limit: DEFAULT_STREAM_LIMIT,
        start: StartServer::Never,
    };
    let server = Server::new(rig.adb().endpoint, options);
    let handle = server.device(phone.serial()).unwrap();
    let launches = Arc::new(RememberedLaunches::default());
    OperatorDevice::new(handle, Program::of_this_build(), "x", launches)
}

fn home() -> Execution {
    let payload = r#"{ "commandId": "c", "taskId": "t", "source": "test", "expectedFormat": "android-ui-automator",
        "timeoutMs": 30000, "actions": [{ "id": "home", "type": "press_key", "params": { "key": "home" } }] }"#;
    validate(payload.as_bytes()).unwrap().execution
}

fn request() -> RunRequest {
    RunRequest::new(Arc::new(profile("person").unwrap()), Door::Library)
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_has_the_phone_elsewhere_is_named() {
    let rig = Rig::start().await;
    let phone = phone(&rig).await;
    let far = elsewhere(&rig, &phone);
    let held = far.hold(BOB, PATIENCE).await.unwrap();
    let run = || async {
        let executor = phone.executor(request());
        let options = RunOptions::default();
        executor.execute(&home(), options, &Unheard, never()).await
    };
    let refused = run().await.unwrap_err();
    assert_eq!(refused.code, ErrorCode::ExecutionConflictInFlight);
    assert!(
        refused.message.contains("process 7 of user bob"),
        "{refused}"
    );
    let Some(FailureDetails::Conflict(details)) = refused.details else {
        panic!("{refused:?}");
    };
    assert_eq!(details.phone_holder.as_deref(), Some(BOB));
    assert_eq!(rig.keys_pressed(phone.serial()), 0);

    let report = phone.operator(PATIENCE).await.unwrap();
    assert_eq!(report.state, OperatorState::Running);
    assert_eq!(report.holder.as_deref(), Some(BOB));
    let refused = phone.stop_operator(false, PATIENCE).await.unwrap_err();
    assert_eq!(refused.code, ErrorCode::ExecutionConflictInFlight);
    assert!(refused.message.contains("bob"), "{refused}");
    let refused = phone.uninstall_operator(false, PATIENCE).await.unwrap_err();
    assert_eq!(refused.code, ErrorCode::ExecutionConflictInFlight);
    let stopped = phone.stop_operator(true, PATIENCE).await.unwrap();
    assert_eq!(stopped.done, OperatorDone::Ended);
    assert_eq!(stopped.state, OperatorState::Stopped);
    drop(held);
    run().await.unwrap();
    assert_eq!(rig.keys_pressed(phone.serial()), 1);
}

/// What is done to the Operator is done to no app: it leaves nothing under way, and does not end what was.
#[tokio::test(flavor = "multi_thread")]
async fn what_a_run_may_have_left_under_way_stays_known() {
    let rig = Rig::start().await;
    let phone = phone(&rig).await;
    let far = elsewhere(&rig, &phone);
    let identity = far.identity(PATIENCE).await.unwrap();
    let identity = PhoneIdentity::new(phone.serial(), identity);
    let locks = FileLocks::new(rig.folder().join("state").join("locks"));
    let is_left_behind = async || {
        let lock = locks.take(&identity, "next").await.unwrap();
        let is_left_behind = lock.was_left_behind();
        if !is_left_behind {
            lock.release();
        }
        is_left_behind
    };
    let faults = rig.phone(phone.serial()).phone().faults();
    faults.set(Fault::OperatorSilent).await.unwrap();
    phone.start_operator(PATIENCE).await.unwrap_err();
    assert!(!is_left_behind().await);
    faults.clear_all().await;
    let held = far.hold(BOB, PATIENCE).await.unwrap();
    phone.stop_operator(false, PATIENCE).await.unwrap_err();
    assert!(!is_left_behind().await);
    // A run that is killed here does not free the phone.
    drop(locks.take(&identity, "killed").await.unwrap());
    drop(held);
    phone.start_operator(PATIENCE).await.unwrap();
    assert!(is_left_behind().await);
    phone.stop_operator(false, PATIENCE).await.unwrap();
    assert!(is_left_behind().await);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_phone_that_is_held_here_is_held_between_executions_too() {
    let rig = Rig::start().await;
    let phone = phone(&rig).await;
    let person = Arc::new(profile("person").unwrap());
    let held = phone.hold(person, "my session").await.unwrap();
    let far = elsewhere(&rig, &phone);
    for _ in 0..2 {
        let executor = held.executor(request());
        let options = RunOptions::default();
        let ran = executor.execute(&home(), options, &Unheard, never()).await;
        ran.unwrap();
        let refused = far.hold(BOB, PATIENCE).await.unwrap_err();
        let HoldError::Held { name } = refused else {
            panic!("{refused:?}");
        };
        assert!(name.contains("`my session`, process "), "{name}");
    }
    held.release();
    drop(far.hold(BOB, PATIENCE).await.unwrap());
}
