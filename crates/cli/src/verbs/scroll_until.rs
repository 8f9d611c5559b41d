//! `scroll-until` and `scroll-and-click`: scroll to a node, and press it or not.

use clawperator_contract::{ActionType, Failure};

use super::draft::Frame;
use super::scroll::direction;
use super::{Draft, Milliseconds, required_target, timeout_or};
use crate::args::{GlobalArgs, ScrollAndClickArgs, ScrollTargetArgs, ScrollUntilArgs};
use crate::ids::CommandId;
use crate::selector_flags::{TargetFlags, container_params};

static FRAME: Frame = Frame {
    command_id: CommandId::Random("scroll-until"),
    task_id: None,
    source: "clawperator-cli",
    action_id: "a1",
    mode: None,
};

pub(crate) fn scroll_until(args: &ScrollUntilArgs, global: &GlobalArgs) -> Result<Draft, Failure> {
    let action_type = if args.click {
        ActionType::ScrollAndClick
    } else {
        ActionType::ScrollUntil
    };
    let examples = [
        "clawperator scroll-until --text \"About phone\"",
        "clawperator scroll-until up --id android:id/title --container-id android:id/list",
    ];
    scroll_to("scroll-until", action_type, &args.target, global, examples)
}

pub(crate) fn scroll_and_click(
    args: &ScrollAndClickArgs,
    global: &GlobalArgs,
) -> Result<Draft, Failure> {
    let examples = [
        "clawperator scroll-and-click --text \"About phone\"",
        "clawperator scroll-and-click up --id android:id/title",
    ];
    scroll_to(
        "scroll-and-click",
        ActionType::ScrollAndClick,
        &args.target,
        global,
        examples,
    )
}

fn scroll_to(
    verb: &str,
    action_type: ActionType,
    args: &ScrollTargetArgs,
    global: &GlobalArgs,
    examples: [&str; 2],
) -> Result<Draft, Failure> {
    let target = required_target(verb, &TargetFlags::from(&args.selector), examples)?;
    let container = container_params(&args.container)?;
    let timeout = timeout_or(Milliseconds::DEFAULT, global)?;
    Ok(Draft::new(&FRAME, action_type, timeout)
        .param("direction", direction(&args.direction)?.unwrap_or("down"))
        .params(target)
        .params(container))
}
