//! `docs/reference/agent-actions.md`: every action of an agent, and what becomes of each field.

use std::path::Path;

use clawperator_contract::agent::{
    ActionRow, AgentAction, Fallback, FieldKind, FieldRow, Form, Need, ObjectRow, Surface, UiField,
    UiOption, UiStyle, UiTemplate, limits, tools_json,
};

use super::agent_cases::ActionCases;
use super::{code_list, heading, table};

/// The page; fails when a field of an action has no case that keeps it, or none that does not.
pub(crate) fn page(repository: &Path) -> Result<String, String> {
    let mut page = heading("The actions of an agent");
    page.push_str(
        "What a model may ask for in one step, and what becomes of each field; [Agent actions](../agent-actions.md)\n\
         explains how they are read.\n\
         The defaults are the contract's, the bounds are extensions.\n\
         Of every field there is a case that keeps it and one in which it is repaired or refused.\n\n",
    );
    let rows: Vec<Vec<String>> = AgentAction::TABLE.iter().map(summary).collect();
    page.push_str(&table(
        &["action", "tool", "carried out by", "what it does"],
        &rows,
    ));
    page.push_str(&format!(
        "\nThe tools as a model gets them are {} bytes of JSON.\n",
        tools_json().len()
    ));
    for row in AgentAction::TABLE {
        page.push_str(&section(row, &ActionCases::read(repository, row.name)?)?);
    }
    page.push_str("\n## The page of a human authorization\n\nThe objects inside `uiTemplate`.\n");
    for row in [UiTemplate::ROW, UiField::ROW, UiOption::ROW, UiStyle::ROW] {
        page.push_str(&object(row));
    }
    page.push_str(&bounds());
    Ok(page)
}

fn summary(row: &ActionRow) -> Vec<String> {
    let surface = match row.surface {
        Surface::Phone => "the phone",
        Surface::Script => "a script on this machine",
        Surface::Workspace => "the workspace on this machine",
        Surface::Memory => "the notes of earlier tasks",
        Surface::Person => "a person",
        Surface::End => "nobody: the task ends",
    };
    vec![
        format!("[`{0}`](#{0})", row.name),
        format!("`{}`", row.tool),
        surface.to_owned(),
        row.about.to_owned(),
    ]
}

fn section(row: &ActionRow, cases: &ActionCases) -> Result<String, String> {
    let mut shown = Vec::new();
    for field in row.fields {
        let [kept, changed] = cases.of(field.name)?;
        shown.push(vec![format!("`{}`", field.name), kept, changed]);
    }
    Ok(format!(
        "\n## {}\n\n{}\n\n{}\n{}\n{}\n",
        row.name,
        row.about,
        fields_table(row.fields),
        table(
            &["field", "a case that keeps it", "one that does not"],
            &shown
        ),
        cases.link()
    ))
}

fn object(row: &ObjectRow) -> String {
    format!(
        "\n### {}\n\n{}\n\n{}",
        row.name,
        row.about,
        fields_table(row.fields)
    )
}

fn fields_table(fields: &[FieldRow]) -> String {
    let rows: Vec<Vec<String>> = fields
        .iter()
        .map(|field| {
            vec![
                format!("`{}`", field.name),
                takes(field.kind),
                missing(field),
                wrong(field),
                beyond(field),
                field.meaning.to_owned(),
            ]
        })
        .collect();
    table(
        &["field", "takes", "missing", "wrong", "too large", "meaning"],
        &rows,
    )
}

fn takes(kind: FieldKind) -> String {
    match kind {
        FieldKind::Text(most, form) => {
            let form = match form {
                Form::Prose | Form::Exact => "text",
                Form::Name => "text, not blank",
                Form::Keycode => "letters, digits, `_`",
                Form::Package => "letters, digits, `_`, `.`",
            };
            format!("{form}, at most {most} characters")
        }
        FieldKind::Number(least, most) => format!("number, {least}..{most}"),
        FieldKind::Integer(least, most) => format!("integer, {least}..{most}"),
        FieldKind::Flag => "`true` or `false`".to_owned(),
        FieldKind::Word(words) => format!("one of {}", code_list(words.iter().copied())),
        FieldKind::Object(row) => link(row),
        FieldKind::List(most, row) => format!("at most {most} of {}", link(row)),
    }
}

fn link(row: &ObjectRow) -> String {
    format!("[{0}](#{1})", row.name, row.name.to_lowercase())
}

fn missing(field: &FieldRow) -> String {
    match field.need {
        Need::Required => "refused".to_owned(),
        Need::Fallback(value) => format!("{}, not carried out", literal(value)),
        Need::Default(value) => literal(value),
        Need::Optional => "–".to_owned(),
    }
}

fn wrong(field: &FieldRow) -> String {
    let becomes = field
        .fallback()
        .map_or_else(|| "dropped".to_owned(), literal);
    match field.need {
        Need::Required => "refused".to_owned(),
        Need::Fallback(_) => format!("{becomes}, not carried out"),
        Need::Default(_) | Need::Optional if field.decisive => {
            format!("{becomes}, not carried out")
        }
        Need::Default(_) | Need::Optional => format!("{becomes}, reported"),
    }
}

fn beyond(field: &FieldRow) -> String {
    match field.kind {
        FieldKind::Text(_, Form::Prose) => "cut, reported".to_owned(),
        FieldKind::Number(..) if field.is_required() => "the bound, not carried out".to_owned(),
        FieldKind::Number(..) | FieldKind::Integer(..) => "the bound, reported".to_owned(),
        FieldKind::Text(..) => "wrong".to_owned(),
        FieldKind::List(..) => "refused".to_owned(),
        FieldKind::Flag | FieldKind::Word(_) | FieldKind::Object(_) => "–".to_owned(),
    }
}

fn literal(value: Fallback) -> String {
    match value {
        Fallback::Text(text) => format!("`\"{text}\"`"),
        Fallback::Number(number) => format!("`{number}`"),
        Fallback::Integer(number) => format!("`{number}`"),
        Fallback::Flag(flag) => format!("`{flag}`"),
    }
}

fn bounds() -> String {
    let rows = [
        (
            "the document, in bytes",
            limits::MAX_INPUT_BYTES,
            "refused: `PAYLOAD_TOO_LARGE`",
        ),
        ("keys of one object", limits::MAX_KEYS, "refused"),
        ("repairs of one action", limits::MAX_REPAIRS, "refused"),
        (
            "characters of `thought`",
            limits::MAX_THOUGHT_LENGTH,
            "cut, reported",
        ),
        ("characters of `raw`", limits::MAX_RAW_LENGTH, "cut"),
    ];
    let rows: Vec<Vec<String>> = rows
        .iter()
        .map(|(what, most, beyond)| {
            vec![(*what).to_owned(), most.to_string(), (*beyond).to_owned()]
        })
        .collect();
    format!(
        "\n## Bounds of the whole\n\n{}",
        table(&["what", "at most", "beyond it"], &rows)
    )
}
