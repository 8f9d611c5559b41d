//! Recordings: begun, ended, listed and fetched. Beginning and ending are sent once; where the answer was lost, what became
//! of it is unknown, and the list of recordings says which one goes on.

use clawperator_adb::Deadline;
use clawperator_contract::ErrorCode;
use clawperator_device::driver::{
    ActError, Acted, KeptRecording, NewRecording, Recorded, RecordingFile, Unavailable,
};
use clawperator_operator_protocol::{
    Answer, Fetch, Fetched, Kept, Record, Recorded as Told, Request, recording_path,
};

use crate::act::dispatch;
use crate::link::Link;
use crate::look::unexpected;
use crate::trouble::{Trouble, said};

pub(crate) async fn start(
    link: &Link,
    wanted: NewRecording<'_>,
    deadline: Deadline,
) -> Result<Acted, ActError> {
    let request = Request::Record(Record {
        name: wanted.name.to_owned(),
        texts: wanted.texts,
    });
    // What it refuses it has not begun.
    ended(once(link, &request, deadline).await?, |_| false)
}

pub(crate) async fn stop(
    link: &Link,
    name: Option<&str>,
    deadline: Deadline,
) -> Result<Acted, ActError> {
    // No name is the one that runs.
    let request = Request::StopRecording(name.unwrap_or_default().to_owned());
    // One that does not come to its end in time may come to it later.
    ended(once(link, &request, deadline).await?, |code| {
        matches!(code, "TIMED_OUT" | "FAILED")
    })
}

pub(crate) async fn list(link: &Link, deadline: Deadline) -> Result<Vec<KeptRecording>, Trouble> {
    match ask(link, &Request::Recordings, deadline).await? {
        Answer::Kept(kept) => Ok(kept.into_iter().map(known).collect()),
        _ => Err(unexpected()),
    }
}

/// All of a recording. One that goes on is fetched as far as it was when its end was first seen.
pub(crate) async fn fetch(
    link: &Link,
    name: &str,
    most: usize,
    deadline: Deadline,
) -> Result<Option<RecordingFile>, Unavailable> {
    let mut bytes = Vec::new();
    loop {
        let request = Request::Fetch(Fetch {
            name: name.to_owned(),
            from: u64::try_from(bytes.len()).unwrap_or(u64::MAX),
        });
        let Fetched { size, runs, part } = match ask(link, &request, deadline).await {
            Ok(Answer::Fetched(fetched)) => fetched,
            Ok(_) => return Err(unexpected().into()),
            Err(Trouble::Refused { code, .. }) if code == "NO_RECORDING" => return Ok(None),
            Err(trouble) => return Err(trouble.into()),
        };
        let is_last = part.is_empty();
        bytes.extend_from_slice(&part);
        if bytes.len() > most {
            return Err(Unavailable {
                code: ErrorCode::ServiceUnavailable,
                message: format!("the recording has more than {most} bytes"),
            });
        }
        let has = u64::try_from(bytes.len()).unwrap_or(u64::MAX);
        if is_last || has >= size {
            return Ok(Some(RecordingFile { bytes, runs }));
        }
    }
}

/// Asks, and once more where the stream was gone before anybody noticed: what only reads can be asked again.
async fn ask(link: &Link, request: &Request, deadline: Deadline) -> Result<Answer, Trouble> {
    let stream = link.stream(deadline).await?;
    match stream.ask(request, deadline).await {
        Err(_) if stream.is_lost() => {
            let stream = link.stream(deadline).await?;
            stream.ask(request, deadline).await
        }
        answer => answer,
    }
}

async fn once(link: &Link, request: &Request, deadline: Deadline) -> Result<Answer, ActError> {
    let (stream, mut sent) = dispatch(link, request, deadline).await?;
    stream
        .answer(&mut sent, deadline)
        .await
        .map_err(|lost| ActError::Unknown {
            message: format!("the answer to the request was lost: {lost}"),
        })
}

fn ended(answer: Answer, may_be_done: impl Fn(&str) -> bool) -> Result<Acted, ActError> {
    match answer {
        Answer::Recorded(told) => Ok(Acted::Recorded(recorded(told))),
        Answer::Error(refusal) if may_be_done(&refusal.code) => Err(ActError::Unknown {
            message: refusal.message,
        }),
        Answer::Error(refusal) => Err(ActError::Refused {
            code: match refusal.code.as_str() {
                "RECORDING" => ErrorCode::RecordingAlreadyInProgress,
                "NOT_RECORDING" => ErrorCode::RecordingNotInProgress,
                "NAME_TAKEN" => ErrorCode::ExecutionValidationFailed,
                other => said(other).unwrap_or(ErrorCode::ServiceUnavailable),
            },
            message: refusal.message,
        }),
        _ => Err(ActError::Unknown {
            message: unexpected().to_string(),
        }),
    }
}

fn recorded(told: Told) -> Recorded {
    Recorded {
        path: recording_path(&told.name),
        name: told.name,
        events: told.lines,
        dropped: told.dropped,
        withheld: told.withheld,
        bytes: told.bytes,
    }
}

fn known(kept: Kept) -> KeptRecording {
    KeptRecording {
        name: kept.name,
        bytes: kept.bytes,
        written_ms: kept.written_ms,
        runs: kept.runs,
    }
}
