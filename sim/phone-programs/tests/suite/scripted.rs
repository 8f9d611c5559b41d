//! The programs on the scripted screen with the apps that come with it.

use std::sync::Arc;
use std::time::UNIX_EPOCH;

use clawperator_phone_programs::{Machine, PhoneConfig, PhoneState, PlainMachine, Release};
use clawperator_phone_screen::{Scenes, Screen, ScreenClock, ScreenConfig, ScriptedScreen};

use crate::support::phone::{NOW, TestPhone};

fn phone(release: Release) -> TestPhone {
    let config = ScreenConfig {
        clock: ScreenClock::instant(),
        ..ScreenConfig::default()
    };
    let screen: Arc<dyn Screen> =
        Arc::new(ScriptedScreen::new(Scenes::shipped().unwrap(), &config));
    let machine: Arc<dyn Machine> = Arc::new(PlainMachine);
    let config = PhoneConfig::phone(release, "TEST0002", UNIX_EPOCH + NOW);
    TestPhone::on(&screen, &machine, Arc::new(PhoneState::new(&config)))
}

#[tokio::test]
async fn settings_is_started_seen_and_left() {
    for release in Release::ALL {
        let phone = phone(release);
        let launchable = phone
            .line("cmd package query-activities --components -a android.intent.action.MAIN -c android.intent.category.LAUNCHER")
            .await
            .out();
        assert!(
            launchable
                .lines()
                .any(|line| line.starts_with("com.android.settings/")),
            "{launchable}"
        );
        let answer = phone
            .line("monkey -p com.android.settings -c android.intent.category.LAUNCHER 1")
            .await;
        assert!(
            answer.out().contains("Events injected: 1\n"),
            "{}",
            answer.out()
        );
        let dump = phone.line("uiautomator dump /dev/tty").await.out();
        assert!(
            dump.starts_with("<?xml") && dump.contains("package=\"com.android.settings\""),
            "{dump}"
        );
        assert!(dump.ends_with("</hierarchy>UI hierchary dumped to: /dev/tty\n"));
        let focus = phone.line("dumpsys window").await.out();
        assert!(
            focus.contains("mCurrentFocus=Window{") && focus.contains(" u0 com.android.settings/"),
            "{focus}"
        );
        assert_eq!(phone.line("input keyevent KEYCODE_HOME").await.exit, 0);
        let focus = phone.line("dumpsys window").await.out();
        assert!(!focus.contains("mCurrentFocus=null"), "{focus}");
        let home = phone
            .line("cmd package resolve-activity --components -a android.intent.action.MAIN -c android.intent.category.HOME")
            .await
            .out();
        assert!(home.contains("launcher"), "{home}");
        let stopped = phone.line("am force-stop com.android.settings").await;
        assert_eq!(
            (
                stopped.exit,
                phone.line("pidof com.android.settings").await.exit
            ),
            (0, 1)
        );
    }
}

#[tokio::test]
async fn a_uri_resolves_to_what_it_opens() {
    let phone = phone(Release::Android14);
    let view = "-a android.intent.action.VIEW -c android.intent.category.DEFAULT -d";
    for command in ["resolve-activity", "query-activities"] {
        let line = format!("cmd package {command} --components {view}");
        let found = phone.line(&format!("{line} shop://cart")).await.out();
        let opened = phone
            .line("am start -W -a android.intent.action.VIEW -d shop://cart")
            .await
            .out();
        let activity = opened
            .lines()
            .find_map(|line| line.strip_prefix("Activity: "));
        assert_eq!(Some(found.trim()), activity, "{opened}");
        let nothing = phone.line(&format!("{line} nothing://here")).await.out();
        assert!(nothing.starts_with("No activit"), "{nothing}");
    }
}

#[tokio::test]
async fn the_picture_has_the_size_of_the_display() {
    let phone = phone(Release::Android14);
    let raw = phone.line("screencap").await.stdout;
    let word = |at: usize| u32::from_le_bytes(raw[at..at + 4].try_into().unwrap());
    assert_eq!(
        (word(0), word(4), raw.len()),
        (1_080, 2_400, 16 + 1_080 * 2_400 * 4)
    );
}

#[tokio::test]
async fn what_was_uninstalled_is_gone_for_every_program() {
    const APP: &str = "dev.clawperator.conformance";
    let by_address = "am start -W -a android.intent.action.VIEW -d conformance://counter";
    let by_name = format!("am start -W -n {APP}/.CounterActivity");
    let resolve = format!(
        "cmd package resolve-activity --brief -a android.intent.action.MAIN -c android.intent.category.LAUNCHER {APP}"
    );
    for release in Release::ALL {
        let phone = phone(release);
        assert!(phone.line(by_address).await.out().contains("Status: ok"));
        let answer = phone.line(&format!("pm uninstall {APP}")).await;
        assert_eq!((answer.out().as_str(), answer.exit), ("Success\n", 0));
        let front = phone.line("dumpsys activity activities").await.out();
        assert!(!front.contains(APP), "{front}");
        for line in [by_address, by_name.as_str()] {
            let answer = phone.line(line).await;
            assert_ne!(answer.exit, 0, "{line}: {}", answer.out());
            assert!(!answer.out().contains("Status: ok"), "{}", answer.out());
        }
        assert_eq!(phone.line(&resolve).await.out(), "No activity found\n");
        assert_eq!(phone.line(&format!("pm path {APP}")).await.exit, 1);
        let dump = phone.line(&format!("dumpsys package {APP}")).await.out();
        assert_eq!(dump, format!("Unable to find package: {APP}\n"));
        let list = phone.line("pm list packages -3").await.out();
        assert!(!list.contains(APP), "{list}");
    }
}
