//! Where validation writes down what it finds, and how a place in the document is named.

use std::cell::{Cell, RefCell};
use std::fmt::Write as _;

use crate::excerpt::excerpt;
use crate::failure::{Issue, Rule, Warning, WarningRule};
use crate::limits::{MAX_ID_LENGTH, MAX_REPORTED_ISSUES};
use crate::values::AnyNumber;

/// A place in the document, as a chain of borrowed segments: it costs nothing until something is wrong there.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Path<'a> {
    parent: Option<&'a Path<'a>>,
    canonical: Segment<'a>,
    written: Segment<'a>,
}

#[derive(Debug, Clone, Copy)]
enum Segment<'a> {
    Root,
    Key(&'a str),
    Index(usize),
}

impl<'a> Path<'a> {
    pub(crate) const ROOT: Path<'static> = Path {
        parent: None,
        canonical: Segment::Root,
        written: Segment::Root,
    };

    pub(crate) fn key(parent: &'a Path<'a>, canonical: &'a str, written: &'a str) -> Self {
        Self {
            parent: Some(parent),
            canonical: Segment::Key(canonical),
            written: Segment::Key(written),
        }
    }

    pub(crate) fn index(parent: &'a Path<'a>, index: usize) -> Self {
        Self {
            parent: Some(parent),
            canonical: Segment::Index(index),
            written: Segment::Index(index),
        }
    }

    pub(crate) fn canonical(&self) -> String {
        self.render(|path| path.canonical)
    }

    /// The path as written, if it is not the canonical one.
    fn written(&self, canonical: &str) -> Option<String> {
        Some(self.render(|path| path.written)).filter(|written| written != canonical)
    }

    fn render(&self, segment: fn(&Path<'a>) -> Segment<'a>) -> String {
        let mut rendered = self
            .parent
            .map(|parent| parent.render(segment))
            // The root has no name.
            .unwrap_or_default();
        if !rendered.is_empty() {
            rendered.push('.');
        }
        match segment(self) {
            Segment::Root => {}
            Segment::Key(key) => rendered.push_str(&excerpt(key)),
            // Writing to a String cannot fail.
            Segment::Index(index) => drop(write!(rendered, "{index}")),
        }
        rendered
    }
}

/// Issues and warnings of one document, each with the place that orders it.
#[derive(Debug, Default)]
pub(crate) struct Report {
    issues: RefCell<Vec<(u32, Issue)>>,
    unlisted: Cell<usize>,
    warnings: RefCell<Vec<(u32, Warning)>>,
}

#[derive(Debug)]
pub(crate) struct Findings {
    pub(crate) issues: Vec<Issue>,
    pub(crate) issue_count: usize,
    pub(crate) warnings: Vec<Warning>,
}

/// How many issues there were at some moment; see [`Report::annotate_since`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Mark(usize);

impl Report {
    pub(crate) fn issue(
        &self,
        ordinal: u32,
        path: &Path<'_>,
        rule: Rule,
        message: String,
        hint: Option<String>,
    ) {
        if self.is_full() {
            self.count_unlisted();
            return;
        }
        let canonical = path.canonical();
        let input_path = path.written(&canonical);
        let issue = Issue {
            path: canonical,
            input_path,
            rule,
            message,
            hint,
            action_id: None,
            action_type: None,
        };
        self.issues.borrow_mut().push((ordinal, issue));
    }

    /// Whether further issues are only counted; what they would say need not be worked out.
    pub(crate) fn is_full(&self) -> bool {
        self.issues.borrow().len() >= MAX_REPORTED_ISSUES
    }

    pub(crate) fn count_unlisted(&self) {
        self.unlisted.set(self.unlisted.get().saturating_add(1));
    }

    pub(crate) fn warning(
        &self,
        ordinal: u32,
        path: &Path<'_>,
        rule: WarningRule,
        message: String,
        effective: Option<AnyNumber>,
    ) {
        let canonical = path.canonical();
        let input_path = path.written(&canonical);
        self.warnings.borrow_mut().push((
            ordinal,
            Warning {
                path: canonical,
                input_path,
                rule,
                message,
                effective,
            },
        ));
    }

    pub(crate) fn mark(&self) -> Mark {
        Mark(
            self.issues
                .borrow()
                .len()
                .saturating_add(self.unlisted.get()),
        )
    }

    /// Names the action that the issues found since `mark` belong to.
    pub(crate) fn annotate_since(
        &self,
        mark: Mark,
        action_id: Option<&str>,
        action_type: Option<&str>,
    ) {
        for (_, issue) in self.issues.borrow_mut().iter_mut().skip(mark.0) {
            issue.action_id = action_id.map(excerpt_id);
            issue.action_type = action_type.map(excerpt);
        }
    }

    /// What was found, in document order.
    pub(crate) fn into_findings(self) -> Findings {
        let issues = in_order(self.issues.into_inner());
        let issue_count = issues.len().saturating_add(self.unlisted.get());
        Findings {
            issues,
            issue_count,
            warnings: in_order(self.warnings.into_inner()),
        }
    }
}

/// Ids are echoed whole up to their legal length, so that a caller can look theirs up.
fn excerpt_id(id: &str) -> String {
    if id.chars().count() <= MAX_ID_LENGTH {
        id.to_owned()
    } else {
        excerpt(id)
    }
}

fn in_order<T>(mut found: Vec<(u32, T)>) -> Vec<T> {
    found.sort_by_key(|(ordinal, _)| *ordinal);
    found.into_iter().map(|(_, item)| item).collect()
}
