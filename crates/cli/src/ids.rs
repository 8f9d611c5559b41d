//! Command ids, and the clock and random source that they are made from.

use std::io;
use std::time::Duration;

use clawperator_contract::{ErrorCode, Failure};

/// What the process knows and this crate must not look up: the time and something random.
pub trait IdSource {
    /// Milliseconds since the Unix epoch.
    fn epoch_milliseconds(&self) -> u64;
    /// Time since some fixed moment; never goes back.
    fn monotonic(&self) -> Duration;
    /// A random number, different each time.
    fn random(&self) -> io::Result<u64>;
}

/// How a command's id is formed.
#[derive(Debug, Clone, Copy)]
pub(crate) enum CommandId {
    /// `click-<ms>-<7 random characters>`
    Random(&'static str),
    /// `open_app_<ms>`
    Timed(&'static str),
}

impl CommandId {
    pub(crate) fn generate(self, source: &dyn IdSource) -> Result<String, Failure> {
        let now = source.epoch_milliseconds();
        match self {
            Self::Timed(prefix) => Ok(format!("{prefix}_{now}")),
            Self::Random(prefix) => {
                let number = source.random().map_err(|error| {
                    let message = format!("the system returned no random number: {error}");
                    Failure::new(ErrorCode::InternalError, message)
                })?;
                Ok(format!("{prefix}-{now}-{}", seven_characters(number)))
            }
        }
    }
}

/// Seven of the 36 lower-case letters and digits, least significant first.
fn seven_characters(mut number: u64) -> String {
    let mut characters = String::with_capacity(7);
    for _ in 0..7 {
        let digit = u32::try_from(number % 36).unwrap_or_default();
        characters.extend(char::from_digit(digit, 36));
        number /= 36;
    }
    characters
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seven_characters_whatever_the_number() {
        assert_eq!(seven_characters(0), "0000000");
        assert_eq!(seven_characters(35), "z000000");
        assert_eq!(seven_characters(u64::MAX).len(), 7);
    }
}
