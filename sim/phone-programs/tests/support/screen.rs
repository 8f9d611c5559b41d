//! A screen that shows one app and records what is done to it.

use std::sync::Mutex;
use std::time::Duration;

use async_trait::async_trait;
use clawperator_phone_screen::{
    DumpRefused, DumpRequest, Image, InjectRefused, InputGesture, Intent, KeyPress, LaunchOutcome,
    MotionAction, Package, Screen, ScreenState, TaskState, TouchPoint, Wakefulness, WindowKind,
    WindowState,
};

pub(crate) const XML: &str = "<?xml version='1.0' encoding='UTF-8' standalone='yes' ?><hierarchy rotation=\"0\"><node index=\"0\" text=\"Grüße\" /></hierarchy>";

#[derive(Debug)]
pub(crate) struct RecordingScreen {
    state: Mutex<ScreenState>,
    packages: Mutex<Vec<Package>>,
    pub(crate) did: Mutex<Vec<String>>,
    pub(crate) idle: Mutex<bool>,
}

fn pair(package: &str, class: &str) -> (String, String) {
    (package.to_owned(), class.to_owned())
}

fn window(title: &str, kind: WindowKind, package: &str, focused: bool) -> WindowState {
    WindowState {
        title: title.to_owned(),
        kind,
        package: package.to_owned(),
        bounds: (0, 0, 1_080, 2_400),
        focused,
        layer: 0,
        secure: false,
    }
}

fn package(
    name: &str,
    system: bool,
    launcher: Option<&str>,
    activities: &[&str],
    pid: Option<u32>,
) -> Package {
    Package {
        name: name.to_owned(),
        version_name: "1.2.3".to_owned(),
        version_code: 45,
        system,
        launcher_activity: launcher.map(ToOwned::to_owned),
        activities: activities.iter().map(|class| (*class).to_owned()).collect(),
        uris: Vec::new(),
        permissions: Vec::new(),
        pid,
    }
}

impl RecordingScreen {
    pub(crate) fn new() -> Self {
        let probe = package(
            "dev.probe",
            false,
            Some("dev.probe.MainActivity"),
            &["dev.probe.MainActivity", "dev.probe.Hidden"],
            Some(8_235),
        );
        let probe = Package {
            permissions: vec![("android.permission.CAMERA".to_owned(), false)],
            ..probe
        };
        let packages = vec![
            probe,
            package(
                "com.android.settings",
                true,
                Some("com.android.settings.Settings"),
                &["com.android.settings.Settings"],
                None,
            ),
            package(
                "com.example.launcher",
                true,
                None,
                &["com.example.launcher.Home"],
                Some(2_500),
            ),
        ];
        let windows = vec![
            window(
                "dev.probe/dev.probe.MainActivity",
                WindowKind::Application,
                "dev.probe",
                true,
            ),
            window(
                "StatusBar",
                WindowKind::System,
                "com.android.systemui",
                false,
            ),
        ];
        let tasks = vec![
            TaskState {
                id: 2,
                activities: vec![pair("com.example.launcher", "com.example.launcher.Home")],
            },
            TaskState {
                id: 181,
                activities: vec![pair("dev.probe", "dev.probe.MainActivity")],
            },
        ];
        let state = ScreenState {
            windows,
            tasks,
            resumed: Some(pair("dev.probe", "dev.probe.MainActivity")),
            physical_size: (1_080, 2_400),
            size_override: None,
            physical_density: 420,
            density_override: None,
            rotation: 0,
            wakefulness: Wakefulness::Awake,
            keyguard: false,
            keyguard_secure: false,
            keyboard_shown: false,
            battery_level: 87,
        };
        Self {
            state: Mutex::new(state),
            packages: Mutex::new(packages),
            did: Mutex::default(),
            idle: Mutex::new(true),
        }
    }

    fn record(&self, what: String) {
        self.did.lock().unwrap().push(what);
    }

    pub(crate) fn change(&self, change: impl FnOnce(&mut ScreenState)) {
        change(&mut self.state.lock().unwrap());
    }
}

#[async_trait]
impl Screen for RecordingScreen {
    async fn wait_for_idle(&self, _quiet: Duration, _within: Duration) -> bool {
        *self.idle.lock().unwrap()
    }

    async fn dump(&self, request: DumpRequest) -> Result<String, DumpRefused> {
        self.record(format!(
            "dump windows={} compressed={}",
            request.windows, request.compressed
        ));
        Ok(XML.to_owned())
    }

    async fn gesture(&self, gesture: InputGesture) -> Result<(), InjectRefused> {
        self.record(match gesture {
            InputGesture::Tap(at) => format!("tap {} {}", at.x, at.y),
            InputGesture::Swipe { from, to, duration } => {
                format!(
                    "swipe {} {} {} {} {}",
                    from.x,
                    from.y,
                    to.x,
                    to.y,
                    duration.as_millis()
                )
            }
            InputGesture::DragAndDrop { from, to, duration } => {
                format!(
                    "drag {} {} {} {} {}",
                    from.x,
                    from.y,
                    to.x,
                    to.y,
                    duration.as_millis()
                )
            }
        });
        Ok(())
    }

    async fn motion(&self, action: MotionAction, at: TouchPoint) -> Result<(), InjectRefused> {
        self.record(format!("motion {action:?} {} {}", at.x, at.y));
        Ok(())
    }

    async fn key(&self, key: KeyPress) -> Result<(), InjectRefused> {
        self.record(format!(
            "key {}{}",
            key.code,
            if key.long { " long" } else { "" }
        ));
        Ok(())
    }

    async fn text(&self, text: &str) -> Result<(), InjectRefused> {
        self.record(format!("text {text}"));
        Ok(())
    }

    async fn start(&self, intent: &Intent) -> LaunchOutcome {
        let component = match (&intent.component, &intent.data) {
            (Some(component), _) => component.clone(),
            (None, Some(data)) if data.starts_with("https://known") => {
                pair("dev.probe", "dev.probe.MainActivity")
            }
            (None, None) if intent.package.as_deref() == Some("dev.probe") => {
                pair("dev.probe", "dev.probe.MainActivity")
            }
            _ => return LaunchOutcome::Unresolved,
        };
        self.record(format!("start {}/{}", component.0, component.1));
        match component.1.as_str() {
            "com.android.settings.Settings" => LaunchOutcome::Started {
                component,
                cold: true,
                took: Duration::from_millis(312),
            },
            "dev.probe.MainActivity" if intent.data.is_some() => LaunchOutcome::Started {
                component,
                cold: false,
                took: Duration::from_millis(90),
            },
            "dev.probe.MainActivity" => LaunchOutcome::DeliveredToTop { component },
            "com.example.launcher.Home" => LaunchOutcome::BroughtToFront { component },
            "dev.probe.Hidden" => LaunchOutcome::NotExported,
            _ => LaunchOutcome::ClassMissing { component },
        }
    }

    async fn force_stop(&self, package: &str) {
        self.record(format!("stop {package}"));
    }

    async fn broadcast(&self, intent: &Intent) -> (i32, Option<String>) {
        self.record(format!(
            "broadcast {}",
            intent.action.as_deref().unwrap_or_default()
        ));
        if intent.action.as_deref() == Some("dev.probe.ASK") {
            (-1, Some("yes".to_owned()))
        } else {
            (0, None)
        }
    }

    async fn screenshot(&self) -> Image {
        Image {
            width: 2,
            height: 1,
            pixels: vec![255, 0, 0, 255, 0, 255, 0, 255],
        }
    }

    async fn state(&self) -> ScreenState {
        self.state.lock().unwrap().clone()
    }

    async fn packages(&self) -> Vec<Package> {
        self.packages.lock().unwrap().clone()
    }

    async fn set_rotation(&self, rotation: u8) {
        self.record(format!("rotation {rotation}"));
        self.change(|state| state.rotation = rotation);
    }

    async fn set_display(&self, size: Option<(u32, u32)>, density: Option<u32>) {
        self.change(|state| {
            state.size_override = size;
            state.density_override = density;
        });
    }

    async fn set_awake(&self, awake: bool) {
        self.record(format!("awake {awake}"));
        self.change(|state| {
            state.wakefulness = if awake {
                Wakefulness::Awake
            } else {
                Wakefulness::Asleep
            }
        });
    }

    async fn dismiss_keyguard(&self) {
        self.record("dismiss keyguard".to_owned());
    }

    async fn set_shade(&self, expanded: bool) {
        self.record(format!("shade {expanded}"));
    }

    async fn set_permission(&self, package: &str, permission: &str, granted: bool) {
        self.record(format!("permission {package} {permission} {granted}"));
        for known in self
            .packages
            .lock()
            .unwrap()
            .iter_mut()
            .filter(|known| known.name == package)
        {
            for entry in known
                .permissions
                .iter_mut()
                .filter(|entry| entry.0 == permission)
            {
                entry.1 = granted;
            }
        }
    }
}
