//! A tree that lags behind, as on a phone whose accessibility service has not caught up.

use super::Phone;
use crate::accessibility::AccessibleTree;
use crate::dump::{dump_active, dump_windows};
use crate::screen::DumpRequest;

impl Phone {
    /// Keeps the trees of this moment for as long as the fault says.
    pub(crate) fn keep_tree(&mut self) {
        let until = self.now.saturating_add(self.faults.stale_after_tap);
        // Where there is no tree none is kept, and the next request gets the true one.
        let dumps = [
            dump_active(self, false),
            dump_active(self, true),
            dump_windows(self),
        ];
        let tree = self.accessible_tree();
        self.stale = Some((until, dumps.map(Result::unwrap_or_default), tree));
    }

    /// The tree from before the last tap while it is still shown.
    pub(crate) fn stale_tree(&mut self, request: DumpRequest) -> Option<String> {
        self.stale.take_if(|(until, ..)| *until <= self.now);
        let (_, [plain, compressed, windows], _) = self.stale.as_ref()?;
        let tree = match (request.windows, request.compressed) {
            (true, _) => windows,
            (false, true) => compressed,
            (false, false) => plain,
        };
        Some(tree.clone()).filter(|tree| !tree.is_empty())
    }

    /// The same for whoever reads the views themselves.
    pub(crate) fn stale_views(&mut self) -> Option<AccessibleTree> {
        self.stale.take_if(|(until, ..)| *until <= self.now);
        self.stale.as_ref().map(|(_, _, tree)| tree.clone())
    }
}
