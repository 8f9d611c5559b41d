//! Looking after the Operator of a phone.

use std::sync::Arc;
use std::time::Duration;

use clawperator_device::Device as _;
use clawperator_device_operator::{Ended, Force, Launches, Met, RememberedLaunches, Trouble};
use clawperator_virtual_phone::{ClockMode, Fault};

use super::bench::{Bench, LONG};

/// What a phone that does not answer is given.
const SHORT: Duration = Duration::from_secs(4);
const RECORDING: &str = "/data/local/tmp/clawperator-operator-recording-walk.ndjson";

#[tokio::test(flavor = "multi_thread")]
async fn looking_starts_nothing_and_ends_nothing() {
    let bench = Bench::with_clock(ClockMode::Real).await;
    let found = bench.caretaker().look(LONG).await.unwrap();
    assert!(matches!(found.met, Met::Nobody), "{:?}", found.met);
    assert_eq!(bench.starts(), 0);
    assert!(bench.left().is_empty());
    let begun = bench.caretaker().start(LONG).await.unwrap();
    assert!(begun.started && begun.pushed, "{begun:?}");
    let found = bench.caretaker().look(LONG).await.unwrap();
    let Met::Ours { told, .. } = &found.met else {
        panic!("{found:?}");
    };
    assert_eq!((told.user, told.automation), (2_000, false));
    assert_eq!(told.holder, "");
    let [process] = found.processes.as_slice() else {
        panic!("{found:?}");
    };
    assert!(process.is_this_build);
    assert_eq!(process.user, "shell");
    assert_eq!(found.files.len(), 2, "{found:?}");
    assert_eq!(found.last_words, None);
    // It was there already.
    let begun = bench.caretaker().start(LONG).await.unwrap();
    assert!(!begun.started && !begun.pushed, "{begun:?}");
    assert_eq!(bench.starts(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn it_ends_when_it_is_asked_and_leaves_nothing_when_it_is_uninstalled() {
    let bench = Bench::with_clock(ClockMode::Real).await;
    let caretaker = bench.caretaker();
    let ended = caretaker.stop(&Force::No, LONG).await.unwrap();
    assert_eq!(ended, Ended::NoneRan);
    caretaker.start(LONG).await.unwrap();
    let ended = bench.caretaker().stop(&Force::No, LONG).await.unwrap();
    assert_eq!(ended, Ended::Asked);
    let found = bench.caretaker().look(LONG).await.unwrap();
    assert!(found.processes.is_empty(), "{found:?}");
    // Its jar stays.
    assert_eq!(bench.left().len(), 1);
    let files = bench.phone().files();
    for path in [
        "/data/local/tmp/clawperator-operator-00ff00ff00ff00ff.part",
        "/data/local/tmp/clawperator-operator-00112233445566778899aabbccddeeff.secret",
        "/data/local/tmp/clawperator-operator.last",
        RECORDING,
    ] {
        files.write(path, b"it ended in main\n", 0o600).unwrap();
    }
    files
        .write("/data/local/tmp/clawperator-notes", b"mine", 0o600)
        .unwrap();
    let found = bench.caretaker().look(LONG).await.unwrap();
    assert_eq!(found.last_words.as_deref(), Some("it ended in main"));
    assert!(found.files.iter().any(|file| file.path == RECORDING));
    caretaker.start(LONG).await.unwrap();
    let ended = bench.caretaker().uninstall(&Force::No, LONG).await.unwrap();
    assert_eq!(ended, Ended::Asked);
    assert_eq!(bench.left(), ["clawperator-notes"]);
    let ended = bench.caretaker().uninstall(&Force::No, LONG).await.unwrap();
    assert_eq!(ended, Ended::NoneRan);
}

/// It cannot be asked, but its process is known by its class path.
#[tokio::test(flavor = "multi_thread")]
async fn one_that_does_not_answer_is_killed_by_its_number() {
    let bench = Bench::with_clock(ClockMode::Real).await;
    bench.caretaker().start(LONG).await.unwrap();
    // Its secret is lost, and nobody here knows it.
    let secrets = bench.left();
    let secret = secrets
        .iter()
        .find(|name| name.ends_with(".secret"))
        .unwrap();
    let path = format!("/data/local/tmp/{secret}");
    bench.phone().files().remove_file(path).unwrap();
    let found = bench.caretaker().look(LONG).await.unwrap();
    assert!(matches!(found.met, Met::Trouble(_)), "{:?}", found.met);
    assert_eq!(found.processes.len(), 1);
    let ended = bench.caretaker().stop(&Force::No, LONG).await.unwrap();
    assert_eq!(ended, Ended::Killed);
    let found = bench.caretaker().look(LONG).await.unwrap();
    assert!(matches!(found.met, Met::Nobody), "{:?}", found.met);
    assert!(bench.caretaker().start(LONG).await.is_ok());
}

/// Whoever took the name, and whatever calls itself as the Operator does, is left alone.
#[tokio::test(flavor = "multi_thread")]
async fn a_stranger_is_not_ended() {
    let bench = Bench::with_clock(ClockMode::Real).await;
    bench.caretaker().start(LONG).await.unwrap();
    bench.set(Fault::OperatorWrongProof { times: None }).await;
    let found = bench.caretaker().look(LONG).await.unwrap();
    assert!(matches!(found.met, Met::Trouble(_)), "{:?}", found.met);
    bench.phone().faults().clear_all().await;
    bench.end_operator().await;
    let taken = bench.phone().sockets();
    let _squatter = taken.listen("localabstract:clawperator-operator").unwrap();
    let refused = bench.caretaker().stop(&Force::No, LONG).await;
    assert!(refused.is_err(), "{refused:?}");
}

/// Greeting one of another build would end it.
#[tokio::test(flavor = "multi_thread")]
async fn one_of_another_build_is_seen_and_not_greeted() {
    let bench = Bench::with_clock(ClockMode::Real).await;
    bench.start_other_build().await;
    let found = bench.caretaker().look(LONG).await.unwrap();
    assert!(matches!(found.met, Met::OtherBuild), "{found:?}");
    let [process] = found.processes.as_slice() else {
        panic!("{found:?}");
    };
    assert!(!process.is_this_build);
    assert_eq!(process.name, "x");
    // Still the same one.
    let again = bench.caretaker().look(LONG).await.unwrap();
    assert_eq!(again.processes, found.processes);
    // Where the phone does not tell what runs, that there is the program of another build is reason enough.
    bench.set(Fault::OperatorWrongBuild { times: None }).await;
    bench.set(Fault::ShellStalled).await;
    let unknown = bench.caretaker().look(SHORT).await.unwrap();
    assert!(matches!(unknown.met, Met::Trouble(_)), "{unknown:?}");
    bench.phone().faults().clear_all().await;
    let again = bench.caretaker().look(LONG).await.unwrap();
    assert_eq!(again.processes, found.processes);
    bench.operator().identity(LONG).await.unwrap();
}

/// What a phone does not tell is not taken for what is not there.
#[tokio::test(flavor = "multi_thread")]
async fn one_whose_processes_are_unknown_is_seen_and_not_said_to_have_ended() {
    let bench = Bench::with_clock(ClockMode::Real).await;
    let launches: Arc<RememberedLaunches> = Arc::default();
    let caretaker = bench.caretaker_with(Arc::clone(&launches) as Arc<dyn Launches>);
    caretaker.start(LONG).await.unwrap();
    bench.tell_nothing().await;
    let found = bench.caretaker_with(launches).look(LONG).await.unwrap();
    assert!(matches!(found.met, Met::Ours { .. }), "{found:?}");
    // It hangs, on a stream that is open.
    bench.set(Fault::OperatorSilent).await;
    let refused = caretaker.stop(&Force::No, SHORT).await;
    assert_eq!(refused, Err(Trouble::TimedOut));
    let refused = caretaker.uninstall(&Force::No, SHORT).await;
    assert_eq!(refused, Err(Trouble::TimedOut));
    assert_eq!(bench.left().len(), 2, "its program and its secret");
    let forced = caretaker.stop(&Force::As("me".to_owned()), SHORT).await;
    assert_eq!(forced, Err(Trouble::TimedOut));
    // Now its process is known.
    bench.phone().faults().clear_all().await;
    let refused = caretaker.stop(&Force::No, SHORT).await;
    assert_eq!(refused, Err(Trouble::TimedOut));
    assert_eq!(caretaker.look(SHORT).await.unwrap().processes.len(), 1);
    let forced = caretaker.stop(&Force::As("me".to_owned()), SHORT).await;
    assert_eq!(forced, Ok(Ended::Killed));
}

/// It says that it ends, and that counts where nobody can look.
#[tokio::test(flavor = "multi_thread")]
async fn one_that_says_that_it_ends_has_ended_also_where_processes_are_unknown() {
    let bench = Bench::with_clock(ClockMode::Real).await;
    let caretaker = bench.caretaker();
    caretaker.start(LONG).await.unwrap();
    bench.tell_nothing().await;
    assert_eq!(caretaker.stop(&Force::No, LONG).await, Ok(Ended::Asked));
}

/// A greeting that is late may be one of an Operator that somebody uses.
#[tokio::test(flavor = "multi_thread")]
async fn one_that_is_slow_is_killed_only_where_that_is_forced() {
    let bench = Bench::with_clock(ClockMode::Real).await;
    let one = bench.operator();
    let held = one.hold("one", LONG).await.unwrap();
    bench.set(Fault::OperatorSilent).await;
    let refused = bench.caretaker().stop(&Force::No, LONG).await;
    assert_eq!(refused, Err(Trouble::TimedOut));
    bench.phone().faults().clear_all().await;
    let refused = bench.caretaker().stop(&Force::No, LONG).await;
    assert_eq!(refused, Err(Trouble::Held("one".to_owned())));
    bench.set(Fault::OperatorSilent).await;
    let forced = Force::As("me".to_owned());
    let ended = bench.caretaker().stop(&forced, LONG).await;
    assert_eq!(ended, Ok(Ended::Killed));
    drop(held);
}
