//! `devices`: the phones.

use clawperator_contract::Failure;
use futures_util::future::join_all;
use rmcp::model::JsonObject;
use serde::Deserialize;
use serde_json::json;

use super::parse;
use crate::answer::{Answer, Outcome};
use crate::run::{Call, PATIENCE};

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Arguments {}

pub(super) async fn devices(call: &Call<'_>, arguments: &JsonObject) -> Result<Answer, Failure> {
    let Arguments {} = parse(arguments)?;
    let caller = call.caller;
    let list = call.state.host.phones(PATIENCE).await?;
    let phones = list.devices.into_iter();
    let phones: Vec<_> = phones
        .filter(|phone| caller.require_phone(&phone.serial).is_ok())
        .collect();
    // Each by itself: one that does not answer delays no other.
    let minting = phones.iter().map(|phone| async {
        let is_ready = phone.state == "device";
        if is_ready {
            call.mint(&phone.serial, None).await
        } else {
            None
        }
    });
    let generations = join_all(minting).await;
    let mut answer = Answer::new(Outcome::Done);
    let mut listed = Vec::new();
    for (phone, generation) in phones.iter().zip(generations) {
        let model = phone.model.as_deref().unwrap_or("");
        let told = match generation {
            Some(generation) => format!("generation {generation}"),
            None if phone.state == "device" => "busy or not answering".to_owned(),
            None => "not ready".to_owned(),
        };
        answer.line(&format!("{} {} {model}: {told}", phone.serial, phone.state));
        listed.push(
            json!({ "device": phone.serial, "state": phone.state, "generation": generation }),
        );
    }
    if listed.is_empty() {
        answer.line("no phone is connected");
        answer.line(
            "next: ask the person to connect one and to run `clawperator doctor` at a terminal",
        );
    }
    answer.put("devices", listed);
    Ok(answer)
}
