//! The action types: names, aliases and params in one table.

use schemars::{Schema, SchemaGenerator};
use serde::{Serialize, Serializer};

use super::capture_screen::CaptureScreenParams;
use super::click::ClickParams;
use super::close_app::CloseAppParams;
use super::enter_text::EnterTextParams;
use super::info::{ActionInfo, Params};
use super::open_app::OpenAppParams;
use super::open_uri::OpenUriParams;
use super::press_key::PressKeyParams;
use super::read_key_value_pair::ReadKeyValuePairParams;
use super::read_text::ReadTextParams;
use super::recording::{StartRecordingParams, StopRecordingParams};
use super::scroll::ScrollParams;
use super::scroll_and_click::ScrollAndClickParams;
use super::scroll_until::ScrollUntilParams;
use super::sleep::SleepParams;
use super::snapshot_ui::SnapshotUiParams;
use super::swipe::SwipeParams;
use super::take_screenshot::TakeScreenshotParams;
use super::wait_for_navigation::WaitForNavigationParams;
use super::wait_for_node::WaitForNodeParams;
use super::wait_for_toast::WaitForToastParams;
use crate::decode::Object;

/// Defines the action types and, for each, its name, aliases and params.
macro_rules! action_types {
    ($($variant:ident $params:ident $name:literal [$($alias:literal),*];)+) => {
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
    OpenApp OpenAppParams "open_app" [];
    OpenUri OpenUriParams "open_uri" ["open_url"];
    CloseApp CloseAppParams "close_app" [];
    StartRecording StartRecordingParams "start_recording" [];
    StopRecording StopRecordingParams "stop_recording" [];
    WaitForNode WaitForNodeParams "wait_for_node" ["wait_for", "find", "find_node"];
    Click ClickParams "click" ["tap", "press"];
    ScrollAndClick ScrollAndClickParams "scroll_and_click" [];
    Scroll ScrollParams "scroll" [];
    ScrollUntil ScrollUntilParams "scroll_until" [];
    ReadText ReadTextParams "read_text" ["read"];
    EnterText EnterTextParams "enter_text" ["type_text", "text_entry", "input_text"];
    SnapshotUi SnapshotUiParams "snapshot_ui" ["snapshot"];
    TakeScreenshot TakeScreenshotParams "take_screenshot" ["screenshot", "capture_screenshot"];
    Sleep SleepParams "sleep" [];
    PressKey PressKeyParams "press_key" ["key_press"];
    WaitForNavigation WaitForNavigationParams "wait_for_navigation" [];
    ReadKeyValuePair ReadKeyValuePairParams "read_key_value_pair" [];
    Swipe SwipeParams "swipe" [];
    CaptureScreen CaptureScreenParams "capture_screen" [];
    WaitForToast WaitForToastParams "wait_for_toast" [];
}
