//! The words of `logcat`.

use std::time::Duration;

use regex::Regex;

use super::filter::Filters;
use super::format::Format;
use crate::intent::Words;
use crate::log::{LogBuffer, LogEntry};
use crate::release::Release;

pub(super) const USAGE: &str = "Usage: logcat [options] [filterspecs]\nOptions are:\n  \
-b BUFFER    main, system, crash, events, radio, kernel, all or default\n  -c           clears the buffers and ends\n  \
-d           prints what is there and ends\n  -t COUNT|TIME  prints the latest and ends\n  \
-T COUNT|TIME  prints the latest and goes on\n  -v FORMAT    brief, long, process, raw, tag, thread, threadtime, time\n  \
-s           silences what no filter names\n  -e PATTERN   prints only lines that match\n  -m COUNT     ends after so many\n  \
--pid=PID    prints only that process\nfilterspecs are a series of <tag>[:priority]\n";

/// The longest pattern of `-e`.
const MAX_PATTERN: usize = 1_024;

/// What is asked for.
#[derive(Debug)]
pub(super) struct Options {
    pub(super) task: Task,
    pub(super) buffers: Vec<LogBuffer>,
    pub(super) format: Format,
    pub(super) since: Option<Since>,
    pub(super) ends: bool,
    pub(super) most: Option<u64>,
    pub(super) all_dividers: bool,
    filters: Filters,
    pid: Option<u32>,
    uids: Option<Vec<u32>>,
    pattern: Option<Regex>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Task {
    Print,
    Clear,
    Sizes,
    Nothing,
    Help,
}

/// Where printing starts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Since {
    Last(usize),
    Date(String),
    Epoch(Duration),
}

const DEFAULT: [LogBuffer; 3] = [LogBuffer::Main, LogBuffer::System, LogBuffer::Crash];

impl Options {
    pub(super) fn parse(arguments: &[String], release: Release) -> Result<Self, String> {
        let mut options = Self {
            task: Task::Print,
            buffers: Vec::new(),
            format: Format::default(),
            since: None,
            ends: false,
            most: None,
            all_dividers: false,
            filters: Filters::open(),
            pid: None,
            uids: None,
            pattern: None,
        };
        let mut words = Words::new(arguments);
        while let Some(word) = words.next() {
            if let Some(long) = word.strip_prefix("--") {
                let (name, glued) = long
                    .split_once('=')
                    .map_or((long, None), |(name, value)| (name, Some(value)));
                options.long(name, glued, &mut words, release)?;
            } else if let Some(letters) =
                word.strip_prefix('-').filter(|letters| !letters.is_empty())
            {
                options.short(letters, &mut words)?;
            } else if !options.filters.add(word) {
                return Err(format!("Invalid filter expression '{word}'."));
            }
        }
        if options.buffers.is_empty() {
            options.buffers = DEFAULT.into();
        }
        Ok(options)
    }

    pub(super) fn chooses(&self, entry: &LogEntry) -> bool {
        self.buffers.contains(&entry.buffer)
            && self.filters.passes(&entry.tag, entry.priority)
            && self.pid.is_none_or(|pid| entry.pid == pid)
            && self
                .uids
                .as_ref()
                .is_none_or(|uids| uids.contains(&entry.uid))
            && self
                .pattern
                .as_ref()
                .is_none_or(|pattern| pattern.is_match(&entry.message))
    }

    fn long(
        &mut self,
        name: &str,
        glued: Option<&str>,
        words: &mut Words<'_>,
        release: Release,
    ) -> Result<(), String> {
        // A value that is missing is refused as an empty one is.
        let mut value = || glued.or_else(|| words.next()).unwrap_or_default();
        match name {
            "clear" => self.task = Task::Clear,
            "dividers" => self.all_dividers = true,
            "buffer-size" => self.task = Task::Sizes,
            "help" => self.task = Task::Help,
            "format" => self.add_format(value())?,
            "buffer" => self.add_buffers(value())?,
            "regex" => self.set_pattern(value())?,
            "max-count" => self.set_most(value())?,
            "pid" => {
                let text = value();
                self.pid = Some(
                    text.parse()
                        .map_err(|_| format!("--pid '{text}' is not a number"))?,
                );
            }
            "uid" if release >= Release::Android12 => {
                let text = value();
                let uids: Result<Vec<u32>, _> = text.split(',').map(str::parse).collect();
                self.uids =
                    Some(uids.map_err(|_| format!("--uid '{text}' is not a list of numbers"))?);
            }
            "statistics" | "last" | "prune" | "wrap" | "print" | "debug" | "binary" => {}
            other => return Err(format!("unrecognized option '--{other}'")),
        }
        Ok(())
    }

    fn short(&mut self, letters: &str, words: &mut Words<'_>) -> Result<(), String> {
        let mut characters = letters.chars();
        while let Some(letter) = characters.next() {
            let mut value = || {
                let glued = characters.as_str();
                let value = if glued.is_empty() {
                    // A value that is missing is refused as an empty one is.
                    words.next().unwrap_or_default()
                } else {
                    glued
                };
                characters = "".chars();
                value
            };
            match letter {
                'd' => self.ends = true,
                'c' => self.task = Task::Clear,
                'g' => self.task = Task::Sizes,
                'G' | 'P' | 'p' => {
                    value();
                    self.task = Task::Nothing;
                }
                'h' => self.task = Task::Help,
                's' => self.filters.silence_others(),
                'D' => self.all_dividers = true,
                'v' => {
                    let word = value();
                    self.add_format(word)?;
                }
                'b' => {
                    let word = value();
                    self.add_buffers(word)?;
                }
                't' | 'T' => {
                    let word = value();
                    self.since = Some(since(letter, word)?);
                    self.ends |= letter == 't';
                }
                'e' => {
                    let word = value();
                    self.set_pattern(word)?;
                }
                'm' => {
                    let word = value();
                    self.set_most(word)?;
                }
                'f' | 'r' | 'n' | 'Q' => {
                    value();
                }
                'S' | 'L' | 'B' | 'K' => {}
                other => return Err(format!("invalid option -- {other}")),
            }
        }
        Ok(())
    }

    fn add_format(&mut self, words: &str) -> Result<(), String> {
        let wrong = words.split([',', ' ']).find(|word| !self.format.add(word));
        wrong.map_or(Ok(()), |word| {
            Err(format!("Invalid parameter \"{word}\" to -v"))
        })
    }

    fn add_buffers(&mut self, names: &str) -> Result<(), String> {
        for name in names.split(',') {
            match name {
                "all" => self.buffers.extend(LogBuffer::ALL),
                "default" => self.buffers.extend(DEFAULT),
                name => match LogBuffer::ALL
                    .into_iter()
                    .find(|buffer| buffer.name() == name)
                {
                    Some(buffer) => self.buffers.push(buffer),
                    None => return Err(format!("Unknown buffer '{name}' listed for -b.")),
                },
            }
        }
        self.buffers.sort_unstable();
        self.buffers.dedup();
        Ok(())
    }

    fn set_pattern(&mut self, text: &str) -> Result<(), String> {
        let pattern = Some(text)
            .filter(|text| text.len() <= MAX_PATTERN)
            .and_then(|text| Regex::new(text).ok());
        self.pattern =
            Some(pattern.ok_or_else(|| format!("invalid regular expression '{text:.64}'"))?);
        Ok(())
    }

    fn set_most(&mut self, text: &str) -> Result<(), String> {
        self.most = Some(
            text.parse()
                .map_err(|_| format!("-m \"{text}\" isn't an integer greater than zero"))?,
        );
        Ok(())
    }
}

/// A count, a date `[YYYY-]MM-DD hh:mm:ss.mmm` or seconds since 1970 with a fraction.
fn since(letter: char, text: &str) -> Result<Since, String> {
    if !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit()) {
        let count: usize = text
            .parse()
            .map_err(|_| format!("-{letter} '{text}' not in time format."))?;
        return Ok(Since::Last(count.max(1)));
    }
    let fits = |form: &str| {
        text.len() == form.len()
            && text.bytes().zip(form.bytes()).all(|(byte, form)| {
                if form == b'0' {
                    byte.is_ascii_digit()
                } else {
                    byte == form
                }
            })
    };
    if fits("00-00 00:00:00.000") || fits("0000-00-00 00:00:00.000") {
        return Ok(Since::Date(text.to_owned()));
    }
    let epoch = text.split_once('.').filter(|(seconds, fraction)| {
        let digits =
            |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
        digits(seconds) && digits(fraction)
    });
    let epoch = epoch
        .and_then(|_| text.parse::<f64>().ok())
        .and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    epoch
        .map(Since::Epoch)
        .ok_or_else(|| format!("-{letter} '{text}' not in time format."))
}

#[cfg(test)]
mod tests {
    use super::Options;
    use crate::release::Release;

    proptest::proptest! {
        #[test]
        fn any_words_are_options_or_refused(
            words in proptest::collection::vec("(-d|-v|-b|-t|-T|-e|main|all|brief|--pid=|\\*:S|-[a-zA-Z]{1,4}|\\PC{0,6})", 0..8),
        ) {
            let _ = Options::parse(&words, Release::Android16);
        }
    }
}
