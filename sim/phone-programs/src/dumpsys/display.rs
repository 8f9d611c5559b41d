//! `dumpsys display`, and the display's numbers.

use std::fmt::Write as _;

use clawperator_phone_screen::{ScreenState, Wakefulness};

use crate::call::Call;
use crate::release::Release;

/// The number of the built-in display where displays have physical numbers.
pub(crate) const PHYSICAL_ID: u64 = 4_619_827_259_835_644_672;

/// Width and height as apps see them: overridden and turned.
pub(crate) fn logical_size(state: &ScreenState) -> (u32, u32) {
    let (width, height) = state.size_override.unwrap_or(state.physical_size);
    if state.rotation % 2 == 1 {
        (height, width)
    } else {
        (width, height)
    }
}

/// The display's name among its kind.
pub(super) fn unique_id(release: Release) -> String {
    if release == Release::Android9 {
        "local:0".to_owned()
    } else {
        format!("local:{PHYSICAL_ID}")
    }
}

/// The text of the service.
pub(super) async fn text(call: &Call<'_>) -> String {
    let (release, state) = (call.release(), call.state().await);
    let on = on_off(&state);
    let unique = unique_id(release);
    let (width, height) = state.physical_size;
    let density = state.physical_density;
    let mut text =
        "DISPLAY MANAGER (dumpsys display)\n  mOnlyCore=false\n  mSafeMode=false\n".to_owned();
    if release <= Release::Android11 {
        let _ = writeln!(text, "  mGlobalDisplayState={on}");
    }
    let viewport = viewport(release, &state);
    if release == Release::Android9 {
        let _ = writeln!(text, "  mDefaultViewport={viewport}");
    } else {
        let _ = writeln!(text, "  mViewports=[{viewport}]");
    }
    let _ = write!(
        text,
        "\nDisplay Devices: size=1\n  DisplayDeviceInfo{{\"Built-in Screen\": uniqueId=\"{unique}\", {width} x {height}, \
         modeId 1, defaultModeId 1, density {density}, {density}.0 x {density}.0 dpi, touch INTERNAL, rotation 0, \
         type {}, state {on}, FLAG_DEFAULT_DISPLAY}}\n",
        if release >= Release::Android11 {
            "INTERNAL"
        } else {
            "BUILT_IN"
        },
    );
    let base = ScreenState {
        size_override: None,
        density_override: None,
        rotation: 0,
        ..state.clone()
    };
    let _ = write!(
        text,
        "\nLogical Displays: size=1\n  Display 0:\n    mDisplayId=0\n    mLayerStack=0\n    mHasContent=true\n    \
         mBaseDisplayInfo={}\n    mOverrideDisplayInfo={}\n",
        info(release, &base),
        info(release, &state),
    );
    if release >= Release::Android12 {
        let _ = writeln!(
            text,
            "\nDisplay States: size=1\n  Display Id=0\n  Display State={on}\n  Display Brightness=0.4"
        );
    }
    text
}

/// `DisplayInfo{…}` of the state.
pub(crate) fn info(release: Release, state: &ScreenState) -> String {
    let (width, height) = logical_size(state);
    let density = state.density_override.unwrap_or(state.physical_density);
    let unique = unique_id(release);
    let head = match release {
        Release::Android9 => format!("uniqueId \"{unique}\", app {width} x {height}"),
        Release::Android10 | Release::Android11 => format!("displayId 0, FLAG_SECURE, FLAG_TRUSTED, app {width} x {height}"),
        Release::Android12 | Release::Android12L | Release::Android13 => {
            "displayId 0\", displayGroupId 0, FLAG_SECURE, FLAG_SUPPORTS_PROTECTED_BUFFERS, FLAG_TRUSTED".to_owned()
        }
        Release::Android14 | Release::Android15 | Release::Android16 => {
            "displayId 0, displayGroupId 0, FLAG_SECURE, FLAG_SUPPORTS_PROTECTED_BUFFERS, FLAG_TRUSTED".to_owned()
        }
    };
    let tail = if release == Release::Android9 {
        String::new()
    } else {
        format!(", uniqueId \"{unique}\"")
    };
    format!(
        "DisplayInfo{{\"Built-in Screen\", {head}, real {width} x {height}, largest app {width} x {height}, \
         appVsyncOff 1000000, mode 1, defaultMode 1, rotation {}, state {}, type {}{tail}, density {density} \
         ({density}.0 x {density}.0) dpi, layerStack 0}}",
        state.rotation,
        on_off(state),
        if release >= Release::Android11 {
            "INTERNAL"
        } else {
            "BUILT_IN"
        },
    )
}

fn viewport(release: Release, state: &ScreenState) -> String {
    let (width, height) = logical_size(state);
    let (device_width, device_height) = state.physical_size;
    let rotation = state.rotation;
    let unique = unique_id(release);
    let frames = format!(
        "logicalFrame=Rect(0, 0 - {width}, {height}), physicalFrame=Rect(0, 0 - {device_width}, {device_height}), \
         deviceWidth={device_width}, deviceHeight={device_height}"
    );
    match release {
        Release::Android9 => format!(
            "DisplayViewport{{valid=true, displayId=0, uniqueId='{unique}', orientation={rotation}, {frames}}}"
        ),
        Release::Android10 => format!(
            "DisplayViewport{{type=INTERNAL, valid=true, displayId=0, uniqueId='{unique}', physicalPort=0, \
             orientation={rotation}, {frames}}}"
        ),
        _ => format!(
            "DisplayViewport{{type=INTERNAL, valid=true, isActive=true, displayId=0, uniqueId='{unique}', \
             physicalPort=0, orientation={rotation}, {frames}}}"
        ),
    }
}

pub(super) fn on_off(state: &ScreenState) -> &'static str {
    if state.wakefulness == Wakefulness::Awake {
        "ON"
    } else {
        "OFF"
    }
}
