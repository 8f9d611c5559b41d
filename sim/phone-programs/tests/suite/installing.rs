//! `pm install` and its sessions.

use clawperator_phone_programs::Release;

use crate::support::phone::{TestPhone, input};

/// A package named `dev.sample`, version 7, with its manifest deflated.
const APK: &[u8] = include_bytes!("../data/sample.apk");

#[tokio::test]
async fn a_streamed_package_is_installed_and_removed() {
    let phone = TestPhone::new(Release::Android14);
    let words = format!("pm install -r -t -S {}", APK.len());
    let words: Vec<String> = words.split(' ').map(ToOwned::to_owned).collect();
    let answer = phone.run(&words, input(APK)).await;
    assert_eq!((answer.out().as_str(), answer.exit), ("Success\n", 0));
    assert_eq!(
        phone
            .line("pm list packages --show-versioncode sample")
            .await
            .out(),
        "package:dev.sample versionCode:7\n"
    );
    assert_eq!(
        phone.line("pm uninstall dev.sample").await.out(),
        "Success\n"
    );
    assert_eq!(phone.line("pm path dev.sample").await.exit, 1);
}

#[tokio::test]
async fn a_session_is_written_and_committed() {
    let phone = TestPhone::new(Release::Android16);
    let created = phone.line("pm install-create -S 10").await.out();
    let id = created.split(['[', ']']).nth(1).unwrap().to_owned();
    let line = format!("pm install-write -S {} {id} base.apk -", APK.len());
    let words: Vec<String> = line.split(' ').map(ToOwned::to_owned).collect();
    let answer = phone.run(&words, input(APK)).await;
    assert_eq!(
        answer.out(),
        format!("Success: streamed {} bytes\n", APK.len())
    );
    assert_eq!(
        phone.line(&format!("pm install-commit {id}")).await.out(),
        "Success\n"
    );
    let again = phone.line(&format!("pm install-commit {id}")).await;
    assert!(again.err().contains("Caller has no access to session") && again.exit == 255);
}

#[tokio::test]
async fn a_file_is_installed_and_junk_is_refused() {
    let phone = TestPhone::new(Release::Android9);
    phone
        .files
        .write("/data/local/tmp/a.apk", APK, 0o644)
        .unwrap();
    assert_eq!(
        phone
            .line("pm install -r -t /data/local/tmp/a.apk")
            .await
            .out(),
        "Success\n"
    );
    phone
        .files
        .write("/data/local/tmp/b.apk", b"junk", 0o644)
        .unwrap();
    let answer = phone.line("pm install /data/local/tmp/b.apk").await;
    assert!(
        answer
            .out()
            .starts_with("Failure [INSTALL_PARSE_FAILED_NOT_APK"),
        "{}",
        answer.out()
    );
    assert_eq!(answer.exit, 1);
    let words: Vec<String> = "pm install -S 100"
        .split(' ')
        .map(ToOwned::to_owned)
        .collect();
    assert_eq!(phone.run(&words, input(b"short")).await.exit, 1);
}
