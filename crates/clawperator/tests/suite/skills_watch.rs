//! `skills run --watch` with the real binary: each save is answered once, and Ctrl-C ends it.

use std::fs;
use std::io::{BufRead as _, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

use serde_json::{Value, json};

use super::private_adb::{Bench, ended, send};
use super::skills_file::pick_row;

/// How long an answer may take on a busy machine.
const PATIENCE: Duration = Duration::from_mins(1);
/// How long it is waited for one that must not come.
const SILENCE: Duration = Duration::from_millis(1_500);

struct Watch {
    child: Child,
    answers: Receiver<String>,
}

impl Watch {
    fn begin(mut command: Command) -> Self {
        let mut child = command.stdout(Stdio::piped()).spawn().unwrap();
        let stdout = child.stdout.take().unwrap();
        let (tell, answers) = channel();
        thread::spawn(move || {
            for line in BufReader::new(stdout).lines() {
                if tell.send(line.unwrap()).is_err() {
                    return;
                }
            }
        });
        Self { child, answers }
    }

    /// Without an adb that anybody could find.
    fn alone(folder: &Path, args: &[&str]) -> Self {
        let mut command = Command::new(env!("CARGO_BIN_EXE_clawperator"));
        command
            .env_clear()
            .env("HOME", folder)
            .env("ANDROID_ADB_SERVER_PORT", "1")
            .current_dir(folder)
            .args(args)
            .stdin(Stdio::null());
        Self::begin(command)
    }

    fn line(&self) -> String {
        self.answers.recv_timeout(PATIENCE).unwrap()
    }

    fn answer(&self) -> Value {
        let line = self.line();
        serde_json::from_str(&line).unwrap_or_else(|error| panic!("{error}: {line}"))
    }

    fn is_silent(&self) {
        let line = self.answers.recv_timeout(SILENCE);
        assert_eq!(line, Err(RecvTimeoutError::Timeout));
    }

    fn interrupt(&mut self) -> Option<i32> {
        send("INT", &self.child);
        ended(&mut self.child).code()
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Saves as editors do that write elsewhere first, keep the old file and take the new one's name for it.
fn save_by_rename(file: &Path, text: &str) {
    let beside = |ending: &str| PathBuf::from(format!("{}{ending}", file.display()));
    fs::write(beside(".new"), text).unwrap();
    fs::rename(file, beside("~")).unwrap();
    fs::rename(beside(".new"), file).unwrap();
}

#[test]
fn each_save_is_answered_once_and_a_broken_file_waits_for_the_next() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("pick.recipe.md");
    fs::write(&file, pick_row()).unwrap();
    let args = [
        "skills",
        "run",
        "pick.recipe.md",
        "--watch",
        "--input",
        "row_number=15",
        "--json",
    ];
    let mut watch = Watch::alone(folder.path(), &args);
    let first = watch.answer();
    assert_eq!(first["dryRun"], true, "{first}");
    assert_eq!(first["verdict"]["effect"], "allow");
    let actions = first["plan"].as_array().unwrap().len();
    watch.is_silent();

    save_by_rename(
        &file,
        &pick_row().replace("type: read_text", "type: raed_text"),
    );
    let broken = watch.answer();
    assert_eq!(broken["code"], "RECIPE_INVALID", "{broken}");
    assert_eq!(broken["findings"][0]["file"], "pick.recipe.md");
    watch.is_silent();

    fs::remove_file(&file).unwrap();
    watch.is_silent();
    let shorter = pick_row();
    let (shorter, _) = shorter.split_once("## Step 3").unwrap();
    fs::write(&file, shorter.replace("    from: read_picked\n", "")).unwrap();
    let unbound = watch.answer();
    assert_eq!(
        unbound["findings"][0]["code"], "RECIPE_OUTPUT_UNBOUND",
        "{unbound}"
    );

    fs::write(&file, pick_row()).unwrap();
    let last = watch.answer();
    assert_eq!(last["plan"].as_array().unwrap().len(), actions);
    assert_eq!(watch.interrupt(), Some(0));
}

#[test]
fn what_cannot_be_watched_is_said() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("pick.recipe.md"), pick_row()).unwrap();
    for (args, code) in [
        (["pick-row", "--watch", "--json"], "USAGE"),
        (["pick.recipe.md", "--yes", "--json"], "MISSING_ARGUMENT"),
        (
            ["nowhere/pick.recipe.md", "--watch", "--json"],
            "FILE_UNREADABLE",
        ),
    ] {
        let watch = Watch::alone(folder.path(), &[&["skills", "run"], &args[..]].concat());
        assert_eq!(watch.answer()["code"], code, "{args:?}");
    }
}

#[test]
fn with_yes_each_save_is_a_run_and_an_interruption_ends_it() {
    let bench = Bench::start(&[]);
    let file = bench.adb.home().join("pick.recipe.md");
    let recipe = pick_row();
    fs::write(&file, &recipe).unwrap();
    let args = [
        "skills",
        "run",
        "./pick.recipe.md",
        "--watch",
        "--yes",
        "--inputs",
        r#"{"row_number": 3}"#,
        "--json",
    ];
    let mut watch = Watch::begin(bench.adb.command(&args));
    let first = watch.answer();
    assert_eq!(first["status"], "success", "{first}");
    watch.is_silent();
    let before = bench.inputs();
    // Two saves while nothing runs, right after each other, are one run.
    save_by_rename(&file, &recipe.replace("1.0.0", "1.0.1"));
    save_by_rename(&file, &recipe.replace("1.0.0", "1.0.2"));
    let second = watch.answer();
    assert_eq!(second["recipe"]["recipeVersion"], "1.0.2", "{second}");
    assert!(bench.inputs() > before);
    watch.is_silent();
    // A broken one reaches no phone.
    let before = bench.inputs();
    fs::write(&file, "---\n").unwrap();
    assert_eq!(watch.answer()["code"], "RECIPE_INVALID");
    assert_eq!(bench.inputs(), before);
    // One run that is under way is cut off, and told.
    let slow = recipe.replace(
        "id: press_row\n",
        "id: press_row\nwait:\n  after_ms: 30000\n",
    );
    fs::write(&file, slow).unwrap();
    let patiently = clawperator_adb::Deadline::after(PATIENCE);
    while bench.inputs() == before {
        assert!(patiently.remaining().is_some_and(|left| !left.is_zero()));
    }
    assert_eq!(watch.interrupt(), Some(130));
    let cut = watch.answer();
    assert_eq!(cut["errorCode"], json!("EXECUTION_CANCELLED"), "{cut}");
}
