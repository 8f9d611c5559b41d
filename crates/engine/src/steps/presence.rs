//! Whether a node is on the screen. That it is not there is said of a whole tree of a phone that can be used, and of
//! nothing else.

use std::sync::Arc;

use clawperator_contract::{ContainerScope, DataKey, ErrorCode, Target, Window};
use clawperator_device::driver::{Condition, Observation, View};
use clawperator_ui::Query;

use crate::find::{find_all, is_nowhere};
use crate::run::Run;
use crate::step::{Attempt, Data, StepError};

/// A look for a node, with everything that tells whether its absence means anything.
const VIEW: View = View {
    activity: true,
    rest: false,
};

/// How often a node is on a screen.
#[derive(Debug)]
pub(crate) struct Presence {
    pub(crate) count: usize,
    /// The first, or why there is none, in words.
    pub(crate) words: String,
    /// What a step says of it.
    pub(crate) data: Data,
}

/// How often a node is on this screen.
pub(crate) async fn presence(
    run: &Run<'_>,
    seen: &Observation,
    target: &Target,
    scope: &ContainerScope,
) -> Result<Presence, Attempt> {
    let attempt = match find_all(run, seen, target, scope).await {
        Ok(found) => {
            let Some(first) = seen.tree.get(found.node) else {
                return Err(Attempt::Stop(StepError::new(
                    ErrorCode::InternalError,
                    "the match belongs to another tree",
                )));
            };
            return Ok(Presence {
                count: found.all.len(),
                words: first.describe(),
                data: found.data,
            });
        }
        Err(attempt) => attempt,
    };
    let is_absent = match attempt.error().code {
        ErrorCode::NodeNotFound | ErrorCode::ContainerNotFound => true,
        // Where something comes near, it may be the same.
        ErrorCode::StaleRef => is_nowhere(run, seen, target).await,
        _ => false,
    };
    if !is_absent {
        return Err(attempt);
    }
    let error = attempt.into_error();
    let mut data = error.data;
    if seen.tree.has_one_window_only() {
        data.set(DataKey::Windows, "active_only");
    }
    Ok(Presence {
        count: 0,
        words: error.message,
        data,
    })
}

/// Looks, at rest where that is wanted.
pub(crate) async fn look(run: &mut Run<'_>, rest: bool) -> Result<Arc<Observation>, Attempt> {
    run.forget_looks();
    let seen = run.glance(View { rest, ..VIEW }).await;
    seen.map_err(Attempt::of_wait)
}

/// Refuses a phone that nobody can use now, or of which nobody knows.
pub(crate) fn must_be_usable(run: &Run<'_>, seen: &Observation) -> Result<(), Attempt> {
    let condition = seen.condition.as_ref();
    if condition.is_none() && run.device.capabilities().live {
        return Err(unknown(
            "the phone does not say whether it is on and unlocked".to_owned(),
        ));
    }
    let Some(obstacle) = condition.and_then(Condition::obstacle) else {
        return Ok(());
    };
    let error = StepError::new(
        ErrorCode::DeviceNotInteractive,
        format!("{obstacle}; what is not on the screen of such a phone is not known"),
    );
    Err(Attempt::Stop(
        error.with(Data::new().advise(&obstacle.remedy())),
    ))
}

/// Refuses a screen on which what is not seen may be all the same.
pub(crate) fn must_show_all(
    run: &Run<'_>,
    seen: &Observation,
    target: &Target,
    scope: &ContainerScope,
) -> Result<(), Attempt> {
    must_be_usable(run, seen)?;
    must_be_whole(seen)?;
    if seen.tree.has_one_window_only() {
        let covered = seen
            .condition
            .as_ref()
            .and_then(|condition| condition.covered_by.as_deref());
        if target.window.unwrap_or(Window::App) != Window::App {
            return Err(unknown(
                "the phone shows one window only, and others were asked for".to_owned(),
            ));
        }
        if let Some(cover) = covered {
            return Err(unknown(format!(
                "the phone shows one window only, and the app is covered by {cover}"
            )));
        }
    }
    let query = Query::of(target).map(|query| query.within(scope));
    if query.is_some_and(|query| seen.tree.leaves_uncompared(&query)) {
        return Err(unknown(
            "there is more text on the screen than is compared with a pattern".to_owned(),
        ));
    }
    Ok(())
}

/// Refuses a tree from which nodes are missing.
pub(crate) fn must_be_whole(seen: &Observation) -> Result<(), Attempt> {
    match seen.tree.incomplete() {
        None => Ok(()),
        Some(missing) => Err(unknown(format!(
            "the tree of the screen is incomplete ({missing}), so what is not in it may be there"
        ))),
    }
}

fn unknown(why: String) -> Attempt {
    Attempt::Again(StepError::new(ErrorCode::UiTreeUnavailable, why))
}

/// Whether a node that was not on this screen is gone: it may only be on its way, so that a driver which does not wait for
/// rest looks once more.
pub(crate) async fn stays_gone(
    run: &mut Run<'_>,
    seen: &Observation,
    target: &Target,
    scope: &ContainerScope,
) -> Result<Presence, Attempt> {
    must_show_all(run, seen, target, scope)?;
    if seen.settled == Some(true) || !run.device.capabilities().live {
        return presence(run, seen, target, scope).await;
    }
    let again = look(run, true).await?;
    must_show_all(run, &again, target, scope)?;
    presence(run, &again, target, scope).await
}
