//! The verbs: a typed request in, an execution payload out, the same for every surface.
//!
//! A surface fills the request of a verb from what was typed, posted or called, and turns it into a [`Draft`]. The draft
//! gives the payload's bytes, which go through the same validation as any other payload: a verb can do nothing that a
//! payload cannot. So nothing is refused here. A surface refuses only what a payload cannot show, such as two flags that
//! exclude each other.
//!
//! What is decided here is what is around the one action ([`Frame`]), how long the execution may take, and how the
//! params are written.

mod apps;
mod clear_text;
mod click;
mod clipboard;
mod close;
mod container;
mod device_shell;
mod draft;
mod drag;
mod exists;
mod files;
mod frame;
mod hide_keyboard;
mod milliseconds;
mod observe;
mod open;
mod param_value;
mod patience;
mod pinch;
mod point;
mod press;
mod read;
mod read_value;
mod recording;
mod screenshot;
mod scroll;
mod scroll_until;
mod sleep;
mod snapshot;
mod swipe;
mod target;
mod touch_path;
mod type_text;
mod wait;
mod wait_for_idle;
mod wait_for_nav;
mod wait_for_toast;
mod wake;

pub use self::apps::{ClearApp, ListApps, SetPermission, UninstallApp};
pub use self::clear_text::ClearText;
pub use self::click::{Click, ClickTarget};
pub use self::clipboard::{GetClipboard, SetClipboard};
pub use self::close::Close;
pub use self::container::Container;
pub use self::device_shell::DeviceShell;
pub use self::draft::Draft;
pub use self::drag::{Drag, DragPlace};
pub use self::exists::Exists;
pub use self::files::{PullFile, PushFile};
pub use self::frame::Frame;
pub use self::hide_keyboard::HideKeyboard;
pub use self::milliseconds::Milliseconds;
pub use self::observe::Observe;
pub use self::open::{Open, Opened};
pub use self::param_value::ParamValue;
pub use self::patience::Patience;
pub use self::pinch::Pinch;
pub use self::point::Point;
pub use self::press::Press;
pub use self::read::Read;
pub use self::read_value::ReadValue;
pub use self::recording::{StartRecording, StopRecording};
pub use self::screenshot::Screenshot;
pub use self::scroll::Scroll;
pub use self::scroll_until::ScrollUntil;
pub use self::sleep::Sleep;
pub use self::snapshot::Snapshot;
pub use self::swipe::{Swipe, SwipeWay};
pub use self::target::{Node, Target};
pub use self::touch_path::{PointInTime, TouchPath};
pub use self::type_text::TypeText;
pub use self::wait::Wait;
pub use self::wait_for_idle::WaitForIdle;
pub use self::wait_for_nav::WaitForNav;
pub use self::wait_for_toast::WaitForToast;
pub use self::wake::Wake;
