//! Recordings: begun and ended once, whatever becomes of the answer, and fetched within bounds.

use clawperator_contract::ErrorCode;
use clawperator_device::Device as _;
use clawperator_device::driver::{Act, ActError, Acted, NewRecording, RecordingFile, Unavailable};
use clawperator_operator_protocol::{Answer, Fetched, Recorded, Refusal, Request};

use super::bench::{Bench, LONG};
use super::puppet::{Line, Puppet};

const START: Act<'static> = Act::Record(NewRecording {
    name: "walk",
    texts: true,
});
const STOP: Act<'static> = Act::StopRecording { name: None };

async fn act(act: Act<'_>, plays: impl AsyncFnOnce(Line, Puppet)) -> Result<Acted, ActError> {
    let bench = Bench::new().await;
    let mut puppet = Puppet::new(bench.phone(), 1);
    let device = bench.operator();
    let acting = async {
        device.identity(LONG).await.unwrap();
        let acted = device.act(act, LONG).await;
        drop(device);
        acted
    };
    let playing = async {
        let line = puppet.line().await;
        plays(line, puppet).await;
    };
    tokio::join!(playing, acting).1
}

fn refusal(code: &str) -> Answer {
    Answer::Error(Refusal {
        code: code.to_owned(),
        message: "no".to_owned(),
    })
}

#[tokio::test(flavor = "multi_thread")]
async fn what_began_is_told() {
    let told = act(START, async |mut line, _puppet| {
        let (id, request) = line.request().await.unwrap();
        let Request::Record(record) = request else {
            panic!("{request:?}")
        };
        assert!(record.texts);
        let recorded = Recorded {
            name: record.name,
            lines: 0,
            dropped: 0,
            withheld: 0,
            bytes: 300,
        };
        line.answer(id, &Answer::Recorded(recorded)).await;
        assert_eq!(line.request().await, None);
    })
    .await;
    let Ok(Acted::Recorded(recorded)) = told else {
        panic!("{told:?}")
    };
    let file = "/data/local/tmp/clawperator-operator-recording-walk.ndjson";
    assert_eq!((&*recorded.name, &*recorded.path), ("walk", file));
}

#[tokio::test(flavor = "multi_thread")]
async fn one_whose_answer_is_lost_is_unknown_and_not_sent_again() {
    for act_of_it in [START, STOP] {
        let told = act(act_of_it, async |mut line, _puppet| {
            line.request().await.unwrap();
            drop(line);
        })
        .await;
        assert!(matches!(told, Err(ActError::Unknown { .. })), "{told:?}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn refusals_have_their_codes() {
    let refused = async |what: Act<'static>, code: &str| {
        act(what, async |mut line, _puppet| {
            let (id, _) = line.request().await.unwrap();
            line.answer(id, &refusal(code)).await;
            assert_eq!(line.request().await, None);
        })
        .await
        .unwrap_err()
    };
    for (what, said, code) in [
        (START, "RECORDING", ErrorCode::RecordingAlreadyInProgress),
        (START, "NAME_TAKEN", ErrorCode::ExecutionValidationFailed),
        (START, "NO_AUTOMATION", ErrorCode::ServiceUnavailable),
        (START, "FAILED", ErrorCode::ServiceUnavailable),
        (STOP, "NOT_RECORDING", ErrorCode::RecordingNotInProgress),
    ] {
        let error = refused(what, said).await;
        let message = "no".to_owned();
        assert_eq!(error, ActError::Refused { code, message }, "{said}");
    }
    // One that does not come to its end in time may come to it later.
    let error = refused(STOP, "TIMED_OUT").await;
    assert!(matches!(error, ActError::Unknown { .. }), "{error:?}");
}

async fn fetch(
    most: usize,
    parts: Vec<(u64, &'static [u8])>,
) -> Result<Option<RecordingFile>, Unavailable> {
    let bench = Bench::new().await;
    let mut puppet = Puppet::new(bench.phone(), 1);
    let device = bench.operator();
    let fetching = async {
        device.identity(LONG).await.unwrap();
        let file = device.recording("walk", most, LONG).await;
        drop(device);
        file
    };
    let playing = async {
        let mut line = puppet.line().await;
        let mut from = 0;
        for (size, part) in parts {
            let (id, request) = line.request().await.unwrap();
            let Request::Fetch(fetch) = request else {
                panic!("{request:?}")
            };
            assert_eq!(fetch.from, from);
            from += u64::try_from(part.len()).unwrap();
            let fetched = Fetched {
                size,
                runs: true,
                part: part.to_vec(),
            };
            line.answer(id, &Answer::Fetched(fetched)).await;
        }
        assert_eq!(line.request().await, None);
    };
    tokio::join!(playing, fetching).1
}

#[tokio::test(flavor = "multi_thread")]
async fn a_recording_is_fetched_part_by_part_within_bounds() {
    let file = fetch(100, vec![(6, b"abc"), (6, b"def")]).await.unwrap();
    let bytes = b"abcdef".to_vec();
    assert_eq!(file, Some(RecordingFile { bytes, runs: true }));
    // One that says that there is more, and has nothing more.
    let file = fetch(100, vec![(u64::MAX, b"abc"), (u64::MAX, b"")]).await;
    assert_eq!(file.unwrap().unwrap().bytes, b"abc");
    // One that never ends.
    let error = fetch(5, vec![(u64::MAX, b"abc"), (u64::MAX, b"abc")]).await;
    assert_eq!(error.unwrap_err().code, ErrorCode::ServiceUnavailable);
}
