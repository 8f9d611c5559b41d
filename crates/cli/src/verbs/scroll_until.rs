//! `scroll-until` and `scroll-and-click`: scroll to a node, and press it or not.

use clawperator_contract::Failure;
use clawperator_host::verbs::{Draft, ScrollUntil};

use super::scroll::direction;
use super::{execution_timeout, required_target};
use crate::args::{GlobalArgs, ScrollAndClickArgs, ScrollTargetArgs, ScrollUntilArgs};
use crate::selector_flags::{TargetFlags, container};

pub(crate) fn scroll_until(args: &ScrollUntilArgs, global: &GlobalArgs) -> Result<Draft, Failure> {
    let examples = [
        "clawperator scroll-until --text \"About phone\"",
        "clawperator scroll-until up --id android:id/title --container-id android:id/list",
    ];
    scroll_to("scroll-until", args.click, &args.target, global, examples)
}

pub(crate) fn scroll_and_click(
    args: &ScrollAndClickArgs,
    global: &GlobalArgs,
) -> Result<Draft, Failure> {
    let examples = [
        "clawperator scroll-and-click --text \"About phone\"",
        "clawperator scroll-and-click up --id android:id/title",
    ];
    scroll_to("scroll-and-click", true, &args.target, global, examples)
}

fn scroll_to(
    verb: &str,
    click: bool,
    args: &ScrollTargetArgs,
    global: &GlobalArgs,
    examples: [&str; 2],
) -> Result<Draft, Failure> {
    // The order of the fields is the order in which mistakes are reported.
    let scroll = ScrollUntil {
        target: required_target(verb, &TargetFlags::from(&args.selector), examples)?,
        click,
        container: container(&args.container)?,
        timeout: execution_timeout(global)?,
        direction: direction(&args.direction)?,
    };
    Ok(scroll.into())
}
