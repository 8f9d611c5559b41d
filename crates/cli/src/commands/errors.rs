//! `errors`: the table of error codes.

use std::fmt::Write as _;

use clawperator_contract::{ErrorCode, ErrorGroup, ErrorSpec, Failure, Origin, did_you_mean};
use serde::Serialize;

use super::unknown_name;
use crate::args::ErrorsArgs;
use crate::next_words;
use crate::printer::Printer;
use crate::text::{Paint, columns};

#[derive(Serialize)]
struct ErrorList {
    errors: Vec<ErrorRow>,
}

#[derive(Serialize)]
struct ErrorRow {
    code: &'static str,
    group: &'static str,
    exit: u8,
    http: u16,
    addition: bool,
    meaning: &'static str,
    recovery: String,
}

impl From<&ErrorSpec> for ErrorRow {
    fn from(spec: &ErrorSpec) -> Self {
        Self {
            code: spec.code.name(),
            group: spec.group.title(),
            exit: spec.exit.code(),
            http: spec.http,
            addition: spec.origin == Origin::Addition,
            meaning: spec.meaning,
            recovery: next_words::recovery(spec.code),
        }
    }
}

pub(super) fn errors(args: &ErrorsArgs, printer: &Printer<'_>) -> Result<String, Failure> {
    let Some(name) = &args.name else {
        let list = ErrorList {
            errors: ErrorCode::TABLE.iter().map(ErrorRow::from).collect(),
        };
        return Ok(printer.render(&list, table));
    };
    let written = name.trim().to_ascii_uppercase().replace('-', "_");
    let Some(code) = ErrorCode::from_name(&written) else {
        let near = did_you_mean(
            &written,
            ErrorCode::TABLE.iter().map(|spec| spec.code.name()),
        );
        let known = ErrorCode::TABLE.iter().map(|spec| spec.code.name());
        return Err(unknown_name("error code", name, near, known, "errors"));
    };
    let row = ErrorRow::from(&code.spec());
    Ok(printer.render(&row, |paint| describe(&row, paint)))
}

fn table(paint: Paint) -> String {
    let mut text = String::new();
    for group in ErrorGroup::ALL {
        let rows: Vec<(String, String)> = ErrorCode::TABLE
            .iter()
            .filter(|spec| spec.group == group)
            .map(|spec| (spec.code.name().to_owned(), spec.meaning.to_owned()))
            .collect();
        // Writing to a String cannot fail.
        let _ = writeln!(
            text,
            "{}\n{}",
            paint.bold(&group.title().replace('`', "")),
            columns(&rows, 40)
        );
    }
    text.push_str("Run `clawperator errors <CODE>` for what to do about one.");
    text
}

fn describe(row: &ErrorRow, paint: Paint) -> String {
    let mut rows = vec![
        ("meaning".to_owned(), row.meaning.to_owned()),
        ("what to do".to_owned(), row.recovery.clone()),
        ("about".to_owned(), row.group.replace('`', "")),
        ("exit code".to_owned(), row.exit.to_string()),
        ("HTTP status".to_owned(), row.http.to_string()),
    ];
    if row.addition {
        rows.push(("origin".to_owned(), "an extension".to_owned()));
    }
    format!("{}\n{}", paint.bold(row.code), columns(&rows, 16))
}
