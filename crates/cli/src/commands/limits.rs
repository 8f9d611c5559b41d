//! `limits`: every bound of the contract.

use clawperator_contract::limits::TABLE;
use serde::Serialize;

use crate::printer::Printer;
use crate::text::columns;

#[derive(Serialize)]
struct LimitList {
    limits: Vec<LimitRow>,
}

#[derive(Serialize)]
struct LimitRow {
    subject: String,
    bound: String,
    beyond: String,
}

pub(super) fn limits(printer: &Printer<'_>) -> String {
    // The table is written for Markdown; here its backticks would be noise.
    let plain = |words: &str| words.replace('`', "");
    let limits = TABLE
        .iter()
        .map(|row| LimitRow {
            subject: plain(row.subject),
            bound: plain(row.bound),
            beyond: plain(row.beyond),
        })
        .collect();
    let list = LimitList { limits };
    printer.render(&list, |paint| {
        let rows: Vec<(String, String)> = list
            .limits
            .iter()
            .map(|row| {
                (
                    row.subject.clone(),
                    format!("{}; beyond: {}", row.bound, row.beyond),
                )
            })
            .collect();
        format!("{}\n{}", paint.bold("Limits"), columns(&rows, 56))
    })
}
