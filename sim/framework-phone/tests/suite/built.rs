//! Debian's adb against the real toolkit, judged by the app's own record.

use std::time::Duration;

use clawperator_phone_screen::Screen;

use crate::support::phone::{
    APP, Phone, attribute, middle, node, on_a_phone_of_speed, on_the_phone,
};

/// Views and Compose: the same pages under two names.
const TOOLKITS: [&str; 2] = ["", "compose/"];

#[test]
fn a_tap_is_one_click_and_force_stop_leaves_nothing_behind() {
    on_the_phone(async |phone| {
        let restarts = phone.screen.restarts();
        let xml = phone.see("Conformance").await;
        assert!(xml.contains("package=\"com.android.launcher3\""), "{xml}");
        for toolkit in TOOLKITS {
            phone.open(&format!("{toolkit}counter")).await;
            let before = phone.now().await;
            phone.tap("increment").await;
            let xml = phone.see("1").await;
            assert_eq!(attribute(node(&xml, "count").unwrap(), "text"), "1");
            let clicks = phone.happened(before).await;
            let clicks = clicks.iter().filter(|entry| entry.0 == "click").count();
            assert_eq!(clicks, 1, "{toolkit}");
            phone.adb.shell(&format!("am force-stop {APP}")).await;
            phone
                .until(
                    "dumpsys window | grep mCurrentFocus",
                    "com.android.launcher3",
                )
                .await;
            assert!(phone.adb.shell(&format!("pidof {APP}")).await.is_empty());
            // Neither the page nor what it counted is there any more.
            phone.open(&format!("{toolkit}counter")).await;
            let xml = phone.see("increment").await;
            assert_eq!(attribute(node(&xml, "count").unwrap(), "text"), "0");
            phone.adb.shell("input keyevent BACK").await;
            phone.see("Conformance").await;
        }
        assert_eq!(phone.screen.restarts(), restarts);
    });
}

#[test]
fn text_goes_into_a_field_over_a_keyboard() {
    on_the_phone(async |phone| {
        for toolkit in TOOLKITS {
            phone.open(&format!("{toolkit}fields")).await;
            let xml = phone.see("E-mail").await;
            let field = xml
                .split("<node")
                .find(|node| node.contains("android.widget.EditText"));
            let (x, y) = middle(field.unwrap());
            phone.adb.shell(&format!("input tap {x} {y}")).await;
            phone
                .until(
                    "dumpsys input_method | grep mInputShown",
                    "mInputShown=true",
                )
                .await;
            phone.adb.shell("input text 'Hello%sWorld'").await;
            let xml = phone.see("Hello World").await;
            let field = node(&xml, "Hello World").unwrap();
            assert_eq!(attribute(field, "focused"), "true");
            // The first goes to the keyboard, the second to the page.
            phone.adb.shell("input keyevent BACK").await;
            assert!(!phone.screen.state().await.keyboard_shown);
            phone.see("Hello World").await;
            phone.adb.shell("input keyevent HOME").await;
        }
    });
}

#[test]
fn a_dialog_lies_above_its_page_and_takes_taps_where_it_says() {
    on_the_phone(async |phone| {
        for toolkit in TOOLKITS {
            phone.open(&format!("{toolkit}dialog")).await;
            phone.tap("Delete file…").await;
            let xml = phone.see("Delete file?").await;
            assert!(node(&xml, "Rename…").is_none(), "only the active window");
            let all = phone.adb.shell("uiautomator dump --windows /dev/tty").await;
            assert!(node(&all, "Rename…").is_some() && node(&all, "Delete file?").is_some());
            let before = phone.now().await;
            phone.tap("Delete").await;
            phone.see("Deleted").await;
            let happened = phone.happened(before).await;
            assert!(
                happened.iter().any(|entry| entry.2 == "Deleted"),
                "{happened:?}"
            );
        }
    });
}

#[test]
fn a_swipe_flings_a_list() {
    on_the_phone(async |phone| {
        for toolkit in TOOLKITS {
            phone.open(&format!("{toolkit}list")).await;
            phone.see("Row 1").await;
            phone.adb.shell("input swipe 540 1800 540 600 150").await;
            let xml = phone.dump().await;
            assert!(node(&xml, "Row 1").is_none(), "it moved");
            // The finger went up 1200 pixels, and the list went on after it.
            assert!(node(&xml, "Row 9").is_none(), "{xml}");
            // A slow one stops where the finger does.
            let before = rows(&xml);
            phone.adb.shell("input swipe 540 1200 540 1000 2000").await;
            let after = rows(&phone.dump().await);
            let shared = after.iter().find_map(|(label, y)| {
                let (_, earlier) = before.iter().find(|(known, _)| known == label)?;
                Some(earlier - y)
            });
            let moved = shared.unwrap();
            assert!((100..=200).contains(&moved), "moved by {moved}");
        }
    });
}

/// The rows with their places.
fn rows(xml: &str) -> Vec<(String, i32)> {
    let nodes = xml.split("<node").skip(1);
    let rows = nodes.filter(|node| attribute(node, "text").starts_with("Row "));
    rows.map(|node| (attribute(node, "text").to_owned(), middle(node).1))
        .collect()
}

#[test]
fn a_crash_ends_the_app_and_not_the_phone() {
    on_the_phone(async |phone| {
        let restarts = phone.screen.restarts();
        phone.open("trouble").await;
        phone.tap("Crash").await;
        let xml = phone.see("Conformance").await;
        assert!(xml.contains("com.android.launcher3"));
        phone.open("counter").await;
        phone.see("increment").await;
        assert_eq!(phone.screen.restarts(), restarts);
    });
}

#[test]
fn a_hang_ends_and_the_app_goes_on() {
    on_the_phone(async |phone| {
        let restarts = phone.screen.restarts();
        phone.open("trouble").await;
        let begin = phone.now().await;
        phone.tap("Hang for 10 s").await;
        phone.until_happened(begin, "click", "hang_ten").await;
        phone.see("Hang for 10 s").await;
        phone.until_happened(begin, "hang_over", "trouble").await;
        assert_eq!(phone.screen.restarts(), restarts);
    });
}

#[test]
fn an_app_that_hangs_holds_up_nobody_and_can_be_stopped_which_is_counted() {
    on_the_phone(async |phone| {
        let restarts = phone.screen.restarts();
        phone.open("trouble").await;
        phone.see("Hang for 60 s").await;
        let picture = phone.exec_picture().await.len();
        let before = phone.now().await;
        phone.tap("Hang for 60 s").await;
        phone.until_happened(before, "click", "hang_long").await;
        // The last frame, and the state before; then the platform's word for an app that does not answer.
        // A screen that nobody drew on would be all black, which is a tenth as long.
        let during = phone.exec_picture().await.len();
        assert!(during * 2 > picture, "{during} of {picture}");
        let focus = phone.adb.shell("dumpsys window | grep mCurrentFocus").await;
        assert!(focus.contains("TroubleActivity"), "{focus}");
        let said = phone.dump().await;
        assert!(said.contains("ERROR: null root node"), "{said}");
        phone.adb.shell(&format!("am force-stop {APP}")).await;
        phone.see("Conformance").await;
        assert_eq!(phone.screen.restarts(), restarts + 1);
    });
}

#[test]
fn a_busy_machine_slows_the_phone_and_makes_no_long_press() {
    on_a_phone_of_speed(8.0, async |phone| {
        phone.open("menu").await;
        phone.see("notes.txt").await;
        let busy: Vec<_> = (0..4)
            .map(|_| {
                tokio::task::spawn_blocking(|| {
                    let begun = std::time::SystemTime::UNIX_EPOCH.elapsed();
                    let end = begun.unwrap() + Duration::from_secs(10);
                    let mut number = 1_u64;
                    while std::time::SystemTime::UNIX_EPOCH.elapsed().unwrap() < end {
                        number = std::hint::black_box(number.wrapping_mul(3));
                    }
                    number
                })
            })
            .collect();
        let before = phone.now().await;
        for _ in 0..10 {
            phone.tap("notes.txt").await;
        }
        let happened = phone.happened(before).await;
        assert!(
            happened.iter().all(|entry| entry.0 != "long_click"),
            "{happened:?}"
        );
        let downs = happened.iter().filter(|entry| entry.0 == "down").count();
        assert_eq!(downs, 10);
        for task in busy {
            task.await.unwrap();
        }
    });
}

impl Phone {
    /// What `screencap` writes.
    async fn exec_picture(&self) -> Vec<u8> {
        let png = self.adb.exec_out("screencap -p").await;
        assert!(png.starts_with(b"\x89PNG"), "{} bytes", png.len());
        png
    }
}
