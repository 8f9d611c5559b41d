//! The name of a run, which is the name of its folder.

use std::fmt;
use std::io;
use std::str::FromStr;

use clawperator_contract::hex;
use clawperator_sources::{Sources, UtcTime};

/// The name of a run: its time in UTC to the millisecond, and a random part. Names sort by time.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct RunId(String);

/// As in `20261117-054512123-4f2a9c1b`.
const FORM: &[u8] = b"dddddddd-ddddddddd-xxxxxxxx";

impl RunId {
    /// A name that no other run has.
    pub fn new(sources: &dyn Sources) -> io::Result<Self> {
        let mut random = [0; 4];
        sources.fill(&mut random)?;
        let at = UtcTime::at(sources.epoch_milliseconds())
            .ok_or_else(|| io::Error::other("the clock shows a time that no calendar has"))?;
        Ok(Self(format!(
            "{}-{}{:03}-{}",
            at.date().replace('-', ""),
            at.clock().replace(':', ""),
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
