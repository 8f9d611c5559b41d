//! The boundary between a phone's programs and its screen.

use std::time::Duration;

use async_trait::async_trait;

use crate::accessibility::Accessibility;

/// A phone's screen and the apps on it.
///
/// Calls are what the platform's own services are asked by `input`, `am`, `uiautomator` and their kind. Gestures take
/// as long as they say, on the phone's own clock. Every call may be dropped at any await.
#[async_trait]
pub trait Screen: Send + Sync {
    /// Waits until nothing has changed for `quiet`, at most for `within`; answers whether it came to rest.
    async fn wait_for_idle(&self, quiet: Duration, within: Duration) -> bool;

    /// The view hierarchy as the platform's dumper writes it, from `<?xml` to the last `>`.
    async fn dump(&self, request: DumpRequest) -> Result<String, DumpRefused>;

    /// Performs a whole gesture with one finger.
    async fn gesture(&self, gesture: InputGesture) -> Result<(), InjectRefused>;

    /// Injects one raw motion event, as `input motionevent` does.
    async fn motion(&self, action: MotionAction, at: TouchPoint) -> Result<(), InjectRefused>;

    /// Presses a key.
    async fn key(&self, key: KeyPress) -> Result<(), InjectRefused>;

    /// Types text that the key map can type; the caller has refused the rest.
    async fn text(&self, text: &str) -> Result<(), InjectRefused>;

    /// Starts what the intent names.
    async fn start(&self, intent: &Intent) -> LaunchOutcome;

    /// Stops a package and forgets its state, as `am force-stop` does.
    async fn force_stop(&self, package: &str);

    /// Delivers a broadcast; answers the result code and data of an ordered one.
    async fn broadcast(&self, intent: &Intent) -> (i32, Option<String>);

    /// What is in the frame buffer: secure windows are black.
    async fn screenshot(&self) -> Image;

    /// Windows, tasks, focus, display and power as they are now.
    async fn state(&self) -> ScreenState;

    /// The packages that are installed.
    async fn packages(&self) -> Vec<Package>;

    /// Turns the display: 0..=3 quarter turns.
    async fn set_rotation(&self, rotation: u8);

    /// Overrides the display's size and density; `None` is the physical one.
    async fn set_display(&self, size: Option<(u32, u32)>, density: Option<u32>);

    /// Wakes the screen up or sends it to sleep.
    async fn set_awake(&self, awake: bool);

    /// Opens a lock that needs no secret, and asks for the secret of one that does.
    async fn dismiss_keyguard(&self);

    /// Expands or collapses the notification shade.
    async fn set_shade(&self, expanded: bool);

    /// The screen as a program sees it that holds the automation for long; not every screen has that.
    fn accessibility(&self) -> Option<&dyn Accessibility> {
        None
    }

    /// Grants or revokes a runtime permission; apps may notice.
    async fn set_permission(&self, package: &str, permission: &str, granted: bool);

    /// Installs an app of the screen again, or uninstalls it: then nothing starts it.
    async fn set_installed(&self, _package: &str, _installed: bool) {}

    /// What an app's content provider answers to a query; nothing where no app has such a provider.
    async fn query(&self, _uri: &str) -> Option<Vec<ProviderRow>> {
        None
    }
}

/// One row of a provider's answer: its columns, each with the value.
pub type ProviderRow = Vec<(String, String)>;

/// What a dump covers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DumpRequest {
    /// Every window of every display, not only the active one.
    pub windows: bool,
    /// Only nodes that matter for accessibility.
    pub compressed: bool,
}

/// Why there is no hierarchy.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum DumpRefused {
    /// No active window has a root.
    #[error("null root node")]
    NoRoot,
    /// The dumper died.
    #[error("the dumper was killed")]
    Killed,
}

/// A point of the display in pixels, as rotated.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct TouchPoint {
    /// From the left.
    pub x: f32,
    /// From the top.
    pub y: f32,
}

/// A gesture with one finger.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum InputGesture {
    /// Down and up at once.
    Tap(TouchPoint),
    /// Down, moves, up.
    Swipe {
        /// Where the finger goes down.
        from: TouchPoint,
        /// Where it goes up.
        to: TouchPoint,
        /// How long it takes.
        duration: Duration,
    },
    /// Down, a long press, moves, up.
    DragAndDrop {
        /// Where the finger goes down.
        from: TouchPoint,
        /// Where it goes up.
        to: TouchPoint,
        /// How long the movement takes.
        duration: Duration,
    },
}

/// One raw motion event.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MotionAction {
    /// The finger goes down.
    Down,
    /// The finger moves.
    Move,
    /// The finger goes up.
    Up,
    /// The gesture is given up.
    Cancel,
}

/// A key press by Android's key code.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct KeyPress {
    /// The key code, such as 4 for back.
    pub code: u32,
    /// Held for the long-press time.
    pub long: bool,
}

/// The phone refused an injected event.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum InjectRefused {
    /// Injection needs a permission that this phone withholds.
    #[error("requires INJECT_EVENTS permission")]
    NotPermitted,
    /// What takes events died meanwhile; the event may have reached an app that is gone by now.
    #[error("the framework died")]
    FrameworkDied,
}

/// What `am` was asked to start or send.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Intent {
    pub action: Option<String>,
    /// `-d`
    pub data: Option<String>,
    /// `-t`
    pub mime_type: Option<String>,
    /// `-c`, in order
    pub categories: Vec<String>,
    /// `-p`
    pub package: Option<String>,
    /// `-n`, package and class in full
    pub component: Option<(String, String)>,
    /// `-f`
    pub flags: u32,
    /// String extras, in order.
    pub extras: Vec<(String, String)>,
}

/// What starting an intent came to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum LaunchOutcome {
    /// An activity was started.
    Started {
        /// Package and class in full.
        component: (String, String),
        /// Whether the process was not running before.
        cold: bool,
        /// How long until it was drawn.
        took: Duration,
    },
    /// It was on top already and got the intent.
    DeliveredToTop {
        /// Package and class in full.
        component: (String, String),
    },
    /// Its task was brought to the front.
    BroughtToFront {
        /// Package and class in full.
        component: (String, String),
    },
    /// There is no such class.
    ClassMissing {
        /// Package and class in full.
        component: (String, String),
    },
    /// Nothing resolves the intent.
    Unresolved,
    /// The activity is not exported.
    NotExported,
}

/// Pixels, four bytes each: red, green, blue, alpha; rows without padding.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Image {
    /// Pixels in a row.
    pub width: u32,
    /// Rows.
    pub height: u32,
    pub pixels: Vec<u8>,
}

/// An installed package.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Package {
    /// The package id.
    pub name: String,
    pub version_name: String,
    pub version_code: u64,
    /// Whether it came with the system.
    pub system: bool,
    /// The activity that a launcher starts, in full.
    pub launcher_activity: Option<String>,
    /// Activities in full.
    pub activities: Vec<String>,
    /// The beginnings of URIs that it opens, each with the activity in full.
    pub uris: Vec<(String, String)>,
    /// Requested runtime permissions and whether each is granted.
    pub permissions: Vec<(String, bool)>,
    /// The process id while it runs.
    pub pid: Option<u32>,
}

/// What kind of window it is, by the platform's own types.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum WindowKind {
    /// An app's main window.
    Application,
    /// A dialog or popup of an app.
    Dialog,
    /// The keyboard.
    InputMethod,
    /// Status bar, navigation bar, shade, system dialogs.
    System,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WindowState {
    /// Its title, such as `com.android.settings/com.android.settings.Settings` or `StatusBar`.
    pub title: String,
    pub kind: WindowKind,
    /// The package it belongs to.
    pub package: String,
    /// Left, top, right, bottom.
    pub bounds: (i32, i32, i32, i32),
    /// Whether it has the input focus.
    pub focused: bool,
    /// Its place from the back.
    pub layer: i32,
    /// Whether its content must not be captured.
    pub secure: bool,
}

/// One task with its activities, bottom first.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TaskState {
    /// The task's number.
    pub id: u32,
    /// Package and class in full, bottom first.
    pub activities: Vec<(String, String)>,
}

/// Whether the phone is awake.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Wakefulness {
    /// The screen is on.
    Awake,
    /// The screen is off.
    Asleep,
}

/// The screen as the window and activity services would tell it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ScreenState {
    /// Windows from the back to the front.
    pub windows: Vec<WindowState>,
    /// Tasks from the back to the front.
    pub tasks: Vec<TaskState>,
    /// The resumed activity; `None` when asleep.
    pub resumed: Option<(String, String)>,
    /// Physical size of the display, not rotated.
    pub physical_size: (u32, u32),
    /// Size override, if any.
    pub size_override: Option<(u32, u32)>,
    pub physical_density: u32,
    /// Density override, if any.
    pub density_override: Option<u32>,
    /// Quarter turns.
    pub rotation: u8,
    /// Awake or asleep.
    pub wakefulness: Wakefulness,
    /// Whether the lock screen is showing.
    pub keyguard: bool,
    /// Whether the lock needs a secret.
    pub keyguard_secure: bool,
    /// Whether the keyboard is shown.
    pub keyboard_shown: bool,
    /// The battery's level in percent.
    pub battery_level: u8,
}
