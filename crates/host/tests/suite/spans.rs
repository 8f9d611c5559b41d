//! The spans of a run nest: what is asked of adb is inside the look or the act that asks it.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use clawperator_contract::{RunOptions, validate};
use clawperator_host::{
    Executor as _, Host, HostConfig, OperatorConfig, Retention, RunRequest, StoreConfig,
    SystemSources, Unheard, never, profile,
};
use tracing::span::{Attributes, Id, Record};
use tracing::{Event, Metadata, Subscriber};

use crate::rig::Rig;

const PATIENCE: Duration = Duration::from_mins(1);

/// Keeps the way to each span, such as `execution > step > look`.
#[derive(Debug, Clone, Default)]
struct Captured(Arc<Mutex<Spans>>);

#[derive(Debug, Default)]
struct Spans {
    paths: BTreeMap<u64, String>,
    entered: Vec<u64>,
    seen: BTreeSet<String>,
}

impl Subscriber for Captured {
    fn enabled(&self, _: &Metadata<'_>) -> bool {
        true
    }

    fn new_span(&self, span: &Attributes<'_>) -> Id {
        let mut spans = self.0.lock().unwrap();
        let name = span.metadata().name();
        let path = match spans.entered.last() {
            Some(parent) => format!("{} > {name}", spans.paths[parent]),
            None => name.to_owned(),
        };
        let id = spans.paths.len() as u64 + 1;
        spans.paths.insert(id, path.clone());
        spans.seen.insert(path);
        Id::from_u64(id)
    }

    fn record(&self, _: &Id, _: &Record<'_>) {}

    fn record_follows_from(&self, _: &Id, _: &Id) {}

    fn event(&self, _: &Event<'_>) {}

    fn enter(&self, span: &Id) {
        self.0.lock().unwrap().entered.push(span.into_u64());
    }

    fn exit(&self, span: &Id) {
        let last = self.0.lock().unwrap().entered.pop();
        assert_eq!(last, Some(span.into_u64()), "spans are left in order");
    }
}

#[test]
fn spans_nest_from_the_execution_to_the_request() {
    let payload = r#"{ "commandId": "c", "taskId": "t", "source": "test", "expectedFormat": "android-ui-automator",
        "timeoutMs": 30000, "actions": [
            { "id": "look", "type": "snapshot_ui" },
            { "id": "home", "type": "press_key", "params": { "key": "home" } }] }"#;
    let execution = validate(payload.as_bytes()).unwrap().execution;
    let captured = Captured::default();
    // A thread of its own for the phones: what they do is not part of the run.
    let phones = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .unwrap();
    let rig = phones.block_on(Rig::start());
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .unwrap();
    let config = HostConfig {
        adb: vec![rig.adb()],
        store: StoreConfig {
            state: rig.folder().join("state"),
            temporary: rig.folder().to_owned(),
            retention: Retention::default(),
        },
        operator: OperatorConfig::default(),
    };
    tracing::subscriber::with_default(captured.clone(), || {
        runtime.block_on(async {
            let host = Host::open(config, Arc::new(SystemSources::start())).unwrap();
            let listed = host.phones(PATIENCE).await.unwrap();
            let serial = listed.devices[0].serial.as_str();
            let phone = host.phone(Some(serial), PATIENCE).await.unwrap();
            let executor = phone.executor(RunRequest::new(
                Arc::new(profile("person").unwrap()),
                clawperator_contract::runs::Surface::Library,
            ));
            let options = RunOptions::default();
            let run = executor.execute(&execution, options, &Unheard, never());
            run.await.unwrap();
            assert_eq!(rig.keys_pressed(serial), 1);
        });
    });
    let spans = captured.0.lock().unwrap();
    assert!(spans.entered.is_empty());
    let expected = [
        "adb.request",
        "execution",
        "execution > adb.request",
        "execution > lock",
        "execution > step",
        "execution > step > act",
        "execution > step > act > adb.request",
        "execution > step > look",
        "execution > step > look > adb.request",
    ];
    assert_eq!(spans.seen, expected.map(str::to_owned).into());
}
