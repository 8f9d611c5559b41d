//! The names of action types as they are written.

use super::table::ActionType;
use crate::decode::{Decode, Value};
use crate::excerpt::excerpt;
use crate::failure::Rule;
use crate::limits::MAX_ACTION_TYPE_LENGTH;
use crate::suggest::did_you_mean;

impl ActionType {
    /// The type of that canonical name or alias, in any case and with blanks around it.
    #[must_use]
    pub fn from_name(written: &str) -> Option<Self> {
        let name = written.trim();
        Self::ALL.iter().copied().find(|action_type| {
            action_type.name().eq_ignore_ascii_case(name)
                || action_type
                    .aliases()
                    .iter()
                    .any(|alias| alias.eq_ignore_ascii_case(name))
        })
    }

    /// The type whose name or alias is nearest to an unknown word.
    #[must_use]
    pub fn suggest(written: &str) -> Option<Self> {
        let names = Self::ALL.iter().map(|action_type| action_type.name());
        let aliases = Self::ALL
            .iter()
            .flat_map(|action_type| action_type.aliases().iter().copied());
        did_you_mean(written.trim(), names.chain(aliases)).and_then(Self::from_name)
    }
}

impl Decode for ActionType {
    fn decode(value: &Value<'_>) -> Option<Self> {
        let written = value.string()?;
        if let Some(action_type) = Self::from_name(written) {
            return Some(action_type);
        }
        if written.trim().is_empty() {
            return value.fail(Rule::Blank, "must not be blank");
        }
        if written.len() > MAX_ACTION_TYPE_LENGTH
            && written.chars().count() > MAX_ACTION_TYPE_LENGTH
        {
            let message =
                format!("String must contain at most {MAX_ACTION_TYPE_LENGTH} character(s)");
            return value.fail(Rule::TooLong, message);
        }
        let message = format!("Unsupported action type '{}'", excerpt(written));
        let hint = match Self::suggest(written) {
            Some(near) => format!("did you mean '{}'?", near.name()),
            None => format!(
                "supported types: {}",
                Self::ALL
                    .iter()
                    .map(|action_type| action_type.name())
                    .collect::<Vec<_>>()
                    .join(", ")
            ),
        };
        value.fail_with_hint(Rule::UnsupportedAction, message, hint)
    }
}
