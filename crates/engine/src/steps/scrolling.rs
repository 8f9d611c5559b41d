//! The loop behind `scroll`, `scroll_until` and `scroll_and_click`.

use std::sync::Arc;
use std::time::Duration;

use super::touch::{named, on};
use crate::attempts::Attempts;
use crate::evidence::Evidence;
use crate::find::{Found, find, find_container};
use crate::run::Run;
use crate::step::{Attempt, Data, StepError};
use clawperator_contract::actions::Direction;
use clawperator_contract::{Action, ContainerScope, DataKey, ErrorCode, Target, Window};
use clawperator_device::driver::{Observation, Touch, View};
use clawperator_sources::Moment;
use clawperator_ui::{Axis, Gesture, NoSwipe, Node};

const NOTHING_SCROLLS: &str = "take a snapshot; what scrolls is marked scrollable in it";

/// How long a target has to stay in its place where the tree was seen to lag behind the swipes.
const REST_WHEN_LAGGING: Duration = Duration::from_secs(3);

/// How to scroll once.
#[derive(Debug)]
pub(crate) struct Manner<'a> {
    pub(crate) direction: Direction,
    pub(crate) scope: &'a ContainerScope,
    pub(crate) ratio: f64,
    pub(crate) settle: Duration,
    pub(crate) find_child: bool,
}

/// When to stop.
#[derive(Debug)]
pub(crate) struct Bounds<'a> {
    /// What is looked for, if anything.
    pub(crate) target: Option<&'a Target>,
    /// What will be done with it.
    pub(crate) gesture: Option<Gesture>,
    pub(crate) max_scrolls: u32,
    pub(crate) until: Option<Moment>,
    /// How many scrolls in a row may move nothing.
    pub(crate) still: u32,
}

/// Why the loop ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Reason {
    TargetFound,
    EdgeReached,
    MaxScrollsReached,
    MaxDurationReached,
    NoPositionChange,
}

impl Reason {
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::TargetFound => "TARGET_FOUND",
            Self::EdgeReached => "EDGE_REACHED",
            Self::MaxScrollsReached => "MAX_SCROLLS_REACHED",
            Self::MaxDurationReached => "MAX_DURATION_REACHED",
            Self::NoPositionChange => "NO_POSITION_CHANGE",
        }
    }
}

/// What the loop came to.
#[derive(Debug)]
pub(crate) struct Scrolled {
    pub(crate) reason: Reason,
    pub(crate) scrolls: u32,
    pub(crate) seen: Arc<Observation>,
    /// The screen before the first scroll.
    pub(crate) first: Arc<Observation>,
    pub(crate) found: Option<Found>,
    /// Why the target was not found in the last tree.
    pub(crate) missing: Option<StepError>,
    /// The container's id or class, when one was scrolled.
    pub(crate) container: Option<String>,
    /// How many containers fitted where one was named.
    pub(crate) containers: usize,
    /// Whether a swipe showed in the tree only after the next one: the tree lags, or swipes are lost.
    pub(crate) lagged: bool,
}

impl Scrolled {
    /// The screens before the first scroll and after the last, if there was one.
    pub(crate) fn evidence(&self) -> Option<Evidence> {
        (self.scrolls > 0).then(|| Evidence::Seen {
            before: Arc::clone(&self.first),
            after: Arc::clone(&self.seen),
        })
    }

    /// How long what was found has to stay in its place before it is pressed: two looks, or longer on a tree that lags.
    pub(crate) const fn rest(&self) -> Duration {
        if self.lagged {
            REST_WHEN_LAGGING
        } else {
            Duration::ZERO
        }
    }

    /// What to say of the container.
    pub(crate) fn describe_container(&self, data: &mut Data) {
        if let Some(container) = &self.container {
            data.set(DataKey::ResolvedContainer, container);
        }
        if self.containers > 1 {
            data.set(DataKey::ContainerCount, self.containers);
            data.set(
                DataKey::Warn,
                format!(
                    "{} containers match; the first in reading order was scrolled",
                    self.containers
                ),
            );
        }
    }
}

/// Scrolls until something ends it. `attempts` are for reading the screen and finding the container.
///
/// An error says how many swipes the phone has taken all the same.
pub(crate) async fn scroll(
    run: &mut Run<'_>,
    action: &Action,
    manner: &Manner<'_>,
    bounds: &Bounds<'_>,
    attempts: &mut Attempts,
) -> Result<Scrolled, StepError> {
    if manner.ratio <= 0.0 {
        let error = StepError::new(
            ErrorCode::GestureFailed,
            "distanceRatio is 0: a finger that does not move would be a tap; nothing was touched",
        );
        return Err(error
            .with(Data::new().with(DataKey::Hint, "give a distanceRatio above 0, such as 0.7")));
    }
    let mut so_far = SoFar::default();
    let scrolled = scroll_on(run, action, manner, bounds, attempts, &mut so_far).await;
    scrolled.map_err(|error| error.with(so_far.describe()))
}

/// What has been done, for whoever is told that it went wrong.
#[derive(Debug, Default)]
struct SoFar {
    scrolls: u32,
    container: Option<String>,
}

impl SoFar {
    fn describe(&self) -> Data {
        let mut data = Data::new().with(DataKey::ScrollsExecuted, self.scrolls);
        if let Some(container) = &self.container {
            data.set(DataKey::ResolvedContainer, container);
        }
        data
    }
}

async fn scroll_on(
    run: &mut Run<'_>,
    action: &Action,
    manner: &Manner<'_>,
    bounds: &Bounds<'_>,
    attempts: &mut Attempts,
    so_far: &mut SoFar,
) -> Result<Scrolled, StepError> {
    let first = look(run, attempts).await?;
    let mut seen = first.clone();
    let (mut still, mut moved_ever, mut lagged, mut containers) = (0, false, false, 0);
    let axis = Axis::of(manner.direction);
    loop {
        let (found, missing) = match bounds.target {
            None => (None, None),
            Some(target) => match find(run, &seen, target, manner.scope, bounds.gesture).await {
                Ok(found) => (Some(found), None),
                Err(Attempt::Again(error) | Attempt::IfAsked(error)) => (None, Some(error)),
                Err(Attempt::Stop(error) | Attempt::Approved(error)) => return Err(error),
            },
        };
        let reason = if found.is_some() {
            Some(Reason::TargetFound)
        } else if still >= bounds.still {
            Some(if moved_ever {
                Reason::EdgeReached
            } else {
                Reason::NoPositionChange
            })
        } else if so_far.scrolls >= bounds.max_scrolls {
            Some(Reason::MaxScrollsReached)
        } else if bounds.until.is_some_and(|until| run.clock().now() >= until) {
            Some(Reason::MaxDurationReached)
        } else {
            None
        };
        if let Some(reason) = reason {
            return Ok(Scrolled {
                reason,
                scrolls: so_far.scrolls,
                seen,
                first,
                found,
                missing,
                container: so_far.container.take(),
                containers,
                lagged,
            });
        }
        let container = match container(&seen, manner) {
            Ok((container, count)) => {
                containers = count;
                container
            }
            Err(_) if so_far.scrolls > 0 => return Err(lost()),
            Err(attempt) => {
                run.try_again(attempts, attempt).await?;
                seen = look(run, attempts).await?;
                continue;
            }
        };
        let position = container.scroll_position(axis);
        match swipe(run, action, &seen, container, manner).await {
            Ok(()) => {}
            Err(Attempt::Approved(_)) => {
                seen = look(run, attempts).await?;
                continue;
            }
            Err(attempt) => return Err(attempt.into_error()),
        }
        so_far.scrolls += 1;
        so_far.container = Some(label(container));
        run.pause(manner.settle).await;
        seen = look(run, attempts).await?;
        let (after, _) = self::container(&seen, manner).map_err(|_| lost())?;
        if position.has_moved(&after.scroll_position(axis)) {
            lagged |= still > 0;
            still = 0;
            moved_ever = true;
        } else {
            still += 1;
        }
    }
}

/// Reads the screen, again while the attempts last.
async fn look(run: &mut Run<'_>, attempts: &mut Attempts) -> Result<Arc<Observation>, StepError> {
    loop {
        match run.look(View::default()).await {
            Ok(seen) => return Ok(seen),
            Err(error) => run.try_again(attempts, Attempt::from(error)).await?,
        }
    }
}

/// The container that scrolls, in this tree, and how many fit where one is named.
fn container<'t>(seen: &'t Observation, manner: &Manner<'_>) -> Result<(Node<'t>, usize), Attempt> {
    let tree = &seen.tree;
    let found = find_container(seen, manner.scope)?;
    let Some((named, count)) = found.and_then(|found| Some((tree.get(found.node)?, found.count)))
    else {
        return tree
            .scroll_container(manner.direction, Window::App)
            .map(|container| (container, 1))
            .ok_or_else(|| {
                let error = StepError::new(
                    ErrorCode::ContainerNotFound,
                    "nothing on the screen scrolls that way",
                );
                Attempt::Again(error.with(Data::new().with(DataKey::Hint, NOTHING_SCROLLS)))
            });
    };
    let scrolls = if manner.find_child {
        named.first_scrollable()
    } else {
        Some(named).filter(|node| node.is_scrollable())
    };
    let scrolls = scrolls.map(|container| (container, count));
    scrolls.ok_or_else(|| {
        Attempt::Again(StepError::new(
            ErrorCode::ContainerNotScrollable,
            format!("{} does not scroll", named.describe()),
        ))
    })
}

async fn swipe(
    run: &Run<'_>,
    action: &Action,
    seen: &Observation,
    container: Node<'_>,
    manner: &Manner<'_>,
) -> Result<(), Attempt> {
    let swipe = container
        .swipe(manner.direction, manner.ratio)
        .map_err(|why| Attempt::Stop(no_swipe(container, &why)))?;
    let touch = Touch::Swipe {
        from: swipe.from,
        to: swipe.to,
        millis: swipe.duration_ms,
    };
    let finger = on(seen, touch, Gesture::Tap)
        .naming(container, container)
        .scrolling();
    run.touch(action, &finger).await
}

pub(crate) fn no_swipe(container: Node<'_>, why: &NoSwipe<'_>) -> StepError {
    let (why, hint) = match why {
        NoSwipe::NoDistance => (
            "there is no room for a swipe: the visible part of the container is too small"
                .to_owned(),
            "scroll a larger container, or bring more of this one onto the screen",
        ),
        NoSwipe::Blocked(by) => (
            format!(
                "every swipe path over {} crosses {}, which would take the touch; nothing was touched",
                container.describe(),
                named(by)
            ),
            "scroll another container, or set the control in the way directly",
        ),
    };
    StepError::new(ErrorCode::GestureFailed, why).with(Data::new().with(DataKey::Hint, hint))
}

/// How a container is named in data: by its id, else by its class.
fn label(container: Node<'_>) -> String {
    match container.resource_id() {
        "" => container.class().to_owned(),
        id => id.to_owned(),
    }
}

fn lost() -> StepError {
    StepError::new(
        ErrorCode::ContainerLost,
        "the container left the screen while it was being scrolled",
    )
}

/// The word of the contract for a direction.
pub(crate) const fn direction_name(direction: Direction) -> &'static str {
    match direction {
        Direction::Down => "down",
        Direction::Up => "up",
        Direction::Left => "left",
        Direction::Right => "right",
    }
}
