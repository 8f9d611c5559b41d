//! The state of a phone, and what every part of it asks for.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::sync::Arc;
use std::time::Duration;

use tokio::sync::watch;

use super::Keyboard;
use super::place::{Display, Place};
use super::questions::{PermissionQuestion, SystemDialog};
use super::scroll::Fling;
use super::surface::Surface;
use super::system::Notification;
use super::tasks::Task;
use super::timers::{Animation, Timer};
use super::touch::Touch;
use crate::accessibility::{AccessibleTree, Toasted};
use crate::config::{Lock, ScreenConfig, ScreenFaults};
use crate::history::{History, HistoryEntry, ScreenEvent, ViewName};
use crate::page::{Bindings, NodeId, Scenes};
use crate::page_state::{AppState, Below, Facts, Sight};

/// The state of a phone.
#[derive(Debug)]
pub(crate) struct Phone {
    pub(crate) scenes: Arc<Scenes>,
    pub(crate) lock: Lock,
    /// The moment that is being lived.
    pub(crate) now: Duration,
    /// Counts changes that a layout depends on.
    pub(super) version: u64,
    pub(crate) last_event: Duration,
    /// How many events there were, and who waits for more.
    pub(crate) events: u64,
    pub(crate) notice: watch::Sender<u64>,
    pub(crate) facts: Facts,
    /// What the wall clock was set to, and when.
    pub(super) wall_set: (Duration, Duration),
    pub(super) apps: BTreeMap<usize, AppState>,
    /// Apps of the scenes that were uninstalled.
    pub(super) removed: BTreeSet<usize>,
    pub(super) next_pid: u32,
    /// From the back to the front.
    pub(crate) tasks: Vec<Task>,
    pub(super) next_task: u32,
    /// Numbers for records and dialogs.
    pub(super) next_number: u32,
    pub(crate) display: Display,
    pub(crate) awake: bool,
    pub(crate) locked: Option<Surface>,
    /// Whether the lock screen asks for the PIN.
    pub(super) bouncer: bool,
    pub(super) status_bar: Option<Surface>,
    pub(super) navigation_bar: Option<Surface>,
    pub(super) shade: Option<Surface>,
    pub(super) overview: Option<Surface>,
    pub(crate) keyboard: Option<Keyboard>,
    pub(super) permission: Option<PermissionQuestion>,
    pub(super) system: Vec<SystemDialog>,
    pub(super) notifications: Vec<Notification>,
    /// A toast and when it goes.
    pub(crate) toast: Option<(String, Duration)>,
    /// The last that were shown.
    pub(crate) toasted: VecDeque<Toasted>,
    pub(super) timers: BTreeMap<(Duration, u64), Timer>,
    pub(super) next_timer: u64,
    pub(super) animations: Vec<Animation>,
    pub(super) fling: Option<Fling>,
    pub(super) touch: Option<Touch>,
    pub(super) next_touch: u64,
    pub(super) clipboard: String,
    /// Effects that the current cause may still run.
    pub(super) budget: usize,
    /// How deep causes are nested: an activity that starts an activity that starts an activity.
    pub(super) depth: u8,
    /// Where the last touch was, for menus that open there.
    pub(super) last_point: (i32, i32),
    pub(super) history: History,
    pub(crate) faults: ScreenFaults,
    /// Trees from before the last tap, and how long they are still shown.
    pub(super) stale: Option<(Duration, [String; 3], AccessibleTree)>,
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
            events: 0,
            notice: watch::Sender::default(),
            facts,
            wall_set: (config.wall_clock, Duration::ZERO),
            apps: BTreeMap::new(),
            removed: BTreeSet::new(),
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
            toasted: VecDeque::new(),
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
            faults: ScreenFaults::default(),
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
        self.event_at(self.now);
    }

    pub(super) fn event_at(&mut self, moment: Duration) {
        self.last_event = self.last_event.max(moment);
        self.events = self.events.wrapping_add(1);
        self.notice.send_replace(self.events);
    }

    pub(crate) fn happened(&mut self, what: ScreenEvent) {
        self.history.push(self.now, what);
    }

    pub(crate) fn history(&self) -> Vec<HistoryEntry> {
        self.history.all()
    }

    pub(crate) fn clear_history(&mut self) {
        self.history.clear();
    }

    pub(super) fn number(&mut self) -> u32 {
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
                Place::Dialog(..) | Place::Snackbar(_) => record.map(|record| Below {
                    page: &record.surface.page,
                    views: &record.surface.views,
                }),
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
            // Few views have a key.
            key: view.key.as_deref().unwrap_or_default().to_owned(),
            id: view.id.to_string(),
            class: view.class.to_string(),
            text: sight.shown_text(node).into_owned(),
        }
    }
}

static NO_BINDINGS: Bindings = Bindings::new();
