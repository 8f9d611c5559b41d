//! Profiles are shown, begun and checked.

use std::fs;
use std::process::Command;

use super::super::case::{Ran, run_in};
use super::json_of;

fn policy(folder: &std::path::Path, words: &[&str]) -> Ran {
    let home = folder.display().to_string();
    let words: Vec<String> = std::iter::once("policy")
        .chain(words.iter().copied())
        .map(str::to_owned)
        .collect();
    run_in(&[("HOME".to_owned(), home)], &words, "", folder)
}

#[test]
fn a_profile_is_begun_checked_and_shown() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    let written = policy(path, &["init", "careful.toml", "--json"]);
    assert_eq!(written.exit, 0, "{}", written.stderr);
    assert_eq!(json_of(&written)["file"], "careful.toml");
    let checked = policy(path, &["check", "careful.toml", "--json"]);
    assert_eq!(checked.exit, 0, "{}", checked.stdout);
    assert_eq!(json_of(&checked)["ok"], true);
    let shown = json_of(&policy(path, &["show", "careful.toml", "--json"]));
    assert_eq!(shown["profile"], "careful");
    let text = fs::read_to_string(path.join("careful.toml")).unwrap();
    assert_eq!(shown["toml"], text);
    let meaning = shown["meaning"].as_array().unwrap();
    let asked = "a person is asked: clipboard, diagnostics, files, device_settings, manage_apps, purchase_risk";
    assert!(meaning.contains(&asked.into()), "{shown}");
    assert!(meaning.contains(&"denied: device_shell".into()), "{shown}");
    // What is there is not changed, whatever it is.
    fs::write(path.join("mine.toml"), "mine").unwrap();
    std::os::unix::fs::symlink("elsewhere.toml", path.join("link.toml")).unwrap();
    for name in ["mine.toml", "link.toml"] {
        let refused = policy(path, &["init", name, "--json"]);
        assert_ne!(refused.exit, 0);
        assert_eq!(
            json_of(&refused)["code"],
            "HOST_IO_FAILED",
            "{}",
            refused.stdout
        );
    }
    assert_eq!(fs::read_to_string(path.join("mine.toml")).unwrap(), "mine");
    assert!(!path.join("elsewhere.toml").exists());
    let refused = policy(path, &["init", "profile", "--json"]);
    assert_eq!(json_of(&refused)["code"], "INVALID_PATH");
}

#[test]
fn every_problem_is_reported_with_its_line() {
    let folder = tempfile::tempdir().unwrap();
    let text = "version = 2\ncoordinates = \"maybe\"\n\n[capabilities]\nbuying = \"deny\"\n";
    fs::write(folder.path().join("wrong"), text).unwrap();
    let checked = policy(folder.path(), &["check", "wrong", "--json"]);
    assert_eq!(checked.exit, 2, "{}", checked.stdout);
    let failure = json_of(&checked);
    assert_eq!(failure["code"], "PROFILE_INVALID", "{failure}");
    let message = failure["message"].as_str().unwrap();
    for line in ["line 1:", "line 2:", "line 5:"] {
        assert!(message.contains(line), "{message}");
    }
    let missing = policy(folder.path(), &["check", "none.toml", "--json"]);
    assert_eq!(json_of(&missing)["code"], "FILE_UNREADABLE");
}

#[test]
fn a_profile_that_stops_no_purchase_says_so() {
    let folder = tempfile::tempdir().unwrap();
    let text = "version = 1\ncoordinates = \"look\"\n[purchase_risk]\nshipped_labels = false\n";
    fs::write(folder.path().join("none.toml"), text).unwrap();
    for verb in ["check", "show"] {
        let answer = policy(folder.path(), &[verb, "none.toml", "--json"]);
        assert_eq!(answer.exit, 0, "{}", answer.stderr);
        let warnings = &json_of(&answer)["warnings"];
        assert_eq!(warnings.as_array().unwrap().len(), 1, "{warnings}");
        let warning = warnings[0].as_str().unwrap();
        assert!(
            warning.starts_with("no label and no activity counts as a purchase"),
            "{warning}"
        );
        let told = policy(folder.path(), &[verb, "none.toml", "--output", "text"]);
        assert!(
            told.stdout.contains("\n  warning: no label"),
            "{}",
            told.stdout
        );
    }
    let shipped = json_of(&policy(folder.path(), &["show", "person", "--json"]));
    assert!(shipped["warnings"].is_null(), "{shipped}");
}

#[test]
fn what_is_not_a_file_is_refused_at_once() {
    let folder = tempfile::tempdir().unwrap();
    let pipe = folder.path().join("pipe.toml");
    let made = Command::new("mkfifo").arg(&pipe).status().unwrap();
    assert!(made.success());
    std::os::unix::fs::symlink("/dev/zero", folder.path().join("endless.toml")).unwrap();
    for name in ["pipe.toml", "endless.toml"] {
        let refused = policy(folder.path(), &["check", name, "--json"]);
        let failure = json_of(&refused);
        assert_eq!(failure["code"], "FILE_UNREADABLE", "{failure}");
        let message = failure["message"].as_str().unwrap();
        assert!(message.ends_with("it is not a regular file"), "{message}");
    }
}

#[test]
fn shipped_profiles_are_shown_by_name() {
    let folder = tempfile::tempdir().unwrap();
    for name in ["person", "agent", "ask", "server"] {
        let shown = policy(folder.path(), &["show", name, "--output", "text"]);
        assert_eq!(shown.exit, 0, "{}", shown.stderr);
        let begins = shown.stdout.starts_with(name);
        assert!(
            begins && shown.stdout.contains("version = 1"),
            "{}",
            shown.stdout
        );
    }
    let default = json_of(&policy(folder.path(), &["show", "--json"]));
    assert_eq!(default["profile"], "person");
    let unknown = policy(folder.path(), &["show", "agnet", "--json"]);
    assert_eq!(unknown.exit, 4, "{}", unknown.stdout);
}
