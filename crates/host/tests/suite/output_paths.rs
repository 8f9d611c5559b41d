//! Pictures at random paths: each is refused, or is inside of the output folder.

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};

use clawperator_contract::{ErrorCode, Execution, validate};
use clawperator_engine::Artifacts as _;
use clawperator_host::OutputFolder;
use proptest::prelude::*;
use serde_json::json;

const OLD: &[u8] = b"\x89PNG\r\n\x1a\nold";
const NEW: &[u8] = b"\x89PNG\r\n\x1a\nnew";

/// Everything that there is, with what is in it.
type Listing = BTreeMap<PathBuf, Vec<u8>>;

/// An output folder with links and files in the way, beside files that nobody may reach through it.
struct Place {
    root: tempfile::TempDir,
    output: OutputFolder,
}

impl Place {
    fn new() -> Self {
        let root = tempfile::tempdir().unwrap();
        let output = OutputFolder::open(&root.path().join("output")).unwrap();
        let place = Self { root, output };
        fs::create_dir(place.at("outside")).unwrap();
        fs::write(place.at("outside/a.png"), OLD).unwrap();
        symlink("../outside", place.at("output/linked")).unwrap();
        symlink("../outside/a.png", place.at("output/file.png")).unwrap();
        fs::write(place.at("output/text.png"), "kept").unwrap();
        fs::create_dir(place.at("output/folder")).unwrap();
        place
    }

    fn at(&self, name: &str) -> PathBuf {
        self.root.path().join(name)
    }

    fn save(&self, path: &str) -> Result<String, String> {
        let runtime = tokio::runtime::Builder::new_current_thread()
            .build()
            .unwrap();
        let saved = self.output.save_picture(Some(path), "c", "s", NEW);
        runtime.block_on(saved).map_err(|error| error.message)
    }

    fn listing(&self) -> Listing {
        let mut found = Listing::new();
        list(self.root.path(), &mut found);
        found
    }
}

fn list(folder: &Path, found: &mut Listing) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let kind = fs::symlink_metadata(&path).unwrap();
        if kind.is_symlink() {
            let leads_to = fs::read_link(&path).unwrap();
            found.insert(path, leads_to.to_string_lossy().into_owned().into_bytes());
        } else if kind.is_dir() {
            list(&path, found);
        } else {
            found.insert(path.clone(), fs::read(&path).unwrap());
        }
    }
}

/// An execution that takes a picture to this path, where the contract allows it at all.
fn execution(path: &str) -> Option<Execution> {
    let payload = json!({
        "commandId": "c", "taskId": "t", "source": "test", "timeoutMs": 30000,
        "expectedFormat": "android-ui-automator",
        "actions": [{ "id": "s", "type": "take_screenshot", "params": { "path": path } }],
    });
    let valid = validate(payload.to_string().as_bytes()).ok()?;
    Some(valid.execution)
}

/// Parts of paths that lead somewhere, mean something or stand in the way.
fn part() -> impl Strategy<Value = String> {
    let known = prop::sample::select(vec![
        "..",
        ".",
        "",
        "a",
        "a.png",
        "linked",
        "file.png",
        "text.png",
        "folder",
        "outside",
        "output",
        "-",
        "~",
        "\\..\\",
        "\0",
        "%2e%2e",
        "proc",
        "..\u{202e}",
    ]);
    prop_oneof![6 => known.prop_map(str::to_owned), 1 => ".{0,12}", 1 => "[a-z]{250,260}"]
}

fn any_path() -> impl Strategy<Value = String> {
    let parts = prop::collection::vec(part(), 1..10);
    (parts, prop_oneof![Just(""), Just(".png"), Just("/x.png")])
        .prop_map(|(parts, end)| parts.join("/") + end)
}

proptest! {
    #[test]
    fn a_picture_is_refused_or_inside(path in any_path()) {
        let place = Place::new();
        let before = place.listing();
        let saved = place.save(&path);
        let mut expected = before;
        if saved.is_ok() {
            let whole = place.at("output").join(&path);
            prop_assert_eq!(whole.canonicalize().unwrap(), whole.clone());
            expected.insert(whole, NEW.to_vec());
            let read = place.output.read(&path, 100).unwrap();
            prop_assert_eq!(read.as_deref(), Some(NEW));
        }
        prop_assert_eq!(place.listing(), expected);
        if let Some(Err(refused)) = execution(&path).map(|it| OutputFolder::check(&it)) {
            prop_assert_eq!(refused.code, ErrorCode::InvalidPath);
            prop_assert!(saved.is_err());
            prop_assert!(place.output.read(&path, 100).is_err());
        }
    }

    #[test]
    fn plain_paths_are_taken(
        folders in prop::collection::vec("[A-Z0-9_ä][a-z0-9 ._-]{0,20}/", 0..8),
        name in "[A-Z0-9_ä][a-z0-9 ._-]{0,20}",
    ) {
        let place = Place::new();
        let path = format!("{}{name}.png", folders.concat());
        prop_assert_eq!(place.save(&path), Ok(path.clone()));
        prop_assert_eq!(fs::read(place.at("output").join(&path)).unwrap(), NEW);
        OutputFolder::check(&execution(&path).unwrap()).unwrap();
    }
}
