//! Moments by the calendar. The phone's zone is UTC.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use time::{Date, OffsetDateTime, PrimitiveDateTime, Time};

/// Time since 1970; nothing before that is told apart.
#[must_use]
pub fn since_1970(moment: SystemTime) -> Duration {
    // No phone's clock is set to a time before it.
    moment.duration_since(UNIX_EPOCH).unwrap_or_default()
}

/// The calendar's view of a moment. Everything after the year 9999 is its last second.
#[must_use]
pub fn by_calendar(moment: SystemTime) -> OffsetDateTime {
    // Beyond every year that can be written.
    let nanoseconds = i128::try_from(since_1970(moment).as_nanos()).unwrap_or(i128::MAX);
    OffsetDateTime::from_unix_timestamp_nanos(nanoseconds)
        .unwrap_or_else(|_| PrimitiveDateTime::new(Date::MAX, Time::MAX).assume_utc())
}

/// Year, month, day and time of day in UTC, such as `2026-10-01 07:57:42`.
#[must_use]
pub fn date_and_time(moment: SystemTime) -> String {
    let time = by_calendar(moment);
    format!(
        "{:04}-{:02}-{:02} {:02}:{:02}:{:02}",
        time.year(),
        u8::from(time.month()),
        time.day(),
        time.hour(),
        time.minute(),
        time.second()
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_are_those_of_the_calendar() {
        for (seconds, expected) in [
            (0, "1970-01-01 00:00:00"),
            (951_782_400, "2000-02-29 00:00:00"),
            (1_715_681_280, "2024-05-14 10:08:00"),
            (1_790_834_224, "2026-10-01 05:57:04"),
            (4_107_542_399, "2100-02-28 23:59:59"),
            (u64::from(u32::MAX) << 24, "9999-12-31 23:59:59"),
        ] {
            assert_eq!(
                date_and_time(UNIX_EPOCH + Duration::from_secs(seconds)),
                expected
            );
        }
    }
}
