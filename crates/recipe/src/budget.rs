//! How much a file may hold, counted while it is read.

use std::cell::Cell;

use crate::finding::{RecipeCode, Report};
use crate::limits::{MAX_DEPTH, MAX_VALUES};
use crate::rule::RecipeRule;
use crate::source::Position;

/// The values left to one file, however many documents it has.
#[derive(Debug)]
pub(crate) struct Budget {
    left: Cell<usize>,
}

impl Budget {
    pub(crate) fn new() -> Self {
        Self {
            left: Cell::new(MAX_VALUES),
        }
    }

    /// Takes one value at that depth; `false` when it is one too many or too deep, which is then reported.
    pub(crate) fn take(&self, depth: usize, at: Position, report: &Report<'_>) -> bool {
        if depth > MAX_DEPTH {
            report.add(
                RecipeRule::Document,
                RecipeCode::TooDeep,
                at,
                format!("values nest deeper than {MAX_DEPTH} levels"),
                "flatten the expression",
            );
            return false;
        }
        let Some(left) = self.left.get().checked_sub(1) else {
            report.add(
                RecipeRule::Document,
                RecipeCode::TooMany,
                at,
                format!("the file holds more than {MAX_VALUES} values"),
                "split the recipe",
            );
            return false;
        };
        self.left.set(left);
        true
    }
}
