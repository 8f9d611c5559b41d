//! Faults of the way to the phone, and of its shell: each is seen, none hangs, and the next command works.

use std::time::Duration;

use clawperator_virtual_phone::{CutDirection, Fault, FaultKind, Latency, Listening, Release};

use crate::support::adb::{Adb, BOTH, Version};
use crate::support::client::{Ended, exec, open};
use crate::support::{PATIENCE, in_time, no_streams, phone};

/// How long a stall is watched.
const A_WHILE: Duration = Duration::from_millis(300);

async fn works_again(adb: &Adb, phone: &Listening) {
    no_streams(phone.phone()).await;
    assert_eq!(exec(adb.port, &phone.serial(), "echo fine").await, "fine\n");
    no_streams(phone.phone()).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn offline_and_unauthorized_and_back() {
    for version in BOTH {
        let phone = phone(Release::Android14).await;
        let adb = Adb::connected(version, &phone).await;
        for (fault, word) in [
            (Fault::Offline, "offline"),
            (Fault::Unauthorized, "unauthorized"),
        ] {
            let faults = phone.phone().faults();
            faults.set(fault.clone()).await.unwrap();
            assert_eq!(faults.list(), std::slice::from_ref(&fault));
            adb.until_state(&phone, word).await;
            let refused = open(adb.port, &phone.serial(), "exec:true", PATIENCE).await;
            assert!(
                matches!(&refused, Ended::Refused(text) if text.contains(word)),
                "{refused:?}"
            );
            faults.clear(fault.kind()).await;
            assert!(faults.list().is_empty());
            adb.until_state(&phone, "device").await;
            works_again(&adb, &phone).await;
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_connection_is_cut_in_the_middle() {
    for version in BOTH {
        let phone = phone(Release::Android14).await;
        let adb = Adb::connected(version, &phone).await;
        let large = vec![b'x'; 4_000_000];
        phone
            .phone()
            .files()
            .write("/sdcard/large", &large, 0o660)
            .unwrap();
        let cut = Fault::ConnectionCut {
            after_bytes: 1_000_000,
            direction: CutDirection::Out,
        };
        phone.phone().faults().set(cut).await.unwrap();
        let armed = phone.phone().faults().list();
        assert!(
            matches!(
                armed[..],
                [Fault::ConnectionCut {
                    after_bytes: 1..=1_000_000,
                    ..
                }]
            ),
            "{armed:?}"
        );
        let ended = open(
            adb.port,
            &phone.serial(),
            "exec:cat /sdcard/large",
            PATIENCE,
        )
        .await;
        assert!(
            matches!(&ended, Ended::Closed(output) if output.len() < 1_000_000),
            "not cut"
        );
        no_streams(phone.phone()).await;
        assert!(phone.phone().faults().list().is_empty());
        adb.connect(&phone).await;
        works_again(&adb, &phone).await;

        // At once, while a command waits for its input.
        let serial = phone.serial();
        let waiting = open(adb.port, &serial, "exec:cat", PATIENCE);
        let cutting = async {
            phone
                .phone()
                .until_traffic(|traffic| traffic.open_streams == 1)
                .await;
            let now = serde_json::from_str(r#"{"name":"connection_cut"}"#).unwrap();
            phone.phone().faults().set(now).await.unwrap();
        };
        let (ended, ()) = in_time("it is cut", async { tokio::join!(waiting, cutting) }).await;
        // The answer that the stream is open may be on its way when the cut comes.
        assert!(
            ended == Ended::Closed(Vec::new()) || ended == Ended::Refused("closed".into()),
            "{ended:?}"
        );
        assert!(phone.phone().faults().list().is_empty());
        adb.connect(&phone).await;
        works_again(&adb, &phone).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_shell_is_slow_or_stalled() {
    let phone = phone(Release::Android14).await;
    let adb = Adb::connected(Version::Path, &phone).await;
    let faults = phone.phone().faults();
    let serial = phone.serial();

    faults.set(Fault::ShellStalled).await.unwrap();
    let stalled = open(adb.port, &serial, "exec:echo late", A_WHILE).await;
    assert_eq!(stalled, Ended::Open(Vec::new()));
    // Whoever leaves takes the command along; whoever waits is served when it is over.
    no_streams(phone.phone()).await;
    let waiting = open(adb.port, &serial, "exec:echo late", PATIENCE);
    let letting_go = async {
        let traffic = phone.phone();
        traffic
            .until_traffic(|traffic| traffic.open_streams == 1)
            .await;
        faults.clear(FaultKind::ShellStalled).await;
    };
    let (ended, ()) = in_time("it flows", async { tokio::join!(waiting, letting_go) }).await;
    assert_eq!(ended, Ended::Closed(b"late\n".to_vec()));

    let slow = Fault::ShellSlow {
        delay_ms: 3_600_000,
    };
    faults.set(slow).await.unwrap();
    let slow = open(adb.port, &serial, "exec:echo late", A_WHILE).await;
    assert_eq!(slow, Ended::Open(Vec::new()));
    no_streams(phone.phone()).await;
    faults
        .set(Fault::ShellSlow { delay_ms: 150 })
        .await
        .unwrap();
    let before = tokio::time::Instant::now();
    assert_eq!(exec(adb.port, &serial, "echo late").await, "late\n");
    assert!(before.elapsed() >= Duration::from_millis(150));
    faults.clear_all().await;
    works_again(&adb, &phone).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn output_is_truncated() {
    let phone = phone(Release::Android14).await;
    let adb = Adb::connected(Version::Adb36, &phone).await;
    phone
        .phone()
        .files()
        .write("/sdcard/large", &[b'x'; 5_000], 0o660)
        .unwrap();
    let faults = phone.phone().faults();
    faults
        .set(Fault::OutputTruncated { after_bytes: 1_000 })
        .await
        .unwrap();
    let ended = open(
        adb.port,
        &phone.serial(),
        "exec:cat /sdcard/large",
        PATIENCE,
    )
    .await;
    assert_eq!(ended, Ended::Closed(vec![b'x'; 1_000]));
    // Shell v2: the end is missing, so there is no status either.
    let shell = adb.output(&["shell", "cat /sdcard/large"]).await;
    assert!(shell.stdout.len() < 1_000);
    faults.clear(FaultKind::OutputTruncated).await;
    works_again(&adb, &phone).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_way_takes_time() {
    let phone = phone(Release::Android14).await;
    let adb = Adb::connected(Version::Path, &phone).await;
    let faults = phone.phone().faults();
    for (latency, at_least) in [(Latency::Usb, 22), (Latency::Wifi, 60)] {
        faults.set_latency(latency);
        let before = tokio::time::Instant::now();
        exec(adb.port, &phone.serial(), "true").await;
        assert!(
            before.elapsed() >= Duration::from_millis(at_least),
            "{latency:?}"
        );
    }
    faults.set_latency(Latency::None);
    works_again(&adb, &phone).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn storage_is_low() {
    for version in BOTH {
        let phone = phone(Release::Android14).await;
        let adb = Adb::connected(version, &phone).await;
        std::fs::write(adb.home().join("large"), vec![7; 300_000]).unwrap();
        let low = Fault::StorageLow {
            free_bytes: 100_000,
        };
        phone.phone().faults().set(low).await.unwrap();
        let refused = adb.output(&["push", "large", "/sdcard/large"]).await;
        assert_eq!(refused.status.code(), Some(1));
        let said = [refused.stdout, refused.stderr].concat();
        let said = String::from_utf8_lossy(&said);
        assert!(said.contains("No space left on device"), "{said}");
        assert!(phone.phone().files().read("/sdcard/large").is_err());
        phone.phone().faults().clear(FaultKind::StorageLow).await;
        adb.text(&["push", "large", "/sdcard/large"]).await;
        works_again(&adb, &phone).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_full_storage_is_full_for_everybody() {
    const FULL: &str = "No space left on device";
    let phone = phone(Release::Android14).await;
    let adb = Adb::connected(Version::Path, &phone).await;
    let run = async |line: &str| exec(adb.port, &phone.serial(), line).await;
    let faults = phone.phone().faults();
    let low = |free_bytes| Fault::StorageLow { free_bytes };
    run("echo there > /sdcard/there").await;
    faults.set(low(0)).await.unwrap();
    for line in [
        "echo x > /sdcard/file",
        "screencap -p /sdcard/file.png",
        "cp /sdcard/there /sdcard/file",
        "touch /data/local/tmp/file",
        "mkdir /sdcard/folder",
    ] {
        let said = run(line).await;
        assert!(said.contains(FULL), "{line}: {said}");
    }
    // The dumper only logs what it could not write.
    let said = run("uiautomator dump /sdcard/tree.xml").await;
    assert_eq!(said, "UI hierchary dumped to: /sdcard/tree.xml\n");
    assert!(run("logcat -d").await.contains(FULL));
    assert!(run("cat /sdcard/tree.xml").await.contains("No such file"));

    // Room for a part: the part is there, and what is left is told.
    faults.set(low(1_000)).await.unwrap();
    run("uiautomator dump /sdcard/tree.xml").await;
    let tree = run("cat /sdcard/tree.xml").await;
    assert_eq!(tree.len(), 1_000 - 256 - "tree.xml".len());
    assert!(tree.starts_with("<?xml") && !tree.contains("</hierarchy>"));
    assert_eq!(faults.list(), [low(0)]);
    run("rm /sdcard/tree.xml").await;
    assert_eq!(faults.list(), [low(1_000)]);
    faults.clear(FaultKind::StorageLow).await;
    assert_eq!(run("echo x > /sdcard/file").await, "");
    works_again(&adb, &phone).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_restarted_server_finds_the_phone_again() {
    let phone = phone(Release::Android14).await;
    let adb = Adb::connected(Version::Path, &phone).await;
    adb.output(&["kill-server"]).await;
    in_time(
        "the connection is gone",
        phone
            .phone()
            .until_traffic(|traffic| traffic.connections == 0),
    )
    .await;
    adb.output(&["start-server"]).await;
    let refused = open(adb.port, &phone.serial(), "exec:true", PATIENCE).await;
    assert!(
        matches!(&refused, Ended::Refused(text) if text.contains("not found")),
        "{refused:?}"
    );
    adb.connect(&phone).await;
    works_again(&adb, &phone).await;
}
