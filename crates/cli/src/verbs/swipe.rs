//! `swipe`: draw a finger from one point to another.

use clawperator_contract::{ActionType, ErrorCode, Failure};
use serde_json::{Value, json};

use super::draft::Frame;
use super::{Draft, Milliseconds, timeout_or};
use crate::args::{GlobalArgs, SwipeArgs};
use crate::ids::CommandId;

static FRAME: Frame = Frame {
    command_id: CommandId::Random("swipe"),
    task_id: None,
    source: "clawperator-action",
    action_id: "swipe",
    mode: Some("direct"),
};

pub(crate) fn swipe(args: &SwipeArgs, global: &GlobalArgs) -> Result<Draft, Failure> {
    let [from, to] = points(&args.points)?;
    let duration = match &args.duration {
        None => None,
        Some(typed) => Some(Milliseconds::parse(typed).ok_or_else(|| {
            refused("--duration requires a time in milliseconds, such as 300 or 1s")
        })?),
    };
    let timeout = timeout_or(Milliseconds::DEFAULT, global)?;
    Ok(Draft::new(&FRAME, ActionType::Swipe, timeout)
        .param("from", from)
        .param("to", to)
        .optional("durationMs", duration.map(Milliseconds::to_json)))
}

/// Two points: four numbers, or two pairs such as `540,1600`.
fn points(typed: &[String]) -> Result<[Value; 2], Failure> {
    let numbers = typed.iter().flat_map(|word| word.split(','));
    let numbers: Option<Vec<u64>> = numbers.map(|number| number.parse().ok()).collect();
    match numbers.as_deref() {
        Some([x1, y1, x2, y2]) => Ok([json!({ "x": x1, "y": y1 }), json!({ "x": x2, "y": y2 })]),
        _ => Err(
            refused("swipe requires four non-negative integers (x1 y1 x2 y2)")
                .with_hint("for example `clawperator swipe 540 1600 540 600`"),
        ),
    }
}

fn refused(message: &str) -> Failure {
    Failure::new(ErrorCode::ExecutionValidationFailed, message)
}
