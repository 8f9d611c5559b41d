//! `list_apps`, `clear_app`, `uninstall_app` and `set_permission`.
//!
//! What the phone's programs say of a change is not taken for the change: an app is gone when the phone no longer has it,
//! and a permission is granted when the phone lists it so.

use clawperator_contract::actions::{
    ClearAppParams, ListAppsParams, SetPermissionParams, UninstallAppParams,
};
use clawperator_contract::limits::MAX_LISTED_APPS;
use clawperator_contract::{Action, DataKey, ErrorCode, Integer, Text, did_you_mean};
use clawperator_device::driver::{
    ActError, AppChange, InstalledApp, Standing, Unavailable, nearest_app,
};
use serde_json::json;

use crate::guard::{ActQuestion, Verdict};
use crate::guarded_device::Permit;
use crate::intent::Intent;
use crate::run::{Done, LOOK_LIMIT, Run};
use crate::step::{Attempt, Data, StepError};

pub(crate) async fn list(
    run: &mut Run<'_>,
    action: &Action,
    params: &ListAppsParams,
) -> Result<Done, StepError> {
    let within = run.for_acts().min(LOOK_LIMIT);
    let apps = run.device.apps(within).await;
    let apps = apps.map_err(|error| unknown(&error))?;
    let contains = params.contains.as_ref().map(Text::as_str);
    let contains = contains.map(str::to_lowercase);
    let fits = |app: &&InstalledApp| {
        let part = contains.as_deref();
        part.is_none_or(|part| app.package.to_lowercase().contains(part))
    };
    let fitting: Vec<&InstalledApp> = apps.iter().filter(fits).collect();
    let limit = params.limit.as_ref().map_or(MAX_LISTED_APPS, Integer::get);
    let limit = usize::try_from(limit).unwrap_or(usize::MAX);
    let listed: Vec<&InstalledApp> = fitting.iter().take(limit).copied().collect();
    let names: Vec<&str> = listed.iter().map(|app| app.package.as_str()).collect();
    let allowed = run.allow(action, Intent::ListApps(&names)).await;
    allowed.map_err(Attempt::into_error)?;
    let rows: Vec<_> = listed.iter().map(|app| row(app)).collect();
    let data = Data::new()
        .with(DataKey::Apps, json!(rows))
        .with(DataKey::Count, listed.len())
        .with(DataKey::Total, fitting.len());
    Ok(data.into())
}

/// One app of the list. A version may be larger than what every reader of JSON keeps exact.
fn row(app: &InstalledApp) -> serde_json::Value {
    let mut row = json!({
        "applicationId": app.package,
        "system": app.system,
        "enabled": app.enabled,
    });
    if let (Some(row), Some(code)) = (row.as_object_mut(), app.version_code) {
        row.insert("versionCode".to_owned(), json!(code.to_string()));
    }
    row
}

pub(crate) async fn clear(
    run: &mut Run<'_>,
    action: &Action,
    params: &ClearAppParams,
) -> Result<Done, StepError> {
    let package = params.application_id.as_str();
    let data = Data::new().with(DataKey::ApplicationId, package);
    let change = AppChange::Clear { package };
    let permit = run.may_change(action, change, &data).await?;
    run.must_have(action, package, &data).await?;
    match run.act(permit).await {
        Ok(_) => Ok(data.into()),
        Err(error) => Err(not_done(error, data)),
    }
}

pub(crate) async fn uninstall(
    run: &mut Run<'_>,
    action: &Action,
    params: &UninstallAppParams,
) -> Result<Done, StepError> {
    let package = params.application_id.as_str();
    let data = Data::new().with(DataKey::ApplicationId, package);
    let change = AppChange::Uninstall { package };
    let permit = run.may_change(action, change, &data).await?;
    run.must_have(action, package, &data).await?;
    let said = run.act(permit).await;
    let error = match said {
        Ok(_) => None,
        Err(error @ ActError::Declined { .. }) => Some(error),
        Err(error) => return Err(not_done(error, data)),
    };
    let within = run.for_acts().min(LOOK_LIMIT);
    let installed = run.device.is_installed(package, within).await;
    let word = match &installed {
        Ok(installed) => installed.to_string(),
        Err(_) => "unknown".to_owned(),
    };
    let data = data.with(DataKey::Installed, word);
    let fail = |code, message: String| Err(StepError::new(code, message).with(data.clone()));
    match (error, installed) {
        (None, Ok(false)) => Ok(data.into()),
        (None, Ok(true)) => fail(
            ErrorCode::ActionFailed,
            "the phone says that it was uninstalled, and it is still installed: of an app of the system, only updates can be removed"
                .to_owned(),
        ),
        (None, Err(error)) => fail(
            ErrorCode::OutcomeUnknown,
            format!(
                "the phone says that it was uninstalled; whether it is gone is unknown: {}",
                error.message
            ),
        ),
        (Some(error), Ok(false)) => fail(
            ErrorCode::OutcomeUnknown,
            format!("it is not installed any more, and the phone says that it was not uninstalled: {error}"),
        ),
        (Some(error), _) => Err(not_done(error, data)),
    }
}

pub(crate) async fn set_permission(
    run: &mut Run<'_>,
    action: &Action,
    params: &SetPermissionParams,
) -> Result<Done, StepError> {
    let package = params.application_id.as_str();
    let permission = params.permission.as_str();
    let granted = params.granted;
    let data = Data::new()
        .with(DataKey::ApplicationId, package)
        .with(DataKey::Permission, permission);
    let change = AppChange::Permission {
        package,
        permission,
        granted,
    };
    let permit = run.may_change(action, change, &data).await?;
    let was = run.may_be_set(action, package, permission, &data).await?;
    let data = data.with(DataKey::Was, was);
    if was == granted {
        return Ok(data.with(DataKey::Granted, granted).into());
    }
    if let Err(error) = run.act(permit).await {
        return Err(not_done(error, data));
    }
    let unknown = |why: &str| {
        let message = format!("it was sent; which permission the app has now is unknown: {why}");
        StepError::new(ErrorCode::OutcomeUnknown, message)
            .with(data.clone().with(DataKey::Granted, "unknown"))
    };
    let within = run.for_acts().min(LOOK_LIMIT);
    let after = run.device.permissions(package, within).await;
    let after = after.map_err(|error| unknown(&error.message))?;
    match after.map(|after| after.standing(permission)) {
        Some(Standing::Runtime { granted: now }) if now == granted => {
            Ok(data.with(DataKey::Granted, now).into())
        }
        Some(Standing::Runtime { granted: now }) => {
            let is = if now {
                "still granted"
            } else {
                "still not granted"
            };
            let message = format!(
                "the permission is {is}, and the phone does not say why; the system may have fixed it"
            );
            let error = StepError::new(ErrorCode::ActionFailed, message);
            Err(error.with(data.with(DataKey::Granted, now)))
        }
        Some(Standing::Installed | Standing::NotRequested) | None => {
            Err(unknown("the phone no longer lists it"))
        }
    }
}

impl Run<'_> {
    /// Asks whether an app may be changed.
    async fn may_change<'q>(
        &self,
        action: &Action,
        change: AppChange<'q>,
        data: &Data,
    ) -> Result<Permit<'q>, StepError> {
        let permit = self.permit(action, Intent::ManageApp(change)).await;
        permit.map_err(|attempt| attempt.into_error().with(data.clone()))
    }

    /// Refuses an app that is not installed.
    async fn must_have(
        &self,
        action: &Action,
        package: &str,
        data: &Data,
    ) -> Result<(), StepError> {
        let within = self.for_acts().min(LOOK_LIMIT);
        match self.device.is_installed(package, within).await {
            Ok(true) => Ok(()),
            Ok(false) => Err(self.not_there(action, package).await.with(data.clone())),
            Err(error) => Err(unknown(&error).with(data.clone())),
        }
    }

    /// Whether the app has the permission; refuses one that nobody can set.
    async fn may_be_set(
        &self,
        action: &Action,
        package: &str,
        permission: &str,
        data: &Data,
    ) -> Result<bool, StepError> {
        let within = self.for_acts().min(LOOK_LIMIT);
        let before = self.device.permissions(package, within).await;
        let before = before.map_err(|error| unknown(&error).with(data.clone()))?;
        let Some(before) = before else {
            return Err(self.not_there(action, package).await.with(data.clone()));
        };
        let named = format!("`{}`", clawperator_contract::excerpt(permission));
        let message = match before.standing(permission) {
            Standing::Runtime { granted } => return Ok(granted),
            Standing::Installed => format!(
                "{named} is granted with the installation, and nobody can change it; nothing was sent"
            ),
            Standing::NotRequested => {
                let near = did_you_mean(permission, before.requested());
                let near = near.map_or_else(String::new, |near| format!(", only for `{near}`"));
                format!("the app does not ask for {named}{near}; nothing was sent")
            }
        };
        Err(StepError::new(ErrorCode::ActionFailed, message).with(data.clone()))
    }

    /// The error of an app that is not installed, with the nearest that is, where that may be told.
    async fn not_there(&self, action: &Action, package: &str) -> StepError {
        let near = match self.nearest(action, package).await {
            Some(near) => format!("; the nearest is `{near}`"),
            None => String::new(),
        };
        let named = clawperator_contract::excerpt(package);
        StepError::new(
            ErrorCode::AppNotFound,
            format!("no app with that package is installed: `{named}`{near}"),
        )
    }

    async fn nearest(&self, action: &Action, package: &str) -> Option<String> {
        let within = self.for_acts().min(LOOK_LIMIT);
        let apps = self.device.apps(within).await.ok()?;
        let name = nearest_app(package, &apps)?;
        let names = [name];
        let question = ActQuestion {
            action: Some(action),
            intent: Intent::ListApps(&names),
            front: None,
            leads_to: None,
        };
        let may_show = self.device.escort().may_show(&question) == Verdict::Allow;
        may_show.then(|| name.to_owned())
    }
}

fn unknown(error: &Unavailable) -> StepError {
    StepError::new(error.code, error.message.clone())
}

/// The error of a change that the phone did not do, or may not have done.
fn not_done(error: ActError, data: Data) -> StepError {
    Attempt::from(error).into_error().with(data)
}
