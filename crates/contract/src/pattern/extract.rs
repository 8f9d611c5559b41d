//! Patterns that take a part out of a text.

use std::fmt;

use regex_automata::meta;

use super::{Case, PatternRefused, build, parse};

/// A pattern with one group, which says what part of a text is meant; it is looked for anywhere in the text.
pub struct Extractor(meta::Regex);

impl Extractor {
    /// Compiles a pattern within the bounds of a validator's pattern.
    pub fn compile(pattern: &str) -> Result<Self, ExtractorRefused> {
        let regex = build(&parse(pattern, Case::Sensitive)?)?;
        // The whole match counts as a group too.
        match regex.captures_len().saturating_sub(1) {
            1 => Ok(Self(regex)),
            groups => Err(ExtractorRefused::Groups(groups)),
        }
    }

    /// What the group holds in the first match; `None` without a match, or when the group has no part in it.
    #[must_use]
    pub fn extract<'t>(&self, text: &'t str) -> Option<&'t str> {
        let mut captures = self.0.create_captures();
        self.0.captures(text, &mut captures);
        text.get(captures.get_group(1)?.range())
    }
}

impl fmt::Debug for Extractor {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("Extractor")
            .field("bytes", &self.0.memory_usage())
            .finish()
    }
}

/// Why a pattern cannot take a part out of a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ExtractorRefused {
    /// It is no pattern that can be used.
    Pattern(PatternRefused),
    /// It has so many groups, and not one.
    Groups(usize),
}

impl fmt::Display for ExtractorRefused {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Pattern(refused) => refused.fmt(formatter),
            Self::Groups(groups) => write!(formatter, "it has {groups} groups instead of one"),
        }
    }
}

impl From<PatternRefused> for ExtractorRefused {
    fn from(refused: PatternRefused) -> Self {
        Self::Pattern(refused)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_group_of_the_first_match_is_taken() {
        for (pattern, text, taken) in [
            (r"([0-9]+)\s*%", "Battery 85 % of 100 %", Some("85")),
            ("^(.*)$", "", Some("")),
            ("a(b)?", "xa", None),
            ("(x)", "abc", None),
            ("é(ü)", "aéü", Some("ü")),
        ] {
            let extractor = Extractor::compile(pattern).unwrap();
            assert_eq!(extractor.extract(text), taken, "{pattern} {text}");
        }
    }

    #[test]
    fn other_than_one_group_is_refused() {
        let refused = |pattern: &str| Extractor::compile(pattern).err();
        assert_eq!(refused("a"), Some(ExtractorRefused::Groups(0)));
        assert_eq!(refused("(a)(b)"), Some(ExtractorRefused::Groups(2)));
        assert_eq!(refused("(?:a)(b)"), None);
        assert!(matches!(
            refused("(?=a)"),
            Some(ExtractorRefused::Pattern(PatternRefused::LookAround(_)))
        ));
    }
}
