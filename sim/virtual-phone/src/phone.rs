//! A whole phone.

use std::io;
use std::sync::{Arc, PoisonError, RwLock};
use std::time::Duration;

use clawperator_adbd::{Options, ReverseTable, Witness};
use clawperator_phone_screen::scene::SceneError;
use clawperator_phone_screen::{Image, InjectRefused, InputGesture, Scenes, Screen, TouchPoint};
use clawperator_phone_shell::FileSystem;
use tokio::net::ToSocketAddrs;

use crate::body::Body;
use crate::builder::PhoneBuilder;
use crate::clock::PhoneClock;
use crate::counters::Traffic;
use crate::fault::Faults;
use crate::identity::PhoneIdentity;
use crate::journal::Journal;
use crate::listening::Listening;
use crate::requests::{RequestLog, Requests};
use crate::sockets::Sockets;
use crate::state::PhoneStatus;
use clawperator_phone_programs::Release;

/// A phone. Clones are the same phone.
///
/// It has no task of its own while nobody is connected, and does nothing but what it is asked to.
#[derive(Debug, Clone)]
pub struct VirtualPhone(pub(crate) Arc<Inner>);

#[derive(Debug)]
pub(crate) struct Inner {
    pub(crate) builder: PhoneBuilder,
    itself: PhoneIdentity,
    scenes: Arc<Scenes>,
    clock: Arc<PhoneClock>,
    body: RwLock<Arc<Body>>,
    pub(crate) adb: Options,
    pub(crate) faults: Faults,
    requests: Arc<RequestLog>,
    pub(crate) sockets: Sockets,
}

/// Why there is no phone.
#[derive(Debug, thiserror::Error)]
pub enum PhoneError {
    /// A scene cannot be used.
    #[error(transparent)]
    Scene(#[from] SceneError),
    /// The storage is too small for the phone's own files.
    #[error("the phone's own files do not fit into its storage of {storage} bytes")]
    StorageTooSmall {
        /// How much there was to be.
        storage: u64,
        /// What did not work.
        #[source]
        source: io::Error,
    },
}

impl VirtualPhone {
    /// Begins to describe a phone with a release of Android.
    #[must_use]
    pub fn builder(release: Release) -> PhoneBuilder {
        PhoneBuilder::new(release)
    }

    pub(crate) fn new(mut builder: PhoneBuilder) -> Result<Self, PhoneError> {
        let scenes = match builder.scenes.take() {
            Some(scenes) => scenes,
            None => Scenes::shipped()?,
        };
        let clock = Arc::new(PhoneClock::new(builder.clock.start(), builder.wall_clock));
        let mut adb = Options::for_release(adb_release(builder.release));
        adb.auth = builder.auth.clone();
        let requests = Arc::new(RequestLog::new(Arc::clone(&clock)));
        adb.witness = Arc::clone(&requests) as Arc<dyn Witness>;
        let itself = PhoneIdentity::of(&builder);
        let sockets = Sockets::default();
        let body = Body::new(&builder, &itself, &scenes, &clock, &adb.faults, &sockets)
            .map_err(|source| too_small(&builder, source))?;
        let faults = Faults::new(
            body.hooks.clone(),
            Arc::clone(&adb.faults),
            builder.latency,
            Arc::clone(&clock),
        );
        Ok(Self(Arc::new(Inner {
            builder,
            itself,
            scenes,
            clock,
            body: RwLock::new(Arc::new(body)),
            adb,
            faults,
            requests,
            sockets,
        })))
    }

    /// Serves the phone on a TCP address; port 0 lets the system choose one.
    pub async fn listen(&self, address: impl ToSocketAddrs) -> io::Result<Listening> {
        Listening::start(self.clone(), address).await
    }

    /// The release of Android.
    #[must_use]
    pub fn release(&self) -> Release {
        self.0.builder.release
    }

    /// What the phone says its model is.
    #[must_use]
    pub fn model(&self) -> &str {
        &self.0.builder.model
    }

    /// The switches for what goes wrong.
    #[must_use]
    pub fn faults(&self) -> &Faults {
        &self.0.faults
    }

    /// What truly happened, oldest first: every injected input with the view it found, what it led to, and apps that
    /// came and went. The latest thousand entries are kept.
    #[must_use]
    pub fn journal(&self) -> Journal {
        self.journal_after(0)
    }

    /// What truly happened after the entry with this number.
    #[must_use]
    pub fn journal_after(&self, number: u64) -> Journal {
        let body = self.0.body();
        let kept = body.stage.scripted().map(|screen| screen.history());
        // Only a scripted screen keeps a history.
        Journal::after(number, kept.unwrap_or_default())
    }

    /// The requests that reached the phone over adb, oldest first; the latest thousand are kept.
    #[must_use]
    pub fn requests(&self) -> Requests {
        self.requests_after(0)
    }

    /// The requests that reached the phone after the one with this number.
    #[must_use]
    pub fn requests_after(&self, number: u64) -> Requests {
        self.0.requests.after(number)
    }

    /// What passed over the phone's connections so far.
    #[must_use]
    pub fn traffic(&self) -> Traffic {
        Traffic::of(&self.0.adb.counters)
    }

    /// Waits until the traffic is as wanted.
    pub async fn until_traffic(&self, wanted: impl Fn(&Traffic) -> bool + Send + Sync) {
        let counters = &self.0.adb.counters;
        counters
            .until(|counters| wanted(&Traffic::of(counters)))
            .await;
    }

    /// The sockets that something on the phone listens on; tests may.
    #[must_use]
    pub fn sockets(&self) -> &Sockets {
        &self.0.sockets
    }

    /// The sockets of the phone that lead back to a host, as `adb reverse` makes them.
    #[must_use]
    pub fn reverse(&self) -> &ReverseTable {
        &self.0.adb.reverse
    }

    /// The screen, until the phone is reset.
    #[must_use]
    pub fn screen(&self) -> Arc<dyn Screen> {
        self.0.body().stage.screen()
    }

    /// The files as the shell's user sees them, until the phone is reset.
    #[must_use]
    pub fn files(&self) -> FileSystem {
        self.0.body().files.0.clone()
    }

    /// Windows, tasks, display and power as they are now.
    pub async fn status(&self) -> PhoneStatus {
        PhoneStatus::of(&self.screen().state().await, self.0.clock.wall())
    }

    /// What is in the frame buffer.
    pub async fn screenshot(&self) -> Image {
        self.screen().screenshot().await
    }

    /// Taps, as a finger does.
    pub async fn tap(&self, x: f32, y: f32) -> Result<(), InjectRefused> {
        let gesture = InputGesture::Tap(TouchPoint { x, y });
        self.screen().gesture(gesture).await
    }

    /// Moves the phone's clock forward, at most by a year. One that runs goes on from there. Whoever waits on the phone
    /// waits so much less, and what was due meanwhile has happened when the phone is asked next.
    pub fn advance(&self, by: Duration) {
        self.0.clock.since_boot().advance(by);
    }

    /// Time since boot on the phone's clock.
    #[must_use]
    pub fn since_boot(&self) -> Duration {
        self.0.clock.since_boot().now()
    }

    /// Makes the phone as it was at first: apps, files, journal and requests begin anew, no fault is set. Connections stay, the
    /// clock goes on, and commands that were started from a shell end.
    pub async fn reset(&self) -> Result<(), PhoneError> {
        let inner = &self.0;
        inner.faults.clear_all().await;
        let body = Body::new(
            &inner.builder,
            &inner.itself,
            &inner.scenes,
            &inner.clock,
            &inner.adb.faults,
            &inner.sockets,
        )
        .map_err(|source| too_small(&inner.builder, source))?;
        let before = inner.body();
        before.shell.end_all().await;
        // From here on nothing waits: nobody sees the hooks of one body and the screen of the other.
        inner.faults.rewire(body.hooks.clone());
        *inner.body.write().unwrap_or_else(PoisonError::into_inner) = Arc::new(body);
        inner.requests.clear();
        Ok(())
    }
}

impl Inner {
    pub(crate) fn body(&self) -> Arc<Body> {
        Arc::clone(&self.body.read().unwrap_or_else(PoisonError::into_inner))
    }
}

#[expect(
    clippy::expect_used,
    reason = "releases are known ones, and a wrong number would choose wrong services"
)]
pub(crate) fn adb_release(release: Release) -> u8 {
    u8::try_from(release.major()).expect("a release of two digits")
}

fn too_small(builder: &PhoneBuilder, source: io::Error) -> PhoneError {
    PhoneError::StorageTooSmall {
        storage: builder.storage,
        source,
    }
}
