//! `docs/reference/faults.md`: every fault of a virtual phone, from its type.

use clawperator_virtual_phone::{Fault, FaultKind};
use serde_json::{Value, json};

use super::schema_words::{alternatives, definition, description, key_rows, word_rows};
use super::{heading, table};

pub(crate) fn page() -> Result<String, String> {
    let schema = schemars::schema_for!(Fault).to_value();
    let mut page = heading("Faults");
    page.push_str(&format!(
        "The {} faults of a virtual phone; [faults.md](../faults.md) shows how they are switched.\n\
         Every key is optional, so a name alone is a fault.\n\n",
        FaultKind::ALL.len()
    ));
    let faults = FaultKind::ALL.map(fault).into_iter();
    let faults: Vec<(String, Fault)> = faults.collect::<Result<_, String>>()?;
    let rows: Vec<Vec<String>> = faults
        .iter()
        .map(|(name, fault)| {
            Ok(vec![
                format!("[`{name}`](#{name})"),
                how_long(fault, variant(&schema, name)?).to_owned(),
                fault.kind().seen_as().to_owned(),
            ])
        })
        .collect::<Result<_, String>>()?;
    page.push_str(&table(&["fault", "lasts", "seen as"], &rows));
    for (name, fault) in &faults {
        let variant = variant(&schema, name)?;
        page.push_str(&format!("\n## {name}\n\n{}\n\n", description(variant)));
        let numbers: Vec<Vec<String>> = key_rows(variant)
            .into_iter()
            .filter(|row| row.first().is_some_and(|key| key != "`name`"))
            .collect();
        if !numbers.is_empty() {
            page.push_str(&table(&["key", "takes", "default", "meaning"], &numbers));
            page.push('\n');
        }
        let line = json!({ "do": "fault", "name": name, "on": true });
        page.push_str(&format!("```json\n{line}\n```\n"));
        if fault.lasts() {
            let line = json!({ "do": "fault", "name": name, "on": false });
            page.push_str(&format!("\n```json\n{line}\n```\n"));
        }
    }
    let directions = definition(&schema, "CutDirection")?;
    page.push_str(&format!(
        "\n## CutDirection\n\n{}\n\n",
        description(directions)
    ));
    page.push_str(&table(&["word", "meaning"], &word_rows(directions)));
    Ok(page)
}

fn how_long(fault: &Fault, variant: &Value) -> &'static str {
    if variant.pointer("/properties/times").is_some() {
        "a number of times, or until cleared"
    } else if fault.lasts() {
        "until cleared"
    } else {
        "happens once"
    }
}

/// A fault by its kind alone, and its name.
fn fault(kind: FaultKind) -> Result<(String, Fault), String> {
    let name = serde_json::to_value(kind).map_err(|error| error.to_string())?;
    let fault = serde_json::from_value(json!({ "name": name }));
    let fault = fault.map_err(|error: serde_json::Error| error.to_string())?;
    Ok((name.as_str().unwrap_or_default().to_owned(), fault))
}

fn variant<'s>(schema: &'s Value, name: &str) -> Result<&'s Value, String> {
    alternatives(schema)
        .find(|variant| {
            let constant = variant.pointer("/properties/name/const");
            constant.is_some_and(|constant| constant == name)
        })
        .ok_or_else(|| format!("the schema has no fault {name}"))
}
