//! `date`.

use std::time::{Duration, UNIX_EPOCH};

use time::OffsetDateTime;

use super::call::Call;
use super::options::Spec;
use crate::calendar::by_calendar;
use crate::io::Closed;
use crate::program::Exit;

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
        Some(form) if form.first() == Some(&b'+') => form.split_at(1).1.to_vec(),
        Some(_) => {
            call.complain("cannot set date: Operation not permitted")
                .await?;
            return Ok(1);
        }
    };
    let mut line = format(&form, &by_calendar(time));
    line.push(b'\n');
    call.finish_with(line).await
}

/// Fills in a form such as `%Y-%m-%d`.
pub(super) fn format(form: &[u8], time: &OffsetDateTime) -> Vec<u8> {
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
        let two = |value: u8| {
            if padded {
                format!("{value:02}")
            } else {
                value.to_string()
            }
        };
        let twelve = (time.hour() + 11) % 12 + 1;
        let month = u8::from(time.month());
        let piece = match letter {
            b'Y' => time.year().to_string(),
            b'C' => format!("{:02}", time.year() / 100),
            b'y' => format!("{:02}", time.year() % 100),
            b'm' => two(month),
            b'd' => two(time.day()),
            b'e' => format!("{:2}", time.day()),
            b'H' => two(time.hour()),
            b'I' => two(twelve),
            b'M' => two(time.minute()),
            b'S' => two(time.second()),
            b'N' => format!("{:09}", time.nanosecond()),
            b'j' => format!("{:03}", time.ordinal()),
            b'u' => time.weekday().number_from_monday().to_string(),
            b'w' => time.weekday().number_days_from_sunday().to_string(),
            b's' => time.unix_timestamp().to_string(),
            b'p' => (if time.hour() < 12 { "AM" } else { "PM" }).to_owned(),
            b'P' => (if time.hour() < 12 { "am" } else { "pm" }).to_owned(),
            b'a' => format!("{:.3}", time.weekday().to_string()),
            b'A' => time.weekday().to_string(),
            b'b' | b'h' => format!("{:.3}", time.month().to_string()),
            b'B' => time.month().to_string(),
            b'F' => format!("{}-{month:02}-{:02}", time.year(), time.day()),
            b'D' => format!("{month:02}/{:02}/{:02}", time.day(), time.year() % 100),
            b'T' => format!(
                "{:02}:{:02}:{:02}",
                time.hour(),
                time.minute(),
                time.second()
            ),
            b'R' => format!("{:02}:{:02}", time.hour(), time.minute()),
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
