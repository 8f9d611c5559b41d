//! What a swipe brought up, once it stays where it is.

use std::sync::Arc;
use std::time::Duration;

use clawperator_contract::{ContainerScope, ErrorCode, Target};
use clawperator_device::driver::{Observation, View};
use clawperator_ui::{Gesture, Point};

use crate::attempts::Attempts;
use crate::find::{Found, find};
use crate::run::Run;
use crate::step::{Attempt, StepError};

/// What is to be pressed, and how.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Wanted<'a> {
    pub(crate) target: &'a Target,
    pub(crate) scope: &'a ContainerScope,
    pub(crate) gesture: Gesture,
    /// How long to wait before it is looked at again.
    pub(crate) rest: Duration,
}

/// Reads the screen until the target is found twice in the same place.
///
/// A list that was swept may still be on its way when it is read, and a tree may lag behind what is shown: a press at
/// where the target was would meet another node.
pub(crate) async fn at_rest(
    run: &mut Run<'_>,
    wanted: Wanted<'_>,
    mut seen: Arc<Observation>,
    mut found: Found,
    attempts: &mut Attempts,
) -> Result<(Arc<Observation>, Found), StepError> {
    loop {
        run.pause(wanted.rest).await;
        let attempt = match look(run, wanted).await {
            Ok((again, found_again)) => {
                let stays = place(&seen, &found, wanted) == place(&again, &found_again, wanted);
                (seen, found) = (again, found_again);
                if stays {
                    return Ok((seen, found));
                }
                Attempt::Again(StepError::new(
                    ErrorCode::NodeNotClickable,
                    "it was found but keeps moving; nothing was pressed",
                ))
            }
            Err(attempt) => attempt,
        };
        run.try_again(attempts, attempt).await?;
    }
}

/// Reads the screen and finds the target in it.
pub(crate) async fn look(
    run: &mut Run<'_>,
    wanted: Wanted<'_>,
) -> Result<(Arc<Observation>, Found), Attempt> {
    let seen = run.look(View::default()).await?;
    let gesture = Some(wanted.gesture);
    let found = find(run, &seen, wanted.target, wanted.scope, gesture).await?;
    Ok((seen, found))
}

/// Where it would be pressed.
fn place(seen: &Observation, found: &Found, wanted: Wanted<'_>) -> Option<Point> {
    let node = seen.tree.get(found.node)?;
    node.touch_target(wanted.gesture).point().ok()
}
