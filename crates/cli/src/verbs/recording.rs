//! `recording start` and `recording stop`.

use clawperator_contract::Failure;
use clawperator_host::verbs::{Draft, StartRecording, StopRecording};

use super::execution_timeout;
use crate::args::{GlobalArgs, RecordingStartArgs, RecordingStopArgs};

pub(crate) fn start_recording(
    args: &RecordingStartArgs,
    global: &GlobalArgs,
) -> Result<Draft, Failure> {
    let start = StartRecording {
        name: args.session_id.clone(),
        texts: args.texts,
        timeout: execution_timeout(global)?,
    };
    Ok(start.into())
}

pub(crate) fn stop_recording(
    args: &RecordingStopArgs,
    global: &GlobalArgs,
) -> Result<Draft, Failure> {
    let stop = StopRecording {
        name: args.session_id.clone(),
        timeout: execution_timeout(global)?,
    };
    Ok(stop.into())
}
