//! `guide`: how an agent drives a phone, as Markdown. Agents read it through a pipe, so it is text there too.

use clawperator_contract::{ErrorCode, Failure, did_you_mean, excerpt};
use serde::Serialize;

use crate::args::GuideArgs;
use crate::context::Context;

#[derive(Serialize)]
struct Guide<'g> {
    version: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    topic: Option<&'g str>,
    text: &'g str,
    /// What can be asked for.
    topics: Vec<TopicRow>,
}

#[derive(Serialize)]
struct TopicRow {
    name: &'static str,
    about: &'static str,
}

pub(super) fn guide(args: &GuideArgs, context: &Context<'_, '_>) -> Result<String, Failure> {
    let name = args
        .topic
        .as_deref()
        .map(|name| name.trim().to_ascii_lowercase());
    let name = name.as_deref();
    let text = match name {
        None => clawperator_guide::start().to_owned(),
        Some(name) => clawperator_guide::page(name).ok_or_else(|| unknown_topic(name))?,
    };
    if !context.global.names_json() {
        return Ok(text);
    }
    let topics = clawperator_guide::names().map(|(name, about)| TopicRow { name, about });
    let guide = Guide {
        version: clawperator_guide::VERSION,
        topic: name,
        text: &text,
        topics: topics.collect(),
    };
    Ok(context.printer.render(&guide, |_| text.clone()))
}

/// There are few topics: all of them are named.
fn unknown_topic(name: &str) -> Failure {
    let names: Vec<&str> = clawperator_guide::names().map(|(name, _)| name).collect();
    let list = format!("the topics are {}", names.join(", "));
    let hint = match did_you_mean(name, names.iter().copied()) {
        Some(near) => format!("did you mean '{near}'? {list}"),
        None => list,
    };
    let message = format!("unknown topic '{}'", excerpt(name));
    Failure::new(ErrorCode::UnknownName, message).with_hint(hint)
}
