//! `virtual-phone` from its first line to its end.

use std::fs::{self, File};
use std::io::Read as _;
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::process::Stdio;

use serde_json::{Value, json};

use super::private_adb::{Phones, PrivateAdb, ended, json_of, programs, send};

const NOTES: &str = r#"{
    "version": 1,
    "apps": [{
        "package": "org.example.notes",
        "label": "Notes",
        "launcher": ".Main",
        "activities": [{
            "class": ".Main",
            "exported": true,
            "view": { "kind": "text", "text": "Nothing to remember" }
        }]
    }]
}"#;

#[test]
fn an_end_leaves_nothing_behind() {
    for program in programs() {
        let adb = PrivateAdb::started(&program);
        for (signal, count) in [("INT", "1"), ("TERM", "3")] {
            let mut phones = Phones::start(&adb, &["--count", count]);
            assert_eq!(adb.listed().len().to_string(), count);
            assert!(adb.listed().iter().all(|line| line.ends_with(" device")));
            let ended = phones.end(signal);
            assert_eq!(ended.code(), Some(0), "{signal}");
            assert_eq!(adb.listed(), Vec::<String>::new());
            let mut addresses = vec![phones.started["control"].as_str().unwrap()];
            addresses.extend((0..count.parse().unwrap()).map(|number| phones.serial(number)));
            for address in addresses {
                let address: SocketAddr = address.parse().unwrap();
                assert!(TcpStream::connect(address).is_err(), "{address}");
            }
        }
    }
}

#[test]
fn the_first_line_says_what_was_started() {
    let adb = PrivateAdb::started(&programs()[0]);
    let phones = Phones::start(&adb, &["--release", "12l", "--count", "2"]);
    let started = &phones.started;
    assert_eq!(started["phones"].as_array().unwrap().len(), 2);
    for phone in started["phones"].as_array().unwrap() {
        assert_eq!(phone["release"], "12L");
        assert_eq!(phone["model"], "Pixel 6");
        assert_eq!(phone["server"], format!("tcp:localhost:{}", adb.port));
    }
    let known = phones.control(&json!({ "do": "phones" }));
    assert_eq!(known["phones"].as_array().unwrap().len(), 2);
}

#[test]
fn it_starts_the_adb_server_where_there_is_none() {
    let adb = PrivateAdb::new(&programs()[0]);
    let phones = Phones::start(&adb, &[]);
    assert_eq!(adb.listed(), [format!("{} device", phones.serial(0))]);
}

#[test]
fn its_screen_can_be_seen_through_adb() {
    for program in programs() {
        let adb = PrivateAdb::started(&program);
        let phone = Phones::start(&adb, &[]);
        let picture = adb.adb(&["-s", phone.serial(0), "exec-out", "screencap", "-p"]);
        assert!(picture.starts_with(b"\x89PNG\r\n\x1a\n"));
        // Width and height stand first in the first chunk.
        assert_eq!(picture[16..24], [0, 0, 4, 56, 0, 0, 9, 96]);
    }
}

#[test]
fn it_has_the_apps_of_a_scene_file() {
    let adb = PrivateAdb::started(&programs()[0]);
    let folder = tempfile::tempdir().unwrap();
    let scene = folder.path().join("notes.json");
    fs::write(&scene, NOTES).unwrap();
    let phone = Phones::start(&adb, &["--scene", scene.to_str().unwrap()]);
    let packages = adb.adb(&["-s", phone.serial(0), "shell", "pm", "list", "packages"]);
    let packages = String::from_utf8(packages).unwrap();
    assert!(packages.contains("package:org.example.notes"), "{packages}");
}

#[test]
fn a_port_that_is_taken_is_told_and_nothing_stays() {
    let adb = PrivateAdb::started(&programs()[0]);
    let first = Phones::start(&adb, &[]);
    let (_, port) = first.serial(0).split_once(':').unwrap();
    let ran = adb.clawperator(&["virtual-phone", "--connect", "--port", port]);
    let failure = json_of(&ran);
    assert_eq!((ran.exit, &failure["code"]), (3, &json!("HOST_IO_FAILED")));
    assert_eq!(adb.listed(), [format!("{} device", first.serial(0))]);
}

#[test]
fn an_answer_that_nobody_can_read_ends_it() {
    let adb = PrivateAdb::started(&programs()[0]);
    let full = File::options().write(true).open("/dev/full").unwrap();
    let mut child = adb
        .command(&["virtual-phone", "--connect"])
        .stdout(full)
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    assert_eq!(ended(&mut child).code(), Some(8));
    assert_eq!(adb.listed(), Vec::<String>::new());
}

#[test]
fn an_interruption_is_heeded_before_anything_is_connected() {
    // A server that takes connections and says nothing: the first is to connect, the second to disconnect again.
    for patient in [true, false] {
        let adb = PrivateAdb::new(&programs()[0]);
        let silent = TcpListener::bind(("127.0.0.1", adb.port)).unwrap();
        let mut child = adb
            .command(&["virtual-phone", "--connect", "--timeout", "60000", "--json"])
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let connecting = silent.accept().unwrap();
        send("INT", &child);
        let disconnecting = silent.accept().unwrap();
        if patient {
            drop(disconnecting);
        } else {
            // Whoever asks twice does not wait for the server.
            send("INT", &child);
        }
        assert_eq!(ended(&mut child).code(), Some(130));
        let mut said = String::new();
        let mut stdout = child.stdout.take().unwrap();
        stdout.read_to_string(&mut said).unwrap();
        let failure: Value = serde_json::from_str(&said).unwrap();
        assert_eq!(failure["code"], "EXECUTION_CANCELLED");
        drop(connecting);
    }
}
