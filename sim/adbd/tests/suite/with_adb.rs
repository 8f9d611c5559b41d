//! Commands of the real adb programs.

use std::process::Stdio;

use tokio::io::{AsyncBufReadExt, BufReader};

use crate::support::adb::{Adb, BOTH, Version};
use crate::support::phone::Phone;

#[tokio::test(flavor = "multi_thread")]
async fn commands_have_streams_and_a_status() {
    for version in BOTH {
        let phone = Phone::start(14).await;
        let adb = Adb::connected(version, &phone).await;
        let listed = adb.text(&["devices", "-l"]).await;
        assert!(
            listed.contains("product:toy model:Toy_Phone device:toydevice"),
            "{listed}"
        );

        let exit = adb.output(&["shell", "exit 7"]).await;
        assert_eq!(exit.status.code(), Some(7));
        let both = adb.output(&["shell", "both"]).await;
        assert_eq!(both.stdout, b"to stdout\n");
        assert_eq!(both.stderr, b"to stderr\n");
        assert_eq!(both.status.code(), Some(3));
        let missing = adb.output(&["shell", "nonsense"]).await;
        assert_eq!(missing.stderr, b"sh: nonsense: not found\n");
        assert_eq!(missing.status.code(), Some(127));
        let legacy = adb.output(&["shell", "-x", "both"]).await;
        assert_eq!(legacy.stdout, b"to stdout\nto stderr\n");
        let panicked = adb.output(&["shell", "panic"]).await;
        assert!(panicked.stdout.is_empty());

        phone.no_streams().await;
        phone.stop().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn input_is_echoed() {
    let input: Vec<u8> = (0..300_000u32).flat_map(u32::to_le_bytes).collect();
    for version in BOTH {
        let phone = Phone::start(9).await;
        let adb = Adb::connected(version, &phone).await;
        for arguments in [&["shell", "cat"], &["exec-in", "cat"], &["shell", ""]] {
            let echoed = adb.with_input(arguments, &input).await;
            assert_eq!(echoed.status.code(), Some(0), "{arguments:?}");
            if arguments[0] == "shell" {
                assert!(
                    echoed.stdout == input,
                    "{} bytes came back",
                    echoed.stdout.len()
                );
            }
        }
        phone.no_streams().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_terminal_echoes_and_turns_line_ends() {
    for version in BOTH {
        let phone = Phone::start(14).await;
        let adb = Adb::connected(version, &phone).await;
        let output = adb.with_input(&["shell", "-tt", "terminal"], b"").await;
        assert_eq!(output.stdout, b"TERM dumb\r\nterminal true\r\n");
        let typed = adb
            .with_input(&["shell", "-tt", "cat"], b"ab\x7fc\r\x04")
            .await;
        assert_eq!(typed.stdout, b"TERM dumb\r\nab\x08 \x08c\r\nac\r\n");
        assert_eq!(typed.status.code(), Some(0));
        let interrupted = adb.with_input(&["shell", "-tt", "forever"], b"\x03").await;
        assert_eq!(interrupted.status.code(), Some(130));
        phone.no_streams().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn binary_output_is_kept_as_it_is() {
    for version in BOTH {
        let phone = Phone::start(13).await;
        let adb = Adb::connected(version, &phone).await;
        let output = adb.output(&["exec-out", "binary 3000"]).await.stdout;
        assert_eq!(output.len(), 3000 * 1024);
        let as_written = output
            .iter()
            .zip(0u32..)
            .all(|(byte, place)| *byte == place.to_le_bytes()[0]);
        assert!(as_written);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn two_large_outputs_share_the_connection() {
    for version in BOTH {
        let phone = Phone::start(14).await;
        let adb = Adb::connected(version, &phone).await;
        let lines = ["shell", "lines 200000"];
        let (first, second) = tokio::join!(adb.text(&lines), adb.text(&lines));
        let expected: String = (0..200_000u32)
            .flat_map(|number| [number.to_string(), "\n".to_owned()])
            .collect();
        assert!(first == expected && second == expected);
        phone.no_streams().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_client_that_leaves_kills_its_command() {
    for version in BOTH {
        let phone = Phone::start(14).await;
        let adb = Adb::connected(version, &phone).await;
        for service in ["shell", "exec-out"] {
            let mut child = adb.command(&[service, "forever"]).spawn().unwrap();
            let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
            assert_eq!(lines.next_line().await.unwrap().as_deref(), Some("started"));
            assert_eq!(phone.options.counters.open_streams(), 1);
            child.kill().await.unwrap();
            phone.no_streams().await;
        }
        // A command that writes for ever is stopped in the middle of it too.
        let mut child = adb.command(&["shell", "lines 4000000000"]).spawn().unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
        assert_eq!(lines.next_line().await.unwrap().as_deref(), Some("0"));
        child.kill().await.unwrap();
        phone.no_streams().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn two_hundred_streams_are_open_at_once() {
    let phone = Phone::start(14).await;
    let adb = Adb::connected(Version::Adb36, &phone).await;
    let serial = phone.serial();
    let mut streams = Vec::new();
    for _ in 0..200 {
        streams.push(adb.shell_socket(&serial, "cat").await);
    }
    phone
        .until("200 are open", |counters| counters.open_streams() == 200)
        .await;
    for (number, stream) in streams.iter_mut().enumerate() {
        stream.echo(format!("stream {number}").as_bytes()).await;
    }
    drop(streams);
    phone.no_streams().await;
    assert_eq!(phone.options.counters.opened_streams(), 200);
}

#[tokio::test(flavor = "multi_thread")]
async fn adbd_answers_for_itself() {
    for version in BOTH {
        let phone = Phone::start(9).await;
        let adb = Adb::connected(version, &phone).await;
        let root = adb.text(&["root"]).await;
        assert_eq!(root, "adbd cannot run as root in production builds\n");
        assert_eq!(adb.text(&["unroot"]).await, "adbd not running as root\n");
        assert_eq!(adb.text(&["jdwp"]).await, "");
        let usb = adb.output(&["usb"]).await;
        assert!(
            String::from_utf8_lossy(&usb.stdout).contains("restarting in USB mode"),
            "{usb:?}"
        );
        adb.output(&["disconnect", &phone.serial()]).await;
        adb.text(&["connect", &phone.serial()]).await;
        adb.until_state(&phone, Some("device")).await;
        let before = phone.options.counters.bytes_in();
        let mut reboot = adb.command(&["reboot", "bootloader"]);
        reboot.stdout(Stdio::null()).stderr(Stdio::null());
        assert!(reboot.status().await.unwrap().success());
        assert!(phone.options.counters.bytes_in() > before);
    }
}
