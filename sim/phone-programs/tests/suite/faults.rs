//! What goes wrong on request.

use std::time::UNIX_EPOCH;

use clawperator_phone_programs::{DumpFault, Gate, Release, Switch, Times};

use crate::support::phone::{NOW, TestPhone};
use crate::support::screen::XML;

#[tokio::test]
async fn dumps_fail_as_often_as_asked() {
    let phone = TestPhone::new(Release::Android14);
    let faults = phone.state.faults();
    faults.set_dump(DumpFault::Killed, Times::Next(2));
    for _ in 0..2 {
        let answer = phone.line("uiautomator dump").await;
        assert_eq!((answer.err().as_str(), answer.exit), ("Killed\n", 137));
    }
    assert_eq!(phone.line("uiautomator dump").await.exit, 0);
    faults.set_dump(DumpFault::NullRoot, Times::Always);
    for _ in 0..3 {
        let answer = phone.line("uiautomator dump").await;
        assert_eq!(
            answer.err(),
            "ERROR: null root node returned by UiTestAutomationBridge.\n"
        );
        assert_eq!((answer.out().as_str(), answer.exit), ("", 0));
    }
    faults.clear_dump(&DumpFault::NullRoot);
    assert_eq!(phone.line("uiautomator dump").await.err(), "");
}

#[tokio::test]
async fn a_fault_of_dumps_that_is_used_up_uncovers_the_one_before() {
    let phone = TestPhone::new(Release::Android14);
    let faults = phone.state.faults();
    let junk = |text: &str| DumpFault::JunkAfter(text.to_owned());
    faults.set_dump(junk("never seen"), Times::Always);
    faults.set_dump(junk("junk"), Times::Next(3));
    faults.set_dump(DumpFault::Killed, Times::Next(2));
    assert_eq!(faults.dump_left(&DumpFault::Killed), Some(Times::Next(2)));
    assert_eq!(phone.line("uiautomator dump").await.exit, 137);
    assert_eq!(faults.dump_left(&DumpFault::Killed), Some(Times::Next(1)));
    assert_eq!(phone.line("uiautomator dump").await.exit, 137);
    assert_eq!(faults.dump_left(&DumpFault::Killed), None);
    let answer = phone.line("uiautomator dump /dev/tty").await;
    assert!(answer.out().contains(">junkUI"), "{}", answer.out());
    assert_eq!(faults.dump_left(&junk("")), Some(Times::Next(2)));
    faults.clear_dump(&junk(""));
    assert_eq!(faults.dump_left(&junk("")), None);
}

#[tokio::test]
async fn a_dump_that_finds_no_rest_takes_its_ten_seconds_and_leaves_the_old_file() {
    let phone = TestPhone::new(Release::Android11);
    phone
        .files
        .write("/sdcard/window_dump.xml", b"old", 0o660)
        .unwrap();
    phone
        .state
        .faults()
        .set_dump(DumpFault::NotIdle, Times::Next(1));
    let answer = phone.line("uiautomator dump").await;
    assert_eq!(
        (answer.err().as_str(), answer.exit),
        ("ERROR: could not get idle state.\n", 0)
    );
    let waited = phone.clock.now().duration_since(UNIX_EPOCH + NOW).unwrap();
    assert_eq!(waited.as_secs(), 10);
    assert_eq!(
        phone
            .files
            .read("/sdcard/window_dump.xml")
            .unwrap()
            .as_ref(),
        b"old"
    );
    *phone.screen.idle.lock().unwrap() = false;
    assert_eq!(
        phone.line("uiautomator dump").await.err(),
        "ERROR: could not get idle state.\n"
    );
}

#[tokio::test]
async fn junk_follows_the_tree_and_a_tree_is_cut() {
    let phone = TestPhone::new(Release::Android13);
    phone
        .state
        .faults()
        .set_dump(DumpFault::JunkAfter("\nnoise".to_owned()), Times::Next(1));
    let answer = phone.line("uiautomator dump /dev/tty").await;
    assert_eq!(
        answer.out(),
        format!("{XML}\nnoiseUI hierchary dumped to: /dev/tty\n")
    );
    // The cut falls into the middle of a character and moves before it.
    let inside = XML.find('ü').unwrap() + 1;
    phone
        .state
        .faults()
        .set_dump(DumpFault::Truncated(inside), Times::Next(1));
    phone.line("uiautomator dump /data/local/tmp/cut.xml").await;
    let file = phone.files.read("/data/local/tmp/cut.xml").unwrap();
    assert_eq!(file.as_ref(), &XML.as_bytes()[..inside - 1]);
}

#[tokio::test]
async fn input_is_refused_in_the_words_of_the_release() {
    for (release, start, exit) in [
        (
            Release::Android9,
            "java.lang.SecurityException: Injecting to another application requires INJECT_EVENTS permission\n",
            1,
        ),
        (
            Release::Android11,
            "java.lang.SecurityException: Injecting to another application requires INJECT_EVENTS permission\n",
            1,
        ),
        (
            Release::Android12,
            "\nException occurred while executing 'tap':\njava.lang.SecurityException: Injecting to another application requires",
            255,
        ),
        (
            Release::Android14,
            "\nException occurred while executing 'tap':\njava.lang.SecurityException: Injecting input events requires the caller (or the source of the instrumentation, if any) to have the INJECT_EVENTS permission.\n",
            255,
        ),
    ] {
        let phone = TestPhone::new(release);
        phone.state.faults().switch_on(Switch::RefuseInput);
        let answer = phone.line("input tap 1 2").await;
        assert!(
            answer.err().starts_with(start),
            "{release}: {}",
            answer.err()
        );
        assert_eq!((answer.exit, phone.did()), (exit, Vec::new()));
        phone.state.faults().clear();
        assert_eq!(phone.line("input tap 1 2").await.exit, 0);
    }
}

#[tokio::test]
async fn vendors_refuse_grants_and_settings() {
    for (release, grant, put) in [
        (
            Release::Android9,
            "Security exception: grantRuntimePermission: Neither user 2000 nor current process has android.permission.GRANT_RUNTIME_PERMISSIONS.\n",
            "Security exception: Permission denial: writing to settings requires:android.permission.WRITE_SECURE_SETTINGS\n",
        ),
        (
            Release::Android14,
            "\nException occurred while executing 'grant':\njava.lang.SecurityException: grantRuntimePermission: Neither user 2000",
            "\nException occurred while executing 'put':\njava.lang.SecurityException: Permission denial, must have one of: [android.permission.WRITE_SECURE_SETTINGS]\n",
        ),
    ] {
        let phone = TestPhone::new(release);
        phone.state.faults().switch_on(Switch::RefuseGrants);
        phone.state.faults().switch_on(Switch::RefuseSettings);
        let answer = phone
            .line("pm grant dev.probe android.permission.CAMERA")
            .await;
        assert!(
            answer.err().starts_with(grant) && answer.exit == 255,
            "{release}: {}",
            answer.err()
        );
        let answer = phone.line("settings put global a b").await;
        assert!(
            answer.err().starts_with(put) && answer.exit == 255,
            "{release}: {}",
            answer.err()
        );
        assert_eq!(phone.line("settings get global a").await.out(), "null\n");
    }
}

#[tokio::test]
async fn without_the_framework_no_service_is_found() {
    let phone = TestPhone::new(Release::Android14);
    phone.state.faults().switch_on(Switch::FrameworkDown);
    for (line, text, exit) in [
        (
            "am start -n a/.B",
            "cmd: Can't find service: activity\n",
            20,
        ),
        ("wm size", "cmd: Can't find service: window\n", 20),
        ("input tap 1 2", "cmd: Can't find service: input\n", 20),
        ("dumpsys window", "Can't find service: window\n", 0),
        ("uiautomator dump", "Killed\n", 137),
    ] {
        let answer = phone.line(line).await;
        assert_eq!((answer.err().as_str(), answer.exit), (text, exit), "{line}");
    }
}

#[tokio::test]
async fn without_the_framework_input_fails_by_release() {
    const TRACE: &str = "java.lang.IllegalStateException: \
        android.os.ServiceManager$ServiceNotFoundException: No service published for: input\n\tat ";
    for (release, text, exit) in [
        (Release::Android9, "Killed\n", 137),
        (Release::Android10, TRACE, 1),
        (Release::Android11, TRACE, 1),
        (Release::Android12, "cmd: Can't find service: input\n", 20),
    ] {
        let phone = TestPhone::new(release);
        phone.state.faults().switch_on(Switch::FrameworkDown);
        for line in ["input keyevent 0", "input tap 1 2", "input text ä"] {
            let answer = phone.line(line).await;
            let err = answer.err();
            assert!(err.starts_with(text), "{release} {line}: {err}");
            assert_eq!(answer.exit, exit, "{release} {line}");
        }
        assert!(phone.did().is_empty());
        // Words are looked at before the service is.
        if release < Release::Android12 {
            assert_eq!(phone.line("input fly").await.exit, 0, "{release}");
        }
    }
}

#[tokio::test]
async fn monkey_misses_the_keys_of_the_system() {
    let phone = TestPhone::new(Release::Android16);
    phone.state.faults().switch_on(Switch::NoSystemKeys);
    let answer = phone.line("monkey -p dev.probe 1").await;
    assert!(
        answer
            .err()
            .ends_with("** SYS_KEYS has no physical keys but with factor 2.0%.\n")
    );
    assert_eq!(answer.exit, 251);
    assert_eq!(
        phone
            .line("monkey -p dev.probe --pct-syskeys 0 1")
            .await
            .exit,
        0
    );
}

#[tokio::test]
async fn a_held_program_goes_on_when_the_gate_opens_and_may_be_dropped() {
    let phone = TestPhone::new(Release::Android14);
    phone
        .state
        .faults()
        .set_gate(Gate::ClosedFor(vec!["wm".to_owned()]));
    assert_eq!(phone.line("getprop ro.serialno").await.out(), "TEST0001\n");
    let (dropped, _) = phone.follow("wm size");
    let (task, mut out) = phone.follow("wm size");
    tokio::task::yield_now().await;
    assert!(!task.is_finished());
    dropped.abort();
    phone.state.faults().set_gate(Gate::Open);
    assert_eq!(
        out.read().await.unwrap().as_ref(),
        b"Physical size: 1080x2400\n"
    );
    task.await.unwrap();
}
