//! A script ends with everything that it has started, whatever ends it.

use std::fs;
use std::io::Read as _;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use clawperator_adb::Deadline;
use serde_json::{Value, json};

use super::private_adb::{Phones, PrivateAdb, ended, json_of, programs, send};

const ID: &str = "dev.clawperator.example.strays";
const PATIENCE: Duration = Duration::from_mins(1);

/// A skill whose script leaves programs behind that are in no group of its own.
struct Strays {
    adb: PrivateAdb,
    _phone: Phones,
    /// Open for as long as something is alive that the script has started.
    alive: PathBuf,
}

impl Strays {
    /// The last line of the script says how it goes on.
    fn start(last: &str) -> Self {
        let adb = PrivateAdb::started(&programs()[0]);
        let phone = Phones::start(&adb, &[]);
        let home = adb.home().to_owned();
        let alive = home.join("alive");
        let made = Command::new("mkfifo").arg(&alive).status().unwrap();
        assert!(made.success());
        let skill = home.join("skills").join(ID);
        fs::create_dir_all(skill.join("scripts")).unwrap();
        let entry = json!({
            "id": ID, "applicationId": "dev.clawperator.example", "intent": "strays", "summary": "Leaves strays.",
            "path": ID, "skillFile": "SKILL.md", "scripts": ["scripts/run.sh"], "artifacts": [], "interpreter": "sh",
        });
        // The first leaves its session and its parent, the second is a daemon that the script does not wait for.
        let script = format!(
            "exec 9>\"$HOME/alive\"\nsetsid sh -c 'setsid sleep 300 & exit 0'\n(setsid sleep 300 </dev/null >/dev/null 2>&1 &)\necho ready >&9\n{last}\n"
        );
        fs::write(skill.join("skill.json"), entry.to_string()).unwrap();
        let about = format!("---\nname: {ID}\ndescription: Leaves strays.\n---\n");
        fs::write(skill.join("SKILL.md"), about).unwrap();
        fs::write(skill.join("scripts/run.sh"), script).unwrap();
        let registry = json!({ "schemaVersion": "1.0", "skills": [entry] });
        let place = home.join("skills/skills-registry.json");
        fs::write(place, registry.to_string()).unwrap();
        let indexed = adb.clawperator(&["skills", "index"]);
        assert_eq!(indexed.exit, 0, "{}", indexed.stdout);
        let strays = Self {
            adb,
            _phone: phone,
            alive,
        };
        strays.write_profile("");
        let refused = json_of(&strays.adb.clawperator(&Self::words(&[])));
        let hint = refused["hint"].as_str().unwrap();
        let hash = hint.split("sha256 = \"").nth(1).unwrap();
        let hash = hash.trim_end_matches('"');
        strays.write_profile(&format!(
            "[[scripts]]\nskill = \"{ID}\"\nsha256 = \"{hash}\"\n"
        ));
        strays
    }

    fn write_profile(&self, scripts: &str) {
        let text = format!("version = 1\ncoordinates = \"look\"\n{scripts}");
        fs::write(self.adb.home().join("p.toml"), text).unwrap();
    }

    fn words<'w>(more: &[&'w str]) -> Vec<&'w str> {
        [
            &["skills", "run", ID, "--profile", "p.toml", "--json"],
            more,
        ]
        .concat()
    }

    fn command(&self, more: &[&str]) -> Command {
        let mut command = self.adb.command(&Self::words(more));
        command.env("PATH", "/usr/bin:/bin").stdout(Stdio::piped());
        command
    }

    /// Tells first that the strays are there, then that the last of them is gone.
    fn watch(&self) -> Receiver<&'static str> {
        let (tell, told) = channel();
        let alive = self.alive.clone();
        std::thread::spawn(move || {
            let mut pipe = fs::File::open(alive).unwrap();
            pipe.read_exact(&mut [0; 6]).unwrap();
            tell.send("ready").unwrap();
            pipe.read_to_end(&mut Vec::new()).unwrap();
            // The test may be over.
            let _ = tell.send("gone");
        });
        told
    }

    /// Waits until no copy of the script is left but the lock of one that was killed.
    fn until_no_copy_is_left(&self) {
        let patiently = Deadline::after(PATIENCE);
        while !self.copies().is_empty() {
            let left = patiently.remaining().unwrap_or_default();
            assert!(!left.is_zero(), "{:?}", self.copies());
        }
    }

    fn copies(&self) -> Vec<PathBuf> {
        let folder = self.adb.home().join(".local/state/clawperator/scripts");
        let entries = fs::read_dir(folder).unwrap().flatten();
        entries
            .map(|entry| entry.path())
            .filter(|path| path.is_dir())
            .collect()
    }
}

fn answer(command: &mut Command) -> Value {
    let output = command.output().unwrap();
    serde_json::from_slice(&output.stdout).unwrap()
}

#[test]
fn when_its_time_is_up() {
    let strays = Strays::start("sleep 300");
    let told = strays.watch();
    let result = answer(&mut strays.command(&["--timeout", "8000"]));
    assert_eq!(result["errorCode"], "SKILL_EXECUTION_TIMEOUT", "{result}");
    assert_eq!(told.recv_timeout(PATIENCE), Ok("ready"));
    assert_eq!(told.recv_timeout(PATIENCE), Ok("gone"));
    strays.until_no_copy_is_left();
}

#[test]
fn when_it_has_ended_itself() {
    let said = format!(
        "echo '[Clawperator-Skill-Result]'; echo '{{\"contractVersion\":\"1.0.0\",\"skillId\":\"{ID}\",\"status\":\"success\"}}'"
    );
    let strays = Strays::start(&said);
    let told = strays.watch();
    let result = answer(&mut strays.command(&[]));
    assert_eq!(result["status"], "success", "{result}");
    assert_eq!(told.recv_timeout(PATIENCE), Ok("ready"));
    assert_eq!(told.recv_timeout(PATIENCE), Ok("gone"));
    strays.until_no_copy_is_left();
}

#[test]
fn when_whoever_runs_it_is_killed() {
    for signal in ["KILL", "TERM"] {
        let strays = Strays::start("sleep 300");
        let told = strays.watch();
        let mut running = strays.command(&[]).spawn().unwrap();
        assert_eq!(told.recv_timeout(PATIENCE), Ok("ready"));
        send(signal, &running);
        ended(&mut running);
        assert_eq!(told.recv_timeout(PATIENCE), Ok("gone"), "{signal}");
        strays.until_no_copy_is_left();
    }
}

#[test]
fn what_a_dead_one_has_left_is_removed_by_the_next() {
    let strays = Strays::start("exit 3");
    let left = strays
        .adb
        .home()
        .join(".local/state/clawperator/scripts/script-1");
    fs::create_dir_all(&left).unwrap();
    fs::write(left.join("run.sh"), "").unwrap();
    let told = strays.watch();
    let result = answer(&mut strays.command(&[]));
    assert_eq!(result["script"]["exitCode"], 3, "{result}");
    assert_eq!(told.recv_timeout(PATIENCE), Ok("ready"));
    assert!(!left.exists());
}
