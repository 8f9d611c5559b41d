//! The screens that agents were shown, by their ids: how large they were, and which tree belongs to them.
//!
//! Nothing that a screen shows is in these files. The tree is kept with the snapshots, for as long.

use std::fs;
use std::io;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use clawperator_agent::PointSpace;
use clawperator_contract::hex;
use clawperator_private_files::{self as private, Readable};
use clawperator_sources::Sources;
use serde::{Deserialize, Serialize};

/// How long an id means something; trees are kept as long at least.
const KEPT_FOR: Duration = Duration::from_mins(10);
/// How long a picture without a tree means something: there is nothing else to know the screen by.
const PICTURE_KEPT_FOR: Duration = Duration::from_secs(30);
/// The most files that are kept however young they are.
const MOST_FILES: usize = 2_000;
/// The most of a file that is read.
const FILE_LIMIT: u64 = 4_096;
/// The form of a file.
const VERSION: u32 = 3;
/// The random part of an id, in bytes.
const ID_BYTES: usize = 4;

/// What is remembered of a screen that an agent was shown.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ObservedScreen {
    version: u32,
    pub(crate) id: String,
    /// What adb called the phone.
    pub(crate) serial: String,
    /// What the phone is known by.
    pub(crate) phone: String,
    /// The tree that was shown; nothing where there was none.
    pub(crate) generation: Option<i64>,
    pub(crate) width: u32,
    pub(crate) height: u32,
    pub(crate) scale_x: f64,
    pub(crate) scale_y: f64,
    /// What the picture looked like.
    pub(crate) hash: u64,
    /// The app in front.
    pub(crate) app: Option<String>,
    /// What the picture was, where the tree was read with it.
    pub(crate) picture_sha256: Option<String>,
    /// When the tree was read.
    pub(crate) elements_seen_ms: Option<u64>,
    pub(crate) at_ms: u64,
}

impl ObservedScreen {
    /// Where points of it are.
    pub(crate) fn space(&self) -> PointSpace {
        PointSpace {
            generation: self.generation,
            app: self.app.clone(),
            width: self.width,
            height: self.height,
            scale_x: self.scale_x,
            scale_y: self.scale_y,
        }
    }
}

/// A screen that is to be remembered.
#[derive(Debug, Clone)]
pub(crate) struct NewScreen {
    pub(crate) serial: String,
    pub(crate) phone: String,
    pub(crate) space: PointSpace,
    pub(crate) hash: u64,
    pub(crate) app: Option<String>,
    pub(crate) picture_sha256: Option<String>,
    pub(crate) elements_seen_ms: Option<u64>,
}

/// The files, below one folder.
#[derive(Debug, Clone)]
pub(crate) struct ObservedFiles {
    folder: PathBuf,
    sources: Arc<dyn Sources>,
}

impl ObservedFiles {
    pub(crate) const fn new(folder: PathBuf, sources: Arc<dyn Sources>) -> Self {
        Self { folder, sources }
    }

    /// Remembers a screen under a new id.
    pub(crate) fn remember(&self, new: NewScreen) -> io::Result<ObservedScreen> {
        private::make_folder(&self.folder)?;
        let now = self.sources.epoch_milliseconds();
        self.forget(now)?;
        let mut random = [0; ID_BYTES];
        self.sources.fill(&mut random)?;
        let screen = ObservedScreen {
            version: VERSION,
            id: match new.space.generation {
                Some(generation) => format!("s{generation}-{}", hex(&random)),
                None => format!("p-{}", hex(&random)),
            },
            serial: new.serial,
            phone: new.phone,
            generation: new.space.generation,
            width: new.space.width,
            height: new.space.height,
            scale_x: new.space.scale_x,
            scale_y: new.space.scale_y,
            hash: new.hash,
            app: new.app,
            picture_sha256: new.picture_sha256,
            elements_seen_ms: new.elements_seen_ms,
            at_ms: now,
        };
        let path = self.folder.join(format!("{now}-{}.json", screen.id));
        private::replace(&path, &serde_json::to_vec(&screen)?)?;
        Ok(screen)
    }

    /// The screen of an id, if it is still remembered.
    pub(crate) fn find(&self, id: &str) -> io::Result<Option<ObservedScreen>> {
        let now = self.sources.epoch_milliseconds();
        for (at, path) in self.files()?.into_iter().rev() {
            let is_it = path
                .file_stem()
                .and_then(|stem| stem.to_str())
                .and_then(|stem| stem.split_once('-'))
                .is_some_and(|(_, named)| named == id);
            if is_it && !is_old(at, now, KEPT_FOR) {
                let screen = read(&path)?;
                return Ok(screen.filter(|screen| {
                    screen.generation.is_some() || !is_old(at, now, PICTURE_KEPT_FOR)
                }));
            }
        }
        Ok(None)
    }

    /// The last screen that was shown of a phone, by what adb calls it.
    pub(crate) fn last_of(&self, serial: &str) -> io::Result<Option<ObservedScreen>> {
        for (_, path) in self.files()?.into_iter().rev() {
            // What somebody else put there is nobody's last look.
            if let Ok(Some(screen)) = read(&path)
                && screen.serial == serial
            {
                return Ok(Some(screen));
            }
        }
        Ok(None)
    }

    /// When each was written, oldest first.
    fn files(&self) -> io::Result<Vec<(u64, PathBuf)>> {
        match private::check_folder(&self.folder) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
            checked => checked?,
        }
        let mut files = Vec::new();
        for file in fs::read_dir(&self.folder)? {
            let path = file?.path();
            let name = path.file_name().and_then(|name| name.to_str());
            let at = name.and_then(|name| name.split_once('-')?.0.parse().ok());
            if let Some(at) = at {
                files.push((at, path));
            }
        }
        files.sort_unstable();
        Ok(files)
    }

    fn forget(&self, now: u64) -> io::Result<()> {
        let files = self.files()?;
        let too_many = files.len().saturating_sub(MOST_FILES);
        for (index, (at, path)) in files.iter().enumerate() {
            if index < too_many || is_old(*at, now, KEPT_FOR) {
                match fs::remove_file(path) {
                    // Somebody else was faster.
                    Err(error) if error.kind() == io::ErrorKind::NotFound => {}
                    removed => removed?,
                }
            }
        }
        Ok(())
    }
}

fn is_old(at: u64, now: u64, limit: Duration) -> bool {
    u128::from(now.saturating_sub(at)) > limit.as_millis()
}

/// A file that is damaged, or of another form, is of no use to anybody.
fn read(path: &std::path::Path) -> io::Result<Option<ObservedScreen>> {
    let bytes = private::read(path, FILE_LIMIT, Readable::Corrected)?;
    let screen = bytes.and_then(|bytes| serde_json::from_slice::<ObservedScreen>(&bytes).ok());
    Ok(screen.filter(|screen| screen.version == VERSION))
}
