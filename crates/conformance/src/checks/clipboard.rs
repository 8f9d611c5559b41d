//! The clipboard, which belongs to somebody: nothing is put there that could not be taken back.

use clawperator_device::driver::{Act, NewClip};

use crate::bench::{Bench, WITHIN};
use crate::check::{Outcome, Trouble, failed, skipped};
use crate::kept::Kept;

const TEXT: &str = "Clawperator, Zürich 👍🏽\nsecond line";

pub(super) async fn text(bench: &Bench, kept: &Kept) -> Outcome {
    if !bench.able().clipboard {
        return skipped("this driver does not reach the clipboard; the Operator does");
    }
    let Some(before) = kept.clip() else {
        return skipped(
            "no text is on the clipboard, and what else may be there could not be put back: copy some text on the phone and run this again",
        );
    };
    put(bench, TEXT).await?;
    let read = bench.device.clipboard(WITHIN).await;
    // First of all, what is the owner's.
    put(bench, before.expose()).await?;
    let is_same = read?.is_some_and(|clip| clip.expose() == TEXT);
    if is_same {
        Ok(None)
    } else {
        failed("something else was read back")
    }
}

async fn put(bench: &Bench, text: &str) -> Result<(), Trouble> {
    let clip = NewClip {
        text: Some(text),
        // The phone shows no bubble with it then.
        is_sensitive: true,
    };
    bench.act(Act::Clip(clip)).await.map(drop)
}
