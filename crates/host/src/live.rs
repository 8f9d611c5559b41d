//! Live pictures of phones, for people who look at them.
//!
//! A picture takes no lock and says nothing about a run. It is taken only when somebody asks, one for everybody who asks
//! at that time, and what it costs this machine stays within a share of one processor: whoever asks for more waits, and
//! so does the next picture of every other phone. Nothing here touches a phone.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use bytes::Bytes;
use clawperator_agent::is_black;
use clawperator_contract::agent::ScreenState;
use clawperator_contract::{ErrorCode, ErrorGroup, Failure, hex};
use clawperator_device::driver::{Condition, Lock, PictureSize, Screenshot, Unavailable};
use clawperator_pictures::{Fit, Limits, Picture};
use clawperator_policy::Profile;
use clawperator_sources::{Moment, Sources};
use sha2::{Digest as _, Sha256};
use tokio::sync::Mutex as Turn;

use crate::blocking::blocking;
use crate::phone::Phone;

/// How long a phone may take.
const PATIENCE: Duration = Duration::from_secs(10);
/// The shortest time between two pictures of a phone.
const PAUSE: Duration = Duration::from_millis(900);
/// The same while something runs on the phone, which needs it more.
const PAUSE_WHILE_BUSY: Duration = Duration::from_secs(3);
/// For how long what the phone says of itself is believed while its picture stays the same.
const CONDITION_LASTS: Duration = Duration::from_secs(10);
/// How long a phone is remembered that nobody looks at.
const FORGOTTEN_AFTER: Duration = Duration::from_mins(2);
/// How long the first picture is taken to need.
const FIRST_GUESS: Duration = Duration::from_millis(100);
/// The longest side of a picture.
const LONGEST_SIDE: u32 = 960;

/// Takes pictures of phones, within a share of one processor.
#[derive(Debug)]
pub struct LivePictures {
    sources: Arc<dyn Sources>,
    /// How long nothing is done after work of one second, in seconds.
    rest: u32,
    phones: Mutex<HashMap<String, Arc<Watched>>>,
    pace: Turn<Pace>,
}

/// How much of the processor was used.
#[derive(Debug)]
struct Pace {
    /// When it may be used again.
    free_at: Moment,
    /// How long the last picture took.
    last: Duration,
}

/// A picture of a phone's screen, scaled down.
#[derive(Debug, Clone)]
pub struct LivePicture {
    /// The picture as PNG.
    pub png: Bytes,
    /// By which it is told from others.
    pub hash: String,
    /// When it was taken, in milliseconds since 1970.
    pub taken_at_ms: u64,
    /// What can be seen, as the phone says.
    pub screen: ScreenState,
    /// The package of the app in front, where the phone says it.
    pub app: Option<String>,
}

/// One phone, and its newest picture.
#[derive(Debug)]
struct Watched {
    seen: Turn<Seen>,
    asked_at: Mutex<Moment>,
}

#[derive(Debug, Default)]
struct Seen {
    newest: Option<Newest>,
}

#[derive(Debug)]
struct Newest {
    at: Moment,
    /// The hash of what the phone sent.
    sent: [u8; 32],
    condition: Option<Condition>,
    condition_at: Moment,
    is_black: bool,
    picture: Arc<LivePicture>,
}

impl LivePictures {
    /// Takes pictures with at most a fourth of one processor.
    #[must_use]
    pub fn new(sources: Arc<dyn Sources>) -> Self {
        Self {
            rest: 3,
            phones: Mutex::default(),
            pace: Turn::new(Pace {
                free_at: sources.now(),
                last: FIRST_GUESS,
            }),
            sources,
        }
    }

    /// The newest picture of a phone: one that was just taken, or that is young enough. `is_busy` where something runs
    /// on the phone. Refused where the profile does not let everything be read: which window a picture shows is not known.
    pub async fn of(
        &self,
        phone: &Phone,
        profile: &Profile,
        is_busy: bool,
    ) -> Result<Arc<LivePicture>, Failure> {
        if !profile.lets_every_screen_be_read() {
            let message = format!(
                "the profile `{}` does not let every screen be read, and a live picture shows whatever is there",
                profile.name
            );
            return Err(Failure::new(ErrorCode::PolicyDenied, message)
                .with_hint("POST /screenshot takes a picture that is judged"));
        }
        let watched = self.watched(phone.serial());
        let mut seen = watched.seen.lock().await;
        let now = self.sources.now();
        let pause = if is_busy { PAUSE_WHILE_BUSY } else { PAUSE };
        if let Some(newest) = &seen.newest
            && now.since(newest.at) < pause
        {
            return Ok(Arc::clone(&newest.picture));
        }
        let newest = self.take(phone, seen.newest.take()).await?;
        let picture = Arc::clone(&newest.picture);
        seen.newest = Some(newest);
        Ok(picture)
    }

    async fn take(&self, phone: &Phone, before: Option<Newest>) -> Result<Newest, Failure> {
        let device = phone.eye().await.map_err(not_asked)?;
        let size = PictureSize::AtMost(LONGEST_SIDE);
        let Screenshot { png, secure } =
            device.screenshot(size, PATIENCE).await.map_err(not_asked)?;
        let at = self.sources.now();
        let taken_at_ms = self.sources.epoch_milliseconds();
        // Nobody else's picture is worked on meanwhile.
        let mut pace = self.pace.lock().await;
        self.sources.sleep_until(pace.free_at).await;
        let began = self.sources.now();
        // Counted also where nobody waits for the end of it.
        pace.free_at = began.plus(pace.last * (1 + self.rest));
        let known = before.as_ref().map(|before| before.sent);
        let worked = blocking(move || scaled(&png, known)).await;
        pace.last = self.sources.now().since(began);
        pace.free_at = began.plus(pace.last * (1 + self.rest));
        drop(pace);
        let worked = worked?;
        let (sent, is_black, png) = match (worked, before.as_ref()) {
            (Worked::Same, Some(before)) => {
                (before.sent, before.is_black, before.picture.png.clone())
            }
            (Worked::Same, None) => return Err(unreadable("it is not there")),
            (
                Worked::New {
                    sent,
                    is_black,
                    png,
                },
                _,
            ) => (sent, is_black, png),
        };
        let is_known = before.as_ref().filter(|before| {
            before.sent == sent && at.since(before.condition_at) < CONDITION_LASTS
        });
        let (condition, condition_at) = match is_known {
            Some(before) => (before.condition.clone(), before.condition_at),
            // A phone that does not say it has a picture all the same.
            None => (device.condition(PATIENCE).await.ok(), self.sources.now()),
        };
        let picture = LivePicture {
            hash: hex(&sent),
            png,
            taken_at_ms,
            screen: screen(condition.as_ref(), is_black, secure),
            app: condition.as_ref().and_then(|now| now.front.package.clone()),
        };
        Ok(Newest {
            at,
            sent,
            condition,
            condition_at,
            is_black,
            picture: Arc::new(picture),
        })
    }

    /// The phone of this serial, and no phone that nobody has looked at for long.
    fn watched(&self, serial: &str) -> Arc<Watched> {
        let now = self.sources.now();
        let mut phones = self.lock();
        phones.retain(|_, watched| now.since(*watched.asked_at()) < FORGOTTEN_AFTER);
        let watched = phones.entry(serial.to_owned()).or_insert_with(|| {
            Arc::new(Watched {
                seen: Turn::default(),
                asked_at: Mutex::new(now),
            })
        });
        *watched.asked_at() = now;
        Arc::clone(watched)
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<String, Arc<Watched>>> {
        self.phones.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Watched {
    fn asked_at(&self) -> MutexGuard<'_, Moment> {
        self.asked_at.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// What came of a picture.
enum Worked {
    /// The phone sent the same as before.
    Same,
    New {
        sent: [u8; 32],
        is_black: bool,
        png: Bytes,
    },
}

fn scaled(png: &[u8], known: Option<[u8; 32]>) -> Result<Worked, Failure> {
    let sent: [u8; 32] = Sha256::digest(png).into();
    if known == Some(sent) {
        return Ok(Worked::Same);
    }
    let whole = Picture::decode_png(png, Limits::default())
        .map_err(|error| unreadable(&error.to_string()))?;
    let small = whole.scale_to_fit(Fit::LongestSide(LONGEST_SIDE)).picture;
    let encoded = small
        .encode_png()
        .map_err(|error| unreadable(&error.to_string()))?;
    Ok(Worked::New {
        sent,
        is_black: is_black(&small),
        png: encoded.into(),
    })
}

/// What the phone says comes first. Where the capture does not say whether something is hidden, a black picture of a screen
/// that is on is of an app that forbids pictures.
fn screen(condition: Option<&Condition>, is_black: bool, secure: Option<bool>) -> ScreenState {
    let is_on = condition.and_then(|now| now.screen_on);
    let is_locked = condition.is_some_and(|now| matches!(now.lock, Lock::Closed { .. }));
    match (is_on, is_locked, is_black) {
        (Some(false), _, _) => ScreenState::Off,
        (_, true, _) => ScreenState::Locked,
        (_, _, _) if secure == Some(true) => ScreenState::Secure,
        (_, _, _) if secure == Some(false) && is_on == Some(true) => ScreenState::On,
        (_, _, false) => ScreenState::On,
        (None, _, true) => ScreenState::Off,
        (Some(true), _, true) => ScreenState::Secure,
    }
}

fn not_asked(error: Unavailable) -> Failure {
    // A step's code says nothing outside of an envelope.
    let code = if error.code.spec().group == ErrorGroup::Step {
        ErrorCode::DeviceShellUnavailable
    } else {
        error.code
    };
    Failure::new(code, error.message)
}

fn unreadable(why: &str) -> Failure {
    let message = format!("the phone's picture cannot be read: {why}");
    Failure::new(ErrorCode::DeviceShellUnavailable, message)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_black_picture_says_why() {
        let condition = |screen_on, lock| {
            Some(Condition {
                screen_on,
                lock,
                ..Condition::default()
            })
        };
        let closed = Lock::Closed { secret: None };
        for (condition, is_black, expected) in [
            (condition(Some(true), Lock::Open), false, ScreenState::On),
            (condition(Some(true), Lock::Open), true, ScreenState::Secure),
            (condition(Some(false), Lock::Open), true, ScreenState::Off),
            (condition(Some(false), closed), true, ScreenState::Off),
            (condition(Some(true), closed), false, ScreenState::Locked),
            (condition(None, Lock::Unknown), true, ScreenState::Off),
            (None, false, ScreenState::On),
            (None, true, ScreenState::Off),
        ] {
            assert_eq!(screen(condition.as_ref(), is_black, None), expected);
        }
        // What the capture itself says is no guess.
        let lit = condition(Some(true), Lock::Open);
        for (is_black, secure, expected) in [
            (false, Some(true), ScreenState::Secure),
            (true, Some(false), ScreenState::On),
        ] {
            assert_eq!(screen(lit.as_ref(), is_black, secure), expected);
        }
    }
}
