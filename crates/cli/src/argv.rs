//! One pass over the arguments before clap sees them.
//!
//! It settles what clap cannot: a `--` right after a flag escapes the flag's value, a flag followed by another flag
//! lacks its value, and a flag given twice is refused wherever the two stand. It also notes how a failure is to be
//! printed, which must be known even when the arguments do not parse.

use std::ffi::OsString;

use clap::{Arg, ArgAction, Command};
use clawperator_contract::{ErrorCode, Failure};

use crate::args::{CONTAINER_HEADING, LABEL_HEADING, OutputFormat, SELECTOR_HEADING};

/// Words that can be a command and what follows it: `skills guard denylist` has three.
const MOST_WORDS: usize = 4;

/// What the pass noticed.
#[derive(Debug, Default)]
pub(crate) struct Noted {
    /// The command's own name, and those below it, as far as the first words are names or synonyms.
    pub(crate) path: Vec<String>,
    /// The first words that are no flags.
    pub(crate) words: Vec<String>,
    /// What follows a `--` that escapes no flag's value.
    pub(crate) trailing: Vec<OsString>,
    /// Whether help was asked for in full: `--help` or `help`, as opposed to `-h`.
    pub(crate) long_help: bool,
    /// Whether `--json` is there.
    pub(crate) json: bool,
    /// What `--output` asks for, where it is legal.
    pub(crate) output: Option<OutputFormat>,
}

impl Noted {
    /// The command's name as it is written, `clawperator` left out; nothing when none was named.
    pub(crate) fn command(&self) -> Option<String> {
        (!self.path.is_empty()).then(|| self.path.join(" "))
    }

    /// The definitions along the path, the innermost first.
    pub(crate) fn definitions<'c>(&self, command: &'c Command) -> Vec<&'c Command> {
        let mut found: Vec<&Command> = Vec::new();
        for name in &self.path {
            let above = found.first().copied().unwrap_or(command);
            match above.find_subcommand(name) {
                Some(below) => found.insert(0, below),
                None => break,
            }
        }
        found
    }
}

/// The arguments for clap, or what is wrong with them; and what was noticed either way.
pub(crate) fn prepare(
    command: &Command,
    arguments: Vec<OsString>,
) -> (Noted, Result<Vec<OsString>, Failure>) {
    let mut noted = Noted::default();
    let mut seen: Vec<(&str, String)> = Vec::new();
    let mut refused = None;
    let mut prepared = vec![OsString::from(command.get_name())];
    let mut rest = arguments.into_iter().peekable();
    while let Some(argument) = rest.next() {
        if argument == "--" {
            noted.trailing = rest.collect();
            prepared.push(argument);
            prepared.extend(noted.trailing.iter().cloned());
            break;
        }
        let Some((name, attached)) = long_flag(&argument) else {
            note_word(command, &mut noted, &argument);
            prepared.push(argument);
            continue;
        };
        noted.json |= name == "json";
        noted.long_help |= name == "help";
        let Some(flag) =
            find_flag(command, &noted, name).filter(|flag| flag.get_action().takes_values())
        else {
            prepared.push(argument);
            continue;
        };
        // It was found by its long name.
        let long = flag.get_long().unwrap_or_default();
        let repeats = matches!(flag.get_action(), ArgAction::Append) && takes_one_value(flag);
        let before = seen.iter().find(|(known, _)| *known == long);
        if let Some((_, before)) = before.filter(|_| !repeats) {
            let message = if before == name {
                format!("--{name} must not appear more than once")
            } else {
                format!(
                    "--{before} and --{name} are the same flag, which must not appear more than once"
                )
            };
            refused.get_or_insert_with(|| refuse(flag, message));
        }
        seen.push((long, name.to_owned()));
        if flag.is_require_equals_set() {
            // Its value is optional, so that what follows it is not its value.
            let value = attached.map_or_else(String::new, |value| format!("={value}"));
            prepared.push(OsString::from(format!("--{long}{value}")));
            continue;
        }
        if !takes_one_value(flag) {
            // `10,20` is two numbers in one word.
            let together = match attached {
                Some(value) => Some(value.to_owned()),
                None => rest
                    .next_if(|next| next.to_str().is_some_and(|next| next.contains(',')))
                    .and_then(|next| next.into_string().ok()),
            };
            prepared.push(OsString::from(format!("--{long}")));
            let numbers = together.iter().flat_map(|numbers| numbers.split(','));
            prepared.extend(numbers.map(OsString::from));
            continue;
        }
        let value = match attached {
            Some(value) => Some(OsString::from(value)),
            None => match rest.next_if(|next| is_value(flag, next)) {
                Some(value) => Some(value),
                None => rest.next_if(|next| next == "--").and_then(|_| rest.next()),
            },
        };
        let Some(value) = value else {
            let failure = refuse(flag, format!("--{long} requires a value"));
            // Only what is no flag can have been meant as a value.
            let is_meant = rest
                .peek()
                .and_then(|next| next.to_str())
                .is_some_and(|next| {
                    next.starts_with('-')
                        && long_flag_name(next)
                            .is_none_or(|name| find_flag(command, &noted, name).is_none())
                });
            refused.get_or_insert(if is_meant {
                failure.with_hint(format!(
                    "write a value that starts with a dash as --{long}=-5"
                ))
            } else {
                failure
            });
            continue;
        };
        if long == "output" {
            noted.output = value
                .to_str()
                .and_then(|value| clap::ValueEnum::from_str(value, false).ok());
        }
        let mut joined = OsString::from(format!("--{long}="));
        joined.push(value);
        prepared.push(joined);
    }
    (noted, refused.map_or(Ok(prepared), Err))
}

/// The flags a command takes: its own, those of the commands above it, and the global ones.
pub(crate) fn flags<'c>(command: &'c Command, noted: &Noted) -> impl Iterator<Item = &'c Arg> {
    noted
        .definitions(command)
        .into_iter()
        .flat_map(Command::get_arguments)
        .chain(command.get_arguments())
}

fn long_flag(argument: &OsString) -> Option<(&str, Option<&str>)> {
    let name = argument.to_str()?.strip_prefix("--")?;
    Some(
        name.split_once('=')
            .map_or((name, None), |(name, value)| (name, Some(value))),
    )
}

fn long_flag_name(argument: &str) -> Option<&str> {
    let name = argument.strip_prefix("--")?;
    Some(name.split_once('=').map_or(name, |(name, _)| name))
}

fn note_word(command: &Command, noted: &mut Noted, argument: &OsString) {
    let Some(word) = argument.to_str().filter(|word| !word.starts_with('-')) else {
        return;
    };
    if noted.words.is_empty() {
        noted.long_help |= word == "help";
    }
    if noted.path.len() == noted.words.len() {
        let definitions = noted.definitions(command);
        let above = definitions.first().copied().unwrap_or(command);
        if let Some(found) = above.find_subcommand(word) {
            noted.path.push(found.get_name().to_owned());
        }
    }
    if noted.words.len() < MOST_WORDS {
        noted.words.push(word.to_owned());
    }
}

fn find_flag<'c>(command: &'c Command, noted: &Noted, name: &str) -> Option<&'c Arg> {
    flags(command, noted).find(|flag| {
        flag.get_long() == Some(name)
            || flag
                .get_all_aliases()
                .is_some_and(|aliases| aliases.contains(&name))
    })
}

fn takes_one_value(flag: &Arg) -> bool {
    flag.get_num_args()
        .is_none_or(|range| range.max_values() == 1)
}

fn is_value(flag: &Arg, next: &OsString) -> bool {
    match next.to_str() {
        Some("-") | None => true,
        Some(text) if text.starts_with('-') => {
            flag.is_allow_negative_numbers_set() && text.parse::<f64>().is_ok()
        }
        Some(_) => true,
    }
}

/// A failure about one flag: a selector's flags break the contract's rules, others the command's.
pub(crate) fn refuse(flag: &Arg, message: String) -> Failure {
    let about_selector = flag.get_help_heading().is_some_and(|heading| {
        [SELECTOR_HEADING, CONTAINER_HEADING, LABEL_HEADING].contains(&heading)
    });
    Failure::new(
        if about_selector {
            ErrorCode::ExecutionValidationFailed
        } else {
            ErrorCode::Usage
        },
        message,
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn prepared(arguments: &[&str]) -> Result<Vec<String>, String> {
        let command = crate::args::command();
        let arguments = arguments.iter().map(OsString::from).collect();
        let (_, prepared) = prepare(&command, arguments);
        let readable = |arguments: Vec<OsString>| {
            arguments
                .into_iter()
                .skip(1)
                .map(|argument| argument.into_string().unwrap())
                .collect()
        };
        prepared.map(readable).map_err(|failure| failure.message)
    }

    #[test]
    fn two_dashes_escape_the_value_of_the_flag_before_them() {
        assert_eq!(
            prepared(&["click", "--text", "--", "--weird"]).unwrap(),
            ["click", "--text=--weird"]
        );
        assert_eq!(
            prepared(&["type", "--id", "x", "--", "-5"]).unwrap(),
            ["type", "--id=x", "--", "-5"]
        );
        assert_eq!(
            prepared(&["click", "--text", "--"]),
            Err("--text requires a value".to_owned())
        );
    }

    #[test]
    fn aliases_count_as_the_flag_they_stand_for() {
        let twice = Err(
            "--id and --resource-id are the same flag, which must not appear more than once"
                .to_owned(),
        );
        assert_eq!(
            prepared(&["click", "--id", "a", "--resource-id", "b"]),
            twice
        );
    }

    #[test]
    fn a_global_flag_is_one_flag_on_both_sides_of_the_command() {
        let twice = Err(
            "--device and --device-id are the same flag, which must not appear more than once"
                .to_owned(),
        );
        assert_eq!(
            prepared(&["--device", "a", "click", "--device-id", "b"]),
            twice
        );
    }

    #[test]
    fn a_flag_that_makes_a_list_may_come_again() {
        assert_eq!(
            prepared(&["virtual-phone", "--scene", "a", "--scene", "b"]).unwrap(),
            ["virtual-phone", "--scene=a", "--scene=b"]
        );
    }

    #[test]
    fn a_negative_number_is_a_value_only_where_numbers_are_meant() {
        assert_eq!(
            prepared(&["wait", "--timeout", "-5"]).unwrap(),
            ["wait", "--timeout=-5"]
        );
        assert_eq!(
            prepared(&["click", "--text", "-5"]),
            Err("--text requires a value".to_owned())
        );
    }
}
