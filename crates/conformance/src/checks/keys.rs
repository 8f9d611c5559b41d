//! Keys.

use clawperator_contract::actions::Key;
use clawperator_device::driver::{Act, Acted, KeyPress};
use clawperator_device::probe::injection::Injection;

use crate::app::PACKAGE;
use crate::bench::{Bench, TOUCH, WITHIN};
use crate::check::{Outcome, failed, skipped};

/// The letter A, which the page does nothing with.
const LETTER: u32 = 29;

pub(super) async fn back(bench: &Bench) -> Outcome {
    bench.open(TOUCH).await?;
    bench.act(Act::Key(Key::Back)).await?;
    for _ in 0..25 {
        let front = bench.device.front(WITHIN).await?;
        if front.package.as_deref() != Some(PACKAGE) {
            return Ok(None);
        }
        bench.pause().await;
    }
    failed("the page is still in front")
}

pub(super) async fn code(bench: &Bench) -> Outcome {
    if !bench.able().keys {
        return skipped("this driver has back, home and the list of apps alone");
    }
    bench.open(TOUCH).await?;
    let mark = bench.mark().await?;
    let key = KeyPress {
        code: LETTER,
        meta: 0,
        held_millis: 0,
    };
    bench.act(Act::Press(key)).await?;
    let noted = bench.noted_once(mark, "key", "-").await?;
    let keys: Vec<&str> = noted
        .iter()
        .filter(|one| one.what == "key")
        .map(|one| one.detail.as_str())
        .collect();
    if keys == ["29"] {
        Ok(None)
    } else {
        failed(format!(
            "29 was sent, and the app was told [{}]",
            keys.join(", ")
        ))
    }
}

pub(super) async fn allowed(bench: &Bench) -> Outcome {
    match bench.act(Act::TryInput).await? {
        Acted::Tried(Injection::Allowed) => Ok(None),
        Acted::Tried(Injection::Refused { said }) => failed(format!(
            "the phone refuses it: {said}; `clawperator doctor` names the switch"
        )),
        Acted::Tried(Injection::Failed { said }) => failed(said),
        other => failed(format!("the answer was {other:?}")),
    }
}
