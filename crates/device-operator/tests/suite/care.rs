//! Looking after the Operator of a phone.

use clawperator_device::Device as _;
use clawperator_device_operator::{Ended, Force, Met};
use clawperator_virtual_phone::{ClockMode, Fault};

use super::bench::{Bench, LONG};

const JAR: &str = "/data/local/tmp/clawperator-operator-0123456789abcdef.jar";

#[tokio::test(flavor = "multi_thread")]
async fn looking_starts_nothing_and_ends_nothing() {
    let bench = Bench::with_clock(ClockMode::Real).await;
    let found = bench.caretaker().look(LONG).await.unwrap();
    assert!(matches!(found.met, Met::Nobody), "{:?}", found.met);
    assert_eq!(bench.starts(), 0);
    assert!(bench.left().is_empty());
    assert!(bench.caretaker().start(LONG).await.unwrap());
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
    assert!(!bench.caretaker().start(LONG).await.unwrap());
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
    ] {
        files.write(path, b"it ended in main\n", 0o600).unwrap();
    }
    files
        .write("/data/local/tmp/clawperator-notes", b"mine", 0o600)
        .unwrap();
    let found = bench.caretaker().look(LONG).await.unwrap();
    assert_eq!(found.last_words.as_deref(), Some("it ended in main"));
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
    bench.caretaker().start(LONG).await.unwrap();
    let own = bench.jar();
    let jar = bench.phone().files().read(&own).unwrap();
    bench.caretaker().stop(&Force::No, LONG).await.unwrap();
    bench.phone().files().write(JAR, &jar, 0o400).unwrap();
    let hash = own_hash(&jar);
    let line = format!(
        "CLASSPATH={JAR} setsid app_process /system/bin --nice-name=x dev.clawperator.operator.Main serve {hash} </dev/null &"
    );
    let handle = bench.handle();
    let deadline = clawperator_test_support::soon();
    let said = handle.exec_out(line.as_bytes(), 1 << 10, deadline).await;
    assert!(String::from_utf8_lossy(&said.unwrap()).starts_with("READY"));
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
    bench.operator().identity(LONG).await.unwrap();
}

fn own_hash(jar: &[u8]) -> String {
    use sha2::{Digest as _, Sha256};
    let digest: [u8; 32] = Sha256::digest(jar).into();
    clawperator_contract::hex(&digest)
}
