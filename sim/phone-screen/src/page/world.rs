//! Everything that is installed on a phone, ready to run and shared between phones.

use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, LazyLock};

use crate::page::build::{Bindings, Items, Source, build};
use crate::page::check::{Scope, check_effects, check_page};
use crate::page::node::Page;
use crate::scene::{
    Activity, App, Color, Decor, DialogWindow, Effect, KeyboardMode, MAX_ACTIVITIES, MAX_APPS,
    MAX_VARIABLES, SceneError, SceneFile, View, WindowPlace, nearest, parse_scene,
};

const SYSTEM: &str = include_str!("../../scenes/system.json");
const LAUNCHER: &str = include_str!("../../scenes/launcher.json");
const SETTINGS: &str = include_str!("../../scenes/settings.json");
const CONFORMANCE: &str = include_str!("../../scenes/conformance.json");
const SHOP: &str = include_str!("../../scenes/shop.json");

/// The apps of a phone. One value serves every phone that has the same apps.
#[derive(Debug)]
pub struct Scenes {
    pub(crate) apps: Vec<AppEntry>,
    by_package: HashMap<Arc<str>, usize>,
    /// Placeholders of each app with an icon.
    pub(crate) icons: Vec<Bindings>,
}

/// Puts scene files together.
#[derive(Debug, Clone, Default)]
pub struct ScenesBuilder {
    apps: Vec<App>,
}

#[derive(Debug)]
pub(crate) struct AppEntry {
    pub(crate) spec: App,
    pub(crate) package: Arc<str>,
    pub(crate) activities: Vec<ActivityEntry>,
    dialogs: BTreeMap<String, Arc<DialogEntry>>,
}

#[derive(Debug)]
pub(crate) struct ActivityEntry {
    /// The class in full.
    pub(crate) class: Arc<str>,
    pub(crate) label: Arc<str>,
    pub(crate) page: Arc<Page>,
    pub(crate) exported: bool,
    pub(crate) secure: bool,
    pub(crate) keyboard: KeyboardMode,
    pub(crate) background: Option<Color>,
    pub(crate) uris: Vec<String>,
    pub(crate) actions: Vec<String>,
    pub(crate) on_create: Arc<[Effect]>,
    pub(crate) on_resume: Arc<[Effect]>,
    pub(crate) on_back: Arc<[Effect]>,
    pub(crate) results: BTreeMap<String, Arc<[Effect]>>,
    dialogs: BTreeMap<String, Arc<DialogEntry>>,
}

#[derive(Debug)]
pub(crate) struct DialogEntry {
    pub(crate) title: Option<String>,
    pub(crate) page: Arc<Page>,
    pub(crate) place: WindowPlace,
    pub(crate) cancelable: bool,
    pub(crate) dim: bool,
    pub(crate) width: Option<u16>,
    pub(crate) on_cancel: Arc<[Effect]>,
}

impl Scenes {
    /// The system's own windows and a launcher; apps are added to them.
    pub fn builder() -> Result<ScenesBuilder, SceneError> {
        ScenesBuilder::default().scene(SYSTEM)?.scene(LAUNCHER)
    }

    /// Every scene that comes with this crate: system, launcher, Settings, the conformance app and the shop. Apps are
    /// added to them, and one with the package of a shipped app takes its place.
    pub fn shipped_builder() -> Result<ScenesBuilder, SceneError> {
        Self::builder()?
            .scene(SETTINGS)?
            .scene(CONFORMANCE)?
            .scene(SHOP)
    }

    /// Every scene that comes with this crate, and nothing else. Made once for the whole process.
    pub fn shipped() -> Result<Arc<Self>, SceneError> {
        static SHIPPED: LazyLock<Result<Arc<Scenes>, SceneError>> =
            LazyLock::new(|| Scenes::shipped_builder()?.build());
        SHIPPED.clone()
    }

    pub(crate) fn app_index(&self, package: &str) -> Option<usize> {
        self.by_package.get(package).copied()
    }

    pub(crate) fn app(&self, package: &str) -> Option<&AppEntry> {
        self.apps.get(self.app_index(package)?)
    }

    pub(crate) fn activity(
        &self,
        app: usize,
        activity: usize,
    ) -> Option<(&AppEntry, &ActivityEntry)> {
        let app = self.apps.get(app)?;
        Some((app, app.activities.get(activity)?))
    }

    /// The launcher: the last app that says it is one.
    pub(crate) fn home(&self) -> Option<(usize, usize)> {
        let (index, app) = self
            .apps
            .iter()
            .enumerate()
            .rev()
            .find(|(_, app)| app.spec.home)?;
        Some((index, app.launcher()?))
    }

    /// Makes one of the system's windows; they are made when they are shown because they tell about the phone.
    pub(crate) fn surface(
        &self,
        name: &str,
        bindings: &Bindings,
        items: Items<'_>,
    ) -> Option<Arc<Page>> {
        let app = self
            .apps
            .iter()
            .rev()
            .find(|app| app.spec.surfaces.contains_key(name))?;
        let view = app.spec.surfaces.get(name)?;
        let items = Items {
            apps: &self.icons,
            ..items
        };
        app.build(view, bindings, items, Decor::Bare, name)
            .ok()
            .map(Arc::new)
    }

    /// Makes a page of a view that is not in any scene file.
    pub(crate) fn made(&self, package: &str, view: &View) -> Option<Arc<Page>> {
        self.app(package)?
            .build(
                view,
                &Bindings::new(),
                Items::default(),
                Decor::Bare,
                "made",
            )
            .ok()
            .map(Arc::new)
    }
}

impl ScenesBuilder {
    /// Adds a scene file. An app that is there already is replaced.
    pub fn scene(self, json: &str) -> Result<Self, SceneError> {
        self.scene_file(parse_scene(json)?)
    }

    /// Adds a scene. An app that is there already is replaced.
    pub fn scene_file(mut self, scene: SceneFile) -> Result<Self, SceneError> {
        for (index, app) in scene.apps.iter().enumerate() {
            let twice = scene
                .apps
                .iter()
                .take(index)
                .any(|earlier| earlier.package == app.package);
            if twice {
                return Err(SceneError::Twice {
                    place: format!("apps[{index}]"),
                    what: "package",
                    name: app.package.clone(),
                });
            }
        }
        for app in scene.apps {
            match self
                .apps
                .iter_mut()
                .find(|known| known.package == app.package)
            {
                Some(known) => *known = app,
                None => self.apps.push(app),
            }
        }
        if self.apps.len() > MAX_APPS {
            return Err(SceneError::TooLarge {
                what: "apps",
                found: self.apps.len(),
                limit: MAX_APPS,
            });
        }
        Ok(self)
    }

    /// Checks every name and makes every page.
    pub fn build(self) -> Result<Arc<Scenes>, SceneError> {
        let icons: Vec<Bindings> = self
            .apps
            .iter()
            .filter(|app| app.launcher.is_some() && !app.home)
            .map(app_bindings)
            .collect();
        let mut scenes = Scenes {
            apps: Vec::with_capacity(self.apps.len()),
            by_package: HashMap::new(),
            icons,
        };
        for spec in self.apps {
            let app = AppEntry::build_app(spec, &scenes.icons)?;
            scenes
                .by_package
                .insert(Arc::clone(&app.package), scenes.apps.len());
            scenes.apps.push(app);
        }
        Ok(Arc::new(scenes))
    }
}

impl AppEntry {
    fn build_app(spec: App, icons: &[Bindings]) -> Result<Self, SceneError> {
        let place = format!("app {}", spec.package);
        check_package(&spec.package, &place)?;
        if spec.activities.len() > MAX_ACTIVITIES {
            return Err(SceneError::TooLarge {
                what: "activities",
                found: spec.activities.len(),
                limit: MAX_ACTIVITIES,
            });
        }
        if spec.vars.len() > MAX_VARIABLES {
            return Err(SceneError::TooLarge {
                what: "variables",
                found: spec.vars.len(),
                limit: MAX_VARIABLES,
            });
        }
        let package: Arc<str> = Arc::from(spec.package.as_str());
        let mut app = Self {
            spec,
            package,
            activities: Vec::new(),
            dialogs: BTreeMap::new(),
        };
        app.dialogs = app.build_dialogs(&app.spec.dialogs, &format!("{place}.dialogs"), icons)?;
        for (index, activity) in app.spec.activities.iter().enumerate() {
            let place = format!("{place}.activities[{index}] {}", activity.class);
            let entry = app.build_activity(activity, &place, icons)?;
            if app
                .activities
                .iter()
                .any(|known| known.class == entry.class)
            {
                return Err(SceneError::Twice {
                    place,
                    what: "activity",
                    name: activity.class.clone(),
                });
            }
            app.activities.push(entry);
        }
        app.check(&place)?;
        Ok(app)
    }

    /// The activity that a launcher starts.
    pub(crate) fn launcher(&self) -> Option<usize> {
        self.find_activity(self.spec.launcher.as_deref()?)
    }

    /// The activity with this class, written short or in full.
    pub(crate) fn find_activity(&self, class: &str) -> Option<usize> {
        let class = full_class(&self.package, class);
        self.activities
            .iter()
            .position(|activity| *activity.class == *class)
    }

    pub(crate) fn dialog(&self, activity: usize, name: &str) -> Option<Arc<DialogEntry>> {
        let own = self
            .activities
            .get(activity)
            .and_then(|activity| activity.dialogs.get(name));
        own.or_else(|| self.dialogs.get(name)).map(Arc::clone)
    }

    fn build(
        &self,
        view: &View,
        bindings: &Bindings,
        items: Items<'_>,
        decor: Decor,
        place: &str,
    ) -> Result<Page, SceneError> {
        let source = Source {
            package: &self.package,
            templates: &self.spec.templates,
            items,
            bindings,
            decor,
        };
        build(source, view, place)
    }

    fn build_activity(
        &self,
        spec: &Activity,
        place: &str,
        icons: &[Bindings],
    ) -> Result<ActivityEntry, SceneError> {
        let items = Items {
            apps: icons,
            ..Items::default()
        };
        let page = self.build(
            &spec.view,
            &Bindings::new(),
            items,
            spec.decor,
            &format!("{place}.view"),
        )?;
        let results = spec
            .results
            .iter()
            .map(|handler| (handler.result.clone(), Arc::from(handler.then.as_slice())));
        Ok(ActivityEntry {
            class: Arc::from(full_class(&self.package, &spec.class)),
            label: Arc::from(spec.label.as_deref().unwrap_or(&self.spec.label)),
            page: Arc::new(page),
            exported: spec.exported,
            secure: spec.secure,
            keyboard: spec.keyboard,
            background: spec.background,
            uris: spec.uris.clone(),
            actions: spec.actions.clone(),
            on_create: Arc::from(spec.on_create.as_slice()),
            on_resume: Arc::from(spec.on_resume.as_slice()),
            on_back: Arc::from(spec.on_back.as_slice()),
            results: results.collect(),
            dialogs: self.build_dialogs(&spec.dialogs, &format!("{place}.dialogs"), icons)?,
        })
    }

    fn build_dialogs(
        &self,
        specs: &BTreeMap<String, DialogWindow>,
        place: &str,
        icons: &[Bindings],
    ) -> Result<BTreeMap<String, Arc<DialogEntry>>, SceneError> {
        let items = Items {
            apps: icons,
            ..Items::default()
        };
        let built = specs.iter().map(|(name, spec)| {
            let page = self.build(
                &spec.view,
                &Bindings::new(),
                items,
                Decor::Bare,
                &format!("{place}.{name}.view"),
            )?;
            let entry = DialogEntry {
                title: spec.title.clone(),
                page: Arc::new(page),
                place: spec.place,
                cancelable: spec.cancelable,
                dim: spec.dim,
                width: spec.width,
                on_cancel: Arc::from(spec.on_cancel.as_slice()),
            };
            Ok((name.clone(), Arc::new(entry)))
        });
        built.collect()
    }

    /// Checks that every name in an effect leads somewhere.
    fn check(&self, place: &str) -> Result<(), SceneError> {
        if let Some(launcher) = &self.spec.launcher
            && self.find_activity(launcher).is_none()
        {
            return Err(SceneError::Unknown {
                place: format!("{place}.launcher"),
                what: "activity",
                name: launcher.clone(),
                known: nearest(
                    launcher,
                    self.activities.iter().map(|activity| &*activity.class),
                ),
            });
        }
        for (index, activity) in self.activities.iter().enumerate() {
            let place = format!("{place}.activities[{index}] {}", activity.class);
            let scope = Scope {
                app: self,
                activity: Some(index),
                pages: &[&activity.page],
            };
            check_page(scope, &activity.page, &place)?;
            for (field, effects) in [
                ("on_create", &activity.on_create),
                ("on_resume", &activity.on_resume),
                ("on_back", &activity.on_back),
            ] {
                check_effects(scope, None, effects, &format!("{place}.{field}"))?;
            }
            for effects in activity.results.values() {
                check_effects(scope, None, effects, &format!("{place}.results"))?;
            }
            for (name, dialog) in &activity.dialogs {
                let scope = Scope {
                    pages: &[&dialog.page, &activity.page],
                    ..scope
                };
                check_page(scope, &dialog.page, &format!("{place}.dialogs.{name}"))?;
                check_effects(
                    scope,
                    None,
                    &dialog.on_cancel,
                    &format!("{place}.dialogs.{name}.on_cancel"),
                )?;
            }
        }
        for (name, dialog) in &self.dialogs {
            // Such a dialog stands above any activity, so names of any of them are good.
            let mut pages: Vec<&Page> = vec![&dialog.page];
            pages.extend(self.activities.iter().map(|activity| &*activity.page));
            let scope = Scope {
                app: self,
                activity: None,
                pages: &pages,
            };
            check_page(scope, &dialog.page, &format!("{place}.dialogs.{name}"))?;
        }
        Ok(())
    }
}

impl ActivityEntry {
    pub(crate) fn dialog_names(&self) -> impl Iterator<Item = &str> {
        self.dialogs.keys().map(String::as_str)
    }
}

impl AppEntry {
    pub(crate) fn dialog_names(&self) -> impl Iterator<Item = &str> {
        self.dialogs.keys().map(String::as_str)
    }
}

/// `.Class` with its package, any other class as it is.
pub(crate) fn full_class(package: &str, class: &str) -> String {
    if class.starts_with('.') {
        format!("{package}{class}")
    } else {
        class.to_owned()
    }
}

/// What a view that is repeated over apps may show.
pub(crate) fn app_bindings(app: &App) -> Bindings {
    let color = app.color.unwrap_or(Color::rgb(0x5f, 0x63, 0x68));
    let color = format!("#{:02x}{:02x}{:02x}", color.red, color.green, color.blue);
    [
        ("package", app.package.clone()),
        ("label", app.label.clone()),
        ("color", color),
        ("version", app.version_name.clone()),
    ]
    .map(|(key, value)| (key.to_owned(), value))
    .into()
}

fn check_package(package: &str, place: &str) -> Result<(), SceneError> {
    let segment = |part: &str| {
        part.starts_with(|first: char| first.is_ascii_alphabetic())
            && part
                .chars()
                .all(|character| character.is_ascii_alphanumeric() || character == '_')
    };
    if package.len() <= 255 && package.split('.').all(segment) {
        return Ok(());
    }
    Err(SceneError::Contradiction {
        place: format!("{place}.package"),
        reason: format!("`{package}` is no package id"),
        hint: "write letters, digits and `_` in parts joined by dots, such as `com.example.app`",
    })
}
