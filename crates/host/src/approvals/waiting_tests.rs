//! Who waits for an answer, and whose an approval is.

use std::fs;
use std::time::Duration;

use clawperator_contract::ApprovalState;
use clawperator_contract::runs::{Asker, Surface};
use clawperator_policy::{ApprovalError, ApprovalStore as _};
use tokio::time::{sleep, timeout};

use super::pending::PendingApprovals;
use super::tests::{LIMIT, MINUTE, folder, request, sources, waiting};
use crate::run_context::RunContext;

#[tokio::test(start_paused = true)]
async fn a_run_that_waits_is_known_and_one_that_is_gone_is_not_asked_about() {
    let (folder, approvals) = folder();
    let person = PendingApprovals::new(folder.path().join("approvals"), sources());
    let guard = waiting(&folder);
    let id = guard.ask(request([1; 32])).await.unwrap();
    assert!(!person.find(&id).unwrap().is_parked);
    let soon = Duration::from_secs(1);
    let parked = timeout(soon, guard.decision(&id, LIMIT));
    let look = async {
        sleep(soon / 2).await;
        let found = person.find(&id).unwrap();
        assert!(found.is_parked);
        assert!(found.left_ms <= 10 * MINUTE, "{}", found.left_ms);
        assert_eq!(person.waiting().unwrap().len(), 1);
    };
    let (decided, ()) = tokio::join!(parked, look);
    assert!(decided.is_err(), "nobody has decided");
    // Whoever stops waiting leaves the question to whoever withdraws it.
    assert!(!person.find(&id).unwrap().is_parked);
    // A process that was killed leaves its file, which nobody holds any more.
    let left = folder.path().join("approvals/waiting").join(&id);
    fs::write(&left, "1").unwrap();
    assert!(matches!(person.find(&id), Err(ApprovalError::Unknown)));
    assert!(matches!(person.approve(&id), Err(ApprovalError::Unknown)));
    assert!(matches!(person.refuse(&id), Err(ApprovalError::Unknown)));
    assert_eq!(approvals.list(0).unwrap(), []);
    // Asked anew, it is a question again.
    guard.ask(request([1; 32])).await.unwrap();
    assert!(!left.exists());
    assert_eq!(person.approve(&id).unwrap().state, ApprovalState::Approved);
    assert_eq!(
        person.find(&id).unwrap().approval.state,
        ApprovalState::Approved
    );
    assert!(matches!(person.refuse(&id), Err(ApprovalError::Unknown)));
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
            process_id: 1,
        },
        run: "run".to_owned(),
    };
    let one = || named(Some("one"), Surface::Http);
    let id = one().during(guard.ask(request([1; 32]))).await.unwrap();
    let asked = person.find(&id).unwrap().approval;
    assert_eq!(asked.asker.unwrap().name.as_deref(), Some("one"));
    assert_eq!(asked.run.as_deref(), Some("run"));
    person.approve(&id).unwrap();
    for other in [
        named(Some("two"), Surface::Http),
        named(Some("one"), Surface::Cli),
        named(None, Surface::Http),
    ] {
        assert!(!other.during(guard.take(&[1; 32])).await.unwrap());
    }
    assert!(!guard.take(&[1; 32]).await.unwrap());
    assert!(one().during(guard.take(&[1; 32])).await.unwrap());
}
