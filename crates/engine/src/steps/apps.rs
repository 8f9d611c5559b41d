//! `open_app`, `open_uri` and `close_app`.

use clawperator_contract::actions::{CloseAppParams, OpenAppParams, OpenUriParams};
use clawperator_contract::{Action, RetryPreset};
use clawperator_device::hand::Launch;

use crate::attempts::Attempts;
use crate::evidence::unverified;
use crate::guard::Intent;
use crate::run::{Done, Run};
use crate::step::{Attempt, Data, StepError};

pub(crate) async fn open_app(
    run: &mut Run<'_>,
    action: &Action,
    params: &OpenAppParams,
) -> Result<Done, StepError> {
    let package = params.application_id.as_str();
    let mut attempts = Attempts::of(params.retry.as_ref(), RetryPreset::AppLaunch);
    let data = Data::new().with("application_id", package);
    let evidence = run.look_before_blind_act().await;
    loop {
        run.may(action).await?;
        let launch = run.act(run.device.launch(package, run.for_acts())).await;
        match launch.map_err(Attempt::from) {
            Ok(launch) => {
                let data = opened(data, &launch, Some(package));
                return Ok(Done { data, evidence });
            }
            Err(attempt) => {
                let attempt = attempt.with(data.clone());
                run.try_again(&mut attempts, attempt).await?;
            }
        }
    }
}

pub(crate) async fn open_uri(
    run: &mut Run<'_>,
    action: &Action,
    params: &OpenUriParams,
) -> Result<Done, StepError> {
    let uri = params.uri.as_str();
    let mut attempts = Attempts::of(params.retry.as_ref(), RetryPreset::AppLaunch);
    let data = Data::new().with("uri", uri);
    let evidence = run.look_before_blind_act().await;
    loop {
        run.may(action).await?;
        let launch = run.act(run.device.open(uri, run.for_acts())).await;
        match launch.map_err(Attempt::from) {
            Ok(launch) => {
                let data = opened(data, &launch, None);
                return Ok(Done { data, evidence });
            }
            Err(attempt) => {
                let attempt = attempt.with(data.clone());
                run.try_again(&mut attempts, attempt).await?;
            }
        }
    }
}

pub(crate) async fn close_app(
    run: &mut Run<'_>,
    action: &Action,
    params: &CloseAppParams,
) -> Result<Done, StepError> {
    let package = params.application_id.as_str();
    let mut attempts = Attempts::of(params.retry.as_ref(), RetryPreset::AppClose);
    let data = Data::new().with("application_id", package);
    let evidence = run.look_before_blind_act().await;
    loop {
        run.may(action).await?;
        let stopped = run.act(run.device.stop(package, run.for_acts())).await;
        match stopped.map_err(Attempt::from) {
            Ok(()) => {
                let data = unverified(data);
                return Ok(Done { data, evidence });
            }
            Err(attempt) => {
                let attempt = attempt.with(data.clone());
                run.try_again(&mut attempts, attempt).await?;
            }
        }
    }
}

/// What the phone said of what it opened: it names the activity that came to the front, which is evidence enough.
fn opened(mut data: Data, launch: &Launch, wanted: Option<&str>) -> Data {
    if let Some(package) = &launch.package {
        data.set("resolved_package", package);
    }
    if let Some(activity) = &launch.activity {
        data.set("resolved_activity", activity);
    }
    data.set("settled", launch.drawn);
    let named = match wanted {
        Some(wanted) => launch.package.as_deref() == Some(wanted),
        None => launch.package.is_some(),
    };
    data.set("effect", if named { "observed" } else { "unverified" });
    data
}

impl Run<'_> {
    /// Asks whether an action may be done that names all it does.
    async fn may(&self, action: &Action) -> Result<(), StepError> {
        self.allow(action, Intent::Whole)
            .await
            .map_err(Attempt::into_error)
    }
}
