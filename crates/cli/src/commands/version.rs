//! `version`: of the program, the contract and its schemas.

use std::collections::BTreeMap;

use clawperator_contract::CONTRACT_VERSION;
use clawperator_contract::schema::SchemaName;
use serde::Serialize;

use crate::printer::Printer;

const CLI_VERSION: &str = env!("CARGO_PKG_VERSION");

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Versions {
    cli_version: &'static str,
    contract_version: &'static str,
    /// Each schema's identifier.
    schemas: BTreeMap<&'static str, String>,
}

pub(super) fn version(printer: &Printer<'_>) -> String {
    let schemas = SchemaName::ALL
        .iter()
        .map(|schema| (schema.name(), schema.id()))
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
