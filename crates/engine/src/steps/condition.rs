//! Whether the `when` of an action holds. What is not done must be known not to have to be: a screen that cannot be read
//! skips nothing.

use clawperator_contract::{
    Action, Clamped, ContainerScope, Target, Text, WhenClause, Where, Window,
};

use super::presence::{look, must_be_usable, presence, stays_gone};
use crate::attempts::{Attempts, Ended};
use crate::intent::Intent;
use crate::millis::millis;
use crate::miss::Miss;
use crate::run::Run;
use crate::step::{Attempt, StepError, no_randomness};

/// What is asked of the screen.
struct Asked {
    target: Target,
    /// Whether the node has to be there.
    present: bool,
}

/// Whether an action is to be done; the error is that of a step of which nobody knows.
pub(crate) async fn holds(
    run: &mut Run<'_>,
    action: &Action,
    when: &WhenClause,
) -> Result<bool, StepError> {
    let skipped = |id: &str| run.skipped.contains(id);
    if when.ran.as_ref().map(Text::as_str).is_some_and(skipped) {
        return Ok(false);
    }
    let of_node = |node: &Where, present: bool| Asked {
        target: Target {
            where_clause: Some(node.clone()),
            ..Target::default()
        },
        present,
    };
    let asked = match (&when.present, &when.gone) {
        (Some(node), _) => of_node(node, true),
        (None, Some(node)) => of_node(node, false),
        (None, None) => return Ok(true),
    };
    let allowed = run.allow(action, Intent::Read(None)).await;
    allowed.map_err(Attempt::into_error)?;
    let held = watch(run, when, &asked).await;
    run.may_read(action, Window::App).await?;
    // What the action itself does begins now, and is answered from what it sees itself.
    run.forget_looks();
    run.miss = Miss::default();
    run.step_started = run.clock().now();
    held
}

/// Looks until the condition holds or its time is over.
async fn watch(run: &mut Run<'_>, when: &WhenClause, asked: &Asked) -> Result<bool, StepError> {
    let timeout = when.timeout_ms.as_ref().map_or(0.0, Clamped::effective);
    let mut attempts = Attempts::until(millis(timeout));
    loop {
        // The error is that of a screen that says neither yes nor no.
        let error = match is_present(run, asked).await {
            Ok(present) if present == asked.present => return Ok(true),
            Ok(_) => None,
            Err(Attempt::Stop(error) | Attempt::Approved(error)) => return Err(unknown(error)),
            Err(Attempt::Again(error) | Attempt::IfAsked(error)) => Some(run.kept_quiet(error)),
        };
        if let Some(error) = &error
            && let Some(obstacle) = run.obstacle_of_wait(error).await
        {
            return Err(unknown(obstacle));
        }
        let at_end = || error.clone().map_or(Ok(false), |error| Err(unknown(error)));
        if !run.device.capabilities().live {
            return at_end();
        }
        match attempts.next(run.times(), &*run.parts.sources) {
            Ok(next) => run.until_changed(next, &mut attempts).await,
            Err(Ended::Time | Ended::Attempts) => return at_end(),
            // The run has no time left for what would come next.
            Err(Ended::Run) => {
                return at_end().map_err(|error| error.cut_off(run.execution));
            }
            Err(Ended::NoRandomness(why)) => return Err(no_randomness(&why)),
        }
    }
}

/// Whether the node is on the screen. That it is not is said of whole trees of a phone that can be used.
async fn is_present(run: &mut Run<'_>, asked: &Asked) -> Result<bool, Attempt> {
    let scope = ContainerScope::default();
    let seen = look(run, false).await?;
    if presence(run, &seen, &asked.target, &scope).await?.count > 0 {
        // What lies below a lock screen is there for nobody.
        must_be_usable(run, &seen)?;
        return Ok(true);
    }
    let found = stays_gone(run, &seen, &asked.target, &scope).await?;
    Ok(found.count > 0)
}

fn unknown(error: StepError) -> StepError {
    StepError {
        message: format!("whether its `when` holds is not known: {}", error.message),
        ..error
    }
}
