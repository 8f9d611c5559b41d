//! What the JVM answers, read into the types of a screen.

use std::time::Duration;

use clawperator_phone_screen::{
    LaunchOutcome, Package, ProviderRow, ScreenState, TaskState, Wakefulness, WindowKind,
    WindowState,
};
use serde::Deserialize;

/// Package and class.
type Component = (String, String);

#[derive(Debug, Deserialize)]
pub(crate) struct IdleReply {
    pub(crate) idle: bool,
}

#[derive(Debug, Deserialize)]
pub(crate) struct ImageReply {
    pub(crate) width: u32,
    pub(crate) height: u32,
}

#[derive(Debug, Deserialize)]
pub(crate) struct BroadcastReply {
    pub(crate) code: i32,
    #[serde(default)]
    pub(crate) data: Option<String>,
}

#[derive(Debug, Deserialize)]
pub(crate) struct QueryReply {
    /// Absent where nobody answers.
    #[serde(default)]
    pub(crate) rows: Option<Vec<ProviderRow>>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Outcome {
    Started,
    DeliveredToTop,
    BroughtToFront,
    ClassMissing,
    Unresolved,
    NotExported,
}

#[derive(Debug, Deserialize)]
pub(crate) struct StartReply {
    outcome: Outcome,
    cold: bool,
    took_ms: u64,
    #[serde(default)]
    package: String,
    #[serde(default)]
    class: String,
}

impl From<StartReply> for LaunchOutcome {
    fn from(reply: StartReply) -> Self {
        let component = (reply.package, reply.class);
        match reply.outcome {
            Outcome::Started => Self::Started {
                component,
                cold: reply.cold,
                took: Duration::from_millis(reply.took_ms),
            },
            Outcome::DeliveredToTop => Self::DeliveredToTop { component },
            Outcome::BroughtToFront => Self::BroughtToFront { component },
            Outcome::ClassMissing => Self::ClassMissing { component },
            Outcome::Unresolved => Self::Unresolved,
            Outcome::NotExported => Self::NotExported,
        }
    }
}

#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Kind {
    Application,
    Dialog,
    InputMethod,
    System,
}

#[derive(Debug, Deserialize)]
struct WindowReply {
    title: String,
    kind: Kind,
    package: String,
    bounds: (i32, i32, i32, i32),
    focused: bool,
    layer: i32,
    secure: bool,
}

impl From<WindowReply> for WindowState {
    fn from(window: WindowReply) -> Self {
        Self {
            title: window.title,
            kind: match window.kind {
                Kind::Application => WindowKind::Application,
                Kind::Dialog => WindowKind::Dialog,
                Kind::InputMethod => WindowKind::InputMethod,
                Kind::System => WindowKind::System,
            },
            package: window.package,
            bounds: window.bounds,
            focused: window.focused,
            layer: window.layer,
            secure: window.secure,
        }
    }
}

#[derive(Debug, Deserialize)]
struct TaskReply {
    id: u32,
    activities: Vec<Component>,
}

#[derive(Debug, Deserialize)]
pub(crate) struct StateReply {
    windows: Vec<WindowReply>,
    tasks: Vec<TaskReply>,
    #[serde(default)]
    resumed: Option<Component>,
    size: (u32, u32),
    physical_size: (u32, u32),
    density: u32,
    physical_density: u32,
    rotation: u8,
    awake: bool,
    keyboard: bool,
}

/// The battery is the programs' business; a screen that knows none says that it is full.
const BATTERY: u8 = 100;

impl From<StateReply> for ScreenState {
    fn from(state: StateReply) -> Self {
        let tasks = state.tasks.into_iter().map(|task| TaskState {
            id: task.id,
            activities: task.activities,
        });
        Self {
            windows: state.windows.into_iter().map(Into::into).collect(),
            tasks: tasks.collect(),
            resumed: state.resumed,
            physical_size: state.physical_size,
            size_override: Some(state.size).filter(|size| *size != state.physical_size),
            physical_density: state.physical_density,
            density_override: Some(state.density).filter(|dpi| *dpi != state.physical_density),
            rotation: state.rotation,
            wakefulness: if state.awake {
                Wakefulness::Awake
            } else {
                Wakefulness::Asleep
            },
            keyguard: false,
            keyguard_secure: false,
            keyboard_shown: state.keyboard,
            battery_level: BATTERY,
        }
    }
}

#[derive(Debug, Deserialize)]
pub(crate) struct PackagesReply {
    pub(crate) packages: Vec<PackageReply>,
}

#[derive(Debug, Deserialize)]
pub(crate) struct PackageReply {
    name: String,
    version_name: String,
    version_code: u64,
    system: bool,
    #[serde(default)]
    launcher: Option<String>,
    activities: Vec<String>,
    /// How the addresses begin that it opens, each with the activity; apps of the system have none.
    #[serde(default)]
    uris: Vec<(String, String)>,
    permissions: Vec<(String, bool)>,
    /// 0 while it does not run.
    pid: u32,
}

impl From<PackageReply> for Package {
    fn from(package: PackageReply) -> Self {
        Self {
            name: package.name,
            version_name: package.version_name,
            version_code: package.version_code,
            system: package.system,
            launcher_activity: package.launcher,
            activities: package.activities,
            uris: package.uris,
            permissions: package.permissions,
            pid: Some(package.pid).filter(|pid| *pid != 0),
        }
    }
}
