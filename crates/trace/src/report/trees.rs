//! Trees that were kept, in words.

use std::rc::Rc;

use clawperator_contract::runs::KeptFile;
use clawperator_ui::{Header, Refs, Tree, compact, diff};

use super::limits::{Budget, MAX_COMPARED_NODES, MAX_DIFF_BYTES, MAX_SCREEN_BYTES};
use super::markup::whole_lines;
use super::story::{Seen, Words};
use crate::bundle::Bundle;

/// How many trees are remembered: a step's first tree is often the last one of the step before.
const REMEMBERED: usize = 4;

/// Reads the trees of one run.
#[derive(Debug)]
pub(super) struct Trees<'b> {
    bundle: &'b Bundle,
    budget: &'b mut Budget,
    newest: Vec<(KeptFile, Rc<Tree>)>,
}

impl<'b> Trees<'b> {
    pub(super) const fn new(bundle: &'b Bundle, budget: &'b mut Budget) -> Self {
        Self {
            bundle,
            budget,
            newest: Vec::new(),
        }
    }

    /// The lines of the compact form, within the bounds of the report.
    pub(super) fn screen(&mut self, seen: &Seen) -> Words {
        let header = Header {
            activity: seen.activity.as_deref(),
            generation: None,
        };
        match self.tree(&seen.file) {
            Ok(tree) => self.fit(&compact(&tree, &Refs::default(), &header), MAX_SCREEN_BYTES),
            Err(why) => Words::None(why),
        }
    }

    /// What changed from one screen to another.
    pub(super) fn change(&mut self, before: &Seen, after: &Seen) -> Words {
        let trees = self
            .tree(&before.file)
            .and_then(|before| Ok((before, self.tree(&after.file)?)));
        match trees {
            Ok((before, after)) => match self.may_compare(&before, &after) {
                Ok(()) => self.fitting_change(&diff(&before, &after, &Refs::default())),
                Err(why) => Words::None(why),
            },
            Err(why) => Words::None(why),
        }
    }

    /// Whether two trees are compared; the error says why not, for people.
    fn may_compare(&mut self, before: &Tree, after: &Tree) -> Result<(), String> {
        let (old, new) = (before.len() as usize, after.len() as usize);
        let largest = old.max(new);
        if largest > MAX_COMPARED_NODES {
            return Err(format!(
                "not compared: a screen has {largest} nodes, and a report compares at most {MAX_COMPARED_NODES}"
            ));
        }
        let pairs = old.saturating_mul(new);
        self.budget.pairs = self
            .budget
            .pairs
            .checked_sub(pairs)
            .ok_or("not compared: the report has compared as many screens as it may")?;
        Ok(())
    }

    /// What changed, as far as it fits.
    pub(super) fn fitting_change(&mut self, change: &str) -> Words {
        self.fit(change, MAX_DIFF_BYTES)
    }

    fn fit(&mut self, text: &str, most: usize) -> Words {
        if self.budget.words == 0 {
            let why = "not shown: the report has as much text of screens as it may have";
            return Words::None(why.to_owned());
        }
        let (text, cut) = whole_lines(text, most.min(self.budget.words));
        self.budget.words = self.budget.words.saturating_sub(text.len().max(1));
        Words::Lines {
            text: text.to_owned(),
            cut,
        }
    }

    /// A tree; the error says why there is none, for people.
    fn tree(&mut self, file: &KeptFile) -> Result<Rc<Tree>, String> {
        if let Some((_, tree)) = self.newest.iter().find(|(kept, _)| kept == file) {
            return Ok(Rc::clone(tree));
        }
        if self.budget.trees == 0 {
            return Err("not shown: the report has read as many trees as it may".to_owned());
        }
        let bytes = self
            .bundle
            .file(file)
            .map_err(|error| format!("the tree cannot be read: {error}"))?
            .ok_or_else(|| "the tree is not kept any more".to_owned())?;
        self.budget.trees = self.budget.trees.saturating_sub(bytes.len().max(1) as u64);
        let parsed =
            Tree::parse(&bytes).map_err(|error| format!("the tree cannot be read: {error}"))?;
        let tree = Rc::new(parsed.tree);
        if self.newest.len() >= REMEMBERED {
            self.newest.remove(0);
        }
        self.newest.push((file.clone(), Rc::clone(&tree)));
        Ok(tree)
    }
}
