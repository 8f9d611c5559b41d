//! The action types: names, aliases and params in one table.

use schemars::{Schema, SchemaGenerator};
use serde::{Serialize, Serializer};

use super::assert_node::AssertNodeParams;
use super::capture_screen::CaptureScreenParams;
use super::clear_app::ClearAppParams;
use super::clear_text::ClearTextParams;
use super::click::ClickParams;
use super::clipboard::{GetClipboardParams, SetClipboardParams};
use super::close_app::CloseAppParams;
use super::device_shell::DeviceShellParams;
use super::drag::DragParams;
use super::enter_text::EnterTextParams;
use super::files::{PullFileParams, PushFileParams};
use super::hide_keyboard::HideKeyboardParams;
use super::info::{ActionInfo, Params};
use super::list_apps::ListAppsParams;
use super::open_app::OpenAppParams;
use super::open_uri::OpenUriParams;
use super::pinch::PinchParams;
use super::press_key::PressKeyParams;
use super::read_key_value_pair::ReadKeyValuePairParams;
use super::read_text::ReadTextParams;
use super::recording::{StartRecordingParams, StopRecordingParams};
use super::scroll::ScrollParams;
use super::scroll_and_click::ScrollAndClickParams;
use super::scroll_until::ScrollUntilParams;
use super::set_permission::SetPermissionParams;
use super::sleep::SleepParams;
use super::snapshot_ui::SnapshotUiParams;
use super::swipe::SwipeParams;
use super::take_screenshot::TakeScreenshotParams;
use super::touch_path::TouchPathParams;
use super::uninstall_app::UninstallAppParams;
use super::wait_for_idle::WaitForIdleParams;
use super::wait_for_navigation::WaitForNavigationParams;
use super::wait_for_node::WaitForNodeParams;
use super::wait_for_toast::WaitForToastParams;
use super::wake_device::WakeDeviceParams;
use crate::decode::Object;
use crate::errors::Origin;

/// Defines the action types and, for each, its name, params, aliases and origin.
macro_rules! action_types {
    ($($variant:ident $params:ident $name:literal [$($alias:literal),*] $origin:ident;)+) => {
        /// A canonical action type.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        pub enum ActionType {
            $(
                #[doc = concat!("`", $name, "`")]
                $variant,
            )+
        }

        /// What to do: the action type with its params.
        #[derive(Debug, Clone, PartialEq)]
        pub enum ActionParams {
            $(
                #[doc = concat!("`", $name, "`")]
                $variant($params),
            )+
        }

        impl ActionType {
            /// Every action type, in the order of the contract.
            pub const ALL: &'static [Self] = &[$(Self::$variant,)+];

            /// The canonical name.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$variant => $name,)+
                }
            }

            /// Names accepted for it on input.
            #[must_use]
            pub const fn aliases(self) -> &'static [&'static str] {
                match self {
                    $(Self::$variant => &[$($alias),*],)+
                }
            }

            /// Whether the contract has it, or it is an extension.
            #[must_use]
            pub const fn origin(self) -> Origin {
                match self {
                    $(Self::$variant => Origin::$origin,)+
                }
            }

            /// What the reference says of it.
            #[must_use]
            pub const fn info(self) -> ActionInfo {
                match self {
                    $(Self::$variant => $params::INFO,)+
                }
            }

            /// The JSON Schema of its params.
            pub fn params_schema(self, generator: &mut SchemaGenerator) -> Schema {
                match self {
                    $(Self::$variant => generator.subschema_for::<$params>(),)+
                }
            }

            pub(super) fn read_params(self, params: &Object<'_>) -> Option<ActionParams> {
                match self {
                    $(Self::$variant => $params::read(params).map(ActionParams::$variant),)+
                }
            }
        }

        impl ActionParams {
            /// The action type these params belong to.
            #[must_use]
            pub const fn action_type(&self) -> ActionType {
                match self {
                    $(Self::$variant(_) => ActionType::$variant,)+
                }
            }

            /// Whether nothing is set, so that `params` is left out.
            #[must_use]
            pub fn is_empty(&self) -> bool {
                match self {
                    $(Self::$variant(params) => params.is_empty(),)+
                }
            }
        }

        impl Serialize for ActionParams {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                match self {
                    $(Self::$variant(params) => params.serialize(serializer),)+
                }
            }
        }
    };
}

action_types! {
    OpenApp OpenAppParams "open_app" [] Contract;
    OpenUri OpenUriParams "open_uri" ["open_url"] Contract;
    CloseApp CloseAppParams "close_app" [] Contract;
    StartRecording StartRecordingParams "start_recording" [] Contract;
    StopRecording StopRecordingParams "stop_recording" [] Contract;
    WaitForNode WaitForNodeParams "wait_for_node" ["wait_for", "find", "find_node"] Contract;
    Click ClickParams "click" ["tap", "press"] Contract;
    ScrollAndClick ScrollAndClickParams "scroll_and_click" [] Contract;
    Scroll ScrollParams "scroll" [] Contract;
    ScrollUntil ScrollUntilParams "scroll_until" [] Contract;
    ReadText ReadTextParams "read_text" ["read"] Contract;
    EnterText EnterTextParams "enter_text" ["type_text", "text_entry", "input_text"] Contract;
    SnapshotUi SnapshotUiParams "snapshot_ui" ["snapshot"] Contract;
    TakeScreenshot TakeScreenshotParams "take_screenshot" ["screenshot", "capture_screenshot"] Contract;
    Sleep SleepParams "sleep" [] Contract;
    PressKey PressKeyParams "press_key" ["key_press"] Contract;
    WaitForNavigation WaitForNavigationParams "wait_for_navigation" [] Contract;
    ReadKeyValuePair ReadKeyValuePairParams "read_key_value_pair" [] Contract;
    Swipe SwipeParams "swipe" [] Addition;
    CaptureScreen CaptureScreenParams "capture_screen" [] Addition;
    WaitForToast WaitForToastParams "wait_for_toast" [] Addition;
    WaitForIdle WaitForIdleParams "wait_for_idle" [] Addition;
    AssertNode AssertNodeParams "assert_node" [] Addition;
    Drag DragParams "drag" [] Addition;
    ClearText ClearTextParams "clear_text" [] Addition;
    HideKeyboard HideKeyboardParams "hide_keyboard" [] Addition;
    WakeDevice WakeDeviceParams "wake_device" [] Addition;
    ListApps ListAppsParams "list_apps" [] Addition;
    ClearApp ClearAppParams "clear_app" [] Addition;
    UninstallApp UninstallAppParams "uninstall_app" [] Addition;
    SetPermission SetPermissionParams "set_permission" [] Addition;
    TouchPath TouchPathParams "touch_path" [] Addition;
    Pinch PinchParams "pinch" [] Addition;
    GetClipboard GetClipboardParams "get_clipboard" [] Addition;
    SetClipboard SetClipboardParams "set_clipboard" [] Addition;
    PushFile PushFileParams "push_file" [] Addition;
    PullFile PullFileParams "pull_file" [] Addition;
    DeviceShell DeviceShellParams "device_shell" [] Addition;
}
