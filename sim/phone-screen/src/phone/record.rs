//! What an app would have noted of itself, for those apps whose provider tells it.
//!
//! The test app that is installed on phones keeps such a record and answers it to
//! `content query --uri content://PACKAGE.record/after/NUMBER`.

use std::time::Duration;

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};

use super::Phone;
use crate::history::{HistoryEntry, Landing, ScreenEvent, ViewName};
use crate::injection::{Injection, TouchedFinger};
use crate::screen::ProviderRow;

/// What `java.net.URLEncoder` leaves as it is, but for the space, which it makes a plus.
const KEPT: &AsciiSet = &NON_ALPHANUMERIC
    .remove(b'.')
    .remove(b'-')
    .remove(b'_')
    .remove(b'*')
    .remove(b' ');
/// The view that tells of every touch how it went.
const PAD: &str = "check_pad";
/// Most rows of one answer.
const MOST_ROWS: usize = 500;

impl Phone {
    /// What the provider of an app answers; nothing where no app has a provider of this name.
    pub(crate) fn query(&self, uri: &str) -> Option<Vec<ProviderRow>> {
        let path = uri.strip_prefix("content://")?;
        let (authority, asked) = path.split_once("/after/")?;
        let package = authority.strip_suffix(".record")?;
        let app = self.scenes.app(package)?;
        if !app.spec.record {
            return None;
        }
        let history = self.history();
        if asked == "last" {
            let newest = history.last().map_or(0, |entry| entry.number);
            return Some(vec![row(newest, &Note::new("last", "-", ""))]);
        }
        let after: u64 = asked.parse().ok()?;
        let later = history.iter().filter(|entry| entry.number > after);
        let rows = later.flat_map(|entry| {
            let notes = notes(entry, package).into_iter();
            notes.map(|note| row(entry.number, &note))
        });
        Some(rows.take(MOST_ROWS).collect())
    }
}

/// What an app notes.
struct Note {
    what: &'static str,
    view: String,
    detail: String,
}

impl Note {
    fn new(what: &'static str, view: &str, detail: impl Into<String>) -> Self {
        Self {
            what,
            view: view.to_owned(),
            detail: detail.into(),
        }
    }
}

fn notes(entry: &HistoryEntry, package: &str) -> Vec<Note> {
    let of_view = |view: &ViewName, what, detail: &str| {
        let is_of_app = view.package == package;
        is_of_app.then(|| Note::new(what, short_name(view), detail))
    };
    let one = match &entry.what {
        ScreenEvent::Tapped(view) => of_view(view, "click", ""),
        ScreenEvent::LongPressed(view) => of_view(view, "long_click", ""),
        ScreenEvent::Scrolled(view) => of_view(view, "scrolled", ""),
        ScreenEvent::TextChanged { view, text } => of_view(view, "text", text),
        ScreenEvent::Key(code) => Some(Note::new("key", "-", code.to_string())),
        ScreenEvent::Injected {
            input,
            on: Some(Landing { view, .. }),
        } if short_name(view) == PAD => {
            let ways = ways(input).into_iter();
            return ways
                .filter_map(|way| of_view(view, "touch", &way))
                .collect();
        }
        _ => None,
    };
    one.into_iter().collect()
}

/// The name by which the app's own code would call it.
fn short_name(view: &ViewName) -> &str {
    if view.key.is_empty() {
        let after = view.id.split_once(":id/");
        after.map_or(view.id.as_str(), |(_, name)| name)
    } else {
        &view.key
    }
}

/// How touches went: the most fingers, where the first one went down and came up, how long it took, and how far apart the
/// first two were at first and at last. Fingers that follow each other are touches of their own.
fn ways(input: &Injection) -> Vec<String> {
    let line = |from: (i32, i32), to: (i32, i32), lasts: Duration| {
        let millis = lasts.as_millis();
        format!("1 {},{} {},{} {millis} 0 0", from.0, from.1, to.0, to.1)
    };
    match input {
        Injection::Tap { at } => vec![line(*at, *at, Duration::ZERO)],
        Injection::Swipe { from, to, lasts } | Injection::DragAndDrop { from, to, lasts } => {
            vec![line(*from, *to, *lasts)]
        }
        Injection::Touch { fingers } => match fingers.as_slice() {
            [first, second, ..] if second.starts < first.starts.saturating_add(first.lasts) => {
                vec![together(first, second, fingers)]
            }
            several => several
                .iter()
                .map(|finger| line(finger.from, finger.to, finger.lasts))
                .collect(),
        },
        _ => Vec::new(),
    }
}

fn together(first: &TouchedFinger, second: &TouchedFinger, all: &[TouchedFinger]) -> String {
    let lasts = all
        .iter()
        .map(|finger| finger.lasts)
        .fold(Duration::ZERO, Duration::max);
    let spread = |at: fn(&TouchedFinger) -> (i32, i32)| {
        let ((x, y), (other_x, other_y)) = (at(first), at(second));
        f64::from(x - other_x).hypot(f64::from(y - other_y)).round()
    };
    format!(
        "{} {},{} {},{} {} {} {}",
        all.len(),
        first.from.0,
        first.from.1,
        first.to.0,
        first.to.1,
        lasts.as_millis(),
        spread(|finger| finger.from),
        spread(|finger| finger.to),
    )
}

fn row(number: u64, note: &Note) -> ProviderRow {
    let text = |text: &str| {
        utf8_percent_encode(text, KEPT)
            .to_string()
            .replace(' ', "+")
    };
    vec![
        ("number".to_owned(), number.to_string()),
        ("what".to_owned(), text(note.what)),
        ("view".to_owned(), text(&note.view)),
        ("detail".to_owned(), text(&note.detail)),
    ]
}
