//! Starting activities, as the activity manager does it.

use std::sync::Arc;
use std::time::Duration;

use super::{Phone, Place, Spot};
use crate::history::ScreenEvent;
use crate::page::Bindings;
use crate::scene::MAX_EFFECTS;
use crate::screen::{Intent, LaunchOutcome};

const ACTION_MAIN: &str = "android.intent.action.MAIN";
const CATEGORY_HOME: &str = "android.intent.category.HOME";
const FLAG_CLEAR_TOP: u32 = 0x0400_0000;
const FLAG_CLEAR_TASK: u32 = 0x0000_8000;
/// How long an activity of a running process takes to be drawn.
const WARM_START: Duration = Duration::from_millis(90);

impl Phone {
    /// Starts what an intent of the shell user names.
    pub(crate) fn start(&mut self, intent: &Intent) -> LaunchOutcome {
        self.budget = MAX_EFFECTS;
        let scenes = Arc::clone(&self.scenes);
        let (app, activity) = match &intent.component {
            Some(component) => {
                let found = self.installed(&component.0).and_then(|app| {
                    let activity = scenes.apps.get(app)?.find_activity(&component.1)?;
                    Some((app, activity))
                });
                match found {
                    Some(found) => found,
                    None => {
                        return LaunchOutcome::ClassMissing {
                            component: component.clone(),
                        };
                    }
                }
            }
            None => match self.resolve(intent) {
                Some(found) => found,
                None => return LaunchOutcome::Unresolved,
            },
        };
        let Some((entry, spec)) = scenes.activity(app, activity) else {
            return LaunchOutcome::Unresolved;
        };
        if !spec.exported && entry.launcher() != Some(activity) {
            return LaunchOutcome::NotExported;
        }
        let component = (entry.package.to_string(), spec.class.to_string());
        self.close_system_windows();
        if entry.spec.home && entry.launcher() == Some(activity) {
            self.go_home();
            return LaunchOutcome::BroughtToFront { component };
        }
        let extras: Bindings = intent
            .extras
            .iter()
            .cloned()
            .chain(uri_extra(intent.data.as_deref()))
            .collect();
        let plain = intent.data.is_none() && intent.extras.is_empty();
        if let Some(answer) = self.reuse_task(app, activity, intent.flags, plain, &component) {
            return answer;
        }
        let cold = self.ensure_process(app);
        let took = if cold {
            Duration::from_millis(entry.spec.start_ms)
        } else {
            WARM_START
        };
        let task = match self.tasks.iter().position(|task| task.app == app) {
            Some(index) => {
                let task = self.tasks.remove(index);
                self.tasks.push(task);
                self.tasks.len() - 1
            }
            None => self.new_task(app),
        };
        self.push_activity(task, app, activity, extras);
        LaunchOutcome::Started {
            component,
            cold,
            took,
        }
    }

    /// An app's task that is there already, as far as the flags allow.
    fn reuse_task(
        &mut self,
        app: usize,
        activity: usize,
        flags: u32,
        plain: bool,
        component: &(String, String),
    ) -> Option<LaunchOutcome> {
        let index = self.tasks.iter().position(|task| task.app == app)?;
        if flags & FLAG_CLEAR_TASK != 0 {
            self.tasks.remove(index);
            return None;
        }
        let front = index + 1 == self.tasks.len();
        let task = self.tasks.get_mut(index)?;
        let found = task
            .records
            .iter()
            .rposition(|record| record.app == app && record.activity == activity);
        if flags & FLAG_CLEAR_TOP != 0
            && let Some(at) = found
        {
            task.records.truncate(at);
            if task.records.is_empty() {
                self.tasks.remove(index);
            }
            return None;
        }
        let is_root = task
            .records
            .first()
            .is_some_and(|record| record.app == app && record.activity == activity);
        let is_top = task
            .records
            .last()
            .is_some_and(|record| record.app == app && record.activity == activity);
        if !plain || !is_root {
            return None;
        }
        if front && is_top {
            self.event();
            return Some(LaunchOutcome::DeliveredToTop {
                component: component.clone(),
            });
        }
        self.bring_to_front(index);
        Some(LaunchOutcome::BroughtToFront {
            component: component.clone(),
        })
    }

    /// The activity that answers an intent without a component.
    fn resolve(&self, intent: &Intent) -> Option<(usize, usize)> {
        let action = intent.action.as_deref();
        if action.is_none_or(|action| action == ACTION_MAIN) && intent.data.is_none() {
            if intent
                .categories
                .iter()
                .any(|category| category == CATEGORY_HOME)
            {
                return self.scenes.home();
            }
            let app = self.installed(intent.package.as_deref()?)?;
            return Some((app, self.scenes.apps.get(app)?.launcher()?));
        }
        let allowed = |package: &str| {
            intent
                .package
                .as_deref()
                .is_none_or(|wanted| wanted == package)
        };
        let mut best: Option<(usize, (usize, usize))> = None;
        for (app, entry) in self
            .scenes
            .apps
            .iter()
            .enumerate()
            .filter(|(app, entry)| allowed(&entry.package) && !self.is_removed(*app))
        {
            for (index, activity) in entry.activities.iter().enumerate() {
                let score = match intent.data.as_deref() {
                    Some(uri) => activity
                        .uris
                        .iter()
                        .filter(|prefix| uri.starts_with(prefix.as_str()))
                        .map(String::len)
                        .max(),
                    None => action
                        .filter(|action| activity.actions.iter().any(|known| known == action))
                        .map(|_| 1),
                };
                if let Some(score) = score
                    && best.is_none_or(|(least, _)| score > least)
                {
                    best = Some((score, (app, index)));
                }
            }
        }
        best.map(|(_, found)| found)
    }

    /// Starts an activity from inside an app: `.Class`, `package/.Class`.
    pub(crate) fn goto(&mut self, from: usize, name: &str, extras: Bindings) {
        let scenes = Arc::clone(&self.scenes);
        let found = match name.split_once('/') {
            Some((package, class)) => self.installed(package).map(|app| (app, class)),
            None => Some((from, name)),
        };
        let found =
            found.and_then(|(app, class)| Some((app, scenes.apps.get(app)?.find_activity(class)?)));
        let Some((app, activity)) = found else {
            self.happened(ScreenEvent::NothingToStart(name.to_owned()));
            return;
        };
        let same_app = self.top().is_some_and(|record| record.app == app);
        let new_task = !same_app
            && scenes
                .apps
                .get(app)
                .is_some_and(|entry| entry.launcher() == Some(activity));
        if new_task {
            return self.launch(app);
        }
        if self.tasks.is_empty() {
            self.new_task(app);
        }
        let front = self.tasks.len() - 1;
        self.push_activity(front, app, activity, extras);
    }

    /// Ends every activity above one of this class in the front task; answers whether there is one.
    pub(crate) fn return_to(&mut self, app: usize, class: &str) -> bool {
        let wanted = self
            .scenes
            .apps
            .get(app)
            .and_then(|entry| entry.find_activity(class));
        let Some(task) = self.tasks.last() else {
            return false;
        };
        let found = task
            .records
            .iter()
            .rposition(|record| record.app == app && Some(record.activity) == wanted);
        let Some(at) = found else {
            return false;
        };
        let above: Vec<u32> = task
            .records
            .iter()
            .skip(at + 1)
            .rev()
            .map(|record| record.number)
            .collect();
        for number in above {
            self.finish(number, None, &Bindings::new());
        }
        true
    }

    /// Starts an app as its icon does.
    pub(crate) fn launch(&mut self, app: usize) {
        let scenes = Arc::clone(&self.scenes);
        let Some(activity) = scenes
            .apps
            .get(app)
            .and_then(crate::page::AppEntry::launcher)
        else {
            return;
        };
        self.close_system_windows();
        if let Some(index) = self.tasks.iter().position(|task| task.app == app) {
            self.bring_to_front(index);
        } else {
            let task = self.new_task(app);
            self.push_activity(task, app, activity, Bindings::new());
        }
    }

    pub(crate) fn open_uri(&mut self, uri: &str) {
        let intent = Intent {
            action: Some("android.intent.action.VIEW".into()),
            data: Some(uri.to_owned()),
            ..Intent::default()
        };
        match self.resolve(&intent) {
            Some((app, activity)) => {
                let name = self
                    .scenes
                    .activity(app, activity)
                    .map(|(entry, spec)| format!("{}/{}", entry.package, spec.class));
                if let Some(name) = name {
                    self.goto(app, &name, uri_extra(Some(uri)).collect());
                }
            }
            None => self.happened(ScreenEvent::NothingToStart(uri.to_owned())),
        }
    }

    /// Delivers a broadcast to every app that wants it; the last answer counts.
    pub(crate) fn broadcast(&mut self, intent: &Intent) -> (i32, Option<String>) {
        self.budget = MAX_EFFECTS;
        let scenes = Arc::clone(&self.scenes);
        // A broadcast may have none; no receiver wants it then.
        let action = intent.action.clone().unwrap_or_default();
        self.happened(ScreenEvent::Broadcast(action.clone()));
        let mut answer = (0, None);
        for (app, entry) in scenes.apps.iter().enumerate() {
            if self.is_removed(app)
                || intent
                    .package
                    .as_deref()
                    .is_some_and(|wanted| wanted != &*entry.package)
            {
                continue;
            }
            for receiver in entry
                .spec
                .receivers
                .iter()
                .filter(|receiver| receiver.action == action)
            {
                self.ensure_process(app);
                let owner = self
                    .tasks
                    .iter()
                    .rev()
                    .flat_map(|task| task.records.iter().rev())
                    .find(|record| record.app == app);
                if let Some(number) = owner.map(|record| record.number) {
                    if let Some(record) = self.record_mut(number) {
                        record.extras.extend(intent.extras.iter().cloned());
                    }
                    self.run(
                        Spot {
                            place: Place::Activity(number),
                            node: None,
                        },
                        &receiver.then,
                    );
                }
                answer = (receiver.result, receiver.data.clone());
            }
        }
        answer
    }
}

/// The address as an extra, with the last part of its path and its query.
fn uri_extra(uri: Option<&str>) -> impl Iterator<Item = (String, String)> {
    let uri = uri.map(ToOwned::to_owned);
    let query = uri
        .as_deref()
        .and_then(|uri| uri.split_once('?'))
        .map(|(_, query)| query.to_owned())
        // No query, no pairs.
        .unwrap_or_default();
    let path = uri.as_deref().map(|uri| {
        let end = uri.find(['?', '#']).unwrap_or(uri.len());
        uri.split_at(end).0.to_owned()
    });
    let last = path.and_then(|path| {
        path.trim_end_matches('/')
            .rsplit('/')
            .next()
            .map(ToOwned::to_owned)
    });
    let pairs: Vec<(String, String)> = query
        .split('&')
        .take(32)
        .filter_map(|pair| pair.split_once('='))
        .map(|(key, value)| (key.to_owned(), value.to_owned()))
        .collect();
    let own = [
        uri.map(|uri| ("uri".to_owned(), uri)),
        last.map(|last| ("last".to_owned(), last)),
    ];
    own.into_iter().flatten().chain(pairs)
}
