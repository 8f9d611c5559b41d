//! What a body asks for.

use clawperator_contract::{
    ErrorCode, Failure, LEAST_BUDGET, RunOptions, SnapshotForm, TraceDetail,
};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::value::RawValue;

use crate::answer::plain;
use crate::body;

/// The longest serial.
const LONGEST_SERIAL: usize = 256;

/// A body with an execution, which is kept as it was written: duplicate keys are validation's to refuse.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct ExecuteBody<'body> {
    #[serde(borrow, default)]
    execution: Option<&'body RawValue>,
    #[serde(default)]
    device_id: Option<DeviceId>,
    /// Which program on the phone is meant; there is none, so it changes nothing.
    #[serde(default, rename = "operatorPackage")]
    _operator_package: Option<String>,
    #[serde(borrow, default)]
    options: Option<&'body RawValue>,
}

impl ExecuteBody<'_> {
    /// The payload's bytes.
    pub(super) fn execution(&self) -> Result<&[u8], Failure> {
        let written = self.execution.map(|raw| raw.get().as_bytes());
        written.ok_or_else(|| plain(ErrorCode::MissingExecution))
    }

    pub(super) fn device_id(&self) -> Result<Option<&str>, Failure> {
        checked(self.device_id.as_ref())
    }

    pub(super) fn options(&self) -> Result<RunOptions, Failure> {
        let options = match self.options {
            Some(written) => body::parse(written.get().as_bytes())?,
            None => HttpOptions::default(),
        };
        options.run_options()
    }
}

/// How an execution is run.
#[derive(Debug, Clone, Copy, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
pub(crate) struct HttpOptions {
    /// Whether each action waits until the screen has settled, and says what changed.
    settle: bool,
    /// The form of snapshots.
    snapshot: SnapshotForm,
    /// The most characters of a compact snapshot, at least 500.
    #[schemars(range(min = 500))]
    budget: Option<u32>,
    /// Whether the run waits for a person where the profile wants one asked; without it the run ends there.
    park: Option<bool>,
    /// How much of the run is kept.
    trace: TraceDetail,
}

impl HttpOptions {
    fn run_options(self) -> Result<RunOptions, Failure> {
        check_budget(self.budget, self.snapshot)?;
        Ok(RunOptions {
            settle: self.settle,
            snapshot: self.snapshot,
            budget: self.budget,
            park: matches!(self.park, None | Some(true)),
            trace: self.trace,
        })
    }
}

/// Refuses a budget that could not be kept to.
pub(super) fn check_budget(budget: Option<u32>, form: SnapshotForm) -> Result<(), Failure> {
    let message = match budget {
        Some(budget) if budget < LEAST_BUDGET => {
            format!("`budget` is at least {LEAST_BUDGET} characters")
        }
        Some(_) if form != SnapshotForm::Compact => "`budget` is for the compact form".to_owned(),
        _ => return Ok(()),
    };
    Err(Failure::new(ErrorCode::InvalidBody, message))
}

/// A serial as it was sent.
#[derive(Debug, Deserialize)]
#[serde(transparent)]
pub(crate) struct DeviceId(String);

/// The serial, if it has the form of one.
pub(super) fn checked(id: Option<&DeviceId>) -> Result<Option<&str>, Failure> {
    id.map(DeviceId::checked).transpose()
}

impl DeviceId {
    /// The serial, if it has the form of one.
    pub(crate) fn checked(&self) -> Result<&str, Failure> {
        let Self(serial) = self;
        let has_form = (1..=LONGEST_SERIAL).contains(&serial.len())
            && serial.bytes().all(|byte| byte.is_ascii_graphic());
        if has_form {
            Ok(serial)
        } else {
            Err(plain(ErrorCode::InvalidDeviceId))
        }
    }
}
