//! The name of a run, which is the name of its folder.

use std::fmt;
use std::io;
use std::str::FromStr;

use clawperator_contract::hex;
use clawperator_sources::Sources;

/// A time in UTC: `2026-11-17 05:45:12 UTC`; empty where no calendar has it.
#[must_use]
pub fn utc(epoch_ms: u64) -> String {
    let nanos = i128::from(epoch_ms) * 1_000_000;
    let Ok(at) = time::OffsetDateTime::from_unix_timestamp_nanos(nanos) else {
        return String::new();
    };
    format!(
        "{:04}-{:02}-{:02} {:02}:{:02}:{:02} UTC",
        at.year(),
        u8::from(at.month()),
        at.day(),
        at.hour(),
        at.minute(),
        at.second()
    )
}

/// The name of a run: its time in UTC to the millisecond, and a random part. Names sort by time.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct RunId(String);

/// As in `20261117-054512123-4f2a9c1b`.
const FORM: &[u8] = b"dddddddd-ddddddddd-xxxxxxxx";

impl RunId {
    /// A name that no other run has.
    pub(crate) fn new(sources: &dyn Sources) -> io::Result<Self> {
        let mut random = [0; 4];
        sources.fill(&mut random)?;
        let nanos = i128::from(sources.epoch_milliseconds()) * 1_000_000;
        let at = time::OffsetDateTime::from_unix_timestamp_nanos(nanos)
            .map_err(|error| io::Error::other(error.to_string()))?;
        Ok(Self(format!(
            "{:04}{:02}{:02}-{:02}{:02}{:02}{:03}-{}",
            at.year(),
            u8::from(at.month()),
            at.day(),
            at.hour(),
            at.minute(),
            at.second(),
            at.millisecond(),
            hex(&random)
        )))
    }

    /// As a text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl FromStr for RunId {
    type Err = ();

    /// Only what can be a name of a run: it becomes a part of a path.
    fn from_str(text: &str) -> Result<Self, ()> {
        let bytes = text.as_bytes();
        let fits = |(byte, form): (&u8, &u8)| match form {
            b'd' => byte.is_ascii_digit(),
            b'x' => matches!(byte, b'0'..=b'9' | b'a'..=b'f'),
            other => byte == other,
        };
        let is_name = bytes.len() == FORM.len() && bytes.iter().zip(FORM).all(fits);
        is_name.then(|| Self(text.to_owned())).ok_or(())
    }
}

impl fmt::Display for RunId {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use clawperator_sources::SystemSources;

    use super::*;

    #[test]
    fn a_new_name_is_one_and_nothing_else_is() {
        let id = RunId::new(&SystemSources::start()).unwrap();
        assert_eq!(id.as_str().parse(), Ok(id.clone()), "{id}");
        for text in [
            "",
            "..",
            "20261117-054512123-4f2a9c1",
            "20261117-054512123-4F2A9C1B",
            "20261117-054512123-4f2a9c1b/",
            "20261117/054512123-4f2a9c1b",
            "2026111é-54512123-4f2a9c1b",
        ] {
            assert!(text.parse::<RunId>().is_err(), "{text}");
        }
    }
}
