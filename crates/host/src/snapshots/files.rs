//! Snapshots in files of a directory that only this user may read.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use super::book::{Book, Counters};
use super::listing::{self, Heading};
use super::{boot, scrolls, sequence};
use crate::file_name::file_stem;
use clawperator_engine::{Kept, Listing, PhoneKey, SnapshotError};
use clawperator_private_files as private;
use clawperator_sources::Sources;
use clawperator_ui::without_passwords;
use clawperator_ui::{Numbering, Shown};

/// How long a screen is kept at least.
const KEPT_FOR: Duration = Duration::from_mins(10);
/// How many are kept however old they are.
const KEPT_ALWAYS: usize = 3;
/// How much is kept however young it is: two screens a second, of a hundred kilobytes each, for ten minutes.
const MOST_BYTES: u64 = 128 * 1024 * 1024;
/// On how many earlier screens the nodes of a new one are looked for: an app goes to another page and comes back.
const LOOKED_BACK: usize = 4;
/// The largest number that the contract has a ref for.
const LARGEST: u64 = 999_999;

/// How the name of a screen ends.
const LISTING: &str = ".listing";
/// How that of a generation ends which has none.
const SKIPPED: &str = ".skipped";

/// Keeps snapshots as `phone-SERIAL/GENERATION-TIME.listing`.
#[derive(Debug, Clone)]
pub(super) struct SnapshotFiles {
    directory: PathBuf,
    sources: Arc<dyn Sources>,
}

/// The phone that something is kept of.
#[derive(Debug, Clone, Copy)]
pub(super) struct Whose<'a> {
    /// What names its folder.
    pub(super) key: &'a str,
    /// The boot that it must be of, where the key is only the way to it.
    pub(super) boot: Option<&'a str>,
}

impl<'a> From<&'a PhoneKey> for Whose<'a> {
    fn from(key: &'a PhoneKey) -> Self {
        Self {
            key: key.as_str(),
            boot: key.boot(),
        }
    }
}

/// A file that holds a screen, or says that a generation has none.
#[derive(Debug, Clone)]
struct Entry {
    generation: i64,
    /// When it was kept, in milliseconds since the epoch.
    at: u64,
    path: PathBuf,
}

impl Entry {
    /// How old it is; what seems to come from the future is new.
    fn age(&self, now: u64) -> Duration {
        Duration::from_millis(now.saturating_sub(self.at))
    }
}

impl SnapshotFiles {
    /// Keeps them below this directory, which is made when it is first needed.
    #[must_use]
    pub(super) const fn new(directory: PathBuf, sources: Arc<dyn Sources>) -> Self {
        Self { directory, sources }
    }

    /// The folder of a phone: whatever names the phone, here and nowhere else it becomes a place.
    fn of_phone(&self, phone: Whose<'_>) -> PathBuf {
        self.directory.join(file_stem(phone.key))
    }

    fn write(
        &self,
        phone: Whose<'_>,
        folder: &Path,
        shown: Shown<'_>,
        user: Option<u32>,
        dump: &[u8],
    ) -> io::Result<Listing> {
        // A screen shows what its user sees, so nobody else may read it.
        private::make_folder(&self.directory)?;
        private::make_folder(folder)?;
        let book = Book::of(folder);
        let mut counters = book.read(listed(&entries(folder)?)?)?;
        forget_other_boots(folder, phone.boot)?;
        let entries = entries(folder)?;
        let mut numbering = Numbering::of(shown);
        for entry in entries.iter().rev().take(LOOKED_BACK) {
            if numbering.is_complete() {
                break;
            }
            let earlier = read(folder, entry)?;
            // What another user sees is other nodes, however alike they are.
            let is_same = |of: Option<u32>| of.is_none() || user.is_none() || of == user;
            if let Some(earlier) = earlier.filter(|earlier| is_same(earlier.user)) {
                numbering.carry_on(earlier.shown(), &earlier.refs);
            }
        }
        let (refs, next) = numbering.finish(counters.next);
        // The next one is one more than the largest that was given.
        if next > LARGEST + 1 {
            return Err(io::Error::other(
                "all ref numbers are used up; remove the folder and the `.book` file next to it to start again",
            ));
        }
        let generation = sequence::next(&self.directory, counters.generation, &*self.sources)?;
        counters = Counters::new(next, generation);
        book.write(counters)?;
        let now = self.sources.epoch_milliseconds();
        let path = folder.join(format!("{generation}-{now}{LISTING}"));
        let heading = Heading::new(shown, user, &refs, counters);
        let bytes = listing::encode(&heading, dump)?;
        private::replace(&path, &bytes)?;
        forget(&entries, now)?;
        Ok(Listing { generation, refs })
    }

    /// The screens of a phone, oldest first; none where its folder was never made.
    fn kept(&self, phone: Whose<'_>, folder: &Path) -> io::Result<Vec<Entry>> {
        if self.is_there(phone, folder)? {
            entries(folder)
        } else {
            Ok(Vec::new())
        }
    }

    /// Whether the folder of a phone was made, and not for another one at the end of the same way. Whoever may write a
    /// folder decides what is in it, so it must be this user's.
    fn is_there(&self, phone: Whose<'_>, folder: &Path) -> io::Result<bool> {
        for part in [self.directory.as_path(), folder] {
            match private::check_folder(part) {
                Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(false),
                checked => checked?,
            }
        }
        boot::is_of(folder, phone.boot)
    }

    fn look_up(
        &self,
        phone: Whose<'_>,
        folder: &Path,
        number: u64,
        generation: Option<i64>,
    ) -> io::Result<Option<Kept>> {
        for entry in self.kept(phone, folder)?.iter().rev() {
            let is_it = if let Some(generation) = generation {
                entry.generation == generation
            } else {
                let heading = listing::heading(&entry.path)?;
                heading.is_some_and(|heading| heading.has(number))
            };
            if is_it {
                return read(folder, entry);
            }
        }
        Ok(None)
    }
}

impl SnapshotFiles {
    /// Gives the nodes of a screen their refs and keeps it. The dump parses to the tree.
    pub(super) fn keep(
        &self,
        phone: Whose<'_>,
        shown: Shown<'_>,
        user: Option<u32>,
        dump: &[u8],
    ) -> Result<Listing, SnapshotError> {
        let folder = self.of_phone(phone);
        // What is kept outlives the screen it was on.
        let dump = without_passwords(dump);
        self.write(phone, &folder, shown, user, &dump)
            .map_err(|error| failed(&folder, &error))
    }

    /// Takes a generation that no screen gets.
    pub(super) fn skip(&self, phone: Whose<'_>) -> Result<i64, SnapshotError> {
        let folder = self.of_phone(phone);
        let skip = || {
            private::make_folder(&self.directory)?;
            private::make_folder(&folder)?;
            let book = Book::of(&folder);
            let counters = book.read(listed(&entries(&folder)?)?)?;
            forget_other_boots(&folder, phone.boot)?;
            let generation = sequence::next(&self.directory, counters.generation, &*self.sources)?;
            book.write(Counters::new(counters.next, generation))?;
            let now = self.sources.epoch_milliseconds();
            forget_skipped(&folder, now)?;
            private::write_new(&folder.join(format!("{generation}-{now}{SKIPPED}")), &[])?;
            Ok(generation)
        };
        skip().map_err(|error| failed(&folder, &error))
    }

    /// Whether a generation was given for this phone, as far as that is still known: for ten minutes at least.
    pub(super) fn gave(&self, phone: Whose<'_>, generation: u64) -> io::Result<bool> {
        let folder = self.of_phone(phone);
        if !self.is_there(phone, &folder)? {
            return Ok(false);
        }
        let given = [entries(&folder)?, numbered(&folder, SKIPPED)?].concat();
        let is_it = |entry: &Entry| u64::try_from(entry.generation) == Ok(generation);
        Ok(given.iter().any(is_it))
    }

    /// The snapshot of a generation, or the latest with a node of this number.
    pub(super) fn find(
        &self,
        phone: Whose<'_>,
        number: u64,
        generation: Option<i64>,
    ) -> Result<Option<Kept>, SnapshotError> {
        let folder = self.of_phone(phone);
        self.look_up(phone, &folder, number, generation)
            .map_err(|error| failed(&folder, &error))
    }

    /// The screen of a generation.
    pub(super) fn of(
        &self,
        phone: Whose<'_>,
        generation: i64,
    ) -> Result<Option<Kept>, SnapshotError> {
        let folder = self.of_phone(phone);
        let of = || {
            let entries = self.kept(phone, &folder)?;
            let found = entries.iter().find(|entry| entry.generation == generation);
            found.map_or(Ok(None), |entry| read(&folder, entry))
        };
        of().map_err(|error| failed(&folder, &error))
    }

    /// The last screen that was kept of a phone.
    pub(super) fn newest(&self, phone: Whose<'_>) -> Result<Option<Kept>, SnapshotError> {
        let folder = self.of_phone(phone);
        let newest = || match self.kept(phone, &folder)?.last() {
            Some(last) => read(&folder, last),
            None => Ok(None),
        };
        newest().map_err(|error| failed(&folder, &error))
    }

    /// Notes that something is about to be scrolled.
    pub(super) fn scrolled(&self, phone: Whose<'_>) -> Result<(), SnapshotError> {
        let folder = self.of_phone(phone);
        let note = || match self.kept(phone, &folder)?.last() {
            Some(last) => scrolls::note(&folder, last.generation),
            None => Ok(()),
        };
        note().map_err(|error| failed(&folder, &error))
    }
}

/// A screen, and whether something was scrolled since.
fn read(folder: &Path, entry: &Entry) -> io::Result<Option<Kept>> {
    let kept = listing::read(&entry.path)?;
    let last = scrolls::last(folder)?;
    let is_scrolled = last.is_some_and(|last| entry.generation <= last);
    Ok(kept.map(|kept| Kept {
        is_scrolled,
        ..kept
    }))
}

/// The screens that are kept, oldest first.
fn entries(folder: &Path) -> io::Result<Vec<Entry>> {
    numbered(folder, LISTING)
}

/// The files of generations whose names end like this, oldest first.
fn numbered(folder: &Path, ending: &str) -> io::Result<Vec<Entry>> {
    let files = match fs::read_dir(folder) {
        Ok(files) => files,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        Err(error) => return Err(error),
    };
    let mut entries = Vec::new();
    for file in files {
        let path = file?.path();
        let name = path.file_name().and_then(|name| name.to_str());
        let parts = name
            .and_then(|name| name.strip_suffix(ending))
            .and_then(|stem| stem.split_once('-'));
        if let Some((generation, at)) = parts
            && let (Ok(generation), Ok(at)) = (generation.parse(), at.parse())
        {
            entries.push(Entry {
                generation,
                at,
                path,
            });
        }
    }
    entries.sort_unstable_by_key(|entry| entry.generation);
    Ok(entries)
}

/// The counters as the newest screen that can be read has them.
fn listed(entries: &[Entry]) -> io::Result<Option<Counters>> {
    let Some(newest) = entries.last() else {
        return Ok(None);
    };
    for entry in entries.iter().rev() {
        if let Some(heading) = listing::heading(&entry.path)? {
            let next = heading.counters().next;
            return Ok(Some(Counters::new(next, newest.generation)));
        }
    }
    Ok(Some(Counters::new(1, newest.generation)))
}

/// Removes what is of another boot than this, which may be another phone's. Its numbers stay used.
fn forget_other_boots(folder: &Path, boot: Option<&str>) -> io::Result<()> {
    if boot::is_of(folder, boot)? {
        return Ok(());
    }
    for entry in [entries(folder)?, numbered(folder, SKIPPED)?].concat() {
        fs::remove_file(&entry.path)?;
    }
    boot::note(folder, boot)
}

/// Removes generations without a screen that are older than they must be.
fn forget_skipped(folder: &Path, now: u64) -> io::Result<()> {
    for entry in numbered(folder, SKIPPED)? {
        if entry.age(now) > KEPT_FOR {
            fs::remove_file(&entry.path)?;
        }
    }
    Ok(())
}

/// Removes what is older than it must be, and the oldest where it is too much.
fn forget(entries: &[Entry], now: u64) -> io::Result<()> {
    let mut bytes = 0;
    for (younger, entry) in entries.iter().rev().enumerate() {
        bytes += fs::metadata(&entry.path).map_or(0, |file| file.len());
        // The one that was just written is one of those that are always kept.
        let is_old = entry.age(now) > KEPT_FOR && younger + 1 >= KEPT_ALWAYS;
        if is_old || bytes > MOST_BYTES {
            fs::remove_file(&entry.path)?;
        }
    }
    Ok(())
}

fn failed(folder: &Path, error: &io::Error) -> SnapshotError {
    SnapshotError {
        message: format!(
            "the snapshots in `{}` cannot be used: {error}",
            folder.display()
        ),
    }
}
