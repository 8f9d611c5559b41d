//! The counters of a phone, in two copies.
//!
//! A number that was printed must never be printed for another node, so what is not sure is counted as printed. Each
//! keeping of a screen writes the first copy, then the second, then the screen with the counters in it. So the copies
//! are never further apart than the numbers of one screen, and one that is lost or damaged can be made good by going
//! that far ahead. When both are gone, only the screens are left, and the counters go much further ahead.

use std::io;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use clawperator_private_files::{self as private, Readable};

/// The form of the file.
const VERSION: u32 = 1;
/// The most numbers that one screen takes.
const OF_ONE_SCREEN: u64 = 2_000;
/// The most of a copy that is read.
const MOST_BYTES: u64 = 4_096;
/// How far ahead to go when nobody knows how many screens there were.
const FAR_AHEAD: u64 = 50_000;

/// What is given next.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Counters {
    version: u32,
    /// The number of the next new node.
    pub(super) next: u64,
    /// The generation of the latest screen.
    pub(super) generation: i64,
}

impl Counters {
    pub(super) const fn new(next: u64, generation: i64) -> Self {
        Self {
            version: VERSION,
            next,
            generation,
        }
    }

    const FIRST: Self = Self::new(1, 0);

    fn latest(self, other: Self) -> Self {
        Self::new(
            self.next.max(other.next),
            self.generation.max(other.generation),
        )
    }

    fn ahead_by(self, numbers: u64) -> Self {
        Self::new(self.next.saturating_add(numbers), self.generation)
    }
}

/// Where the two copies are.
#[derive(Debug)]
pub(super) struct Book {
    copies: [PathBuf; 2],
}

enum Copy {
    Missing,
    Damaged,
    Whole(Counters),
}

impl Book {
    /// One copy is beside the phone's folder, so that it stays when the folder is removed.
    pub(super) fn of(folder: &Path) -> Self {
        Self {
            copies: [folder.with_extension("book"), folder.join("book")],
        }
    }

    /// The counters; `listed` are those of the screens that are kept, `None` where there are none.
    pub(super) fn read(&self, listed: Option<Counters>) -> io::Result<Counters> {
        let [first, second] = &self.copies;
        let known = match (read(first)?, read(second)?) {
            (Copy::Whole(one), Copy::Whole(two)) => one.latest(two),
            (Copy::Whole(one), Copy::Missing | Copy::Damaged)
            | (Copy::Missing | Copy::Damaged, Copy::Whole(one)) => one.ahead_by(OF_ONE_SCREEN),
            (Copy::Missing, Copy::Missing) if listed.is_none() => return Ok(Counters::FIRST),
            (Copy::Missing | Copy::Damaged, Copy::Missing | Copy::Damaged) => {
                let listed = listed.unwrap_or(Counters::FIRST);
                return Ok(listed.ahead_by(FAR_AHEAD));
            }
        };
        Ok(listed.map_or(known, |listed| known.latest(listed)))
    }

    /// Writes both copies.
    pub(super) fn write(&self, counters: Counters) -> io::Result<()> {
        let bytes = serde_json::to_vec(&counters)?;
        self.copies
            .iter()
            .try_for_each(|copy| private::replace(copy, &bytes))
    }
}

/// The generation that a copy has; none where it is damaged.
pub(super) fn generation(copy: &Path) -> io::Result<i64> {
    Ok(match read(copy)? {
        Copy::Whole(counters) => counters.generation,
        Copy::Missing | Copy::Damaged => 0,
    })
}

fn read(copy: &Path) -> io::Result<Copy> {
    let Some(bytes) = private::read(copy, MOST_BYTES, Readable::Corrected)? else {
        return Ok(Copy::Missing);
    };
    let counters = serde_json::from_slice::<Counters>(&bytes).ok();
    let is_good = |counters: &Counters| {
        counters.version == VERSION && counters.next > 0 && counters.generation >= 0
    };
    Ok(counters.filter(is_good).map_or(Copy::Damaged, Copy::Whole))
}
