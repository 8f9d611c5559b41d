//! Who waits for an answer, and whose an approval is.

use std::sync::Arc;
use std::time::Duration;

use clawperator_contract::ApprovalState;
use clawperator_contract::runs::{Asker, Surface};
use clawperator_policy::{ApprovalError, ApprovalStore as _};
use tokio::time::{sleep, timeout};

use super::pending::PendingApprovals;
use super::tests::{LIMIT, MINUTE, folder, request, sources, waiting};
use crate::run_context::RunContext;

/// A run of the command line, which waits for persons or does not.
fn run(name: &str, waits: bool) -> RunContext {
    RunContext {
        asker: Asker {
            surface: Surface::Cli,
            name: None,
            skill: None,
            process_id: 1,
        },
        run: name.to_owned(),
        awaited: waits.then(Arc::default),
    }
}

#[tokio::test(start_paused = true)]
async fn a_run_that_waits_is_known_and_one_that_is_gone_is_not_asked_about() {
    let (folder, approvals) = folder();
    let person = PendingApprovals::new(folder.path().join("approvals"), sources());
    let guard = waiting(&folder);
    let parked = run("parked", true);
    let ask = || parked.clone().during(guard.ask(request([1; 32])));
    let id = ask().await.unwrap();
    // It has asked, and has not said yet for how long it waits.
    let found = person.find(&id).unwrap();
    assert!(found.is_parked);
    assert!(found.left_ms <= 10 * MINUTE, "{}", found.left_ms);
    let soon = Duration::from_secs(1);
    let decided = timeout(soon, parked.clone().during(guard.decision(&id, LIMIT)));
    let look = async {
        sleep(soon / 2).await;
        let found = person.find(&id).unwrap();
        assert!(found.is_parked);
        assert!(found.left_ms <= 10 * MINUTE, "{}", found.left_ms);
        assert_eq!(person.open().unwrap().len(), 1);
    };
    let (decided, ()) = tokio::join!(decided, look);
    assert!(decided.is_err(), "nobody has decided");
    // A process that was killed leaves its files, which nobody holds any more.
    parked.awaited.as_ref().unwrap().die();
    let left = folder.path().join("approvals/waiting").join(&id);
    assert!(left.exists());
    assert!(matches!(person.find(&id), Err(ApprovalError::Unknown)));
    assert!(matches!(person.approve(&id), Err(ApprovalError::Unknown)));
    assert!(matches!(person.refuse(&id), Err(ApprovalError::Unknown)));
    assert_eq!(approvals.list(0).unwrap(), []);
    // Asked anew, it is a question again.
    assert_eq!(ask().await.unwrap(), id);
    assert_eq!(person.approve(&id).unwrap().state, ApprovalState::Approved);
    assert_eq!(
        person.find(&id).unwrap().approval.state,
        ApprovalState::Approved
    );
    assert!(matches!(person.refuse(&id), Err(ApprovalError::Unknown)));
    drop(parked);
    assert!(matches!(person.find(&id), Err(ApprovalError::Unknown)));
    assert!(!left.exists());
}

#[tokio::test]
async fn an_approval_that_a_run_waits_for_is_for_that_run() {
    let (folder, _) = folder();
    let person = PendingApprovals::new(folder.path().join("approvals"), sources());
    let guard = waiting(&folder);
    let ask = |by: &RunContext, what| by.clone().during(guard.ask(request([what; 32])));
    let take = async |by: &RunContext, what| {
        let taken = by.clone().during(guard.take(&[what; 32])).await;
        taken.unwrap()
    };
    let again = [run("second", true), run("third", false)];

    // It asks something else.
    let one = run("one", true);
    let id = ask(&one, 1).await.unwrap();
    person.approve(&id).unwrap();
    let other = ask(&one, 2).await.unwrap();
    assert!(matches!(person.find(&id), Err(ApprovalError::Unknown)));
    assert!(!take(&one, 1).await);
    person.approve(&other).unwrap();
    assert!(take(&one, 2).await && !take(&one, 2).await);

    // It ends, whether by itself or by force, and is approved before or after that.
    for is_killed in [false, true] {
        let parked = run("parked", true);
        let id = ask(&parked, 1).await.unwrap();
        person.approve(&id).unwrap();
        for other in &again {
            assert!(!take(other, 1).await);
        }
        assert_eq!(person.open().unwrap().len(), 1);
        if is_killed {
            parked.awaited.as_ref().unwrap().die();
        }
        drop(parked);
        assert_eq!(person.open().unwrap().len(), 0, "killed: {is_killed}");
        for other in &again {
            assert!(!take(other, 1).await);
        }
    }

    // Its question is withdrawn when it was approved just before.
    let late = run("late", true);
    let id = ask(&late, 1).await.unwrap();
    person.approve(&id).unwrap();
    late.clone().during(guard.withdraw(&id)).await.unwrap();
    assert!(!take(&late, 1).await);
    assert_eq!(person.open().unwrap().len(), 0);
}

#[tokio::test]
async fn an_approval_that_was_used_before_it_was_told_is_told_all_the_same() {
    let (folder, approvals) = folder();
    let person = PendingApprovals::new(folder.path().join("approvals"), sources());
    let guard = waiting(&folder);
    let ask = |by: &RunContext| by.clone().during(guard.ask(request([1; 32])));
    let quick = run("quick", true);
    let approved = person.approve(&ask(&quick).await.unwrap()).unwrap();
    assert!(quick.clone().during(guard.take(&[1; 32])).await.unwrap());
    drop(quick);
    assert_eq!(approvals.conclude(approved.clone()).unwrap(), approved);
    // One whose run was killed before it could use it came to nothing.
    let killed = run("killed", true);
    let approved = person.approve(&ask(&killed).await.unwrap()).unwrap();
    killed.awaited.as_ref().unwrap().die();
    let concluded = approvals.conclude(approved);
    assert!(
        matches!(concluded, Err(ApprovalError::Unknown)),
        "{concluded:?}"
    );
}

#[tokio::test]
async fn a_run_that_waits_uses_what_was_approved_for_its_execution() {
    let (folder, _) = folder();
    let person = PendingApprovals::new(folder.path().join("approvals"), sources());
    let guard = waiting(&folder);
    let (ended, parked) = (run("ended", false), run("parked", true));
    let ask = |by: &RunContext| by.clone().during(guard.ask(request([1; 32])));
    let id = ask(&ended).await.unwrap();
    person.approve(&id).unwrap();
    let taken = parked.clone().during(guard.take(&[1; 32])).await;
    assert!(taken.unwrap());
    // The same question is listed once, and as what it is now.
    let id = ask(&ended).await.unwrap();
    let other = ask(&parked).await.unwrap();
    assert_ne!(id, other);
    let open = person.open().unwrap();
    assert_eq!((open.len(), &open[0].approval.id), (1, &other));
}

#[tokio::test]
async fn an_approval_is_for_whoever_asked() {
    let (folder, _) = folder();
    let person = PendingApprovals::new(folder.path().join("approvals"), sources());
    let guard = waiting(&folder);
    let named = |name: Option<&str>, surface| RunContext {
        asker: Asker {
            surface,
            name: name.map(str::to_owned),
            skill: None,
            process_id: 1,
        },
        run: "run".to_owned(),
        awaited: None,
    };
    let one = || named(Some("one"), Surface::Http);
    let id = one().during(guard.ask(request([1; 32]))).await.unwrap();
    let asked = person.find(&id).unwrap().approval;
    assert_eq!(asked.asker.unwrap().name.as_deref(), Some("one"));
    assert_eq!(asked.run.as_deref(), Some("run"));
    person.approve(&id).unwrap();
    let mut of_skill = one();
    of_skill.asker.skill = Some("com.example.buy".to_owned());
    for other in [
        of_skill,
        named(Some("two"), Surface::Http),
        named(Some("one"), Surface::Cli),
        named(None, Surface::Http),
    ] {
        assert!(!other.during(guard.take(&[1; 32])).await.unwrap());
    }
    assert!(!guard.take(&[1; 32]).await.unwrap());
    assert!(one().during(guard.take(&[1; 32])).await.unwrap());
}

#[tokio::test(start_paused = true)]
async fn a_question_that_is_being_approved_waits_for_that() {
    let (folder, approvals) = folder();
    let digest = [4; 32];
    let id = approvals.ask(&request(digest), None, 0).unwrap();
    // Whoever approves has taken it away from others, and has not come any further.
    approvals.claim(&id).unwrap();
    let guard = waiting(&folder);
    let decided = timeout(Duration::from_mins(1), guard.decision(&id, LIMIT)).await;
    assert!(decided.is_err(), "{decided:?}");
    assert!(!approvals.take(&digest, None, 1).unwrap());
    for gone in [
        approvals.approve(&id, 1),
        approvals.revoke(&id),
        approvals.refuse(&id, 1),
    ] {
        assert!(matches!(gone, Err(ApprovalError::Unknown)), "{gone:?}");
    }
    assert_eq!(approvals.list(1).unwrap(), []);
    assert_eq!(approvals.state(&id).unwrap(), Some(ApprovalState::Asked));
}
