//! Files, by both protocols.

use std::time::Duration;

use clawperator_adb::{AdbError, Deadline, PushFile};
use tokio::io::AsyncReadExt;

use super::fixture::soon;
use super::phone::{Bench, noise};

const FIVE_MB: usize = 5 * 1024 * 1024 + 17;

fn file(path: &str) -> PushFile<'_> {
    PushFile {
        path: path.as_bytes(),
        permissions: 0o640,
        modified: 1_700_000_000,
    }
}

/// Android 6 has the first protocol for everything, 9 for lists and transfers, 14 the second for all.
const RELEASES: [u8; 3] = [6, 9, 14];

#[tokio::test]
async fn five_megabytes_go_there_and_back() {
    for release in RELEASES {
        for bench in Bench::each(release).await {
            let content = noise(FIVE_MB);
            let mut session = bench.device.sync(soon()).await.unwrap();
            let mut steps = Vec::new();
            let sent = session
                .push(
                    file("/data/local/tmp/big"),
                    &content[..],
                    |sent| steps.push(sent),
                    soon(),
                )
                .await
                .unwrap();
            assert_eq!(sent, FIVE_MB as u64);
            assert!(
                steps.is_sorted() && steps.last() == Some(&sent) && steps.len() == 81,
                "{}",
                steps.len()
            );
            let (stat, kept) = bench.phone.files.get("/data/local/tmp/big").unwrap();
            assert!(*kept == *content, "{} bytes kept", kept.len());
            assert_eq!((stat.mode & 0o777, stat.modified), (0o666, 1_700_000_000));

            // The same session goes on.
            let mut fetched = Vec::new();
            let mut told = 0;
            let received = session
                .pull(
                    "/data/local/tmp/big",
                    &mut fetched,
                    |received| told = received,
                    soon(),
                )
                .await
                .unwrap();
            assert!(fetched == content, "{} bytes fetched", fetched.len());
            assert_eq!((received, told), (sent, sent));
            session.close(soon()).await.unwrap();
            bench.quiet().await;

            // The adb program sees the same file.
            let target = tempfile::NamedTempFile::new().unwrap();
            let mut pull = bench.place.adb();
            pull.args(["-s", &bench.phone.serial, "pull", "/data/local/tmp/big"])
                .arg(target.path());
            assert!(
                tokio::task::spawn_blocking(move || pull.output())
                    .await
                    .unwrap()
                    .unwrap()
                    .status
                    .success()
            );
            assert!(std::fs::read(target.path()).unwrap() == content);
        }
    }
}

#[tokio::test]
async fn what_is_there() {
    for release in RELEASES {
        for bench in Bench::each(release).await {
            bench
                .phone
                .files
                .put("/d/a", 0o100_644, 1_600_000_000, "abc".into());
            bench
                .phone
                .files
                .put("/d/b", 0o100_600, 1_600_000_001, "".into());
            let mut session = bench.device.sync(soon()).await.unwrap();
            let stat = session.link_stat("/d/a", soon()).await.unwrap().unwrap();
            assert_eq!(
                (stat.mode, stat.size, stat.modified),
                (0o100_644, 3, 1_600_000_000)
            );
            assert_eq!(stat.details.is_some(), release >= 8);
            assert_eq!(session.link_stat("/d/none", soon()).await.unwrap(), None);
            let followed = session.stat("/d/a", soon()).await;
            match followed {
                Ok(found) => assert_eq!((release >= 8, found), (true, Some(stat))),
                Err(error) => {
                    assert!(matches!(error, AdbError::FeatureMissing { .. }) && release < 8);
                }
            }
            let entries = session.list("/d", soon()).await.unwrap();
            let mut names: Vec<(String, u64)> = entries
                .iter()
                .map(|entry| {
                    (
                        String::from_utf8_lossy(&entry.name).into_owned(),
                        entry.stat.as_ref().unwrap().size,
                    )
                })
                .collect();
            names.sort();
            assert_eq!(names, [("a".to_owned(), 3), ("b".to_owned(), 0)]);
            drop(session);
            bench.quiet().await;
        }
    }
}

/// A phone may say that a file is small and send it without an end.
#[tokio::test]
async fn no_more_is_fetched_than_is_wanted() {
    for release in RELEASES {
        for bench in Bench::each(release).await {
            let content = noise(200_000);
            let path = "/data/local/tmp/long";
            bench
                .phone
                .files
                .put(path, 0o100_600, 0, content.clone().into());
            let mut session = bench.device.sync(soon()).await.unwrap();
            let all = session.pull_at_most(path, content.len(), soon()).await;
            assert!(all.unwrap() == content);
            for limit in [content.len() - 1, 70_000, 0] {
                let mut session = bench.device.sync(soon()).await.unwrap();
                let cut = session.pull_at_most(path, limit, soon()).await;
                assert!(
                    matches!(cut, Err(AdbError::OutputTooLarge { limit: at, .. }) if at == limit),
                    "{cut:?}"
                );
            }
        }
    }
}

#[tokio::test]
async fn refusals_of_the_phone() {
    for release in RELEASES {
        for bench in Bench::each(release).await {
            let mut session = bench.device.sync(soon()).await.unwrap();
            let absent = session
                .pull("/nothing", &mut Vec::new(), |_| (), soon())
                .await;
            assert!(
                matches!(&absent, Err(AdbError::SyncFailed { path, .. }) if path == "/nothing"),
                "{absent:?}"
            );
            let after = session.link_stat("/nothing", soon()).await;
            assert!(
                matches!(after, Err(AdbError::ConnectionLost { .. })),
                "{after:?}"
            );

            // What is not there is an answer, and what cannot be asked is not sent: the session goes on.
            let mut session = bench.device.sync(soon()).await.unwrap();
            assert_eq!(session.link_stat("/nothing", soon()).await.unwrap(), None);
            let long = session.link_stat("x".repeat(2000), soon()).await;
            assert!(matches!(long, Err(AdbError::SyncFailed { .. })), "{long:?}");
            assert_eq!(session.link_stat("/nothing", soon()).await.unwrap(), None);
            let content = noise(FIVE_MB);
            for path in ["/system/a", "/small/a"] {
                let mut session = bench.device.sync(soon()).await.unwrap();
                let refused = session.push(file(path), &content[..], |_| (), soon()).await;
                assert!(
                    matches!(&refused, Err(AdbError::SyncFailed { path: p, .. }) if p == path),
                    "{refused:?}"
                );
                let after = session.link_stat("/a", soon()).await;
                assert!(
                    matches!(after, Err(AdbError::ConnectionLost { .. })),
                    "{after:?}"
                );
                assert_eq!(bench.phone.files.get(path), None);
            }
            drop(session);
            bench.quiet().await;
        }
    }
}

#[tokio::test]
async fn a_transfer_that_is_dropped_leaves_nothing() {
    for bench in Bench::each(14).await {
        bench
            .phone
            .files
            .put("/big", 0o100_644, 0, noise(FIVE_MB).into());
        // The source stops in the middle and never ends.
        let (source, _kept_open) = tokio::io::duplex(1024);
        let mut session = bench.device.sync(soon()).await.unwrap();
        let late = session
            .push(
                file("/half"),
                source.chain(&b"x"[..]),
                |_| (),
                Deadline::after(Duration::from_millis(50)),
            )
            .await;
        assert!(matches!(late, Err(AdbError::Timeout { .. })), "{late:?}");
        bench.quiet().await;
        assert_eq!(bench.phone.files.get("/half"), None);

        // The target takes a little and then nothing more.
        let (_kept_open, target) = tokio::io::duplex(1024);
        let mut session = bench.device.sync(soon()).await.unwrap();
        let late = session
            .pull(
                "/big",
                target,
                |_| (),
                Deadline::after(Duration::from_millis(50)),
            )
            .await;
        assert!(matches!(late, Err(AdbError::Timeout { .. })), "{late:?}");
        bench.quiet().await;
    }
}
