use std::fs;
use std::path::Path;
use std::sync::Arc;

use clawperator_test_support::FakeSources;
use clawperator_ui::{Refs, Shown, Tree};
use tempfile::TempDir;

use super::files::{SnapshotFiles, Whose};

pub(super) const MINUTE: u64 = 60_000;

pub(super) struct Shelf {
    pub(super) directory: TempDir,
    pub(super) sources: Arc<FakeSources>,
}

impl Shelf {
    pub(super) fn new() -> Self {
        Self {
            directory: tempfile::tempdir().unwrap(),
            sources: Arc::new(FakeSources::start()),
        }
    }

    /// As another process would open it.
    pub(super) fn open(&self) -> SnapshotFiles {
        let directory = self.directory.path().join("snapshots");
        let sources: Arc<FakeSources> = Arc::clone(&self.sources);
        SnapshotFiles::new(directory, sources)
    }

    pub(super) fn keep(&self, texts: &[&str]) -> (i64, Vec<u64>) {
        let dump = dump(texts);
        let tree = Tree::parse(&dump).unwrap().tree;
        let shown = Shown {
            tree: &tree,
            activity: Some("com.example.Main"),
            is_scrolled: false,
        };
        let listing = self.open().keep(whose("a:1"), shown, None, &dump).unwrap();
        let numbers = listing.refs.lines().map(|(_, number)| number).collect();
        (listing.generation, numbers)
    }

    fn has(&self, number: u64, generation: Option<i64>) -> bool {
        let kept = self.open().find(whose("a:1"), number, generation).unwrap();
        kept.is_some_and(|kept| kept.refs.get(&format!("@e{number}")).is_some())
    }

    pub(super) fn folder(&self) -> std::path::PathBuf {
        self.directory.path().join("snapshots/phone-a_3a1")
    }

    fn mirror(&self) -> std::path::PathBuf {
        self.directory.path().join("snapshots/phone-a_3a1.book")
    }
}

/// A phone that is known by more than the way to it.
pub(super) fn whose(key: &str) -> Whose<'_> {
    Whose { key, boot: None }
}

pub(super) fn dump(texts: &[&str]) -> Vec<u8> {
    let buttons: Vec<String> = texts
        .iter()
        .enumerate()
        .map(|(place, text)| {
            let top = 100 * place;
            format!(
                "<node text=\"{text}\" class=\"android.widget.Button\" package=\"p\" clickable=\"true\" \
                 bounds=\"[0,{top}][500,{}]\"/>",
                top + 90
            )
        })
        .collect();
    format!(
        "<hierarchy rotation=\"0\"><node class=\"android.widget.FrameLayout\" package=\"p\" \
         bounds=\"[0,0][1080,2400]\">{}</node></hierarchy>",
        buttons.concat()
    )
    .into_bytes()
}

fn listings(folder: &Path) -> Vec<std::path::PathBuf> {
    let files = fs::read_dir(folder)
        .unwrap()
        .map(|file| file.unwrap().path());
    files
        .filter(|path| path.extension().is_some_and(|ending| ending == "listing"))
        .collect()
}

#[test]
fn a_node_keeps_its_number_and_a_new_one_gets_a_new_one() {
    let shelf = Shelf::new();
    assert_eq!(shelf.keep(&["A", "B"]), (1, vec![1, 2]));
    assert_eq!(shelf.keep(&["A", "B"]), (2, vec![1, 2]));
    assert_eq!(shelf.keep(&["C", "A", "B"]), (3, vec![3, 1, 2]));
    assert_eq!(shelf.keep(&["D"]), (4, vec![4]));
    assert_eq!(shelf.keep(&["B", "D"]), (5, vec![2, 4]));
    assert!(shelf.has(3, None));
    assert!(shelf.has(3, Some(3)));
    assert!(
        !shelf.has(3, Some(4)),
        "a generation has its own numbers only"
    );
    assert!(!shelf.has(5, None), "this was never given");
}

#[test]
fn a_phone_has_its_own_refs_and_no_generation_of_another() {
    let shelf = Shelf::new();
    shelf.keep(&["A", "B"]);
    let dump = dump(&["Z"]);
    let tree = Tree::parse(&dump).unwrap().tree;
    let other = shelf
        .open()
        .keep(whose("b"), (&tree).into(), None, &dump)
        .unwrap();
    assert_eq!((other.generation, other.refs), (2, Refs::assign(&tree)));
    assert!(shelf.open().of(whose("b"), 1).unwrap().is_none());
    assert_eq!(shelf.keep(&["A", "B"]), (3, vec![1, 2]));
}

#[test]
fn what_is_ten_minutes_old_is_forgotten_and_its_numbers_are_not_given_again() {
    let shelf = Shelf::new();
    shelf.keep(&["A"]);
    for minute in 1..=9 {
        shelf.sources.set_time_of_day(minute * MINUTE);
        shelf.keep(&[&format!("page {minute}")]);
    }
    assert!(shelf.has(1, None), "it is kept for ten minutes");
    shelf.sources.set_time_of_day(11 * MINUTE);
    shelf.keep(&["B"]);
    assert!(!shelf.has(1, None), "it is older than that");
    assert!(shelf.has(2, None), "this one is exactly that");
    let (_, numbers) = shelf.keep(&["A"]);
    assert_eq!(numbers, [12]);
}

#[test]
fn the_last_three_are_kept_however_old() {
    let shelf = Shelf::new();
    for text in ["A", "B", "C", "D"] {
        shelf.keep(&[text]);
    }
    shelf.sources.set_time_of_day(1_000 * MINUTE);
    shelf.keep(&["E"]);
    let known: Vec<bool> = (1..=5).map(|number| shelf.has(number, None)).collect();
    assert_eq!(known, [false, false, true, true, true]);
}

#[test]
fn a_clock_that_goes_back_forgets_nothing() {
    let shelf = Shelf::new();
    shelf.sources.set_time_of_day(1_000 * MINUTE);
    for text in ["A", "B", "C", "D"] {
        shelf.keep(&[text]);
    }
    shelf.sources.set_time_of_day(0);
    shelf.keep(&["E"]);
    assert!(shelf.has(1, None));
}

/// Whatever is lost or damaged, no number that was given is given to another node.
#[test]
fn a_lost_or_damaged_book_leads_to_no_number_twice() {
    type Harm = fn(&Shelf);
    let harms: [(&str, Harm); 9] = [
        ("one copy lost", |shelf| {
            fs::remove_file(shelf.folder().join("book")).unwrap();
        }),
        ("the other lost", |shelf| {
            fs::remove_file(shelf.mirror()).unwrap();
        }),
        ("one copy cut", |shelf| {
            fs::write(shelf.folder().join("book"), "{\"ver").unwrap();
        }),
        ("the other cut", |shelf| {
            fs::write(shelf.mirror(), "").unwrap();
        }),
        ("one copy counts from the start", |shelf| {
            let start = r#"{"version":1,"next":1,"generation":0}"#;
            fs::write(shelf.mirror(), start).unwrap();
        }),
        ("both lost", |shelf| {
            fs::remove_file(shelf.folder().join("book")).unwrap();
            fs::remove_file(shelf.mirror()).unwrap();
        }),
        ("both damaged and the screens too", |shelf| {
            fs::write(shelf.folder().join("book"), "\0\0").unwrap();
            fs::write(shelf.mirror(), "null").unwrap();
            for listing in listings(&shelf.folder()) {
                fs::write(listing, "nothing").unwrap();
            }
        }),
        ("the folder removed", |shelf| {
            fs::remove_dir_all(shelf.folder()).unwrap();
        }),
        ("a form that is not known yet", |shelf| {
            let later = r#"{"version":2,"next":3,"generation":1}"#;
            fs::write(shelf.folder().join("book"), later).unwrap();
            fs::write(shelf.mirror(), later).unwrap();
        }),
    ];
    for (what, harm) in harms {
        let shelf = Shelf::new();
        for page in 0..5 {
            let texts: Vec<String> = (0..7).map(|n| format!("button {n} of {page}")).collect();
            shelf.keep(&texts.iter().map(String::as_str).collect::<Vec<_>>());
        }
        let given = 35;
        harm(&shelf);
        let (generation, numbers) = shelf.keep(&["something else"]);
        assert!(
            numbers.iter().all(|number| *number > given),
            "{what}: {numbers:?}"
        );
        assert!(generation >= 1, "{what}");
        let (_, later) = shelf.keep(&["something else", "and more"]);
        assert_eq!(later.first(), numbers.first(), "{what}");
    }
}

#[test]
fn a_damaged_screen_is_as_good_as_none() {
    let shelf = Shelf::new();
    shelf.keep(&["A"]);
    for listing in listings(&shelf.folder()) {
        let mut bytes = fs::read(&listing).unwrap();
        bytes.truncate(bytes.len() - 60);
        let text = String::from_utf8(bytes).unwrap();
        fs::write(&listing, text.replace("\"nodes\":[1]", "\"nodes\":[77]")).unwrap();
    }
    assert!(!shelf.has(1, None));
    assert_eq!(shelf.keep(&["A"]), (2, vec![2]));
}

#[test]
fn when_all_numbers_are_given_none_is_given_again() {
    let shelf = Shelf::new();
    shelf.keep(&["A"]);
    let last = r#"{"version":1,"next":999999,"generation":1}"#;
    fs::write(shelf.folder().join("book"), last).unwrap();
    fs::write(shelf.mirror(), last).unwrap();
    assert_eq!(shelf.keep(&["B"]), (2, vec![999_999]));
    let dump = dump(&["C"]);
    let tree = Tree::parse(&dump).unwrap().tree;
    let refused = shelf.open().keep(whose("a:1"), (&tree).into(), None, &dump);
    assert!(refused.unwrap_err().message.contains("used up"));
    assert!(shelf.has(999_999, None));
}

#[cfg(unix)]
#[test]
fn nobody_else_may_read_what_is_kept() {
    use std::os::unix::fs::PermissionsExt as _;
    let shelf = Shelf::new();
    shelf.keep(&["A"]);
    let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
    assert_eq!(mode(&shelf.folder()), 0o700);
    let mut files = listings(&shelf.folder());
    files.extend([shelf.folder().join("book"), shelf.mirror()]);
    for file in files {
        assert_eq!(mode(&file), 0o600, "{}", file.display());
    }
}

#[test]
fn links_that_somebody_prepared_are_not_followed() {
    use std::os::unix::fs::symlink;

    let shelf = Shelf::new();
    shelf.keep(&["A"]);
    let (folder, victim) = (shelf.folder(), shelf.directory.path().join("victim"));
    fs::write(&victim, "kept").unwrap();
    let prepared = folder.join("2-0.listing");
    symlink(&victim, &prepared).unwrap();
    assert!(shelf.open().newest(whose("a:1")).is_err());
    fs::remove_file(prepared).unwrap();
    // The folder itself must not lead elsewhere either.
    let elsewhere = shelf.directory.path().join("elsewhere");
    fs::rename(&folder, &elsewhere).unwrap();
    symlink(&elsewhere, &folder).unwrap();
    let dump = dump(&["B"]);
    let tree = Tree::parse(&dump).unwrap().tree;
    let shown = Shown {
        tree: &tree,
        activity: None,
        is_scrolled: false,
    };
    assert!(shelf.open().keep(whose("a:1"), shown, None, &dump).is_err());
    assert_eq!(fs::read(&victim).unwrap(), b"kept");
}

/// A ref presses what a listing says that it is, so nobody else may have a say in that.
#[test]
fn a_screen_that_others_could_have_written_is_refused() {
    use std::os::unix::fs::{PermissionsExt as _, chown};

    const NOBODY: u32 = 65_534;
    let shelf = Shelf::new();
    shelf.keep(&["A"]);
    let folder = shelf.folder();
    let planted = folder.join("2-1.listing");
    fs::copy(&listings(&folder)[0], &planted).unwrap();
    let set_mode = |path: &Path, mode| {
        fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
    };
    let refused = |why: &str| {
        let found = shelf
            .open()
            .find(whose("a:1"), 1, None)
            .unwrap_err()
            .message;
        let newest = shelf.open().newest(whose("a:1")).unwrap_err().message;
        assert!(found.contains(why) && newest.contains(why), "{found}");
    };
    set_mode(&planted, 0o666);
    refused("`2-1.listing`: others may have written it");
    set_mode(&planted, 0o600);
    assert!(shelf.has(1, None));
    // Only root can give a file away.
    if chown(&planted, Some(NOBODY), None).is_ok() {
        refused("`2-1.listing`: it belongs to user 65534");
    }
    fs::remove_file(&planted).unwrap();
    set_mode(&folder, 0o777);
    assert!(shelf.has(1, None));
    let mode = fs::metadata(&folder).unwrap().permissions().mode();
    assert_eq!(mode & 0o777, 0o700, "nobody else can write it any more");
    for path in [&folder, folder.parent().unwrap()] {
        if chown(path, Some(NOBODY), None).is_ok() {
            refused("it belongs to user 65534");
            chown(path, Some(clawperator_private_files::user()), None).unwrap();
        }
    }
    assert!(shelf.has(1, None));
}

#[test]
fn a_password_is_not_kept() {
    let shelf = Shelf::new();
    let dump = br#"<hierarchy><node class="android.widget.EditText" password="true" text="hunter2" bounds="[0,0][9,9]" /></hierarchy>"#;
    let tree = Tree::parse(dump).unwrap().tree;
    let shown = Shown {
        tree: &tree,
        activity: None,
        is_scrolled: false,
    };
    shelf.open().keep(whose("a:1"), shown, None, dump).unwrap();
    for listing in listings(&shelf.folder()) {
        let kept = fs::read_to_string(listing).unwrap();
        assert!(!kept.contains("hunter2"), "{kept}");
    }
}

#[test]
fn a_scroll_is_known_of_every_screen_before_it() {
    let shelf = Shelf::new();
    let is_scrolled = |generation: i64| {
        let kept = shelf
            .open()
            .find(whose("a:1"), 1, Some(generation))
            .unwrap();
        kept.unwrap().is_scrolled
    };
    // Nothing was listed yet, so there is nothing to note.
    shelf.open().scrolled(whose("a:1")).unwrap();
    let (first, _) = shelf.keep(&["One"]);
    assert!(!is_scrolled(first));
    shelf.open().scrolled(whose("a:1")).unwrap();
    let (second, _) = shelf.keep(&["One"]);
    assert!(is_scrolled(first) && !is_scrolled(second));
    // A note that cannot be read is one about all of them.
    fs::write(shelf.folder().join("scrolled"), "not a number").unwrap();
    assert!(is_scrolled(first) && is_scrolled(second));
}

/// Another user has other apps under the same names, which may look the same.
#[test]
fn numbers_are_not_carried_from_one_user_to_another() {
    let shelf = Shelf::new();
    let dump = dump(&["A", "B"]);
    let tree = Tree::parse(&dump).unwrap().tree;
    let keep = |user| {
        let shown = Shown {
            tree: &tree,
            activity: Some("com.example.Main"),
            is_scrolled: false,
        };
        let listing = shelf.open().keep(whose("a:1"), shown, user, &dump).unwrap();
        let numbers = listing.refs.lines().map(|(_, number)| number);
        numbers.collect::<Vec<_>>()
    };
    assert_eq!(keep(Some(0)), [1, 2]);
    assert_eq!(keep(Some(10)), [3, 4]);
    assert_eq!(keep(Some(0)), [1, 2]);
    // A driver that does not know the user gives what it sees again the numbers that it has.
    assert_eq!(keep(None), [1, 2]);
    let kept = shelf.open().find(whose("a:1"), 3, None).unwrap().unwrap();
    assert_eq!(kept.user, Some(10));
}
