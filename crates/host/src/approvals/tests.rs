//! Approvals: bound, bounded in time, and good for one run.

use std::collections::BTreeSet;
use std::fs::Permissions;
use std::os::unix::fs::PermissionsExt as _;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Barrier};
use std::time::Duration;
use std::{fs, thread};

use clawperator_contract::ApprovalState;
use clawperator_contract::runs::{Asker, Surface};
use clawperator_engine::Decision;
use clawperator_policy::{ApprovalError, ApprovalStore as _, Request};
use clawperator_sources::SystemSources;
use clawperator_test_support::FakeSources;
use tempfile::TempDir;
use tokio::time::{sleep, timeout};

use super::file_approvals::FileApprovals;
use super::files::ApprovalFiles;
use super::pending::PendingApprovals;
use crate::run_context::RunContext;

pub(super) const MINUTE: u64 = 60_000;
/// How long a run waits.
pub(super) const LIMIT: Duration = Duration::from_mins(10);

pub(super) fn folder() -> (TempDir, ApprovalFiles) {
    let folder = tempfile::tempdir().unwrap();
    let approvals = ApprovalFiles::new(folder.path().join("approvals"), sources());
    (folder, approvals)
}

/// The same files as a guard waits for them.
pub(super) fn waiting(folder: &TempDir) -> FileApprovals {
    FileApprovals::new(folder.path().join("approvals"), sources())
}

/// Another key each time.
pub(super) fn sources() -> Arc<SystemSources> {
    Arc::new(SystemSources::start())
}

pub(super) fn request(digest: [u8; 32]) -> Request {
    Request {
        digest,
        device: "serial-1".to_owned(),
        profile: "test".to_owned(),
        rule: "capabilities.toggle".to_owned(),
        reason: "because".to_owned(),
        actions: 2,
        minutes: 10,
        act: "click on [switch] \"Wi-Fi\"".to_owned(),
        step: Some("a".to_owned()),
        packages: vec!["com.example".to_owned()],
        may_show: true,
    }
}

#[tokio::test(start_paused = true)]
async fn a_question_lasts_as_long_as_a_run_may_wait_for_it() {
    let (folder, approvals) = folder();
    let minutes = 24 * 60;
    let patient = Request {
        minutes,
        ..request([3; 32])
    };
    let id = approvals.ask(&patient, None, 0).unwrap();
    let last = u64::from(minutes) * MINUTE - 1;
    // Whoever lists what is open takes away what has expired, and a question that is gone counts as revoked.
    assert_eq!(approvals.list(last).unwrap().len(), 1);
    let decided = timeout(
        Duration::from_mins(1),
        waiting(&folder).decision(&id, LIMIT),
    )
    .await;
    assert!(decided.is_err(), "{decided:?}");
    assert_eq!(approvals.list(last + 1).unwrap(), []);
}

#[test]
fn an_approval_is_asked_for_given_and_used_once() {
    let (_folder, approvals) = folder();
    let digest = [7; 32];
    assert!(!approvals.take(&digest, None, 0).unwrap());
    let id = approvals.ask(&request(digest), None, 1_000).unwrap();
    // A question is no approval.
    assert!(!approvals.take(&digest, None, 1_000).unwrap());
    let listed = approvals.list(1_000).unwrap();
    assert_eq!((listed.len(), listed[0].state), (1, ApprovalState::Asked));
    let approved = approvals.approve(&id, 2_000).unwrap();
    assert_eq!(approved.state, ApprovalState::Approved);
    assert_eq!(approved.expires_at_ms, 2_000 + 10 * MINUTE);
    assert!(approvals.take(&digest, None, 3_000).unwrap());
    assert!(!approvals.take(&digest, None, 3_000).unwrap());
    assert!(approvals.list(3_000).unwrap().is_empty());
    assert!(matches!(
        approvals.approve(&id, 3_000),
        Err(ApprovalError::Unknown)
    ));
}

#[test]
fn approvals_and_questions_expire() {
    let (_folder, approvals) = folder();
    let id = approvals.ask(&request([1; 32]), None, 0).unwrap();
    assert!(matches!(
        approvals.approve(&id, 60 * MINUTE),
        Err(ApprovalError::Unknown)
    ));
    let id = approvals.ask(&request([1; 32]), None, 0).unwrap();
    approvals.approve(&id, 0).unwrap();
    assert!(!approvals.take(&[1; 32], None, 10 * MINUTE).unwrap());
    assert!(
        !approvals.take(&[1; 32], None, 0).unwrap(),
        "it is gone for good"
    );
    let id = approvals.ask(&request([1; 32]), None, 0).unwrap();
    approvals.approve(&id, 0).unwrap();
    assert!(approvals.take(&[1; 32], None, 10 * MINUTE - 1).unwrap());
}

#[test]
fn what_is_revoked_is_gone() {
    let (_folder, approvals) = folder();
    let id = approvals.ask(&request([1; 32]), None, 0).unwrap();
    approvals.approve(&id, 0).unwrap();
    assert_eq!(approvals.revoke(&id).unwrap().state, ApprovalState::Revoked);
    assert!(!approvals.take(&[1; 32], None, 0).unwrap());
    assert!(matches!(approvals.revoke(&id), Err(ApprovalError::Unknown)));
    let id = approvals.ask(&request([1; 32]), None, 0).unwrap();
    approvals.revoke(&id).unwrap();
    assert!(matches!(
        approvals.approve(&id, 0),
        Err(ApprovalError::Unknown)
    ));
}

#[tokio::test(start_paused = true)]
async fn a_decision_is_seen_whichever_process_makes_it() {
    let (folder, approvals) = folder();
    let other = ApprovalFiles::new(folder.path().join("approvals"), sources());
    let guard = waiting(&folder);
    let second = Duration::from_secs(1);
    let id = approvals.ask(&request([1; 32]), None, 0).unwrap();
    let open = timeout(second * 600, guard.decision(&id, LIMIT)).await;
    assert!(open.is_err(), "nobody has decided");
    let approve = async {
        sleep(second * 3).await;
        other.approve(&id, 0).unwrap();
    };
    let (decision, ()) = tokio::join!(guard.decision(&id, LIMIT), approve);
    assert_eq!(decision.unwrap(), Decision::Approved);
    // Hearing of it does not use it up.
    assert!(approvals.take(&[1; 32], None, 0).unwrap());
    let id = approvals.ask(&request([2; 32]), None, 0).unwrap();
    let refuse = async {
        sleep(second * 3).await;
        other.revoke(&id).unwrap();
    };
    let (decision, ()) = tokio::join!(guard.decision(&id, LIMIT), refuse);
    assert_eq!(decision.unwrap(), Decision::Refused);
}

#[tokio::test]
async fn a_question_is_withdrawn_and_what_serves_an_execution_sent_again_is_not() {
    let (folder, approvals) = folder();
    let guard = waiting(&folder);
    let id = approvals.ask(&request([1; 32]), None, 0).unwrap();
    let other = approvals.ask(&request([2; 32]), None, 0).unwrap();
    guard.withdraw(&id).await.unwrap();
    let listed = approvals.list(0).unwrap();
    assert_eq!((listed.len(), &listed[0].id), (1, &other));
    // No run waits for it, so it is for whoever sends the execution again.
    approvals.approve(&other, 0).unwrap();
    guard.withdraw(&other).await.unwrap();
    assert!(approvals.take(&[2; 32], None, 0).unwrap());
    guard.withdraw(&id).await.unwrap();
    assert!(guard.withdraw("../../x").await.is_err());
}

#[tokio::test(start_paused = true)]
async fn a_forged_approval_is_no_decision() {
    let (folder, approvals) = folder();
    let id = approvals.ask(&request([1; 32]), None, 0).unwrap();
    let approved = folder.path().join("approvals/approved");
    fs::create_dir_all(&approved).unwrap();
    fs::copy(
        folder.path().join(format!("approvals/asked/{id}.json")),
        approved.join(format!("{id}.json")),
    )
    .unwrap();
    let open = timeout(
        Duration::from_mins(10),
        waiting(&folder).decision(&id, LIMIT),
    )
    .await;
    assert!(open.is_err(), "{open:?}");
    assert!(!approvals.take(&[1; 32], None, 0).unwrap());
}

#[test]
fn all_of_the_digest_counts() {
    let (folder, approvals) = folder();
    let id = approvals.ask(&request([1; 32]), None, 0).unwrap();
    let approved = approvals.approve(&id, 0).unwrap();
    let file = folder.path().join(format!("approvals/approved/{id}.json"));
    let last = if approved.digest.ends_with('0') {
        "1"
    } else {
        "0"
    };
    let other = format!("{}{last}", &approved.digest[..63]);
    let text = fs::read_to_string(&file).unwrap();
    fs::write(&file, text.replace(&approved.digest, &other)).unwrap();
    assert!(!approvals.take(&[1; 32], None, 0).unwrap());
}

#[test]
fn a_digest_is_kept_under_a_key_that_is_made_once() {
    let (folder, approvals) = folder();
    let id = approvals.ask(&request([1; 32]), None, 0).unwrap();
    let listed = approvals.list(0).unwrap();
    assert_ne!(listed[0].digest, "01".repeat(32));
    // Another process has the same key, and not one of its own.
    let other = ApprovalFiles::new(folder.path().join("approvals"), sources());
    assert_eq!(other.ask(&request([1; 32]), None, 0).unwrap(), id);
    // Another installation has another key.
    let elsewhere = ApprovalFiles::new(folder.path().join("elsewhere"), sources());
    assert_ne!(elsewhere.ask(&request([1; 32]), None, 0).unwrap(), id);
    let key = fs::metadata(folder.path().join("approvals/key")).unwrap();
    assert_eq!(key.len(), 32);
    assert_eq!(key.permissions().mode() & 0o777, 0o600);
}

#[test]
fn of_many_that_race_to_make_the_key_one_does() {
    for _ in 0..20 {
        let (folder, approvals) = folder();
        let start = Barrier::new(8);
        let ids: BTreeSet<String> = thread::scope(|scope| {
            let asking: Vec<_> = (0..8)
                .map(|_| {
                    scope.spawn(|| {
                        start.wait();
                        approvals.ask(&request([3; 32]), None, 0).unwrap()
                    })
                })
                .collect();
            let ids = asking.into_iter().map(|asked| asked.join().unwrap());
            ids.collect()
        });
        assert_eq!(ids.len(), 1);
        let names = fs::read_dir(folder.path().join("approvals")).unwrap();
        let mut names: Vec<_> = names.map(|entry| entry.unwrap().file_name()).collect();
        names.sort();
        assert_eq!(names, ["asked", "key"], "nothing unfinished is left");
    }
}

#[test]
fn without_a_whole_key_nothing_is_approved() {
    let (folder, approvals) = folder();
    let id = approvals.ask(&request([1; 32]), None, 0).unwrap();
    approvals.approve(&id, 0).unwrap();
    for bytes in [&[][..], &[1; 31], &[1; 33]] {
        fs::write(folder.path().join("approvals/key"), bytes).unwrap();
        assert!(matches!(
            approvals.take(&[1; 32], None, 0),
            Err(ApprovalError::Io { .. })
        ));
        assert!(approvals.ask(&request([1; 32]), None, 0).is_err());
    }
}

#[test]
fn a_key_that_others_may_have_read_is_refused() {
    let (folder, approvals) = folder();
    let id = approvals.ask(&request([1; 32]), None, 0).unwrap();
    approvals.approve(&id, 0).unwrap();
    let key = folder.path().join("approvals/key");
    for mode in [0o640, 0o604, 0o666] {
        fs::set_permissions(&key, Permissions::from_mode(mode)).unwrap();
        let refused = approvals.take(&[1; 32], None, 0).unwrap_err().to_string();
        assert!(refused.contains("others may have"), "{mode:o}: {refused}");
        assert!(
            approvals.ask(&request([2; 32]), None, 0).is_err(),
            "{mode:o}"
        );
    }
    fs::set_permissions(&key, Permissions::from_mode(0o600)).unwrap();
    assert!(approvals.take(&[1; 32], None, 0).unwrap());
}

#[test]
fn without_randomness_there_is_no_key_and_no_question() {
    let folder = tempfile::tempdir().unwrap();
    let sources = Arc::new(FakeSources::start().without_randomness());
    let approvals = ApprovalFiles::new(folder.path().join("approvals"), sources);
    let refused = approvals
        .ask(&request([1; 32]), None, 0)
        .unwrap_err()
        .to_string();
    assert!(refused.contains("no entropy"), "{refused}");
    let left = fs::read_dir(folder.path().join("approvals")).unwrap();
    assert_eq!(left.count(), 0);
}

#[tokio::test]
async fn a_guard_asks_and_takes_by_the_clock_of_the_moment() {
    let folder = tempfile::tempdir().unwrap();
    let sources = Arc::new(FakeSources::start().at(1_000));
    let path = folder.path().join("approvals");
    let store = FileApprovals::new(path.clone(), Arc::clone(&sources) as _);
    let person = PendingApprovals::new(path, Arc::clone(&sources) as _);
    for (taken_at, is_taken) in [(10 * MINUTE - 1, true), (10 * MINUTE, false)] {
        sources.set_time_of_day(0);
        let id = store.ask(request([1; 32])).await.unwrap();
        person.approve(&id).unwrap();
        sources.set_time_of_day(taken_at);
        assert_eq!(store.take(&[1; 32]).await.unwrap(), is_taken);
        assert_eq!(person.list().unwrap(), []);
    }
}

#[test]
fn what_is_no_id_leads_nowhere() {
    let (folder, approvals) = folder();
    fs::write(folder.path().join("x.json"), "{}").unwrap();
    for id in [
        "",
        "../../x",
        "0707070707070707/..",
        "070707070707070G",
        "ABCDEFABCDEFABCD",
        "0",
    ] {
        assert!(
            matches!(approvals.approve(id, 0), Err(ApprovalError::Unknown)),
            "{id}"
        );
        assert!(
            matches!(approvals.revoke(id), Err(ApprovalError::Unknown)),
            "{id}"
        );
    }
}

#[test]
fn a_file_that_is_no_approval_is_none() {
    let (folder, approvals) = folder();
    let approved = folder.path().join("approvals/approved");
    let id = approvals.ask(&request([1; 32]), None, 0).unwrap();
    approvals.revoke(&id).unwrap();
    fs::create_dir_all(&approved).unwrap();
    for text in ["", "{}", "{\"version\":3}", "null"] {
        fs::write(approved.join(format!("{id}.json")), text).unwrap();
        assert!(!approvals.take(&[1; 32], None, 0).unwrap(), "{text}");
        assert!(approvals.list(0).unwrap().is_empty());
    }
}

#[test]
fn no_more_questions_wait_than_a_person_can_read() {
    let (_folder, approvals) = folder();
    let token = |number: u8, waits: bool| RunContext {
        asker: Asker {
            surface: Surface::Http,
            name: Some(format!("token {number}")),
            skill: None,
            process_id: 1,
        },
        run: format!("run of token {number}"),
        awaited: waits.then(Arc::default),
    };
    let mut another = [0; 32];
    another[1] = 1;
    let another = request(another);
    for number in 0..=255_u8 {
        let by = token(number / 16, false);
        let asked = request([number; 32]);
        approvals.ask(&asked, Some(&by), 0).unwrap();
        if number % 16 == 15 {
            // Nobody takes the places of others; the same question again is no further one.
            assert!(matches!(
                approvals.ask(&another, Some(&by), 0),
                Err(ApprovalError::TooMany { most: 16 })
            ));
            approvals.ask(&asked, Some(&by), 0).unwrap();
        }
    }
    let one_more = token(99, false);
    assert!(matches!(
        approvals.ask(&another, Some(&one_more), 0),
        Err(ApprovalError::Full { .. })
    ));
    // What is decided and what has expired makes room. What a run waits for is none of those that wait for nobody.
    let first = approvals.list(0).unwrap()[0].id.clone();
    approvals.revoke(&first).unwrap();
    let parked = token(1, true);
    approvals.ask(&another, Some(&parked), 0).unwrap();
    approvals
        .ask(&another, Some(&one_more), 60 * MINUTE)
        .unwrap();
}

#[test]
fn of_many_that_race_for_an_approval_one_has_it() {
    let (_folder, approvals) = folder();
    for round in 0..50 {
        let id = approvals.ask(&request([3; 32]), None, 0).unwrap();
        approvals.approve(&id, 0).unwrap();
        let taken = AtomicUsize::new(0);
        let start = Barrier::new(8);
        thread::scope(|scope| {
            for _ in 0..8 {
                scope.spawn(|| {
                    start.wait();
                    if approvals.take(&[3; 32], None, 0).unwrap() {
                        taken.fetch_add(1, Ordering::SeqCst);
                    }
                });
            }
        });
        assert_eq!(taken.load(Ordering::SeqCst), 1, "round {round}");
    }
}

#[test]
fn of_many_that_approve_one_question_one_does() {
    let (_folder, approvals) = folder();
    for _ in 0..20 {
        let id = approvals.ask(&request([3; 32]), None, 0).unwrap();
        let done = AtomicUsize::new(0);
        thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| {
                    if approvals.approve(&id, 0).is_ok() {
                        done.fetch_add(1, Ordering::SeqCst);
                    }
                });
            }
        });
        assert_eq!(done.load(Ordering::SeqCst), 1);
        assert!(approvals.take(&[3; 32], None, 0).unwrap());
        assert!(!approvals.take(&[3; 32], None, 0).unwrap());
    }
}

#[test]
fn nothing_in_the_file_of_an_approval_can_be_changed() {
    let (folder, approvals) = folder();
    for (was, becomes) in [
        ("\"expiresAtMs\":601000", "\"expiresAtMs\":9999999"),
        ("because", "be cause"),
        ("capabilities.toggle", "capabilities.click"),
        ("\"actionCount\":2", "\"actionCount\":1"),
        ("\"approved\"", "\"asked\""),
    ] {
        let id = approvals.ask(&request([7; 32]), None, 1_000).unwrap();
        approvals.approve(&id, 1_000).unwrap();
        let file = folder.path().join(format!("approvals/approved/{id}.json"));
        let text = fs::read_to_string(&file).unwrap();
        assert!(text.contains(was), "{text}");
        fs::write(&file, text.replacen(was, becomes, 1)).unwrap();
        assert!(!approvals.take(&[7; 32], None, 2_000).unwrap(), "{becomes}");
        fs::write(&file, text).unwrap();
        assert!(approvals.take(&[7; 32], None, 2_000).unwrap());
    }
    // A question that was changed is not one.
    let id = approvals.ask(&request([7; 32]), None, 1_000).unwrap();
    let file = folder.path().join(format!("approvals/asked/{id}.json"));
    let text = fs::read_to_string(&file).unwrap();
    fs::write(&file, text.replace("because", "just a switch")).unwrap();
    assert!(matches!(
        approvals.approve(&id, 2_000),
        Err(ApprovalError::Unknown)
    ));
}
