//! Paths that can only lead downwards.

use std::fmt;

const MOST_BYTES: usize = 1024;
/// What file systems take.
const MOST_BYTES_OF_NAME: usize = 255;
/// Each of them costs a look.
const MOST_NAMES: usize = 8;

/// A path below some folder, of names that mean themselves everywhere: none leads upwards, is hidden, or is taken for an
/// option by a program that is given it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RelativePath(String);

impl RelativePath {
    /// Reads a path from anybody.
    pub fn parse(text: &str) -> Result<Self, PathError> {
        if text.is_empty() {
            return Err(PathError::Empty);
        }
        if text.len() > MOST_BYTES {
            return Err(PathError::TooLong);
        }
        if text.contains(|character: char| character == '\\' || character.is_control()) {
            return Err(PathError::Character);
        }
        if text.starts_with('/') {
            return Err(PathError::Absolute);
        }
        if text.split('/').count() > MOST_NAMES {
            return Err(PathError::TooDeep);
        }
        text.split('/').try_for_each(check_name)?;
        Ok(Self(text.to_owned()))
    }

    /// The path as it was written.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The names of the folders, from the top.
    pub(crate) fn folders(&self) -> impl Iterator<Item = &str> {
        let folders = self.0.rsplit_once('/').map(|(folders, _)| folders);
        folders.into_iter().flat_map(|folders| folders.split('/'))
    }

    /// The name of the file.
    pub(crate) fn name(&self) -> &str {
        self.0.rsplit_once('/').map_or(&self.0, |(_, name)| name)
    }
}

impl fmt::Display for RelativePath {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.0)
    }
}

/// What is wrong with a path.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum PathError {
    #[error("it is empty")]
    Empty,
    #[error("it is longer than {MOST_BYTES} bytes")]
    TooLong,
    #[error("it has a backslash or a control character")]
    Character,
    #[error("it is absolute")]
    Absolute,
    #[error("it has more than {MOST_NAMES} parts")]
    TooDeep,
    #[error("one of its parts is empty")]
    EmptyName,
    #[error("one of its parts is longer than {MOST_BYTES_OF_NAME} bytes")]
    LongName,
    /// `.` and `..` too.
    #[error("one of its parts begins with `.`")]
    Dot,
    #[error("one of its parts begins with `-`")]
    Dash,
}

fn check_name(name: &str) -> Result<(), PathError> {
    match name.chars().next() {
        None => Err(PathError::EmptyName),
        Some('.') => Err(PathError::Dot),
        Some('-') => Err(PathError::Dash),
        Some(_) if name.len() > MOST_BYTES_OF_NAME => Err(PathError::LongName),
        Some(_) => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_has_folders_and_a_name() {
        for (text, folders, name) in [
            ("a.png", &[][..], "a.png"),
            ("a/b c/d", &["a", "b c"], "d"),
            ("ä/~/$x", &["ä", "~"], "$x"),
        ] {
            let path = RelativePath::parse(text).unwrap();
            assert_eq!(path.folders().collect::<Vec<_>>(), folders);
            assert_eq!((path.name(), path.as_str()), (name, text));
        }
    }

    #[test]
    fn limits_are_the_last_that_are_allowed() {
        let deep = ["a"; MOST_NAMES].join("/");
        let long_name = "n".repeat(MOST_BYTES_OF_NAME);
        let long = format!("{}/{long_name}", [&*"f".repeat(191); 4].join("/"));
        assert_eq!(long.len(), MOST_BYTES - 1);
        for text in [&deep, &long_name, &long] {
            RelativePath::parse(text).unwrap();
        }
        let longer = format!("f{long}");
        RelativePath::parse(&longer).unwrap();
        for (text, error) in [
            (format!("{deep}/a"), PathError::TooDeep),
            (format!("{long_name}n"), PathError::LongName),
            (format!("f{longer}"), PathError::TooLong),
        ] {
            assert_eq!(RelativePath::parse(&text), Err(error), "{text}");
        }
    }

    #[test]
    fn what_does_not_mean_itself_is_refused() {
        for (text, error) in [
            ("", PathError::Empty),
            ("/", PathError::Absolute),
            ("/etc/passwd", PathError::Absolute),
            ("//a", PathError::Absolute),
            ("..", PathError::Dot),
            ("a/../b", PathError::Dot),
            ("a/.", PathError::Dot),
            ("./a", PathError::Dot),
            ("a/.hidden", PathError::Dot),
            ("...", PathError::Dot),
            ("a//b", PathError::EmptyName),
            ("a/", PathError::EmptyName),
            ("-rf", PathError::Dash),
            ("a/-", PathError::Dash),
            ("a\\b", PathError::Character),
            ("a\0b", PathError::Character),
            ("a\nb", PathError::Character),
            ("a\u{7f}", PathError::Character),
            ("a\u{9b}b", PathError::Character),
        ] {
            assert_eq!(RelativePath::parse(text), Err(error), "{text:?}");
        }
    }
}
