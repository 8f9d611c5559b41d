//! What is said to the JVM and what it answers.

use clawperator_phone_screen::Intent;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

/// A request without its number.
#[derive(Debug, Clone, Serialize)]
#[serde(tag = "op", rename_all = "snake_case")]
pub(crate) enum Request<'a> {
    WaitIdle {
        quiet_ms: u64,
        within_ms: u64,
    },
    Dump {
        windows: bool,
        compressed: bool,
    },
    Tap {
        x: f32,
        y: f32,
    },
    Swipe(Stroke),
    Drag(Stroke),
    Motion {
        action: &'static str,
        x: f32,
        y: f32,
    },
    Key {
        code: u32,
        long: bool,
    },
    Keys {
        codes: &'a [u32],
    },
    Text {
        text: &'a str,
    },
    Start {
        intent: WireIntent<'a>,
    },
    ForceStop {
        package: &'a str,
    },
    ClearData {
        package: &'a str,
    },
    Broadcast {
        intent: WireIntent<'a>,
    },
    Screenshot,
    State,
    Packages,
    Rotation {
        rotation: u8,
    },
    Display {
        width: Option<u32>,
        height: Option<u32>,
        density: Option<u32>,
    },
    Awake {
        awake: bool,
    },
    Shade {
        expanded: bool,
    },
    Permission {
        package: &'a str,
        permission: &'a str,
        granted: bool,
    },
    Query {
        uri: &'a str,
    },
    Record {
        after: u64,
    },
    Views,
    WatchTouches,
    LastTouch {
        tree: bool,
    },
    Automation(AutomationRequest<'a>),
}

/// What is asked of the platform's own `UiAutomation`.
#[derive(Debug, Clone, Copy, Serialize)]
#[serde(tag = "what", rename_all = "snake_case")]
pub(crate) enum AutomationRequest<'a> {
    Connect,
    Disconnect,
    Release,
    Tree,
    Walk,
    Tap { x: f32, y: f32 },
    SetText { view: &'a str, text: &'a str },
    Picture,
    Events,
    Count,
    Fault { fault: PlantedFault },
}

/// A fault under a `UiAutomation`, for tests that must notice it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum PlantedFault {
    /// All is well.
    None,
    /// What was read once is read from memory for ever: nothing clears it and no event comes.
    KeepCache,
    /// One node is never answered, although its parent counts it.
    NullChild,
    /// The topmost window is not told of.
    DropWindow,
    /// Fingers come down 30 pixels beside the point that was meant.
    TapOff,
}

impl Request<'_> {
    /// The request's name, for logs.
    pub(crate) fn name(&self) -> &'static str {
        match self {
            Self::WaitIdle { .. } => "wait_idle",
            Self::Dump { .. } => "dump",
            Self::Tap { .. } => "tap",
            Self::Swipe(_) => "swipe",
            Self::Drag(_) => "drag",
            Self::Motion { .. } => "motion",
            Self::Key { .. } => "key",
            Self::Keys { .. } => "keys",
            Self::Text { .. } => "text",
            Self::Start { .. } => "start",
            Self::ForceStop { .. } => "force_stop",
            Self::ClearData { .. } => "clear_data",
            Self::Broadcast { .. } => "broadcast",
            Self::Screenshot => "screenshot",
            Self::State => "state",
            Self::Packages => "packages",
            Self::Rotation { .. } => "rotation",
            Self::Display { .. } => "display",
            Self::Awake { .. } => "awake",
            Self::Shade { .. } => "shade",
            Self::Permission { .. } => "permission",
            Self::Query { .. } => "query",
            Self::Record { .. } => "record",
            Self::Views => "views",
            Self::WatchTouches => "watch_touches",
            Self::LastTouch { .. } => "last_touch",
            Self::Automation(_) => "automation",
        }
    }
}

/// A finger's way.
#[derive(Debug, Clone, Copy, Serialize)]
pub(crate) struct Stroke {
    pub(crate) from_x: f32,
    pub(crate) from_y: f32,
    pub(crate) to_x: f32,
    pub(crate) to_y: f32,
    pub(crate) duration_ms: u64,
}

/// An intent as the JVM reads it; what is not there is left out.
#[derive(Debug, Clone, Serialize)]
pub(crate) struct WireIntent<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    action: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    data: Option<&'a str>,
    #[serde(rename = "type", skip_serializing_if = "Option::is_none")]
    mime_type: Option<&'a str>,
    categories: &'a [String],
    #[serde(skip_serializing_if = "Option::is_none")]
    package: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    component: Option<&'a (String, String)>,
    flags: u32,
    extras: &'a [(String, String)],
}

impl<'a> From<&'a Intent> for WireIntent<'a> {
    fn from(intent: &'a Intent) -> Self {
        Self {
            action: intent.action.as_deref(),
            data: intent.data.as_deref(),
            mime_type: intent.mime_type.as_deref(),
            categories: &intent.categories,
            package: intent.package.as_deref(),
            component: intent.component.as_ref(),
            flags: intent.flags,
            extras: &intent.extras,
        }
    }
}

/// The first line of the JVM.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
pub(crate) struct Ready {
    pub(crate) port: u16,
    pub(crate) record: u16,
    /// Where the Operator is started and reached; a host that is made to fail has none.
    #[serde(default)]
    pub(crate) operator: u16,
    pub(crate) pid: u32,
}

/// An answer's line.
#[derive(Debug, Deserialize)]
pub(crate) struct AnswerLine<'a> {
    pub(crate) id: u64,
    #[serde(borrow)]
    pub(crate) ok: Option<&'a RawValue>,
    pub(crate) refused: Option<String>,
}

/// How many bytes follow an answer's line.
#[derive(Debug, Default, Deserialize)]
pub(crate) struct Followed {
    #[serde(default)]
    pub(crate) bytes: usize,
}
