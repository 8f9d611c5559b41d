//! The policy profile that a run gets.

use std::io::Read as _;
use std::path::Path;

use clawperator_contract::{ErrorCode, Failure, did_you_mean, excerpt};
use clawperator_policy::{MAX_PROFILE_BYTES, Profile, ProfileError, Shipped};
use clawperator_private_files as private;

use crate::io_words::io_words;

/// The profile of this name, or from the file of this path.
pub fn profile(chosen: &str) -> Result<Profile, Failure> {
    profile_with_text(chosen).map(|(profile, _)| profile)
}

/// The same with its text.
pub fn profile_with_text(chosen: &str) -> Result<(Profile, String), Failure> {
    if is_profile_file(chosen) {
        return from_file(Path::new(chosen));
    }
    let Some(shipped) = Shipped::from_name(chosen) else {
        let names = Shipped::ALL.map(Shipped::name);
        let hint = match did_you_mean(chosen, names) {
            Some(near) => format!("did you mean '{near}'?"),
            None => format!(
                "use one of {}, or a file that ends in .toml",
                names.join(", ")
            ),
        };
        let message = format!("unknown profile '{}'", excerpt(chosen));
        return Err(Failure::new(ErrorCode::UnknownName, message).with_hint(hint));
    };
    let profile = shipped.profile().map_err(|error| invalid(&error))?;
    Ok((profile, shipped.text().to_owned()))
}

/// Whether a profile that was chosen is a path and not a name.
#[must_use]
pub fn is_profile_file(chosen: &str) -> bool {
    chosen.contains(['/', '\\'])
        || Path::new(chosen)
            .extension()
            .is_some_and(|ending| ending == "toml")
}

fn from_file(path: &Path) -> Result<(Profile, String), Failure> {
    let shown = path.display();
    let unreadable = |why: &str| {
        Failure::new(
            ErrorCode::FileUnreadable,
            format!("profile `{shown}` could not be read: {why}"),
        )
        .with_hint("check the path; the shipped profiles are person, agent, ask and server")
    };
    let most = u64::try_from(MAX_PROFILE_BYTES).unwrap_or(u64::MAX);
    let mut text = String::new();
    // A profile decides what may be done, so whoever can write to it decides too.
    private::open_trusted(path)
        .and_then(|file| file.take(most.saturating_add(1)).read_to_string(&mut text))
        .map_err(|error| unreadable(&io_words(&error)))?;
    let name = path.file_stem().unwrap_or(path.as_os_str());
    let profile = Profile::parse(&name.to_string_lossy(), &text);
    let mut profile = profile.map_err(|error| invalid(&error))?;
    profile.path = std::path::absolute(path).ok();
    Ok((profile, text))
}

fn invalid(error: &ProfileError) -> Failure {
    Failure::new(ErrorCode::ProfileInvalid, error.to_string()).with_recovery()
}
