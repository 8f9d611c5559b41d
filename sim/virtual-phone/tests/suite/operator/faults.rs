//! What can be made to go wrong with the Operator.

use clawperator_operator_protocol::{Act, Answer, Outcome, Request, Way};
use clawperator_virtual_phone::{
    Fault, FaultKind, JournalEvent, JournalInput, JournalMotion, KillMoment, Release,
};
use tokio::io::AsyncReadExt;

use super::{identity, injected, open, window_of};
use crate::support::adb::{Adb, Version};
use crate::support::operator::{Installed, look, middle, request, touch};
use crate::support::{in_time, no_streams, phone};

#[tokio::test(flavor = "multi_thread")]
async fn killed_before_during_and_after_an_act() {
    let phone = phone(Release::Android14).await;
    let adb = Adb::connected(Version::Path, &phone).await;
    let installed = Installed::new(&adb, &phone).await;
    for (moment, expected) in [
        (KillMoment::Before, 1),
        (KillMoment::During, 3),
        (KillMoment::After, 2),
    ] {
        phone.phone().reset().await.unwrap();
        let installed = Installed::new(installed.adb, &phone).await;
        let launched = installed.start().await;
        let mut driver = launched.held("test").await;
        open(phone.phone(), "CounterActivity").await;
        let (x, y) = middle(&driver.look().await, "+");
        let faults = phone.phone().faults();
        faults
            .set(Fault::OperatorKilled { moment, act: 2 })
            .await
            .unwrap();
        let done = driver.act(1, touch(&[(x, y, 0)])).await;
        assert_eq!(done.outcome, Outcome::Done);
        assert_eq!(faults.list(), [Fault::OperatorKilled { moment, act: 1 }]);
        driver.send(&request(2, touch(&[(x, y, 0)]))).await;
        assert!(driver.is_closed().await, "{moment:?}");
        assert_eq!(faults.list(), []);
        let inputs = injected(phone.phone());
        assert_eq!(inputs.len(), expected, "{moment:?}");
        let goes_down = |input: &JournalInput| {
            matches!(
                input,
                JournalInput::Motion {
                    action: JournalMotion::Down,
                    ..
                }
            )
        };
        assert_eq!(inputs.iter().any(goes_down), moment == KillMoment::During);
        let journal = phone.phone().journal().entries;
        let taps = journal
            .iter()
            .filter(|entry| matches!(entry.event, JournalEvent::Tapped { .. }));
        let whole = usize::from(moment == KillMoment::After);
        assert_eq!(taps.count(), 1 + whole, "{moment:?}");
        installed.until_ended().await;
        // The next one works.
        let again = installed.start().await;
        let mut driver = again.held("test").await;
        assert_eq!(
            driver.act(3, touch(&[(x, y, 0)])).await.outcome,
            Outcome::Done
        );
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn killed_when_half_of_a_text_is_typed() {
    let phone = phone(Release::Android14).await;
    let adb = Adb::connected(Version::Path, &phone).await;
    let launched = Installed::new(&adb, &phone).await.start().await;
    let mut driver = launched.held("test").await;
    open(phone.phone(), "FieldsActivity").await;
    let tree = driver.look().await;
    let identity = identity(&tree, "email");
    let focus = Act::NodeAction {
        window: window_of(&tree, identity),
        identity,
        action: 1,
    };
    assert_eq!(driver.act(1, focus).await.outcome, Outcome::Done);
    let killed = Fault::OperatorKilled {
        moment: KillMoment::During,
        act: 1,
    };
    phone.phone().faults().set(killed).await.unwrap();
    let text = Act::Text {
        way: Way::Keys,
        window: 0,
        identity: 0,
        erase: 0,
        text: "abcdef".to_owned(),
    };
    driver.send(&request(2, text)).await;
    assert!(driver.is_closed().await);
    let last = injected(phone.phone()).pop();
    assert_eq!(
        last,
        Some(JournalInput::Text {
            text: "abc".to_owned()
        })
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn streams_that_break_off_or_fall_silent() {
    let phone = phone(Release::Android14).await;
    let adb = Adb::connected(Version::Path, &phone).await;
    let launched = Installed::new(&adb, &phone).await.start().await;
    let faults = phone.phone().faults();
    let mut driver = launched.connect().await;
    driver.ask(&Request::State).await;
    faults
        .set(Fault::OperatorHalfAnswer {
            answer: 2,
            times: Some(1),
        })
        .await
        .unwrap();
    driver.ask(&Request::State).await;
    driver.send(&Request::Look(look())).await;
    let mut rest = Vec::new();
    in_time("it ends", driver.stream.read_to_end(&mut rest))
        .await
        .unwrap();
    assert!(rest.len() > 100, "{}", rest.len());
    assert_eq!(faults.list(), []);
    let mut driver = launched.held("test").await;
    faults.set(Fault::OperatorSilent).await.unwrap();
    driver.send(&request(1, touch(&[(5, 5, 0)]))).await;
    let mut other = launched.stream().await.unwrap();
    let silence = std::time::Duration::from_millis(500);
    let read = tokio::time::timeout(silence, driver.next()).await;
    assert!(read.is_err());
    let hello = launched.driver_hello();
    tokio::io::AsyncWriteExt::write_all(&mut other, &hello.encode())
        .await
        .unwrap();
    let mut byte = [0];
    // A greeting has two seconds, and then the stream is closed without a word.
    let nothing = in_time("it is closed", other.read(&mut byte)).await;
    assert!(matches!(nothing, Ok(0) | Err(_)));
    faults.clear(FaultKind::OperatorSilent).await;
    assert_eq!(injected(phone.phone()), []);
    let mut driver = launched.connect().await;
    let Answer::Acted(unheard) = driver.ask(&Request::Outcome(1)).await else {
        panic!()
    };
    assert_eq!(unheard.outcome, Outcome::NeverHeardOf);
}

#[tokio::test(flavor = "multi_thread")]
async fn greetings_that_prove_nothing() {
    let phone = phone(Release::Android14).await;
    let adb = Adb::connected(Version::Path, &phone).await;
    let launched = Installed::new(&adb, &phone).await.start().await;
    let faults = phone.phone().faults();
    let mut honest = launched.connect().await;
    // It has proven who it is: an Operator that nobody uses ends for another build.
    honest.ask(&Request::State).await;
    faults
        .set(Fault::OperatorWrongProof { times: Some(1) })
        .await
        .unwrap();
    let mut stream = launched.stream().await.unwrap();
    let hello = launched
        .hello(&mut stream, &launched.driver_hello())
        .await
        .unwrap();
    assert_eq!(hello.build.0, launched.build);
    assert!(
        !launched
            .terms(&hello)
            .is_operator(&launched.secret, hello.proof)
    );
    faults
        .set(Fault::OperatorWrongBuild { times: Some(1) })
        .await
        .unwrap();
    let mut stream = launched.stream().await.unwrap();
    let hello = launched
        .hello(&mut stream, &launched.driver_hello())
        .await
        .unwrap();
    assert_ne!(hello.build.0, launched.build);
    assert_eq!(hello.proof.to_bytes(), [0; 32]);
    assert_eq!(faults.list(), []);
    faults
        .set(Fault::OperatorWrongVersion { times: Some(1) })
        .await
        .unwrap();
    let mut stream = launched.stream().await.unwrap();
    let hello = launched
        .hello(&mut stream, &launched.driver_hello())
        .await
        .unwrap();
    assert_ne!(hello.version, launched.driver_hello().version);
    assert_eq!(hello.proof.to_bytes(), [0; 32]);
    assert_eq!(faults.list(), []);
    launched.connect().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn starts_that_fail_are_slow_or_are_not_heard() {
    let phone = phone(Release::Android14).await;
    let adb = Adb::connected(Version::Path, &phone).await;
    let installed = Installed::new(&adb, &phone).await;
    let faults = phone.phone().faults();
    faults
        .set(Fault::OperatorJarCorrupt { times: Some(1) })
        .await
        .unwrap();
    let said = installed.shell(&installed.line()).await;
    assert!(said.starts_with("FAIL CORRUPT "), "{said}");
    let fails = Fault::OperatorStartFails {
        code: "FAILED".to_owned(),
        reason: "no class UiAutomation".to_owned(),
        times: Some(1),
    };
    faults.set(fails).await.unwrap();
    let said = installed.shell(&installed.line()).await;
    assert_eq!(said, "FAIL FAILED no class UiAutomation\n");
    faults
        .set(Fault::OperatorStartSlow { delay_ms: 7_000 })
        .await
        .unwrap();
    let before = phone.phone().since_boot();
    let launched = installed.start().await;
    assert!(phone.phone().since_boot().saturating_sub(before) >= std::time::Duration::from_secs(7));
    faults.clear(FaultKind::OperatorStartSlow).await;
    let mut driver = launched.connect().await;
    driver.ask(&Request::End).await;
    assert!(driver.is_closed().await);
    installed.until_ended().await;
    faults
        .set(Fault::OperatorStartUnheard { times: Some(1) })
        .await
        .unwrap();
    assert_eq!(installed.shell(&installed.line()).await, "");
    // It runs all the same.
    let again = installed.shell(&installed.line()).await;
    assert!(again.starts_with("FAIL IN_USE "), "{again}");
    assert_eq!(faults.list(), []);
    no_streams(phone.phone()).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn it_ends_with_the_system_that_it_began_with() {
    let phone = phone(Release::Android14).await;
    let adb = Adb::connected(Version::Path, &phone).await;
    let installed = Installed::new(&adb, &phone).await;
    let faults = phone.phone().faults();
    for fault in [Fault::FrameworkDown, Fault::FrameworkRestarted] {
        let is_down = fault == Fault::FrameworkDown;
        let launched = installed.start().await;
        let mut driver = launched.connect().await;
        driver.look().await;
        faults.set(fault.clone()).await.unwrap();
        assert!(driver.is_closed().await, "{fault:?}");
        installed.until_ended().await;
        let left = installed.shell("ls /data/local/tmp").await;
        assert!(!left.contains("secret"), "{left}");
        if is_down {
            let said = installed.shell(&installed.line()).await;
            assert!(said.starts_with("FAIL FAILED "), "{said}");
            faults.clear(FaultKind::FrameworkDown).await;
        }
        // The one that began before is not ended by what was before it.
        installed.start().await.connect().await.look().await;
        installed.shell("pkill -9 -f operator").await;
        installed.until_ended().await;
    }
    no_streams(phone.phone()).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn large_trees_and_an_automation_that_another_tool_holds() {
    let phone = phone(Release::Android14).await;
    let adb = Adb::connected(Version::Path, &phone).await;
    let installed = Installed::new(&adb, &phone).await;
    let launched = installed.start().await;
    let mut driver = launched.connect().await;
    let faults = phone.phone().faults();
    let small = driver.look().await;
    faults
        .set(Fault::OperatorTreeLarge {
            bytes: 5 * 1024 * 1024,
        })
        .await
        .unwrap();
    let large = driver.look().await;
    let texts: usize = large
        .windows
        .iter()
        .flat_map(|window| &window.nodes)
        .map(|node| node.texts.text.as_ref().map_or(0, String::len))
        .sum();
    assert!(texts > 5 * 1024 * 1024);
    // One that is larger than any frame is refused, and the stream goes on.
    faults
        .set(Fault::OperatorTreeLarge {
            bytes: 20 * 1024 * 1024,
        })
        .await
        .unwrap();
    let refused = driver.ask(&Request::Look(look())).await;
    assert!(matches!(refused, Answer::Error(refusal) if refusal.code == "FAILED"));
    faults.clear(FaultKind::OperatorTreeLarge).await;
    assert_eq!(driver.look().await.windows, small.windows);
    faults.set(Fault::AutomationHeld).await.unwrap();
    let refused = driver.ask(&Request::Look(look())).await;
    assert!(matches!(refused, Answer::Error(refusal) if refusal.code == "NO_AUTOMATION"));
    driver.hold("test", false).await;
    // Touches need none.
    assert_eq!(
        driver.act(1, touch(&[(5, 5, 0)])).await.outcome,
        Outcome::Done
    );
    let words = ["-s", &installed.serial, "shell", "uiautomator dump; true"];
    let output = adb.output(&words).await;
    let said = [output.stdout, output.stderr].concat();
    assert_eq!(String::from_utf8_lossy(&said), "Killed\n");
    faults.clear(FaultKind::AutomationHeld).await;
    driver.look().await;
}
