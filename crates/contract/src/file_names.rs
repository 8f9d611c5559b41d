//! What files are called: those of this machine by names that a surface gives them, those of the phone by their path.
//!
//! Payloads come from anybody. So a payload cannot say a path of this machine at all, and of the phone only one below
//! the folders that adb's user shares with people.

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::Serialize;

use crate::decode::{Decode, Value};
use crate::failure::Rule;
use crate::limits::{MAX_HOST_FILE_LENGTH, MAX_PHONE_PATH_LENGTH};

/// The folders of a phone below which files are copied.
pub const PHONE_ROOTS: [&str; 3] = ["/sdcard", "/storage/emulated/0", "/data/local/tmp"];

/// Below the last of them, what begins like this belongs to Clawperator: its program on the phone, and the secret by
/// which that is spoken with.
const OWN: &str = "clawperator-";
const OWN_FOLDER: &str = "/data/local/tmp/";

const _: () = assert!(MAX_PHONE_PATH_LENGTH == 512, "the message says 512");

/// The most bytes that a file system takes as one name.
const MOST_OF_NAME: usize = 255;

/// The name that a surface has for a file of this machine.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
pub struct HostFile(String);

impl HostFile {
    /// Reads a name: letters, digits, `.`, `_` and `-`, the first a letter or a digit. So it is no path.
    #[must_use]
    pub fn parse(name: &str) -> Option<Self> {
        let is_of_name = |byte: u8| byte.is_ascii_alphanumeric() || b"._-".contains(&byte);
        let fits = name.len() <= MAX_HOST_FILE_LENGTH
            && name.starts_with(|first: char| first.is_ascii_alphanumeric())
            && name.bytes().all(is_of_name);
        fits.then(|| Self(name.to_owned()))
    }

    /// As it was written.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl Decode for HostFile {
    fn decode(value: &Value<'_>) -> Option<Self> {
        let read = Self::parse(value.string()?);
        read.or_else(|| {
            value.fail_with_hint(
                Rule::Malformed,
                format!(
                    "not the name of a file: letters, digits, `.`, `_` and `-`, the first a letter or a digit, at most {MAX_HOST_FILE_LENGTH}"
                ),
                "a payload names no path of this machine; the surface says which file a name stands for",
            )
        })
    }
}

impl JsonSchema for HostFile {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "HostFile".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "type": "string",
            "maxLength": MAX_HOST_FILE_LENGTH,
            "pattern": "^[A-Za-z0-9][A-Za-z0-9._-]*$",
        })
    }
}

/// The path of a file on the phone, below one of [`PHONE_ROOTS`].
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize)]
pub struct PhonePath(String);

impl PhonePath {
    /// Reads a path; what is wrong with it where it is none.
    pub fn parse(path: &str) -> Result<Self, &'static str> {
        if path.len() > MAX_PHONE_PATH_LENGTH {
            return Err("it is longer than 512 bytes");
        }
        if path.chars().any(char::is_control) {
            return Err("it has a control character");
        }
        let below = |root: &&str| path.strip_prefix(*root)?.strip_prefix('/');
        let Some(rest) = PHONE_ROOTS.iter().find_map(below) else {
            return Err(
                "it does not begin with `/sdcard/`, `/storage/emulated/0/` or `/data/local/tmp/`",
            );
        };
        if rest.split('/').any(|name| matches!(name, "" | "." | "..")) {
            return Err("a part of it is empty, `.` or `..`");
        }
        if rest.split('/').any(|name| name.len() > MOST_OF_NAME) {
            return Err("a part of it is longer than 255 bytes");
        }
        let own = path.strip_prefix(OWN_FOLDER);
        if own.is_some_and(|name| name.trim_start_matches('.').starts_with(OWN)) {
            return Err("it belongs to Clawperator itself");
        }
        Ok(Self(path.to_owned()))
    }

    /// As it was written.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The folder it is in.
    #[must_use]
    pub fn folder(&self) -> &str {
        self.0.rsplit_once('/').map_or("", |(folder, _)| folder)
    }

    /// The folders between the root and the file, from the top, and then the file itself.
    pub fn ways(&self) -> impl Iterator<Item = &str> {
        let root = PHONE_ROOTS
            .iter()
            .find(|root| {
                self.0
                    .strip_prefix(**root)
                    .is_some_and(|rest| rest.starts_with('/'))
            })
            .map_or(0, |root| root.len());
        let slashes = self.0.match_indices('/').map(|(at, _)| at);
        let ends = slashes.filter(move |at| *at > root);
        ends.chain([self.0.len()])
            .filter_map(|end| self.0.get(..end))
    }
}

impl Decode for PhonePath {
    fn decode(value: &Value<'_>) -> Option<Self> {
        match Self::parse(value.string()?) {
            Ok(path) => Some(path),
            Err(why) => value.fail(
                Rule::Malformed,
                format!("not a path that files are copied to or from: {why}"),
            ),
        }
    }
}

impl JsonSchema for PhonePath {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "PhonePath".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "type": "string",
            "maxLength": MAX_PHONE_PATH_LENGTH,
            "pattern": "^(/sdcard|/storage/emulated/0|/data/local/tmp)(/[^/]+)+$",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_host_file_is_never_a_path() {
        for name in ["a", "photo.jpg", "0", "a..b", "A-b_c.d"] {
            assert!(HostFile::parse(name).is_some(), "{name}");
        }
        let long = "a".repeat(MAX_HOST_FILE_LENGTH + 1);
        for name in [
            "",
            ".",
            "..",
            ".ssh",
            "-rf",
            "_",
            "a/b",
            "/etc/passwd",
            "a\\b",
            "a b",
            "a\0",
            "ä",
            "~",
            "C:",
            &long,
        ] {
            assert!(HostFile::parse(name).is_none(), "{name:?}");
        }
    }

    #[test]
    fn a_phone_path_is_below_a_shared_folder() {
        for path in [
            "/sdcard/a",
            "/sdcard/Download/two words.txt",
            "/storage/emulated/0/ä/…",
            "/data/local/tmp/a/clawperator-operator-x",
            "/data/local/tmp/other",
            "/sdcard/...",
        ] {
            assert!(PhonePath::parse(path).is_ok(), "{path}");
        }
        let long = format!("/sdcard/{}", "a/".repeat(300));
        let name = format!("/sdcard/{}", "n".repeat(256));
        for (path, why) in [
            ("", "begin"),
            ("sdcard/a", "begin"),
            ("/sdcard", "begin"),
            ("/sdcardx/a", "begin"),
            ("/storage/emulated/10/a", "begin"),
            ("/data/local/a", "begin"),
            ("/data/data/com.example/databases/a", "begin"),
            ("//sdcard/a", "begin"),
            ("/sdcard/", "empty"),
            ("/sdcard//a", "empty"),
            ("/sdcard/a/", "empty"),
            ("/sdcard/../data/a", "`..`"),
            ("/sdcard/a/..", "`..`"),
            ("/sdcard/./a", "`.`"),
            ("/sdcard/a\0b", "control"),
            ("/sdcard/a\nb", "control"),
            ("/data/local/tmp/clawperator-operator-secret", "itself"),
            ("/data/local/tmp/.clawperator-x", "itself"),
            (&long, "512"),
            (&name, "255"),
        ] {
            let refused = PhonePath::parse(path).unwrap_err();
            assert!(refused.contains(why), "{path:?}: {refused}");
        }
    }

    #[test]
    fn the_ways_to_a_file_begin_below_the_root() {
        let path = PhonePath::parse("/storage/emulated/0/a/b/c.txt").unwrap();
        let ways: Vec<&str> = path.ways().collect();
        assert_eq!(
            ways,
            [
                "/storage/emulated/0/a",
                "/storage/emulated/0/a/b",
                "/storage/emulated/0/a/b/c.txt"
            ]
        );
        assert_eq!(path.folder(), "/storage/emulated/0/a/b");
        let flat = PhonePath::parse("/sdcard/c").unwrap();
        assert_eq!(flat.ways().collect::<Vec<_>>(), ["/sdcard/c"]);
    }
}
