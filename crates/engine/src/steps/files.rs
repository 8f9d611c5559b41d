//! `push_file` and `pull_file`.
//!
//! A payload names a file of this machine by a name, which the surface resolves; of the phone it names a path below the
//! folders that people share with adb's user. What is in a file is told to nobody: answers have its size and its hash.

use std::time::Duration;

use clawperator_contract::actions::{PullFileParams, PushFileParams};
use clawperator_contract::limits::MAX_FILE_BYTES;
use clawperator_contract::{Action, DataKey, ErrorCode, HostFile, PhonePath, hex};
use clawperator_device::driver::{AtPath, Unavailable};
use sha2::{Digest as _, Sha256};

use crate::intent::{Intent, NewFile};
use crate::run::{Done, LOOK_LIMIT, Run};
use crate::step::{Attempt, Data, StepError};

/// The largest file, as sizes of files are told.
const MOST: u64 = MAX_FILE_BYTES as u64;

pub(crate) async fn push(
    run: &mut Run<'_>,
    action: &Action,
    params: &PushFileParams,
) -> Result<Done, StepError> {
    let path = &params.phone_path;
    let data = about(path);
    let bytes = run
        .parts
        .artifacts
        .read_file(params.host_file.as_str())
        .await;
    let bytes = bytes.map_err(|error| {
        StepError::new(
            ErrorCode::FileUnreadable,
            format!("{error}; nothing was sent"),
        )
        .with(data.clone())
    })?;
    let sha256 = hex(&Sha256::digest(&bytes));
    let data = with_facts(data, &bytes, &sha256);
    let seconds = run.parts.sources.epoch_milliseconds() / 1000;
    let file = NewFile {
        path,
        bytes: &bytes,
        sha256: &sha256,
        modified: u32::try_from(seconds).unwrap_or(u32::MAX),
        replaces: params.replace == Some(true),
    };
    let permit = run.permit(action, Intent::Push(file)).await;
    let permit = permit.map_err(|refused| refused.into_error().with(data.clone()))?;
    let fail = |code, message: String| Err(StepError::new(code, message).with(data.clone()));
    let is_there = match run.file_at(path, &data).await? {
        AtPath::Nothing => false,
        AtPath::File { .. } if file.replaces => true,
        AtPath::File { .. } => {
            let message = "there is a file already; nothing was sent".to_owned();
            return fail(ErrorCode::PhoneFileExists, message);
        }
        AtPath::Other(what) => return fail(ErrorCode::PhoneFileRefused, not_copied(what)),
    };
    if let Err(error) = run.act(permit).await {
        return Err(Attempt::from(error).into_error().with(data));
    }
    let unknown = |what: String| {
        let message = format!("it was sent, and is not known to be there: {what}");
        Err(StepError::new(ErrorCode::OutcomeUnknown, message).with(data.clone()))
    };
    match run.file_at(path, &data).await {
        Ok(AtPath::File { size }) if usize::try_from(size) == Ok(bytes.len()) => {
            Ok(data.with(DataKey::Replaced, is_there).into())
        }
        Ok(AtPath::File { size }) => unknown(format!("the file there has {size} bytes")),
        Ok(AtPath::Nothing) => unknown("nothing has that path".to_owned()),
        Ok(AtPath::Other(what)) => unknown(format!("what has that path is {what}")),
        Err(error) => unknown(error.message),
    }
}

pub(crate) async fn pull(
    run: &mut Run<'_>,
    action: &Action,
    params: &PullFileParams,
) -> Result<Done, StepError> {
    let path = &params.phone_path;
    let data = about(path);
    let allowed = run.allow(action, Intent::Pull(path)).await;
    allowed.map_err(|refused| refused.into_error().with(data.clone()))?;
    let fail = |code, message: String| Err(StepError::new(code, message).with(data.clone()));
    match run.file_at(path, &data).await? {
        AtPath::Nothing => {
            let message = "the phone has no file of that path".to_owned();
            return fail(ErrorCode::PhoneFileNotFound, message);
        }
        AtPath::File { size } if size > MOST => {
            let message = format!("the file has {size} bytes, and at most {MOST} are copied");
            return fail(ErrorCode::PhoneFileRefused, message);
        }
        AtPath::File { .. } => {}
        AtPath::Other(what) => return fail(ErrorCode::PhoneFileRefused, not_copied(what)),
    }
    let within = run.for_acts();
    let read = run.device.read_file(path, MAX_FILE_BYTES, within).await;
    let bytes = read.map_err(|error| unread(&error, &data))?;
    let data = with_facts(data.clone(), &bytes, &hex(&Sha256::digest(&bytes)));
    let within = run.for_acts();
    let same = run.device.file_holds(path, &bytes, within).await;
    if !same.map_err(|error| unread(&error, &data))? {
        let message = "the file changed while it was read; nothing was kept".to_owned();
        return Err(StepError::new(ErrorCode::ActionFailed, message).with(data));
    }
    // The file service of adb does not say which phone it is of.
    let same = run
        .device
        .confirm_identity(run.for_acts().min(LOOK_LIMIT))
        .await;
    same.map_err(|error| unread(&error, &data))?;
    let artifacts = &run.parts.artifacts;
    let name = params.host_file.as_ref().map(HostFile::as_str);
    let command_id = run.execution.command_id().as_str();
    let saved = artifacts.save_file(name, command_id, action.id.as_str(), bytes);
    match saved.await {
        Ok(place) => Ok(data.with(DataKey::Path, place).into()),
        Err(error) => Err(StepError::new(ErrorCode::HostIoFailed, error.message).with(data)),
    }
}

impl Run<'_> {
    async fn file_at(&self, path: &PhonePath, data: &Data) -> Result<AtPath, StepError> {
        let within: Duration = self.for_acts().min(LOOK_LIMIT);
        let found = self.device.file_at(path, within).await;
        found.map_err(|error| unread(&error, data))
    }
}

fn about(path: &PhonePath) -> Data {
    Data::new().with(DataKey::PhonePath, path.as_str())
}

fn with_facts(data: Data, bytes: &[u8], sha256: &str) -> Data {
    let data = data.with(DataKey::Bytes, bytes.len());
    data.with(DataKey::Sha256, sha256)
}

fn not_copied(what: &str) -> String {
    format!("it is {what}, which is not copied; nothing was sent")
}

fn unread(error: &Unavailable, data: &Data) -> StepError {
    StepError::new(error.code, error.message.clone()).with(data.clone())
}
