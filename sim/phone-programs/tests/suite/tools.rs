//! The calls of third-party tools, answered in the forms that they look for.

use std::time::UNIX_EPOCH;

use clawperator_phone_programs::{PhoneConfig, Release};
use clawperator_phone_shell::{Processes, SignalRefused};

use crate::support::phone::{NOW, TestPhone};

#[tokio::test]
async fn mobile_mcp_finds_what_it_looks_for() {
    for release in Release::ALL {
        let phone = TestPhone::new(release);
        let features = phone.line("pm list features").await.out();
        assert!(
            features.lines().all(|line| line.starts_with("feature:"))
                && !features.contains("leanback")
        );
        assert_eq!(
            phone.line("wm size").await.out().split(' ').next_back(),
            Some("1080x2400\n")
        );
        let activities = phone
            .line("cmd package query-activities -a android.intent.action.MAIN -c android.intent.category.LAUNCHER")
            .await
            .out();
        assert!(
            activities
                .lines()
                .any(|line| line.trim() == "packageName=dev.probe"),
            "{activities}"
        );
        let processes = phone.line("ps -e").await.out();
        let names = processes
            .lines()
            .filter(|line| line.starts_with('u'))
            .filter_map(|line| line.split_whitespace().nth(8));
        assert!(
            names.into_iter().any(|name| name == "dev.probe"),
            "{processes}"
        );
        let displays = phone
            .line("dumpsys SurfaceFlinger --display-id")
            .await
            .out();
        assert_eq!(
            displays
                .lines()
                .filter(|line| line.starts_with("Display "))
                .count(),
            1
        );
        assert_eq!(
            phone
                .line("am start -a android.intent.action.VIEW -d https://known.example")
                .await
                .exit,
            0
        );
        phone.line("content insert --uri content://settings/system --bind name:s:user_rotation --bind value:i:1").await;
        assert_eq!(
            phone.line("settings get system user_rotation").await.out(),
            "1\n"
        );
    }
    let config = PhoneConfig::emulator(Release::Android14, "EMULATOR36", UNIX_EPOCH + NOW);
    let emulator = TestPhone::with(&config);
    assert_eq!(
        emulator.line("getprop ro.boot.qemu.avd_name").await.out(),
        "Medium_Phone_API_34\n"
    );
    assert_eq!(emulator.line("getprop ro.kernel.qemu").await.out(), "1\n");
}

#[tokio::test]
async fn mobile_mcp_finds_the_display_that_is_on() {
    for release in [Release::Android13, Release::Android14, Release::Android16] {
        let out = TestPhone::new(release)
            .line("cmd display get-displays")
            .await
            .out();
        let line = out
            .lines()
            .find(|line| line.starts_with("Display id "))
            .unwrap()
            .to_owned();
        assert!(
            line.contains(", state ON,")
                && line.contains(", uniqueId \"local:4619827259835644672\""),
            "{line}"
        );
    }
}

#[tokio::test]
async fn adbutils_finds_what_it_looks_for() {
    for release in Release::ALL {
        let phone = TestPhone::new(release);
        assert_eq!(
            phone
                .line("settings get system screen_brightness_mode")
                .await
                .out(),
            "0\n"
        );
        let address = phone.line("ifconfig wlan0").await.out();
        assert!(address.contains("inet addr:10.0.2.16 "), "{address}");
        let address = phone.line("ip addr show dev wlan0").await.out();
        assert!(address.contains("inet 10.0.2.16/24"), "{address}");
        let display = phone.line("dumpsys display").await.out();
        assert!(
            display.lines().any(|line| line.contains("orientation=0")),
            "{display}"
        );
        assert!(
            phone
                .line("dumpsys power")
                .await
                .out()
                .contains("mHoldingDisplaySuspendBlocker=true")
        );
        let package = phone.line("dumpsys package dev.probe").await.out();
        for part in [
            "PackageSignatures{",
            "pkgFlags=[ ",
            "firstInstallTime=2026-10-01 05:57:04",
            "lastUpdateTime=2026-10-01 05:57:04",
        ] {
            assert!(package.contains(part), "{part}: {package}");
        }
        // The current app: in windows on the oldest release, else through the activities.
        let windows = phone.line("dumpsys window windows").await.out();
        let top = phone.line("dumpsys activity top").await.out();
        assert!(
            windows.contains("mCurrentFocus=Window{")
                || top.contains("ACTIVITY dev.probe/.MainActivity ")
        );
        assert!(
            phone
                .line("dumpsys battery")
                .await
                .out()
                .lines()
                .all(|line| line.contains(':'))
        );
    }
}

#[tokio::test]
async fn processes_of_the_phone_take_no_signal_from_the_shell() {
    let phone = TestPhone::new(Release::Android14);
    phone.line("ps -A").await;
    assert!(
        phone
            .state
            .list()
            .iter()
            .any(|entry| entry.name == "dev.probe" && entry.pid == 8_235)
    );
    assert_eq!(
        phone.state.signal(8_235, 9),
        Err(SignalRefused::NotPermitted)
    );
    assert_eq!(
        phone.state.signal(31_337, 9),
        Err(SignalRefused::NoSuchProcess)
    );
}

#[tokio::test]
async fn every_program_ends_on_hostile_words() {
    let hostile = [
        "",
        "-",
        "--",
        "-n",
        "--user",
        "x",
        "\u{fffd}",
        "-p",
        "list",
        "dump",
        "start",
        "999999999999999999999",
    ];
    for release in [Release::Android9, Release::Android16] {
        let phone = TestPhone::new(release);
        for name in phone.names.iter().filter(|name| *name != "logcat") {
            for first in hostile {
                for second in hostile {
                    let words = [name.as_str(), first, second].map(ToOwned::to_owned);
                    phone
                        .run(&words, clawperator_phone_shell::Input::nothing())
                        .await;
                }
            }
        }
    }
}
