//! Reading pages.

use clawperator_device::driver::{Observation, ObserveError, View};
use clawperator_ui::{Node, Tree};

use crate::app::PACKAGE;
use crate::bench::{Bench, RESTLESS, TOUCH, WITHIN};
use crate::check::{Outcome, Trouble, failed, skipped};
use crate::found;

/// Letters with accents, of other alphabets, from right to left, and an emoji of two parts.
const UNICODE: &str = "Zürich 東京 👍🏽 עברית";

pub(super) async fn tree(bench: &Bench) -> Outcome {
    let seen = bench.open(TOUCH).await?;
    let shown = found::of(&seen.tree, "check_unicode")?.text;
    if shown != UNICODE {
        return failed(format!("it shows {UNICODE:?} and is read as {shown:?}"));
    }
    for (id, text) in [
        ("check_count", "0"),
        ("check_add", "Add one"),
        ("check_hold", "Hold"),
        ("check_ask", "Ask"),
    ] {
        let read = found::of(&seen.tree, id)?.text;
        // Some releases show the texts of buttons in capitals.
        if !read.eq_ignore_ascii_case(text) {
            return failed(format!("`{id}` shows {text:?} and is read as {read:?}"));
        }
    }
    if found::find(&seen.tree, "check_other").is_some() {
        return failed("a button that is not shown was read");
    }
    Ok(Some(format!("{} nodes", seen.tree.len())))
}

pub(super) async fn again(bench: &Bench) -> Outcome {
    bench.open(TOUCH).await?;
    let first = bench.look().await?;
    let second = bench.look().await?;
    // The clock of the status bar may go on, which is not of the page.
    let of_page = |seen: &Observation| {
        let nodes = seen.tree.nodes();
        let own = nodes.filter(|node| node.package() == PACKAGE);
        own.map(Node::describe).collect::<Vec<_>>()
    };
    if first.tree.signature() == second.tree.signature() || of_page(&first) == of_page(&second) {
        Ok(None)
    } else {
        failed("two looks differ")
    }
}

pub(super) async fn restless(bench: &Bench) -> Outcome {
    bench.open_unseen(RESTLESS).await?;
    let started = bench.sources.now();
    let mut seen = None;
    // It may still be on its way.
    for _ in 0..20 {
        match bench.device.observe(View::default(), WITHIN).await {
            Ok(look) if found::find(&look.tree, RESTLESS.marker).is_some() => {
                seen = Some(look);
                break;
            }
            Err(ObserveError::NeverIdle) => {
                return skipped(
                    "this driver reads only screens that come to rest; the Operator reads any",
                );
            }
            Err(error) if error.is_final() => return Err(error.into()),
            // Another page, or none.
            Ok(_) | Err(_) => {}
        }
        bench.pause().await;
    }
    let Some(seen) = seen else {
        return failed("the page did not come");
    };
    let took = bench.sources.now().since(started);
    let mark = bench.mark().await?;
    // It is stopped by a touch, so that what comes next need not wait for it.
    bench.tap(&seen, "check_still").await?;
    let noted = bench.noted_once(mark, "click", "check_still").await?;
    if noted.iter().any(|one| one.is("click", "check_still")) {
        Ok(Some(format!(
            "read {} ms after it was opened",
            took.as_millis()
        )))
    } else {
        failed("it was read, and its button could not be pressed")
    }
}

pub(super) async fn dialog(bench: &Bench) -> Outcome {
    let seen = bench.open(TOUCH).await?;
    bench.tap(&seen, "check_ask").await?;
    let has_question = |tree: &Tree| {
        let mut nodes = tree.nodes();
        nodes.any(|node| node.text() == "Is it so?")
    };
    let (seen, has_come) = bench.when(|seen| has_question(&seen.tree)).await?;
    if !has_come {
        return failed("the dialog did not come, or is not read");
    }
    let mark = bench.mark().await?;
    let yes = |tree: &Tree| found::with_text(tree, "Yes");
    bench.tap_found(&seen, yes).await?;
    let noted = bench.noted_once(mark, "click", "check_yes").await?;
    match noted.iter().filter(|one| one.what == "click").count() {
        1 if noted.iter().any(|one| one.is("click", "check_yes")) => Ok(None),
        0 => Err(Trouble::Failed("its button was not pressed".to_owned())),
        _ => failed("something else was pressed too"),
    }
}
