//! From bytes to a recording.

use crate::event::Event;
use crate::limits::{MAX_LINE_BYTES, MAX_LINES, MAX_RECORDING_BYTES};
use crate::line::{Line, is_package};

/// The format that this reads.
const VERSION: u64 = 1;

/// A recording, as far as it could be read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Recording {
    pub header: Header,
    pub events: Vec<Event>,
    pub ending: Ending,
    /// Events that found no room on the phone, as far as the file says.
    pub dropped: u64,
    /// Events that the phone did not write because they are not to be written.
    pub withheld: u64,
    /// Lines that are not those of a recording.
    pub damaged: usize,
}

/// What the first line says.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Header {
    pub name: String,
    /// The launch of the Operator that wrote it.
    pub launch: Option<String>,
    /// When it began, in milliseconds since 1970 by the phone's clock.
    pub at_ms: Option<u64>,
    pub model: Option<String>,
    pub release: Option<String>,
    pub api: Option<u32>,
    /// What was in front.
    pub package: Option<String>,
    pub activity: Option<String>,
    /// Whether typed texts are in it.
    pub texts: bool,
}

/// How a recording ends.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Ending {
    /// It was stopped, and its last line says so.
    Stopped,
    /// It was cut short: the Operator ended, or was killed, or the phone was restarted.
    CutShort {
        /// What the file says of it; nothing where it just ends.
        why: Option<String>,
    },
}

/// Why bytes are no recording.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum NotRead {
    #[error("it has {0} bytes, and a recording has at most {MAX_RECORDING_BYTES}")]
    TooLarge(usize),
    #[error("it has more than {MAX_LINES} lines")]
    TooManyLines,
    #[error("its first line is not that of a recording")]
    NoHeader,
    #[error("it is of version {0}, and this program reads version {VERSION}")]
    OtherVersion(u64),
}

impl Recording {
    /// Whether all of it is there: it was stopped, nothing found no room, and no line is damaged.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.ending == Ending::Stopped && self.dropped == 0 && self.damaged == 0
    }
}

/// Reads a file.
pub fn read(bytes: &[u8]) -> Result<Recording, NotRead> {
    if bytes.len() > MAX_RECORDING_BYTES {
        return Err(NotRead::TooLarge(bytes.len()));
    }
    let mut lines = bytes.split_inclusive(|byte| *byte == b'\n');
    let header = lines.next().and_then(parse);
    let header = header.filter(|line| line.kind == "header");
    let header = header.ok_or(NotRead::NoHeader)?;
    match header.version {
        Some(VERSION) => {}
        Some(other) => return Err(NotRead::OtherVersion(other)),
        None => return Err(NotRead::NoHeader),
    }
    let mut recording = Recording {
        header: Header::of(header),
        events: Vec::new(),
        ending: Ending::CutShort { why: None },
        dropped: 0,
        withheld: 0,
        damaged: 0,
    };
    let mut is_over = false;
    for (number, bytes) in lines.enumerate() {
        if number >= MAX_LINES {
            return Err(NotRead::TooManyLines);
        }
        match parse(bytes) {
            // Nothing is behind the end.
            _ if is_over => recording.damaged += 1,
            None => recording.damaged += 1,
            Some(line) if line.kind == "end" => {
                is_over = true;
                recording.dropped = recording.dropped.max(line.dropped);
                recording.withheld = line.withheld;
                recording.ending = match line.why {
                    Some(why) if why == "stopped" => Ending::Stopped,
                    why => Ending::CutShort { why },
                };
            }
            Some(line) => match Event::of(line) {
                Some(event) => {
                    if let crate::event::What::Dropped(count) = event.what {
                        recording.dropped = recording.dropped.saturating_add(count);
                    }
                    recording.events.push(event);
                }
                None => recording.damaged += 1,
            },
        }
    }
    Ok(recording)
}

/// A line that ends; one without its end was cut.
fn parse(line: &[u8]) -> Option<Line> {
    let line = line.strip_suffix(b"\n")?;
    if line.len() > MAX_LINE_BYTES {
        return None;
    }
    serde_json::from_slice(line).ok()
}

impl Header {
    fn of(line: Line) -> Self {
        Self {
            // It only tells recordings apart, and a damaged header has none.
            name: line.name.unwrap_or_default(),
            launch: line.launch,
            at_ms: line.at,
            model: line.phone.model,
            release: line.phone.release,
            api: line.phone.api.and_then(|api| api.parse().ok()),
            package: line.package.filter(|id| is_package(id)),
            activity: line.activity,
            texts: line.texts,
        }
    }
}
