//! Runs effects one after the other, within bounds.

use std::sync::Arc;
use std::time::Duration;

use crate::history::ScreenEvent;
use crate::page::{Bindings, NodeId};
use crate::phone::timers::Job;
use crate::phone::{Phone, Place, Spot};
use crate::scene::Effect;

/// How deep effects may cause effects before the rest is dropped.
const MAX_NESTING: u8 = 24;
/// How long toasts are shown.
const TOAST: Duration = Duration::from_secs(2);
const LONG_TOAST: Duration = Duration::from_millis(3_500);

impl Phone {
    /// Runs effects at a view, or at a page.
    pub(crate) fn run(&mut self, spot: Spot, effects: &[Effect]) {
        if self.depth >= MAX_NESTING {
            return;
        }
        self.depth += 1;
        for effect in effects {
            let Some(left) = self.budget.checked_sub(1) else {
                break;
            };
            self.budget = left;
            self.happened(ScreenEvent::Effect(name(effect)));
            self.run_one(self.still(spot), effect);
        }
        self.depth -= 1;
    }

    /// A dialog's effects go on at its activity once the dialog is closed.
    fn still(&self, spot: Spot) -> Spot {
        match record_of(spot.place) {
            Some(record) if self.surface(spot.place).is_none() => Spot {
                place: Place::Activity(record),
                node: None,
            },
            _ => spot,
        }
    }

    fn run_one(&mut self, spot: Spot, effect: &Effect) {
        match effect {
            Effect::Goto { .. }
            | Effect::OpenUri { .. }
            | Effect::Launch { .. }
            | Effect::Back {}
            | Effect::Home {}
            | Effect::Recents {}
            | Effect::Finish { .. }
            | Effect::Dialog { .. }
            | Effect::Dismiss {}
            | Effect::Task { .. }
            | Effect::ClearTasks {} => self.navigate(spot, effect),
            Effect::Set { .. }
            | Effect::Toggle { .. }
            | Effect::Append { .. }
            | Effect::Animate { .. }
            | Effect::StopAnimation { .. }
            | Effect::LoadRows { .. }
            | Effect::ScrollTo { .. }
            | Effect::Focus { .. } => self.change_view(spot, effect),
            Effect::Increment { counter, by } => {
                if let Some(app) = self.app_of(spot.place) {
                    let value = self
                        .var(app, counter)
                        .parse::<i64>()
                        .unwrap_or(0)
                        .saturating_add(*by);
                    self.set_var(app, counter, value.to_string());
                }
            }
            Effect::SetVar { name, value } => {
                let value = self.fill(spot, value);
                if let Some(app) = self.app_of(spot.place) {
                    self.set_var(app, name, value);
                }
            }
            Effect::After { ms, then, timer } => {
                if let Some(timer) = timer {
                    self.cancel_named(spot, timer);
                }
                let job = Job::Effects {
                    spot,
                    effects: Arc::from(then.as_slice()),
                    name: timer.clone(),
                };
                self.schedule(Duration::from_millis(*ms), job);
            }
            Effect::Cancel { timer } => self.cancel_named(spot, timer),
            Effect::When {
                condition,
                then,
                otherwise,
            } => {
                let holds = self
                    .sight(spot.place)
                    .is_some_and(|sight| sight.holds(spot.node, condition));
                self.run(spot, if holds { then } else { otherwise });
            }
            Effect::Toast { text, long } => {
                let text = self.fill(spot, text);
                self.show_toast(spot.place, text, if *long { LONG_TOAST } else { TOAST });
            }
            Effect::Snackbar {
                text,
                ms,
                action,
                then,
            } => {
                let text = self.fill(spot, text);
                if let Some(record) = record_of(spot.place) {
                    self.show_snackbar(record, &text, *ms, action.as_deref(), then);
                }
            }
            Effect::RequestPermission { .. }
            | Effect::AnswerPermission { .. }
            | Effect::Crash {}
            | Effect::Anr { .. }
            | Effect::CloseApp {}
            | Effect::RestartApp {}
            | Effect::WaitForApp {}
            | Effect::HideKeyboard {}
            | Effect::Notify { .. }
            | Effect::ClearNotifications {}
            | Effect::Shade { .. }
            | Effect::Unlock {}
            | Effect::Type { .. } => self.ask_system(spot, effect),
        }
    }

    /// The view that an effect names: on its own page, or on the activity below.
    pub(super) fn find(&self, spot: Spot, name: &str) -> Option<(Place, NodeId)> {
        if let Some(node) = self
            .surface(spot.place)
            .and_then(|surface| surface.page.find(spot.node, name))
        {
            return Some((spot.place, node));
        }
        let below = Place::Activity(record_of(spot.place)?);
        let node = self.surface(below)?.page.find(None, name)?;
        Some((below, node))
    }

    pub(super) fn fill(&self, spot: Spot, text: &str) -> String {
        self.sight(spot.place)
            .map_or_else(|| text.to_owned(), |sight| sight.fill(text))
    }

    pub(super) fn fill_all(&self, spot: Spot, texts: &Bindings) -> Bindings {
        texts
            .iter()
            .map(|(key, text)| (key.clone(), self.fill(spot, text)))
            .collect()
    }

    fn cancel_named(&mut self, spot: Spot, timer: &str) {
        let owner = record_of(spot.place);
        self.cancel_timers(|job| match job {
            Job::Effects { spot, name, .. } => {
                name.as_deref() == Some(timer) && record_of(spot.place) == owner
            }
            _ => false,
        });
    }
}

/// The activity that a window belongs to.
pub(crate) fn record_of(place: Place) -> Option<u32> {
    match place {
        Place::Activity(record) | Place::Dialog(record, _) | Place::Snackbar(record) => {
            Some(record)
        }
        _ => None,
    }
}

fn name(effect: &Effect) -> &'static str {
    match effect {
        Effect::Goto { .. } => "goto",
        Effect::OpenUri { .. } => "open_uri",
        Effect::Launch { .. } => "launch",
        Effect::Back {} => "back",
        Effect::Home {} => "home",
        Effect::Recents {} => "recents",
        Effect::Finish { .. } => "finish",
        Effect::Dialog { .. } => "dialog",
        Effect::Dismiss {} => "dismiss",
        Effect::Set { .. } => "set",
        Effect::Toggle { .. } => "toggle",
        Effect::Append { .. } => "append",
        Effect::Increment { .. } => "increment",
        Effect::SetVar { .. } => "set_var",
        Effect::After { .. } => "after",
        Effect::Cancel { .. } => "cancel",
        Effect::When { .. } => "when",
        Effect::Toast { .. } => "toast",
        Effect::Snackbar { .. } => "snackbar",
        Effect::RequestPermission { .. } => "request_permission",
        Effect::AnswerPermission { .. } => "answer_permission",
        Effect::Crash {} => "crash",
        Effect::Anr { .. } => "anr",
        Effect::CloseApp {} => "close_app",
        Effect::RestartApp {} => "restart_app",
        Effect::WaitForApp {} => "wait_for_app",
        Effect::Animate { .. } => "animate",
        Effect::StopAnimation { .. } => "stop_animation",
        Effect::LoadRows { .. } => "load_rows",
        Effect::ScrollTo { .. } => "scroll_to",
        Effect::Focus { .. } => "focus",
        Effect::HideKeyboard {} => "hide_keyboard",
        Effect::Notify { .. } => "notify",
        Effect::ClearNotifications {} => "clear_notifications",
        Effect::Shade { .. } => "shade",
        Effect::Task { .. } => "task",
        Effect::ClearTasks {} => "clear_tasks",
        Effect::Unlock {} => "unlock",
        Effect::Type { .. } => "type",
    }
}
