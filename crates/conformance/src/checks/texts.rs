//! Typing, judged by what the fields hold in the app.

use clawperator_device::driver::{Act, Acted, Observation, Present, SeenNode, TextEntry};

use crate::bench::{Bench, TEXT};
use crate::check::{Outcome, Trouble, failed, skipped};
use crate::found;
use crate::record::Noted;

const SECRET: &str = "S3cret-Pa55word";

pub(super) async fn ascii(bench: &Bench) -> Outcome {
    let text = "Hello, World! 100% \"it's\" $HOME & <b>";
    typed(bench, "check_name", Wanted::new(text, text)).await
}

pub(super) async fn unicode(bench: &Bench) -> Outcome {
    let text = "Zürich, 東京, Привет, עברית, 👍🏽";
    typed(bench, "check_name", Wanted::new(text, text)).await
}

pub(super) async fn lines(bench: &Bench) -> Outcome {
    let text = "one\ntwo\n\nfour";
    typed(bench, "check_notes", Wanted::new(text, text)).await
}

pub(super) async fn replace(bench: &Bench) -> Outcome {
    let wanted = Wanted {
        replaces: true,
        ..Wanted::new("Bern", "Bern")
    };
    typed(bench, "check_filled", wanted).await
}

/// Never the shown text plus the new one: what is shown may be a hint.
pub(super) async fn append(bench: &Bench) -> Outcome {
    typed(bench, "check_filled", Wanted::new(" West", "Zürich West")).await
}

pub(super) async fn secret(bench: &Bench) -> Outcome {
    let said = typed(bench, "check_secret", Wanted::new(SECRET, SECRET)).await?;
    let seen = bench.look().await?;
    let dump = seen.to_dump();
    let shown = dump
        .windows(SECRET.len())
        .any(|part| part == SECRET.as_bytes());
    if shown {
        failed("it was typed, and a look shows it")
    } else {
        Ok(said)
    }
}

pub(super) async fn submit(bench: &Bench) -> Outcome {
    let (_, mark) = enter(bench, "check_name", Wanted::new("x", "x")).await?;
    bench.act(Act::Submit).await?;
    // A field tells its app, or is only given the key.
    let is_told = |noted: &Noted| noted.is("submit", "check_name") || noted.detail == "66";
    let noted = bench.noted(mark, |noted| noted.iter().any(is_told)).await?;
    if noted.iter().any(is_told) {
        Ok(None)
    } else {
        failed("the app was told nothing")
    }
}

/// What is typed.
#[derive(Clone, Copy)]
struct Wanted<'a> {
    text: &'a str,
    /// Whether it takes the place of what is there.
    replaces: bool,
    /// What the field holds then.
    then: &'a str,
}

impl<'a> Wanted<'a> {
    const fn new(text: &'a str, then: &'a str) -> Self {
        Self {
            text,
            replaces: false,
            then,
        }
    }
}

async fn typed(bench: &Bench, id: &str, wanted: Wanted<'_>) -> Outcome {
    let (by, mark) = enter(bench, id, wanted).await?;
    let held = |noted: &[Noted]| {
        let mut entries = noted.iter().filter(|one| one.is("text", id));
        entries.next_back().map(|one| one.detail.clone())
    };
    let noted = bench.noted(mark, |noted| held(noted).as_deref() == Some(wanted.then));
    match held(&noted.await?) {
        Some(text) if text == wanted.then => Ok(by.map(|by| format!("by {by}"))),
        // What a password field holds is in no report.
        Some(_) if id == "check_secret" => failed("the field holds something else"),
        Some(text) => failed(format!("the field holds {text:?}")),
        None => failed("the field was not changed"),
    }
}

/// Gives a field the focus and types; says in which way, and from where the record counts.
async fn enter(
    bench: &Bench,
    id: &str,
    wanted: Wanted<'_>,
) -> Result<(Option<&'static str>, u64), Trouble> {
    if let Err(why) = bench.device.can_type(wanted.text) {
        return skipped(why);
    }
    let seen = bench.open(TEXT).await?;
    bench.tap(&seen, id).await?;
    let has_focus = |seen: &Observation| {
        found::find(&seen.tree, id).is_some_and(clawperator_ui::Node::is_focused)
    };
    let (seen, is_focused) = bench.when(has_focus).await?;
    if !is_focused {
        return failed("the field was pressed and does not have the focus");
    }
    let Some(field) = found::find(&seen.tree, id) else {
        return failed("the field is gone");
    };
    let mark = bench.mark().await?;
    let shown = if field.is_showing_hint() {
        0
    } else {
        field.text().chars().count()
    };
    let entry = TextEntry {
        field: seen.number.map(|tree| SeenNode {
            tree,
            node: field.id(),
        }),
        present: if wanted.replaces {
            Present::Goes { shown }
        } else {
            Present::Stays
        },
        text: wanted.text,
    };
    match bench.act(Act::Text(entry)).await? {
        Acted::Typed(by) => Ok((Some(by.name()), mark)),
        _ => Ok((None, mark)),
    }
}
