//! A tree of skills from its beginning, with the real binary and the script that a tree is shipped with.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use super::case::{Ran, run};

const ID: &str = "com.example.app.get-usage";

fn skills(folder: &Path, arguments: &[&str]) -> Ran {
    let arguments: Vec<String> = ["skills"]
        .iter()
        .chain(arguments)
        .map(|argument| (*argument).to_owned())
        .collect();
    run(&arguments, "", folder)
}

fn generator(folder: &Path, arguments: &[&str]) -> Output {
    Command::new(folder.join("skills/tools/generate_skill_indexes.sh"))
        .env("CLAWPERATOR_BIN", env!("CARGO_BIN_EXE_clawperator"))
        .args(arguments)
        .output()
        .unwrap()
}

#[test]
fn a_new_skill_passes_ci_at_once_and_is_found() {
    let folder = tempfile::tempdir().unwrap();
    assert_eq!(skills(folder.path(), &["new", ID]).exit, 0);
    let ci = skills(folder.path(), &["ci"]);
    assert_eq!(ci.exit, 0, "{}", ci.stdout);
    assert!(
        ci.stdout.starts_with(r#"{"ok":true,"skills":1,"#),
        "{}",
        ci.stdout
    );
    let found = skills(folder.path(), &["search", "usage"]);
    assert!(
        found.stdout.contains(r#""source":"index""#),
        "{}",
        found.stdout
    );
    assert_eq!(found.stderr, "");
    let shown = skills(folder.path(), &["get", ID]);
    assert!(
        shown.stdout.contains(r#""index":"fresh""#),
        "{}",
        shown.stdout
    );
}

#[test]
fn the_shipped_script_writes_and_checks_the_indexes() {
    let folder = tempfile::tempdir().unwrap();
    assert_eq!(skills(folder.path(), &["new", ID]).exit, 0);
    assert!(generator(folder.path(), &["--check"]).status.success());
    let notes = folder.path().join("skills").join(ID).join("notes.txt");
    fs::write(notes, "new\n").unwrap();
    assert_eq!(
        generator(folder.path(), &["--check"]).status.code(),
        Some(2)
    );
    let shown = skills(folder.path(), &["get", ID]);
    assert!(
        shown.stdout.contains(r#""index":"stale""#),
        "{}",
        shown.stdout
    );
    assert!(generator(folder.path(), &[]).status.success());
    assert!(generator(folder.path(), &["--check"]).status.success());
}

#[test]
fn a_broken_tree_stops_no_other_command() {
    let folder = tempfile::tempdir().unwrap();
    let arguments: Vec<String> = ["click", "--text", "Wi-Fi", "--validate-only"]
        .map(str::to_owned)
        .to_vec();
    let without = run(&arguments, "", folder.path());
    assert_eq!(without.exit, 0, "{}", without.stdout);
    fs::create_dir(folder.path().join("skills")).unwrap();
    fs::write(folder.path().join("skills/skills-registry.json"), "{").unwrap();
    let with = run(&arguments, "", folder.path());
    assert_eq!((with.exit, with.stdout), (0, without.stdout));
}
