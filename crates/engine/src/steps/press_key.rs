//! `press_key`: back, home, recents.

use clawperator_contract::actions::{Key, PressKeyParams};
use clawperator_contract::{Action, DataKey, RetryPreset};

use crate::attempts::Attempts;
use crate::evidence::unverified;
use crate::intent::Intent;
use crate::run::{Done, Run};
use crate::step::{Attempt, Data, StepError};

pub(crate) async fn perform(
    run: &mut Run<'_>,
    action: &Action,
    params: &PressKeyParams,
) -> Result<Done, StepError> {
    let evidence = run.look_before_blind_act().await;
    let mut attempts = Attempts::of(params.retry.as_ref(), RetryPreset::None);
    loop {
        match press(run, action, params.key).await {
            Ok(()) => break,
            Err(attempt) => run.try_again(&mut attempts, attempt).await?,
        }
    }
    Ok(Done {
        data: unverified(Data::new().with(DataKey::Key, params.key.name())),
        evidence,
    })
}

async fn press(run: &Run<'_>, action: &Action, key: Key) -> Result<(), Attempt> {
    let permit = run.permit(action, Intent::Key(key)).await?;
    run.act(permit).await?;
    Ok(())
}
