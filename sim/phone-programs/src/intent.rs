//! Intents as commands write them and as the framework prints them.

use std::fmt::Write as _;

use clawperator_phone_screen::Intent;

use crate::component::{short, unflatten};
use crate::java::Exception;
use crate::numbers::java_decode;
use crate::release::Release;

/// Most extras of one intent.
const MAX_EXTRAS: usize = 1_024;

const ACTION_MAIN: &str = "android.intent.action.MAIN";
const CATEGORY_LAUNCHER: &str = "android.intent.category.LAUNCHER";

/// An intent with what only its printed form knows.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct ShellIntent {
    pub(crate) intent: Intent,
    /// `-i`
    pub(crate) identifier: Option<String>,
}

/// The words of a command, read one by one as the framework's shell commands do.
#[derive(Debug, Clone)]
pub(crate) struct Words<'a> {
    words: &'a [String],
    next: usize,
}

impl<'a> Words<'a> {
    /// The words after the name of the command.
    pub(crate) fn new(words: &'a [String]) -> Self {
        Self { words, next: 0 }
    }

    /// The next word.
    pub(crate) fn next(&mut self) -> Option<&'a str> {
        let word = self.words.get(self.next)?;
        self.next += 1;
        Some(word)
    }

    /// The next word without taking it.
    pub(crate) fn peek(&self) -> Option<&'a str> {
        self.words.get(self.next).map(String::as_str)
    }

    /// The next word, or the exception that names the word before it.
    pub(crate) fn required(&mut self) -> Result<&'a str, Exception> {
        let before = self
            .next
            .checked_sub(1)
            .and_then(|index| self.words.get(index))
            .map_or("", String::as_str);
        self.next()
            .ok_or_else(|| Exception::argument_expected(before))
    }

    /// The next option; `--` ends them.
    pub(crate) fn option(&mut self) -> Option<&'a str> {
        let word = self.peek().filter(|word| word.starts_with('-'))?;
        self.next += 1;
        (word != "--").then_some(word)
    }

    /// What was not taken.
    pub(crate) fn rest(&self) -> &'a [String] {
        self.words.split_at(self.next).1
    }
}

/// What a command says to an option that is not an intent's own.
pub(crate) enum Handled {
    /// It is the command's own.
    Taken,
    /// Nobody knows it.
    Unknown,
}

/// Reads an intent; options that are not an intent's own go to `other`.
pub(crate) fn parse<'a>(
    words: &mut Words<'a>,
    mut other: impl FnMut(&str, &mut Words<'a>) -> Result<Handled, Exception>,
) -> Result<ShellIntent, Exception> {
    let mut parsed = ShellIntent::default();
    let mut has_information = false;
    while let Some(option) = words.option() {
        match option {
            "-a" => parsed.intent.action = Some(words.required()?.to_owned()),
            "-d" => parsed.intent.data = Some(words.required()?.to_owned()),
            "-t" => parsed.intent.mime_type = Some(words.required()?.to_owned()),
            "-i" => parsed.identifier = Some(words.required()?.to_owned()),
            "-c" => {
                let category = words.required()?.to_owned();
                if !parsed.intent.categories.contains(&category) {
                    parsed.intent.categories.push(category);
                }
            }
            "-n" => {
                let text = words.required()?;
                let component = unflatten(text).ok_or_else(|| {
                    Exception::illegal_argument(format!("Bad component name: {text}"))
                })?;
                parsed.intent.component = Some(component);
            }
            "-p" => parsed.intent.package = Some(words.required()?.to_owned()),
            "-f" => {
                let text = words.required()?;
                parsed.intent.flags =
                    java_decode(text).ok_or_else(|| Exception::number_format(text))?;
            }
            "--esn" => extra(&mut parsed, words.required()?, "null")?,
            option => match extra_with_value(option) {
                Some(kind) => {
                    let (key, value) = (words.required()?, words.required()?);
                    kind.check(value)?;
                    extra(&mut parsed, key, value)?;
                }
                None => match flag(option) {
                    Some(flag) => parsed.intent.flags |= flag,
                    None => match other(option, words)? {
                        Handled::Taken => {}
                        Handled::Unknown => {
                            return Err(Exception::illegal_argument(format!(
                                "Unknown option: {option}"
                            )));
                        }
                    },
                },
            },
        }
        has_information |= matches!(option, "-a" | "-d" | "-t" | "-i" | "-c" | "-n" | "-p");
    }
    if let Some(word) = words.next() {
        parsed.fill_in(&base(word));
        has_information = true;
    }
    if has_information {
        Ok(parsed)
    } else {
        Err(Exception::illegal_argument("No intent supplied"))
    }
}

fn extra(parsed: &mut ShellIntent, key: &str, value: &str) -> Result<(), Exception> {
    if parsed.intent.extras.len() >= MAX_EXTRAS {
        return Err(Exception::illegal_argument("Too many extras"));
    }
    parsed
        .intent
        .extras
        .push((key.to_owned(), value.to_owned()));
    Ok(())
}

/// The intent that a last word without an option stands for: an address, a component or a package.
fn base(word: &str) -> Intent {
    if word.contains(':') {
        return Intent {
            action: Some("android.intent.action.VIEW".to_owned()),
            data: Some(word.to_owned()),
            ..Intent::default()
        };
    }
    let launcher = Intent {
        action: Some(ACTION_MAIN.to_owned()),
        categories: vec![CATEGORY_LAUNCHER.to_owned()],
        ..Intent::default()
    };
    if word.contains('/') {
        Intent {
            component: unflatten(word),
            ..launcher
        }
    } else {
        Intent {
            package: Some(word.to_owned()),
            ..launcher
        }
    }
}

impl ShellIntent {
    /// Takes from another intent what this one does not say.
    fn fill_in(&mut self, other: &Intent) {
        let own = &mut self.intent;
        // An action of its own comes without the categories of the other.
        if own.action.is_none() {
            own.action.clone_from(&other.action);
            if own.categories.is_empty() {
                own.categories.clone_from(&other.categories);
            }
        }
        if own.data.is_none() && own.mime_type.is_none() {
            own.data.clone_from(&other.data);
        }
        if own.package.is_none() {
            own.package.clone_from(&other.package);
        }
        if other.component.is_some() {
            own.component.clone_from(&other.component);
        }
    }

    /// The text `Intent { … }` of the release.
    pub(crate) fn print(&self, release: Release) -> String {
        let mut fields: Vec<String> = Vec::new();
        let intent = &self.intent;
        if let Some(action) = &intent.action {
            fields.push(format!("act={action}"));
        }
        if !intent.categories.is_empty() {
            fields.push(format!("cat=[{}]", intent.categories.join(",")));
        }
        if let Some(data) = &intent.data {
            fields.push(format!("dat={}", redacted(data, release)));
        }
        if let Some(mime_type) = &intent.mime_type {
            fields.push(format!("typ={mime_type}"));
        }
        if let Some(identifier) = self
            .identifier
            .as_ref()
            .filter(|_| release >= Release::Android10)
        {
            fields.push(format!("id={identifier}"));
        }
        if intent.flags != 0 {
            fields.push(format!("flg=0x{:x}", intent.flags));
        }
        if let Some(package) = &intent.package {
            fields.push(format!("pkg={package}"));
        }
        if let Some(component) = &intent.component {
            fields.push(format!("cmp={}", short(component)));
        }
        if !intent.extras.is_empty() {
            fields.push("(has extras)".to_owned());
        }
        format!("Intent {{ {} }}", fields.join(" "))
    }
}

/// An address without what may be private in it.
fn redacted(uri: &str, release: Release) -> String {
    let Some((scheme, rest)) = uri.split_once(':') else {
        return uri.to_owned();
    };
    let lower = scheme.to_ascii_lowercase();
    let before_query = uri.split(['?', '#']).next().unwrap_or(uri);
    match lower.as_str() {
        "tel" | "sip" | "sms" | "smsto" | "mailto" | "nfc" => {
            let hide = |character: char| match character {
                '-' | '@' | '.' => character,
                _ => 'x',
            };
            format!("{scheme}:{}", rest.chars().map(hide).collect::<String>())
        }
        "http" | "https" | "ftp" => authority(scheme, rest),
        "rtsp" if release >= Release::Android10 => authority(scheme, rest),
        _ if release >= Release::Android13 => {
            if rest.starts_with("//") {
                authority(scheme, rest)
            } else {
                format!("{scheme}:")
            }
        }
        _ => before_query.to_owned(),
    }
}

/// Scheme, host and port.
fn authority(scheme: &str, rest: &str) -> String {
    let mut text = format!("{scheme}:");
    if let Some(rest) = rest.strip_prefix("//") {
        let path = rest.find(['/', '?', '#']).unwrap_or(rest.len());
        let authority = rest.split_at(path).0;
        let host = authority.rsplit('@').next().unwrap_or(authority);
        let _ = write!(text, "//{host}/...");
    }
    text
}

/// What the value of an extra must be.
#[derive(Clone, Copy)]
enum Extra {
    Text,
    Boolean,
    Integer,
    Decimal,
}

impl Extra {
    fn check(self, value: &str) -> Result<(), Exception> {
        let good = match self {
            Self::Text => true,
            Self::Boolean => {
                matches!(value, "true" | "t" | "false" | "f") || java_decode(value).is_some()
            }
            Self::Integer => {
                value.trim_start_matches(['-', '+']).parse::<u64>().is_ok()
                    || java_decode(value).is_some()
            }
            Self::Decimal => crate::numbers::java_float(value).is_some(),
        };
        match self {
            _ if good => Ok(()),
            Self::Boolean => Err(Exception::illegal_argument(format!(
                "Invalid boolean value: {value}"
            ))),
            Self::Text | Self::Integer | Self::Decimal => Err(Exception::number_format(value)),
        }
    }
}

fn extra_with_value(option: &str) -> Option<Extra> {
    Some(match option {
        "-e" | "--es" | "--eu" | "--ecn" | "--esa" | "--esal" | "--eia" | "--eial" | "--ela"
        | "--elal" | "--efa" | "--efal" | "--eda" | "--edal" => Extra::Text,
        "--ez" => Extra::Boolean,
        "--ei" | "--el" => Extra::Integer,
        "--ef" | "--ed" => Extra::Decimal,
        _ => return None,
    })
}

fn flag(option: &str) -> Option<u32> {
    Some(match option {
        "--grant-read-uri-permission" => 0x0000_0001,
        "--grant-write-uri-permission" => 0x0000_0002,
        "--debug-log-resolution" => 0x0000_0008,
        "--exclude-stopped-packages" => 0x0000_0010,
        "--include-stopped-packages" => 0x0000_0020,
        "--grant-persistable-uri-permission" => 0x0000_0040,
        "--grant-prefix-uri-permission" => 0x0000_0080,
        "--activity-match-external" => 0x0000_0800,
        "--activity-clear-task" => 0x0000_8000,
        "--activity-task-on-home" => 0x0000_4000,
        "--activity-no-animation" => 0x0001_0000,
        "--activity-reorder-to-front" => 0x0002_0000,
        "--activity-no-user-action" => 0x0004_0000,
        "--activity-clear-when-task-reset" => 0x0008_0000,
        "--activity-launched-from-history" => 0x0010_0000,
        "--activity-reset-task-if-needed" => 0x0020_0000,
        "--activity-brought-to-front" => 0x0040_0000,
        "--activity-exclude-from-recents" => 0x0080_0000,
        "--activity-previous-is-top" | "--receiver-include-background" => 0x0100_0000,
        "--activity-clear-top" => 0x0400_0000,
        "--activity-multiple-task" | "--receiver-no-abort" => 0x0800_0000,
        "--activity-single-top" | "--receiver-replace-pending" => 0x2000_0000,
        "--activity-no-history" | "--receiver-registered-only" => 0x4000_0000,
        "--receiver-foreground" => 0x1000_0000,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::{Handled, ShellIntent, Words, parse};
    use crate::release::Release;

    fn parsed(line: &str) -> Result<ShellIntent, String> {
        let words: Vec<String> = line.split(' ').map(ToOwned::to_owned).collect();
        parse(&mut Words::new(&words), |_, _| Ok(Handled::Unknown))
            .map_err(|exception| exception.message)
    }

    #[test]
    fn intents_are_printed_as_each_release_prints_them() {
        for (line, release, expected) in [
            ("-n a.b/.C", Release::Android9, "Intent { cmp=a.b/.C }"),
            (
                "-a X -c Y -c Z -i I -f 0x10 -p p --es k v",
                Release::Android9,
                "Intent { act=X cat=[Y,Z] flg=0x10 pkg=p (has extras) }",
            ),
            ("-a X -i I", Release::Android10, "Intent { act=X id=I }"),
            (
                "-d https://user@h.example/p?q",
                Release::Android9,
                "Intent { dat=https://h.example/... }",
            ),
            (
                "-d app://h:1/p?q",
                Release::Android12,
                "Intent { dat=app://h:1/p }",
            ),
            (
                "-d app://h:1/p?q",
                Release::Android13,
                "Intent { dat=app://h:1/... }",
            ),
            ("-d geo:1,2", Release::Android13, "Intent { dat=geo: }"),
            (
                "-d tel:123-4",
                Release::Android16,
                "Intent { dat=tel:xxx-x }",
            ),
            (
                "a.b",
                Release::Android14,
                "Intent { act=android.intent.action.MAIN cat=[android.intent.category.LAUNCHER] pkg=a.b }",
            ),
            (
                "-a X a.b/.C",
                Release::Android14,
                "Intent { act=X cmp=a.b/.C }",
            ),
        ] {
            assert_eq!(
                parsed(line).map(|intent| intent.print(release)).as_deref(),
                Ok(expected),
                "{line}"
            );
        }
    }

    #[test]
    fn bad_intents_are_refused_with_the_words_of_the_platform() {
        for (line, expected) in [
            ("-n nothing", "Bad component name: nothing"),
            ("-a", "Argument expected after \"-a\""),
            ("--what", "Unknown option: --what"),
            ("--es k v", "No intent supplied"),
            ("-a X --ez k maybe", "Invalid boolean value: maybe"),
            ("-a X --ei k one", "For input string: \"one\""),
        ] {
            assert_eq!(parsed(line).unwrap_err(), expected, "{line}");
        }
    }

    proptest::proptest! {
        #[test]
        fn any_words_are_an_intent_or_refused(
            words in proptest::collection::vec("(-a|-n|-d|-c|-f|--es|--ei|--ez|--|tel:1|a/b|http://x|\\PC{0,6})", 0..10),
            release in 0_usize..9,
        ) {
            if let Ok(intent) = parse(&mut Words::new(&words), |_, _| Ok(Handled::Unknown)) {
                let printed = intent.print(Release::ALL[release]);
                assert!(printed.starts_with("Intent { ") && printed.ends_with(" }"));
            }
        }
    }
}
