//! A value that can be typed in several ways.

use clawperator_contract::{ErrorCode, Failure};

/// The one value of several ways to give it; `message` is said when there are two.
pub(super) fn one_of<'a>(
    ways: &[Option<&'a str>],
    message: &str,
) -> Result<Option<&'a str>, Failure> {
    let mut given = ways.iter().copied().flatten();
    let first = given.next();
    if given.next().is_some() {
        return Err(Failure::new(ErrorCode::Usage, message));
    }
    Ok(first)
}
