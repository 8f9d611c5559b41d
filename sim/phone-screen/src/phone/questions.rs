//! Questions of the system to the user: permissions, crashed apps, apps that do not respond.

use std::sync::Arc;

use super::surface::Surface;
use super::{Phone, Place, Spot};
use crate::history::ScreenEvent;
use crate::page::{Items, app_bindings};
use crate::scene::{Effect, MAX_DIALOGS};

/// The question whether an app may have a permission.
#[derive(Debug)]
pub(crate) struct PermissionQuestion {
    pub(crate) app: usize,
    permission: String,
    pub(crate) surface: Surface,
    owner: Spot,
    granted: Arc<[Effect]>,
    denied: Arc<[Effect]>,
}

/// A dialog that the system shows about an app.
#[derive(Debug)]
pub(crate) struct SystemDialog {
    pub(crate) number: u32,
    pub(crate) title: String,
    pub(crate) app: usize,
    pub(crate) surface: Surface,
}

/// What the user chose in a dialog of the system.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum SystemAnswer {
    Close,
    Restart,
    Wait,
}

impl Phone {
    pub(crate) fn request_permission(
        &mut self,
        owner: Spot,
        permission: &str,
        granted: &[Effect],
        denied: &[Effect],
    ) {
        let Some(app) = self.app_of(owner.place) else {
            return;
        };
        if self.is_granted(app, permission) {
            return self.run(owner, granted);
        }
        if self.permission.is_some() {
            return;
        }
        let Some(entry) = self.scenes.apps.get(app) else {
            return;
        };
        let spec = entry
            .spec
            .permissions
            .iter()
            .find(|known| known.name == permission);
        let short = permission
            .rsplit('.')
            .next()
            .unwrap_or(permission)
            .to_lowercase()
            .replace('_', " ");
        let mut bindings = app_bindings(&entry.spec);
        let wants = spec.and_then(|spec| spec.wants.clone()).unwrap_or(short);
        bindings.insert("wants".into(), wants);
        bindings.insert("permission".into(), permission.to_owned());
        let Some(page) = self
            .scenes
            .surface("permission", &bindings, Items::default())
        else {
            return;
        };
        self.hide_keyboard();
        self.permission = Some(PermissionQuestion {
            app,
            permission: permission.to_owned(),
            surface: Surface::new(page),
            owner,
            granted: Arc::from(granted),
            denied: Arc::from(denied),
        });
        self.changed();
    }

    pub(crate) fn is_asking_permission(&self) -> bool {
        self.permission.is_some()
    }

    pub(crate) fn answer_permission(&mut self, grant: bool) {
        let Some(question) = self.permission.take() else {
            return;
        };
        self.happened(ScreenEvent::PermissionAnswered {
            permission: question.permission.clone(),
            granted: grant,
        });
        self.set_permission(question.app, &question.permission, grant);
        self.changed();
        let effects = if grant {
            question.granted
        } else {
            question.denied
        };
        if self.surface(question.owner.place).is_some() {
            self.run(question.owner, &effects);
        }
    }

    /// Shows the dialog `crash` or `anr` about an app.
    pub(crate) fn show_system_dialog(&mut self, name: &str, app: usize) {
        let Some(entry) = self.scenes.apps.get(app) else {
            return;
        };
        let title = match name {
            "crash" => format!("Application Error: {}", entry.package),
            _ => format!("Application Not Responding: {}", entry.package),
        };
        if self.system.len() >= MAX_DIALOGS
            || self.system.iter().any(|dialog| dialog.title == title)
        {
            return;
        }
        let bindings = app_bindings(&entry.spec);
        let Some(page) = self.scenes.surface(name, &bindings, Items::default()) else {
            return;
        };
        let number = self.number();
        self.hide_keyboard();
        self.system.push(SystemDialog {
            number,
            title,
            app,
            surface: Surface::new(page),
        });
        self.changed();
    }

    pub(crate) fn crash(&mut self, app: usize) {
        let Some(package) = self
            .scenes
            .apps
            .get(app)
            .map(|entry| entry.package.to_string())
        else {
            return;
        };
        self.happened(ScreenEvent::Crashed { package });
        self.kill(app);
        self.show_system_dialog("crash", app);
    }

    /// Ends the dialog of the system that an effect runs in, with its app, a new start, or nothing.
    pub(crate) fn answer_system_dialog(&mut self, place: Place, answer: SystemAnswer) {
        let Place::System(number) = place else { return };
        let Some(index) = self
            .system
            .iter()
            .position(|dialog| dialog.number == number)
        else {
            return;
        };
        let dialog = self.system.remove(index);
        self.changed();
        match answer {
            SystemAnswer::Close => self.kill(dialog.app),
            SystemAnswer::Restart => {
                self.kill(dialog.app);
                self.launch(dialog.app);
            }
            SystemAnswer::Wait => {
                let hangs = self
                    .apps
                    .get(&dialog.app)
                    .and_then(|state| state.hangs_until);
                if hangs.is_some_and(|until| until > self.now) {
                    self.input_waits(dialog.app);
                }
            }
        }
    }
}
