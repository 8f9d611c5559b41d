//! The settings of a phone.

use std::collections::BTreeMap;

use crate::config::{Hardware, PhoneConfig};
use crate::hash::identity;
use crate::namespace::Namespace;

/// The settings of a phone that has just started.
pub(crate) fn settings(config: &PhoneConfig) -> BTreeMap<Namespace, BTreeMap<String, String>> {
    let table = |entries: &[(&str, &str)]| {
        entries
            .iter()
            .map(|(name, value)| ((*name).to_owned(), (*value).to_owned()))
            .collect::<BTreeMap<_, _>>()
    };
    let system = table(&[
        ("accelerometer_rotation", "0"),
        ("font_scale", "1.0"),
        ("screen_brightness", "102"),
        ("screen_brightness_mode", "0"),
        ("screen_off_timeout", "60000"),
        ("time_12_24", "24"),
        ("user_rotation", "0"),
        ("volume_music", "5"),
    ]);
    let keyboard = "com.google.android.inputmethod.latin/com.android.inputmethod.latin.LatinIME";
    let id = format!(
        "{:08x}{:08x}",
        identity("id", &config.serial),
        0x3f1e_27aa_u32
    );
    let secure = table(&[
        ("accessibility_enabled", "0"),
        ("android_id", &id),
        ("default_input_method", keyboard),
        ("enabled_input_methods", keyboard),
        ("location_mode", "3"),
        ("lockscreen.disabled", "0"),
        ("show_ime_with_hard_keyboard", "0"),
        ("user_setup_complete", "1"),
    ]);
    let global = table(&[
        ("adb_enabled", "1"),
        ("airplane_mode_on", "0"),
        ("animator_duration_scale", "1.0"),
        ("auto_time", "1"),
        ("bluetooth_on", "0"),
        ("development_settings_enabled", "1"),
        (
            "device_name",
            match &config.hardware {
                Hardware::Phone { model, .. } => model,
                Hardware::Emulator { .. } => "sdk_gphone64_x86_64",
            },
        ),
        ("device_provisioned", "1"),
        ("mobile_data", "1"),
        ("stay_on_while_plugged_in", "0"),
        ("transition_animation_scale", "1.0"),
        ("wifi_on", "1"),
        ("window_animation_scale", "1.0"),
    ]);
    [
        (Namespace::System, system),
        (Namespace::Secure, secure),
        (Namespace::Global, global),
    ]
    .into()
}
