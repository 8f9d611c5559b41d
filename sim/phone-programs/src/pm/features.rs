//! What the phone can do, as `pm list features` tells.

use clawperator_phone_shell::{Closed, Exit};

use crate::call::Call;

const FEATURES: [&str; 22] = [
    "reqGlEsVersion=0x30002",
    "android.hardware.audio.output",
    "android.hardware.bluetooth",
    "android.hardware.bluetooth_le",
    "android.hardware.camera",
    "android.hardware.faketouch",
    "android.hardware.location",
    "android.hardware.microphone",
    "android.hardware.ram.normal",
    "android.hardware.screen.landscape",
    "android.hardware.screen.portrait",
    "android.hardware.sensor.accelerometer",
    "android.hardware.telephony",
    "android.hardware.touchscreen",
    "android.hardware.touchscreen.multitouch",
    "android.hardware.touchscreen.multitouch.distinct",
    "android.hardware.touchscreen.multitouch.jazzhand",
    "android.hardware.usb.accessory",
    "android.hardware.wifi",
    "android.software.app_widgets",
    "android.software.home_screen",
    "android.software.input_methods",
];

/// The features of a phone.
pub(super) fn all() -> impl Iterator<Item = &'static str> {
    FEATURES.into_iter()
}

/// `pm has-feature NAME`
pub(super) async fn has_feature(call: &Call<'_>, arguments: &[String]) -> Result<Exit, Closed> {
    let Some(name) = arguments.first() else {
        return call.fail("Error: expected FEATURE name\n", 1).await;
    };
    let has = FEATURES.contains(&name.as_str());
    call.answer(format!("{has}\n"), u8::from(!has)).await
}
