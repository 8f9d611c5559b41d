//! The guard of a repository: hooks that keep tokens of a local denylist out of commits and pushes.
//!
//! The denylist lies in the git folder, so it cannot be committed. What is found is told by file and line, never by the
//! token, so that the output of a hook may be shown to anybody.

mod denylist;
mod diff;
mod git;
mod hooks;
mod scan;

use std::path::Path;

pub use self::denylist::{Added, Denylist, DenylistError};
pub use self::diff::added_lines;
pub use self::git::{GitError, Repository};
pub use self::hooks::{Installed, install};
pub use self::scan::{Hit, Scanned, scan_push, scan_staged};

/// The denylist of a repository, below its git folder.
pub(crate) const DENYLIST_FILE: &str = "info/clawperator-denylist";

/// Where a repository's denylist is.
#[must_use]
pub fn denylist_path(repository: &Repository) -> std::path::PathBuf {
    repository.common_folder().join(Path::new(DENYLIST_FILE))
}
