//! Pressing a node that was found.

use clawperator_contract::actions::ClickType;
use clawperator_contract::{Action, ErrorCode};
use clawperator_device::hand::{Observation, Point, Touch};
use clawperator_ui::{Gesture, Node, Role, TouchTarget};

use crate::find::Found;
use crate::guard::Intent;
use crate::press::Press;
use crate::run::Run;
use crate::step::{Attempt, Data, StepError};

/// How long a finger rests for a long press.
pub(crate) const LONG_PRESS_MILLIS: u32 = 650;

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
        let error = StepError::new(ErrorCode::InternalError, "the match is of another tree");
        return Err(Attempt::Stop(error));
    };
    let target = node.touch_target(gesture(click_type));
    if click_type == ClickType::Focus
        && !run.device.capabilities().focus_any_node
        && target.node.role() != Role::Textfield
    {
        return Err(Attempt::Stop(StepError::new(
            ErrorCode::CapabilityUnsupported,
            format!(
                "this driver can give the focus to a text field only, and {} is none; nothing was touched",
                node.describe()
            ),
        )));
    }
    let at = point_of(&target, click_type)
        .map_err(|error| Attempt::Again(error.with(found.data.clone())))?;
    let intent = Intent::Node {
        node: target.node,
        gesture: gesture(click_type),
    };
    run.allow(action, intent).await?;
    press_point(run, at, click_type).await?;
    let data = found
        .data
        .clone()
        .with("click_types", name(click_type))
        .with("coordinate", format_args!("({},{})", at.x, at.y));
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
    // A long press is often handled without being declared, and in a web page nothing declares what it takes.
    if !target.takes_gesture && click_type != ClickType::LongClick && !is_in_web_page(target.node) {
        return Err(not_clickable(
            "neither it nor anything around it takes taps; press a coordinate if it should be pressed all the same",
        ));
    }
    match target.point() {
        Some(touch) if touch.is_contested => Err(not_clickable(
            "another node in the very same place takes taps too, and which of them is above cannot be told; scroll it free, press the other one, or a coordinate",
        )),
        Some(touch) => Ok(Point {
            x: touch.point.x,
            y: touch.point.y,
        }),
        None => Err(not_clickable("nothing of it can be seen")),
    }
}

/// The gesture of a way to press.
pub(crate) const fn gesture(click_type: ClickType) -> Gesture {
    match click_type {
        ClickType::Default => Gesture::Tap,
        ClickType::LongClick => Gesture::LongPress,
        ClickType::Focus => Gesture::Focus,
    }
}

fn is_in_web_page(node: Node<'_>) -> bool {
    node.ancestors()
        .any(|ancestor| ancestor.class() == "android.webkit.WebView")
}

/// Presses a point.
pub(crate) async fn press_point(
    run: &Run<'_>,
    at: Point,
    click_type: ClickType,
) -> Result<(), Attempt> {
    let touch = match click_type {
        ClickType::Default | ClickType::Focus => Touch::Tap(at),
        ClickType::LongClick => Touch::Hold {
            at,
            millis: LONG_PRESS_MILLIS,
        },
    };
    run.act(run.device.touch(touch, run.for_acts())).await?;
    Ok(())
}

/// The word of the contract for a way to press.
pub(crate) const fn name(click_type: ClickType) -> &'static str {
    match click_type {
        ClickType::Default => "default",
        ClickType::LongClick => "long_click",
        ClickType::Focus => "focus",
    }
}
