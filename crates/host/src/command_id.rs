//! Command ids.

use clawperator_contract::{ErrorCode, Failure};
use clawperator_sources::Sources;

/// How a command's id is formed: what it begins with, and what makes it different from others.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CommandId {
    /// `click` becomes `click-<ms>-<7 random characters>`.
    Random(&'static str),
    /// `open_app_` becomes `open_app_<ms>`: the separator belongs to the beginning.
    Timed(&'static str),
}

impl CommandId {
    /// A fresh id.
    pub fn generate(self, sources: &dyn Sources) -> Result<String, Failure> {
        let now = sources.epoch_milliseconds();
        match self {
            Self::Timed(prefix) => Ok(format!("{prefix}{now}")),
            Self::Random(prefix) => {
                let mut bytes = [0; 8];
                sources.fill(&mut bytes).map_err(|error| {
                    let message = format!("the system returned no random number: {error}");
                    Failure::new(ErrorCode::InternalError, message)
                })?;
                let number = u64::from_le_bytes(bytes);
                Ok(format!("{prefix}-{now}-{}", seven_characters(number)))
            }
        }
    }
}

/// Seven of the 36 lower-case letters and digits, least significant first.
fn seven_characters(mut number: u64) -> String {
    let mut characters = String::with_capacity(7);
    for _ in 0..7 {
        // Less than 36 always fits.
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
