//! One phone: its tasks, windows, touches and timers.
//!
//! Nothing runs by itself. Every call first lets happen what was due since the last one ([`Phone::settle`]), in the
//! order in which it was due; a phone that nobody asks costs nothing but its state.

pub(crate) mod apps;
mod click;
mod dialogs;
mod effects;
pub(crate) mod facts;
mod fields;
mod keys;
mod landing;
mod launch;
mod lock;
mod questions;
mod scroll;
mod sight;
mod stale;
mod state;
pub(crate) mod surface;
mod system;
mod tasks;
mod timers;
mod touch;
mod tree;
mod windows;

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use self::apps::AppState;
use self::facts::Facts;
pub(crate) use self::fields::Keyboard;
use self::questions::{PermissionQuestion, SystemDialog};
use self::scroll::Fling;
pub(crate) use self::sight::Sight;
use self::surface::Surface;
use self::system::Notification;
use self::tasks::Task;
pub(crate) use self::timers::NOT_RESPONDING;
use self::timers::{Animation, Timer};
use self::touch::Touch;
pub(crate) use self::tree::{Reach, Seen};
pub(crate) use self::windows::{Manner, Window};
use crate::config::{Faults, Lock, ScreenConfig};
use crate::history::{Entry, Happened, History, ViewName};
use crate::page::{Bindings, NodeId, Scenes};

/// Which window a page is in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Place {
    /// An activity, by its record.
    Activity(u32),
    /// A dialog of an activity: the record and the dialog's number.
    Dialog(u32, u32),
    /// The snackbar of an activity, inside its window.
    Snackbar(u32),
    /// The question for a permission.
    Permission,
    /// A dialog of the system, by its number.
    System(u32),
    /// The recent apps.
    Overview,
    /// The notification shade.
    Shade,
    LockScreen,
    Keyboard,
    StatusBar,
    NavigationBar,
}

/// A view of a window.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Spot {
    pub(crate) place: Place,
    /// `None` where effects belong to the whole page.
    pub(crate) node: Option<NodeId>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Display {
    pub(crate) physical: (u32, u32),
    pub(crate) size_override: Option<(u32, u32)>,
    pub(crate) physical_density: u32,
    pub(crate) density_override: Option<u32>,
    pub(crate) rotation: u8,
}

/// The state of a phone.
#[derive(Debug)]
pub(crate) struct Phone {
    pub(crate) scenes: Arc<Scenes>,
    pub(crate) lock: Lock,
    /// The moment that is being lived.
    pub(crate) now: Duration,
    /// Counts changes that a layout depends on.
    version: u64,
    pub(crate) last_event: Duration,
    pub(crate) facts: Facts,
    /// What the wall clock was set to, and when.
    wall_set: (Duration, Duration),
    apps: BTreeMap<usize, AppState>,
    next_pid: u32,
    /// From the back to the front.
    pub(crate) tasks: Vec<Task>,
    next_task: u32,
    /// Numbers for records and dialogs.
    next_number: u32,
    pub(crate) display: Display,
    pub(crate) awake: bool,
    pub(crate) locked: Option<Surface>,
    /// Whether the lock screen asks for the PIN.
    bouncer: bool,
    status_bar: Option<Surface>,
    navigation_bar: Option<Surface>,
    shade: Option<Surface>,
    overview: Option<Surface>,
    pub(crate) keyboard: Option<Keyboard>,
    permission: Option<PermissionQuestion>,
    system: Vec<SystemDialog>,
    notifications: Vec<Notification>,
    /// A toast and when it goes.
    pub(crate) toast: Option<(String, Duration)>,
    timers: BTreeMap<(Duration, u64), Timer>,
    next_timer: u64,
    animations: Vec<Animation>,
    fling: Option<Fling>,
    touch: Option<Touch>,
    next_touch: u64,
    clipboard: String,
    /// Effects that the current cause may still run.
    budget: usize,
    /// How deep causes are nested: an activity that starts an activity that starts an activity.
    depth: u8,
    /// Where the last touch was, for menus that open there.
    last_point: (i32, i32),
    history: History,
    pub(crate) faults: Faults,
    /// Trees from before the last tap, and how long they are still shown.
    stale: Option<(Duration, [String; 3])>,
}

impl Phone {
    pub(crate) fn boot(scenes: Arc<Scenes>, config: &ScreenConfig) -> Self {
        let facts = Facts {
            battery: config.battery.min(100),
            wall: config.wall_clock,
            fixed: Arc::new(config.facts.clone()),
        };
        let mut phone = Self {
            scenes,
            lock: config.lock.clone(),
            now: Duration::ZERO,
            version: 0,
            last_event: Duration::ZERO,
            facts,
            wall_set: (config.wall_clock, Duration::ZERO),
            apps: BTreeMap::new(),
            next_pid: 2_210,
            tasks: Vec::new(),
            next_task: 1,
            next_number: 1,
            display: Display {
                physical: (
                    config.size.0.clamp(64, 8_192),
                    config.size.1.clamp(64, 8_192),
                ),
                size_override: None,
                physical_density: config.density.clamp(72, 1_000),
                density_override: None,
                rotation: 0,
            },
            awake: true,
            locked: None,
            bouncer: false,
            status_bar: None,
            navigation_bar: None,
            shade: None,
            overview: None,
            keyboard: None,
            permission: None,
            system: Vec::new(),
            notifications: Vec::new(),
            toast: None,
            timers: BTreeMap::new(),
            next_timer: 0,
            animations: Vec::new(),
            fling: None,
            touch: None,
            next_touch: 0,
            clipboard: String::new(),
            budget: 0,
            depth: 0,
            last_point: (0, 0),
            history: History::default(),
            faults: Faults::default(),
            stale: None,
        };
        phone.start_system();
        phone.history.clear();
        phone
    }

    /// Something that a layout depends on has changed.
    pub(crate) fn changed(&mut self) {
        self.version = self.version.wrapping_add(1);
        self.event();
    }

    /// The platform would send an accessibility event.
    pub(crate) fn event(&mut self) {
        self.last_event = self.last_event.max(self.now);
    }

    pub(crate) fn happened(&mut self, what: Happened) {
        self.history.push(self.now, what);
    }

    pub(crate) fn history(&self) -> Vec<Entry> {
        self.history.all()
    }

    pub(crate) fn clear_history(&mut self) {
        self.history.clear();
    }

    fn number(&mut self) -> u32 {
        let number = self.next_number;
        self.next_number = number.wrapping_add(1).max(1);
        number
    }

    pub(crate) fn surface(&self, place: Place) -> Option<&Surface> {
        match place {
            Place::Activity(record) => Some(&self.record(record)?.surface),
            Place::Dialog(record, dialog) => Some(&self.record(record)?.popup(dialog)?.surface),
            Place::Snackbar(record) => self.record(record)?.snackbar.as_ref(),
            Place::Permission => self.permission.as_ref().map(|question| &question.surface),
            Place::System(number) => self
                .system
                .iter()
                .find(|dialog| dialog.number == number)
                .map(|dialog| &dialog.surface),
            Place::Overview => self.overview.as_ref(),
            Place::Shade => self.shade.as_ref(),
            Place::LockScreen => self.locked.as_ref(),
            Place::Keyboard => self.keyboard.as_ref().map(|keyboard| &keyboard.surface),
            Place::StatusBar => self.status_bar.as_ref(),
            Place::NavigationBar => self.navigation_bar.as_ref(),
        }
    }

    pub(crate) fn surface_mut(&mut self, place: Place) -> Option<&mut Surface> {
        match place {
            Place::Activity(record) => Some(&mut self.record_mut(record)?.surface),
            Place::Dialog(record, dialog) => {
                Some(&mut self.record_mut(record)?.popup_mut(dialog)?.surface)
            }
            Place::Snackbar(record) => self.record_mut(record)?.snackbar.as_mut(),
            Place::Permission => self
                .permission
                .as_mut()
                .map(|question| &mut question.surface),
            Place::System(number) => self
                .system
                .iter_mut()
                .find(|dialog| dialog.number == number)
                .map(|dialog| &mut dialog.surface),
            Place::Overview => self.overview.as_mut(),
            Place::Shade => self.shade.as_mut(),
            Place::LockScreen => self.locked.as_mut(),
            Place::Keyboard => self.keyboard.as_mut().map(|keyboard| &mut keyboard.surface),
            Place::StatusBar => self.status_bar.as_mut(),
            Place::NavigationBar => self.navigation_bar.as_mut(),
        }
    }

    /// The page of a window with all that it looks at.
    pub(crate) fn sight(&self, place: Place) -> Option<Sight<'_>> {
        let surface = self.surface(place)?;
        let app = self.scenes.app_index(&surface.page.package);
        let record = match place {
            Place::Activity(record) | Place::Dialog(record, _) | Place::Snackbar(record) => {
                self.record(record)
            }
            _ => None,
        };
        Some(Sight {
            page: &surface.page,
            views: &surface.views,
            focus: surface.focus,
            app: app
                .and_then(|app| self.scenes.apps.get(app))
                .map(|entry| &entry.spec),
            app_state: app.and_then(|app| self.apps.get(&app)),
            extras: record.map_or(&NO_BINDINGS, |record| &record.extras),
            facts: &self.facts,
            below: match place {
                Place::Dialog(..) | Place::Snackbar(_) => record.map(|record| &record.surface),
                _ => None,
            },
        })
    }

    pub(crate) fn view_name(&self, place: Place, node: NodeId) -> ViewName {
        let Some(sight) = self.sight(place) else {
            return ViewName::default();
        };
        let view = sight.page.node(node);
        ViewName {
            package: sight.page.package.to_string(),
            key: view.key.as_deref().unwrap_or_default().to_owned(),
            id: view.id.to_string(),
            class: view.class.to_string(),
            text: sight.shown_text(node).into_owned(),
        }
    }
}

static NO_BINDINGS: Bindings = Bindings::new();
