//! Services of which this phone keeps no more than a line.

use crate::call::Call;

/// What the service says; those that keep nothing say so.
pub(super) async fn text(call: &Call<'_>, name: &str, arguments: &[String]) -> String {
    match name {
        "clipboard" | "device_config" | "locale" | "vibrator" | "permission" | "permissionmgr" => String::new(),
        "statusbar" => {
            let state = call.state().await;
            format!("  mDisabled1=0x0\n  mDisabled2=0x0\n  mKeyguardShowing={}\n", state.keyguard)
        }
        "uimode" => {
            let night = call.phone().inner().night.clone();
            let number = match night.as_str() {
                "yes" => 2,
                "auto" => 0,
                _ => 1,
            };
            format!("Current UI Mode Service state:\n  mDockState=0\n  mNightMode={number} ({night})\n")
        }
        "wifi" => {
            let state = if call.phone().inner().wifi { "enabled" } else { "disabled" };
            format!("Wi-Fi is {state}\nVerbose logging is off\n")
        }
        "bluetooth_manager" => {
            let on = call.phone().inner().bluetooth;
            format!("Bluetooth Status\n  enabled: {on}\n  state: {}\n", if on { "ON" } else { "OFF" })
        }
        "user" => "Users:\n  UserInfo{0:Owner:c13} serialNo=0 isPrimary=true\n    State: RUNNING_UNLOCKED\n".to_owned(),
        "notification" => "Current Notification Manager state:\n  Notification List:\n".to_owned(),
        "meminfo" => match arguments.iter().find(|word| !word.starts_with('-')) {
            Some(process) if call.package(process).await.is_none_or(|package| package.pid.is_none()) => {
                format!("No process found for: {process}\n")
            }
            _ => "meminfo: this phone keeps no figures about memory\n".to_owned(),
        },
        other => format!("{other}: this phone keeps nothing to dump here\n"),
    }
}
