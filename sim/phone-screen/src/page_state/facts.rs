//! What texts may tell about the phone: `{{device.NAME}}`.

use std::collections::BTreeMap;
use std::time::Duration;

use time::OffsetDateTime;

/// Facts about the phone at this moment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Facts {
    pub(crate) battery: u8,
    /// Time since 1970 in the phone's zone.
    pub(crate) wall: Duration,
    /// Facts that do not change, such as `android` and `model`.
    pub(crate) fixed: std::sync::Arc<BTreeMap<String, String>>,
}

impl Facts {
    /// The fact of this name; empty when there is none.
    pub(crate) fn tell(&self, name: &str) -> String {
        match name {
            "battery" => self.battery.to_string(),
            "clock" => self.clock(),
            "date" => self.date(),
            // As the page shows a fact that nobody knows.
            _ => self.fixed.get(name).cloned().unwrap_or_default(),
        }
    }

    /// Hours and minutes.
    pub(crate) fn clock(&self) -> String {
        let minutes = self.wall.as_secs() / 60;
        format!("{}:{:02}", minutes / 60 % 24, minutes % 60)
    }

    fn date(&self) -> String {
        // Nothing is shown after the year 9999, where the calendar ends.
        let moment = i64::try_from(self.wall.as_secs())
            .ok()
            .and_then(|seconds| OffsetDateTime::from_unix_timestamp(seconds).ok());
        moment.map_or_else(String::new, |moment| {
            let (weekday, month) = (moment.weekday().to_string(), moment.month().to_string());
            format!("{weekday:.3}, {month:.3} {}", moment.day())
        })
    }
}
