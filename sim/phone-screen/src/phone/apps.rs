//! Apps while they run: variables, permissions and processes.

use super::Phone;
use crate::history::ScreenEvent;
use crate::page_state::AppState;
use crate::scene::MAX_VARIABLES;
use crate::screen::Package;

impl Phone {
    pub(crate) fn app_state(&mut self, app: usize) -> &mut AppState {
        self.apps.entry(app).or_default()
    }

    /// Starts the app's process unless it runs; answers whether it did not.
    pub(crate) fn ensure_process(&mut self, app: usize) -> bool {
        let next = self.next_pid;
        let state = self.app_state(app);
        if state.pid.is_some() {
            return false;
        }
        state.pid = Some(next);
        self.next_pid = next.wrapping_add(37).max(1_000);
        true
    }

    pub(crate) fn set_var(&mut self, app: usize, name: &str, value: String) {
        let vars = &mut self.app_state(app).vars;
        if vars.len() < MAX_VARIABLES || vars.contains_key(name) {
            vars.insert(name.to_owned(), value);
        }
        self.changed();
    }

    pub(crate) fn var(&self, app: usize, name: &str) -> String {
        let changed = self.apps.get(&app).and_then(|state| state.vars.get(name));
        let written = || {
            self.scenes
                .apps
                .get(app)?
                .spec
                .vars
                .get(name)
                .map(|variable| &variable.value)
        };
        // A variable that nobody wrote is empty, as in the text of a page.
        changed.or_else(written).cloned().unwrap_or_default()
    }

    pub(crate) fn is_granted(&self, app: usize, permission: &str) -> bool {
        let changed = self
            .apps
            .get(&app)
            .and_then(|state| state.permissions.get(permission))
            .copied();
        let written = || {
            let spec = &self.scenes.apps.get(app)?.spec;
            Some(
                spec.permissions
                    .iter()
                    .find(|known| known.name == permission)?
                    .granted,
            )
        };
        changed.or_else(written).unwrap_or(false)
    }

    /// Grants or revokes; a permission that the app does not ask for stays unknown, and one that the system keeps stays as
    /// it is. Answers whether it was set.
    pub(crate) fn set_permission(&mut self, app: usize, permission: &str, granted: bool) -> bool {
        let may_be_set = self.scenes.apps.get(app).is_some_and(|entry| {
            entry
                .spec
                .permissions
                .iter()
                .any(|known| known.name == permission && !known.fixed)
        });
        if !may_be_set {
            return false;
        }
        self.app_state(app)
            .permissions
            .insert(permission.to_owned(), granted);
        self.changed();
        true
    }

    /// The app of that package, unless it was uninstalled.
    pub(crate) fn installed(&self, package: &str) -> Option<usize> {
        let app = self.scenes.app_index(package)?;
        (!self.removed.contains(&app)).then_some(app)
    }

    /// Whether the app was uninstalled.
    pub(crate) fn is_removed(&self, app: usize) -> bool {
        self.removed.contains(&app)
    }

    /// Installs an app of the scenes again, or uninstalls it; one that no scene has is only written down.
    pub(crate) fn set_installed(&mut self, package: &str, installed: bool) {
        let app = self.scenes.app_index(package);
        match (app, installed) {
            (Some(app), true) => {
                self.removed.remove(&app);
            }
            (Some(app), false) => {
                self.kill(app);
                self.apps.remove(&app);
                self.removed.insert(app);
            }
            (None, _) => {}
        }
        let package = package.to_owned();
        self.happened(if installed {
            ScreenEvent::PackageInstalled { package }
        } else {
            ScreenEvent::PackageRemoved { package }
        });
        self.changed();
    }

    /// Ends the app's process: its activities, timers and variables go, what it stored stays.
    pub(crate) fn kill(&mut self, app: usize) {
        self.remove_app_windows(app);
        let scenes = std::sync::Arc::clone(&self.scenes);
        let Some(entry) = scenes.apps.get(app) else {
            return;
        };
        let state = self.app_state(app);
        state.vars.retain(|name, _| {
            entry
                .spec
                .vars
                .get(name)
                .is_some_and(|variable| variable.keep)
        });
        state.hangs_until = None;
        let ran = if entry.spec.persistent {
            None
        } else {
            state.pid.take()
        };
        if ran.is_some() {
            self.happened(ScreenEvent::ProcessEnded {
                package: entry.package.to_string(),
            });
        }
        self.changed();
    }

    /// Forgets all that the app stored, as `pm clear` does.
    pub(crate) fn clear_data(&mut self, app: usize) {
        self.kill(app);
        let state = self.app_state(app);
        state.vars.clear();
        state.permissions.clear();
        let package = self.scenes.apps.get(app);
        if let Some(package) = package.map(|entry| entry.package.to_string()) {
            self.happened(ScreenEvent::DataCleared { package });
        }
        self.changed();
    }

    pub(crate) fn packages(&self) -> Vec<Package> {
        let package = |(index, entry): (usize, &crate::page::AppEntry)| Package {
            name: entry.package.to_string(),
            version_name: entry.spec.version_name.clone(),
            version_code: entry.spec.version_code,
            system: entry.spec.system,
            launcher_activity: entry
                .launcher()
                .filter(|_| !entry.spec.home)
                .and_then(|activity| Some(entry.activities.get(activity)?.class.to_string())),
            activities: entry
                .activities
                .iter()
                .map(|activity| activity.class.to_string())
                .collect(),
            uris: entry
                .activities
                .iter()
                .flat_map(|activity| {
                    let class = activity.class.to_string();
                    let uris = activity.uris.iter();
                    uris.map(move |uri| (uri.clone(), class.clone()))
                })
                .collect(),
            permissions: entry
                .spec
                .permissions
                .iter()
                .map(|permission| {
                    (
                        permission.name.clone(),
                        self.is_granted(index, &permission.name),
                    )
                })
                .collect(),
            pid: self.apps.get(&index).and_then(|state| state.pid),
        };
        let apps = self.scenes.apps.iter().enumerate();
        let installed = apps.filter(|(app, _)| !self.is_removed(*app));
        installed.map(package).collect()
    }
}
