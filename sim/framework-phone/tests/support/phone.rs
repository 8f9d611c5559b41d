//! The phone that was built, behind a real adb server.

use std::ffi::OsString;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::time::Duration;

use clawperator_framework_phone::{HostOptions, JvmScreen, RecordClient, RecordEntry};
use clawperator_phone_screen::Screen;
use clawperator_virtual_phone::{ClockMode, Listening, Release, VirtualPhone};
use tokio::runtime::Runtime;

use super::adb::Adb;

pub(crate) const APP: &str = "dev.clawperator.conformance";

/// How often the screen is looked at until it shows what it must.
const LOOKS: usize = 20;

/// A phone with its toolkit, its adb server and the record of its app.
pub(crate) struct Phone {
    pub(crate) adb: Adb,
    pub(crate) screen: Arc<JvmScreen>,
    listening: Listening,
}

/// A phone takes a core to start and half a gigabyte to live: tests share one that runs at real speed, one at a time.
/// It ends with the last of them.
static SHARED: Mutex<Weak<Rig>> = Mutex::new(Weak::new());

struct Rig {
    turn: Mutex<()>,
    // The phone goes before the runtime that it runs on.
    phone: Phone,
    runtime: Runtime,
}

/// Runs a test on the phone that is shared when its turn has come; nothing of the app is left on it.
pub(crate) fn on_the_phone(test: impl AsyncFnOnce(&Phone)) {
    let rig = {
        let mut shared = SHARED.lock().unwrap_or_else(PoisonError::into_inner);
        shared.upgrade().unwrap_or_else(|| {
            let rig = Arc::new(Rig::start(1.0));
            *shared = Arc::downgrade(&rig);
            rig
        })
    };
    let _turn = rig.turn.lock().unwrap_or_else(PoisonError::into_inner);
    rig.runtime.block_on(async {
        rig.phone.screen.force_stop(APP).await;
        test(&rig.phone).await;
    });
}

/// Runs a test on a phone of its own that runs so many times as fast as real time.
pub(crate) fn on_a_phone_of_speed(speed: f64, test: impl AsyncFnOnce(&Phone)) {
    let rig = Rig::start(speed);
    rig.runtime.block_on(test(&rig.phone));
}

impl Rig {
    fn start(speed: f64) -> Self {
        let runtime = Runtime::new().unwrap();
        let phone = runtime.block_on(Phone::start(speed));
        Self {
            turn: Mutex::default(),
            phone,
            runtime,
        }
    }
}

impl Phone {
    async fn start(speed: f64) -> Self {
        let folder = PathBuf::from(variable("FRAMEWORK_PHONE"));
        let mut options = HostOptions::built("java", &folder);
        options.speed = speed;
        // How busy this machine is must not decide a test.
        options.start_within = Duration::from_mins(6);
        let screen = Arc::new(JvmScreen::start(options).await.unwrap());
        let phone = VirtualPhone::builder(Release::Android14)
            .clock(ClockMode::Times(speed))
            .screen(Arc::clone(&screen) as _)
            .build()
            .unwrap();
        let listening = phone.listen("127.0.0.1:0").await.unwrap();
        let adb = Adb::connected(&listening.serial()).await;
        Self {
            adb,
            screen,
            listening,
        }
    }

    pub(crate) fn serial(&self) -> String {
        self.listening.serial()
    }

    /// Opens a page of the app.
    pub(crate) async fn open(&self, page: &str) {
        let line = format!("am start -W -a android.intent.action.VIEW -d conformance://{page}");
        let said = self.adb.shell(&line).await;
        assert!(said.contains("Status: ok"), "{said}");
    }

    /// What is on the screen, as the platform's command says it.
    pub(crate) async fn dump(&self) -> String {
        self.adb.shell("uiautomator dump /dev/tty").await
    }

    /// Looks until a text or a description is on the screen.
    pub(crate) async fn see(&self, label: &str) -> String {
        let mut xml = String::new();
        for _ in 0..LOOKS {
            xml = self.dump().await;
            if node(&xml, label).is_some() {
                return xml;
            }
        }
        panic!("`{label}` is not on the screen:\n{xml}");
    }

    /// Runs a command until it says what it must.
    pub(crate) async fn until(&self, line: &str, expected: &str) {
        let mut said = String::new();
        for _ in 0..LOOKS {
            said = self.adb.shell(line).await;
            if said.contains(expected) {
                return;
            }
            tokio::time::sleep(Duration::from_millis(200)).await;
        }
        panic!("`{line}` does not say `{expected}`: {said}");
    }

    /// Taps the middle of what has this text, description or id.
    pub(crate) async fn tap(&self, label: &str) {
        let xml = self.see(label).await;
        let (x, y) = middle(node(&xml, label).unwrap());
        self.adb.shell(&format!("input tap {x} {y}")).await;
    }

    /// What happened in the app after an entry, as what, view and detail.
    pub(crate) async fn happened(&self, after: u64) -> Vec<(String, String, String)> {
        let entries = self.record().await.after(after).await.unwrap();
        let told = |entry: RecordEntry| (entry.what, entry.view, entry.detail);
        entries.into_iter().map(told).collect()
    }

    /// Waits until something happened in the app; the phone's own time must pass for it.
    pub(crate) async fn until_happened(&self, after: u64, what: &str, view: &str) {
        for _ in 0..LOOKS {
            let happened = self.happened(after).await;
            if happened
                .iter()
                .any(|entry| entry.0 == what && entry.1 == view)
            {
                return;
            }
            tokio::time::sleep(Duration::from_millis(200)).await;
        }
        let happened = self.happened(after).await;
        panic!("no `{what}` of `{view}` in {happened:?}");
    }

    /// The record of the JVM that runs now.
    async fn record(&self) -> RecordClient {
        self.screen.record().await.unwrap()
    }

    /// The number of the latest entry.
    pub(crate) async fn now(&self) -> u64 {
        let entries = self.record().await.after(0).await.unwrap();
        entries.last().map_or(0, |entry| entry.number)
    }
}

/// The attributes of the first node with this text, description or id.
pub(crate) fn node<'a>(xml: &'a str, label: &str) -> Option<&'a str> {
    let wanted = [
        format!(" text=\"{label}\""),
        format!(" content-desc=\"{label}\""),
        format!(" resource-id=\"{APP}:id/{label}\""),
        format!(" resource-id=\"{label}\""),
    ];
    xml.split("<node")
        .skip(1)
        .find(|node| wanted.iter().any(|wanted| node.contains(wanted)))
}

/// The value of an attribute.
pub(crate) fn attribute<'a>(node: &'a str, name: &str) -> &'a str {
    let start = format!(" {name}=\"");
    let (_, rest) = node.split_once(&start).unwrap();
    rest.split_once('"').unwrap().0
}

pub(crate) fn middle(node: &str) -> (i32, i32) {
    let numbers: Vec<i32> = attribute(node, "bounds")
        .split(|character: char| !character.is_ascii_digit() && character != '-')
        .filter_map(|number| number.parse().ok())
        .collect();
    let [left, top, right, bottom] = numbers.as_slice() else {
        panic!("no bounds: {node}");
    };
    (left.midpoint(*right), top.midpoint(*bottom))
}

/// A variable that the tests are told something by.
#[expect(
    clippy::disallowed_methods,
    reason = "a test's way to be told where the phone and the tools are"
)]
pub(crate) fn variable(name: &str) -> OsString {
    let hint = "see the head of tests/all.rs";
    std::env::var_os(name).unwrap_or_else(|| panic!("{name} is not set: {hint}"))
}
