//! The system's own windows: bars, shade, lock screen, recents, permission questions, crash and ANR dialogs.

use std::sync::Arc;
use std::time::Duration;

use super::surface::Surface;
use super::timers::Job;
use super::{Phone, Place};
use crate::accessibility::Toasted;
use crate::config::Lock;
use crate::history::ScreenEvent;
use crate::page::{Bindings, Items};
use crate::scene::MAX_NOTIFICATIONS;

/// How many toasts are kept for those who ask.
const MAX_TOASTED: usize = 32;

#[derive(Debug, Clone)]
pub(crate) struct Notification {
    number: u32,
    app: usize,
    title: String,
    text: String,
    activity: Option<String>,
}

impl Phone {
    /// What runs from boot.
    pub(crate) fn start_system(&mut self) {
        let scenes = Arc::clone(&self.scenes);
        for (index, _) in scenes
            .apps
            .iter()
            .enumerate()
            .filter(|(_, app)| app.spec.persistent)
        {
            self.ensure_process(index);
        }
        let none = Bindings::new();
        let surface = |name| {
            scenes
                .surface(name, &none, Items::default())
                .map(Surface::new)
        };
        self.status_bar = surface("status_bar");
        self.navigation_bar = surface("navigation_bar");
        self.go_home();
        if self.lock != Lock::None {
            self.show_lock_screen();
        }
    }

    pub(crate) fn is_shade_open(&self) -> bool {
        self.shade.is_some()
    }

    pub(crate) fn set_shade(&mut self, expanded: bool) {
        if !expanded {
            if self.shade.take().is_some() {
                self.changed();
            }
            return;
        }
        if self.locked.is_some() || !self.awake {
            return;
        }
        let rows: Vec<Bindings> = self
            .notifications
            .iter()
            .rev()
            .map(|notification| self.notification_row(notification))
            .collect();
        let count = Bindings::from([(
            "count".to_owned(),
            if rows.is_empty() {
                String::new()
            } else {
                rows.len().to_string()
            },
        )]);
        let items = Items {
            notifications: &rows,
            ..Items::default()
        };
        self.shade = self
            .scenes
            .surface("shade", &count, items)
            .map(Surface::new);
        self.hide_keyboard();
        self.changed();
    }

    fn notification_row(&self, notification: &Notification) -> Bindings {
        let app = self.scenes.apps.get(notification.app);
        // The system itself posts too: without the fields of an app.
        let mut row = app.map(|app| app_row(&app.spec)).unwrap_or_default();
        row.insert("id".into(), notification.number.to_string());
        row.insert("title".into(), notification.title.clone());
        row.insert("text".into(), notification.text.clone());
        let target = match (notification.activity.as_deref(), app) {
            // Pressing it opens nothing.
            (None | Some(""), _) => String::new(),
            (Some(activity), Some(app)) if !activity.contains('/') => {
                format!("{}/{activity}", app.package)
            }
            (Some(activity), _) => activity.to_owned(),
        };
        row.insert("activity".into(), target);
        row
    }

    pub(crate) fn notify(
        &mut self,
        app: usize,
        title: String,
        text: String,
        activity: Option<String>,
    ) {
        if self.notifications.len() >= MAX_NOTIFICATIONS {
            self.notifications.remove(0);
        }
        let number = self.number();
        self.notifications.push(Notification {
            number,
            app,
            title,
            text,
            activity,
        });
        self.event();
        if self.shade.is_some() {
            self.set_shade(true);
        }
    }

    pub(crate) fn clear_notifications(&mut self) {
        self.notifications.clear();
        if self.shade.is_some() {
            self.set_shade(true);
        }
    }

    pub(crate) fn show_recents(&mut self) {
        if self.locked.is_some() || !self.awake {
            return;
        }
        self.set_shade(false);
        self.hide_keyboard();
        let home = self.scenes.home().map(|(home, _)| home);
        let tasks = self
            .tasks
            .iter()
            .rev()
            .filter(|task| Some(task.app) != home);
        let rows: Vec<Bindings> = tasks
            .filter_map(|task| {
                let mut row = app_row(&self.scenes.apps.get(task.app)?.spec);
                row.insert("task".into(), task.id.to_string());
                Some(row)
            })
            .collect();
        let any = Bindings::from([(
            "any".to_owned(),
            if rows.is_empty() { "" } else { "yes" }.to_owned(),
        )]);
        let items = Items {
            tasks: &rows,
            ..Items::default()
        };
        self.overview = self
            .scenes
            .surface("recents", &any, items)
            .map(Surface::new);
        self.changed();
    }

    pub(crate) fn is_overview_open(&self) -> bool {
        self.overview.is_some()
    }

    pub(crate) fn close_overview(&mut self) {
        if self.overview.take().is_some() {
            self.changed();
        }
    }

    pub(crate) fn use_task(&mut self, id: &str, remove: bool) {
        let Some(index) = self.tasks.iter().position(|task| task.id.to_string() == id) else {
            return;
        };
        if remove {
            let front = index + 1 == self.tasks.len();
            let task = self.tasks.remove(index);
            let last_of_app = !self.tasks.iter().any(|other| other.app == task.app);
            if last_of_app {
                self.kill(task.app);
            }
            if front {
                self.show_something();
            }
            self.show_recents();
        } else {
            self.close_overview();
            self.bring_to_front(index);
        }
    }

    pub(crate) fn clear_tasks(&mut self) {
        let home = self.scenes.home().map(|(home, _)| home);
        let apps: Vec<usize> = self
            .tasks
            .iter()
            .map(|task| task.app)
            .filter(|app| Some(*app) != home)
            .collect();
        for app in apps {
            self.kill(app);
        }
        self.go_home();
    }

    /// What the home key and a start from outside close.
    pub(crate) fn close_system_windows(&mut self) {
        self.set_shade(false);
        self.close_overview();
    }

    pub(crate) fn show_toast(&mut self, place: Place, text: String, lasts: Duration) {
        self.happened(ScreenEvent::Toast(text.clone()));
        let package = self.sight(place).map(|sight| sight.page.package.clone());
        if self.toasted.len() == MAX_TOASTED {
            self.toasted.pop_front();
        }
        self.toasted.push_back(Toasted {
            number: self.toasted.back().map_or(1, |last| last.number + 1),
            at: self.now,
            // A page that is gone has no package any more.
            package: package.unwrap_or_default(),
            text: text.clone(),
        });
        self.toast = Some((text, self.now.saturating_add(lasts)));
        self.cancel_timers(|job| *job == Job::HideToast);
        self.schedule(lasts, Job::HideToast);
        self.event();
    }

    /// The app that the window of an effect belongs to.
    pub(crate) fn app_of(&self, place: Place) -> Option<usize> {
        match place {
            Place::Activity(record) | Place::Dialog(record, _) | Place::Snackbar(record) => {
                Some(self.record(record)?.app)
            }
            Place::System(number) => self
                .system
                .iter()
                .find(|dialog| dialog.number == number)
                .map(|dialog| dialog.app),
            Place::Permission => self.permission.as_ref().map(|question| question.app),
            _ => self.scenes.app_index(&self.surface(place)?.page.package),
        }
    }
}

fn app_row(app: &crate::scene::App) -> Bindings {
    crate::page::app_bindings(app)
}
