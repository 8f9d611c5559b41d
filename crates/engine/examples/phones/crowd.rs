//! Drives phones side by side, each with the same mixed payload in a loop.

use std::error::Error;
use std::fmt;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use clawperator_adb::{DeviceHandle, Server};
use clawperator_contract::{Execution, RunOptions, validate};
use clawperator_device::ShellDevice;
use clawperator_engine::{
    AllowAll, ArtifactError, Artifacts, Engine, Executor, NoSnapshots, Parts, never,
};
use clawperator_host::FileLocks;
use serde_json::{Value, json};
use tokio::task::JoinSet;
use tokio::time::Instant;

use super::timed::Stopwatch;

/// What became of it.
#[derive(Debug, Default)]
pub(crate) struct Figures {
    phones: usize,
    took: Duration,
    pub(crate) executions: usize,
    /// What the engine took for each step beside its calls to the phone and the pauses it was asked for, in order.
    pub(crate) overheads: Vec<Duration>,
    pub(crate) failures: Vec<String>,
}

/// Drives these phones for a while. A payload that was begun in time is ended.
pub(crate) async fn drive(
    server: &Server,
    serials: &[String],
    lasts: Duration,
    locks: &Path,
) -> Result<Figures, Box<dyn Error>> {
    let execution = Arc::new(payload()?);
    let started = Instant::now();
    let mut phones = JoinSet::new();
    for serial in serials {
        let handle = server.device(serial)?;
        let (execution, locks) = (execution.clone(), locks.to_owned());
        phones.spawn(async move {
            let stopwatch = Stopwatch::default();
            let engine = engine(handle, &stopwatch, &locks);
            let mut figures = Figures::default();
            while started.elapsed() < lasts {
                let result = engine
                    .execute(&execution, RunOptions::default(), &stopwatch, never())
                    .await;
                figures.executions += 1;
                let error = match result {
                    Ok(result) => result.envelope.error,
                    Err(failure) => Some(failure.message),
                };
                figures.failures.extend(error);
            }
            figures.overheads = stopwatch.overheads();
            figures
        });
    }
    let mut all = Figures {
        phones: serials.len(),
        ..Figures::default()
    };
    while let Some(figures) = phones.join_next().await {
        let figures = figures?;
        all.executions += figures.executions;
        all.overheads.extend(figures.overheads);
        all.failures.extend(figures.failures);
    }
    all.took = started.elapsed();
    all.overheads.sort_unstable();
    Ok(all)
}

impl Figures {
    /// The overhead that so many of a thousand steps do not exceed.
    pub(crate) fn overhead(&self, of_a_thousand: usize) -> Duration {
        let last = self.overheads.len().saturating_sub(1);
        let place = last * of_a_thousand / 1_000;
        self.overheads.get(place).copied().unwrap_or_default()
    }
}

impl fmt::Display for Figures {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            formatter,
            "{} phones in {:.1?}: {} executions of ten actions, {} steps, {} errors",
            self.phones,
            self.took,
            self.executions,
            self.overheads.len(),
            self.failures.len(),
        )?;
        write!(
            formatter,
            "step overhead: median {:.1?}, p99 {:.1?}, most {:.1?}",
            self.overhead(500),
            self.overhead(990),
            self.overhead(1_000),
        )
    }
}

fn engine(handle: DeviceHandle, stopwatch: &Stopwatch, locks: &Path) -> Engine {
    let device = stopwatch.device(Arc::new(ShellDevice::new(handle)));
    Engine::new(
        device,
        Parts {
            sources: stopwatch.sources(),
            guard: Arc::new(AllowAll),
            artifacts: Arc::new(Nowhere),
            snapshots: Arc::new(NoSnapshots),
            locks: Arc::new(FileLocks::new(locks.to_owned())),
        },
    )
}

/// Ten actions of ten types, which can be done again and again.
fn payload() -> Result<Execution, Box<dyn Error>> {
    const APP: &str = "dev.clawperator.conformance";
    let id = |name: &str| json!({ "resourceId": format!("{APP}:id/{name}") });
    let action = |kind: &str, params: Value| json!({ "id": kind, "type": kind, "params": params });
    let app = || json!({ "applicationId": APP });
    let actions = [
        action("open_uri", json!({ "uri": "conformance://fields" })),
        action(
            "wait_for_navigation",
            json!({ "expectedPackage": APP, "timeoutMs": 30_000 }),
        ),
        action(
            "enter_text",
            json!({ "matcher": id("name"), "text": "Ada 100%", "clear": true }),
        ),
        action("read_text", json!({ "matcher": id("echo") })),
        action("close_app", app()),
        action("open_app", app()),
        action("click", json!({ "matcher": { "textEquals": "Long list" } })),
        action("scroll", json!({ "container": id("list") })),
        action("snapshot_ui", json!({})),
        action("press_key", json!({ "key": "home" })),
    ];
    let payload = json!({
        "commandId": "crowd", "taskId": "crowd", "source": "bench",
        "expectedFormat": "android-ui-automator", "timeoutMs": 120_000, "actions": actions,
    });
    let validated = validate(payload.to_string().as_bytes()).map_err(|failure| failure.message)?;
    Ok(validated.execution)
}

#[derive(Debug)]
struct Nowhere;

#[async_trait]
impl Artifacts for Nowhere {
    async fn save_picture(
        &self,
        _: Option<&str>,
        _: &str,
        _: &str,
        _: &[u8],
    ) -> Result<String, ArtifactError> {
        Ok(String::new())
    }
}
