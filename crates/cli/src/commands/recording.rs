//! `recording`: what a person does, recorded by the phone, and recipes from it.

use std::fs::File;
use std::io::Read as _;
use std::path::{Path, PathBuf};

use clawperator_contract::{ErrorCode, Failure};
use clawperator_host::{KeptRecording, io_words, write_new_file};
use clawperator_recording::{Ending, MAX_RECORDING_BYTES, Recording, draft, read};
use serde::Serialize;

use super::verb;
use crate::args::{
    RecordingArgs, RecordingCommand, RecordingListArgs, RecordingPullArgs, RecordingToRecipeArgs,
};
use crate::context::{Answer, Context};
use crate::phone::on_phone;
use crate::text::{Paint, count, visible};
use crate::verbs;

/// The recordings of a phone.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct Listed {
    recordings: Vec<ListedRecording>,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct ListedRecording {
    name: String,
    bytes: u64,
    /// By the phone's clock.
    written_at_ms: u64,
    running: bool,
}

/// A recording that was copied.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct Pulled {
    name: String,
    file: String,
    bytes: usize,
    state: &'static str,
    events: usize,
    dropped: u64,
    withheld: u64,
    damaged_lines: usize,
}

/// A recipe that was drafted.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct Drafted {
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<String>,
    /// Of the recording.
    state: &'static str,
    steps: usize,
    /// Steps to be completed by hand.
    marked: usize,
    notes: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    recipe: Option<String>,
}

pub(super) fn recording(
    args: &RecordingArgs,
    context: &mut Context<'_, '_>,
) -> Result<Answer, Failure> {
    let global = context.global;
    match &args.command {
        RecordingCommand::Start(args) => {
            verb(verbs::start_recording(args, global), &args.run, context)
        }
        RecordingCommand::Stop(args) => {
            verb(verbs::stop_recording(args, global), &args.run, context)
        }
        RecordingCommand::List(args) => list(args, context),
        RecordingCommand::Pull(args) => pull(args, context),
        RecordingCommand::ToRecipe(args) => to_recipe(args, context),
    }
}

fn list(args: &RecordingListArgs, context: &mut Context<'_, '_>) -> Result<Answer, Failure> {
    let kept = kept(args.profile.as_deref(), context)?;
    let recordings = kept.into_iter().map(|one| ListedRecording {
        name: one.name,
        bytes: one.bytes,
        written_at_ms: one.written_ms,
        running: one.runs,
    });
    let listed = Listed {
        recordings: recordings.collect(),
    };
    let text = context
        .printer
        .render(&listed, |paint| describe(&listed, paint));
    Ok(text.into())
}

fn pull(args: &RecordingPullArgs, context: &mut Context<'_, '_>) -> Result<Answer, Failure> {
    let profile = args.profile.as_deref();
    let name = match &args.name {
        Some(name) => name.clone(),
        None => newest(profile, context)?,
    };
    let (bytes, runs) = fetch(&name, profile, context)?;
    let recording = understood(&bytes, &name)?;
    let file = match &args.out {
        Some(out) => out.clone(),
        None => PathBuf::from(format!("{name}.ndjson")),
    };
    write_new_file(&file, &bytes)?;
    let pulled = Pulled {
        name,
        file: file.display().to_string(),
        bytes: bytes.len(),
        state: state(&recording, runs),
        events: recording.events.len(),
        dropped: recording.dropped,
        withheld: recording.withheld,
        damaged_lines: recording.damaged,
    };
    let text = context.printer.render(&pulled, |paint| {
        format!(
            "wrote {}: {}, {}{}",
            visible(&pulled.file),
            count(pulled.events, "event"),
            state_words(pulled.state, paint),
            why(&recording),
        )
    });
    Ok(text.into())
}

fn to_recipe(
    args: &RecordingToRecipeArgs,
    context: &mut Context<'_, '_>,
) -> Result<Answer, Failure> {
    let source = args.source.as_str();
    let is_file = source.contains('/') || source.ends_with(".ndjson");
    let (bytes, runs) = if is_file {
        (read_file(Path::new(source))?, false)
    } else {
        fetch(source, args.profile.as_deref(), context)?
    };
    let recording = understood(&bytes, source)?;
    let drafted = draft(&recording);
    let file = args.out.as_ref().map(|out| out.display().to_string());
    if let Some(out) = &args.out {
        write_new_file(out, drafted.text.as_bytes())?;
    }
    let answer = Drafted {
        state: state(&recording, runs),
        steps: drafted.steps,
        marked: drafted.marked,
        notes: drafted.notes,
        recipe: file.is_none().then_some(drafted.text),
        file,
    };
    let text = context
        .printer
        .render(&answer, |paint| described(&answer, paint));
    Ok(text.into())
}

fn kept(
    profile: Option<&str>,
    context: &mut Context<'_, '_>,
) -> Result<Vec<KeptRecording>, Failure> {
    let profile = context.profile(profile)?;
    on_phone(0, context, async |phone, _, _| {
        phone.recordings(profile).await
    })
}

fn newest(profile: Option<&str>, context: &mut Context<'_, '_>) -> Result<String, Failure> {
    let kept = kept(profile, context)?;
    let newest = kept.into_iter().next().map(|one| one.name);
    newest.ok_or_else(|| {
        Failure::new(ErrorCode::UnknownName, "the phone has no recording")
            .with_hint("run `clawperator recording start` first")
    })
}

fn fetch(
    name: &str,
    profile: Option<&str>,
    context: &mut Context<'_, '_>,
) -> Result<(Vec<u8>, bool), Failure> {
    let profile = context.profile(profile)?;
    let file = on_phone(0, context, async |phone, _, _| {
        phone.recording(name, MAX_RECORDING_BYTES, profile).await
    })?;
    Ok((file.bytes, file.runs))
}

fn read_file(path: &Path) -> Result<Vec<u8>, Failure> {
    let most = u64::try_from(MAX_RECORDING_BYTES)
        .unwrap_or(u64::MAX)
        .saturating_add(1);
    let mut bytes = Vec::new();
    let read = File::open(path).and_then(|file| file.take(most).read_to_end(&mut bytes));
    read.map_err(|error| {
        let shown = visible(&path.display().to_string());
        let message = format!("the file `{shown}` was not read: {}", io_words(&error));
        Failure::new(ErrorCode::HostIoFailed, message).with_hint(
            "a name without `/` that does not end in .ndjson is a recording on the phone",
        )
    })?;
    Ok(bytes)
}

fn understood(bytes: &[u8], source: &str) -> Result<Recording, Failure> {
    read(bytes).map_err(|error| {
        let message = format!("`{}` is not a recording: {error}", visible(source));
        Failure::new(ErrorCode::HostIoFailed, message)
    })
}

fn state(recording: &Recording, runs: bool) -> &'static str {
    if runs {
        "running"
    } else if recording.is_complete() {
        "complete"
    } else {
        "incomplete"
    }
}

fn state_words(state: &str, paint: Paint) -> String {
    match state {
        "complete" => state.to_owned(),
        other => paint.yellow(other),
    }
}

/// Why it is incomplete, as far as that is known.
fn why(recording: &Recording) -> String {
    let mut why = String::new();
    match &recording.ending {
        Ending::Stopped => {}
        Ending::CutShort { why: Some(reason) } => {
            why.push_str(&format!("; it was cut short: {}", visible(reason)));
        }
        Ending::CutShort { why: None } => why.push_str("; it just ends"),
    }
    if recording.dropped > 0 {
        why.push_str(&format!("; {} events found no room", recording.dropped));
    }
    if recording.damaged > 0 {
        why.push_str(&format!("; {} damaged", count(recording.damaged, "line")));
    }
    why
}

fn describe(listed: &Listed, paint: Paint) -> String {
    if listed.recordings.is_empty() {
        return "the phone has no recording".to_owned();
    }
    let lines: Vec<String> = listed
        .recordings
        .iter()
        .map(|one| {
            let running = if one.running { ", running" } else { "" };
            let name = paint.bold(&visible(&one.name));
            format!("{name}  {} bytes{running}", one.bytes)
        })
        .collect();
    lines.join("\n")
}

fn described(drafted: &Drafted, paint: Paint) -> String {
    let Some(recipe) = &drafted.recipe else {
        let mut lines = vec![format!(
            "wrote {}: {}, {} to complete by hand",
            // A draft that is not printed was written to a file.
            visible(drafted.file.as_deref().unwrap_or_default()),
            count(drafted.steps, "step"),
            drafted.marked
        )];
        if drafted.state != "complete" {
            lines.push(format!(
                "the recording is {}",
                state_words(drafted.state, paint)
            ));
        }
        lines.extend(drafted.notes.iter().map(|note| visible(note)));
        return lines.join("\n");
    };
    let lines: Vec<String> = recipe.lines().map(visible).collect();
    lines.join("\n")
}
