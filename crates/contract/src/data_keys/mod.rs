//! The one table of what steps answer in `data`: each key, which actions write it, when, and what it means.
//!
//! The engine writes by these keys, surfaces and skills read by them, and the reference lists them for each action.

mod table;

use std::fmt;

use crate::actions::ActionType;
use crate::envelope::StepResult;

pub use self::table::DataKey;

/// In which results a key may be.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum When {
    /// In results of steps that did what was asked.
    Success,
    /// In results of steps that did not.
    Failure,
    /// In both.
    Either,
}

impl When {
    /// Whether a key may be in the result of a step that ended so.
    #[must_use]
    pub const fn covers(self, success: bool) -> bool {
        match self {
            Self::Success => success,
            Self::Failure => !success,
            Self::Either => true,
        }
    }

    /// For the reference documents.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Success => "success",
            Self::Failure => "failure",
            Self::Either => "success and failure",
        }
    }
}

/// What a key means in the results of some actions.
#[derive(Debug, Clone, Copy)]
pub struct DataUse {
    /// The actions that write it.
    pub actions: &'static [ActionType],
    /// In which of their results.
    pub when: When,
    /// What it holds there.
    pub meaning: &'static str,
}

/// One row of the table.
#[derive(Debug, Clone, Copy)]
pub struct DataSpec {
    /// The key itself.
    pub key: DataKey,
    /// Who writes it, when, and what it means there.
    pub uses: &'static [DataUse],
}

impl DataKey {
    /// The key of that name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::TABLE
            .iter()
            .map(|spec| spec.key)
            .find(|key| key.name() == name)
    }

    /// Whether a value is made from what a screen shows. What was counted or measured there is not, nor whose app it is.
    #[must_use]
    #[expect(clippy::too_many_lines, reason = "one line for each key")]
    pub const fn shows_screen(self) -> bool {
        match self {
            Self::Warn
            | Self::Candidates
            | Self::Diff
            | Self::ResourceId
            | Self::Label
            | Self::ResolvedContainer
            | Self::Text
            | Self::RawText
            | Self::Value
            | Self::PictureSha256
            | Self::NodeAt
            | Self::ValueBefore
            | Self::ValueAfter
            | Self::Pairs
            | Self::Stdout
            | Self::Stderr => true,
            Self::Error
            | Self::Message
            | Self::Hint
            | Self::Next
            | Self::Cause
            | Self::Looks
            | Self::LookedMs
            | Self::Skipped
            | Self::Verifies
            | Self::HeldBefore
            | Self::MatchCount
            | Self::Alternative
            | Self::Ref
            | Self::Windows
            | Self::Incomplete
            | Self::CoveredBy
            | Self::Effect
            | Self::Settled
            | Self::Until
            | Self::QuietMs
            | Self::State
            | Self::TargetMoved
            | Self::TargetState
            | Self::Generation
            | Self::ApplicationId
            | Self::Fresh
            | Self::Uri
            | Self::ResolvedPackage
            | Self::ResolvedActivity
            | Self::Launch
            | Self::FrontPackage
            | Self::FrontActivity
            | Self::TimeoutMs
            | Self::ElapsedMs
            | Self::AgeMs
            | Self::LastPackage
            | Self::ClickTypes
            | Self::HoldMs
            | Self::RestMs
            | Self::Coordinate
            | Self::To
            | Self::Fingers
            | Self::Scale
            | Self::Degrees
            | Self::Policy
            | Self::PhonePath
            | Self::Sha256
            | Self::Replaced
            | Self::Direction
            | Self::DistanceRatio
            | Self::SettleDelayMs
            | Self::MaxSwipes
            | Self::ClickAfter
            | Self::ScrollOutcome
            | Self::TerminationReason
            | Self::ScrollsExecuted
            | Self::ContainerCount
            | Self::Validator
            | Self::All
            | Self::Count
            | Self::FocusTap
            | Self::Length
            | Self::Clipboard
            | Self::ReadBack
            | Self::TypedBy
            | Self::Submit
            | Self::Key
            | Self::Presses
            | Self::ActualFormat
            | Self::WindowCount
            | Self::ForegroundPackage
            | Self::HasOverlay
            | Self::OverlayPackage
            | Self::Path
            | Self::Bytes
            | Self::SessionId
            | Self::EventCount
            | Self::Dropped
            | Self::Withheld
            | Self::Secure
            | Self::Width
            | Self::Height
            | Self::Marks
            | Self::MarksLeftOut
            | Self::PictureMs
            | Self::TreeMs
            | Self::TreeSource
            | Self::Screen
            | Self::Coherent
            | Self::Fields
            | Self::KeyboardShown
            | Self::Lock
            | Self::Apps
            | Self::Total
            | Self::Installed
            | Self::Permission
            | Self::Was
            | Self::Granted
            | Self::FailureCode
            | Self::ExitCode
            | Self::Truncated
            | Self::DurationMs => false,
        }
    }

    /// What it means in the results of one action; an action may use it differently on failure.
    pub fn uses_by(self, action_type: ActionType) -> impl Iterator<Item = &'static DataUse> {
        let row = Self::TABLE.iter().find(move |spec| spec.key == self);
        row.into_iter()
            .flat_map(|spec| spec.uses)
            .filter(move |used| used.actions.contains(&action_type))
    }

    /// Whether an action may write it into a result of that kind.
    #[must_use]
    pub fn is_written_by(self, action_type: ActionType, success: bool) -> bool {
        self.uses_by(action_type)
            .any(|used| used.when.covers(success))
    }
}

impl fmt::Display for DataKey {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.name())
    }
}

impl StepResult {
    /// The value under a key of the table.
    #[must_use]
    pub fn get(&self, key: DataKey) -> Option<&str> {
        self.data.get(key.name()).map(String::as_str)
    }

    /// The keys that the table does not list for such a result. This version writes none; a newer one may.
    pub fn unlisted_keys(&self) -> impl Iterator<Item = &str> {
        let action_type = ActionType::from_name(&self.action_type);
        let is_listed = move |name: &str| {
            action_type
                .zip(DataKey::from_name(name))
                .is_some_and(|(action_type, key)| key.is_written_by(action_type, self.success))
        };
        self.data
            .keys()
            .map(String::as_str)
            .filter(move |name| !is_listed(name))
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn every_key_has_one_row_with_words_and_writers() {
        let names: BTreeSet<&str> = DataKey::TABLE.iter().map(|spec| spec.key.name()).collect();
        assert_eq!(names.len(), DataKey::TABLE.len());
        for spec in DataKey::TABLE {
            assert!(!spec.uses.is_empty(), "{}", spec.key);
            for used in spec.uses {
                assert!(
                    !used.actions.is_empty() && !used.meaning.is_empty(),
                    "{}",
                    spec.key
                );
            }
            assert_eq!(DataKey::from_name(spec.key.name()), Some(spec.key));
        }
    }

    #[test]
    fn no_result_of_an_action_has_two_meanings_of_one_key() {
        for spec in DataKey::TABLE {
            for action_type in ActionType::ALL {
                for success in [true, false] {
                    let meanings = spec
                        .key
                        .uses_by(*action_type)
                        .filter(|used| used.when.covers(success))
                        .count();
                    assert!(meanings < 2, "{} of {}", spec.key, action_type.name());
                }
            }
        }
    }

    #[test]
    fn every_action_says_why_it_failed() {
        for action_type in ActionType::ALL {
            for key in [
                DataKey::Error,
                DataKey::Message,
                DataKey::Hint,
                DataKey::Next,
            ] {
                assert!(key.is_written_by(*action_type, false));
                assert!(!key.is_written_by(*action_type, true));
            }
        }
    }

    #[test]
    fn keys_of_another_result_are_named() {
        let step = StepResult {
            id: "a".to_owned(),
            action_type: "sleep".to_owned(),
            success: true,
            data: ["duration_ms", "error", "unheard_of"]
                .map(|key| (key.to_owned(), String::new()))
                .into(),
        };
        let unlisted: Vec<&str> = step.unlisted_keys().collect();
        assert_eq!(unlisted, ["error", "unheard_of"]);
        assert_eq!(step.get(DataKey::DurationMs), Some(""));
        assert_eq!(step.get(DataKey::Text), None);
    }
}
