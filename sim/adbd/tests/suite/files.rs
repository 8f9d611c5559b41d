//! Files over `sync:`.

use bytes::Bytes;

use crate::support::adb::{Adb, BOTH};
use crate::support::phone::Phone;

/// Bytes without a pattern that a mistake could keep.
fn noise(length: usize) -> Vec<u8> {
    let mut state = 1u64;
    let mut bytes = Vec::with_capacity(length + 8);
    while bytes.len() < length {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        bytes.extend_from_slice(&state.to_le_bytes()[3..]);
    }
    bytes.truncate(length);
    bytes
}

#[tokio::test(flavor = "multi_thread")]
async fn five_megabytes_there_and_back() {
    let content = noise(5_000_003);
    for version in BOTH {
        for release in [9, 14] {
            let phone = Phone::start(release).await;
            let adb = Adb::connected(version, &phone).await;
            std::fs::write(adb.file("there"), &content).unwrap();
            std::fs::write(adb.file("small"), b"x").unwrap();
            adb.text(&["push", "there", "small", "/sdcard/"]).await;
            {
                let files = phone.toy.files.0.lock().unwrap();
                let (mode, modified, pushed) = &files["/sdcard/there"];
                assert!(pushed == &content);
                assert_eq!(*mode, 0o100_666);
                assert!(*modified > 1_700_000_000);
            }
            adb.text(&["pull", "/sdcard/there", "back"]).await;
            assert!(std::fs::read(adb.file("back")).unwrap() == content);
            adb.text(&["pull", "/sdcard", "folder"]).await;
            assert_eq!(std::fs::read(adb.file("folder/small")).unwrap(), b"x");
            assert!(std::fs::read(adb.file("folder/there")).unwrap() == content);
            phone.no_streams().await;
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn folders_are_listed() {
    for version in BOTH {
        for release in [9, 14] {
            let phone = Phone::start(release).await;
            let entry = (0o100_600, 0x6543_2100, Bytes::from_static(b"12345"));
            let deep = (0o100_644, 1, Bytes::new());
            {
                let mut files = phone.toy.files.0.lock().unwrap();
                files.insert("/data/a b".into(), entry);
                files.insert("/data/sub/\u{e4}".into(), deep);
            }
            let adb = Adb::connected(version, &phone).await;
            assert_eq!(
                adb.text(&["ls", "/data"]).await,
                "000041f9 00001000 6553f100 .\n000041f9 00001000 6553f100 ..\n\
                 00008180 00000005 65432100 a b\n000041f9 00001000 6553f100 sub\n"
            );
            assert_eq!(adb.text(&["ls", "/nowhere"]).await, "");
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn failures_are_told_as_adbd_tells_them() {
    for version in BOTH {
        for release in [9, 14] {
            let phone = Phone::start(release).await;
            let adb = Adb::connected(version, &phone).await;
            std::fs::write(adb.file("small"), b"x").unwrap();
            std::fs::write(adb.file("large"), noise(3_000_000)).unwrap();
            for (arguments, text) in [
                (
                    ["push", "small", "/full/x"],
                    "couldn't create file: No space left on device",
                ),
                (
                    ["push", "large", "/full/x"],
                    "couldn't create file: No space left on device",
                ),
                (
                    ["push", "large", "/small/x"],
                    "write failed: No space left on device",
                ),
                (
                    ["push", "small", "/system/x"],
                    "couldn't create file: Read-only file system",
                ),
            ] {
                let output = adb.output(&arguments).await;
                let said = String::from_utf8_lossy(&output.stderr).into_owned()
                    + &String::from_utf8_lossy(&output.stdout);
                assert!(said.contains(text), "{arguments:?}: {said}");
                assert_eq!(output.status.code(), Some(1));
            }
            let missing = adb.output(&["pull", "/sdcard/none"]).await;
            let said = String::from_utf8_lossy(&missing.stderr).into_owned()
                + &String::from_utf8_lossy(&missing.stdout);
            assert!(
                said.contains("No such file or directory") || said.contains("does not exist"),
                "{said}"
            );
            phone.no_streams().await;
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn links_are_pushed_as_links() {
    for version in BOTH {
        for release in [9, 14] {
            let phone = Phone::start(release).await;
            let adb = Adb::connected(version, &phone).await;
            std::fs::create_dir(adb.file("folder")).unwrap();
            std::fs::write(adb.file("folder/small"), b"x").unwrap();
            std::os::unix::fs::symlink("small", adb.file("folder/link")).unwrap();
            adb.text(&["push", "folder", "/sdcard/"]).await;
            let files = phone.toy.files.0.lock().unwrap();
            assert_eq!(files["/sdcard/folder/small"].2, "x");
            assert_eq!(
                files["/sdcard/folder/link"],
                (0o120_777, 0, Bytes::from_static(b"small"))
            );
        }
    }
}
