//! `schema`: the JSON Schemas of the contract.

use clawperator_contract::schema::SchemaName;
use clawperator_contract::{Failure, did_you_mean};
use serde::Serialize;

use super::unknown_name;
use crate::args::SchemaArgs;
use crate::printer::Printer;
use crate::text::columns;

#[derive(Serialize)]
struct SchemaList {
    schemas: Vec<SchemaRow>,
}

#[derive(Serialize)]
struct SchemaRow {
    name: &'static str,
    summary: &'static str,
}

pub(super) fn schema(args: &SchemaArgs, printer: &Printer<'_>) -> Result<String, Failure> {
    let Some(name) = &args.name else {
        let schemas = SchemaName::ALL.iter().map(|schema| SchemaRow {
            name: schema.name(),
            summary: schema.summary(),
        });
        let list = SchemaList {
            schemas: schemas.collect(),
        };
        return Ok(printer.render(&list, |paint| {
            let rows: Vec<(String, String)> = list
                .schemas
                .iter()
                .map(|row| (row.name.to_owned(), row.summary.to_owned()))
                .collect();
            format!("{}\n{}", paint.bold("Schemas"), columns(&rows, 24))
        }));
    };
    if let Some(schema) = SchemaName::from_name(name) {
        // Byte for byte the committed file, whatever the output format.
        return Ok(schema.generate());
    }
    let near = did_you_mean(name, SchemaName::ALL.iter().map(|schema| schema.name()));
    let known = SchemaName::ALL.iter().map(|schema| schema.name());
    Err(unknown_name("schema", name, near, known, "schema"))
}
