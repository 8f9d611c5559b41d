//! `dumpsys deviceidle` and `cmd deviceidle`.

use clawperator_phone_screen::Wakefulness;
use clawperator_phone_shell::{Closed, Exit};

use crate::call::{Call, FAILED};

/// `dumpsys deviceidle [COMMAND]`
pub(super) async fn text(call: &Call<'_>, arguments: &[String]) -> String {
    match answer(call, arguments).await {
        Ok(text) | Err(text) => text,
    }
}

/// `cmd deviceidle COMMAND`
pub(crate) async fn command(call: &Call<'_>, arguments: &[String]) -> Result<Exit, Closed> {
    if arguments.is_empty() {
        let text = "Device idle controller (deviceidle) commands:\n  help\n    This text.\n  get \
                    [light|deep|force|screen|charging|network]\n  enabled [light|deep|all]\n";
        return call.answer(text, FAILED).await;
    }
    match answer(call, arguments).await {
        Ok(text) => call.answer(text, 0).await,
        Err(text) => call.answer(text, FAILED).await,
    }
}

async fn answer(call: &Call<'_>, arguments: &[String]) -> Result<String, String> {
    let state = call.state().await;
    let (on, locked) = (state.wakefulness == Wakefulness::Awake, state.keyguard);
    let power = call.phone().battery().power;
    let charging = power.ac || power.usb || power.wireless || power.dock;
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match words.as_slice() {
        [] => Ok(format!(
            "  Settings:\n    light_after_inactive_to=+4m0s0ms\n  mLightEnabled=true  mDeepEnabled=true\n  \
             mForceIdle=false\n  mScreenOn={on}\n  mScreenLocked={locked}\n  mNetworkConnected=true\n  \
             mCharging={charging}\n  mState=ACTIVE\n  mLightState=ACTIVE\n"
        )),
        ["get", "screen"] => Ok(format!("{on}\n")),
        ["get", "charging"] => Ok(format!("{charging}\n")),
        ["get", "network"] => Ok("true\n".to_owned()),
        ["get", "force" | "quick"] => Ok("false\n".to_owned()),
        ["get", "light" | "deep"] => Ok("ACTIVE\n".to_owned()),
        ["get", other] => Err(format!("Unknown get option: {other}\n")),
        ["enabled", ..] => Ok("1\n".to_owned()),
        ["whitelist", ..] => Ok("system,com.android.shell,2000\n".to_owned()),
        [other, ..] => Err(format!("Unknown command: {other}\n")),
    }
}
