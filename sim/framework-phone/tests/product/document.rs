//! Pages of the documentation that tests write.

use std::path::Path;

use super::built::variable;

/// A page that a test generates.
#[derive(Debug, Clone, Copy)]
pub(super) struct Document {
    /// Where it is, from the root of the repository.
    pub(super) path: &'static str,
    /// The variable that lets the test write it instead of comparing it.
    pub(super) update: &'static str,
}

impl Document {
    /// Fails when the committed page is another one.
    pub(super) fn check(self, page: &str) {
        let Self { path, update } = self;
        let file = Path::new(env!("CARGO_MANIFEST_DIR"))
            .join("../..")
            .join(path);
        if self.is_written() {
            std::fs::write(file, page).unwrap();
            return;
        }
        let committed = std::fs::read_to_string(file).unwrap_or_default();
        assert!(
            committed == page,
            "{path} is stale; run the test with {update}=1\n{page}"
        );
    }

    /// Whether it is to be written.
    pub(super) fn is_written(self) -> bool {
        variable(self.update).is_some()
    }
}
