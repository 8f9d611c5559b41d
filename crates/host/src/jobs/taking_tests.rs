//! A request while it is being taken.

use std::sync::atomic::{AtomicBool, AtomicUsize};
use std::sync::{Arc, OnceLock};
use std::thread;

use clawperator_contract::runs::{Asker, Surface};
use clawperator_contract::{TraceDetail, validate};
use clawperator_sources::SystemSources;
use clawperator_trace::{NewRun, Retention};
use tokio::sync::watch;
use tokio_util::sync::CancellationToken;

use super::job::{Job, JobState};
use super::keys::IdempotencyKey;
use super::registry::{JobLimits, Jobs, Submitted};
use crate::config::StoreConfig;
use crate::store::Store;

const PAYLOAD: &str = r#"{"commandId":"c","taskId":"t","source":"test","expectedFormat":"android-ui-automator",
    "timeoutMs":10000,"actions":[{"id":"a","type":"sleep","params":{"durationMs":1}}]}"#;
/// How long whoever looks has to give a wrong answer.
const TURNS: usize = 100_000;

#[test]
fn it_is_known_as_the_job_that_it_becomes() {
    let folder = tempfile::tempdir().unwrap();
    let config = StoreConfig {
        state: folder.path().join("state"),
        temporary: folder.path().to_owned(),
        retention: Retention::default(),
    };
    let store = Store::open(config, Arc::new(SystemSources::start())).unwrap();
    let jobs = Jobs::new(store.clone(), JobLimits::default());
    let key = IdempotencyKey::parse("key").unwrap();
    let claim = jobs.claim(None, &key, b"request").unwrap();
    // The record is there and the key is given; the job is not there yet.
    let turn = jobs.claiming();
    let accepted = store.runs().begin(&NewRun {
        execution: &validate(PAYLOAD.as_bytes()).unwrap().execution,
        asker: &Asker {
            surface: Surface::Http,
            name: None,
            skill: None,
            process_id: 1,
        },
        idempotency_key: Some("key"),
        profile: "test",
        device_id: "serial",
        detail: TraceDetail::default(),
        withheld: false,
    });
    let accepted = accepted.unwrap();
    assert_eq!(claim.give(accepted.run().as_str()).unwrap(), None);
    thread::scope(|scope| {
        let looks = scope.spawn(|| jobs.known(&claim));
        for _ in 0..TURNS {
            if looks.is_finished() {
                break;
            }
            thread::yield_now();
        }
        jobs.add(&Arc::new(job(accepted.run())));
        drop(turn);
        let known = looks.join().unwrap();
        assert!(matches!(known, Ok(Some(Submitted::Job(_)))), "{known:?}");
    });
}

fn job(run: &clawperator_trace::RunId) -> Job {
    Job {
        run: run.clone(),
        device_id: "serial".to_owned(),
        command_id: "c".to_owned(),
        asker: None,
        decided_on: None,
        sequence: OnceLock::new(),
        state: watch::Sender::new(JobState::Running),
        cancel: CancellationToken::new(),
        attending: AtomicUsize::new(0),
        is_let_go: AtomicBool::new(false),
    }
}
