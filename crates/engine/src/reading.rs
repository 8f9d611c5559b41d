//! Whose screens an answer shows.
//!
//! An answer is made from the screens that a step looked at, and not from the app that is in front when somebody asks.
//! So whoever judges reading gets every app that has a node there: the one below a dialog, and the one that was left.

use std::collections::BTreeSet;

use clawperator_contract::{Action, ActionParams, Window};
use clawperator_device::driver::Observation;
use clawperator_ui::Tree;

/// The apps and activities of the screens that an answer is made from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reading {
    packages: BTreeSet<String>,
    activities: BTreeSet<String>,
    knows_packages: bool,
    knows_activities: bool,
}

impl Default for Reading {
    /// No screen, of which everything is known.
    fn default() -> Self {
        Self {
            packages: BTreeSet::new(),
            activities: BTreeSet::new(),
            knows_packages: true,
            knows_activities: true,
        }
    }
}

impl Reading {
    /// What is shown of one screen, and the activity that was in front of it.
    #[must_use]
    pub fn of(tree: &Tree, activity: Option<&str>, windows: Window) -> Self {
        let mut reading = Self::default();
        reading.add(tree, activity, windows);
        reading
    }

    /// The packages that have nodes there.
    pub fn packages(&self) -> impl Iterator<Item = &str> {
        self.packages.iter().map(String::as_str)
    }

    /// The activities that were in front.
    pub fn activities(&self) -> impl Iterator<Item = &str> {
        self.activities.iter().map(String::as_str)
    }

    /// Whether every node says whose it is, and every screen could be read.
    #[must_use]
    pub const fn knows_packages(&self) -> bool {
        self.knows_packages
    }

    /// Whether the activity of every screen is known.
    #[must_use]
    pub const fn knows_activities(&self) -> bool {
        self.knows_activities
    }

    /// Whether it is about no screen at all.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.packages.is_empty() && self.activities.is_empty() && self.knows_packages
    }

    fn add(&mut self, tree: &Tree, activity: Option<&str>, windows: Window) {
        let is_shown = tree.windows_in(windows);
        for node in tree.nodes() {
            let index = node.window_index();
            if !is_shown.get(index).copied().unwrap_or(true) {
                continue;
            }
            match node.package() {
                "" => self.knows_packages = false,
                package if self.packages.contains(package) => {}
                package => {
                    self.packages.insert(package.to_owned());
                }
            }
        }
        match activity {
            Some(activity) => {
                self.activities.insert(activity.to_owned());
            }
            None => self.knows_activities = false,
        }
    }

    /// The same with an app; none where nobody knows which.
    pub(crate) fn add_app(&mut self, package: Option<&str>) {
        match package {
            Some(package) => {
                self.packages.insert(package.to_owned());
            }
            None => self.knows_packages = false,
        }
    }

    fn add_unread(&mut self) {
        self.knows_packages = false;
        self.knows_activities = false;
    }

    /// The screens of both.
    pub(crate) fn and(mut self, other: &Self) -> Self {
        self.packages.extend(other.packages.iter().cloned());
        self.activities.extend(other.activities.iter().cloned());
        self.knows_packages &= other.knows_packages;
        self.knows_activities &= other.knows_activities;
        self
    }
}

/// The screens that a step has looked at so far.
#[derive(Debug, Default)]
pub(crate) struct Looks {
    /// The windows that selectors search unless asked.
    in_app: Reading,
    everywhere: Reading,
}

impl Looks {
    pub(crate) fn add(&mut self, seen: &Observation) {
        let activity = activity_of(seen);
        self.in_app.add(&seen.tree, activity, Window::App);
        self.everywhere.add(&seen.tree, activity, Window::All);
    }

    /// An app of which something is told that is in no tree; none where nobody knows which.
    pub(crate) fn add_app(&mut self, package: Option<&str>) {
        self.in_app.add_app(package);
        self.everywhere.add_app(package);
    }

    /// A screen that could not be read, where what it shows is needed all the same.
    pub(crate) fn add_unread(&mut self) {
        self.in_app.add_unread();
        self.everywhere.add_unread();
    }

    /// What an answer shows that is made from these windows.
    pub(crate) const fn in_windows(&self, windows: Window) -> &Reading {
        match windows {
            Window::App => &self.in_app,
            Window::All | Window::Keyboard | Window::System => &self.everywhere,
        }
    }
}

/// What the lines of one screen show.
pub(crate) fn reading_of(seen: &Observation) -> Reading {
    Reading::of(&seen.tree, activity_of(seen), Window::App)
}

fn activity_of(seen: &Observation) -> Option<&str> {
    let condition = seen.condition.as_ref()?;
    condition.front.activity.as_deref()
}

/// The windows that an action searches.
pub(crate) fn windows_of(action: &Action) -> Window {
    let window = match &action.params {
        ActionParams::Click(params) => params.target.window,
        ActionParams::EnterText(params) => params.target.window,
        ActionParams::ClearText(params) => params.target.window,
        ActionParams::ReadText(params) => params.target.window,
        ActionParams::ScrollAndClick(params) => params.target.window,
        ActionParams::ScrollUntil(params) => params.target.window,
        ActionParams::WaitForNode(params) => params.target.window,
        ActionParams::AssertNode(params) => params.target.window,
        ActionParams::Swipe(params) => params.target.window,
        ActionParams::Pinch(params) => params.target.window,
        ActionParams::Drag(params) => {
            let [from, to] = [&params.from, &params.to].map(|place| place.target.window);
            if from == to { from } else { Some(Window::All) }
        }
        ActionParams::WaitForNavigation(params) => params.window,
        ActionParams::ReadKeyValuePair(params) => params.window,
        ActionParams::OpenApp(_)
        | ActionParams::OpenUri(_)
        | ActionParams::CloseApp(_)
        | ActionParams::ListApps(_)
        | ActionParams::ClearApp(_)
        | ActionParams::UninstallApp(_)
        | ActionParams::SetPermission(_)
        | ActionParams::PushFile(_)
        | ActionParams::PullFile(_)
        | ActionParams::StartRecording(_)
        | ActionParams::StopRecording(_)
        | ActionParams::Scroll(_)
        | ActionParams::TouchPath(_)
        | ActionParams::GetClipboard(_)
        | ActionParams::SetClipboard(_)
        | ActionParams::DeviceShell(_)
        | ActionParams::SnapshotUi(_)
        | ActionParams::TakeScreenshot(_)
        | ActionParams::CaptureScreen(_)
        | ActionParams::WaitForToast(_)
        | ActionParams::WaitForIdle(_)
        | ActionParams::Sleep(_)
        | ActionParams::HideKeyboard(_)
        | ActionParams::WakeDevice(_)
        | ActionParams::PressKey(_) => None,
    };
    window.unwrap_or(Window::App)
}
