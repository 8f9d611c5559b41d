//! `open_app`, `open_uri` and `close_app`.

use std::time::Duration;

use clawperator_contract::actions::{CloseAppParams, OpenAppParams, OpenUriParams};
use clawperator_contract::{Action, DataKey, ErrorCode, RetryPreset};
use clawperator_device::driver::{ActError, Acted, Condition, Launch, Opened, Opens};

use super::app_name::package_of;
use crate::attempts::Attempts;
use crate::evidence::unverified;
use crate::guarded_device::Permit;
use crate::intent::Intent;
use crate::run::{Done, Run};
use crate::step::{Attempt, Data, StepError};

/// The longest that is asked for what came of it: it was opened, and that is not held up by a phone that does not say.
const ASKING_LIMIT: Duration = Duration::from_secs(5);

pub(crate) async fn open_app(
    run: &mut Run<'_>,
    action: &Action,
    params: &OpenAppParams,
) -> Result<Done, StepError> {
    let mut attempts = Attempts::of(params.retry.as_ref(), RetryPreset::AppLaunch);
    let package = match (&params.application_id, &params.app_name) {
        (Some(package), _) => package.as_str().to_owned(),
        (None, Some(name)) => loop {
            match package_of(run, action, name.as_str()).await {
                Ok(package) => break package,
                Err(attempt) => run.try_again(&mut attempts, attempt).await?,
            }
        },
        (None, None) => {
            let error = StepError::new(ErrorCode::InternalError, "the action names no app");
            return Err(error);
        }
    };
    let package = package.as_str();
    let mut data = Data::new().with(DataKey::ApplicationId, package);
    let evidence = run.look_before_blind_act().await;
    if params.fresh == Some(true) {
        data.set(DataKey::Fresh, true);
        stop(run, action, package, &data, &mut attempts).await?;
    }
    loop {
        let permit = run.may(action, Intent::Open(Opens::App(package))).await?;
        let launch = run.open(permit).await;
        match launch.map_err(Attempt::from) {
            Ok(launch) => {
                let data = opened(run, data, &launch, Some(package)).await?;
                run.arrived(action, &data).await?;
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
    let data = Data::new().with(DataKey::Uri, uri);
    let evidence = run.look_before_blind_act().await;
    loop {
        let permit = run.may(action, Intent::Open(Opens::Uri(uri))).await?;
        let launch = run.open(permit).await;
        match launch.map_err(Attempt::from) {
            Ok(launch) => {
                let data = opened(run, data, &launch, None).await?;
                run.arrived(action, &data).await?;
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
    let data = Data::new().with(DataKey::ApplicationId, package);
    let evidence = run.look_before_blind_act().await;
    stop(run, action, package, &data, &mut attempts).await?;
    Ok(Done {
        data: unverified(data),
        evidence,
    })
}

async fn stop(
    run: &mut Run<'_>,
    action: &Action,
    package: &str,
    data: &Data,
    attempts: &mut Attempts,
) -> Result<(), StepError> {
    loop {
        let permit = run.may(action, Intent::Close { package }).await?;
        let stopped = run.act(permit).await;
        match stopped.map_err(Attempt::from) {
            Ok(_) => return Ok(()),
            Err(attempt) => run.try_again(attempts, attempt.with(data.clone())).await?,
        }
    }
}

/// What came of it: what the phone said of what it opened, and what it then has in front.
///
/// That `am` ended well proves that the app was told to come to the front. Whether it did is asked for: a phone may be
/// dark or locked, a dialog or another app may be over it, and an app may lead elsewhere by itself.
async fn opened(
    run: &Run<'_>,
    mut data: Data,
    launch: &Launch,
    wanted: Option<&str>,
) -> Result<Data, StepError> {
    if let Some(package) = &launch.package {
        data.set(DataKey::ResolvedPackage, package);
    }
    if let Some(activity) = &launch.activity {
        data.set(DataKey::ResolvedActivity, activity);
    }
    data.set(DataKey::Settled, launch.drawn);
    data.set(
        DataKey::Launch,
        match launch.how {
            Opened::Started => "started",
            Opened::BroughtToFront => "brought_to_front",
            Opened::Delivered => "delivered",
        },
    );
    let mut data = unverified(data);
    if !run.device.capabilities().live {
        return Ok(data);
    }
    let condition = match run.device.condition(run.for_acts().min(ASKING_LIMIT)).await {
        Ok(condition) => condition,
        Err(error) => {
            let warning = format!("which app is in front now is unknown: {}", error.message);
            return Ok(data.with(DataKey::Warn, warning));
        }
    };
    if let Some(obstacle) = condition.obstacle() {
        let message = format!("it was opened but is not visible: {obstacle}");
        return Err(StepError::new(ErrorCode::DeviceNotInteractive, message)
            .with(data.advise(&obstacle.remedy())));
    }
    describe_front(&mut data, &condition);
    if is_in_front(&condition, launch, wanted) {
        data.set(DataKey::Effect, "observed");
    }
    Ok(data)
}

/// Whether what was opened is in front of a phone that can be used.
fn is_in_front(condition: &Condition, launch: &Launch, wanted: Option<&str>) -> bool {
    let front = &condition.front;
    let package = wanted.or(launch.package.as_deref());
    let has_package = package.is_some() && front.package.as_deref() == package;
    // What was there already comes back as it was left, wherever that was.
    let has_activity = match (launch.how, &launch.activity) {
        (Opened::Started, Some(activity)) => front.activity.as_ref() == Some(activity),
        (Opened::Started, None) | (Opened::BroughtToFront | Opened::Delivered, _) => true,
    };
    condition.is_usable() && has_package && has_activity
}

/// What is in front now, and what lies over it.
fn describe_front(data: &mut Data, condition: &Condition) {
    if let Some(package) = &condition.front.package {
        data.set(DataKey::FrontPackage, package);
    }
    if let Some(activity) = &condition.front.activity {
        data.set(DataKey::FrontActivity, activity);
    }
    if let Some(cover) = &condition.covered_by {
        data.set(DataKey::CoveredBy, cover);
        data.set(DataKey::Warn, format!("the app is covered by {cover}"));
    }
}

impl Run<'_> {
    /// Opens something.
    async fn open(&self, permit: Permit<'_>) -> Result<Launch, ActError> {
        match self.act(permit).await? {
            Acted::Opened(launch) => Ok(launch),
            Acted::Done
            | Acted::Typed(_)
            | Acted::Tried(_)
            | Acted::Recorded(_)
            | Acted::Ran(_) => Err(ActError::Unknown {
                message: "the driver did not say what it opened".to_owned(),
            }),
        }
    }

    /// Asks whether an action may be done that names all it does.
    async fn may<'q>(&self, action: &Action, intent: Intent<'q>) -> Result<Permit<'q>, StepError> {
        let permit = self.permit(action, intent).await;
        permit.map_err(Attempt::into_error)
    }

    /// Asks whether the run may be where something led that was opened: what a phone says before need not be so.
    async fn arrived(&self, action: &Action, data: &Data) -> Result<(), StepError> {
        let allowed = self.allow(action, Intent::Arrived).await;
        allowed.map_err(|attempt| {
            let error = attempt.into_error();
            let message = format!(
                "it was opened, but nothing more is done there: {}",
                error.message
            );
            StepError { message, ..error }.with(data.clone())
        })
    }
}
