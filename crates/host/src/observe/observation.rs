//! One look for an agent.

use std::sync::Arc;

use clawperator_contract::wrappers::ExecutionResult;
use clawperator_contract::{
    DataKey, ErrorCode, Execution, Failure, RunOptions, SnapshotForm, validate,
};
use clawperator_engine::{Cancel, Engine, Events, Executor as _, Parts};
use serde_json::{Value, json};

use super::collector::{Collected, Collector};
use super::known::KnownScreen;
use super::look::{Look, Shown, Took, TreeTaken, millis};
use crate::blocking::blocking;
use crate::engine_parts::parts;
use crate::named_files::NamedFiles;
use crate::phone::Phone;
use crate::traced::RunRequest;

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

impl Phone {
    /// Runs an execution that captures the screen, and makes of it what an agent is shown.
    pub async fn observe(
        &self,
        asked: RunRequest,
        execution: &Execution,
        request: ObserveRequest<'_>,
        events: &dyn Events,
        cancel: Cancel<'_>,
    ) -> Result<Observed, Failure> {
        let sources = Arc::clone(self.store().sources());
        let began = sources.now();
        // The surface itself says where the picture with marks goes, and the other one goes to no file.
        let parts = parts(
            self.store(),
            Arc::clone(&asked.profile),
            None,
            NamedFiles::default(),
        );
        let files = Arc::clone(&parts.artifacts);
        if request.marked_to.is_some() {
            let checked = files.check_picture(request.marked_to);
            checked.map_err(|error| not_written(error.message))?;
        }
        let observed = self.store().observed();
        let serial = self.serial().to_owned();
        let before = blocking(move || observed.last_of(&serial));
        let before = before.await.map_err(|error| not_kept(&error))?;
        let known = before
            .as_ref()
            .and_then(|before| KnownScreen::of(before, sources.epoch_milliseconds()));
        let told = match &known {
            Some(known) => &telling(execution, known)?,
            None => execution,
        };
        let known_of = known.as_ref().map(|known| known.phone.clone());
        let collector = Arc::new(Collector::new(&parts, known_of));
        let parts = Parts {
            artifacts: Arc::<Collector>::clone(&collector),
            snapshots: Arc::<Collector>::clone(&collector),
            locks: Arc::<Collector>::clone(&collector),
            ..parts
        };
        let device = self.device();
        // Only a form with refs is kept, and only what is kept can be compared later.
        let options = RunOptions {
            snapshot: SnapshotForm::Compact,
            ..request.options
        };
        let executor = self.traced(Engine::new(device, parts), asked);
        let result = executor.execute(told, options, events, cancel).await?;
        let collected = collector.collected();
        let (Some(picture), Some(phone), Some(tree), None) = (
            collected.picture.clone(),
            collected.phone.clone(),
            taken(&result, collected, known.as_ref()),
            result.envelope.error_code.as_ref(),
        ) else {
            return Ok(Observed {
                result,
                shown: None,
            });
        };
        let look = Look {
            serial: self.serial().to_owned(),
            before: before.filter(|before| before.phone == phone),
            phone,
            picture,
            picture_sha256: step_data(&result, DataKey::PictureSha256).map(str::to_owned),
            screen: step_data(&result, DataKey::Screen).map(str::to_owned),
            app: step_data(&result, DataKey::ForegroundPackage).map(str::to_owned),
            tree,
            files: self.store().observed(),
            sources: Arc::clone(&sources),
            took: Took::of(&result),
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

/// The tree that the picture came with, where the step says that there is one.
fn taken(
    result: &ExecutionResult,
    collected: Collected,
    known: Option<&KnownScreen>,
) -> Option<TreeTaken> {
    let kept = collected.known.zip(known.cloned());
    match step_data(result, DataKey::TreeSource)? {
        "read" => Some(TreeTaken::Read {
            screen: collected.screen?,
            coherent: step_data(result, DataKey::Coherent) == Some("true"),
        }),
        "unchanged" => kept.map(|(kept, known)| TreeTaken::Unchanged { kept, known }),
        "never_idle" => Some(TreeTaken::None {
            kept,
            keeps_moving: true,
        }),
        _ => Some(TreeTaken::None {
            kept: None,
            keeps_moving: false,
        }),
    }
}

/// The same execution, told of the snapshot that is known.
fn telling(execution: &Execution, known: &KnownScreen) -> Result<Execution, Failure> {
    let internal =
        |error: serde_json::Error| Failure::new(ErrorCode::InternalError, error.to_string());
    let mut payload = serde_json::to_value(execution).map_err(internal)?;
    if let Some(Value::Object(action)) = payload.pointer_mut("/actions/0") {
        let params = action
            .entry("params")
            .or_insert_with(|| Value::Object(serde_json::Map::new()));
        if let Value::Object(params) = params {
            let known = json!({
                "generation": known.generation, "pictureSha256": known.picture_sha256,
            });
            params.insert("known".to_owned(), known);
        }
    }
    Ok(validate(payload.to_string().as_bytes())?.execution)
}

/// A value of the only step.
pub(super) fn step_data(result: &ExecutionResult, key: DataKey) -> Option<&str> {
    result.envelope.step_results.first()?.get(key)
}

fn not_written(message: String) -> Failure {
    Failure::new(ErrorCode::HostIoFailed, message)
        .with_hint("use a path that does not exist or is a PNG file")
}

pub(super) fn not_kept(error: &std::io::Error) -> Failure {
    let message = format!("the snapshot cannot be remembered: {error}");
    Failure::new(ErrorCode::HostIoFailed, message)
}
