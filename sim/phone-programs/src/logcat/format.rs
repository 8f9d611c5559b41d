//! The forms of a line.

use std::fmt::Write as _;
use std::time::SystemTime;

use clawperator_phone_shell::calendar::{by_calendar, since_1970};

use crate::log::LogEntry;

/// How entries are printed.
#[derive(Debug, Clone, Copy, Default)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a modifier that may be added"
)]
pub(super) struct Format {
    layout: Layout,
    epoch: bool,
    year: bool,
    zone: bool,
    microseconds: bool,
    uid: bool,
    color: bool,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
enum Layout {
    Brief,
    Long,
    Process,
    Raw,
    Tag,
    Thread,
    #[default]
    ThreadTime,
    Time,
}

impl Format {
    /// Takes a word of `-v`; answers whether it is one.
    pub(super) fn add(&mut self, word: &str) -> bool {
        match word {
            "brief" => self.layout = Layout::Brief,
            "long" => self.layout = Layout::Long,
            "process" => self.layout = Layout::Process,
            "raw" => self.layout = Layout::Raw,
            "tag" => self.layout = Layout::Tag,
            "thread" => self.layout = Layout::Thread,
            "threadtime" => self.layout = Layout::ThreadTime,
            "time" => self.layout = Layout::Time,
            "epoch" => self.epoch = true,
            "year" => self.year = true,
            "zone" => self.zone = true,
            "usec" | "nsec" => self.microseconds = true,
            "uid" => self.uid = true,
            "color" | "colour" => self.color = true,
            "printable" | "descriptive" | "UTC" | "utc" | "monotonic" => {}
            _ => return false,
        }
        true
    }

    /// Writes an entry, one line for each of its own.
    pub(super) fn write(self, text: &mut String, entry: &LogEntry) {
        let (letter, tag, pid, tid) = (entry.priority.letter(), &entry.tag, entry.pid, entry.tid);
        let time = self.time(entry.time);
        let uid = if self.uid {
            format!("{:>5} ", entry.uid)
        } else {
            String::new()
        };
        let message = entry.message.trim_end_matches('\n');
        if self.layout == Layout::Long {
            let _ = write!(
                text,
                "[ {time} {uid}{pid:>5}:{tid:>5} {letter}/{tag:<8} ]\n{message}\n\n"
            );
            return;
        }
        for line in message.split('\n') {
            if self.color {
                let _ = write!(text, "\u{1b}[38;5;{}m", color(letter));
            }
            let _ = match self.layout {
                Layout::Brief => write!(text, "{letter}/{tag:<8}({uid}{pid:>5}): {line}"),
                Layout::Process => write!(text, "{letter}({uid}{pid:>5}) {line}  ({tag})"),
                Layout::Raw | Layout::Long => write!(text, "{line}"),
                Layout::Tag => write!(text, "{letter}/{tag:<8}: {line}"),
                Layout::Thread => write!(text, "{letter}({uid}{pid:>5}:{tid:>5}) {line}"),
                Layout::ThreadTime => write!(
                    text,
                    "{time} {uid}{pid:>5} {tid:>5} {letter} {tag:<8}: {line}"
                ),
                Layout::Time => write!(text, "{time} {letter}/{tag:<8}({uid}{pid:>5}): {line}"),
            };
            text.push_str(if self.color { "\u{1b}[0m\n" } else { "\n" });
        }
    }

    fn time(self, time: SystemTime) -> String {
        let date = by_calendar(time);
        let fraction = if self.microseconds {
            format!("{:06}", date.microsecond())
        } else {
            format!("{:03}", date.millisecond())
        };
        if self.epoch {
            return format!("{}.{fraction}", since_1970(time).as_secs());
        }
        let year = if self.year {
            format!("{:04}-", date.year())
        } else {
            String::new()
        };
        let zone = if self.zone { " +0000" } else { "" };
        let (month, day) = (u8::from(date.month()), date.day());
        let (hour, minute, second) = date.to_hms();
        format!("{year}{month:02}-{day:02} {hour:02}:{minute:02}:{second:02}.{fraction}{zone}")
    }
}

/// A point in time in the form of `-t`, so that texts compare as times do; a long text has the year in front.
pub(super) fn comparable(time: SystemTime, length: usize) -> String {
    let year = length > "MM-DD hh:mm:ss.mmm".len();
    Format {
        year,
        ..Format::default()
    }
    .time(time)
}

fn color(letter: char) -> u8 {
    match letter {
        'D' => 75,
        'I' => 40,
        'W' => 166,
        'E' | 'F' => 196,
        _ => 231,
    }
}
