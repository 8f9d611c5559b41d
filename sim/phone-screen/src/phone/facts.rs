//! What texts may tell about the phone: `{{device.NAME}}`.

use std::collections::BTreeMap;
use std::time::Duration;

/// Facts about the phone at this moment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Facts {
    pub(crate) battery: u8,
    /// Time since 1970 in the phone's zone.
    pub(crate) wall: Duration,
    /// Facts that do not change, such as `android` and `model`.
    pub(crate) fixed: std::sync::Arc<BTreeMap<String, String>>,
}

const MONTHS: [&str; 12] = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
];
const DAYS: [&str; 7] = [
    "Thursday",
    "Friday",
    "Saturday",
    "Sunday",
    "Monday",
    "Tuesday",
    "Wednesday",
];

impl Facts {
    /// The fact of this name; empty when there is none.
    pub(crate) fn tell(&self, name: &str) -> String {
        match name {
            "battery" => self.battery.to_string(),
            "clock" => self.clock(),
            "date" => self.date(),
            _ => self.fixed.get(name).cloned().unwrap_or_default(),
        }
    }

    /// Hours and minutes.
    pub(crate) fn clock(&self) -> String {
        let minutes = self.wall.as_secs() / 60;
        format!("{}:{:02}", minutes / 60 % 24, minutes % 60)
    }

    fn date(&self) -> String {
        let days = self.wall.as_secs() / 86_400;
        let (month, day) = month_and_day(days);
        let weekday = usize::try_from(days % 7)
            .ok()
            .and_then(|index| DAYS.get(index))
            .copied()
            .unwrap_or_default();
        let month = usize::try_from(month)
            .ok()
            .and_then(|index| MONTHS.get(index))
            .copied()
            .unwrap_or_default();
        let short: String = month.chars().take(3).collect();
        let short_day: String = weekday.chars().take(3).collect();
        format!("{short_day}, {short} {day}")
    }
}

/// Month from 0 and day from 1 of a day since 1970.
fn month_and_day(days: u64) -> (u64, u64) {
    let mut left = days;
    let mut year = 1970_u64;
    loop {
        let length = if is_leap(year) { 366 } else { 365 };
        if left < length || year > 9_999 {
            break;
        }
        left -= length;
        year += 1;
    }
    let february = if is_leap(year) { 29 } else { 28 };
    for (month, length) in (0..).zip([31, february, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]) {
        if left < length {
            return (month, left + 1);
        }
        left -= length;
    }
    (11, 31)
}

fn is_leap(year: u64) -> bool {
    year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400))
}
