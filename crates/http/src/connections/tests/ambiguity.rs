//! Requests that can be read in two ways, one file each: what is sent, and which answers come.
//!
//! Most have a body that is a request itself. If it were ever taken for one, there would be an answer too many.

use std::fs;
use std::path::Path;

use super::rig::{Rig, status};
use crate::connections::ConnectionLimits;

#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
struct Case {
    /// What is special about it.
    about: String,
    /// The bytes, in pieces for whoever reads the file.
    sends: Vec<String>,
    /// The status of each answer until the server closes. [`LAST`] is sent behind every case: its 404 at the end shows
    /// that the connection was kept, and that its end was found in the right place.
    answers: Vec<u16>,
}

/// A path that no case uses.
const LAST: &str = "GET /last HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n";

#[tokio::test]
async fn every_case_is_answered_as_written() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/request-cases");
    let rig = Rig::start(ConnectionLimits::default()).await;
    let mut wrong = Vec::new();
    let mut cases = 0;
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_stem().unwrap().to_string_lossy().into_owned();
        let case: Case = serde_json::from_slice(&fs::read(&path).unwrap()).expect(&name);
        let mut client = rig.connect().await;
        client.send(case.sends.concat() + LAST).await;
        let said = client.rest().await;
        let answers: Vec<u16> = said
            .match_indices("HTTP/1.1 ")
            .chain(said.match_indices("HTTP/1.0 "))
            .map(|(place, _)| status(&said[place..]))
            .collect();
        if answers != case.answers {
            wrong.push(format!("{name} ({}): {answers:?}\n{said}", case.about));
        }
        cases += 1;
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(cases >= 30, "only {cases} cases were found");
}
