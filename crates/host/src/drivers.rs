//! Which driver a phone is driven by.

use std::sync::Arc;
use std::time::Duration;

use clawperator_adb::{Deadline, DeviceHandle};
use clawperator_device::driver::Capabilities;
use clawperator_device::{Device, Rival as _, ShellDevice, shell};
use clawperator_device_operator::{
    AutoDevice, CAPABILITIES as OPERATOR_CAPABILITIES, Caretaker, OperatorDevice, Program,
};

use crate::config::{DriverChoice, OperatorConfig};
use crate::launches::FileLaunches;
use crate::store::Store;

/// What the Operator is called on a phone where nobody says otherwise.
pub const DEFAULT_OPERATOR_PACKAGE: &str = "com.clawperator.operator";

/// What drives this phone.
pub(crate) fn device(
    phone: DeviceHandle,
    config: &OperatorConfig,
    store: &Store,
) -> Arc<dyn Device> {
    let operator = |phone| operator(phone, config, store);
    match config.driver {
        // The Operator may still have what the phone's own programs need.
        DriverChoice::Shell => {
            let rival = Arc::new(operator(phone.clone()));
            Arc::new(ShellDevice::new(phone).beside(rival))
        }
        DriverChoice::Resident => Arc::new(operator(phone)),
        DriverChoice::Auto => Arc::new(AutoDevice::new(operator(phone))),
    }
}

/// What each driver can do on a phone of this API level.
pub(crate) fn on_release(api_level: u32) -> [Capabilities; 2] {
    [shell::capabilities(Some(api_level)), OPERATOR_CAPABILITIES]
}

/// Has the Operator of this phone, where one runs, let go of what the phone's own programs need.
pub(crate) async fn let_go(phone: DeviceHandle, config: &OperatorConfig, store: &Store) {
    let deadline = Deadline::after(LET_GO_PATIENCE);
    // Where it does not, whoever reads the screen then says so.
    let _ = operator(phone, config, store).let_go(deadline).await;
}

/// How long the Operator has to let go.
const LET_GO_PATIENCE: Duration = Duration::from_secs(2);

/// What looks after the Operator of this phone.
pub(crate) fn caretaker(phone: DeviceHandle, config: &OperatorConfig, store: &Store) -> Caretaker {
    let launches = Arc::new(FileLaunches::new(store.launches()));
    Caretaker::new(phone, Program::of_this_build(), &config.package, launches)
}

fn operator(phone: DeviceHandle, config: &OperatorConfig, store: &Store) -> OperatorDevice {
    let launches = Arc::new(FileLaunches::new(store.launches()));
    OperatorDevice::new(phone, Program::of_this_build(), &config.package, launches)
}
