//! `version`: of the program, the contract and its schemas.

use std::collections::BTreeMap;

use clawperator_contract::CONTRACT_VERSION;
use clawperator_contract::schema::SchemaName;
use serde::Serialize;
use serde_json::Value;

use crate::printer::Printer;

const CLI_VERSION: &str = env!("CARGO_PKG_VERSION");

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Versions {
    cli_version: &'static str,
    contract_version: &'static str,
    /// Each schema's identifier, or the contract's version where it has none.
    schemas: BTreeMap<&'static str, String>,
}

pub(super) fn version(printer: &Printer<'_>) -> String {
    let schemas = SchemaName::ALL
        .iter()
        .map(|schema| (schema.name(), identifier(*schema)))
        .collect();
    let versions = Versions {
        cli_version: CLI_VERSION,
        contract_version: CONTRACT_VERSION,
        schemas,
    };
    printer.render(&versions, |_| {
        format!("clawperator {CLI_VERSION} (contract {CONTRACT_VERSION})")
    })
}

fn identifier(schema: SchemaName) -> String {
    let document: Value = serde_json::from_str(&schema.generate()).unwrap_or_default();
    document
        .get("$id")
        .and_then(Value::as_str)
        .unwrap_or(CONTRACT_VERSION)
        .to_owned()
}
