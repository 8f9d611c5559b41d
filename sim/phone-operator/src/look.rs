//! Looks at the screen.

use std::sync::Arc;
use std::time::Duration;

use clawperator_operator_protocol::{Answer, Kind, Look, Refusal, Rest, Tree};

use crate::operator::Shared;
use crate::phone::Shown;

/// Reads the screen as it is.
pub(crate) fn look(shared: &Shared, look: Look) -> Answer {
    match shared.phone.read() {
        Ok(shown) => answer(shared, look, shown, Rest::NotAsked),
        Err(refusal) => Answer::Error(refusal),
    }
}

/// Reads the screen when an act is over, and once it rests where that is asked for.
pub(crate) async fn look_behind(shared: &Shared, wanted: Look) -> Answer {
    let began = shared.phone.now();
    let time = Duration::from_millis(u64::from(wanted.time_ms));
    let until = began.saturating_add(time);
    let late = async { shared.phone.reached(until).await };
    tokio::select! {
        biased;
        () = shared.wait_for(wanted.after) => {}
        () = late => {
            return Answer::Error(Refusal {
                code: "TIMED_OUT".to_owned(),
                message: "the act before it was not over in its time".to_owned(),
            });
        }
    }
    if wanted.rest_ms == 0 {
        return look(shared, wanted);
    }
    let left = until.saturating_sub(shared.phone.now()).as_millis();
    look_at_rest(
        shared,
        Look {
            time_ms: u16::try_from(left).unwrap_or(u16::MAX),
            ..wanted
        },
    )
    .await
}

/// Reads the screen once it rests, or when it did not in time. Rest is quiet by events, and then two equal trees.
async fn look_at_rest(shared: &Shared, look: Look) -> Answer {
    let quiet = Duration::from_millis(u64::from(look.rest_ms));
    let wait = Duration::from_millis(u64::from(look.wait_ms.min(look.time_ms)));
    let until = shared.phone.now().saturating_add(wait);
    let mut before = match shared.phone.read() {
        Ok(shown) => shown,
        Err(refusal) => return Answer::Error(refusal),
    };
    loop {
        let left = until.saturating_sub(shared.phone.now());
        let is_quiet = shared.phone.rest(quiet, left).await;
        let shown = match shared.phone.read() {
            Ok(shown) => shown,
            Err(refusal) => return Answer::Error(refusal),
        };
        let is_same = before.windows == shown.windows && before.names == shown.names;
        if is_quiet && is_same {
            return answer(shared, look, shown, Rest::Came);
        }
        if !is_quiet || shared.phone.now() >= until {
            return answer(shared, look, shown, Rest::DidNotCome);
        }
        before = shown;
    }
}

fn answer(shared: &Shared, look: Look, shown: Shown, rest: Rest) -> Answer {
    let notices = shared.phone.notices();
    let mut trees = shared.trees();
    // What the driver has is told apart from a tree that was read at rest, which it is told too.
    if look.have != 0 && rest != Rest::DidNotCome && trees.is_same(look.have, &shown) {
        return Answer::Unchanged {
            state: shown.state,
            number: look.have,
            notices,
        };
    }
    let shown = Arc::new(shown);
    let number = trees.add(Arc::clone(&shown));
    drop(trees);
    Answer::Tree(Tree {
        state: shown.state.clone(),
        number,
        rest,
        dropped: 0,
        notices,
        names: shown.names.clone(),
        windows: shown.windows.clone(),
    })
}

/// The body of an answer; one that is larger than its kind may be is not sent.
pub(crate) fn body(answer: &Answer) -> (Kind, Vec<u8>) {
    let bytes = answer.encode();
    let kind = answer.kind();
    if u32::try_from(bytes.len()).is_ok_and(|length| length <= kind.most()) {
        return (kind, bytes);
    }
    let refusal = Answer::Error(Refusal {
        code: "FAILED".to_owned(),
        message: format!("the answer has {} bytes, which is too many", bytes.len()),
    });
    (refusal.kind(), refusal.encode())
}
