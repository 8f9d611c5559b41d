//! From what a run brought back to what an agent is shown.

use std::sync::Arc;
use std::time::Duration;

use clawperator_agent::{Drawn, Element, NoPicture, PointSpace, Shrunk, elements};
use clawperator_contract::agent::{
    ScreenSnapshot, ScreenSnapshotCaptureMetrics, ScreenState, UiElementsSource,
};
use clawperator_contract::wrappers::ExecutionResult;
use clawperator_contract::{DataKey, ErrorCode, Failure};
use clawperator_engine::Kept;
use clawperator_sources::{Sources, UtcTime};

use super::collector::KeptScreen;
use super::known::KnownScreen;
use super::observation::{not_kept, step_data};
use super::observed_files::{NewScreen, ObservedFiles, ObservedScreen};

/// What an agent is shown.
#[derive(Debug)]
pub struct Shown {
    pub snapshot: ScreenSnapshot,
    /// Where the picture with marks was written, if that was asked for.
    pub marked_path: Option<String>,
}

/// How long the phone took, as the step says.
#[derive(Debug, Clone, Copy)]
pub(super) struct Took {
    picture_ms: u64,
    tree_ms: u64,
}

/// The tree that came with a picture.
pub(super) enum TreeTaken {
    Read {
        screen: KeptScreen,
        coherent: bool,
    },
    /// The screen is still the one that is known.
    Unchanged {
        kept: Kept,
        known: KnownScreen,
    },
    /// There is none. Where that is because the screen keeps moving, what was shown before may look like it.
    None {
        kept: Option<(Kept, KnownScreen)>,
        keeps_moving: bool,
    },
}

/// Everything that a snapshot is made of.
pub(super) struct Look {
    pub(super) serial: String,
    pub(super) phone: String,
    /// What was shown of this phone before.
    pub(super) before: Option<ObservedScreen>,
    pub(super) picture: Vec<u8>,
    pub(super) picture_sha256: Option<String>,
    /// Whether the screen is on, as the phone says.
    pub(super) screen: Option<String>,
    /// The app in front, as the phone says.
    pub(super) app: Option<String>,
    pub(super) tree: TreeTaken,
    pub(super) files: ObservedFiles,
    pub(super) sources: Arc<dyn Sources>,
    pub(super) took: Took,
    pub(super) captured_at_ms: u64,
}

/// The elements of a snapshot, and how much they can be believed.
struct Listed {
    elements: Vec<Element>,
    source: UiElementsSource,
    generation: Option<i64>,
    coherent: Option<bool>,
    /// When they were read, and whether the picture is the one that they were read with.
    seen_ms: Option<u64>,
    is_of_picture: bool,
}

impl Took {
    pub(super) fn of(result: &ExecutionResult) -> Self {
        let number = |key| {
            let said = step_data(result, key).and_then(|said| said.parse().ok());
            said.unwrap_or(0)
        };
        Self {
            picture_ms: number(DataKey::PictureMs),
            tree_ms: number(DataKey::TreeMs),
        }
    }
}

impl Look {
    /// The snapshot, and its picture with marks.
    pub(super) fn show(self) -> Result<(Shown, Vec<u8>), Failure> {
        let began = self.sources.now();
        let shrunk = Shrunk::of(&self.picture).map_err(|error| no_picture(&error))?;
        let scaled_at = self.sources.now();
        let mut listed = self.listed(shrunk.hash().bits());
        let drawn = shrunk
            .draw(&mut listed.elements)
            .map_err(|error| no_picture(&error))?;
        let drawn_at = self.sources.now();
        let remembered = self.remember(&drawn, &listed)?;
        let before = self.before.as_ref();
        let metrics = ScreenSnapshotCaptureMetrics {
            total_ms: 0,
            ensure_ready_ms: 0,
            screencap_ms: self.took.picture_ms,
            // The picture says how large the screen is, and the tree which app is in front.
            screen_size_ms: 0,
            current_app_ms: 0,
            scale_ms: millis(scaled_at.since(began)),
            ui_dump_ms: self.took.tree_ms,
            overlay_ms: millis(drawn_at.since(scaled_at)),
            ui_elements_source: listed.source,
            ui_elements_count: listed.elements.len() as u64,
            visual_hash: drawn.hash.to_string(),
            visual_hash_hamming_distance: before
                .map(|before| (before.hash ^ drawn.hash.bits()).count_ones()),
            ui_dump_timed_out: matches!(
                self.tree,
                TreeTaken::None {
                    keeps_moving: true,
                    ..
                }
            ),
        };
        let snapshot = ScreenSnapshot {
            screen_state: Some(self.state(&drawn, &listed.elements)),
            device_id: self.serial,
            // A screen without a window of an app has none in front.
            current_app: self.app.unwrap_or_default(),
            width: drawn.width,
            height: drawn.height,
            screenshot_base64: drawn.plain_base64(),
            som_screenshot_base64: Some(drawn.marked_base64()),
            captured_at: utc(self.captured_at_ms),
            scale_x: drawn.scale_x,
            scale_y: drawn.scale_y,
            scaled_width: drawn.scaled_width,
            scaled_height: drawn.scaled_height,
            installed_packages: None,
            ui_elements: listed
                .elements
                .into_iter()
                .map(|element| element.snapshot)
                .collect(),
            capture_metrics: Some(metrics),
            id: Some(remembered.id),
            generation: listed
                .generation
                .and_then(|generation| u64::try_from(generation).ok()),
            // Two black pictures are the same whatever is behind them.
            coherent: listed
                .coherent
                .filter(|coherent| !(*coherent && drawn.is_black)),
        };
        let shown = Shown {
            snapshot,
            marked_path: None,
        };
        Ok((shown, drawn.marked))
    }

    /// The elements that go with a picture of this hash.
    fn listed(&self, hash: u64) -> Listed {
        match &self.tree {
            TreeTaken::Read { screen, coherent } => {
                let listing = &screen.listing;
                let elements = elements(&screen.screen.tree, &listing.refs);
                Listed {
                    source: if elements.is_empty() {
                        UiElementsSource::FreshEmpty
                    } else {
                        UiElementsSource::Fresh
                    },
                    elements,
                    generation: Some(listing.generation),
                    coherent: Some(*coherent),
                    seen_ms: Some(self.captured_at_ms),
                    is_of_picture: *coherent,
                }
            }
            TreeTaken::Unchanged { kept, known } => Listed {
                elements: elements(&kept.tree, &kept.refs),
                source: UiElementsSource::Cache,
                generation: Some(kept.generation),
                // They are of an earlier moment, and a picture does not show everything.
                coherent: None,
                seen_ms: Some(known.elements_seen_ms),
                is_of_picture: true,
            },
            TreeTaken::None { kept, .. } => {
                let now = self.captured_at_ms;
                let kept = kept.as_ref().filter(|(kept, known)| {
                    let front = kept.tree.window_in_front().map(|(_, front)| &front.package);
                    front == self.app.as_ref() && known.helps_with(hash, now)
                });
                kept.map_or_else(Listed::nothing, |(kept, known)| Listed {
                    elements: elements(&kept.tree, &kept.refs),
                    source: UiElementsSource::CacheFallback,
                    generation: Some(kept.generation),
                    coherent: Some(false),
                    seen_ms: Some(known.elements_seen_ms),
                    is_of_picture: false,
                })
            }
        }
    }

    /// Gives the screen an id, by which points on it are understood.
    fn remember(&self, drawn: &Drawn, listed: &Listed) -> Result<ObservedScreen, Failure> {
        let hash = self.picture_sha256.clone();
        let new = NewScreen {
            serial: self.serial.clone(),
            phone: self.phone.clone(),
            space: PointSpace {
                generation: listed.generation,
                app: None,
                width: drawn.width,
                height: drawn.height,
                scale_x: drawn.scale_x,
                scale_y: drawn.scale_y,
            },
            hash: drawn.hash.bits(),
            app: self.app.clone(),
            picture_sha256: hash.filter(|_| listed.is_of_picture),
            elements_seen_ms: listed.seen_ms,
        };
        self.files.remember(new).map_err(|error| not_kept(&error))
    }

    /// Whether there is anything to see. What the phone says comes first; a black picture of a screen that is on, or that
    /// has elements, is of an app that forbids pictures.
    fn state(&self, drawn: &Drawn, elements: &[Element]) -> ScreenState {
        match (self.screen.as_deref(), drawn.is_black) {
            (Some("off"), _) => ScreenState::Off,
            (Some("locked"), _) => ScreenState::Locked,
            (_, false) => ScreenState::On,
            (None, true) if elements.is_empty() => ScreenState::Off,
            (_, true) => ScreenState::Secure,
        }
    }
}

impl Listed {
    const fn nothing() -> Self {
        Self {
            elements: Vec::new(),
            source: UiElementsSource::FreshEmpty,
            generation: None,
            coherent: None,
            seen_ms: None,
            is_of_picture: false,
        }
    }
}

fn no_picture(error: &NoPicture) -> Failure {
    Failure::new(ErrorCode::ScreenshotFailed, error.to_string())
}

pub(super) fn millis(duration: Duration) -> u64 {
    u64::try_from(duration.as_millis()).unwrap_or(u64::MAX)
}

/// A time of day as agents write it: `2026-01-31T12:00:00.000Z`.
fn utc(epoch_ms: u64) -> String {
    UtcTime::at(epoch_ms).map_or_else(String::new, |at| {
        format!("{}T{}.{:03}Z", at.date(), at.clock(), at.millisecond())
    })
}
