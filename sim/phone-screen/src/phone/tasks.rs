//! Tasks and the activities in them.

use std::sync::Arc;

use super::dialogs::Popup;
use super::surface::Surface;
use super::{Phone, Place, Spot};
use crate::history::ScreenEvent;
use crate::page::{ActivityEntry, AppEntry, Bindings, Flags};
use crate::scene::{MAX_STACK, MAX_TASKS};

/// A task: activities, bottom first.
#[derive(Debug)]
pub(crate) struct Task {
    pub(crate) id: u32,
    /// The app whose task it is.
    pub(crate) app: usize,
    pub(crate) records: Vec<Record>,
}

/// A running activity.
#[derive(Debug)]
pub(crate) struct Record {
    pub(crate) number: u32,
    pub(crate) app: usize,
    pub(crate) activity: usize,
    pub(crate) surface: Surface,
    pub(crate) popups: Vec<Popup>,
    pub(crate) snackbar: Option<Surface>,
    pub(crate) extras: Bindings,
}

impl Record {
    pub(crate) fn popup(&self, number: u32) -> Option<&Popup> {
        self.popups.iter().find(|popup| popup.number == number)
    }

    pub(crate) fn popup_mut(&mut self, number: u32) -> Option<&mut Popup> {
        self.popups.iter_mut().find(|popup| popup.number == number)
    }
}

impl Phone {
    pub(crate) fn record(&self, number: u32) -> Option<&Record> {
        self.tasks
            .iter()
            .rev()
            .flat_map(|task| &task.records)
            .find(|record| record.number == number)
    }

    pub(crate) fn record_mut(&mut self, number: u32) -> Option<&mut Record> {
        self.tasks
            .iter_mut()
            .rev()
            .flat_map(|task| &mut task.records)
            .find(|record| record.number == number)
    }

    /// The activity in front.
    pub(crate) fn top(&self) -> Option<&Record> {
        self.tasks.last()?.records.last()
    }

    pub(crate) fn entry(&self, record: &Record) -> Option<(&AppEntry, &ActivityEntry)> {
        self.scenes.activity(record.app, record.activity)
    }

    pub(crate) fn component(&self, record: &Record) -> Option<(String, String)> {
        let (app, activity) = self.entry(record)?;
        Some((app.package.to_string(), activity.class.to_string()))
    }

    /// Puts a new activity on top of a task and makes it run.
    pub(crate) fn push_activity(
        &mut self,
        task: usize,
        app: usize,
        activity: usize,
        extras: Bindings,
    ) {
        let scenes = Arc::clone(&self.scenes);
        let Some((entry, spec)) = scenes.activity(app, activity) else {
            return;
        };
        let number = self.number();
        self.ensure_process(app);
        self.leave_front();
        let surface = Surface::new(Arc::clone(&spec.page));
        let record = Record {
            number,
            app,
            activity,
            surface,
            popups: Vec::new(),
            snackbar: None,
            extras,
        };
        let Some(task) = self.tasks.get_mut(task) else {
            return;
        };
        if task.records.len() >= MAX_STACK {
            task.records.remove(0);
        }
        task.records.push(record);
        self.happened(ScreenEvent::Started(
            entry.package.to_string(),
            spec.class.to_string(),
        ));
        self.changed();
        let place = Place::Activity(number);
        if let Some(node) =
            (0..spec.page.count()).find(|node| spec.page.node(*node).is(Flags::AUTO_FOCUS))
        {
            self.focus(place, node);
        }
        let spot = Spot { place, node: None };
        self.run(spot, &spec.on_create);
        self.run(spot, &spec.on_resume);
    }

    /// A new task at the front; answers its place. The oldest task of no launcher makes room.
    pub(crate) fn new_task(&mut self, app: usize) -> usize {
        if self.tasks.len() >= MAX_TASKS {
            let home = self.scenes.home().map(|(home, _)| home);
            let oldest = self
                .tasks
                .iter()
                .position(|task| Some(task.app) != home)
                // All of them the launcher's: the oldest of these.
                .unwrap_or(0);
            self.tasks.remove(oldest);
        }
        let id = self.next_task;
        self.next_task = id.wrapping_add(1).max(1);
        self.tasks.push(Task {
            id,
            app,
            records: Vec::new(),
        });
        self.tasks.len() - 1
    }

    /// Brings a task to the front; its top activity goes on.
    pub(crate) fn bring_to_front(&mut self, index: usize) {
        if index >= self.tasks.len() {
            return;
        }
        self.leave_front();
        let task = self.tasks.remove(index);
        self.tasks.push(task);
        if let Some((package, class)) = self.top().and_then(|record| self.component(record)) {
            self.happened(ScreenEvent::BroughtToFront(package, class));
        }
        self.changed();
        self.resume_top();
    }

    /// Starts the launcher or brings it to the front.
    pub(crate) fn go_home(&mut self) {
        self.close_system_windows();
        let Some((app, activity)) = self.scenes.home() else {
            return;
        };
        if let Some(index) = self.tasks.iter().position(|task| task.app == app) {
            if let Some(task) = self.tasks.get_mut(index) {
                task.records.truncate(1);
                for record in &mut task.records {
                    record.popups.clear();
                }
            }
            self.bring_to_front(index);
        } else {
            let task = self.new_task(app);
            self.push_activity(task, app, activity, Bindings::new());
        }
    }

    /// Ends an activity. The one below, if any, gets the result.
    pub(crate) fn finish(&mut self, number: u32, result: Option<&str>, extras: &Bindings) {
        let Some(index) = self
            .tasks
            .iter()
            .position(|task| task.records.iter().any(|record| record.number == number))
        else {
            return;
        };
        let in_front = index + 1 == self.tasks.len();
        let Some(task) = self.tasks.get_mut(index) else {
            return;
        };
        let Some(at) = task
            .records
            .iter()
            .position(|record| record.number == number)
        else {
            return;
        };
        let was_top = at + 1 == task.records.len();
        let record = task.records.remove(at);
        let below = at
            .checked_sub(1)
            .and_then(|below| task.records.get(below))
            .map(|record| record.number);
        let empty = task.records.is_empty();
        if let Some((package, class)) = self.component(&record) {
            self.happened(ScreenEvent::Finished(package, class));
        }
        if empty {
            self.tasks.remove(index);
        }
        self.changed();
        if in_front && was_top {
            self.hide_keyboard();
            if empty {
                self.show_something();
            } else {
                self.resume_top();
            }
        }
        if let (Some(below), Some(result)) = (below, result) {
            self.deliver(below, result, extras);
        }
    }

    fn deliver(&mut self, number: u32, result: &str, extras: &Bindings) {
        let Some(record) = self.record_mut(number) else {
            return;
        };
        record.extras.extend(extras.clone());
        let (app, activity) = (record.app, record.activity);
        let handler = self
            .scenes
            .activity(app, activity)
            .and_then(|(_, spec)| spec.results.get(result))
            .map(Arc::clone);
        if let Some(effects) = handler {
            self.run(
                Spot {
                    place: Place::Activity(number),
                    node: None,
                },
                &effects,
            );
        }
    }

    /// The front activity comes back.
    pub(crate) fn resume_top(&mut self) {
        let Some(record) = self.top() else {
            return self.show_something();
        };
        let (number, app, activity) = (record.number, record.app, record.activity);
        let resume = self
            .scenes
            .activity(app, activity)
            .map(|(_, spec)| Arc::clone(&spec.on_resume));
        self.changed();
        if let Some(effects) = resume {
            self.run(
                Spot {
                    place: Place::Activity(number),
                    node: None,
                },
                &effects,
            );
        }
    }

    /// What is left when the front task ended: the task behind it, which is the launcher at last.
    pub(crate) fn show_something(&mut self) {
        let home = self.scenes.home().map(|(home, _)| home);
        match self.tasks.iter().position(|task| Some(task.app) == home) {
            Some(index) => self.bring_to_front(index),
            None => self.go_home(),
        }
    }

    /// The root activity's back key: the task goes to the back as it is.
    pub(crate) fn move_to_back(&mut self) {
        if let Some(task) = self.tasks.pop() {
            self.leave_front();
            self.tasks.insert(0, task);
        }
        self.show_something();
    }

    /// What was in front is not in sight any more.
    fn leave_front(&mut self) {
        self.hide_keyboard();
        self.fling = None;
        self.overview = None;
        if let Some(record) = self
            .tasks
            .last_mut()
            .and_then(|task| task.records.last_mut())
        {
            record.surface.forget_layout();
        }
    }

    /// Removes every activity, dialog and question of an app.
    pub(crate) fn remove_app_windows(&mut self, app: usize) {
        let front = self.top().map(|record| record.number);
        for task in &mut self.tasks {
            task.records.retain(|record| record.app != app);
        }
        self.tasks.retain(|task| !task.records.is_empty());
        if self
            .permission
            .as_ref()
            .is_some_and(|question| question.app == app)
        {
            self.permission = None;
        }
        self.system.retain(|dialog| dialog.app != app);
        self.changed();
        if self.top().map(|record| record.number) != front || self.top().is_none() {
            self.hide_keyboard();
            self.show_something();
        }
    }
}
