//! Carries out an execution on one phone and answers for every step.
//!
//! [`Executor`] is the one way in: an execution goes in, events come out on the way, and at the end an envelope or a
//! failure. [`Engine`] is the executor for a phone that this process reaches through a
//! [`Device`](clawperator_device::Device).
//!
//! The engine holds no clock and no state of its own: [`Sources`](clawperator_sources::Sources), [`Guard`], [`Events`],
//! [`Artifacts`] and [`Snapshots`] are handed in, and two phones share nothing. It never sends a touch, a key or a text again unless the
//! phone's own answer proves that the first was not injected.

mod abilities;
mod answer;
mod artifacts;
mod attempts;
mod blind;
mod doctor_act;
mod engine;
mod events;
mod evidence;
mod executor;
mod failures;
mod find;
mod guard;
mod guarded_device;
mod intent;
mod locks;
mod log;
mod millis;
mod miss;
mod parking;
mod parts;
mod perform;
mod phone;
mod picture_change;
mod picture_shape;
mod picture_shows;
mod preconditions;
mod press;
mod progress;
mod reading;
mod recordings;
mod run;
mod run_clock;
mod saved_dump;
mod shown;
mod snapshots;
mod step;
mod steps;
mod taking;
mod texts;
mod verify;
mod withheld;

pub use crate::abilities::abilities;
pub use crate::artifacts::{ArtifactError, Artifacts, Way};
pub use crate::engine::Engine;
pub use crate::events::{Events, NotWritten, Unheard};
pub use crate::executor::{Cancel, Executor, never};
pub use crate::guard::{
    ActQuestion, AllowAll, Decision, Escort, Front, Guard, PointJudgement, Refusal, Ticket, Verdict,
};
pub use crate::guarded_device::{GuardedDevice, NotPermitted, Permit, ReadOnlyDevice};
pub use crate::intent::{
    AppChange, Finger, Intent, KeyPress, Met, Named, NewClip, NewFile, NewRecording, Opens, Path,
    PathPoint, Present, ProgramRun, Stroke, TextEntry, Touch,
};
pub use crate::locks::{LockError, NoLocks, PhoneHold, PhoneLocks, Untouched};
pub use crate::parts::Parts;
pub use crate::phone::{Phone, PhoneKey};
pub use crate::picture_change::PictureChange;
pub use crate::picture_shape::{PictureShape, Shaped};
pub use crate::picture_shows::shows_each;
pub use crate::reading::Reading;
pub use crate::saved_dump::SavedDump;
pub use crate::snapshots::{Kept, Listing, NoSnapshots, Screen, SnapshotError, Snapshots};
