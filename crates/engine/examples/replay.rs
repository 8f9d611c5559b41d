//! What the engine adds to what it asks of a phone: `cargo run --release -p clawperator-engine --example replay -- ADB`.
//!
//! Runs a payload of 50 actions on a virtual phone on which nothing takes time, behind a private adb server, then
//! sends the requests that reached the phone again, back to back, through the same client. Prints the medians and
//! their ratio. `bench/engine.sh` calls it.

use std::error::Error;
use std::io::Write;
use std::net::TcpListener;
use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use clawperator_adb::{Deadline, DeviceHandle, Endpoint, Server, ServerOptions, StartServer};
use clawperator_contract::{Execution, RunOptions, validate};
use clawperator_device::ShellDevice;
use clawperator_engine::{
    AllowAll, ArtifactError, Artifacts, Engine, Executor, NoLocks, NoSnapshots, Parts, Unheard,
    never,
};
use clawperator_test_support::FakeSources;
use clawperator_virtual_phone::{ClockMode, Release, ServiceRequest, VirtualPhone};
use serde_json::json;
use tokio::io::AsyncReadExt;
use tokio::time::Instant;

const ROUNDS: usize = 15;
const PATIENCE: Duration = Duration::from_mins(1);

type Outcome<T> = Result<T, Box<dyn Error>>;

#[tokio::main]
async fn main() -> Outcome<()> {
    let adb = std::env::args().nth(1).ok_or("usage: replay ADB")?;
    let home = tempfile::tempdir()?;
    let port = TcpListener::bind("127.0.0.1:0")?.local_addr()?.port();
    let started = std::process::Command::new(&adb)
        .args(["-P", &port.to_string(), "start-server"])
        .env("HOME", home.path())
        .output()?;
    if !started.status.success() {
        return Err("adb start-server failed".into());
    }
    let server = Server::new(
        Endpoint::local(port),
        ServerOptions {
            stream_limit: 100,
            start: StartServer::Never,
        },
    );
    let outcome = measure(&server).await;
    server.kill(Deadline::after(PATIENCE)).await?;
    outcome
}

async fn measure(server: &Server) -> Outcome<()> {
    let phone = VirtualPhone::builder(Release::Android14)
        .clock(ClockMode::Instant)
        .build()?;
    let listening = phone.listen("127.0.0.1:0").await?;
    let serial = listening.address().to_string();
    server
        .connect_device(&serial, Deadline::after(PATIENCE))
        .await?;
    let handle = server.device(&serial)?;
    let engine = engine(handle.clone());
    let execution = payload()?;
    // The first round warms up, and its requests are the ones to be sent again.
    run(&engine, &execution).await?;
    let before = phone
        .requests()
        .entries
        .last()
        .map_or(0, |entry| entry.number);
    run(&engine, &execution).await?;
    let services: Vec<String> = phone
        .requests_after(before)
        .entries
        .into_iter()
        .filter_map(|entry| match entry.request {
            ServiceRequest::Stream { service, .. } => Some(service),
            ServiceRequest::File { .. } => None,
        })
        .collect();
    let (mut ours, mut bare) = (Vec::new(), Vec::new());
    for _ in 0..ROUNDS {
        let at = Instant::now();
        run(&engine, &execution).await?;
        ours.push(at.elapsed());
        let at = Instant::now();
        for service in &services {
            replay(&handle, service).await?;
        }
        bare.push(at.elapsed());
    }
    let (ours, bare) = (median(&mut ours), median(&mut bare));
    let mut out = std::io::stdout().lock();
    writeln!(
        out,
        "50 actions, {} requests to the phone, {ROUNDS} rounds",
        services.len()
    )?;
    writeln!(out, "engine    median {ours:.1?}")?;
    writeln!(out, "requests  median {bare:.1?}")?;
    writeln!(
        out,
        "ratio     {:.3}",
        ours.as_secs_f64() / bare.as_secs_f64()
    )?;
    Ok(())
}

fn engine(handle: DeviceHandle) -> Engine {
    Engine::new(
        Arc::new(ShellDevice::new(handle)),
        Parts {
            sources: Arc::new(FakeSources::start()),
            guard: Arc::new(AllowAll),
            artifacts: Arc::new(Nowhere),
            snapshots: Arc::new(NoSnapshots),
            locks: Arc::new(NoLocks),
        },
    )
}

async fn run(engine: &Engine, execution: &Execution) -> Outcome<()> {
    let result = engine
        .execute(execution, RunOptions::default(), &Unheard, never())
        .await
        .map_err(|failure| failure.message)?;
    match result.envelope.error {
        None => Ok(()),
        Some(error) => Err(error.into()),
    }
}

async fn replay(handle: &DeviceHandle, service: &str) -> Outcome<()> {
    let mut stream = handle
        .open(service.as_bytes(), Deadline::after(PATIENCE))
        .await?;
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).await?;
    Ok(())
}

/// Twelve times into a page and back, reading on the way, and two snapshots.
fn payload() -> Outcome<Execution> {
    let mut actions =
        vec![json!({ "type": "open_app", "params": { "applicationId": "com.android.settings" } })];
    for _ in 0..12 {
        actions
            .push(json!({ "type": "click", "params": { "matcher": { "textEquals": "Battery" } } }));
        actions.push(json!({ "type": "wait_for_node", "params": { "matcher": { "textEquals": "Battery" } } }));
        actions
            .push(json!({ "type": "read_text", "params": { "matcher": { "textContains": "%" } } }));
        actions.push(json!({ "type": "press_key", "params": { "key": "back" } }));
    }
    actions.push(json!({ "type": "snapshot_ui" }));
    for (index, action) in actions.iter_mut().enumerate() {
        if let Some(action) = action.as_object_mut() {
            action.insert("id".to_owned(), json!(format!("a{index}")));
        }
    }
    let payload = json!({
        "commandId": "bench", "taskId": "bench", "source": "bench",
        "expectedFormat": "android-ui-automator", "timeoutMs": 120_000, "actions": actions,
    });
    let validated = validate(payload.to_string().as_bytes()).map_err(|failure| failure.message)?;
    Ok(validated.execution)
}

fn median(times: &mut [Duration]) -> Duration {
    times.sort_unstable();
    times.get(times.len() / 2).copied().unwrap_or_default()
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
