//! A moment by the calendar, in UTC.

use time::OffsetDateTime;

/// A moment by the calendar, in UTC. Whoever shows one chooses what stands between its parts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct UtcTime(OffsetDateTime);

impl UtcTime {
    /// The moment so many milliseconds after 1970 began; nothing where no calendar has it.
    #[must_use]
    pub fn at(epoch_milliseconds: u64) -> Option<Self> {
        let nanoseconds = i128::from(epoch_milliseconds) * 1_000_000;
        let moment = OffsetDateTime::from_unix_timestamp_nanos(nanoseconds);
        moment.ok().map(Self)
    }

    /// `2026-11-17`.
    #[must_use]
    pub fn date(self) -> String {
        let Self(at) = self;
        let month = u8::from(at.month());
        format!("{:04}-{month:02}-{:02}", at.year(), at.day())
    }

    /// `05:45:12`.
    #[must_use]
    pub fn clock(self) -> String {
        let Self(at) = self;
        format!("{:02}:{:02}:{:02}", at.hour(), at.minute(), at.second())
    }

    /// What the clock leaves out, from 0 to 999.
    #[must_use]
    pub const fn millisecond(self) -> u16 {
        self.0.millisecond()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_moment_has_its_parts_and_a_far_one_none() {
        let at = UtcTime::at(1_794_894_312_123).unwrap();
        assert_eq!(
            (at.date(), at.clock(), at.millisecond()),
            ("2026-11-17".to_owned(), "05:45:12".to_owned(), 123)
        );
        assert_eq!(UtcTime::at(0).unwrap().date(), "1970-01-01");
        assert_eq!(UtcTime::at(u64::MAX), None);
    }
}
