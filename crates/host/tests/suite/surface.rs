//! A second surface, against `host` and `contract` only: what an HTTP server, a bot or a farm would write.
//!
//! It lists the phones, runs three executions on two phones at once with events, has a person approve one of them while
//! it is parked, and cancels another. `docs/embedding.md` walks through it.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use clawperator_contract::events::{Event, Happened};
use clawperator_contract::runs::Surface as Door;
use clawperator_contract::wrappers::ExecutionResult;
use clawperator_contract::{ErrorCode, Execution, Failure, RunOptions, Status, validate};
use clawperator_host::{
    AdbConfig, Events, Executor as _, Host, HostConfig, OperatorConfig, Profile, Retention,
    RunRequest, StoreConfig, SystemSources, never, profile,
};
use tokio::sync::{mpsc, oneshot};

const PATIENCE: Duration = Duration::from_mins(1);

/// Pressing keys is for a person to approve.
const PROFILE: &str =
    "version = 1\ncoordinates = \"look\"\n[capabilities]\nnavigate = \"confirm\"\n";

/// One surface of this machine.
struct Surface {
    host: Host,
    profile: Arc<Profile>,
}

/// Passes every event on, under the name of its run.
#[derive(Debug)]
struct Stream {
    run: &'static str,
    events: mpsc::UnboundedSender<(&'static str, Event)>,
}

impl Events for Stream {
    fn on_event(&self, event: &Event) {
        // Whoever does not listen any more is told nothing.
        let _ = self.events.send((self.run, event.clone()));
    }
}

impl Surface {
    fn open(adb: AdbConfig, folder: &Path) -> Result<Self, Failure> {
        let config = HostConfig {
            adb: vec![adb],
            store: StoreConfig {
                state: folder.join("state"),
                temporary: folder.to_owned(),
                retention: Retention::default(),
            },
            operator: OperatorConfig::default(),
        };
        let path = folder.join("careful.toml");
        std::fs::write(&path, PROFILE).unwrap();
        Ok(Self {
            host: Host::open(config, Arc::new(SystemSources::start()))?,
            profile: Arc::new(profile(&path.to_string_lossy())?),
        })
    }

    /// Runs an execution on one phone until it ends or somebody cancels it.
    async fn run(
        &self,
        serial: &str,
        execution: &Execution,
        stream: Stream,
        cancel: Option<oneshot::Receiver<()>>,
    ) -> Result<ExecutionResult, Failure> {
        let phone = self.host.phone(Some(serial), PATIENCE).await?;
        let executor = phone.executor(RunRequest::new(Arc::clone(&self.profile), Door::Library));
        let options = RunOptions {
            park: true,
            ..RunOptions::default()
        };
        let cancel = cancel.map_or_else(never, |stop| Box::pin(async { drop(stop.await) }));
        executor.execute(execution, options, &stream, cancel).await
    }
}

fn execution(actions: &str) -> Execution {
    let payload = format!(
        r#"{{ "commandId": "c", "taskId": "t", "source": "surface", "expectedFormat": "android-ui-automator",
              "timeoutMs": 30000, "actions": [{actions}] }}"#
    );
    validate(payload.as_bytes()).unwrap().execution
}

#[tokio::test]
async fn three_executions_on_two_phones_one_parked_and_one_cancelled() {
    let rig = super::rig::Rig::start().await;
    let surface = Surface::open(rig.adb(), rig.folder()).unwrap();
    let listed = surface.host.phones(PATIENCE).await.unwrap().devices;
    let serials: Vec<&str> = listed.iter().map(|phone| phone.serial.as_str()).collect();
    let (first, second) = (serials[0], serials[1]);

    let look = execution(r#"{ "id": "look", "type": "snapshot_ui" }"#);
    let home = execution(r#"{ "id": "home", "type": "press_key", "params": { "key": "home" } }"#);
    let wait = execution(r#"{ "id": "wait", "type": "sleep", "params": { "durationMs": 20000 } }"#);
    let (events, mut heard) = mpsc::unbounded_channel();
    let stream = |run| Stream {
        run,
        events: events.clone(),
    };
    let (stop, stopped) = oneshot::channel();

    // The first phone looks and then waits until it is cancelled; the second one has to ask a person.
    let on_first = async {
        let looked = surface.run(first, &look, stream("look"), None).await;
        let waited = surface
            .run(first, &wait, stream("wait"), Some(stopped))
            .await;
        (looked, waited)
    };
    let on_second = surface.run(second, &home, stream("home"), None);
    let person = async {
        let mut stop = Some(stop);
        while let Some((run, event)) = heard.recv().await {
            match event.event {
                // What is asked is read from the list, and not from whoever asks.
                Happened::Parked { ticket, .. } => {
                    assert_eq!(
                        rig.keys_pressed(second),
                        0,
                        "nothing is sent before it is decided"
                    );
                    let question = surface.host.store().approvals().question(&ticket).unwrap();
                    assert!(question.reason.contains("press_key"), "{}", question.reason);
                    surface.host.store().approvals().approve(&ticket).unwrap();
                }
                Happened::StepStarted { .. } if run == "wait" => {
                    stop.take().unwrap().send(()).unwrap();
                }
                Happened::ExecutionFinished { .. } if run == "home" => return,
                _ => {}
            }
        }
    };
    let ((looked, waited), pressed, ()) = tokio::join!(on_first, on_second, person);

    assert_eq!(looked.unwrap().envelope.status, Status::Success);
    assert_eq!(pressed.unwrap().envelope.status, Status::Success);
    assert_eq!(rig.keys_pressed(second), 1, "approved once, pressed once");
    let cancelled = waited.unwrap_err();
    assert_eq!(cancelled.code, ErrorCode::ExecutionCancelled);
}
