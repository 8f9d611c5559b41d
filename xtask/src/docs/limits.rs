//! `docs/reference/limits.md`.

use clawperator_contract::limits;

use super::{heading, table};

pub(crate) fn page() -> String {
    let mut page = heading("Limits");
    page.push_str(
        "Characters are Unicode scalar values. A clamped field is accepted, kept as written and listed in `warnings`\n\
         with the value that will run. `5000.0` is `5000`; fractions are refused only where an integer is expected.\n\n",
    );
    let rows: Vec<Vec<String>> = limits::TABLE
        .iter()
        .map(|row| {
            vec![
                row.subject.to_owned(),
                row.bound.to_owned(),
                row.beyond.to_owned(),
            ]
        })
        .collect();
    page.push_str(&table(&["what", "limit", "beyond it"], &rows));
    page
}
