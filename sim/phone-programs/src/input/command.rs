//! The words of `input`, parsed as each release parses them.

use std::time::Duration;

use clawperator_phone_screen::{MotionAction, TouchPoint};

use super::keys;
use crate::intent::Words;
use crate::java::Exception;
use crate::numbers::java_float;
use crate::release::Release;

pub(super) const SOURCES: [&str; 10] = [
    "dpad",
    "keyboard",
    "mouse",
    "touchpad",
    "gamepad",
    "touchnavigation",
    "joystick",
    "touchscreen",
    "stylus",
    "trackball",
];
pub(super) const SOURCES_15: [&str; 1] = ["rotaryencoder"];

/// Most keys of one command.
const MAX_KEYS: usize = 1_024;
/// How long a swipe takes unless it says so.
const DEFAULT_DURATION: Duration = Duration::from_millis(300);

/// From when on a held key counts as a long press.
const LONG_PRESS: Duration = Duration::from_millis(500);

/// What is asked for.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Command {
    Help,
    Text(String),
    Keys {
        codes: Vec<u32>,
        long: bool,
        double: bool,
        delay: Duration,
    },
    Combination(Vec<u32>),
    Tap(TouchPoint),
    Swipe {
        from: TouchPoint,
        to: TouchPoint,
        duration: Duration,
    },
    DragAndDrop {
        from: TouchPoint,
        to: TouchPoint,
        duration: Duration,
    },
    Press,
    Roll {
        x: f32,
        y: f32,
    },
    Motion {
        action: MotionAction,
        at: TouchPoint,
    },
    Scroll {
        at: Option<TouchPoint>,
        vertical: f32,
        horizontal: f32,
    },
}

/// A command with the display that it is for.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Request<'a> {
    pub(super) display: i32,
    pub(super) name: &'a str,
    pub(super) command: Command,
}

/// Why the words are no command.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Wrong {
    Unknown(String),
    Arguments {
        command: String,
        exception: Exception,
    },
}

/// Parses the words after `input`; there is at least one.
pub(super) fn parse(release: Release, arguments: &[String]) -> Result<Request<'_>, Wrong> {
    let mut words = Words::new(arguments);
    let newer: &[&str] = if release >= Release::Android15 {
        &SOURCES_15
    } else {
        &[]
    };
    let is_source = |word: &str| SOURCES.contains(&word) || newer.contains(&word);
    let mut display = 0;
    if words.peek().is_some_and(is_source) {
        words.next();
    }
    // Only asked for where there is a word.
    let before = words.peek().unwrap_or_default().to_owned();
    if release >= Release::Android10 && words.peek() == Some("-d") {
        words.next();
        let parsed = words.required().and_then(display_number);
        display = parsed.map_err(|exception| Wrong::Arguments {
            command: before.clone(),
            exception,
        })?;
    }
    let Some(name) = words.next() else {
        // A source alone: the word after it is missed. Without any word none can be named.
        let last = arguments.last().map(String::as_str).unwrap_or_default();
        let exception = Exception::argument_expected(last);
        return Err(match release {
            Release::Android9 => Wrong::Unknown(String::new()),
            _ => Wrong::Arguments {
                command: last.to_owned(),
                exception,
            },
        });
    };
    let count = words.rest().len();
    // The oldest program counts the words first.
    let counted = match name {
        "text" => count == 1,
        "tap" | "roll" => count == 2,
        "swipe" | "draganddrop" => matches!(count, 4 | 5),
        "press" => count == 0,
        "keyevent" => count >= 1,
        _ => true,
    };
    let arguments_wrong = |exception| Wrong::Arguments {
        command: name.to_owned(),
        exception,
    };
    if release == Release::Android9 && !counted {
        return Err(arguments_wrong(invalid(name)));
    }
    let command = own_words(release, name, &mut words).map_err(arguments_wrong)?;
    match command {
        Some(command) => Ok(Request {
            display,
            name,
            command,
        }),
        None => Err(Wrong::Unknown(name.to_owned())),
    }
}

fn own_words(
    release: Release,
    name: &str,
    words: &mut Words<'_>,
) -> Result<Option<Command>, Exception> {
    Ok(Some(match name {
        "help" | "-h" if release >= Release::Android12 => Command::Help,
        "text" => Command::Text(words.required()?.replace("%s", " ")),
        "keyevent" => key_event(release, words)?,
        "tap" => Command::Tap(point(name, words)?),
        "swipe" | "draganddrop" => {
            let (from, to) = (point(name, words)?, point(name, words)?);
            let duration = words
                .next()
                .map_or(Ok(DEFAULT_DURATION), |text| duration(name, text))?;
            if name == "swipe" {
                Command::Swipe { from, to, duration }
            } else {
                Command::DragAndDrop { from, to, duration }
            }
        }
        "press" => Command::Press,
        "roll" => {
            let TouchPoint { x, y } = point(name, words)?;
            Command::Roll { x, y }
        }
        "motionevent" | "event" if release >= Release::Android10 => {
            let action = match words.required()?.to_ascii_uppercase().as_str() {
                "DOWN" => MotionAction::Down,
                "UP" => MotionAction::Up,
                "MOVE" => MotionAction::Move,
                "CANCEL" if release >= Release::Android12 => MotionAction::Cancel,
                other => {
                    return Err(Exception::illegal_argument(format!(
                        "Unknown action: {other}"
                    )));
                }
            };
            if action == MotionAction::Cancel && words.peek().is_none() {
                return Ok(Some(Command::Motion {
                    action,
                    at: TouchPoint { x: 0.0, y: 0.0 },
                }));
            }
            Command::Motion {
                action,
                at: point(name, words)?,
            }
        }
        "keycombination" if release >= Release::Android12 => combination(release, words)?,
        "scroll" if release >= Release::Android15 => scroll(words)?,
        _ => return Ok(None),
    }))
}

fn key_event(release: Release, words: &mut Words<'_>) -> Result<Command, Exception> {
    let (mut long, mut double, mut held) = (false, false, false);
    let mut has_duration = false;
    let mut delay = Duration::ZERO;
    while let Some(word) = words.peek() {
        match word {
            "--longpress" => long = true,
            "--doubletap" if release >= Release::Android12 => double = true,
            "--async" if release >= Release::Android15 => {}
            "--delay" | "--duration" if release >= Release::Android15 => {
                words.next();
                let text = words
                    .peek()
                    .ok_or_else(|| Exception::argument_expected(word))?;
                let value = duration("keyevent", text)?;
                if word == "--delay" {
                    delay = value;
                } else {
                    held = value >= LONG_PRESS;
                    has_duration = true;
                }
            }
            _ => break,
        }
        words.next();
    }
    if has_duration && long {
        return Err(Exception::illegal_argument(
            "--duration and --longpress cannot be used at the same time.",
        ));
    }
    let mut codes = vec![keys::code(words.required()?, release)];
    while let Some(word) = words.next() {
        if codes.len() >= MAX_KEYS {
            return Err(Exception::illegal_argument("Too many keys"));
        }
        codes.push(keys::code(word, release));
    }
    Ok(Command::Keys {
        codes,
        long: long || held,
        double,
        delay,
    })
}

fn combination(release: Release, words: &mut Words<'_>) -> Result<Command, Exception> {
    if release >= Release::Android13 && words.peek() == Some("-t") {
        words.next();
        duration("keycombination", words.required()?)?;
    }
    let mut codes = Vec::new();
    while let Some(word) = words.next() {
        match keys::code(word, release) {
            0 => {
                return Err(Exception::illegal_argument(format!(
                    "Unknown keycode: {word}"
                )));
            }
            _ if codes.len() >= MAX_KEYS => {
                return Err(Exception::illegal_argument("Too many keys"));
            }
            code => codes.push(code),
        }
    }
    match codes.len() {
        0 => Err(Exception::argument_expected("keycombination")),
        1 => Err(Exception::illegal_argument(
            "keycombination requires at least 2 keycodes",
        )),
        _ => Ok(Command::Combination(codes)),
    }
}

fn scroll(words: &mut Words<'_>) -> Result<Command, Exception> {
    let at = if words.peek().is_some_and(|word| word != "--axis") {
        Some(point("scroll", words)?)
    } else {
        None
    };
    let (mut vertical, mut horizontal) = (0.0, 0.0);
    while let Some(option) = words.next() {
        if option != "--axis" {
            return Err(Exception::illegal_argument(format!(
                "Unsupported option: {option}"
            )));
        }
        let text = words.required()?;
        let wrong =
            || Exception::illegal_argument(format!("Invalid --axis option argument: {text}"));
        let (axis, value) = text.split_once(',').ok_or_else(wrong)?;
        let value = java_float(value).ok_or_else(wrong)?;
        match axis {
            "VSCROLL" | "SCROLL" => vertical = value,
            "HSCROLL" => horizontal = value,
            _ => {
                return Err(Exception::illegal_argument(format!(
                    "Unsupported axis: {axis}"
                )));
            }
        }
    }
    Ok(Command::Scroll {
        at,
        vertical,
        horizontal,
    })
}

fn point(command: &str, words: &mut Words<'_>) -> Result<TouchPoint, Exception> {
    let (x, y) = (words.required()?, words.required()?);
    let number = |text| java_float(text).ok_or_else(|| invalid(command));
    Ok(TouchPoint {
        x: number(x)?,
        y: number(y)?,
    })
}

fn duration(command: &str, text: &str) -> Result<Duration, Exception> {
    let milliseconds: i32 = text.parse().map_err(|_| invalid(command))?;
    // A negative time stands for the default one.
    Ok(u64::try_from(milliseconds).map_or(DEFAULT_DURATION, Duration::from_millis))
}

fn display_number(text: &str) -> Result<i32, Exception> {
    match text {
        "INVALID_DISPLAY" => Ok(-1),
        "DEFAULT_DISPLAY" => Ok(0),
        _ => text
            .parse()
            .map_err(|_| Exception::illegal_argument("Error: Invalid arguments for display ID.")),
    }
}

fn invalid(command: &str) -> Exception {
    Exception::illegal_argument(format!("Error: Invalid arguments for command: {command}"))
}

#[cfg(test)]
mod tests {
    use super::{Command, parse};
    use crate::release::Release;

    proptest::proptest! {
        #[test]
        fn any_words_are_a_command_or_refused(
            words in proptest::collection::vec("(tap|swipe|text|keyevent|-d|0|--axis|scroll|motionevent|DOWN|\\PC{0,4})", 1..8),
            release in 0_usize..9,
        ) {
            let _ = parse(Release::ALL[release], &words);
        }

        #[test]
        fn a_point_comes_back(x in 0_i16..4_000, y in 0_i16..4_000, release in 0_usize..9) {
            let words = ["tap".to_owned(), x.to_string(), y.to_string()];
            let request = parse(Release::ALL[release], &words).unwrap();
            let Command::Tap(at) = request.command else { panic!("not a tap") };
            assert_eq!((at.x, at.y), (f32::from(x), f32::from(y)));
        }
    }
}
