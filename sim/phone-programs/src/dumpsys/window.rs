//! `dumpsys window`.

use std::fmt::Write as _;

use clawperator_phone_screen::{ScreenState, Wakefulness, WindowKind, WindowState};

use super::display::logical_size;
use super::records;
use crate::call::Call;
use crate::hash::hex;
use crate::namespace::Namespace;
use crate::release::Release;

/// `dumpsys window [PART]`
pub(super) async fn text(call: &Call<'_>, arguments: &[String]) -> String {
    let state = call.state().await;
    let part = arguments
        .iter()
        .map(String::as_str)
        .find(|word| !word.starts_with('-'));
    match part {
        None => {
            let line = "-".repeat(79);
            let parts = [
                policy(call, &state),
                displays(call, &state),
                windows(call, &state),
            ];
            parts.join(&format!("{line}\n"))
        }
        Some("windows" | "w" | "all" | "a" | "visible" | "visible-apps") => windows(call, &state),
        Some("displays" | "d") => displays(call, &state),
        Some("policy" | "p") => policy(call, &state),
        Some("sessions" | "s") => {
            let mut text = "WINDOW MANAGER SESSIONS (dumpsys window sessions)\n".to_owned();
            for window in &state.windows {
                let uid = call.phone().uid(&window.package);
                let _ = writeln!(
                    text,
                    "  Session Session{{{} {uid}}}:",
                    hex("session", &window.package)
                );
            }
            text
        }
        Some("tokens" | "t") => {
            "WINDOW MANAGER TOKENS (dumpsys window tokens)\n  All tokens:\n".to_owned()
        }
        Some("lastanr" | "l") => {
            "WINDOW MANAGER LAST ANR (dumpsys window lastanr)\n  <no ANR has occurred since boot>\n"
                .to_owned()
        }
        Some(name) => {
            let found: Vec<(usize, &WindowState)> = state
                .windows
                .iter()
                .enumerate()
                .rev()
                .filter(|(_, window)| window.title.contains(name))
                .collect();
            if found.is_empty() {
                return format!(
                    "Bad window command, or no windows match: {name}\nUse -h for help.\n"
                );
            }
            let head = "WINDOW MANAGER WINDOWS (dumpsys window windows)\n".to_owned();
            found.into_iter().fold(head, |text, (index, found)| {
                text + &window(call, index, found)
            })
        }
    }
}

fn windows(call: &Call<'_>, state: &ScreenState) -> String {
    let release = call.release();
    let mut text = "WINDOW MANAGER WINDOWS (dumpsys window windows)\n".to_owned();
    for (index, one) in state.windows.iter().enumerate().rev() {
        text.push_str(&window(call, index, one));
    }
    text.push('\n');
    if release == Release::Android9 {
        focus_lines(&mut text, release, state);
    } else {
        text.push_str("  mTopFocusedDisplayId=0\n");
    }
    let (width, height) = logical_size(state);
    let _ = writeln!(
        text,
        "  mGlobalConfiguration={{1.0 310mcc260mnc [en_US] ldltr {width}x{height}}}"
    );
    text.push_str("  mHasPermanentDpad=false\n");
    if (Release::Android10..=Release::Android15).contains(&release) {
        let _ = writeln!(text, "  mRotation={}", state.rotation);
    }
    text.push_str("  mSystemDecorLayer=0\n  mDisplayFrozen=false windows=0 client=false apps=0 waitingForConfig=false\n");
    text
}

fn window(call: &Call<'_>, index: usize, window: &WindowState) -> String {
    let (left, top, right, bottom) = window.bounds;
    let (width, height) = (right - left, bottom - top);
    let kind = match window.kind {
        WindowKind::Application => "BASE_APPLICATION",
        WindowKind::Dialog => "APPLICATION",
        WindowKind::InputMethod => "INPUT_METHOD",
        WindowKind::System => match window.title.as_str() {
            "StatusBar" => "STATUS_BAR",
            "NotificationShade" => "NOTIFICATION_SHADE",
            title if title.starts_with("NavigationBar") => "NAVIGATION_BAR",
            _ => "SYSTEM_ALERT",
        },
    };
    let secure = if window.secure { " SECURE" } else { "" };
    let frame = if call.release() >= Release::Android11 {
        format!(
            "    Frames: parent=[{left},{top}][{right},{bottom}] display=[{left},{top}][{right},{bottom}] frame=[{left},{top}][{right},{bottom}]\n"
        )
    } else {
        format!(
            "    mFrame=[{left},{top}][{right},{bottom}] last=[{left},{top}][{right},{bottom}]\n"
        )
    };
    let uid = call.phone().uid(&window.package);
    format!(
        "  Window #{index} {}:\n    mDisplayId=0 mSession=Session{{{} {uid}}}\n    mOwnerUid={uid} package={} appop=NONE\n    \
         mAttrs={{({left},{top})({width}x{height}) ty={kind} fl=LAYOUT_IN_SCREEN{secure}}}\n    \
         Requested w={width} h={height}\n{frame}    mHasSurface=true isReadyForDisplay()=true\n    isOnScreen=true\n    \
         isVisible=true\n",
        records::window(window),
        hex("session", &window.package),
        window.package,
    )
}

fn focus_lines(text: &mut String, release: Release, state: &ScreenState) {
    let _ = writeln!(text, "  mCurrentFocus={}", records::focus(state));
    if release <= Release::Android12 {
        text.push_str("  mLastFocus=null\n");
    }
    let _ = writeln!(
        text,
        "  mFocusedApp={}",
        records::focused_app(release, state)
    );
}

fn displays(call: &Call<'_>, state: &ScreenState) -> String {
    let release = call.release();
    let mut text =
        "WINDOW MANAGER DISPLAY CONTENTS (dumpsys window displays)\n  Display: mDisplayId=0\n"
            .to_owned();
    text.push_str(&sizes(state));
    text.push_str("    deferred=false mLayoutNeeded=false\n\n");
    if release == Release::Android9 {
        text.push_str("  Application tokens in top down Z order:\n");
        return text;
    }
    focus_lines(&mut text, release, state);
    text.push_str("\n  DisplayPolicy\n");
    text.push_str(&awake_lines(state));
    if release == Release::Android10 {
        let _ = writeln!(text, "    isStatusBarKeyguard={}", state.keyguard);
    } else {
        let _ = writeln!(text, "    isKeyguardShowing={}", state.keyguard);
    }
    text.push_str("    mShowingDream=false mDreamingLockscreen=false\n");
    text.push_str(&policy_windows(release, state));
    text.push_str("  DisplayRotation\n");
    if release >= Release::Android11 {
        let _ = writeln!(
            text,
            "    mRotation={} mDeferredRotationPauseCount=0",
            state.rotation
        );
    }
    text.push_str(&rotation_lines(call, state));
    text
}

fn sizes(state: &ScreenState) -> String {
    let ((width, height), density) = (state.physical_size, state.physical_density);
    let mut text = format!("    init={width}x{height} {density}dpi");
    if state.size_override.is_some() || state.density_override.is_some() {
        let (width, height) = state.size_override.unwrap_or(state.physical_size);
        let _ = write!(
            text,
            " base={width}x{height} {}dpi",
            state.density_override.unwrap_or(density)
        );
    }
    let (width, height) = logical_size(state);
    let (least, most) = (width.min(height), width.max(height));
    let _ = writeln!(
        text,
        " cur={width}x{height} app={width}x{height} rng={least}x{least}-{most}x{most}"
    );
    text
}

fn awake_lines(state: &ScreenState) -> String {
    let on = state.wakefulness == Wakefulness::Awake;
    format!("    mAwake={on} mScreenOnEarly={on} mScreenOnFully={on}\n")
}

fn policy_windows(release: Release, state: &ScreenState) -> String {
    let mut text = format!("    mFocusedWindow={}\n", records::focus(state));
    if release <= Release::Android10 {
        let app = records::focused_app(release, state);
        let token = app
            .split_once(" token=")
            .map_or(app.as_str(), |(_, token)| token.trim_end_matches('}'));
        let closing = if token == "null" { "" } else { "}}" };
        let _ = writeln!(text, "    mFocusedApp={token}{closing}");
    }
    let app = state
        .windows
        .iter()
        .rev()
        .find(|window| window.kind == WindowKind::Application);
    if let Some(app) = app {
        let _ = writeln!(
            text,
            "    mTopFullscreenOpaqueWindowState={}",
            records::window(app)
        );
    }
    text
}

fn rotation_lines(call: &Call<'_>, state: &ScreenState) -> String {
    let free = call
        .phone()
        .setting(Namespace::System, "accelerometer_rotation")
        .as_deref()
        == Some("1");
    let mode = if free { "FREE" } else { "LOCKED" };
    let degrees = |rotation: u8| match rotation % 4 {
        0 => "ROTATION_0",
        1 => "ROTATION_90",
        2 => "ROTATION_180",
        _ => "ROTATION_270",
    };
    let user = call
        .phone()
        .setting(Namespace::System, "user_rotation")
        .and_then(|text| text.parse().ok())
        .unwrap_or(0);
    format!(
        "    mCurrentAppOrientation=SCREEN_ORIENTATION_UNSPECIFIED\n    WindowOrientationListener\n      \
         mCurrentRotation={}\n    mUserRotationMode=USER_ROTATION_{mode} mUserRotation={}\n",
        degrees(state.rotation),
        degrees(user),
    )
}

fn policy(call: &Call<'_>, state: &ScreenState) -> String {
    let release = call.release();
    let (keyguard, on) = (state.keyguard, state.wakefulness == Wakefulness::Awake);
    let mut text = "WINDOW MANAGER POLICY STATE (dumpsys window policy)\n".to_owned();
    text.push_str("    mSafeMode=false mSystemReady=true mSystemBooted=true\n");
    if release == Release::Android9 {
        text.push_str(&awake_lines(state));
        text.push_str("    mShowingDream=false mDreamingLockscreen=false\n");
        let _ = writeln!(text, "    isStatusBarKeyguard={keyguard}");
        text.push_str(&policy_windows(release, state));
        text.push_str(&rotation_lines(call, state));
    } else {
        let _ = writeln!(text, "    mShowingDream=false\n    mAwake={on}");
    }
    text.push_str("    KeyguardServiceDelegate\n");
    let _ = writeln!(text, "      showing={keyguard}");
    if release <= Release::Android12L {
        let _ = writeln!(text, "      showingAndNotOccluded={keyguard}");
    }
    let (screen_state, interactive) = if on {
        ("ON", "AWAKE")
    } else {
        ("OFF", "SLEEP")
    };
    let _ = writeln!(
        text,
        "      inputRestricted={keyguard}\n      occluded=false\n      secure={}\n      dreaming=false\n      \
         systemIsReady=true\n      deviceHasKeyguard=true\n      enabled=true\n      screenState=SCREEN_STATE_{screen_state}\n      \
         interactiveState=INTERACTIVE_STATE_{interactive}\n      KeyguardStateMonitor\n        mIsShowing={keyguard}\n        \
         mSimSecure=false\n        mInputRestricted={keyguard}\n        mTrusted=false\n        mCurrentUserId=0",
        state.keyguard_secure,
    );
    text
}
