//! Installing and removing packages.

use std::fmt;

use tokio::io::{AsyncRead, AsyncReadExt};

use crate::deadline::Deadline;
use crate::device::DeviceHandle;
use crate::error::{AdbError, Result};
use crate::exec::send_input;
use crate::shell_output::OutputLimits;

/// A package's name: letters, digits, `_` and dots, and so safe as a word of a shell line.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct PackageName(String);

impl PackageName {
    /// Checks a name.
    #[must_use]
    pub fn parse(name: &str) -> Option<Self> {
        let segment = |segment: &str| {
            segment.starts_with(|first: char| first.is_ascii_alphabetic())
                && segment
                    .bytes()
                    .all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
        };
        // `android` itself has one segment.
        (name.len() <= NAME_LIMIT && name.split('.').all(segment)).then(|| Self(name.to_owned()))
    }
}

impl fmt::Display for PackageName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// How to install.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct InstallOptions {
    pub flags: Vec<InstallFlag>,
    /// For which user; all of them when there is none.
    pub user: Option<u32>,
}

/// A flag of `cmd package install`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum InstallFlag {
    /// `-r`: put it in the place of the package that is there.
    Replace,
    /// `-t`: allow packages that are for tests only.
    AllowTest,
    /// `-d`: allow an older version.
    AllowDowngrade,
    /// `-g`: grant every permission that it asks for.
    GrantPermissions,
    /// `--instant`: as an instant app.
    Instant,
}

/// What becomes of a package's data.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum UninstallData {
    /// It goes too.
    Remove,
    /// It stays.
    Keep,
}

/// How to remove a package.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct UninstallOptions {
    /// What becomes of its data.
    pub data: UninstallData,
    /// For which user; all of them when there is none.
    pub user: Option<u32>,
}

/// What the package manager said.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PackageAnswer {
    /// It is done.
    Success,
    /// It was refused.
    Failure {
        /// The code, such as `INSTALL_FAILED_OLDER_SDK`, when the answer begins with one.
        code: Option<String>,
        /// The whole of what stands between the brackets.
        message: String,
    },
    /// Something else: whether it is done is unknown.
    Other(String),
}

impl DeviceHandle {
    /// Installs a package that is streamed to the phone; `size` is how many bytes `package` has.
    pub async fn install(
        &self,
        package: impl AsyncRead + Unpin,
        size: u64,
        options: &InstallOptions,
        deadline: Deadline,
    ) -> Result<PackageAnswer> {
        if !self.features(deadline).await?.has("cmd") {
            return Err(AdbError::FeatureMissing { feature: "cmd" });
        }
        let line = install_line(size, options);
        let connection = self.open_exec(INSTALL, line.as_bytes(), deadline).await?;
        let send = async {
            match send_input(INSTALL, &connection, package.take(size)).await {
                Ok(sent) if sent < size => Err(AdbError::InvalidRequest {
                    operation: INSTALL,
                    message: format!("the package ended after {sent} of {size} bytes"),
                }),
                // A refusal closes the stream before all is sent; its reason is among what is read.
                Ok(_) | Err(AdbError::ConnectionLost { .. }) => Ok(()),
                Err(error) => Err(error),
            }
        };
        let read = connection.read_to_end(INSTALL, ANSWER_LIMIT);
        let ((), text) = deadline
            .run(INSTALL, async { tokio::try_join!(send, read) })
            .await?;
        answer(INSTALL, &text)
    }

    /// Removes a package.
    pub async fn uninstall(
        &self,
        package: &PackageName,
        options: UninstallOptions,
        deadline: Deadline,
    ) -> Result<PackageAnswer> {
        let line = uninstall_line(package, options);
        let limits = OutputLimits {
            stdout: ANSWER_LIMIT,
            stderr: ANSWER_LIMIT,
        };
        let output = self.shell_output(line.as_bytes(), limits, deadline).await?;
        let text = if output.stdout.is_empty() {
            output.stderr
        } else {
            output.stdout
        };
        answer("uninstall", &text)
    }
}

const INSTALL: &str = "install";

/// The package manager allows no longer ones.
const NAME_LIMIT: usize = 255;

const ANSWER_LIMIT: usize = 64 * 1024;

// Every word of these two lines is a flag of ours, a number or a checked name: there is nothing to quote.

fn install_line(size: u64, options: &InstallOptions) -> String {
    let mut line = format!("cmd package install -S {size}");
    for flag in &options.flags {
        line.push(' ');
        line.push_str(match flag {
            InstallFlag::Replace => "-r",
            InstallFlag::AllowTest => "-t",
            InstallFlag::AllowDowngrade => "-d",
            InstallFlag::GrantPermissions => "-g",
            InstallFlag::Instant => "--instant",
        });
    }
    push_user(&mut line, options.user);
    line
}

fn uninstall_line(package: &PackageName, options: UninstallOptions) -> String {
    let mut line = "pm uninstall".to_owned();
    match options.data {
        UninstallData::Keep => line.push_str(" -k"),
        UninstallData::Remove => {}
    }
    push_user(&mut line, options.user);
    line.push(' ');
    line.push_str(&package.0);
    line
}

fn push_user(line: &mut String, user: Option<u32>) {
    if let Some(user) = user {
        line.push_str(" --user ");
        line.push_str(&user.to_string());
    }
}

fn answer(operation: &'static str, text: &[u8]) -> Result<PackageAnswer> {
    let text = String::from_utf8_lossy(text);
    let text = text.trim();
    if text.is_empty() {
        return Err(AdbError::ConnectionLost { operation });
    }
    for line in text.lines() {
        if line == "Success" || line.starts_with("Success.") {
            return Ok(PackageAnswer::Success);
        }
        if let Some(rest) = line.strip_prefix("Failure [") {
            let message = rest.strip_suffix(']').unwrap_or(rest);
            // A split has at least one piece.
            let word = message.split([':', ' ']).next().unwrap_or_default();
            let is_code = word.contains('_')
                && word
                    .bytes()
                    .all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit() || byte == b'_');
            return Ok(PackageAnswer::Failure {
                code: is_code.then(|| word.to_owned()),
                message: message.to_owned(),
            });
        }
    }
    Ok(PackageAnswer::Other(text.to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_words() {
        for name in ["android", "com.example.app", "a.b_c.D9"] {
            assert!(PackageName::parse(name).is_some(), "{name}");
        }
        for name in [
            "", ".", "a..b", "a b", "a;reboot", "$(x)", "1a.b", "a.-k", "ä.b",
        ] {
            assert!(PackageName::parse(name).is_none(), "{name}");
        }
    }

    #[test]
    fn lines() {
        let options = InstallOptions {
            flags: vec![InstallFlag::Replace, InstallFlag::GrantPermissions],
            user: Some(10),
        };
        assert_eq!(
            install_line(5, &options),
            "cmd package install -S 5 -r -g --user 10"
        );
        let package = PackageName::parse("com.example").unwrap();
        let options = UninstallOptions {
            data: UninstallData::Keep,
            user: None,
        };
        assert_eq!(
            uninstall_line(&package, options),
            "pm uninstall -k com.example"
        );
    }

    #[test]
    fn answers() {
        let failure = |code: Option<&str>, message: &str| PackageAnswer::Failure {
            code: code.map(str::to_owned),
            message: message.into(),
        };
        for (text, expected) in [
            ("Success\n", PackageAnswer::Success),
            (
                "Success. Reboot device to apply staged session\n",
                PackageAnswer::Success,
            ),
            (
                "Failure [INSTALL_FAILED_OLDER_SDK: needs 34]\n",
                failure(
                    Some("INSTALL_FAILED_OLDER_SDK"),
                    "INSTALL_FAILED_OLDER_SDK: needs 34",
                ),
            ),
            (
                "Failure [DELETE_FAILED_INTERNAL_ERROR]\n",
                failure(
                    Some("DELETE_FAILED_INTERNAL_ERROR"),
                    "DELETE_FAILED_INTERNAL_ERROR",
                ),
            ),
            (
                "Failure [not installed for 0]\n",
                failure(None, "not installed for 0"),
            ),
            ("Succ", PackageAnswer::Other("Succ".into())),
        ] {
            assert_eq!(
                answer("install", text.as_bytes()).unwrap(),
                expected,
                "{text}"
            );
        }
        assert!(matches!(
            answer("install", b" \n"),
            Err(AdbError::ConnectionLost { .. })
        ));
    }
}
