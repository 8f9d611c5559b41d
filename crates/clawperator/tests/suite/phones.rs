//! `devices` and `doctor` through real adb servers, with phones that `virtual-phone` started.

use std::io::Read as _;
use std::process::{Command, Stdio};
use std::time::Duration;

use clawperator_adb::Deadline;
use serde_json::{Value, json};

use super::case::Ran;
use super::private_adb::{Phones, PrivateAdb, ended, json_of, programs, send};

/// The checks of a report that did not pass, as `id status code`.
fn outline(ran: &Ran) -> Vec<String> {
    let report = json_of(ran);
    let checks = report["checks"].as_array().unwrap();
    checks
        .iter()
        .filter(|check| check["status"] != "pass" && check["status"] != "skipped")
        .map(|check| {
            let word = |key: &str| check[key].as_str().unwrap_or("-").to_owned();
            format!("{} {} {}", word("id"), word("status"), word("code"))
        })
        .collect()
}

fn next_actions(ran: &Ran) -> Value {
    json_of(ran)["nextActions"].clone()
}

#[test]
fn devices_with_none_one_and_two() {
    for program in programs() {
        let adb = PrivateAdb::started(&program);
        assert_eq!(adb.clawperator(&["devices"]).stdout, "{\"devices\":[]}\n");
        let one = Phones::start(&adb, &[]);
        let list = json_of(&adb.clawperator(&["devices"]));
        assert_eq!(list["devices"].as_array().unwrap().len(), 1);
        assert_eq!(list["devices"][0]["serial"], one.serial(0));
        assert_eq!(list["devices"][0]["state"], "device");
        assert_eq!(list["devices"][0]["model"], "Pixel_7");
        assert_eq!(list["devices"][0]["product"], "panther");
        let two = Phones::start(&adb, &["--release", "9"]);
        let text = adb.clawperator(&["devices", "--output", "text"]).stdout;
        assert!(text.starts_with("SERIAL"), "{text}");
        for (serial, model) in [(one.serial(0), "Pixel_7"), (two.serial(0), "Pixel_2")] {
            let line = text.lines().find(|line| line.starts_with(serial));
            let cells: Vec<&str> = line.unwrap().split_whitespace().collect();
            assert_eq!(cells[1..3], ["device", model]);
        }
    }
}

#[test]
fn a_healthy_phone_is_well() {
    for program in programs() {
        let adb = PrivateAdb::started(&program);
        let phone = Phones::start(&adb, &[]);
        let ran = adb.clawperator(&["doctor"]);
        assert_eq!((ran.exit, outline(&ran)), (0, Vec::new()), "{}", ran.stdout);
        let report = json_of(&ran);
        assert_eq!(report["ok"], true);
        assert_eq!(report["deviceId"], phone.serial(0));
        let text = adb.clawperator(&["doctor", "--output", "text"]);
        let last = text.stdout.lines().last().unwrap();
        assert_eq!(last, format!("{} can be used", phone.serial(0)));
    }
}

#[test]
fn what_the_doctor_lists_is_what_a_run_refuses() {
    for (release, drag) in [("9", Some(Some("holdMs and restMs"))), ("12", None)] {
        let adb = PrivateAdb::started(&programs()[0]);
        let phone = Phones::start(&adb, &["--release", release]);
        let report = json_of(&adb.clawperator(&["doctor"]));
        let drivers = report["drivers"].as_array().unwrap();
        assert_eq!(
            (&drivers[0]["driver"], &drivers[1]["driver"]),
            (&json!("shell"), &json!("resident"))
        );
        let part_of = |action: &str| {
            let mut lacks = drivers[0]["cannot"].as_array().unwrap().iter();
            lacks
                .find(|lack| lack["action"] == action)
                .map(|lack| lack["part"].as_str())
        };
        assert_eq!(part_of("drag"), drag, "{release}");
        assert_eq!(part_of("pinch"), Some(None));
        for words in [
            &["pinch", "--coordinate", "500", "900", "--scale", "2"][..],
            &["drag", "100,900", "600,900", "--hold", "900"],
        ] {
            let before = phone.inputs(phone.serial(0));
            let ran = adb.clawperator(words);
            let is_listed = part_of(words[0]).is_some();
            let is_refused = json_of(&ran)["code"] == "CAPABILITY_UNSUPPORTED";
            assert_eq!(is_refused, is_listed, "{release} {words:?}: {}", ran.stdout);
            assert_eq!(
                phone.inputs(phone.serial(0)) == before,
                is_refused,
                "{release} {words:?}"
            );
        }
    }
}

#[test]
fn a_dark_screen_is_told_and_woken() {
    for program in programs() {
        let adb = PrivateAdb::started(&program);
        let phone = Phones::start(&adb, &[]);
        phone.fault("screen_off_and_locked", true);
        let ran = adb.clawperator(&["doctor"]);
        let expected = [
            "device.screen.on fail DEVICE_NOT_INTERACTIVE",
            "device.screen.unlocked fail DEVICE_NOT_INTERACTIVE",
        ];
        assert_eq!(
            (ran.exit, outline(&ran)),
            (3, expected.map(str::to_owned).into())
        );
        let next = format!("clawperator doctor --fix --device {}", phone.serial(0));
        assert_eq!(next_actions(&ran)[0], next);
        // The command that it names is one that it takes, and it wakes the phone and opens a lock without a secret.
        let words: Vec<&str> = next.split(' ').skip(1).collect();
        let ran = adb.clawperator(&words);
        assert_eq!((ran.exit, outline(&ran)), (0, Vec::new()));
        let repairs = &json_of(&ran)["repairs"];
        assert_eq!(repairs[0]["outcome"], "repaired");
        assert_eq!(repairs[1]["action"], "wm dismiss-keyguard");
        assert_eq!(repairs[1]["outcome"], "repaired");
        phone.fault("screen_off_and_locked", false);
        assert_eq!(adb.clawperator(&["doctor"]).exit, 0);
    }
}

#[test]
fn a_snapshot_of_a_dark_phone_warns_where_it_is_text() {
    let adb = PrivateAdb::started(&programs()[0]);
    let phone = Phones::start(&adb, &[]);
    for words in [
        &["snapshot", "--compact"][..],
        &["snapshot", "--output", "text"],
    ] {
        let ran = adb.clawperator(words);
        assert_eq!((ran.exit, ran.stderr.as_str()), (0, ""), "{words:?}");
    }
    phone.fault("screen_off_and_locked", true);
    for words in [
        &["snapshot", "--compact"][..],
        &["snapshot", "--tree"],
        &["snapshot", "--output", "text"],
    ] {
        let ran = adb.clawperator(words);
        assert_eq!(ran.exit, 0, "{words:?}: {}", ran.stderr);
        assert!(
            ran.stderr.starts_with("warn: ") && ran.stderr.contains("off and locked"),
            "{words:?}: {:?}",
            ran.stderr
        );
        assert!(!ran.stdout.contains("off and locked"), "{}", ran.stdout);
    }
    // JSON has the warning in its data, and nothing beside it.
    let ran = adb.clawperator(&["snapshot", "--compact", "--json"]);
    let warn = &json_of(&ran)["envelope"]["stepResults"][0]["data"]["warn"];
    assert!(warn.as_str().unwrap().contains("off and locked"), "{warn}");
    assert_eq!(ran.stderr, "");
}

#[test]
fn a_phone_that_does_not_let_us_in_or_is_offline() {
    for program in programs() {
        let adb = PrivateAdb::started(&program);
        let phone = Phones::start(&adb, &[]);
        for (fault, state, code) in [
            ("offline", "offline", "DEVICE_OFFLINE"),
            ("unauthorized", "unauthorized", "DEVICE_UNAUTHORIZED"),
        ] {
            phone.fault(fault, true);
            adb.until(phone.serial(0), state);
            let ran = adb.clawperator(&["doctor"]);
            let expected = vec![format!("device.authorisation fail {code}")];
            assert_eq!((ran.exit, outline(&ran)), (3, expected));
            let device = &json_of(&adb.clawperator(&["devices"]))["devices"][0];
            assert_eq!(device["code"], code);
            assert!(device["hint"].is_string());
            let text = adb.clawperator(&["devices", "--output", "text"]).stdout;
            assert!(text.contains("\n  hint: "), "{text}");
            phone.fault(fault, false);
            adb.until(phone.serial(0), "device");
        }
        assert_eq!(adb.clawperator(&["doctor"]).exit, 0);
    }
}

#[test]
fn the_phone_is_the_one_that_was_named() {
    let adb = PrivateAdb::started(&programs()[0]);
    let ran = adb.clawperator(&["doctor"]);
    assert_eq!(
        (ran.exit, outline(&ran)),
        (3, vec!["device.discovery fail NO_DEVICES".to_owned()])
    );
    let phones = Phones::start(&adb, &["--count", "2"]);
    let (first, second) = (phones.serial(0), phones.serial(1));

    let ran = adb.clawperator(&["doctor"]);
    let several = "device.discovery fail MULTIPLE_DEVICES_DEVICE_ID_REQUIRED";
    assert_eq!((ran.exit, outline(&ran)), (3, vec![several.to_owned()]));
    let next = next_actions(&ran)[0].as_str().unwrap().to_owned();
    assert!(
        next.starts_with("clawperator doctor --device 127.0.0.1:"),
        "{next}"
    );

    let text = adb.clawperator(&["doctor", "--output", "text"]).stdout;
    let end: Vec<&str> = text.lines().rev().take(2).collect();
    assert_eq!(end[1], "several phones are connected and none was chosen");
    assert_eq!(end[0], format!("next: {next}"));
    // What was typed is not repeated: it may hold a secret.
    for words in [&["press", "home"][..], &["type", "s3cret", "--id", "a"]] {
        let refused = json_of(&adb.clawperator(words));
        let hint = refused["hint"].as_str().unwrap();
        assert!(
            hint.contains(": add --device 127.0.0.1:")
                && hint.ends_with(", for example")
                && !hint.contains("s3cret"),
            "{hint}"
        );
    }

    let chosen = |ran: Ran| {
        (
            ran.exit,
            json_of(&ran)["deviceId"].as_str().map(str::to_owned),
        )
    };
    let flag = adb.clawperator(&["doctor", "--device", second]);
    assert_eq!(chosen(flag), (0, Some(second.to_owned())));
    let variable = [("ANDROID_SERIAL", first)];
    let ran = adb.clawperator_with(&variable, &["doctor"]);
    assert_eq!(chosen(ran), (0, Some(first.to_owned())));
    // The flag wins over the variable.
    let both = adb.clawperator_with(&variable, &["doctor", "--device", second]);
    assert_eq!(chosen(both), (0, Some(second.to_owned())));

    let absent = adb.clawperator(&["doctor", "--device", "absent"]);
    let not_found = "device.discovery fail DEVICE_NOT_FOUND";
    assert_eq!(
        (absent.exit, outline(&absent)),
        (3, vec![not_found.to_owned()])
    );
    assert_eq!(next_actions(&absent)[0], "clawperator devices");
}

#[test]
fn no_server_and_its_repair() {
    for program in programs() {
        let adb = PrivateAdb::new(&program);
        let ran = adb.clawperator(&["doctor"]);
        let expected = vec!["host.adb.server fail ADB_SERVER_FAILED".to_owned()];
        assert_eq!((ran.exit, outline(&ran)), (3, expected));
        assert_eq!(next_actions(&ran)[0], "adb start-server");
        let ran = adb.clawperator(&["doctor", "--fix"]);
        let expected = vec!["device.discovery fail NO_DEVICES".to_owned()];
        assert_eq!((ran.exit, outline(&ran)), (3, expected));
        assert_eq!(json_of(&ran)["repairs"][0]["action"], "adb start-server");
    }
}

#[test]
fn a_check_has_the_time_that_was_given_and_no_more() {
    let adb = PrivateAdb::started(&programs()[0]);
    let phone = Phones::start(&adb, &[]);
    phone.fault("shell_stalled", true);
    let ran = adb.clawperator(&["doctor", "--timeout", "5000"]);
    let expected = vec!["device.shell fail DEVICE_TIMEOUT".to_owned()];
    assert_eq!((ran.exit, outline(&ran)), (3, expected));
}

#[test]
fn an_interrupted_doctor_says_so() {
    let adb = PrivateAdb::started(&programs()[0]);
    let phone = Phones::start(&adb, &[]);
    phone.fault("shell_stalled", true);
    // Whoever runs the tests under `nohup` hands down that hangups are ignored.
    let listening = ["env", "--default-signal=HUP"];
    let hangup = cfg!(target_os = "linux").then_some("HUP");
    for signal in ["INT", "TERM"].into_iter().chain(hangup) {
        let streams = phone.open_streams();
        let doctor = adb.command(&["doctor", "--json"]);
        let mut doctor = if signal == "HUP" {
            through(&listening, &doctor)
        } else {
            doctor
        };
        let mut doctor = doctor.stdout(Stdio::piped()).spawn().unwrap();
        // It is in the middle of a check once the phone has been asked for a shell.
        while phone.open_streams() == streams {}
        send(signal, &doctor);
        let mut said = String::new();
        let mut stdout = doctor.stdout.take().unwrap();
        stdout.read_to_string(&mut said).unwrap();
        assert_eq!(ended(&mut doctor).code(), Some(130));
        let failure: Value = serde_json::from_str(&said).unwrap();
        assert_eq!(failure["code"], "EXECUTION_CANCELLED");
        while phone.open_streams() != streams {}
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_hangup_that_is_ignored_stays_so() {
    let adb = PrivateAdb::started(&programs()[0]);
    let phone = Phones::start(&adb, &[]);
    phone.fault("shell_stalled", true);
    let streams = phone.open_streams();
    // As `nohup` starts a program.
    let ignoring = ["sh", "-c", "trap '' HUP; exec \"$@\"", "sh"];
    let mut doctor = through(&ignoring, &adb.command(&["doctor", "--json"]))
        .stdout(Stdio::null())
        .spawn()
        .unwrap();
    while phone.open_streams() == streams {}
    let status = std::fs::read_to_string(format!("/proc/{}/status", doctor.id())).unwrap();
    let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let ignored = u64::from_str_radix(ignored.unwrap().trim(), 16).unwrap();
    assert_eq!(ignored & 1, 1, "{status}");
    send("TERM", &doctor);
    assert_eq!(ended(&mut doctor).code(), Some(130));
}

/// A program as another one starts it.
fn through(words: &[&str], program: &Command) -> Command {
    let mut command = Command::new(words[0]);
    let environment = program.get_envs();
    command
        .args(&words[1..])
        .arg(program.get_program())
        .args(program.get_args())
        .env_clear()
        .envs(environment.filter_map(|(name, value)| Some((name, value?))))
        .stdin(Stdio::null());
    command
}

#[test]
fn a_person_at_a_terminal_is_told_what_takes_long() {
    let adb = PrivateAdb::started(&programs()[0]);
    let phone = Phones::start(&adb, &[]);
    let second = Deadline::after(Duration::from_secs(1));
    let quick = on_a_terminal(&adb, "doctor");
    // A machine with much else to do makes everything take long.
    let was_quick = second.remaining().is_some_and(|left| !left.is_zero());
    assert!(quick.contains("can be used"), "{quick}");
    assert!(!(was_quick && quick.contains("...")), "{quick}");
    assert!(quick.contains("ok    device.release"), "{quick}");
    phone.fault("shell_slow", true);
    let slow = on_a_terminal(&adb, "doctor");
    assert!(
        slow.contains("... checking device.shell, which may take 10 s"),
        "{slow}"
    );
    // Nobody is told in a pipe, and JSON stays JSON.
    let ran = adb.clawperator(&["doctor"]);
    assert_eq!((ran.exit, ran.stderr.as_str()), (0, ""));
}

/// What a person sees; `script` gives the binary a terminal.
fn on_a_terminal(adb: &PrivateAdb, command: &str) -> String {
    let line = format!("{} {command}", env!("CARGO_BIN_EXE_clawperator"));
    let output = Command::new("script")
        .args(["--quiet", "--return", "--command", &line, "/dev/null"])
        .envs(adb.environment())
        .env("NO_COLOR", "1")
        .stdin(Stdio::null())
        .output()
        .unwrap();
    assert!(output.status.success(), "{output:?}");
    String::from_utf8(output.stdout).unwrap()
}
