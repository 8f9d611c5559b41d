//! `docs/reference/actions.md`.

use clawperator_contract::actions::ActionType;
use clawperator_contract::{DataKey, DataSpec, KeyCode, KeyDoes, Origin, RetryPreset, aliases};

use super::{code_list, heading, table};

pub(crate) fn page() -> String {
    let mut page = heading("Actions");
    page.push_str(
        "An execution is an ordered list of actions. Each has an `id`, a `type` and, where it needs them, `params`.\n\
         Types and params marked *extension* are additions to the original contract. A param that exists but has no effect on an\n\
         action is dropped with a warning; one that does not exist is refused.\n\
         `clawperator actions TYPE` prints the same.\n\n",
    );
    let rows: Vec<Vec<String>> = ActionType::ALL
        .iter()
        .map(|action_type| {
            let info = action_type.info();
            let mark = match action_type.origin() {
                Origin::Contract => "",
                Origin::Addition => " *extension*",
            };
            vec![
                format!("[`{0}`](#{0}){mark}", action_type.name()),
                info.summary.to_owned(),
                code_list(action_type.aliases().iter().copied()),
                code_list(info.commands.iter().copied()),
            ]
        })
        .collect();
    page.push_str(&table(
        &["type", "what it does", "aliases on input", "commands"],
        &rows,
    ));
    for action_type in ActionType::ALL {
        page.push_str(&section(*action_type));
    }
    page.push_str(&key_section());
    page.push_str(&common_data_section());
    page.push_str(&retry_section());
    page.push_str(&alias_section());
    page
}

fn section(action_type: ActionType) -> String {
    let info = action_type.info();
    let mut text = format!("\n## {}\n\n{}\n\n", action_type.name(), info.summary);
    let rows: Vec<Vec<String>> = action_type
        .params()
        .into_iter()
        .map(|param| {
            let marks = match (param.required, param.addition) {
                (true, _) => "required",
                (false, true) => "extension",
                (false, false) => "",
            };
            vec![
                format!("`{}`", param.name),
                param.kind,
                marks.to_owned(),
                param.description,
            ]
        })
        .collect();
    text.push_str(&table(&["param", "type", "", "meaning"], &rows));
    text.push('\n');
    for rule in info.rules {
        text.push_str(&format!("- {rule}\n"));
    }
    if let Some(preset) = info.default_retry {
        text.push_str(&format!("- default retry: `{}`\n", preset.name()));
    }
    let failures = code_list(info.failures.iter().map(|code| code.name()));
    text.push_str(&format!(
        "- common failures: {failures}\n\n```json\n{}\n```\n",
        info.example
    ));
    text.push_str(&data_section(action_type));
    text
}

/// The keys that can be pressed, by what they do.
fn key_section() -> String {
    let row = |does: KeyDoes, what: &str| {
        let keys = KeyCode::ALL.iter().filter(|key| key.does() == does);
        let names: Vec<String> = keys
            .map(|key| format!("`{}` {}", key.name(), key.number()))
            .collect();
        vec![what.to_owned(), names.join(", ")]
    };
    let rows = [
        row(KeyDoes::Moves, "`navigate`"),
        row(
            KeyDoes::Types,
            "`type_text` into the field that has the focus",
        ),
        row(
            KeyDoes::Adjusts,
            "`navigate`, and as a press of what has the focus if that is a slider, a picker or in a web page",
        ),
        row(
            KeyDoes::Activates,
            "a press of what has the focus: `click`, or `long_click` with `long`",
        ),
    ];
    format!(
        "\n## Keys\n\nWhat `keyCode` of `press_key` takes, with Android's numbers, and what policy judges it as.\n\
         A phone takes a key that it does not know for key 0 and says nothing, so no other key is sent.\n\n{}",
        table(&["judged as", "keys"], &rows)
    )
}

/// What the action alone writes into `data`; what every action writes has a section of its own.
fn data_section(action_type: ActionType) -> String {
    let rows: Vec<Vec<String>> = DataKey::TABLE
        .iter()
        .filter(|spec| !is_of_any(spec))
        .flat_map(|spec| data_rows(spec.key, action_type))
        .collect();
    if rows.is_empty() {
        return String::new();
    }
    let rows = table(&["key of `data`", "in", "meaning"], &rows);
    format!("\n{rows}")
}

fn data_rows(key: DataKey, action_type: ActionType) -> Vec<Vec<String>> {
    key.uses_by(action_type)
        .map(|used| {
            vec![
                format!("`{key}`"),
                used.when.name().to_owned(),
                used.meaning.to_owned(),
            ]
        })
        .collect()
}

/// Whether every action writes it.
fn is_of_any(spec: &DataSpec) -> bool {
    ActionType::ALL
        .iter()
        .all(|action_type| spec.key.uses_by(*action_type).next().is_some())
}

fn common_data_section() -> String {
    let rows: Vec<Vec<String>> = DataKey::TABLE
        .iter()
        .filter(|spec| is_of_any(spec))
        .flat_map(|spec| data_rows(spec.key, ActionType::Sleep))
        .collect();
    format!(
        "\n## What every failed step has in `data`\n\n{}",
        table(&["key of `data`", "in", "meaning"], &rows)
    )
}

fn retry_section() -> String {
    let mut text = String::from(
        "\n## Retry objects\n\nEvery field is optional; one outside its range is kept as written, listed in `warnings`,\n\
         and run as the nearest legal value. `maxDelayMs` runs as at least `initialDelayMs`.\n\n",
    );
    text.push_str(&table(
        &["field", "runs within", "default"],
        &[
            vec!["`maxAttempts`".into(), "1..10".into(), "1".into()],
            vec!["`initialDelayMs`".into(), "0..30000".into(), "0".into()],
            vec![
                "`maxDelayMs`".into(),
                "`initialDelayMs`..60000".into(),
                "`initialDelayMs`".into(),
            ],
            vec!["`backoffMultiplier`".into(), "1..5".into(), "1".into()],
            vec!["`jitterRatio`".into(), "0..1".into(), "0".into()],
        ],
    ));
    text.push_str("\nWhat runs when no retry object is given:\n\n");
    let rows: Vec<Vec<String>> = RetryPreset::ALL
        .iter()
        .map(|preset| {
            let policy = preset.policy();
            vec![
                format!("`{}`", preset.name()),
                policy.max_attempts.to_string(),
                policy.initial_delay_ms.to_string(),
                policy.max_delay_ms.to_string(),
                policy.backoff_multiplier.to_string(),
                policy.jitter_ratio.to_string(),
            ]
        })
        .collect();
    text.push_str(&table(
        &[
            "preset",
            "maxAttempts",
            "initialDelayMs",
            "maxDelayMs",
            "backoffMultiplier",
            "jitterRatio",
        ],
        &rows,
    ));
    text
}

fn alias_section() -> String {
    let mut text = String::from(
        "\n## Names accepted on input\n\nStored payloads use canonical names. On input an alias is read as the name it\n\
         stands for. The same value under two names is accepted with a warning; different values are\n\
         refused. `longPress: true` is read as `clickType: \"long_click\"`.\n",
    );
    for key_table in aliases::ALL_TABLES {
        let rows: Vec<Vec<String>> = key_table
            .keys
            .iter()
            .filter(|key| !key.aliases.is_empty())
            .map(|key| {
                vec![
                    format!("`{}`", key.name),
                    code_list(key.aliases.iter().copied()),
                ]
            })
            .collect();
        if !rows.is_empty() {
            text.push_str(&format!(
                "\n### {}\n\n{}",
                key_table.title,
                table(&["name", "aliases"], &rows)
            ));
        }
    }
    text
}
