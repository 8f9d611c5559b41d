//! Faults of the screen and of the framework's programs, as commands meet them.

use std::time::Duration;

use clawperator_virtual_phone::{Fault, FaultError, FaultKind, JournalEvent, Listening, Release};

use crate::support::adb::{Adb, Version};
use crate::support::client::exec;
use crate::support::{CONFORMANCE, no_streams, phone};

/// A phone that shows the conformance app's menu, and a server that knows it.
struct Bench {
    adb: Adb,
    phone: Listening,
}

impl Bench {
    async fn new() -> Self {
        let phone = phone(Release::Android14).await;
        let adb = Adb::connected(Version::Path, &phone).await;
        let bench = Self { adb, phone };
        bench
            .exec(&format!("am start -n {CONFORMANCE}/.MainActivity"))
            .await;
        bench
    }

    async fn exec(&self, line: &str) -> String {
        exec(self.adb.port, &self.phone.serial(), line).await
    }

    async fn set(&self, fault: Fault) {
        self.phone.phone().faults().set(fault).await.unwrap();
    }

    async fn clear(&self, kind: FaultKind) {
        self.phone.phone().faults().clear(kind).await;
    }

    async fn dump(&self) -> String {
        self.exec("uiautomator dump /sdcard/d.xml >/dev/null; cat /sdcard/d.xml; rm /sdcard/d.xml")
            .await
    }

    fn has_happened(&self, wanted: impl Fn(&JournalEvent) -> bool) -> bool {
        let journal = self.phone.phone().journal();
        journal.entries.iter().any(|entry| wanted(&entry.event))
    }

    /// Nothing is left of a fault.
    async fn ends_well(self) {
        let tree = self.dump().await;
        assert!(
            tree.contains("<hierarchy") && tree.trim_end().ends_with("</hierarchy>"),
            "{tree}"
        );
        assert!(self.phone.phone().faults().list().is_empty());
        no_streams(self.phone.phone()).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn dumps_fail_in_every_way() {
    let bench = Bench::new().await;
    for (fault, said) in [
        (Fault::DumpKilled { times: Some(1) }, "Killed"),
        (
            Fault::DumpNullRoot { times: None },
            "ERROR: null root node returned by UiTestAutomationBridge.",
        ),
        (
            Fault::DumpNotIdle { times: None },
            "ERROR: could not get idle state.",
        ),
    ] {
        let kind = fault.kind();
        bench.set(fault).await;
        let output = bench.exec("uiautomator dump /dev/tty").await;
        assert!(
            output.contains(said) && !output.contains("<hierarchy"),
            "{output}"
        );
        bench.clear(kind).await;
        let output = bench.exec("uiautomator dump /dev/tty").await;
        assert!(output.contains("</hierarchy>"), "{output}");
    }
    bench
        .set(Fault::DumpJunk {
            text: "junk!".into(),
        })
        .await;
    let output = bench.exec("uiautomator dump /dev/tty").await;
    assert!(output.contains("</hierarchy>junk!"), "{output}");
    bench.clear(FaultKind::DumpJunk).await;
    bench.set(Fault::DumpTruncated { after_bytes: 200 }).await;
    let tree = bench.dump().await;
    assert_eq!(tree.len(), 200, "{tree}");
    bench.clear(FaultKind::DumpTruncated).await;
    bench.ends_well().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_latest_dump_fault_counts_and_uncovers_the_one_before() {
    let bench = Bench::new().await;
    bench.set(Fault::DumpNullRoot { times: None }).await;
    bench.set(Fault::DumpKilled { times: None }).await;
    assert!(bench.exec("uiautomator dump").await.contains("Killed"));
    bench.clear(FaultKind::DumpKilled).await;
    assert!(bench.exec("uiautomator dump").await.contains("null root"));
    bench.phone.phone().faults().clear_all().await;
    bench.ends_well().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_left_of_a_fault_is_told() {
    let bench = Bench::new().await;
    let faults = bench.phone.phone().faults();
    bench.set(Fault::DumpNullRoot { times: None }).await;
    bench.set(Fault::DumpKilled { times: Some(2) }).await;
    bench.set(Fault::TapsLost { times: Some(3) }).await;
    bench.set(Fault::TapsLost { times: Some(2) }).await;
    bench.set(Fault::DumpNotIdle { times: Some(0) }).await;
    bench.exec("uiautomator dump; input tap 500 640").await;
    assert_eq!(
        faults.list(),
        [
            Fault::DumpNullRoot { times: None },
            Fault::DumpKilled { times: Some(1) },
            Fault::TapsLost { times: Some(1) },
        ]
    );
    bench.exec("uiautomator dump; input tap 500 640").await;
    assert_eq!(faults.list(), [Fault::DumpNullRoot { times: None }]);
    // What was covered acts again.
    assert!(bench.exec("uiautomator dump").await.contains("null root"));
    faults.clear_all().await;
    bench.ends_well().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn texts_have_an_emoji() {
    let bench = Bench::new().await;
    let before = bench.dump().await;
    bench.set(Fault::EmojiInText).await;
    let with = bench.dump().await;
    assert_ne!(before, with);
    let beyond = |text: &str| {
        text.contains("&#") || text.chars().any(|character| u32::from(character) > 0xffff)
    };
    assert!(beyond(&with) && !beyond(&before), "{with}");
    bench.clear(FaultKind::EmojiInText).await;
    bench.ends_well().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_tree_is_stale_after_a_tap() {
    let bench = Bench::new().await;
    let before = bench.dump().await;
    bench.set(Fault::TreeStale { for_ms: 60_000 }).await;
    bench.exec("input tap 500 640").await;
    assert!(bench.has_happened(|what| matches!(what, JournalEvent::Tapped { .. })));
    assert_eq!(bench.dump().await, before);
    bench.phone.phone().advance(Duration::from_mins(1));
    assert_ne!(bench.dump().await, before);
    bench.clear(FaultKind::TreeStale).await;
    bench.ends_well().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn taps_land_on_nothing() {
    let bench = Bench::new().await;
    let before = bench.dump().await;
    bench.set(Fault::TapsLost { times: Some(1) }).await;
    assert_eq!(bench.exec("input tap 500 640").await, "");
    assert!(bench.has_happened(|what| *what == JournalEvent::Lost));
    assert_eq!(bench.dump().await, before);
    bench.exec("input tap 500 640").await;
    assert_ne!(bench.dump().await, before);
    bench.clear(FaultKind::TapsLost).await;
    bench.ends_well().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn input_is_refused() {
    let bench = Bench::new().await;
    bench.set(Fault::InputRefused).await;
    let said = bench.exec("input tap 500 640; echo $?").await;
    assert!(said.contains("INJECT_EVENTS"), "{said}");
    assert!(!said.trim_end().ends_with("\n0"), "{said}");
    bench.clear(FaultKind::InputRefused).await;
    assert_eq!(bench.exec("input tap 500 640; echo $?").await, "0\n");
    bench.ends_well().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn apps_crash_and_hang() {
    for (fault, words) in [
        (
            Fault::AppCrash { package: None },
            ["keeps stopping", "has stopped"],
        ),
        (
            Fault::AppNotResponding {
                package: Some(CONFORMANCE.into()),
                for_ms: 5_000,
            },
            ["isn't responding", "isn&apos;t responding"],
        ),
    ] {
        let bench = Bench::new().await;
        bench.set(fault).await;
        let tree = bench.dump().await.replace("&#39;", "'");
        assert!(words.iter().any(|word| tree.contains(word)), "{tree}");
        assert!(bench.has_happened(|what| matches!(
            what,
            JournalEvent::Crashed { package } | JournalEvent::NotResponding { package } if package == CONFORMANCE
        )));
        let missing = Fault::AppCrash {
            package: Some("no.such.app".into()),
        };
        assert_eq!(
            bench.phone.phone().faults().set(missing).await,
            Err(FaultError::NoSuchApp("no.such.app".into()))
        );
        bench.ends_well().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_screen_is_off_and_locked() {
    let bench = Bench::new().await;
    bench.set(Fault::ScreenOffAndLocked).await;
    let status = bench.phone.phone().status().await;
    assert!(!status.awake && status.locked, "{status:?}");
    assert!(
        bench
            .exec("dumpsys power")
            .await
            .contains("mWakefulness=Asleep")
    );
    bench.clear(FaultKind::ScreenOffAndLocked).await;
    let status = bench.phone.phone().status().await;
    assert!(status.awake && !status.locked, "{status:?}");
    assert!(
        bench
            .exec("dumpsys power")
            .await
            .contains("mWakefulness=Awake")
    );
    bench.ends_well().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_screen_is_off_or_locked_alone() {
    let bench = Bench::new().await;
    for (fault, awake, locked, secure) in [
        (Fault::ScreenOff, false, false, false),
        (Fault::ScreenLocked { secret: false }, true, true, false),
        (Fault::ScreenLocked { secret: true }, true, true, true),
    ] {
        let kind = fault.kind();
        bench.set(fault.clone()).await;
        let status = bench.phone.phone().status().await;
        assert_eq!((status.awake, status.locked), (awake, locked), "{fault:?}");
        let policy = bench.exec("dumpsys window policy").await;
        assert!(policy.contains(&format!("secure={secure}")), "{policy}");
        bench.exec("wm dismiss-keyguard").await;
        let status = bench.phone.phone().status().await;
        assert_eq!(status.locked, secure, "{fault:?}");
        bench.clear(kind).await;
        let status = bench.phone.phone().status().await;
        assert!(status.awake && !status.locked, "{status:?}");
    }
    bench.ends_well().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn another_app_pushes_in() {
    let bench = Bench::new().await;
    let start = "am start -W -n dev.clawperator.conformance/.CounterActivity";
    let focus = "dumpsys window displays | grep mFocusedApp";
    let fault: Fault =
        serde_json::from_value(serde_json::json!({ "name": "other_app_in_front" })).unwrap();
    bench.set(fault).await;
    assert!(bench.exec(focus).await.contains("com.android.settings/"));
    bench.exec(start).await;
    assert!(bench.exec(focus).await.contains("com.android.settings/"));
    bench.clear(FaultKind::OtherAppInFront).await;
    bench.exec(start).await;
    assert!(bench.exec(focus).await.contains(".CounterActivity"));
    bench.ends_well().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_clock_jumps() {
    let bench = Bench::new().await;
    let seconds = async || bench.exec("date +%s").await.trim().parse::<i64>().unwrap();
    let before = seconds().await;
    bench.set(Fault::ClockJump { by_ms: 7_200_000 }).await;
    let after = seconds().await;
    assert!(
        (7_200..7_260).contains(&(after - before)),
        "{before} {after}"
    );
    bench.set(Fault::ClockJump { by_ms: -14_400_000 }).await;
    assert!((-7_200..-7_140).contains(&(seconds().await - before)));
    bench.ends_well().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_framework_is_down() {
    let bench = Bench::new().await;
    bench.set(Fault::FrameworkDown).await;
    let said = bench.exec("wm size; echo $?").await;
    assert_eq!(said, "cmd: Can't find service: window\n20\n");
    bench.clear(FaultKind::FrameworkDown).await;
    assert_eq!(bench.exec("wm size").await, "Physical size: 1080x2400\n");
    bench.ends_well().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_framework_restarts() {
    let bench = Bench::new().await;
    bench
        .exec("am start -W -n dev.clawperator.conformance/.CounterActivity")
        .await;
    let focus = "dumpsys window | grep mCurrentFocus";
    assert!(bench.exec(focus).await.contains(".CounterActivity"));
    let pid = "pidof dev.clawperator.conformance; echo $?";
    assert_ne!(bench.exec(pid).await, "1\n");
    bench.set(Fault::FrameworkRestarted).await;
    // It is over at once, and what works needs no clearing.
    assert_eq!(bench.phone.phone().faults().list(), []);
    assert_eq!(bench.exec(pid).await, "1\n");
    let shown = bench.exec(focus).await;
    assert!(shown.contains("launcher"), "{shown}");
    assert_eq!(bench.exec("wm size").await, "Physical size: 1080x2400\n");
    bench.ends_well().await;
}
