//! Cases are folders: a new case is a new folder, not new code.

use std::path::{Path, PathBuf};

use clawperator_ui::{Parsed, Tree};

/// A folder with a case; `tests/README.md` says what is in it.
pub(crate) struct Case {
    path: PathBuf,
}

impl Case {
    /// Every case of a kind, by name.
    pub(crate) fn all(kind: &str) -> Vec<Self> {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR"))
            .join("tests/forms")
            .join(kind);
        let entries = std::fs::read_dir(&folder).expect("there are cases");
        let mut cases: Vec<Self> = entries
            .map(|entry| Self {
                path: entry.expect("a folder can be read").path(),
            })
            .filter(|case| case.path.is_dir())
            .collect();
        cases.sort_by(|one, other| one.path.cmp(&other.path));
        assert!(!cases.is_empty(), "no case in {}", folder.display());
        cases
    }

    pub(crate) fn name(&self) -> String {
        let name = self.path.file_name().expect("a case has a name");
        name.to_string_lossy().into_owned()
    }

    pub(crate) fn text(&self, file: &str) -> String {
        let path = self.path.join(file);
        std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
    }

    pub(crate) fn has(&self, file: &str) -> bool {
        self.path.join(file).exists()
    }

    pub(crate) fn dump(&self, file: &str) -> Parsed {
        Tree::parse(self.text(file).as_bytes())
            .unwrap_or_else(|error| panic!("{}: {error}", self.name()))
    }
}

/// Holds what came out against the files of each case; all differences at once. With `UPDATE_CASES` set, what came out
/// is written into the files instead.
#[expect(
    clippy::disallowed_methods,
    reason = "whoever runs the tests says that answers are to be written"
)]
pub(crate) fn compare(cases: &[Case], mut check: impl FnMut(&Case) -> Vec<(&'static str, String)>) {
    let is_update = std::env::var_os("UPDATE_CASES").is_some();
    let mut wrong = Vec::new();
    for case in cases {
        for (file, actual) in check(case) {
            let actual = format!("{}\n", actual.trim_end());
            if is_update {
                std::fs::write(case.path.join(file), actual).expect("the file can be written");
                continue;
            }
            let expected = case.text(file);
            if actual != expected {
                wrong.push(format!(
                    "== {} {file}\n-- expected\n{expected}\n-- came out\n{actual}",
                    case.name()
                ));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
