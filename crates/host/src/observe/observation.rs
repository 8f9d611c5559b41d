//! One look for an agent.

use std::sync::Arc;
use std::time::Duration;

use clawperator_agent::{Drawn, Element, NoPicture, PointSpace, Shrunk, elements};
use clawperator_contract::agent::{
    ScreenSnapshot, ScreenSnapshotCaptureMetrics, ScreenState, UiElementsSource,
};
use clawperator_contract::wrappers::ExecutionResult;
use clawperator_contract::{DataKey, ErrorCode, Execution, Failure, RunOptions, SnapshotForm};
use clawperator_device::ShellDevice;
use clawperator_engine::{Cancel, Engine, Events, Executor as _, Parts};
use clawperator_policy::Profile;
use clawperator_sources::Sources;

use super::collector::{Collected, Collector, KeptScreen};
use super::observed_files::{NewScreen, ObservedFiles};
use crate::blocking::blocking;
use crate::engine_parts::parts;
use crate::phone::Phone;

/// How to look.
#[derive(Debug, Clone, Copy, Default)]
pub struct ObserveRequest<'a> {
    pub options: RunOptions,
    /// Where the picture with marks goes besides.
    pub marked_to: Option<&'a str>,
}

/// What came of a look.
#[derive(Debug)]
pub struct Observed {
    /// The answer of the execution that looked.
    pub result: ExecutionResult,
    /// What an agent is shown; nothing where the execution failed.
    pub shown: Option<Shown>,
}

/// What an agent is shown.
#[derive(Debug)]
pub struct Shown {
    pub snapshot: ScreenSnapshot,
    /// Where the picture with marks was written, if that was asked for.
    pub marked_path: Option<String>,
}

impl Phone {
    /// Runs an execution that captures the screen, and makes of it what an agent is shown.
    pub async fn observe(
        &self,
        profile: Arc<Profile>,
        execution: &Execution,
        request: ObserveRequest<'_>,
        events: &dyn Events,
        cancel: Cancel<'_>,
    ) -> Result<Observed, Failure> {
        let sources = Arc::clone(self.store().sources());
        let began = sources.now();
        let parts = parts(self.store(), profile);
        let files = Arc::clone(&parts.artifacts);
        if request.marked_to.is_some() {
            let checked = files.check_picture(request.marked_to);
            checked.map_err(|error| not_written(error.message))?;
        }
        let collector = Arc::new(Collector::new(Arc::clone(&parts.snapshots)));
        let parts = Parts {
            artifacts: Arc::<Collector>::clone(&collector),
            snapshots: Arc::<Collector>::clone(&collector),
            ..parts
        };
        let device = Arc::new(ShellDevice::new(self.handle().clone()));
        // Only a form with refs is kept, and only what is kept can be compared later.
        let options = RunOptions {
            snapshot: SnapshotForm::Compact,
            ..request.options
        };
        let result = Engine::new(device, parts)
            .execute(execution, options, events, cancel)
            .await?;
        let Collected {
            picture: Some(picture),
            screen: Some(screen),
        } = collector.collected()
        else {
            return Ok(Observed {
                result,
                shown: None,
            });
        };
        if result.envelope.error_code.is_some() {
            return Ok(Observed {
                result,
                shown: None,
            });
        }
        let look = Look {
            serial: self.serial().to_owned(),
            picture,
            screen,
            files: self.store().observed(),
            sources: Arc::clone(&sources),
            took: Took::of(&result),
            coherent: step_data(&result, DataKey::Coherent) == Some("true"),
            captured_at_ms: sources.epoch_milliseconds(),
        };
        let (mut shown, marked) = blocking(move || look.show()).await?;
        if let Some(path) = request.marked_to {
            let command_id = execution.command_id().as_str();
            let saved = files.save_picture(Some(path), command_id, "observe", &marked);
            let path = saved.await.map_err(|error| not_written(error.message))?;
            shown.marked_path = Some(path);
        }
        if let Some(metrics) = &mut shown.snapshot.capture_metrics {
            metrics.total_ms = millis(sources.now().since(began));
        }
        Ok(Observed {
            result,
            shown: Some(shown),
        })
    }
}

/// How long the phone took, as the step says.
#[derive(Debug, Clone, Copy)]
struct Took {
    picture_ms: u64,
    tree_ms: u64,
}

impl Took {
    fn of(result: &ExecutionResult) -> Self {
        let number = |key| {
            let said = step_data(result, key).and_then(|said| said.parse().ok());
            said.unwrap_or(0)
        };
        Self {
            picture_ms: number(DataKey::PictureMs),
            tree_ms: number(DataKey::TreeMs),
        }
    }
}

/// Everything that a snapshot is made of.
struct Look {
    serial: String,
    picture: Vec<u8>,
    screen: KeptScreen,
    files: ObservedFiles,
    sources: Arc<dyn Sources>,
    took: Took,
    coherent: bool,
    captured_at_ms: u64,
}

impl Look {
    /// The snapshot, and its picture with marks.
    fn show(self) -> Result<(Shown, Vec<u8>), Failure> {
        let tree = &self.screen.screen.tree;
        let mut elements = elements(tree, &self.screen.listing.refs);
        let began = self.sources.now();
        let shrunk = Shrunk::of(&self.picture).map_err(|error| no_picture(&error))?;
        let scaled_at = self.sources.now();
        let drawn = shrunk
            .draw(&mut elements)
            .map_err(|error| no_picture(&error))?;
        let drawn_at = self.sources.now();
        let generation = self.screen.listing.generation;
        let phone = self.screen.phone.as_str().to_owned();
        let before = self
            .files
            .last_of(&phone)
            .map_err(|error| not_kept(&error))?;
        let remembered = self
            .files
            .remember(NewScreen {
                serial: self.serial.clone(),
                phone,
                space: PointSpace {
                    generation,
                    width: drawn.width,
                    height: drawn.height,
                    scale_x: drawn.scale_x,
                    scale_y: drawn.scale_y,
                },
                hash: drawn.hash.bits(),
            })
            .map_err(|error| not_kept(&error))?;
        let app = tree.window_in_front();
        let metrics = ScreenSnapshotCaptureMetrics {
            total_ms: 0,
            ensure_ready_ms: 0,
            screencap_ms: self.took.picture_ms,
            // The picture says how large the screen is, and the tree which app is in front.
            screen_size_ms: 0,
            current_app_ms: 0,
            scale_ms: millis(scaled_at.since(began)),
            ui_dump_ms: self.took.tree_ms,
            overlay_ms: millis(drawn_at.since(scaled_at)),
            ui_elements_source: if elements.is_empty() {
                UiElementsSource::FreshEmpty
            } else {
                UiElementsSource::Fresh
            },
            ui_elements_count: elements.len() as u64,
            visual_hash: drawn.hash.to_string(),
            visual_hash_hamming_distance: before
                .map(|before| (before.hash ^ drawn.hash.bits()).count_ones()),
            ui_dump_timed_out: false,
        };
        let snapshot = ScreenSnapshot {
            device_id: self.serial,
            // A screen without a window of an app has none in front.
            current_app: app
                .map(|(_, window)| window.package.clone())
                .unwrap_or_default(),
            width: drawn.width,
            height: drawn.height,
            screenshot_base64: drawn.plain_base64(),
            som_screenshot_base64: Some(drawn.marked_base64()),
            captured_at: utc(self.captured_at_ms),
            scale_x: drawn.scale_x,
            scale_y: drawn.scale_y,
            scaled_width: drawn.scaled_width,
            scaled_height: drawn.scaled_height,
            installed_packages: None,
            screen_state: Some(state(&drawn, &elements)),
            ui_elements: elements
                .into_iter()
                .map(|element| element.snapshot)
                .collect(),
            capture_metrics: Some(metrics),
            id: Some(remembered.id),
            generation: u64::try_from(generation).ok(),
            coherent: Some(self.coherent),
        };
        let shown = Shown {
            snapshot,
            marked_path: None,
        };
        Ok((shown, drawn.marked))
    }
}

/// Whether there is anything to see: a black picture of a screen with elements is of an app that forbids pictures.
fn state(drawn: &Drawn, elements: &[Element]) -> ScreenState {
    match (drawn.is_black, elements.is_empty()) {
        (false, _) => ScreenState::On,
        (true, false) => ScreenState::Secure,
        (true, true) => ScreenState::Off,
    }
}

/// A value of the only step.
fn step_data(result: &ExecutionResult, key: DataKey) -> Option<&str> {
    result.envelope.step_results.first()?.get(key)
}

fn no_picture(error: &NoPicture) -> Failure {
    Failure::new(ErrorCode::ScreenshotFailed, error.to_string())
}

fn not_written(message: String) -> Failure {
    Failure::new(ErrorCode::HostIoFailed, message)
        .with_hint("use a path that does not exist or is a PNG file")
}

fn not_kept(error: &std::io::Error) -> Failure {
    let message = format!("the snapshot cannot be remembered: {error}");
    Failure::new(ErrorCode::HostIoFailed, message)
}

fn millis(duration: Duration) -> u64 {
    u64::try_from(duration.as_millis()).unwrap_or(u64::MAX)
}

/// A time of day as agents write it: `2026-01-31T12:00:00.000Z`.
fn utc(epoch_ms: u64) -> String {
    let nanos = i128::from(epoch_ms) * 1_000_000;
    let Ok(at) = time::OffsetDateTime::from_unix_timestamp_nanos(nanos) else {
        return String::new();
    };
    format!(
        "{:04}-{:02}-{:02}T{:02}:{:02}:{:02}.{:03}Z",
        at.year(),
        u8::from(at.month()),
        at.day(),
        at.hour(),
        at.minute(),
        at.second(),
        at.millisecond()
    )
}
