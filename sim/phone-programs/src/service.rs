//! `service`, and the list of services.

use std::fmt::Write as _;

use clawperator_phone_shell::{Closed, Exit};

use crate::call::Call;
use crate::faults::Switch;
use crate::phone::PhoneState;
use crate::release::Release;

/// Services of the framework: name, interface and the release that brought it.
const SERVICES: [(&str, &str, Release); 30] = [
    (
        "SurfaceFlinger",
        "android.ui.ISurfaceComposer",
        Release::Android9,
    ),
    (
        "accessibility",
        "android.view.accessibility.IAccessibilityManager",
        Release::Android9,
    ),
    (
        "activity",
        "android.app.IActivityManager",
        Release::Android9,
    ),
    (
        "activity_task",
        "android.app.IActivityTaskManager",
        Release::Android10,
    ),
    ("battery", "", Release::Android9),
    (
        "bluetooth_manager",
        "android.bluetooth.IBluetoothManager",
        Release::Android9,
    ),
    ("clipboard", "android.content.IClipboard", Release::Android9),
    ("device_config", "", Release::Android10),
    (
        "deviceidle",
        "android.os.IDeviceIdleController",
        Release::Android9,
    ),
    (
        "display",
        "android.hardware.display.IDisplayManager",
        Release::Android9,
    ),
    (
        "input",
        "android.hardware.input.IInputManager",
        Release::Android9,
    ),
    (
        "input_method",
        "com.android.internal.view.IInputMethodManager",
        Release::Android9,
    ),
    ("locale", "android.app.ILocaleManager", Release::Android13),
    (
        "media_projection",
        "android.media.projection.IMediaProjectionManager",
        Release::Android9,
    ),
    ("meminfo", "", Release::Android9),
    (
        "notification",
        "android.app.INotificationManager",
        Release::Android9,
    ),
    (
        "overlay",
        "android.content.om.IOverlayManager",
        Release::Android9,
    ),
    (
        "package",
        "android.content.pm.IPackageManager",
        Release::Android9,
    ),
    (
        "permission",
        "android.os.IPermissionController",
        Release::Android9,
    ),
    (
        "permissionmgr",
        "android.permission.IPermissionManager",
        Release::Android10,
    ),
    (
        "phone",
        "com.android.internal.telephony.ITelephony",
        Release::Android9,
    ),
    ("power", "android.os.IPowerManager", Release::Android9),
    ("settings", "", Release::Android9),
    (
        "statusbar",
        "com.android.internal.statusbar.IStatusBarService",
        Release::Android9,
    ),
    (
        "trust",
        "android.app.trust.ITrustManager",
        Release::Android9,
    ),
    ("uimode", "android.app.IUiModeManager", Release::Android9),
    ("user", "android.os.IUserManager", Release::Android9),
    ("vibrator", "android.os.IVibratorService", Release::Android9),
    ("wifi", "android.net.wifi.IWifiManager", Release::Android9),
    ("window", "android.view.IWindowManager", Release::Android9),
];

/// The names of the services that run, in order; none while the framework is away.
pub(crate) fn names(phone: &PhoneState) -> impl Iterator<Item = &'static str> {
    running(phone).map(|(name, _)| name)
}

/// Whether a service runs.
pub(crate) fn runs(phone: &PhoneState, name: &str) -> bool {
    names(phone).any(|known| known == name)
}

fn running(phone: &PhoneState) -> impl Iterator<Item = (&'static str, &'static str)> {
    let (release, down) = (phone.release(), phone.faults().has(Switch::FrameworkDown));
    // The compositor is a process of its own and outlives the framework.
    let here = move |(name, _, since): &(&str, &str, Release)| {
        *since <= release && (!down || *name == "SurfaceFlinger")
    };
    SERVICES
        .into_iter()
        .filter(here)
        .map(|(name, interface, _)| (name, interface))
}

/// `service list`, `service check NAME` and `service call NAME CODE …`
pub(crate) async fn run(call: &Call<'_>, arguments: &[String]) -> Result<Exit, Closed> {
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match words.as_slice() {
        ["list", ..] => {
            let services: Vec<_> = running(call.phone()).collect();
            let mut text = format!("Found {} services:\n", services.len());
            for (index, (name, interface)) in services.iter().enumerate() {
                let _ = writeln!(text, "{index}\t{name}: [{interface}]");
            }
            call.answer(text, 0).await
        }
        ["check", name, ..] => {
            let state = if runs(call.phone(), name) {
                "found"
            } else {
                "not found"
            };
            call.answer(format!("Service {name}: {state}\n"), 0).await
        }
        ["call", name, code, ..] => {
            if !runs(call.phone(), name) {
                return call
                    .fail(format!("service: Service {name} does not exist\n"), 10)
                    .await;
            }
            if code.parse::<u32>().is_err() {
                return call.fail("service: Bad transaction code\n", 10).await;
            }
            // No service here answers transactions by number: the status of one that does not know the number.
            call.answer(
                "Result: Parcel(Error: 0xffffffffffffffb6 \"Not a data message\")\n",
                0,
            )
            .await
        }
        _ => {
            let text = "Usage: service [-h|-?]\n       service list\n       service check SERVICE\n       \
                        service call SERVICE CODE [i32 N | s16 STR] ...\n";
            call.answer(text, if words.is_empty() { 10 } else { 0 })
                .await
        }
    }
}
