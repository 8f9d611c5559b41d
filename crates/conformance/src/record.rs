//! What the test app noted of what happened to it, read past the driver.
//!
//! `content query` prints a line for each entry: `Row: 0 number=7, what=click, view=check_add, detail=`. The app encodes
//! its values as addresses do, so that no text can end a column or a line.

use std::time::Duration;

use clawperator_adb::{Deadline, DeviceHandle};
use clawperator_device::line::{Command, ShellLine, Word, program};
use clawperator_device::probe::Answer;
use percent_encoding::percent_decode_str;

use crate::app::PACKAGE;
use crate::check::Trouble;

/// How long the phone may take, which starts a Java program for it.
const ANSWERS: Duration = Duration::from_secs(30);
/// The most that is read.
const LIMIT: usize = 4 * 1024 * 1024;

/// Something that happened to the app.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Noted {
    /// Later ones have larger numbers.
    pub(crate) number: u64,
    /// What, such as `click`.
    pub(crate) what: String,
    /// The view's id, without the package.
    pub(crate) view: String,
    pub(crate) detail: String,
}

impl Noted {
    pub(crate) fn is(&self, what: &str, view: &str) -> bool {
        self.what == what && self.view == view
    }
}

/// The number of what happened last.
pub(crate) async fn last(phone: &DeviceHandle) -> Result<u64, Trouble> {
    let entries = ask(phone, "last").await?;
    let newest = entries.first();
    newest
        .map(|entry| entry.number)
        .ok_or_else(|| Trouble::Failed("the test app does not tell what happened to it".to_owned()))
}

/// What happened after something, the oldest first.
pub(crate) async fn after(phone: &DeviceHandle, number: u64) -> Result<Vec<Noted>, Trouble> {
    ask(phone, &number.to_string()).await
}

async fn ask(phone: &DeviceHandle, which: &str) -> Result<Vec<Noted>, Trouble> {
    let unreadable =
        |why: String| Trouble::Failed(format!("the test app's record cannot be read: {why}"));
    let uri = format!("content://{PACKAGE}.record/after/{which}");
    let uri = Word::new(uri).map_err(|error| unreadable(error.to_string()))?;
    let query = Command::new(program::CONTENT).fixed("query").fixed("--uri");
    let line = ShellLine::from(query.word(uri));
    let answer = Answer::ask(phone, &line, LIMIT, Deadline::after(ANSWERS)).await;
    let answer = answer.map_err(|error| unreadable(error.to_string()))?;
    read(&answer.output).ok_or_else(|| unreadable(answer.excerpt()))
}

/// Reads what `content query` printed; nothing where it is not an answer.
fn read(output: &str) -> Option<Vec<Noted>> {
    let lines = || output.lines().filter(|line| line.starts_with("Row: "));
    if lines().next().is_none() {
        let is_empty = output.lines().any(|line| line.trim() == "No result found.");
        return is_empty.then(Vec::new);
    }
    lines().map(entry).collect()
}

fn entry(line: &str) -> Option<Noted> {
    let (_, columns) = line.strip_prefix("Row: ")?.split_once(' ')?;
    let (mut number, mut what, mut view, mut detail) = (None, None, None, None);
    for column in columns.split(", ") {
        let (name, value) = column.split_once('=')?;
        match name {
            "number" => number = value.parse().ok(),
            "what" => what = decoded(value),
            "view" => view = decoded(value),
            "detail" => detail = decoded(value),
            _ => {}
        }
    }
    Some(Noted {
        number: number?,
        what: what?,
        view: view?,
        detail: detail?,
    })
}

fn decoded(value: &str) -> Option<String> {
    let value = value.replace('+', " ");
    let text = percent_decode_str(&value).decode_utf8().ok()?;
    Some(text.into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_are_read_with_any_text_in_them() {
        let said = "Row: 0 number=7, what=click, view=check_add, detail=\n\
                    Row: 1 number=9, what=text, view=check_name, detail=a%2C+b%3D%0A%F0%9F%91%8D\n";
        let entries = read(said).unwrap();
        assert!(entries[0].is("click", "check_add"));
        assert_eq!((entries[0].number, entries[0].detail.as_str()), (7, ""));
        assert_eq!(entries[1].detail, "a, b=\n👍");
    }

    #[test]
    fn no_entry_is_not_no_answer() {
        assert_eq!(read("No result found.\n"), Some(Vec::new()));
        assert_eq!(read(""), None);
        assert_eq!(read("Error while accessing provider:x\n"), None);
        assert_eq!(read("Row: 0 number=x, what=a, view=b, detail=\n"), None);
        assert_eq!(read("Row: 0 what=a, view=b, detail=\n"), None);
        assert_eq!(read("Row: 0\n"), None);
        assert_eq!(read("Row: 0 number=1, what=%ff, view=b, detail=\n"), None);
    }
}
