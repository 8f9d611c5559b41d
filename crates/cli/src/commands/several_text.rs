//! What became of several phones, for people.

use crate::text::{Paint, visible};

/// A phone's lines, behind its serial where they are one and below it where they are several.
pub(super) fn block(serial: &str, said: &str) -> String {
    let serial = visible(serial);
    match said.lines().count() {
        0 | 1 => format!("{serial}: {said}\n"),
        _ => {
            format!("{serial}:\n  {}\n", said.replace('\n', "\n  "))
        }
    }
}

/// The last line: how many of all are well, which is what `what` says.
pub(super) fn sum(well: usize, total: usize, what: &str, paint: Paint) -> String {
    let summary = format!("{well} of {total} phones{what}");
    if well == total {
        paint.green(&summary)
    } else {
        paint.red(&summary)
    }
}
