//! What programs write into the phone's files.

use clawperator_phone_programs::Release;

use crate::support::phone::TestPhone;
use crate::support::screen::XML;

#[tokio::test]
async fn a_dump_goes_to_its_file() {
    let phone = TestPhone::new(Release::Android14);
    phone.line("uiautomator dump").await;
    assert_eq!(
        phone
            .files
            .read("/sdcard/window_dump.xml")
            .unwrap()
            .as_ref(),
        XML.as_bytes()
    );
    phone.line("uiautomator dump data/local/tmp/x.xml").await;
    assert_eq!(
        phone.files.read("/data/local/tmp/x.xml").unwrap().as_ref(),
        XML.as_bytes()
    );
}

#[tokio::test]
async fn a_dump_that_cannot_be_written_is_only_logged() {
    let phone = TestPhone::new(Release::Android14);
    let answer = phone.line("uiautomator dump /system/x.xml").await;
    assert_eq!((answer.err().as_str(), answer.exit), ("", 0));
    let log = phone
        .line("logcat -d -v tag AccessibilityNodeInfoDumper:E *:S")
        .await
        .out();
    assert!(
        log.contains(
            "E/AccessibilityNodeInfoDumper: failed to dump window to file: Read-only file system\n"
        ),
        "{log}"
    );
}

#[tokio::test]
async fn a_dump_to_a_terminal_goes_there() {
    let phone = TestPhone::new(Release::Android14);
    let seen = phone
        .on_terminal("uiautomator dump /dev/tty > /data/local/tmp/said")
        .await;
    assert_eq!(seen, XML.as_bytes());
    assert_eq!(
        phone.files.read("/data/local/tmp/said").unwrap().as_ref(),
        b"UI hierchary dumped to: /dev/tty\n"
    );
}
