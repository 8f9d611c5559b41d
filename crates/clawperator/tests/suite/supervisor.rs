//! The hidden supervisor of scripts works for this program only.

use std::fs::{self, File};
use std::io::Write as _;
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use clawperator_adb::Deadline;

/// How long a program that was started has to run.
const PATIENCE: Duration = Duration::from_secs(3);

/// Asks for a folder to be removed and a program to be run, as the program itself would; the exit code.
fn attack(folder: &Path, made: &Path, input: &[u8]) -> Option<i32> {
    let mut asked = Command::new(env!("CARGO_BIN_EXE_clawperator"))
        .arg("--supervise-script")
        .args([folder, Path::new("/usr/bin/env"), Path::new("touch"), made])
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut stdin = asked.stdin.take().unwrap();
    // It may end before it has read everything.
    let _ = stdin.write_all(input);
    // While this is open the program is wanted, so that it would have the time to run.
    let patiently = Deadline::after(PATIENCE);
    while asked.try_wait().unwrap().is_none()
        && !patiently.remaining().unwrap_or_default().is_zero()
    {
        std::thread::yield_now();
    }
    drop(stdin);
    asked.wait().unwrap().code()
}

#[test]
fn nobody_else_can_have_a_folder_removed_or_a_program_run() {
    let root = tempfile::tempdir().unwrap();
    let documents = root.path().join("documents");
    fs::create_dir(&documents).unwrap();
    fs::write(documents.join("thesis.txt"), "kept").unwrap();
    let made = root.path().join("made");
    let token = [b'a'; 32];
    let whole = [&token[..], &[0; 8]].concat();
    for input in [&[0; 8][..], &[0; 40], &whole, b""] {
        let exit = attack(&documents, &made, input);
        assert!(!made.exists(), "the program was run: {input:?}");
        assert!(documents.exists(), "the folder was removed: {input:?}");
        assert_eq!(exit, Some(2), "{input:?}");
    }
    // Even beside a lock that has the token and is held.
    if cfg!(target_os = "linux") {
        let path = root.path().join("documents.lock");
        let mut lock = File::create(&path).unwrap();
        lock.set_permissions(fs::Permissions::from_mode(0o600))
            .unwrap();
        lock.write_all(&token).unwrap();
        lock.lock().unwrap();
        assert_eq!(attack(&documents, &made, &whole), Some(2));
    }
    assert_eq!(
        fs::read(documents.join("thesis.txt")).unwrap(),
        b"kept",
        "a folder that nobody made for a script"
    );
    assert!(!made.exists(), "the program was run");
}
