//! What somebody has set for good: a small file. Flags and the environment win over it.

mod read;

use std::io::Read as _;
use std::path::{Path, PathBuf};

use clawperator_contract::{ErrorCode, Failure};
use clawperator_host::{DefaultPhone, io_words, open_trusted};

use self::read::Problem;
use crate::args::{OperatorChoice, OutputFormat};

/// The most bytes of the file.
const MAX_BYTES: u64 = 64 * 1024;

/// What the file says. What it does not say is none.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Settings {
    /// The phone to use where none is named.
    pub(crate) device: Option<String>,
    pub(crate) profile: Option<String>,
    pub(crate) output: Option<OutputFormat>,
    pub(crate) operator: Option<OperatorChoice>,
    /// How long verbs look for their node, as it was written.
    pub(crate) within: Option<String>,
    file: PathBuf,
}

/// Where the file is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum SettingsFile {
    /// There is to be none.
    No,
    /// It was named, so it must be there.
    Named(PathBuf),
    /// Where such files usually are; most people have none.
    Usual(PathBuf),
}

impl Settings {
    /// Reads the file, if there is one.
    pub(crate) fn load(place: &SettingsFile) -> Result<Self, Failure> {
        let (path, is_named) = match place {
            SettingsFile::No => return Ok(Self::default()),
            SettingsFile::Named(path) => (path, true),
            SettingsFile::Usual(path) => (path, false),
        };
        match text(path) {
            Ok(text) => Self::parse(path, &text),
            Err(error) if !is_named && error.kind() == std::io::ErrorKind::NotFound => {
                Ok(Self::default())
            }
            Err(error) => {
                let message = format!(
                    "the configuration file `{}` could not be read: {}",
                    path.display(),
                    io_words(&error)
                );
                Err(Failure::new(ErrorCode::FileUnreadable, message)
                    .with_hint("fix it, or set CLAWPERATOR_CONFIG to another file or to none"))
            }
        }
    }

    fn parse(path: &Path, text: &str) -> Result<Self, Failure> {
        let (mut settings, problems) = read::settings(text);
        if problems.is_empty() {
            path.clone_into(&mut settings.file);
            return Ok(settings);
        }
        let listed: String = problems.iter().map(Problem::line).collect();
        let message = format!(
            "the configuration file `{}` cannot be used:{listed}",
            path.display()
        );
        Err(Failure::new(ErrorCode::EnvironmentInvalid, message)
            .with_hint("fix these lines, or set CLAWPERATOR_CONFIG to another file or to none"))
    }

    /// The phone to use where neither a flag nor the environment names one.
    pub(crate) fn default_phone(&self) -> Option<DefaultPhone> {
        self.device.as_ref().map(|serial| DefaultPhone {
            serial: serial.clone(),
            set_in: self.file.display().to_string(),
        })
    }
}

/// The text of the file. It chooses a phone and a profile, so not everybody may be able to write to it.
fn text(path: &Path) -> std::io::Result<String> {
    let mut text = String::new();
    let file = open_trusted(path)?;
    file.take(MAX_BYTES + 1).read_to_string(&mut text)?;
    if text.len() as u64 > MAX_BYTES {
        return Err(std::io::Error::other(format!(
            "it has more than {MAX_BYTES} bytes"
        )));
    }
    Ok(text)
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::os::unix::fs::PermissionsExt as _;

    use super::*;

    #[test]
    fn a_usual_file_need_not_be_there_and_a_named_one_must() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("config.toml");
        let usual = Settings::load(&SettingsFile::Usual(path.clone()));
        assert_eq!(usual.unwrap(), Settings::default());
        let named = Settings::load(&SettingsFile::Named(path.clone())).unwrap_err();
        assert_eq!(named.code, ErrorCode::FileUnreadable);
        assert_eq!(
            Settings::load(&SettingsFile::No).unwrap(),
            Settings::default()
        );
        fs::write(&path, "device = \"a\"\n").unwrap();
        let phone = Settings::load(&SettingsFile::Usual(path.clone()))
            .unwrap()
            .default_phone()
            .unwrap();
        assert_eq!(
            (&*phone.serial, phone.set_in),
            ("a", path.display().to_string())
        );
    }

    #[test]
    fn one_that_everybody_may_change_or_that_is_too_long_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("config.toml");
        fs::write(&path, "").unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o666)).unwrap();
        let open = Settings::load(&SettingsFile::Usual(path.clone())).unwrap_err();
        assert!(open.message.contains("world-writable"), "{}", open.message);
        fs::write(&path, "#".repeat(70_000)).unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o600)).unwrap();
        let long = Settings::load(&SettingsFile::Usual(path)).unwrap_err();
        assert!(long.message.contains("65536 bytes"), "{}", long.message);
    }
}
