//! A phone that shows the pages, and the binary that presses them.

use std::process::Stdio;
use std::sync::Arc;

use clawperator_adb::OutputLimits;
use clawperator_test_support::hostile::{Deed, Page, View};
use clawperator_test_support::{PrivateServer, programs, soon};
use clawperator_virtual_phone::{
    ClockMode, JournalEvent, JournalView, Listening, Release, VirtualPhone, load_only_scenes,
};
use serde_json::Value;
use tempfile::TempDir;

/// The app that the pages are in.
pub(super) const PACKAGE: &str = "dev.clawperator.hostile";

/// What the binary answered.
#[derive(Debug)]
pub(super) struct Answer {
    pub(super) exit: i32,
    pub(super) stdout: String,
}

pub(super) struct Rig {
    server: PrivateServer,
    listening: Listening,
    serial: String,
    home: TempDir,
}

impl Rig {
    pub(super) async fn start(pages: &[Page]) -> Self {
        let home = tempfile::tempdir().unwrap();
        let scene = home.path().join("scene.json");
        std::fs::write(&scene, Page::scene(pages).to_string()).unwrap();
        let scenes = load_only_scenes(&[scene]).unwrap_or_else(|error| panic!("{error}"));
        let phone = VirtualPhone::builder(Release::Android14)
            .clock(ClockMode::Instant)
            .scenes(Arc::clone(&scenes))
            .build()
            .unwrap();
        let listening = phone.listen("127.0.0.1:0").await.unwrap();
        let serial = listening.serial();
        let server = PrivateServer::with_phones(&programs()[0], &[&serial]).await;
        Self {
            server,
            listening,
            serial,
            home,
        }
    }

    fn phone(&self) -> &VirtualPhone {
        self.listening.phone()
    }

    pub(super) async fn stop(self) {
        drop(self.server);
        self.listening.stop().await.unwrap();
    }

    /// Shows a page as it was at first.
    pub(super) async fn show(&self, page: &Page) {
        let line = format!("am start -S -W -n {PACKAGE}/{}", page.class());
        let limits = OutputLimits {
            stdout: 1 << 16,
            stderr: 1 << 16,
        };
        let handle = self.server.client().device(&self.serial).unwrap();
        let said = handle
            .shell_output(line.as_bytes(), limits, soon())
            .await
            .unwrap();
        let said = String::from_utf8_lossy(&said.stdout).into_owned();
        assert!(said.contains("Status: ok"), "{said}");
    }

    /// The compact form of what is shown.
    pub(super) async fn listed(&self, profile: &str) -> String {
        let words = ["snapshot", "--compact"].map(str::to_owned);
        self.run(&words, profile).await.stdout
    }

    /// Runs an execution.
    pub(super) async fn exec(&self, payload: &Value, profile: &str) -> Answer {
        self.run(&["exec".to_owned(), payload.to_string()], profile)
            .await
    }

    /// Runs the binary.
    async fn run(&self, words: &[String], profile: &str) -> Answer {
        let output = tokio::process::Command::new(env!("CARGO_BIN_EXE_clawperator"))
            .env_clear()
            .env("HOME", self.home.path())
            .env("TMPDIR", self.home.path())
            .env("ADB_PATH", self.server.program())
            .env("ADB_SERVER_SOCKET", self.server.endpoint().to_string())
            .args(words)
            .args(["--profile", profile, "--device", &self.serial])
            .current_dir(self.home.path())
            .stdin(Stdio::null())
            .output()
            .await
            .unwrap();
        Answer {
            exit: output.status.code().unwrap_or(-1),
            stdout: String::from_utf8_lossy(&output.stdout).into_owned(),
        }
    }

    /// The number of the last entry of the phone's record.
    pub(super) fn last(&self) -> u64 {
        self.phone()
            .journal()
            .entries
            .last()
            .map_or(0, |entry| entry.number)
    }

    /// What was touched since.
    pub(super) fn deeds(&self, since: u64) -> Vec<Deed> {
        let journal = self.phone().journal_after(since);
        assert_eq!(journal.dropped, 0);
        let events = journal.entries.into_iter().map(|entry| entry.event);
        events.filter_map(deed).collect()
    }

    /// Whether another page may be in front now.
    pub(super) fn left(page: &Page, deeds: &[Deed]) -> bool {
        let took_text = |key: &str| page.view(key).is_some_and(View::is_field);
        deeds.iter().any(|deed| match deed {
            Deed::Tapped(key) | Deed::Held(key) => took_text(key),
            Deed::Elsewhere(_) => true,
            Deed::Slid(_) | Deed::Typed(_) => false,
        })
    }
}

/// What an entry of the record says of a touch.
fn deed(event: JournalEvent) -> Option<Deed> {
    let of = |view: JournalView, deed: fn(String) -> Deed| {
        if view.package == PACKAGE && !view.key.is_empty() {
            deed(view.key)
        } else {
            Deed::Elsewhere(format!("{view:?}"))
        }
    };
    match event {
        JournalEvent::Tapped { view } => Some(of(view, Deed::Tapped)),
        JournalEvent::LongPressed { view } => Some(of(view, Deed::Held)),
        JournalEvent::TextChanged { view, .. } => Some(of(view, Deed::Typed)),
        JournalEvent::Toast { text } => text
            .strip_prefix("slid ")
            .map(|key| Deed::Slid(key.to_owned())),
        JournalEvent::DialogClosed => Some(Deed::Elsewhere("beside the dialog".to_owned())),
        _ => None,
    }
}
