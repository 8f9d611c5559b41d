//! Changing apps: `pm clear`, `pm uninstall`, `pm grant`, `pm revoke`.
//!
//! A word of success is what these programs say, and no more: whether an app is gone, or has a permission, is for the
//! caller to ask afterwards.

use std::time::Duration;

use clawperator_adb::{Deadline, DeviceHandle};
use clawperator_contract::ErrorCode;

use super::answer::act;
use super::apps::package_word;
use super::verdict::{Deed, Proof, Why, own_words};
use crate::driver::{ActError, AppChange};
use crate::line::{Command, ShellLine, Word, program};
use crate::probe::Answer;

/// Does it, unless the phone's own words say that it was not done.
pub(super) async fn change(
    handle: &DeviceHandle,
    change: AppChange<'_>,
    within: Duration,
) -> Result<(), ActError> {
    let package = package_word(change.package())?;
    let pm = |subcommand: &'static str| {
        let pm = Command::new(program::PM).fixed(subcommand);
        pm.word(package.clone())
    };
    let (deed, command) = match change {
        AppChange::Clear { .. } => (Deed::Clear, pm("clear")),
        AppChange::Uninstall { .. } => (Deed::Uninstall, pm("uninstall")),
        AppChange::Permission {
            permission,
            granted,
            ..
        } => {
            let word = Word::new(permission).map_err(|error| ActError::NotSent {
                code: ErrorCode::ActionFailed,
                message: error.to_string(),
            })?;
            if granted {
                (Deed::Grant, pm("grant").word(word))
            } else {
                (Deed::Revoke, pm("revoke").word(word))
            }
        }
    };
    let line = ShellLine::from(command);
    let answer = act(handle, &line, Deadline::after(within)).await?;
    judge(deed, &answer)
}

/// Reads what `pm` said.
fn judge(deed: Deed, answer: &Answer) -> Result<(), ActError> {
    let says_success = || own_words(answer).any(|line| line.trim() == "Success");
    let needs_word = matches!(deed, Deed::Clear | Deed::Uninstall);
    match deed.judge(answer) {
        Proof::Done if !needs_word || says_success() => return Ok(()),
        Proof::Nothing(Why::ServiceMissing) => {
            return Err(ActError::Refused {
                code: ErrorCode::ServiceUnavailable,
                message: "Android's `package` service is not running".to_owned(),
            });
        }
        Proof::Nothing(_) => {
            return Err(ActError::Declined {
                failure: String::new(),
                message: format!("the phone refused: {}", answer.excerpt()),
            });
        }
        Proof::Done | Proof::Unknown => {}
    }
    let mut lines = own_words(answer).map(str::trim);
    match lines.find_map(|line| line.strip_prefix("Failure [")) {
        Some(rest) if deed == Deed::Uninstall && !says_success() => Err(ActError::Declined {
            failure: code(rest),
            message: format!("the phone refused: {}", answer.excerpt()),
        }),
        _ => Err(ActError::Unknown {
            message: format!("`pm` did not say that it was done: {}", answer.excerpt()),
        }),
    }
}

/// The code at the beginning of what stands in the brackets of a failure. Behind it may be anything.
fn code(rest: &str) -> String {
    let is_of_code =
        |byte: &u8| byte.is_ascii_uppercase() || byte.is_ascii_digit() || *byte == b'_';
    let length = rest.bytes().take_while(is_of_code).count();
    // Only ASCII was counted, so that it ends between two characters.
    let (code, _) = rest.split_at(length);
    // A sentence begins with one such letter at most.
    if code.len() > 1 {
        code.to_owned()
    } else {
        String::new()
    }
}

#[cfg(test)]
mod tests {
    use clawperator_adb::ExitStatus;

    use super::*;

    fn said(deed: Deed, output: &str, errors: &str, code: u8) -> Result<(), ActError> {
        judge(
            deed,
            &Answer {
                output: output.to_owned(),
                errors: errors.to_owned(),
                status: ExitStatus::Code(code),
            },
        )
    }

    fn failure(outcome: &Result<(), ActError>) -> Option<&str> {
        match outcome {
            Err(ActError::Declined { failure, .. }) => Some(failure),
            _ => None,
        }
    }

    fn is_unknown(outcome: &Result<(), ActError>) -> bool {
        matches!(outcome, Err(ActError::Unknown { .. }))
    }

    #[test]
    fn only_the_word_is_success() {
        for deed in [Deed::Clear, Deed::Uninstall] {
            assert_eq!(said(deed, "Success\n", "", 0), Ok(()));
            assert_eq!(said(deed, "WARNING: linker: x\nSuccess\n", "", 0), Ok(()));
            assert!(is_unknown(&said(deed, "", "", 0)));
            assert!(is_unknown(&said(deed, "Success\n", "", 1)));
            assert!(is_unknown(&said(deed, "Succ", "", 0)));
            assert!(is_unknown(&said(deed, "", "", 137)));
        }
        // Some of its data may be gone by then.
        assert!(is_unknown(&said(Deed::Clear, "", "Failed\n", 1)));
        assert_eq!(said(Deed::Grant, "", "", 0), Ok(()));
    }

    #[test]
    fn the_code_of_a_failure_is_kept() {
        let failed = |words: &str| said(Deed::Uninstall, words, "", 1);
        let outcome = failed("Failure [DELETE_FAILED_INTERNAL_ERROR]\n");
        assert_eq!(failure(&outcome), Some("DELETE_FAILED_INTERNAL_ERROR"));
        let outcome = failed("Failure [DELETE_FAILED_APP_PINNED: a [b]: c]\n");
        assert_eq!(failure(&outcome), Some("DELETE_FAILED_APP_PINNED"));
        assert_eq!(
            failure(&failed("Failure [not installed for 0]\n")),
            Some("")
        );
        assert!(is_unknown(&failed("Success\nFailure [X]\n")));
    }

    #[test]
    fn a_grant_that_throws_did_nothing() {
        for words in [
            "java.lang.IllegalArgumentException: Unknown permission: x",
            "java.lang.IllegalArgumentException: Unknown permission x",
            "java.lang.SecurityException: Package com.a has not requested permission x",
            "java.lang.SecurityException: Permission x requested by com.a is not a changeable permission type",
            "java.lang.SecurityException: Permission x is managed by role",
            "java.lang.SecurityException: Cannot grant system fixed permission x for package com.a",
            "java.lang.SecurityException: grantRuntimePermission: Neither user 2000 nor current process has \
             android.permission.GRANT_RUNTIME_PERMISSIONS.",
        ] {
            let errors =
                format!("\nException occurred while executing 'grant':\n{words}\n\tat a.b.c\n");
            let outcome = said(Deed::Grant, "", &errors, 255);
            assert!(failure(&outcome).is_some(), "{words}: {outcome:?}");
            assert!(is_unknown(&said(Deed::Clear, "", &errors, 255)), "{words}");
        }
        assert!(is_unknown(&said(
            Deed::Grant,
            "",
            "java.lang.NullPointerException\n",
            255
        )));
        let gone = said(Deed::Grant, "", "cmd: Can't find service: package\n", 20);
        assert!(matches!(
            gone,
            Err(ActError::Refused {
                code: ErrorCode::ServiceUnavailable,
                ..
            })
        ));
    }
}
