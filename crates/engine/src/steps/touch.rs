//! Pressing a node that was found.

use clawperator_contract::actions::ClickType;
use clawperator_contract::{Action, ActionParams, DataKey, ErrorCode, Integer};
use clawperator_device::driver::{Observation, Touch};
use clawperator_ui::{Gesture, NoPoint, Point, Role, Taker, TouchTarget};

use crate::abilities::FOCUS_ANY_NODE;
use crate::find::Found;
use crate::intent::Finger;
use crate::press::Press;
use crate::run::Run;
use crate::step::{Attempt, Data, StepError};

/// How long a finger rests for a long press.
pub(crate) const LONG_PRESS_MILLIS: u32 = 650;

/// What to do about a node that something lies over.
const FREE_IT: &str = "close or scroll away what covers it, or press the covering node itself";

/// A node that was pressed.
#[derive(Debug)]
pub(crate) struct Pressed {
    /// How and where.
    pub(crate) data: Data,
    pub(crate) press: Press,
}

/// Presses a node.
pub(crate) async fn press_node(
    run: &Run<'_>,
    action: &Action,
    seen: &Observation,
    found: &Found,
    click_type: ClickType,
) -> Result<Pressed, Attempt> {
    let Some(node) = seen.tree.get(found.node) else {
        let error = StepError::new(
            ErrorCode::InternalError,
            "the match belongs to another tree",
        );
        return Err(Attempt::Stop(error));
    };
    let target = node.touch_target(gesture(click_type));
    if click_type == ClickType::Focus
        && FOCUS_ANY_NODE.is_missing(run.device.capabilities())
        && target.node.role() != Role::Textfield
    {
        return Err(Attempt::Stop(StepError::new(
            ErrorCode::CapabilityUnsupported,
            format!(
                "this driver can focus text fields only, and {} is not one; nothing was touched",
                node.describe()
            ),
        )));
    }
    let at = point_of(&target, click_type).map_err(|error| {
        let error = error.with(found.data.clone());
        // What is disabled mostly stays so; what is in the way mostly goes.
        if target.node.is_enabled() {
            Attempt::Again(error)
        } else {
            Attempt::IfAsked(error)
        }
    })?;
    let finger = finger(seen, at, Way::of(action, click_type)).naming(node, target.node);
    run.touch(action, &finger).await?;
    let mut data = found
        .data
        .clone()
        .with(DataKey::ClickTypes, name(click_type))
        .with(DataKey::Coordinate, format_args!("({},{})", at.x, at.y));
    if let Some(held) = asked_hold(action) {
        data.set(DataKey::HoldMs, held);
    }
    if click_type == ClickType::LongClick && !target.takes_gesture {
        data.warn(format_args!(
            "{} does not declare long presses; it may have handled this one as a click",
            target.node.describe()
        ));
    }
    let press = Press {
        node: target.node.id(),
        at,
    };
    Ok(Pressed { data, press })
}

/// Where to press, unless the target cannot be pressed.
pub(crate) fn point_of(
    target: &TouchTarget<'_>,
    click_type: ClickType,
) -> Result<Point, StepError> {
    let not_clickable = |why: &str| {
        StepError::new(
            ErrorCode::NodeNotClickable,
            format!("{} cannot be pressed: {why}", target.matched.describe()),
        )
    };
    if !target.node.is_enabled() {
        return Err(not_clickable("it is disabled"));
    }
    // What takes clicks takes long presses too, if only as clicks.
    let takes_it = target.takes_gesture
        || (click_type == ClickType::LongClick
            && target.matched.touch_target(Gesture::Tap).takes_gesture);
    // In a web page nothing declares what it takes.
    if !takes_it && !target.node.is_in_web_page() {
        return Err(not_clickable(
            if target
                .matched
                .touch_target(Gesture::LongPress)
                .takes_gesture
            {
                "it only takes long presses; press it for long, or press a coordinate to tap it anyway"
            } else {
                "neither it nor anything around it takes taps; press a coordinate to press it anyway"
            },
        ));
    }
    free_point(target)
}

/// A point of the target that nothing else takes.
pub(crate) fn free_point(target: &TouchTarget<'_>) -> Result<Point, StepError> {
    let not_clickable = |why: &str| {
        StepError::new(
            ErrorCode::NodeNotClickable,
            format!("{} cannot be pressed: {why}", target.matched.describe()),
        )
    };
    match target.point() {
        Ok(point) => Ok(point),
        Err(NoPoint::Unseen) => Err(not_clickable("no part of it is visible")),
        Err(NoPoint::OtherDisplay) => Err(not_clickable(
            "it is on another display, which this driver cannot touch",
        )),
        Err(NoPoint::Covered(by)) => {
            let why = format!(
                "it is covered by {}, which would take the touch",
                named(&by)
            );
            Err(not_clickable(&why).with(Data::new().with(DataKey::Hint, FREE_IT)))
        }
        Err(NoPoint::Contested(with)) => Err(not_clickable(&format!(
            "{} takes touches there too, and the dump does not say which is on top; scroll it clear, press the other one, or press a coordinate",
            named(&with)
        ))),
    }
}

/// Things that take touches, in words.
pub(crate) fn named(takers: &[Taker<'_>]) -> String {
    let takers: Vec<String> = takers.iter().map(|taker| taker.describe()).collect();
    takers.join(", ")
}

/// The gesture of a way to press.
pub(crate) const fn gesture(click_type: ClickType) -> Gesture {
    match click_type {
        ClickType::Default | ClickType::DoubleClick => Gesture::Tap,
        ClickType::LongClick => Gesture::LongPress,
        ClickType::Focus => Gesture::Focus,
    }
}

/// How a finger presses.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Way {
    pub(crate) click_type: ClickType,
    /// How long a long press takes, in milliseconds.
    hold_millis: u32,
}

impl Way {
    /// A way to press, as long as the action says.
    pub(crate) fn of(action: &Action, click_type: ClickType) -> Self {
        Self {
            click_type,
            hold_millis: asked_hold(action).unwrap_or(LONG_PRESS_MILLIS),
        }
    }
}

/// How long an action wants a finger to be held, where it says so.
pub(crate) fn asked_hold(action: &Action) -> Option<u32> {
    let ActionParams::Click(params) = &action.params else {
        return None;
    };
    let asked = params.hold_ms.as_ref().map(Integer::get)?;
    u32::try_from(asked).ok()
}

/// A finger that presses a point of this screen.
pub(crate) fn finger(seen: &Observation, at: Point, way: Way) -> Finger<'_> {
    on(seen, touch(at, way), gesture(way.click_type))
}

/// A finger on this screen.
pub(crate) fn on<'a>(seen: &'a Observation, touch: Touch<'a>, gesture: Gesture) -> Finger<'a> {
    let finger = Finger::on(&seen.tree, touch, gesture).in_tree(seen.number);
    if seen.tree.incomplete().is_some() {
        finger.with_nodes_missing()
    } else {
        finger
    }
}

/// How a finger presses a point.
pub(crate) const fn touch(at: Point, way: Way) -> Touch<'static> {
    match way.click_type {
        ClickType::Default | ClickType::Focus => Touch::Tap(at),
        ClickType::DoubleClick => Touch::DoubleTap(at),
        ClickType::LongClick => Touch::Hold {
            at,
            millis: way.hold_millis,
        },
    }
}

/// The word of the contract for a way to press.
pub(crate) const fn name(click_type: ClickType) -> &'static str {
    match click_type {
        ClickType::Default => "default",
        ClickType::LongClick => "long_click",
        ClickType::DoubleClick => "double_click",
        ClickType::Focus => "focus",
    }
}
