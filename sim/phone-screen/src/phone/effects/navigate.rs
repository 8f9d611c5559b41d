//! Effects that lead to another window.

use super::run::record_of;
use crate::history::ScreenEvent;
use crate::page::Bindings;
use crate::phone::{Phone, Place, Spot};
use crate::scene::Effect;

impl Phone {
    pub(super) fn navigate(&mut self, spot: Spot, effect: &Effect) {
        match effect {
            Effect::Goto {
                activity,
                extras,
                finish,
                clear_top,
            } => {
                let extras = self.fill_all(spot, extras);
                let activity = self.fill(spot, activity);
                // A window of the system may be closed by now; it names other apps in full.
                let own = self.app_of(spot.place);
                let Some(app) = own.or_else(|| self.top().map(|record| record.app)) else {
                    return;
                };
                if *clear_top && self.return_to(app, &activity) {
                    return;
                }
                self.goto(app, &activity, extras);
                if *finish && let Some(record) = record_of(spot.place) {
                    self.finish(record, None, &Bindings::new());
                }
            }
            Effect::OpenUri { uri } => {
                let uri = self.fill(spot, uri);
                self.open_uri(&uri);
            }
            Effect::Launch { package } => match self.installed(package) {
                Some(app) => self.launch(app),
                None => self.happened(ScreenEvent::NothingToStart(package.clone())),
            },
            Effect::Back {} => self.back(),
            Effect::Home {} => self.go_home(),
            Effect::Recents {} => self.show_recents(),
            Effect::Finish { result, extras } => {
                let extras = self.fill_all(spot, extras);
                if let Some(record) = record_of(spot.place) {
                    self.finish(record, result.as_deref(), &extras);
                }
            }
            Effect::Dialog { name } => {
                if let Some(record) = record_of(spot.place) {
                    self.open_dialog(record, name);
                }
            }
            Effect::Dismiss {} => match spot.place {
                Place::Dialog(record, dialog) => self.dismiss(record, dialog),
                Place::Activity(record) | Place::Snackbar(record) => {
                    if let Some(number) = self
                        .record(record)
                        .and_then(|record| record.popups.last())
                        .map(|popup| popup.number)
                    {
                        self.dismiss(record, number);
                    }
                }
                _ => {}
            },
            Effect::Task { id, remove } => self.use_task(id, *remove),
            Effect::ClearTasks {} => self.clear_tasks(),
            _ => {}
        }
    }
}
