//! Where a payload comes from, and reading it without reading too much.

use std::ffi::OsString;
use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use clawperator_contract::limits::MAX_INPUT_BYTES;
use clawperator_contract::{ErrorCode, Failure};
use clawperator_host::io_words;

use crate::args::ExecArgs;

/// A payload's source.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Source {
    /// The argument itself.
    Inline(String),
    /// Standard input.
    Stdin,
    File(PathBuf),
}

impl Source {
    /// The one source that was named.
    pub(super) fn of(args: &ExecArgs) -> Result<Self, Failure> {
        match (&args.source, &args.payload) {
            (Some(_), Some(_)) => Err(Failure::new(
                ErrorCode::Usage,
                "use --payload OR a payload argument, not both",
            )),
            (Some(value), None) | (None, Some(value)) => Self::parse(value, Path::exists),
            (None, None) => Err(Failure::new(
                ErrorCode::MissingArgument,
                "exec requires a payload",
            )
            .with_hint("give inline JSON, a file, or - for standard input")),
        }
    }

    /// The source that one argument names.
    pub(super) fn named(value: &OsString) -> Result<Self, Failure> {
        Self::parse(value, Path::exists)
    }

    fn parse(value: &OsString, exists: impl Fn(&Path) -> bool) -> Result<Self, Failure> {
        let path = Path::new(value);
        let Some(text) = value.to_str() else {
            return Ok(Self::File(path.to_owned()));
        };
        let trimmed = text.trim_start();
        if trimmed.is_empty() {
            return Err(Failure::new(
                ErrorCode::MissingArgument,
                "the payload argument must not be blank",
            )
            .with_hint("give inline JSON, a file, or - for standard input"));
        }
        // A file's name may well begin with a bracket, so an existing file wins over a list that is no execution. And what
        // has a brace or a line break in it and names no file is a payload with something around it, such as a model's
        // ```json: it may hold what is to be typed, and is not repeated as the name of a file.
        let is_text = trimmed.starts_with('[') || trimmed.contains(['{', '\n']);
        let inline = trimmed.starts_with('{') || (is_text && !exists(path));
        Ok(match text {
            "-" => Self::Stdin,
            text if inline => Self::Inline(text.to_owned()),
            _ => Self::File(path.to_owned()),
        })
    }

    /// The bytes, one more than validation takes at most.
    pub(super) fn read(&self, stdin: &mut dyn Read) -> Result<Vec<u8>, Failure> {
        match self {
            Self::Inline(text) => Ok(text.as_bytes().to_vec()),
            Self::Stdin => bounded(stdin).map_err(|error| unreadable("standard input", &error)),
            Self::File(path) => File::open(path)
                .and_then(|mut file| bounded(&mut file))
                .map_err(|error| unreadable(&path.to_string_lossy(), &error)),
        }
    }

    /// The source in words, for diagnostics and hints.
    pub(super) fn describe(&self) -> String {
        match self {
            Self::Inline(_) => "the command line".to_owned(),
            Self::Stdin => "standard input".to_owned(),
            Self::File(path) => format!("file {}", Path::display(path)),
        }
    }
}

fn bounded(reader: &mut dyn Read) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let most = u64::try_from(MAX_INPUT_BYTES)
        .unwrap_or(u64::MAX)
        .saturating_add(1);
    reader.take(most).read_to_end(&mut bytes)?;
    Ok(bytes)
}

fn unreadable(name: &str, error: &io::Error) -> Failure {
    Failure::new(
        ErrorCode::FileUnreadable,
        format!(
            "Failed to read execution file: {name}: {}",
            io_words(&error)
        ),
    )
    .with_hint("check the path; inline JSON starts with { and - reads standard input")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(value: &str, exists: bool) -> Source {
        Source::parse(&OsString::from(value), |_| exists).unwrap()
    }

    #[test]
    fn the_first_character_decides() {
        assert_eq!(parse("  {}", false), Source::Inline("  {}".to_owned()));
        assert_eq!(parse("-", true), Source::Stdin);
        assert_eq!(parse("plan.json", false), Source::File("plan.json".into()));
        assert_eq!(
            parse("[draft].json", true),
            Source::File("[draft].json".into())
        );
        assert_eq!(parse("[]", false), Source::Inline("[]".to_owned()));
        for text in ["```json\n{}\n```", "\u{feff}{}", "'{}'", "do\nit"] {
            assert_eq!(parse(text, false), Source::Inline(text.to_owned()));
            assert_eq!(parse(text, true), Source::File(text.into()));
        }
    }

    #[test]
    fn no_more_is_read_than_needed_to_refuse() {
        let bytes = Source::Stdin.read(&mut io::repeat(b' ')).unwrap();
        assert_eq!(bytes.len(), MAX_INPUT_BYTES + 1);
    }
}
