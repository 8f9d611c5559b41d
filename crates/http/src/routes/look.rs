//! `/snapshot` and `/screenshot`: one look at a phone.

use std::sync::Arc;

use axum::Extension;
use axum::extract::{Request, State};
use axum::response::Response;
use clawperator_contract::{RunOptions, SnapshotForm, validate};
use clawperator_host::OutputFolder;
use clawperator_host::verbs::{Draft, Frame, Screenshot, Snapshot};
use schemars::JsonSchema;
use serde::Deserialize;

use super::asked::{DeviceId, check_budget, checked};
use super::execute::{Asked, identity, key, run};
use crate::answer::Refused;
use crate::app::App;
use crate::body;
use crate::tokens::Caller;

/// What to read of which phone.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct SnapshotBody {
    /// The phone's serial; without it the only phone.
    #[serde(default)]
    #[schemars(with = "Option<String>", regex(pattern = "^[!-~]{1,256}$"))]
    device_id: Option<DeviceId>,
    /// Which program on the phone is meant; there is none, so it changes nothing.
    #[serde(default, rename = "operatorPackage")]
    _operator_package: Option<String>,
    /// The form of the snapshot; compact without it.
    #[serde(default)]
    snapshot: Option<SnapshotForm>,
    /// The most characters of the compact form, at least 500.
    #[serde(default)]
    #[schemars(range(min = 500))]
    budget: Option<u32>,
}

/// Of which phone to take a picture.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct ScreenshotBody {
    /// The phone's serial; without it the only phone.
    #[serde(default)]
    #[schemars(with = "Option<String>", regex(pattern = "^[!-~]{1,256}$"))]
    device_id: Option<DeviceId>,
    /// Which program on the phone is meant; there is none, so it changes nothing.
    #[serde(default, rename = "operatorPackage")]
    _operator_package: Option<String>,
    /// Where the picture goes, below the output folder of the token: a relative path of plain names.
    #[serde(default)]
    path: Option<String>,
    /// The most pixels of its longest side, 64 to 16384; without it as large as the screen.
    #[serde(default)]
    max_side: Option<u32>,
    /// Whether the numbers of refs are drawn on it.
    #[serde(default)]
    marks: bool,
}

pub(super) async fn snapshot(
    State(app): State<Arc<App>>,
    Extension(caller): Extension<Caller>,
    request: Request,
) -> Result<Response, Refused> {
    let key = key(request.headers())?;
    let bytes = body::read(request).await?;
    let parsed: SnapshotBody = body::parse(&bytes)?;
    let form = parsed.snapshot.unwrap_or(SnapshotForm::Compact);
    check_budget(parsed.budget, form)?;
    let draft = Draft::from(Snapshot { timeout: None }).framed(Frame::SERVED_SNAPSHOT);
    let asked = Asked {
        validated: validate(&draft.payload(&**app.host.store().sources())?)?,
        device_id: checked(parsed.device_id.as_ref())?.map(str::to_owned),
        options: RunOptions {
            snapshot: form,
            budget: parsed.budget,
            ..RunOptions::default()
        },
        key,
        request: identity("/snapshot", &bytes),
    };
    Ok(run(&app, &caller, asked).await?)
}

pub(super) async fn screenshot(
    State(app): State<Arc<App>>,
    Extension(caller): Extension<Caller>,
    request: Request,
) -> Result<Response, Refused> {
    let key = key(request.headers())?;
    let bytes = body::read(request).await?;
    let parsed: ScreenshotBody = body::parse(&bytes)?;
    let shot = Screenshot {
        path: parsed.path,
        max_side: parsed.max_side,
        marks: parsed.marks,
        timeout: None,
    };
    let draft = Draft::from(shot).framed(Frame::SERVED_SCREENSHOT);
    let validated = validate(&draft.payload(&**app.host.store().sources())?)?;
    OutputFolder::check(&validated.execution)?;
    let asked = Asked {
        validated,
        device_id: checked(parsed.device_id.as_ref())?.map(str::to_owned),
        options: RunOptions::default(),
        key,
        request: identity("/screenshot", &bytes),
    };
    Ok(run(&app, &caller, asked).await?)
}
