//! The driver that the engine is given: the shell's, or the Operator's with its own classes on the real toolkit.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use clawperator_adb::{Deadline, DeviceHandle};
use clawperator_device::{Device, ShellDevice};
use clawperator_device_operator::{OperatorDevice, Program, RememberedLaunches};
use clawperator_framework_phone::JvmScreen;
use clawperator_phone_screen::{DumpRequest, Screen};

pub(super) const NAME: &str = "com.clawperator.operator";
/// How busy this machine is must not decide a test.
const WITHIN: Duration = Duration::from_mins(6);
/// How often it is asked whether the Operator has let go.
const BETWEEN: Duration = Duration::from_millis(50);
const TRIES: usize = 2_400;
const DUMP: DumpRequest = DumpRequest {
    windows: true,
    compressed: false,
};

/// Who drives the phone.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Driven {
    ByShell,
    ByOperator,
}

impl Driven {
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::ByShell => "shell",
            Self::ByOperator => "operator",
        }
    }
}

/// Both drivers of a phone, of which one is in use.
#[derive(Debug)]
pub(super) struct Drivers {
    phone: DeviceHandle,
    shell: Arc<dyn Device>,
    /// The Operator's, while it is the one in use.
    operator: Mutex<Option<Arc<dyn Device>>>,
}

impl Drivers {
    /// Asks once, with patience, which phone it is: the engine counts on the phone's clock, and this machine may be
    /// busy.
    pub(super) async fn of(phone: DeviceHandle) -> Self {
        let shell = ShellDevice::new(phone.clone());
        shell.identity(WITHIN).await.unwrap();
        Self {
            phone,
            shell: Arc::new(shell),
            operator: Mutex::default(),
        }
    }

    pub(super) fn in_use(&self) -> Arc<dyn Device> {
        let operator = self.operator().clone();
        operator.unwrap_or_else(|| Arc::clone(&self.shell))
    }

    /// Takes this driver into use. An Operator that somebody left running is ended first.
    pub(super) async fn choose(&self, driven: Driven, screen: &JvmScreen) {
        let left = self.operator().take();
        if left.is_some() {
            end(&self.phone, NAME).await;
            until_dumped(screen).await;
        }
        if driven == Driven::ByOperator {
            let operator = OperatorDevice::new(
                self.phone.clone(),
                Program::of_this_build(),
                NAME,
                Arc::new(RememberedLaunches::default()),
            );
            operator.identity(WITHIN).await.unwrap();
            *self.operator() = Some(Arc::new(operator));
        }
    }

    fn operator(&self) -> MutexGuard<'_, Option<Arc<dyn Device>>> {
        self.operator.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Ends the program of this name as a person does, and waits until nothing is left of it.
pub(super) async fn end(phone: &DeviceHandle, name: &str) {
    shell(phone, &format!("kill -9 $(pidof {name})")).await;
    assert!(!shell(phone, "ps -A -o ARGS").await.contains(name));
}

/// What a line says to its output.
pub(super) async fn shell(phone: &DeviceHandle, line: &str) -> String {
    let deadline = Deadline::after(WITHIN);
    let said = phone.exec_out(line.as_bytes(), 1 << 20, deadline).await;
    String::from_utf8(said.unwrap().to_vec()).unwrap()
}

/// Waits until the Operator has let go of the one `UiAutomation`.
pub(super) async fn until_dumped(screen: &JvmScreen) {
    for _ in 0..TRIES {
        if screen.dump(DUMP).await.is_ok() {
            return;
        }
        tokio::time::sleep(BETWEEN).await;
    }
    panic!("the UiAutomation is still held");
}
