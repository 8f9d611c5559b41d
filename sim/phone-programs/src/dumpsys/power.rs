//! `dumpsys power`.

use std::fmt::Write as _;

use clawperator_phone_screen::Wakefulness;

use super::battery;
use super::display::on_off;
use crate::call::Call;
use crate::hash::hex;
use crate::namespace::Namespace;
use crate::release::Release;

/// The text of the service.
pub(super) async fn text(call: &Call<'_>) -> String {
    let (release, state) = (call.release(), call.state().await);
    let on = state.wakefulness == Wakefulness::Awake;
    let wakefulness = if on { "Awake" } else { "Asleep" };
    let power = call.phone().battery().power;
    let plug = [
        (power.ac, 1),
        (power.usb, 2),
        (power.wireless, 4),
        (power.dock, 8),
    ];
    let plug_type: i32 = plug
        .into_iter()
        .find(|(plugged, _)| *plugged)
        .map_or(0, |(_, number)| number);
    let level = battery::level(call).await;
    let stay = call
        .phone()
        .setting(Namespace::Global, "stay_on_while_plugged_in")
        .and_then(|text| text.parse::<i32>().ok());
    let stay_on = stay.unwrap_or(0) & plug_type != 0;
    let mut text = format!(
        "POWER MANAGER (dumpsys power)\n\nPower Manager State:\n  mDirty=0x0\n  mWakefulness={wakefulness}\n  \
         mWakefulnessChanging=false\n  mIsPowered={}\n  mPlugType={plug_type}\n  mBatteryLevel={level}\n  \
         mStayOn={stay_on}\n",
        plug_type != 0,
    );
    text.push_str("  mProximityPositive=false\n  mBootCompleted=true\n  mSystemReady=true\n");
    let _ = writeln!(
        text,
        "  mHoldingWakeLockSuspendBlocker=false\n  mHoldingDisplaySuspendBlocker={on}\n  mLastWakeTime=0 (0 ms ago)"
    );
    if release <= Release::Android11 {
        let _ = writeln!(
            text,
            "  mUserActivitySummary=0x{}\n  mDisplayReady=true",
            u8::from(on)
        );
    }
    let timeout = call
        .phone()
        .setting(Namespace::System, "screen_off_timeout")
        .unwrap_or_else(|| "60000".to_owned());
    let _ = writeln!(
        text,
        "\nSettings and Configuration:\n  mScreenOffTimeoutSetting={timeout}"
    );
    let _ = writeln!(
        text,
        "\nScreen off timeout: {timeout} ms\n\nWake Locks: size=0\n\nSuspend Blockers: size=4"
    );
    if release <= Release::Android11 {
        let _ = writeln!(text, "\nDisplay Power: state={}", on_off(&state));
    } else {
        let hash = hex("display power", "callbacks");
        let _ = writeln!(
            text,
            "\nDisplay Power: com.android.server.power.PowerManagerService$1@{hash}"
        );
        let _ = writeln!(
            text,
            "\nDisplay Group User Activity:\n  displayGroupId=0\n  userActivitySummary=0x{}",
            u8::from(on)
        );
    }
    text
}
