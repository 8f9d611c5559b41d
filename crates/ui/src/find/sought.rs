//! Texts and patterns that a selector asks for, ready to compare.

use std::borrow::Cow;
use std::cell::{Cell, OnceCell};

use clawperator_contract::{Case, Pattern, folded};

use crate::validator::MAX_VALIDATED_CHARACTERS;

/// A text that is asked for.
#[derive(Debug)]
pub(super) struct Sought<'q> {
    written: Cow<'q, str>,
    /// The same without case, where that does not count.
    folded: Option<String>,
}

impl<'q> Sought<'q> {
    pub(super) fn new(written: impl Into<Cow<'q, str>>, case: Case) -> Self {
        let written = written.into();
        let folded = match case {
            Case::Sensitive => None,
            Case::Ignored => Some(folded(&written).into_owned()),
        };
        Self { written, folded }
    }

    pub(super) fn written(&self) -> &str {
        &self.written
    }

    pub(super) fn into_written(self) -> Cow<'q, str> {
        self.written
    }

    /// Whether a text is the one that is asked for.
    pub(super) fn is(&self, found: &str) -> bool {
        match &self.folded {
            None => self.written == found,
            Some(wanted) => *wanted == folded(found),
        }
    }

    /// Whether it is part of a text.
    pub(super) fn is_in(&self, found: &str) -> bool {
        match &self.folded {
            None => found.contains(&*self.written),
            Some(wanted) => folded(found).contains(wanted),
        }
    }
}

/// A pattern that is asked for. It is compiled when the first text is compared with it.
#[derive(Debug)]
pub(super) struct SoughtPattern<'q> {
    written: &'q str,
    case: Case,
    compiled: OnceCell<Option<Pattern>>,
    /// How many bytes it was compared with.
    compared: Cell<usize>,
}

/// The most bytes of a screen that one pattern is compared with: the largest pattern takes seconds for them.
pub(super) const MAX_COMPARED_BYTES: usize = 100_000;

impl<'q> SoughtPattern<'q> {
    pub(super) const fn new(written: &'q str, case: Case) -> Self {
        Self {
            written,
            case,
            compiled: OnceCell::new(),
            compared: Cell::new(0),
        }
    }

    pub(super) const fn written(&self) -> &'q str {
        self.written
    }

    /// Whether the whole text matches. One that is longer than a validator looks at does not, nor one behind the most
    /// that is compared; [`Tree::leaves_uncompared`](crate::Tree::leaves_uncompared) tells of both.
    pub(super) fn matches(&self, found: &str) -> bool {
        let compared = self.compared.get() + found.len();
        self.compared.set(compared);
        if is_too_long(found) || compared > MAX_COMPARED_BYTES {
            return false;
        }
        // What validation accepted compiles again.
        let compile = || Pattern::compile_in(self.written, self.case).ok();
        let pattern = self.compiled.get_or_init(compile).as_ref();
        pattern.is_some_and(|pattern| pattern.matches(found))
    }
}

/// Whether a text is longer than what patterns are compared with.
pub(super) fn is_too_long(text: &str) -> bool {
    text.len() > MAX_VALIDATED_CHARACTERS && text.chars().nth(MAX_VALIDATED_CHARACTERS).is_some()
}
