//! Where the Operator is found on a phone.

use crate::greeting::{Build, Launch};

/// The abstract socket that it listens on.
pub const SOCKET: &str = "clawperator-operator";
/// The folder of its files, which adb's user has for itself.
pub const FOLDER: &str = "/data/local/tmp";
/// What the names of its files begin with.
pub const PREFIX: &str = "clawperator-operator-";

/// How many digits of its hash a jar is called by.
const DIGITS: usize = 16;

/// The program of a build.
#[must_use]
pub fn jar_path(build: Build) -> String {
    let digits: String = build.to_string().chars().take(DIGITS).collect();
    format!("{FOLDER}/{PREFIX}{digits}.jar")
}

/// The file of a recording, by a name that [can be one](crate::is_recording_name).
#[must_use]
pub fn recording_path(name: &str) -> String {
    format!("{FOLDER}/{PREFIX}recording-{name}.ndjson")
}

/// The file of a launch's secret, which adb's user alone can read.
#[must_use]
pub fn secret_path(launch: Launch) -> String {
    format!("{FOLDER}/{PREFIX}{launch}.secret")
}
