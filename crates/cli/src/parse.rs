//! From arguments to what was typed.

use std::ffi::OsString;

use clap::{ArgMatches, FromArgMatches};
use clawperator_contract::{ErrorCode, Failure};

use crate::args::{self, Cli, top_help};
use crate::argv::{self, Noted};
use crate::usage;

/// What the arguments say.
pub(crate) struct Parsed {
    /// What must be known also where they do not parse.
    pub(crate) noted: Noted,
    pub(crate) typed: Result<Typed, Failure>,
}

/// What was typed.
pub(crate) enum Typed {
    Command(Box<Cli>),
    /// Nothing is to be done but to show this.
    Help(String),
}

/// Reads the arguments: with the one command that the first of them names if that accepts them all, otherwise with the
/// whole command line.
pub(crate) fn parse(arguments: Vec<OsString>) -> Parsed {
    with_one(&arguments).unwrap_or_else(|| with_all(arguments))
}

fn with_one(arguments: &[OsString]) -> Option<Parsed> {
    let mut command = args::one(arguments.first()?.to_str()?)?;
    let (noted, prepared) = argv::prepare(&command, arguments.to_vec());
    let matches = command.try_get_matches_from_mut(prepared.ok()?).ok()?;
    let typed = read(&matches);
    Some(Parsed { noted, typed })
}

fn with_all(arguments: Vec<OsString>) -> Parsed {
    let mut command = args::command();
    if arguments.is_empty() {
        return Parsed {
            noted: Noted::default(),
            typed: Ok(Typed::Help(command.render_help().to_string())),
        };
    }
    let (noted, prepared) = argv::prepare(&command, arguments);
    let typed = prepared.and_then(
        |prepared| match command.try_get_matches_from_mut(prepared) {
            Ok(matches) => read(&matches),
            Err(error) if usage::is_help(&error) => {
                let top = noted.path.is_empty() && noted.words.get(1).is_none();
                Ok(Typed::Help(if top && noted.long_help {
                    top_help(command)
                } else {
                    error.render().to_string()
                }))
            }
            Err(error) => Err(usage::translate(&error, &command, &noted)),
        },
    );
    Parsed { noted, typed }
}

fn read(matches: &ArgMatches) -> Result<Typed, Failure> {
    let cli = Cli::from_arg_matches(matches).map_err(|error| {
        Failure::new(
            ErrorCode::InternalError,
            format!("the arguments parsed but could not be read: {error}"),
        )
    })?;
    Ok(Typed::Command(Box::new(cli)))
}
