//! Moments and durations as people and programs read them.

use clawperator_sources::UtcTime;

/// A duration: `840 ms`, `3.2 s`, `2 min 5 s`, `3 h 4 min`.
pub(super) fn duration(ms: u64) -> String {
    let seconds = ms / 1000;
    match ms {
        0..1_000 => format!("{ms} ms"),
        1_000..60_000 => format!("{seconds}.{} s", ms % 1000 / 100),
        60_000..3_600_000 if seconds.is_multiple_of(60) => format!("{} min", seconds / 60),
        60_000..3_600_000 => format!("{} min {} s", seconds / 60, seconds % 60),
        _ => format!("{} h {} min", seconds / 3600, seconds / 60 % 60),
    }
}

/// A duration in seconds, as `JUnit` has it.
pub(super) fn seconds(ms: u64) -> String {
    format!("{}.{:03}", ms / 1000, ms % 1000)
}

/// A moment for people: `2026-11-17 05:45:12 UTC`.
#[must_use]
pub fn moment(epoch_ms: u64) -> Option<String> {
    let at = UtcTime::at(epoch_ms)?;
    Some(format!("{} {} UTC", at.date(), at.clock()))
}

/// A moment as `JUnit` has it: `2026-11-17T05:45:12`, in UTC.
pub(super) fn timestamp(epoch_ms: u64) -> Option<String> {
    let at = UtcTime::at(epoch_ms)?;
    Some(format!("{}T{}", at.date(), at.clock()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations_have_the_unit_that_fits() {
        let shown = [0, 999, 1_000, 3_250, 59_999, 60_000, 125_000, 11_040_000].map(duration);
        let expected = [
            "0 ms",
            "999 ms",
            "1.0 s",
            "3.2 s",
            "59.9 s",
            "1 min",
            "2 min 5 s",
            "3 h 4 min",
        ];
        assert_eq!(shown, expected);
        assert_eq!(seconds(12_005), "12.005");
    }

    #[test]
    fn a_moment_that_no_calendar_has_is_not_shown() {
        let at = 1_794_894_312_123;
        assert_eq!(moment(at).unwrap(), "2026-11-17 05:45:12 UTC");
        assert_eq!(timestamp(at).unwrap(), "2026-11-17T05:45:12");
        assert_eq!(moment(u64::MAX), None);
    }
}
