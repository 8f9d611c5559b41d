//! `actions`: the action types and all there is to know about one.

use std::fmt::Write as _;

use clawperator_contract::actions::ParamInfo;
use clawperator_contract::{ActionType, DataKey, ErrorCode, Failure, RetryPreset};
use serde::Serialize;
use serde_json::Value;

use super::unknown_name;
use crate::args::ActionsArgs;
use crate::printer::Printer;
use crate::text::{Paint, columns};

#[derive(Serialize)]
struct ActionList {
    actions: Vec<ActionRow>,
}

#[derive(Serialize)]
struct ActionRow {
    #[serde(rename = "type")]
    name: &'static str,
    summary: &'static str,
    aliases: &'static [&'static str],
    commands: &'static [&'static str],
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct ActionDetail {
    #[serde(rename = "type")]
    name: &'static str,
    summary: &'static str,
    aliases: &'static [&'static str],
    commands: &'static [&'static str],
    params: Vec<ParamInfo>,
    /// Params of which at least one must be there.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    requires_one_of: Vec<String>,
    rules: &'static [&'static str],
    #[serde(skip_serializing_if = "Option::is_none")]
    default_retry: Option<RetryDetail>,
    success: Vec<Entry>,
    /// Keys of `data` in results of steps that failed.
    failure_data: Vec<Entry>,
    failures: Vec<Entry>,
    example: Value,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct RetryDetail {
    preset: &'static str,
    max_attempts: u32,
    initial_delay_ms: f64,
    max_delay_ms: f64,
    backoff_multiplier: f64,
    jitter_ratio: f64,
}

/// A key of `data` or an error code, with its meaning.
#[derive(Serialize)]
struct Entry {
    name: &'static str,
    meaning: &'static str,
}

pub(super) fn actions(args: &ActionsArgs, printer: &Printer<'_>) -> Result<String, Failure> {
    let Some(name) = &args.name else {
        let list = ActionList {
            actions: ActionType::ALL.iter().copied().map(row).collect(),
        };
        return Ok(printer.render(&list, |paint| describe_list(&list, paint)));
    };
    let Some(action_type) = ActionType::from_name(name) else {
        let near = ActionType::suggest(name).map(ActionType::name);
        let known = ActionType::ALL.iter().map(|known| known.name());
        return Err(unknown_name("action type", name, near, known, "actions"));
    };
    let detail = detail(action_type);
    Ok(printer.render(&detail, |paint| describe(&detail, action_type, paint)))
}

fn row(action_type: ActionType) -> ActionRow {
    let info = action_type.info();
    ActionRow {
        name: action_type.name(),
        summary: info.summary,
        aliases: action_type.aliases(),
        commands: info.commands,
    }
}

fn detail(action_type: ActionType) -> ActionDetail {
    let info = action_type.info();
    ActionDetail {
        name: action_type.name(),
        summary: info.summary,
        aliases: action_type.aliases(),
        commands: info.commands,
        params: action_type.params(),
        requires_one_of: action_type.requires_one_of(),
        rules: info.rules,
        default_retry: info.default_retry.map(retry),
        success: data(action_type, true),
        failure_data: data(action_type, false),
        failures: info.failures.iter().map(|code| failure(*code)).collect(),
        // A test reads every example.
        example: serde_json::from_str(info.example).unwrap_or_default(),
    }
}

/// The keys of `data` in results of that kind.
fn data(action_type: ActionType, success: bool) -> Vec<Entry> {
    let keys = DataKey::TABLE.iter().map(|spec| spec.key);
    keys.flat_map(|key| {
        let uses = key.uses_by(action_type);
        uses.filter(|used| used.when.covers(success))
            .map(move |used| Entry {
                name: key.name(),
                meaning: used.meaning,
            })
    })
    .collect()
}

fn retry(preset: RetryPreset) -> RetryDetail {
    let policy = preset.policy();
    RetryDetail {
        preset: preset.name(),
        max_attempts: policy.max_attempts,
        initial_delay_ms: policy.initial_delay_ms,
        max_delay_ms: policy.max_delay_ms,
        backoff_multiplier: policy.backoff_multiplier,
        jitter_ratio: policy.jitter_ratio,
    }
}

fn failure(code: ErrorCode) -> Entry {
    Entry {
        name: code.name(),
        meaning: code.spec().meaning,
    }
}

fn describe_list(list: &ActionList, paint: Paint) -> String {
    let rows: Vec<(String, String)> = list
        .actions
        .iter()
        .map(|row| (row.name.to_owned(), row.summary.to_owned()))
        .collect();
    let rows = columns(&rows, 24);
    format!(
        "{}\n{rows}\nRun `clawperator actions <TYPE>` for its params, rules and an example.",
        paint.bold("Actions")
    )
}

fn describe(detail: &ActionDetail, action_type: ActionType, paint: Paint) -> String {
    let mut text = format!("{}: {}\n", paint.bold(detail.name), detail.summary);
    if !detail.aliases.is_empty() {
        // Writing to a String cannot fail.
        let _ = writeln!(text, "also accepted as: {}", detail.aliases.join(", "));
    }
    if !detail.commands.is_empty() {
        let _ = writeln!(
            text,
            "built by: clawperator {}",
            detail.commands.join(", clawperator ")
        );
    }
    let params: Vec<(String, String)> = detail.params.iter().map(describe_param).collect();
    let mut params = columns(&params, 32);
    if !detail.requires_one_of.is_empty() {
        let names = detail.requires_one_of.join(", ");
        let _ = writeln!(params, "  at least one of these is required: {names}");
    }
    section(&mut text, "Params", &params, paint);
    let rules: Vec<String> = detail
        .rules
        .iter()
        .map(|rule| format!("- {}", rule.replace('`', "")))
        .collect();
    section(
        &mut text,
        "Rules",
        &indent(rules.iter().map(String::as_str)),
        paint,
    );
    if let Some(retry) = &detail.default_retry {
        let line = match retry.max_attempts {
            1 => "  one attempt\n".to_owned(),
            attempts => format!(
                "  {}: {attempts} attempts, {} ms growing {}-fold to {} ms, jitter {}\n",
                retry.preset,
                retry.initial_delay_ms,
                retry.backoff_multiplier,
                retry.max_delay_ms,
                retry.jitter_ratio
            ),
        };
        section(&mut text, "Default retry", &line, paint);
    }
    section(
        &mut text,
        "Data on success",
        &columns(&rows(&detail.success), 40),
        paint,
    );
    section(
        &mut text,
        "Data on failure",
        &columns(&rows(&detail.failure_data), 40),
        paint,
    );
    section(
        &mut text,
        "Common failures",
        &columns(&rows(&detail.failures), 40),
        paint,
    );
    let example = indent(action_type.info().example.lines());
    section(&mut text, "Example", &example, paint);
    text
}

fn describe_param(param: &ParamInfo) -> (String, String) {
    let mut notes = vec![param.kind.as_str()];
    if param.required {
        notes.push("required");
    }
    if param.addition {
        notes.push("extension");
    }
    let description = param.description.replace('`', "");
    (
        param.name.clone(),
        format!("({}) {description}", notes.join("; ")),
    )
}

fn rows(entries: &[Entry]) -> Vec<(String, String)> {
    entries
        .iter()
        .map(|entry| (entry.name.to_owned(), entry.meaning.to_owned()))
        .collect()
}

fn indent<'l>(lines: impl Iterator<Item = &'l str>) -> String {
    lines.fold(String::new(), |text, line| text + "  " + line + "\n")
}

fn section(text: &mut String, title: &str, body: &str, paint: Paint) {
    if !body.is_empty() {
        let _ = write!(text, "\n{}\n{body}", paint.bold(title));
    }
}
