//! From the name of an app to its package.
//!
//! A name is the last part of a package id, since no program of the phone tells the labels below icons. It is looked up
//! before anybody is asked whether the app may be opened, so that what is judged is what is opened.

use std::time::Duration;

use clawperator_contract::{Action, DataKey, ErrorCode, did_you_mean, excerpt};

use crate::guard::Verdict;
use crate::reading::Reading;
use crate::run::{LOOK_LIMIT, Run};
use crate::step::{Attempt, Data, StepError};

/// The longest that the list of apps may take.
const LIMIT: Duration = LOOK_LIMIT;

/// The most packages that an error names.
const MOST_NAMED: usize = 10;

/// The package of the one app with this name.
pub(super) async fn package_of(
    run: &Run<'_>,
    action: &Action,
    name: &str,
) -> Result<String, Attempt> {
    let apps = run.device.apps_with_icon(run.for_acts().min(LIMIT)).await;
    let apps = apps.map_err(|error| {
        let is_final = error.is_final();
        let error = StepError::new(error.code, error.message);
        if is_final {
            Attempt::Stop(error)
        } else {
            Attempt::Again(error)
        }
    })?;
    // Which apps there are is told to nobody who may not look at the phone.
    let may_name = run.may_show(action, &Reading::default()) == Verdict::Allow;
    match named(&apps, name).as_slice() {
        [only] => Ok((*only).to_owned()),
        [] => Err(Attempt::Stop(not_found(&apps, name, may_name))),
        several => Err(Attempt::Stop(ambiguous(several, name, may_name))),
    }
}

/// The apps whose package ends in this part, in any case.
fn named<'a>(apps: &'a [String], name: &str) -> Vec<&'a str> {
    let name = name.trim();
    let is_it = |package: &&str| last_part(package).eq_ignore_ascii_case(name);
    apps.iter().map(String::as_str).filter(is_it).collect()
}

fn last_part(package: &str) -> &str {
    package.rsplit('.').next().unwrap_or(package)
}

fn not_found(apps: &[String], name: &str, may_name: bool) -> StepError {
    let mut message = format!(
        "no app with an icon has a package id that ends in `{}`; nothing was opened",
        excerpt(name)
    );
    let near = did_you_mean(name, apps.iter().map(|package| last_part(package)));
    if let Some(near) = near.filter(|_| may_name) {
        let near = named(apps, near).join(", ");
        message.push_str(&format!("; the nearest: {near}"));
    }
    StepError::new(ErrorCode::AppNotFound, message)
}

fn ambiguous(several: &[&str], name: &str, may_name: bool) -> StepError {
    let count = several.len();
    let message = format!(
        "{count} apps are named `{}`; none was opened",
        excerpt(name)
    );
    if !may_name {
        return StepError::new(ErrorCode::AppAmbiguous, message);
    }
    let listed: Vec<&str> = several.iter().copied().take(MOST_NAMED).collect();
    let message = format!("{message}: {}", listed.join(", "));
    let candidates = serde_json::Value::from(listed);
    let data = Data::new().with(DataKey::Candidates, candidates);
    StepError::new(ErrorCode::AppAmbiguous, message).with(data)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn apps() -> Vec<String> {
        [
            "com.android.settings",
            "com.a.shop",
            "org.b.Shop",
            "com.a.shop.more",
        ]
        .map(str::to_owned)
        .to_vec()
    }

    #[test]
    fn a_name_is_the_last_part_in_any_case() {
        assert_eq!(named(&apps(), "Settings"), ["com.android.settings"]);
        assert_eq!(named(&apps(), " more "), ["com.a.shop.more"]);
        assert_eq!(named(&apps(), "shop"), ["com.a.shop", "org.b.Shop"]);
        for no_part in ["", "android.settings", "setting", "com"] {
            assert!(named(&apps(), no_part).is_empty(), "{no_part}");
        }
    }

    #[test]
    fn what_is_not_found_names_the_nearest() {
        let error = not_found(&apps(), "setings", true);
        assert!(error.message.ends_with("the nearest: com.android.settings"));
        assert!(
            !not_found(&apps(), "setings", false)
                .message
                .contains("com.")
        );
        assert!(!not_found(&apps(), "banana", true).message.contains("com."));
    }

    #[test]
    fn several_are_listed_unless_that_may_not_be_read() {
        let both = ["com.a.shop", "org.b.Shop"];
        let error = ambiguous(&both, "shop", true);
        assert!(error.message.ends_with(": com.a.shop, org.b.Shop"));
        assert!(error.data.keys().any(|key| key == DataKey::Candidates));
        let error = ambiguous(&both, "shop", false);
        assert!(!error.message.contains("com."));
        assert_eq!(error.data.keys().count(), 0);
    }
}
