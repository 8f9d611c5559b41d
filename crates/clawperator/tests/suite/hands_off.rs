//! What a command must leave alone: a phone that another has by any name, files that are no pictures, and profiles and
//! state folders that are not its user's alone.

use std::fs::{self, Permissions};
use std::os::unix::fs::{FileTypeExt, MetadataExt, PermissionsExt, symlink};
use std::path::Path;
use std::process::Stdio;

use clawperator_adb::Deadline;
use serde_json::{Value, json};

use super::private_adb::{Bench, ended, json_of};

impl Bench {
    /// The phone under a second name.
    fn second_name(&self) -> String {
        let port = self.phone.serial(0).rsplit(':').next().unwrap();
        let name = format!("localhost:{port}");
        self.adb.adb(&["connect", &name]);
        self.adb.until(&name, "device");
        name
    }

    fn injected(&self) -> usize {
        let journal = self.phone.control(&json!({ "do": "journal" }));
        let entries = journal["journal"]["entries"].as_array().unwrap().clone();
        let is_input = |entry: &&Value| entry["event"]["what"] == "injected";
        entries.iter().filter(is_input).count()
    }
}

fn payload(actions: &Value) -> String {
    json!({ "commandId": "held-by-me", "taskId": "t", "source": "test",
        "expectedFormat": "android-ui-automator", "timeoutMs": 60_000, "actions": actions })
    .to_string()
}

fn mode(path: &Path, mode: u32) {
    fs::set_permissions(path, Permissions::from_mode(mode)).unwrap();
}

#[test]
fn a_phone_that_another_has_by_any_name() {
    let bench = Bench::start(&[]);
    let second = bench.second_name();
    let serial = bench.phone.serial(0).to_owned();
    let rest = payload(&json!([
        { "id": "b", "type": "press_key", "params": { "key": "back" } },
        { "id": "s", "type": "sleep", "params": { "durationMs": 50_000 } },
    ]));
    let mut holder = bench
        .adb
        .command(&["exec", &rest, "--device", &serial, "--json"])
        .stdout(Stdio::null())
        .spawn()
        .unwrap();
    let state = bench.adb.home().join("elsewhere").display().to_string();
    let patiently = Deadline::after(std::time::Duration::from_mins(1));
    // Its first step shows that it has the phone.
    while bench.injected() == 0 {
        assert!(!patiently.remaining().unwrap_or_default().is_zero());
    }
    for more in [&[][..], &[("CLAWPERATOR_STATE", state.as_str())]] {
        let words = ["back", "--device", &second];
        let refused = json_of(&bench.adb.clawperator_with(more, &words));
        assert_eq!(refused["code"], "EXECUTION_CONFLICT_IN_FLIGHT", "{refused}");
        let held = &refused["details"]["holder"];
        assert_eq!(held["commandId"], "held-by-me", "{refused}");
        assert_eq!(held["processId"], holder.id(), "{refused}");
        assert!(held["user"].is_string(), "{refused}");
    }
    assert_eq!(bench.injected(), 1);
    holder.kill().unwrap();
    ended(&mut holder);
    let ran = bench.adb.clawperator(&["back", "--device", &second]);
    assert_eq!(ran.exit, 0, "{}", ran.stdout);
}

#[test]
fn a_phone_that_a_rule_means_by_its_own_serial_number() {
    let bench = Bench::start(&[]);
    let second = bench.second_name();
    let own = bench
        .adb
        .adb(&["-s", &second, "shell", "getprop", "ro.serialno"]);
    let own = String::from_utf8(own).unwrap().trim().to_owned();
    let rule = |device: &str| {
        let text = format!(
            "version = 1\ncoordinates = \"look\"\n[[rules]]\nname = \"not-this\"\nverdict = \"deny\"\ndevices = [\"{device}\"]\n"
        );
        fs::write(bench.adb.home().join("p.toml"), text).unwrap();
        let words = ["back", "--device", &second, "--profile", "p.toml"];
        bench.adb.clawperator_with(&[], &words).exit
    };
    assert_eq!(rule(&own), 7);
    assert_eq!(rule(&second), 7);
    assert_eq!(rule("another"), 0);
}

#[test]
fn files_that_are_no_pictures() {
    let bench = Bench::start(&[]);
    let home = bench.adb.home();
    let victim = home.join("victim.toml");
    fs::write(&victim, "kept").unwrap();
    let link = home.join("link.png");
    symlink(&victim, &link).unwrap();
    let shot = |path: &str| {
        let step = json!([
            { "id": "b", "type": "press_key", "params": { "key": "back" } },
            { "id": "p", "type": "take_screenshot", "params": { "path": path } },
        ]);
        let words = ["exec", &payload(&step), "--profile", "server", "--json"];
        bench.adb.clawperator(&words)
    };
    let before = bench.injected();
    for path in [
        victim.to_str().unwrap(),
        link.to_str().unwrap(),
        "/dev/null",
        ".local/state/clawperator/locks/new.png",
        "-",
        "photo.jpg",
    ] {
        let ran = shot(path);
        let refused = json_of(&ran);
        assert_eq!(refused["code"], "HOST_IO_FAILED", "{path}: {refused}");
        assert_ne!(ran.exit, 0);
    }
    // Also the step before the picture was not sent.
    assert_eq!(bench.injected(), before);
    assert_eq!(fs::read(&victim).unwrap(), b"kept");
    assert!(
        fs::metadata("/dev/null")
            .unwrap()
            .file_type()
            .is_char_device()
    );
    for _ in 0..2 {
        assert_eq!(shot("picture.png").exit, 0);
    }
    let picture = fs::read(home.join("picture.png")).unwrap();
    assert!(picture.starts_with(b"\x89PNG"));
    let unnamed = json_of(&bench.adb.clawperator(&["screenshot"]));
    let path = &unnamed["envelope"]["stepResults"][0]["data"]["path"];
    let path = Path::new(path.as_str().unwrap());
    let folder = path.parent().unwrap();
    assert_eq!(fs::metadata(folder).unwrap().mode() & 0o777, 0o700);
    assert_eq!(fs::metadata(path).unwrap().mode() & 0o777, 0o600);
}

#[test]
fn profiles_and_folders_that_others_may_write() {
    let bench = Bench::start(&[]);
    let home = bench.adb.home();
    let profile = home.join("p.toml");
    fs::write(&profile, "version = 1\ncoordinates = \"look\"\n").unwrap();
    mode(&profile, 0o666);
    let back = ["back", "--profile", "p.toml"];
    let refused = json_of(&bench.adb.clawperator(&back));
    assert_eq!(refused["code"], "FILE_UNREADABLE", "{refused}");
    assert!(
        refused["message"]
            .as_str()
            .unwrap()
            .contains("world-writable")
    );
    mode(&profile, 0o644);
    assert_eq!(bench.adb.clawperator(&back).exit, 0);
    // What the first run has made is this user's alone, and is so again after somebody has opened it.
    let state = home.join(".local/state/clawperator");
    let modes = || {
        let all = [state.clone(), state.join("locks")];
        all.map(|path| fs::metadata(path).unwrap().mode() & 0o777)
    };
    assert_eq!(modes(), [0o700, 0o700]);
    for lock in fs::read_dir(state.join("locks")).unwrap() {
        let lock = lock.unwrap().metadata().unwrap();
        assert_eq!(lock.mode() & 0o777, 0o600);
    }
    mode(&state, 0o755);
    mode(&state.join("locks"), 0o777);
    assert_eq!(bench.adb.clawperator(&back).exit, 0);
    assert_eq!(modes(), [0o700, 0o700]);
    // A folder that is more than a state folder is not changed.
    let shared = home.join("shared");
    fs::create_dir(&shared).unwrap();
    fs::write(shared.join("thesis.txt"), "").unwrap();
    mode(&shared, 0o755);
    let shared_state = [("CLAWPERATOR_STATE", shared.to_str().unwrap())];
    let refused = json_of(&bench.adb.clawperator_with(&shared_state, &back));
    assert_eq!(refused["code"], "HOST_IO_FAILED", "{refused}");
    assert_eq!(fs::metadata(&shared).unwrap().mode() & 0o777, 0o755);
    // A lock that is a link to something else is not followed.
    let locks = fs::read_dir(state.join("locks")).unwrap();
    let lock = locks.flatten().next().unwrap().path();
    let victim = home.join("victim");
    fs::write(&victim, "kept").unwrap();
    fs::remove_file(&lock).unwrap();
    symlink(&victim, &lock).unwrap();
    let refused = json_of(&bench.adb.clawperator(&back));
    assert_eq!(refused["code"], "HOST_IO_FAILED", "{refused}");
    assert_eq!(fs::read(&victim).unwrap(), b"kept");
}
