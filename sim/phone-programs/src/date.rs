//! Points in time as programs print them; the phone's zone is UTC.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// A point in time, taken apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Date {
    pub(crate) year: u64,
    pub(crate) month: u64,
    pub(crate) day: u64,
    pub(crate) hour: u64,
    pub(crate) minute: u64,
    pub(crate) second: u64,
    pub(crate) microsecond: u32,
}

/// Time since 1970; nothing before that is told apart.
pub(crate) fn since_1970(time: SystemTime) -> Duration {
    time.duration_since(UNIX_EPOCH).unwrap_or_default()
}

impl Date {
    pub(crate) fn of(time: SystemTime) -> Self {
        let since = since_1970(time);
        let (days, rest) = (since.as_secs() / 86_400, since.as_secs() % 86_400);
        let (year, month, day) = civil(days);
        let microsecond = since.subsec_micros();
        Self {
            year,
            month,
            day,
            hour: rest / 3_600,
            minute: rest / 60 % 60,
            second: rest % 60,
            microsecond,
        }
    }

    pub(crate) fn long(&self) -> String {
        let Self {
            year,
            month,
            day,
            hour,
            minute,
            second,
            ..
        } = self;
        format!("{year:04}-{month:02}-{day:02} {hour:02}:{minute:02}:{second:02}")
    }
}

/// Year, month and day of a day since 1970, by eras of 400 years that begin in March.
fn civil(days: u64) -> (u64, u64, u64) {
    let shifted = days + 719_468;
    let (era, day_of_era) = (shifted / 146_097, shifted % 146_097);
    let year_of_era =
        (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let shifted_month = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * shifted_month + 2) / 5 + 1;
    let month = if shifted_month < 10 {
        shifted_month + 3
    } else {
        shifted_month - 9
    };
    let year = year_of_era + era * 400 + u64::from(month <= 2);
    (year, month, day)
}

#[cfg(test)]
mod tests {
    use super::Date;
    use std::time::{Duration, UNIX_EPOCH};

    #[test]
    fn dates_are_those_of_the_calendar() {
        for (seconds, expected) in [
            (0, "1970-01-01 00:00:00"),
            (951_782_400, "2000-02-29 00:00:00"),
            (1_715_681_280, "2024-05-14 10:08:00"),
            (1_790_834_224, "2026-10-01 05:57:04"),
            (4_107_542_399, "2100-02-28 23:59:59"),
        ] {
            assert_eq!(
                Date::of(UNIX_EPOCH + Duration::from_secs(seconds)).long(),
                expected
            );
        }
    }
}
