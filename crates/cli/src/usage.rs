//! What clap refuses, in the words of this program.

use clap::error::{ContextKind, ContextValue, Error, ErrorKind};
use clap::{Arg, Command};
use clawperator_contract::{ErrorCode, Failure, did_you_mean, excerpt};

use crate::args;
use crate::argv::{self, Noted};

/// Whether clap stopped because help was asked for.
pub(crate) fn is_help(error: &Error) -> bool {
    matches!(
        error.kind(),
        ErrorKind::DisplayHelp | ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand
    )
}

/// What is wrong with the arguments.
pub(crate) fn translate(error: &Error, command: &Command, noted: &Noted) -> Failure {
    match error.kind() {
        ErrorKind::InvalidSubcommand => unknown_command(error, command, noted),
        ErrorKind::UnknownArgument => unknown_argument(error, command, noted),
        ErrorKind::InvalidValue => invalid_value(error, command, noted),
        ErrorKind::MissingRequiredArgument => {
            // The parser names it; the message stands without it too.
            let missing = named_flag(error).unwrap_or_default();
            let message = format!("{} requires {missing}", command_name(noted));
            Failure::new(ErrorCode::MissingArgument, message).with_hint(see_help(noted))
        }
        ErrorKind::WrongNumberOfValues | ErrorKind::TooFewValues
            if names(error, "--coordinate") =>
        {
            crate::verbs::bad_coordinate()
        }
        ErrorKind::TooManyValues => {
            // The parser names it; the message stands without it too.
            let flag = named_flag(error).unwrap_or_default();
            Failure::new(ErrorCode::Usage, format!("{flag} takes no value"))
        }
        ErrorKind::InvalidUtf8 => Failure::new(ErrorCode::Usage, "an argument is not valid UTF-8"),
        _ => {
            let rendered = error.render().to_string();
            // An error without words is one all the same.
            let first = rendered.lines().next().unwrap_or_default();
            let message = first.strip_prefix("error: ").unwrap_or(first);
            Failure::new(ErrorCode::Usage, message).with_hint(see_help(noted))
        }
    }
}

fn unknown_command(error: &Error, command: &Command, noted: &Noted) -> Failure {
    // The parser says which word it was; no command is called nothing.
    let word = &context(error, ContextKind::InvalidSubcommand).unwrap_or_default();
    let following = noted.words.get(1).map(String::as_str);
    if let Some(failure) = removed_compound(command, word, following) {
        return failure;
    }
    let definitions = noted.definitions(command);
    let above = definitions.first().copied().unwrap_or(command);
    let before = noted.command().map_or(String::new(), |name| name + " ");
    let names = above
        .get_subcommands()
        .map(Command::get_name)
        .chain(["help"]);
    let synonyms = above.get_subcommands().flat_map(Command::get_all_aliases);
    let meant = other_name(word).filter(|_| before.is_empty());
    let hint = match meant.or_else(|| did_you_mean(word, names.chain(synonyms))) {
        Some(near) => format!("did you mean `clawperator {before}{near}`?"),
        None => format!("run `clawperator {before}--help` for the list of commands"),
    };
    Failure::new(
        ErrorCode::UnknownCommand,
        format!("unknown command '{before}{}'", excerpt(word)),
    )
    .with_hint(hint)
}

/// What other tools call what this one can do.
fn other_name(word: &str) -> Option<&'static str> {
    let word = word.to_ascii_lowercase().replace('_', "-");
    let meant = match word.as_str() {
        "swipe" | "fling" | "scroll-down" => "scroll down",
        "swipe-up" | "scroll-up" => "scroll up",
        "home" | "go-home" => "press home",
        "recents" | "overview" | "app-switch" => "press recents",
        "go-back" | "escape" => "back",
        "key" | "keyevent" | "keypress" | "press-button" | "button" => "press",
        "launch" | "start" | "start-app" | "run" | "open-app" | "goto" | "navigate" | "url"
        | "uri" | "browse" | "intent" => "open",
        "stop" | "kill" | "terminate" | "force-stop" | "quit" | "exit" | "stop-app" => "close",
        "long-press" | "longpress" | "long-click" | "long-tap" | "hold" => "click --long",
        "focus" => "click --focus",
        "double-click" | "double-tap" | "doubletap" => "click --double",
        "copy" | "paste" | "clip" | "get-clipboard" | "set-clipboard" => "clipboard",
        "push" | "pull" | "upload" | "download" | "push-file" | "pull-file" | "file" | "cp" => {
            "files"
        }
        "shell" | "sh" | "adb-shell" | "device-shell" => "device shell",
        "zoom" | "zoom-in" | "zoom-out" | "rotate" | "spread" => "pinch",
        "multi-touch" | "multitouch" | "gesture" | "fingers" | "path" => "touch-path",
        "drag-and-drop" | "draganddrop" | "move" => "drag",
        "touch" | "press-on" | "tap-on" | "select" | "check" | "toggle" => "click",
        "dump" | "ui" | "hierarchy" | "tree" | "screen" | "look" | "view" | "source"
        | "uiautomator" | "inspect-ui" | "page" => "snapshot",
        "input" | "enter" | "text" | "write" | "send-keys" | "sendkeys" | "set-text"
        | "enter-text" | "input-text" => "type",
        "get" | "get-text" | "read-text" | "text-of" => "read",
        "screencap" | "capture" | "picture" | "photo" | "snap" | "image" => "screenshot",
        "wait-for" | "find" | "wait-for-node" | "exists" | "assert" | "expect" => "wait",
        "delay" | "pause" => "sleep",
        "scroll-to" | "find-scroll" => "scroll-until",
        "phones" | "list" | "ls" | "list-devices" => "devices",
        "check-health" | "status" | "diagnose" | "setup" | "health" => "doctor",
        "emulator" | "simulator" | "avd" => "virtual-phone",
        "skill" | "recipe" | "recipes" => "skills",
        "codes" | "error" => "errors",
        "action" => "actions",
        "schemas" => "schema",
        _ => return None,
    };
    Some(meant)
}

/// Commands of two words that an earlier command line had, and what they are called now.
fn removed_compound(command: &Command, word: &str, following: Option<&str>) -> Option<Failure> {
    // Nothing follows the last word.
    let following = following.unwrap_or_default();
    let now = match (word, following) {
        ("action", "open-app") => Some("open"),
        ("inspect", "ui") => Some("snapshot"),
        ("action" | "observe", _) => command.find_subcommand(following).map(Command::get_name),
        ("inspect", _) => None,
        _ => return None,
    };
    let (message, hint) = match now {
        Some(now) => {
            (format!("`{word} {}` is now `{now}`", excerpt(following)), format!("use `clawperator {now}`"))
        }
        None => (
            format!("`{word}` is no longer a command: it was split into several commands"),
            "use `clawperator click`, `clawperator snapshot` and so on; `clawperator --help` lists them".to_owned(),
        ),
    };
    Some(Failure::new(ErrorCode::UnknownCommand, message).with_hint(hint))
}

fn unknown_argument(error: &Error, command: &Command, noted: &Noted) -> Failure {
    // The parser says which argument it was; none is called nothing.
    let argument = context(error, ContextKind::InvalidArg).unwrap_or_default();
    let is_flag =
        argument.starts_with('-') && !noted.trailing.iter().any(|word| *word == *argument);
    if !is_flag {
        let whole = args::command();
        if noted.path.first().is_some_and(|name| name == "observe")
            && whole.find_subcommand(&*argument).is_some()
            && let Some(failure) = removed_compound(&whole, "observe", Some(&argument))
        {
            return failure;
        }
        // What follows `type` may be part of a password, so it is not repeated.
        let message = if noted.path.first().is_some_and(|name| name == "type") {
            "type takes one text".to_owned()
        } else {
            format!("unexpected argument '{}'", excerpt(&argument))
        };
        let hint = match too_many(&argument, command, noted) {
            Some(question) if question.ends_with('?') => question,
            Some(advice) => format!("{advice}; {}", see_help(noted)),
            None => see_help(noted),
        };
        return Failure::new(ErrorCode::Usage, message).with_hint(hint);
    }
    let longs: Vec<&str> = argv::flags(command, noted)
        .flat_map(|flag| {
            flag.get_long()
                .into_iter()
                // Most flags have one name.
                .chain(flag.get_all_aliases().unwrap_or_default())
        })
        .chain(["help"])
        .collect();
    let hint = match did_you_mean(argument.trim_start_matches('-'), longs.iter().copied()) {
        Some(near) => format!("did you mean '--{near}'?"),
        None => see_help(noted),
    };
    Failure::new(
        ErrorCode::Usage,
        format!("unrecognized flag '{}'", excerpt(&argument)),
    )
    .with_hint(hint)
}

/// What may help whoever typed one argument too many.
fn too_many(argument: &str, command: &Command, noted: &Noted) -> Option<String> {
    if !noted.trailing.is_empty() {
        return Some("flags go before `--`".to_owned());
    }
    let definition = *noted.definitions(command).first()?;
    let name = command_name(noted);
    if let Some(flag) = argv::flags(command, noted).find(|flag| flag.get_long() == Some(argument)) {
        return Some(format!(
            "did you mean --{}?",
            // It was found by its long name.
            flag.get_long().unwrap_or_default()
        ));
    }
    let mut takes = definition.get_positionals().filter_map(|positional| {
        let names = positional.get_value_names()?;
        names.first().map(clap::builder::Str::as_str)
    });
    let Some(first) = takes.next() else {
        return Some(format!("{name} takes no argument"));
    };
    Some(match (first, name.as_str()) {
        ("REF", _) => {
            "for text use --text, with quotes around text that contains spaces".to_owned()
        }
        ("TEXT" | "LABEL" | "FILE", _) => "put quotes around text that contains spaces".to_owned(),
        (first, name) => format!("{name} takes one {first}"),
    })
}

fn invalid_value(error: &Error, command: &Command, noted: &Noted) -> Failure {
    if names(error, "--coordinate") {
        return crate::verbs::bad_coordinate();
    }
    // The parser names both; the message stands without them too.
    let flag = named_flag(error).unwrap_or_default();
    // A value may be empty.
    let value = context(error, ContextKind::InvalidValue).unwrap_or_default();
    let allowed = match error.get(ContextKind::ValidValue) {
        Some(ContextValue::Strings(allowed)) => allowed.clone(),
        _ => Vec::new(),
    };
    if allowed.is_empty() {
        let message = format!("{flag} requires a value");
        let defined = argv::flags(command, noted).find(|defined| is_called(defined, &flag));
        return match defined {
            Some(defined) => argv::refuse(defined, message),
            None => Failure::new(ErrorCode::Usage, message),
        };
    }
    let message = format!("{flag} must be one of: {}", allowed.join(", "));
    let failure = Failure::new(ErrorCode::Usage, message);
    match did_you_mean(&value, allowed.iter().map(String::as_str)) {
        Some(near) => failure.with_hint(format!("did you mean '{near}'?")),
        None => failure,
    }
}

fn is_called(flag: &Arg, written: &str) -> bool {
    written
        .strip_prefix("--")
        .is_some_and(|name| flag.get_long() == Some(name))
}

fn names(error: &Error, flag: &str) -> bool {
    named_flag(error).is_some_and(|named| named == flag)
}

/// The flag an error is about, without the names of its values.
fn named_flag(error: &Error) -> Option<String> {
    let written = context(error, ContextKind::InvalidArg)?;
    written.split(' ').next().map(str::to_owned)
}

fn context(error: &Error, kind: ContextKind) -> Option<String> {
    match error.get(kind)? {
        ContextValue::String(value) => Some(value.clone()),
        ContextValue::Strings(values) => values.first().cloned(),
        _ => None,
    }
}

fn command_name(noted: &Noted) -> String {
    noted.command().unwrap_or_else(|| "clawperator".to_owned())
}

fn see_help(noted: &Noted) -> String {
    match noted.command() {
        Some(command) => format!("run `clawperator {command} --help`"),
        None => "run `clawperator --help`".to_owned(),
    }
}
