//! Acting calls: one for each generation.

use clawperator_contract::{ErrorCode, Failure};
use clawperator_host::Phone;
use clawperator_host::jobs::{Claim, Submitted};
use rmcp::model::JsonObject;

use crate::once;
use crate::run::Call;

/// What becomes of an acting call.
pub(crate) enum Carried {
    /// It was made before, and this came of it.
    Before(Submitted),
    /// Its generation is free for it.
    Now(Box<Free>),
}

/// A phone on which a call may act, and its claim on the generation.
pub(crate) struct Free {
    pub(crate) phone: Phone,
    pub(crate) claim: Claim,
}

impl Call<'_> {
    /// Finds out whether a generation carries this call.
    pub(crate) async fn carried(
        &self,
        device: Option<&str>,
        generation: u64,
        call: (&str, &JsonObject),
    ) -> Result<Carried, Failure> {
        self.caller.require_act()?;
        let serial = self.serial(device).await?;
        let (jobs, caller) = (&self.state.jobs, &*self.caller.name);
        let now = self.sequence().await?;
        let given = self.state.handed.sequence(caller, &serial, generation);
        // What another server gave may be known all the same, if the numbers have not begun again since.
        let Some(sequence) = given.as_ref().or(now.as_ref()) else {
            return Err(once::never_given(generation));
        };
        let claim = once::claim(jobs, caller, &serial, (generation, sequence), call)?;
        // What was asked before is answered wherever its phone is now.
        let known = jobs.known(&claim);
        if let Some(known) = known.map_err(|failure| used(failure, generation))? {
            return Ok(Carried::Before(known));
        }
        if given.is_none() || given != now {
            return Err(once::never_given(generation));
        }
        let phone = self.phone(Some(&serial)).await?;
        self.state.handed.act(caller, &serial, generation);
        Ok(Carried::Now(Box::new(Free { phone, claim })))
    }
}

/// A refusal in the words of generations, if it is about one.
pub(crate) fn used(failure: Failure, generation: u64) -> Failure {
    match failure.code.known() {
        Some(ErrorCode::IdempotencyKeyReused) => once::used(generation),
        _ => failure,
    }
}
