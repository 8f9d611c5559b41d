//! Twenty processes of two users, with a state folder each user's own, fight for one phone that has three names.
//!
//! Some are killed at moments of chance. Whatever adb calls the phone, and whoever holds it, there is one holder.

use std::os::unix::fs::{PermissionsExt, chown};
use std::path::{Path, PathBuf};
use std::time::Duration;

use clawperator_engine::PhoneLocks;
use clawperator_host::FileLocks;
use clawperator_virtual_phone::{ClockMode, Release};
use tempfile::TempDir;
use tokio::process::Child;

use super::dice::Dice;
use super::fight::{Contender, TIMES, TOUCHES, no_two_interleave, start, touches_of};
use super::rig::{PATIENCE, Rig};
use super::server::{PrivateServer, programs, soon};

const CONTENDERS: usize = 20;
const ROUNDS: usize = 2;

/// How many of them are killed, and within which time of their start, in milliseconds.
const KILLED: usize = 8;
const KILLED_WITHIN_MS: usize = 4_000;

/// A user of every system, who owns nothing.
const NOBODY: u32 = 65_534;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_two_names_users_or_folders_hold_a_phone_at_once() {
    let server = PrivateServer::start(&programs()[0]).await;
    let clock = ClockMode::Times(f64::from(TIMES));
    let rig = Rig::with_clock(server.client(), Release::Android14, clock).await;
    rig.begin(Some("counter")).await;
    let names = names(&rig).await;
    let users = Users::new();
    let mut dice = Dice(7);
    let mut said = String::new();
    let (mut done, mut killed) = (0, 0);
    for round in 0..ROUNDS {
        let numbers = round * CONTENDERS..(round + 1) * CONTENDERS;
        let mut contenders: Vec<(usize, Child)> = numbers
            .map(|number| {
                let contender = Contender {
                    number,
                    serial: &names[number % names.len()],
                    locks: users.folder(number),
                    command: users.command(number),
                };
                (number, start(server.endpoint(), &contender))
            })
            .collect();
        let mut moments: Vec<(usize, usize)> = (0..KILLED)
            .map(|_| (dice.below(KILLED_WITHIN_MS), dice.below(CONTENDERS)))
            .collect();
        moments.sort_unstable();
        let mut now = 0;
        for (moment, victim) in moments {
            // The moment of death is a matter of chance.
            tokio::time::sleep(Duration::from_millis((moment - now) as u64)).await;
            now = moment;
            contenders[victim].1.start_kill().unwrap();
        }
        for (number, contender) in contenders {
            let ended = tokio::time::timeout(PATIENCE, contender.wait_with_output()).await;
            let output = ended.expect("no contender waits for ever").unwrap();
            said += &String::from_utf8_lossy(&output.stdout);
            if output.status.success() {
                assert_eq!(touches_of(&rig, number), TOUCHES);
                done += 1;
            } else {
                assert_eq!(output.status.code(), None, "{output:?}");
                killed += 1;
            }
        }
        // Nobody is left, so the phone is free.
        let taken = FileLocks::new(rig.locks().to_owned())
            .take(&rig.identified().await, "after")
            .await;
        taken.unwrap().release();
    }
    println!("{done} done, {killed} killed");
    assert!(done >= ROUNDS * (CONTENDERS - KILLED));
    for user in users.names() {
        let holder = format!("user: Some({user:?})");
        assert!(said.contains(&holder), "nobody was told of {user}: {said}");
    }
    no_two_interleave(&rig);
}

/// The phone under three names, all of which the server knows.
async fn names(rig: &Rig) -> [String; 3] {
    let port = rig.serial.rsplit(':').next().unwrap();
    let names = ["127.0.0.1", "localhost", "127.1"].map(|host| format!("{host}:{port}"));
    for name in &names {
        rig.client.connect_device(name, soon()).await.unwrap();
        let device = rig.client.device(name).unwrap();
        let ready = device.wait_for(clawperator_adb::WaitFor::Device, soon());
        ready.await.unwrap();
    }
    names
}

/// Who fights: this user with one state folder, and another with one that is theirs.
struct Users {
    root: TempDir,
    /// A copy of this program where the other user can read it; nothing where this user may not act as another.
    other: Option<PathBuf>,
}

impl Users {
    fn new() -> Self {
        let root = tempfile::tempdir().unwrap();
        std::fs::create_dir(root.path().join("own")).unwrap();
        let other = root.path().join("other");
        std::fs::create_dir(&other).unwrap();
        let may_act_as_another = chown(&other, Some(NOBODY), None).is_ok();
        if !may_act_as_another {
            println!("this user may not act as another: one user, two state folders");
        }
        let copy = may_act_as_another.then(|| {
            let everybody = std::fs::Permissions::from_mode(0o755);
            std::fs::set_permissions(root.path(), everybody.clone()).unwrap();
            let copy = root.path().join("contender");
            std::fs::copy(std::env::current_exe().unwrap(), &copy).unwrap();
            std::fs::set_permissions(&copy, everybody).unwrap();
            copy
        });
        Self { root, other: copy }
    }

    fn folder(&self, number: usize) -> PathBuf {
        let folder = if is_other(number) { "other" } else { "own" };
        self.root.path().join(folder).join("locks")
    }

    /// The program of a contender with the words before its own.
    fn command(&self, number: usize) -> Vec<String> {
        let shown = |path: &Path| path.display().to_string();
        match &self.other {
            Some(copy) if is_other(number) => vec![
                "setpriv".to_owned(),
                format!("--reuid={NOBODY}"),
                "--clear-groups".to_owned(),
                shown(copy),
            ],
            _ => vec![shown(&std::env::current_exe().unwrap())],
        }
    }

    /// The users who are there, as they are told to others.
    fn names(&self) -> Vec<&str> {
        match self.other {
            Some(_) => vec!["root", "nobody"],
            None => Vec::new(),
        }
    }
}

/// Not the parity: each user has to come by every name.
const fn is_other(number: usize) -> bool {
    number % 4 < 2
}
