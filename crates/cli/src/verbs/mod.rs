//! The verbs: typed arguments in, an execution payload out.
//!
//! A verb checks only what a payload cannot show: flags that exclude each other, arguments that are missing, values
//! that have a message of their own on the command line. Everything else is left to validation, which every payload
//! goes through.

mod back;
mod click;
mod close;
mod draft;
mod observe;
mod open;
mod patience;
mod press;
mod read;
mod read_value;
mod screenshot;
mod scroll;
mod scroll_until;
mod sleep;
mod snapshot;
mod swipe;
mod timeout;
mod type_text;
mod wait;
mod wait_for_nav;

use clawperator_contract::{ErrorCode, Failure};

use crate::selector_flags::{MatcherFlags, TargetFlags};

pub(crate) use self::back::back;
pub(crate) use self::click::{bad_coordinate, click};
pub(crate) use self::close::close;
pub(crate) use self::draft::{Draft, ParamValue};
pub(crate) use self::observe::observe;
pub(crate) use self::open::open;
use self::patience::Patience;
pub(crate) use self::press::press;
pub(crate) use self::read::read;
pub(crate) use self::read_value::read_value;
pub(crate) use self::screenshot::screenshot;
pub(crate) use self::scroll::scroll;
pub(crate) use self::scroll_until::{scroll_and_click, scroll_until};
pub(crate) use self::sleep::sleep;
pub(crate) use self::snapshot::snapshot;
pub(crate) use self::swipe::swipe;
use self::timeout::timeout_or;
pub(crate) use self::timeout::{Milliseconds, execution_timeout, script_timeout};
pub(crate) use self::type_text::type_text;
pub(crate) use self::wait::wait;
pub(crate) use self::wait_for_nav::wait_for_nav;

/// The one value of several ways to give it; `message` is said when there are two.
fn one_of<'a>(ways: &[Option<&'a str>], message: &str) -> Result<Option<&'a str>, Failure> {
    let mut given = ways.iter().copied().flatten();
    let first = given.next();
    if given.next().is_some() {
        return Err(Failure::new(ErrorCode::Usage, message));
    }
    Ok(first)
}

/// The target of a verb that cannot do without one, as params.
fn required_target(
    verb: &str,
    flags: &TargetFlags<'_>,
    examples: [&str; 2],
) -> Result<Vec<(&'static str, ParamValue)>, Failure> {
    let params = flags.params("matcher")?;
    if params.is_empty() {
        let message = format!("{verb} requires a selector.");
        return Err(missing_selector(&message, flags.matcher_flags(), examples));
    }
    Ok(params)
}

fn missing_selector(message: &str, flags: &MatcherFlags<'_>, examples: [&str; 2]) -> Failure {
    let [first, second] = examples;
    let names = flags.names().join(", ");
    let hint = format!(
        "use one or more of {names}, --name, --in-row, or --ref\nfor example `{first}`\nor `{second}`"
    );
    Failure::new(ErrorCode::MissingSelector, message).with_hint(hint)
}

fn missing_argument(message: &str, example: &str) -> Failure {
    Failure::new(ErrorCode::MissingArgument, message).with_hint(format!("for example `{example}`"))
}
