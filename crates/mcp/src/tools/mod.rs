//! The tools: what each takes, and what it does.

mod act;
mod devices;
mod guide;
mod look;
mod read;
mod runs;
mod skills;
mod table;

use clawperator_contract::{ErrorCode, Failure, excerpt};
use rmcp::model::JsonObject;
use serde::de::DeserializeOwned;
use serde_json::Value;

pub(crate) use self::table::TOOLS;
use crate::answer::Answer;
use crate::run::Call;

/// Calls a tool by its name; nothing where there is none of this name.
pub(crate) async fn call(
    call: &Call<'_>,
    tool: &str,
    arguments: &JsonObject,
) -> Option<Result<Answer, Failure>> {
    Some(match tool {
        "devices" => devices::devices(call, arguments).await,
        "snapshot" => look::snapshot(call, arguments).await,
        "screenshot" => look::screenshot(call, arguments).await,
        "act" => act::act(call, arguments).await,
        "open" => act::open(call, arguments).await,
        "close" => act::close(call, arguments).await,
        "wait" => read::wait(call, arguments).await,
        "read" => read::read(call, arguments).await,
        "search_skills" => skills::search(call, arguments).await,
        "run_skill" => skills::run(call, arguments).await,
        "run" => runs::run(call, arguments).await,
        "guide" => guide::guide(arguments),
        _ => return None,
    })
}

/// The arguments of a tool. What is wrong is told by its place, without repeating it.
fn parse<T: DeserializeOwned>(arguments: &JsonObject) -> Result<T, Failure> {
    serde_json::from_value(Value::Object(arguments.clone())).map_err(|error| {
        let message = format!(
            "the arguments are not as this tool takes them: {}; nothing was sent",
            excerpt(&error.to_string())
        );
        Failure::new(ErrorCode::ExecutionValidationFailed, message)
            .with_hint("the tool's input schema has every field")
    })
}
