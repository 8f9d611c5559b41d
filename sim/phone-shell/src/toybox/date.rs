//! `date`, and calendar days for the others. The phone's zone is UTC.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use super::call::Call;
use super::options::Spec;
use crate::io::Closed;
use crate::program::Exit;

/// A moment by the calendar.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Civil {
    pub(super) year: i64,
    pub(super) month: u32,
    pub(super) day: u32,
    pub(super) hour: u32,
    pub(super) minute: u32,
    pub(super) second: u32,
    pub(super) nanosecond: u32,
    /// Days since Sunday.
    pub(super) weekday: u32,
    /// Days since the first of January.
    pub(super) yearday: u32,
    /// Seconds since 1970.
    pub(super) seconds: i64,
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
    "Sunday",
    "Monday",
    "Tuesday",
    "Wednesday",
    "Thursday",
    "Friday",
    "Saturday",
];

/// The calendar's view of a moment.
pub(super) fn civil(time: SystemTime) -> Civil {
    let since = time.duration_since(UNIX_EPOCH).unwrap_or_default();
    let seconds = i64::try_from(since.as_secs()).unwrap_or(i64::MAX);
    let days = seconds / 86_400;
    let within = u32::try_from(seconds % 86_400).unwrap_or(0);
    // Years begin in March here, so that the leap day is the last of its year.
    let shifted = days + 719_468;
    let era = shifted / 146_097;
    let day_of_era = shifted % 146_097;
    let year_of_era =
        (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month_index = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month_index + 2) / 5 + 1;
    let month = if month_index < 10 {
        month_index + 3
    } else {
        month_index - 9
    };
    let year = year_of_era + era * 400 + i64::from(month <= 2);
    let leap = i64::from(year % 4 == 0 && (year % 100 != 0 || year % 400 == 0));
    let yearday = if month > 2 {
        day_of_year + 59 + leap
    } else {
        day_of_year - 306
    };
    let small = |value: i64| u32::try_from(value).unwrap_or(0);
    Civil {
        year,
        month: small(month),
        day: small(day),
        hour: within / 3600,
        minute: within / 60 % 60,
        second: within % 60,
        nanosecond: since.subsec_nanos(),
        weekday: small((days + 4) % 7),
        yearday: small(yearday),
        seconds,
    }
}

pub(super) async fn date(mut call: Call<'_>) -> Result<Exit, Closed> {
    let options = match call.options(Spec::new("u", "dr", 0)).await? {
        Ok(options) => options,
        Err(status) => return Ok(status),
    };
    let mut time = call.process.clock.now();
    if let Some(path) = options.value(b'r').map(<[u8]>::to_vec) {
        match call.files().metadata(call.path(&path)) {
            Ok(metadata) => time = metadata.modified,
            Err(error) => {
                call.complain_about(&path, &error).await?;
                return Ok(1);
            }
        }
    }
    if let Some(text) = options.value(b'd').map(<[u8]>::to_vec) {
        let seconds = text
            .strip_prefix(b"@")
            .and_then(|text| std::str::from_utf8(text).ok()?.parse::<u64>().ok());
        if let Some(moment) =
            seconds.and_then(|seconds| UNIX_EPOCH.checked_add(Duration::from_secs(seconds)))
        {
            time = moment;
        } else {
            call.complain([b"bad date '".as_slice(), &text, b"'"].concat())
                .await?;
            return Ok(1);
        }
    }
    let form = match options.operands.first() {
        None => b"%a %b %e %H:%M:%S %Z %Y".to_vec(),
        Some(form) if form.first() == Some(&b'+') => form.get(1..).unwrap_or_default().to_vec(),
        Some(_) => {
            call.complain("cannot set date: Operation not permitted")
                .await?;
            return Ok(1);
        }
    };
    let mut line = format(&form, &civil(time));
    line.push(b'\n');
    call.finish_with(line).await
}

/// Fills in a form such as `%Y-%m-%d`.
pub(super) fn format(form: &[u8], time: &Civil) -> Vec<u8> {
    let mut text = Vec::new();
    let mut bytes = form.iter().copied().peekable();
    while let Some(byte) = bytes.next() {
        if byte != b'%' {
            text.push(byte);
            continue;
        }
        let mut padded = true;
        if bytes.next_if_eq(&b'-').is_some() {
            padded = false;
        }
        let Some(letter) = bytes.next() else {
            text.push(b'%');
            break;
        };
        let two = |value: u32| {
            if padded {
                format!("{value:02}")
            } else {
                value.to_string()
            }
        };
        let twelve = if time.hour.is_multiple_of(12) {
            12
        } else {
            time.hour % 12
        };
        let name = |names: &[&str], index: u32, length: usize| {
            let name = names
                .get(usize::try_from(index).unwrap_or(0))
                .copied()
                .unwrap_or("");
            name.get(..length.min(name.len()))
                .unwrap_or(name)
                .to_owned()
        };
        let piece = match letter {
            b'Y' => time.year.to_string(),
            b'C' => format!("{:02}", time.year / 100),
            b'y' => format!("{:02}", time.year % 100),
            b'm' => two(time.month),
            b'd' => two(time.day),
            b'e' => format!("{:2}", time.day),
            b'H' => two(time.hour),
            b'I' => two(twelve),
            b'M' => two(time.minute),
            b'S' => two(time.second),
            b'N' => format!("{:09}", time.nanosecond),
            b'j' => format!("{:03}", time.yearday + 1),
            b'u' => (if time.weekday == 0 { 7 } else { time.weekday }).to_string(),
            b'w' => time.weekday.to_string(),
            b's' => time.seconds.to_string(),
            b'p' => (if time.hour < 12 { "AM" } else { "PM" }).to_owned(),
            b'P' => (if time.hour < 12 { "am" } else { "pm" }).to_owned(),
            b'a' => name(&DAYS, time.weekday, 3),
            b'A' => name(&DAYS, time.weekday, 9),
            b'b' | b'h' => name(&MONTHS, time.month - 1, 3),
            b'B' => name(&MONTHS, time.month - 1, 9),
            b'F' => format!("{}-{:02}-{:02}", time.year, time.month, time.day),
            b'D' => format!("{:02}/{:02}/{:02}", time.month, time.day, time.year % 100),
            b'T' => format!("{:02}:{:02}:{:02}", time.hour, time.minute, time.second),
            b'R' => format!("{:02}:{:02}", time.hour, time.minute),
            b'Z' => "UTC".to_owned(),
            b'z' => "+0000".to_owned(),
            b'n' => "\n".to_owned(),
            b't' => "\t".to_owned(),
            b'%' => "%".to_owned(),
            other => format!("%{}", char::from(other)),
        };
        text.extend_from_slice(piece.as_bytes());
    }
    text
}
