//! The guard: the real binary as a hook of a real repository.

use std::fs;
use std::io::{Read as _, Write as _};
use std::net::TcpListener;
use std::path::Path;
use std::process::{Command, Output};
use std::thread;

use super::case::{Ran, run_in};

const SERIAL: &str = "R5CT10ABCDE";

fn git(folder: &Path, arguments: &[&str]) -> Output {
    Command::new("git")
        .current_dir(folder)
        .env("GIT_CONFIG_GLOBAL", "/dev/null")
        .env("GIT_CONFIG_NOSYSTEM", "1")
        .env_remove("CLAWPERATOR_BIN")
        .args(arguments)
        .output()
        .unwrap()
}

fn repository() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    for arguments in [
        &["init", "-q", "-b", "main"][..],
        &["config", "user.name", "a"],
        &["config", "user.email", "a@example.com"],
    ] {
        assert!(git(folder.path(), arguments).status.success());
    }
    folder
}

fn guard(folder: &Path, arguments: &[&str], stdin: &str, port: u16) -> Ran {
    let arguments: Vec<String> = ["skills", "guard"]
        .iter()
        .chain(arguments)
        .map(|argument| (*argument).to_owned())
        .collect();
    let variables = [
        ("PATH".to_owned(), "/usr/local/bin:/usr/bin:/bin".to_owned()),
        ("ANDROID_ADB_SERVER_PORT".to_owned(), port.to_string()),
    ];
    run_in(&variables, &arguments, stdin, folder)
}

/// An adb server that knows a list of phones and nothing else.
fn server_that_knows(list: &'static str) -> u16 {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    thread::spawn(move || {
        for stream in listener.incoming() {
            let mut stream = stream.unwrap();
            let mut length = [0; 4];
            if stream.read_exact(&mut length).is_err() {
                continue;
            }
            let length = usize::from_str_radix(std::str::from_utf8(&length).unwrap(), 16).unwrap();
            let mut request = vec![0; length];
            stream.read_exact(&mut request).unwrap();
            let _ = stream.write_all(format!("OKAY{:04x}{list}", list.len()).as_bytes());
        }
    });
    port
}

#[test]
fn a_commit_with_a_serial_that_adb_knows_is_stopped_and_the_serial_is_not_told() {
    let folder = repository();
    let port = server_that_knows("R5CT10ABCDE device\nemulator-5554 device\n");
    let filled = guard(folder.path(), &["denylist", "--from-adb"], "", port);
    assert_eq!(filled.exit, 0, "{}{}", filled.stdout, filled.stderr);
    assert!(
        filled.stdout.starts_with(r#"{"added":1,"tokens":1,"#),
        "{}",
        filled.stdout
    );
    assert!(!filled.stdout.contains(SERIAL));
    let installed = guard(folder.path(), &["install"], "", port);
    assert_eq!(installed.exit, 0, "{}", installed.stdout);

    fs::write(folder.path().join("recipe.md"), format!("one\n{SERIAL}\n")).unwrap();
    assert!(git(folder.path(), &["add", "."]).status.success());
    let refused = git(folder.path(), &["commit", "-q", "-m", "a"]);
    assert!(!refused.status.success());
    let told = [refused.stdout, refused.stderr].concat();
    let told = String::from_utf8(told).unwrap();
    assert!(
        told.contains("GUARD_TOKEN_FOUND") && told.contains("recipe.md:2"),
        "{told}"
    );
    assert!(!told.contains(SERIAL), "{told}");

    let scanned = guard(folder.path(), &["scan"], "", port);
    assert_eq!(scanned.exit, 7, "{}", scanned.stdout);
    assert!(!scanned.stdout.contains(SERIAL), "{}", scanned.stdout);

    fs::write(folder.path().join("recipe.md"), "one\n").unwrap();
    assert!(git(folder.path(), &["add", "."]).status.success());
    let taken = git(folder.path(), &["commit", "-q", "-m", "a"]);
    assert!(taken.status.success(), "{taken:?}");
}

#[test]
fn a_push_with_a_token_is_stopped() {
    let folder = repository();
    let remote = tempfile::tempdir().unwrap();
    assert!(
        git(remote.path(), &["init", "-q", "--bare"])
            .status
            .success()
    );
    let place = remote.path().to_str().unwrap();
    assert!(
        git(folder.path(), &["remote", "add", "origin", place])
            .status
            .success()
    );
    let filled = guard(folder.path(), &["denylist", "-"], "my-secret-name\n", 1);
    assert_eq!(filled.exit, 0, "{}", filled.stdout);
    fs::write(folder.path().join("a.md"), "My-Secret-Name\n").unwrap();
    assert!(git(folder.path(), &["add", "."]).status.success());
    assert!(
        git(folder.path(), &["commit", "-q", "-m", "a"])
            .status
            .success()
    );
    assert_eq!(guard(folder.path(), &["install"], "", 1).exit, 0);
    let refused = git(folder.path(), &["push", "-q", "origin", "main"]);
    assert!(!refused.status.success());
    assert!(
        git(remote.path(), &["rev-parse", "-q", "--verify", "main"])
            .stdout
            .is_empty()
    );
    assert!(
        git(folder.path(), &["rm", "-q", "--cached", "a.md"])
            .status
            .success()
    );
    assert!(
        git(
            folder.path(),
            &["commit", "-q", "--amend", "--allow-empty", "-m", "b"]
        )
        .status
        .success()
    );
    let taken = git(folder.path(), &["push", "-q", "origin", "main"]);
    assert!(taken.status.success(), "{taken:?}");
}

#[test]
fn outside_a_repository_and_without_git_nothing_is_pretended() {
    let folder = tempfile::tempdir().unwrap();
    let outside = guard(folder.path(), &["scan"], "", 1);
    assert_eq!(outside.exit, 3);
    assert!(
        outside.stdout.contains("SKILLS_GIT_NOT_FOUND"),
        "{}",
        outside.stdout
    );
    let arguments: Vec<String> = ["skills", "guard", "scan"].map(str::to_owned).to_vec();
    let variables = [(
        "PATH".to_owned(),
        folder.path().to_str().unwrap().to_owned(),
    )];
    let without = run_in(&variables, &arguments, "", folder.path());
    assert!(
        without.stdout.contains("git program not found"),
        "{}",
        without.stdout
    );
}

#[test]
fn an_empty_denylist_is_said_to_be_empty() {
    let folder = repository();
    let scanned = guard(folder.path(), &["scan"], "", 1);
    assert_eq!(scanned.exit, 0);
    assert!(
        scanned.stderr.contains("the denylist is empty"),
        "{}",
        scanned.stderr
    );
    let short = guard(folder.path(), &["denylist", "abc"], "", 1);
    assert_eq!(short.exit, 2);
    assert!(!short.stdout.contains("abc"), "{}", short.stdout);
    let none = guard(folder.path(), &["denylist"], "", 1);
    assert!(none.stdout.contains("MISSING_ARGUMENT"), "{}", none.stdout);
}
