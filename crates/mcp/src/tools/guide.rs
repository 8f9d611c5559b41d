//! `guide`: how to use the tools well.

use clawperator_contract::{ErrorCode, Failure, excerpt};
use rmcp::model::JsonObject;
use serde::Deserialize;

use super::parse;
use crate::answer::{Answer, Outcome};

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Arguments {
    #[serde(default)]
    topic: Option<String>,
}

pub(super) fn guide(arguments: &JsonObject) -> Result<Answer, Failure> {
    let asked: Arguments = parse(arguments)?;
    let text = match asked.topic.as_deref() {
        None => clawperator_guide::start().to_owned(),
        Some(topic) => clawperator_guide::page(topic).ok_or_else(|| unknown(topic))?,
    };
    let mut answer = Answer::new(Outcome::Done);
    answer.line(text.trim_end());
    Ok(answer)
}

/// A topic that is not there.
pub(crate) fn unknown(topic: &str) -> Failure {
    let names: Vec<&str> = clawperator_guide::names().map(|(name, _)| name).collect();
    let message = format!("unknown topic '{}'", excerpt(topic));
    Failure::new(ErrorCode::UnknownName, message)
        .with_hint(format!("the topics are {}", names.join(", ")))
}
