//! Patterns that strangers write: bounded in length, nesting and compiled size, and always linear in time.

mod extract;
mod fold;
mod folding;

pub use self::extract::{Extractor, ExtractorRefused};
pub use self::fold::folded;

use std::fmt;

use regex_automata::meta;
use regex_automata::{Anchored, Input};
use regex_syntax::ast::parse::ParserBuilder;
use regex_syntax::ast::{self, ErrorKind};
use regex_syntax::hir::translate::TranslatorBuilder;
use regex_syntax::hir::{self, Hir, Look};

use crate::decode::Value;
use crate::failure::Rule;
use crate::limits::{
    MAX_COMPILED_PATTERN_BYTES, MAX_FOLDED_CHARACTERS, MAX_MATCHER_VALUE_LENGTH,
    MAX_PATTERN_NESTING,
};
use crate::values::Text;

/// A pattern that has been shown to compile.
pub(crate) type PatternText = Text<MAX_MATCHER_VALUE_LENGTH>;

/// A compiled pattern: it matches a text as a whole or not at all.
pub struct Pattern(meta::Regex);

/// Whether upper and lower case are told apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Case {
    /// They differ.
    #[default]
    Sensitive,
    /// They are the same, by Unicode's simple case folding: the same in every language.
    Ignored,
}

impl Case {
    /// What `ignoreCase` says.
    #[must_use]
    pub const fn of(ignore_case: Option<bool>) -> Self {
        match ignore_case {
            Some(true) => Self::Ignored,
            Some(false) | None => Self::Sensitive,
        }
    }
}

impl Pattern {
    /// Compiles a pattern within the contract's bounds.
    ///
    /// Validation compiles through this very function, so that whatever it accepted compiles again for the engine.
    /// The anchors are added to the parsed expression and not to the text, where a comment could swallow them.
    pub fn compile(pattern: &str) -> Result<Self, PatternRefused> {
        Self::compile_in(pattern, Case::Sensitive)
    }

    /// The same, where upper and lower case may be the same from the start.
    pub fn compile_in(pattern: &str, case: Case) -> Result<Self, PatternRefused> {
        let (compiled, _) = Self::compile_within(pattern, case, MAX_FOLDED_CHARACTERS)?;
        Ok(compiled)
    }

    /// The same, with no more than so many characters whose case is folded, and how many there are.
    pub fn compile_within(
        pattern: &str,
        case: Case,
        most_folded: usize,
    ) -> Result<(Self, usize), PatternRefused> {
        let (parsed, folded) = parse_within(pattern, case, most_folded)?;
        let whole = Hir::concat(vec![Hir::look(Look::Start), parsed, Hir::look(Look::End)]);
        Ok((Self(build(&whole)?), folded))
    }

    /// Whether the whole text matches.
    #[must_use]
    pub fn matches(&self, text: &str) -> bool {
        self.0.is_match(Input::new(text).anchored(Anchored::Yes))
    }
}

impl fmt::Debug for Pattern {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("Pattern")
            .field("bytes", &self.0.memory_usage())
            .finish()
    }
}

/// Parses a pattern within the bounds that can be told before it is compiled.
fn parse(pattern: &str, case: Case) -> Result<Hir, PatternRefused> {
    let (parsed, _) = parse_within(pattern, case, MAX_FOLDED_CHARACTERS)?;
    Ok(parsed)
}

fn parse_within(
    pattern: &str,
    case: Case,
    most_folded: usize,
) -> Result<(Hir, usize), PatternRefused> {
    let written = ParserBuilder::new()
        .nest_limit(MAX_PATTERN_NESTING)
        .build()
        .parse(pattern)?;
    let ignores_case = case == Case::Ignored;
    let folded = folding::characters(pattern, &written, ignores_case);
    if folded > most_folded {
        return Err(PatternRefused::TooMuchFolding);
    }
    let mut translator = TranslatorBuilder::new()
        .case_insensitive(ignores_case)
        .build();
    Ok((translator.translate(pattern, &written)?, folded))
}

/// Compiles what was parsed, within its size.
fn build(parsed: &Hir) -> Result<meta::Regex, PatternRefused> {
    // Said here and not left to the features of the build: what is accepted must not depend on them.
    let config = meta::Config::new()
        .nfa_size_limit(Some(MAX_COMPILED_PATTERN_BYTES))
        .hybrid(false)
        .dfa(false);
    meta::Builder::new()
        .configure(config)
        .build_from_hir(parsed)
        .map_err(|_| PatternRefused::TooBig)
}

/// Why a pattern cannot be used.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PatternRefused {
    /// It has look-around, from this column on.
    LookAround(usize),
    /// It has a back-reference, at this column.
    BackReference(usize),
    /// Its groups nest too deep.
    TooDeep,
    /// It is over its size once compiled.
    TooBig,
    /// It folds the case of too many characters.
    TooMuchFolding,
    /// It is no regular expression: what is wrong, and at which column.
    Syntax(String, usize),
}

impl fmt::Display for PatternRefused {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::LookAround(column) => write!(formatter, "it uses look-around at column {column}"),
            Self::BackReference(column) => {
                write!(formatter, "it uses a back-reference at column {column}")
            }
            Self::TooDeep => write!(
                formatter,
                "it nests deeper than {MAX_PATTERN_NESTING} groups"
            ),
            Self::TooBig => write!(
                formatter,
                "it needs more than {MAX_COMPILED_PATTERN_BYTES} bytes once compiled"
            ),
            Self::TooMuchFolding => write!(
                formatter,
                "it folds the case of more than {MAX_FOLDED_CHARACTERS} characters"
            ),
            Self::Syntax(reason, column) => write!(formatter, "{reason} at column {column}"),
        }
    }
}

impl From<ast::Error> for PatternRefused {
    fn from(error: ast::Error) -> Self {
        let column = error.span().start.column;
        match error.kind() {
            ErrorKind::UnsupportedLookAround => Self::LookAround(column),
            ErrorKind::UnsupportedBackreference => Self::BackReference(column),
            ErrorKind::NestLimitExceeded(_) => Self::TooDeep,
            kind => Self::Syntax(kind.to_string(), column),
        }
    }
}

impl From<hir::Error> for PatternRefused {
    fn from(error: hir::Error) -> Self {
        Self::Syntax(error.kind().to_string(), error.span().start.column)
    }
}

/// Reads a pattern, or reports why it cannot be used. `key` is what the payload calls it.
pub(crate) fn decode_pattern(value: &Value<'_>, key: &str, case: Case) -> Option<PatternText> {
    let (pattern, _) = decode_pattern_within(value, key, case, MAX_FOLDED_CHARACTERS)?;
    Some(pattern)
}

/// The same of one of several patterns, of which so many characters may still be folded; and how many this one folds.
pub(crate) fn decode_pattern_within(
    value: &Value<'_>,
    key: &str,
    case: Case,
    most_folded: usize,
) -> Option<(PatternText, usize)> {
    let text = value.string()?;
    if text.trim().is_empty() {
        return value.fail(
            Rule::Blank,
            format!("{key} must be a non-empty regular expression"),
        );
    }
    let pattern = Text::check_length(value, text)?;
    match Pattern::compile_within(text, case, most_folded) {
        Ok((_, folded)) => Some((pattern, folded)),
        Err(refused) => report(value, key, &refused),
    }
}

fn report<T>(value: &Value<'_>, key: &str, refused: &PatternRefused) -> Option<T> {
    match refused {
        PatternRefused::LookAround(column) => value.fail_with_hint(
            Rule::PatternUnsupported,
            format!("{key} uses look-around at column {column}, which is not supported"),
            "read the text without it and check the rest in the agent",
        ),
        PatternRefused::BackReference(column) => value.fail_with_hint(
            Rule::PatternUnsupported,
            format!("{key} uses a back-reference at column {column}, which is not supported"),
            "write the repeated part out",
        ),
        PatternRefused::TooDeep => value.fail(
            Rule::PatternSize,
            format!("{key} nests groups deeper than {MAX_PATTERN_NESTING} levels"),
        ),
        PatternRefused::TooBig => value.fail_with_hint(
            Rule::PatternSize,
            format!("{key} needs more than {MAX_COMPILED_PATTERN_BYTES} bytes once compiled"),
            "use smaller repetition counts, or [0-9] and [A-Za-z] for \\d and \\w",
        ),
        PatternRefused::TooMuchFolding => value.fail_with_hint(
            Rule::PatternSize,
            format!("{key} folds the case of more than {MAX_FOLDED_CHARACTERS} characters"),
            "use (?s:.) for any character, or do not ignore case where it does not matter",
        ),
        PatternRefused::Syntax(reason, column) => value.fail_with_hint(
            Rule::PatternSyntax,
            format!("{key} is not a valid regular expression: {reason} at column {column}"),
            "use the syntax of Rust's regex crate",
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pattern_matches_the_whole_text_or_nothing() {
        for (pattern, text, matches) in [
            ("a|ab", "ab", true),
            ("a", "ab", false),
            ("(?x)[0-9]+ # digits", "12", true),
            ("(?m)^a$", "a\nb", false),
            ("", "", true),
            ("^ORD-[0-9]{6}$", "ORD-123456", true),
        ] {
            assert_eq!(
                Pattern::compile(pattern).unwrap().matches(text),
                matches,
                "{pattern} {text}"
            );
        }
    }

    #[test]
    fn bounds_and_missing_constructs_are_named() {
        let nested = |depth: usize| format!("{}a{}", "(".repeat(depth), ")".repeat(depth));
        let refused = |pattern: &str| Pattern::compile(pattern).err();
        assert_eq!(refused(&nested(64)), None);
        assert_eq!(refused(&nested(65)), Some(PatternRefused::TooDeep));
        assert_eq!(refused(r"(\pL{500}){500}"), Some(PatternRefused::TooBig));
        assert_eq!(refused("ab(?=c)"), Some(PatternRefused::LookAround(3)));
        assert_eq!(refused(r"(a)\1"), Some(PatternRefused::BackReference(4)));
        assert_eq!(refused(r"(?i)[\s\S]+"), None);
        let union = format!("(?i)[{}]", r"\p{Any}".repeat(72));
        assert_eq!(refused(&union), Some(PatternRefused::TooMuchFolding));
        assert_eq!(
            refused(r"(?i)[\s\S][\s\S]"),
            Some(PatternRefused::TooMuchFolding)
        );
        assert!(matches!(
            refused(r"\p{Nope}"),
            Some(PatternRefused::Syntax(..))
        ));
    }
}
