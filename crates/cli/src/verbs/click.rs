//! `click`: press, long-press or focus a node, or press a point.

use clawperator_contract::{ActionType, ErrorCode, Failure};
use serde_json::{Value, json};

use super::draft::Frame;
use super::{Draft, Milliseconds, Patience, required_target, timeout_or};
use crate::args::{ClickArgs, GlobalArgs};
use crate::ids::CommandId;
use crate::selector_flags::TargetFlags;

static FRAME: Frame = Frame {
    command_id: CommandId::Random("click"),
    task_id: None,
    source: "clawperator-action",
    action_id: "click",
    mode: Some("direct"),
};

pub(crate) fn click(args: &ClickArgs, global: &GlobalArgs) -> Result<Draft, Failure> {
    let click_type = match (args.long, args.focus) {
        (true, true) => return Err(refused("--long and --focus are mutually exclusive")),
        (true, false) => Some("long_click"),
        (false, true) => Some("focus"),
        (false, false) => None,
    };
    let patience = Patience::of(&args.patience)?;
    let timeout = timeout_or(patience.timeout(Milliseconds::DEFAULT), global)?;
    let draft = Draft::new(&FRAME, ActionType::Click, timeout);
    let flags = TargetFlags::from(&args.selector).or_ref(args.node.as_deref());
    let draft = match &args.coordinate {
        None => {
            let examples = [
                "clawperator click --text \"Wi-Fi\"",
                "clawperator click --id com.example:id/submit",
            ];
            draft.params(required_target("click", &flags, examples)?)
        }
        Some(coordinate) => {
            let coordinate = point(coordinate)?;
            if !flags.params("matcher")?.is_empty() {
                return Err(refused("use --coordinate OR a selector, not both"));
            }
            if args.focus {
                return Err(refused("--focus is not supported with --coordinate"));
            }
            draft.param("coordinate", coordinate)
        }
    };
    Ok(draft
        .optional("clickType", click_type)
        .optional("retry", patience.retry()))
}

/// What is said of a `--coordinate` without two numbers.
pub(crate) fn bad_coordinate() -> Failure {
    refused("--coordinate requires two non-negative integers (x y)")
        .with_hint("for example --coordinate 540 1200")
}

fn point(typed: &[String]) -> Result<Value, Failure> {
    let numbers: Option<Vec<u64>> = typed.iter().map(|number| number.parse().ok()).collect();
    match numbers.as_deref() {
        Some([x, y]) => Ok(json!({ "x": x, "y": y })),
        _ => Err(bad_coordinate()),
    }
}

fn refused(message: &str) -> Failure {
    Failure::new(ErrorCode::ExecutionValidationFailed, message)
}
