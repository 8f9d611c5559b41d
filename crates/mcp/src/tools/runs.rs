//! `run`: a run that went on after its call.

use clawperator_contract::Failure;
use rmcp::model::JsonObject;
use serde::Deserialize;

use super::parse;
use crate::answer::Answer;
use crate::run::Call;

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Arguments {
    run: String,
    #[serde(default, rename = "do")]
    what: What,
}

#[derive(Debug, Clone, Copy, Default, Deserialize)]
#[serde(rename_all = "snake_case")]
enum What {
    State,
    #[default]
    Wait,
    Cancel,
}

pub(super) async fn run(call: &Call<'_>, arguments: &JsonObject) -> Result<Answer, Failure> {
    let asked: Arguments = parse(arguments)?;
    let job = call.state.jobs.find(&asked.run);
    let own = job.filter(|job| {
        let is_own = job.asker() == Some(&*call.caller.name);
        is_own && call.caller.phones.have(job.device_id())
    });
    let Some(job) = own else {
        return call.kept(&asked.run).await;
    };
    match asked.what {
        What::State => Ok(call.state_of(&job).await),
        What::Wait => Ok(call.wait_for(&job).await),
        What::Cancel => {
            call.caller.require_act()?;
            job.cancel();
            Ok(call.wait_for(&job).await)
        }
    }
}
