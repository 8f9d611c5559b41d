//! The phone under the real adb programs.

use std::process::Stdio;
use std::time::Duration;

use clawperator_virtual_phone::Release;
use tokio::io::AsyncWriteExt;

use crate::support::adb::{Adb, BOTH, Version};
use crate::support::{RELEASES, in_time, no_streams, phone};

#[tokio::test(flavor = "multi_thread")]
async fn commands_have_streams_and_a_status_on_every_release() {
    let adb = Adb::start(Version::Adb36).await;
    for release in RELEASES {
        let phone = phone(release).await;
        adb.connect(&phone).await;
        let serial = phone.serial();
        let listed = adb.text(&["devices", "-l"]).await;
        let model = phone.phone().model().replace(' ', "_");
        assert!(listed.contains(&format!("model:{model}")), "{listed}");
        for (line, code, stdout, stderr) in [
            ("true", 0, "", ""),
            ("exit 7", 7, "", ""),
            ("echo out; echo err >&2; false", 1, "out\n", "err\n"),
            ("echo 'a  b' | cat && echo $((6*7))", 0, "a  b\n42\n", ""),
        ] {
            let output = adb.output(&["-s", &serial, "shell", line]).await;
            assert_eq!(output.status.code(), Some(code), "{release} {line}");
            assert_eq!(
                String::from_utf8_lossy(&output.stdout),
                stdout,
                "{release} {line}"
            );
            assert_eq!(
                String::from_utf8_lossy(&output.stderr),
                stderr,
                "{release} {line}"
            );
        }
        let missing = adb.output(&["-s", &serial, "shell", "nonsense"]).await;
        assert_eq!(missing.status.code(), Some(127));
        assert!(missing.stdout.is_empty());
        let version = ["-s", &serial, "shell", "getprop ro.build.version.release"];
        assert_eq!(adb.text(&version).await.trim(), release.to_string());
        no_streams(phone.phone()).await;
        adb.text(&["disconnect", &serial]).await;
        phone.stop().await.unwrap();
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn five_megabytes_go_there_and_back() {
    let content: Vec<u8> = (0..1_310_720_u32)
        .flat_map(|number| number.wrapping_mul(2_654_435_761).to_le_bytes())
        .collect();
    assert_eq!(content.len(), 5 * 1024 * 1024);
    for version in BOTH {
        for release in [Release::Android9, Release::Android14] {
            let phone = phone(release).await;
            let adb = Adb::connected(version, &phone).await;
            std::fs::write(adb.home().join("sent"), &content).unwrap();
            adb.text(&["push", "sent", "/sdcard/Download/new/sent"])
                .await;
            let on_phone = phone.phone().files().read("/sdcard/Download/new/sent");
            assert!(on_phone.unwrap() == content);
            adb.text(&["pull", "/sdcard/Download/new/sent", "received"])
                .await;
            assert!(std::fs::read(adb.home().join("received")).unwrap() == content);
            let listed = adb
                .text(&["shell", "ls -l /sdcard/Download/new/sent"])
                .await;
            assert!(listed.contains(" 5242880 "), "{listed}");
            let refused = adb.output(&["push", "sent", "/system/sent"]).await;
            assert_eq!(refused.status.code(), Some(1));
            no_streams(phone.phone()).await;
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_picture_is_a_png_of_the_screen() {
    for version in BOTH {
        let phone = phone(Release::Android14).await;
        let adb = Adb::connected(version, &phone).await;
        let png = adb.output(&["exec-out", "screencap", "-p"]).await.stdout;
        assert_eq!(png.get(..8), Some(&b"\x89PNG\r\n\x1a\n"[..]));
        let number = |from: usize| u32::from_be_bytes(png[from..from + 4].try_into().unwrap());
        assert_eq!((number(16), number(20)), (1_080, 2_400));
        assert_eq!(png.get(png.len() - 8..png.len() - 4), Some(&b"IEND"[..]));
        no_streams(phone.phone()).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_log_can_be_read() {
    for version in BOTH {
        let phone = phone(Release::Android13).await;
        let adb = Adb::connected(version, &phone).await;
        adb.text(&[
            "shell",
            "am",
            "start",
            "-n",
            "dev.clawperator.shop/.MainActivity",
        ])
        .await;
        let log = adb.text(&["logcat", "-d"]).await;
        assert!(log.starts_with("--------- beginning of "), "{log}");
        assert!(log.contains("dev.clawperator.shop"), "{log}");
        no_streams(phone.phone()).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_shell_reads_its_lines_from_a_pipe() {
    for version in BOTH {
        let phone = phone(Release::Android14).await;
        let adb = Adb::connected(version, &phone).await;
        let mut child = adb.command(&["shell"]);
        let mut child = child.stdin(Stdio::piped()).spawn().unwrap();
        let mut stdin = child.stdin.take().unwrap();
        let script = "cd /sdcard\nx=one\nif true\nthen echo $x two\nfi\npwd\nexit 3\n";
        stdin.write_all(script.as_bytes()).await.unwrap();
        let output = in_time("the shell ends", child.wait_with_output())
            .await
            .unwrap();
        assert_eq!(output.status.code(), Some(3));
        assert_eq!(
            String::from_utf8_lossy(&output.stdout),
            "one two\n/sdcard\n"
        );
        drop(stdin);
        no_streams(phone.phone()).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn exec_in_loses_nothing_when_it_hangs_up() {
    let content: Vec<u8> = (0..700_000_u32)
        .flat_map(|number| number.wrapping_mul(2_654_435_761).to_le_bytes())
        .collect();
    for version in BOTH {
        let phone = phone(Release::Android14).await;
        let adb = Adb::connected(version, &phone).await;
        // It has more to do when its input ends.
        let line = "cat > /sdcard/part; sleep 1; mv /sdcard/part /sdcard/whole";
        for _ in 0..5 {
            let mut child = adb.command(&["exec-in", line]);
            let mut child = child.stdin(Stdio::piped()).spawn().unwrap();
            let mut stdin = child.stdin.take().unwrap();
            stdin.write_all(&content).await.unwrap();
            drop(stdin);
            in_time("adb ends", child.wait()).await.unwrap();
            // The command outlives its stream, so that the end of the one does not tell the end of the other.
            let moved = async {
                while phone.phone().files().read("/sdcard/whole").is_err() {
                    tokio::time::sleep(Duration::from_millis(10)).await;
                }
            };
            in_time("the command ends", moved).await;
            no_streams(phone.phone()).await;
            let whole = phone.phone().files().read("/sdcard/whole").unwrap();
            assert!(whole == content, "{version:?}: {} bytes", whole.len());
            phone.phone().files().remove_file("/sdcard/whole").unwrap();
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_person_types_on_a_terminal() {
    let phone = phone(Release::Android14).await;
    let adb = Adb::connected(Version::Path, &phone).await;
    let mut child = adb.command(&["shell", "-tt"]);
    let mut child = child.stdin(Stdio::piped()).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    stdin.write_all(b"echo typed\rexit 4\r").await.unwrap();
    let output = in_time("the shell ends", child.wait_with_output())
        .await
        .unwrap();
    drop(stdin);
    assert_eq!(output.status.code(), Some(4));
    let shown = String::from_utf8_lossy(&output.stdout);
    assert!(shown.contains("panther:/ $ "), "{shown}");
    assert!(shown.contains("$ echo typed\r\n"), "{shown}");
    assert!(shown.matches("typed\r\n").count() == 2, "{shown}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_reboot_cuts_the_connection_and_stops_the_apps() {
    let phone = phone(Release::Android14).await;
    let adb = Adb::connected(Version::Path, &phone).await;
    adb.text(&["shell", "monkey", "-p", "dev.clawperator.shop", "1"])
        .await;
    let shop = "dev.clawperator.shop/dev.clawperator.shop.MainActivity";
    assert_eq!(phone.phone().status().await.resumed.as_deref(), Some(shop));
    let boot = ["shell", "cat /proc/sys/kernel/random/boot_id"];
    let before = adb.text(&boot).await;
    adb.text(&["reboot"]).await;
    in_time(
        "the connection is gone",
        phone
            .phone()
            .until_traffic(|traffic| traffic.connections == 0),
    )
    .await;
    assert_ne!(phone.phone().status().await.resumed.as_deref(), Some(shop));
    adb.connect(&phone).await;
    assert_eq!(adb.text(&["shell", "echo back"]).await, "back\n");
    let after = adb.text(&boot).await;
    assert_ne!(after, before);
    assert_eq!(after.len(), before.len());
}
