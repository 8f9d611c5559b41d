//! The toolkit in the JVM as a screen.

use std::io;
use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use clawperator_operator_protocol::Build;
use clawperator_phone_screen::{
    DumpRefused, DumpRequest, Image, InjectRefused, InputGesture, Intent, KeyPress, LaunchOutcome,
    MotionAction, Package, ProviderRow, Screen, ScreenState, TouchPoint, Wakefulness,
};
use clawperator_virtual_phone::{Launched, PhoneScreen, Runtime};
use serde::de::DeserializeOwned;

use crate::host::{Host, HostError};
use crate::operator::JavaOperator;
use crate::options::HostOptions;
use crate::reading::{
    BroadcastReply, IdleReply, ImageReply, PackagesReply, QueryReply, StartReply, StateReply,
};
use crate::record::{RecordClient, RecordError};
use crate::wire::{Request, Stroke};

/// How much slower than asked for a phone may run on a busy machine.
const SLOWNESS: u32 = 8;
/// How often something that changes nothing is asked for when the JVM is lost over it.
const TRIES: usize = 2;
const HOME: u32 = 3;
const ALREADY_REGISTERED: &str = "already_registered";

/// The toolkit's screen. It is the phone's screen for as long as the phone lives, whichever JVM runs behind it.
#[derive(Debug)]
pub struct JvmScreen {
    host: Arc<Host>,
}

impl JvmScreen {
    /// Starts the JVM and waits until its launcher is in front.
    pub async fn start(options: HostOptions) -> Result<Self, HostError> {
        let host = Host::new(options).map_err(HostError::NotStarted)?;
        host.start().await?;
        Ok(Self {
            host: Arc::new(host),
        })
    }

    /// How often a JVM was started anew because the one before was lost.
    #[must_use]
    pub fn restarts(&self) -> u64 {
        self.host.starts().saturating_sub(1)
    }

    /// Connects to the record of the app in the JVM that runs now.
    pub async fn record(&self) -> Result<RecordClient, RecordError> {
        let started = self.host.start().await;
        started.map_err(|error| RecordError::Connect(io::Error::other(error)))?;
        RecordClient::connect(self.host.record_port(), self.host.token()).await
    }

    /// Asks for something that takes so much of the phone's time.
    async fn ask(
        &self,
        request: &Request<'_>,
        takes: Duration,
    ) -> Result<(String, Vec<u8>), HostError> {
        let options = self.host.options();
        let real = takes.div_f64(options.speed.clamp(0.01, 1_000.0));
        let within = options
            .patience
            .saturating_add(real.saturating_mul(SLOWNESS));
        self.host.ask(request, within).await
    }

    /// Asks for what can be asked for again, since it changes nothing.
    async fn look(&self, request: &Request<'_>) -> Result<(String, Vec<u8>), HostError> {
        let mut outcome = self.ask(request, Duration::ZERO).await;
        for _ in 1..TRIES {
            if !matches!(outcome, Err(HostError::Lost(_))) {
                break;
            }
            outcome = self.ask(request, Duration::ZERO).await;
        }
        outcome
    }

    /// Input that the JVM did not answer may have been heard by an app that is gone with it.
    async fn inject(&self, request: &Request<'_>, takes: Duration) -> Result<(), InjectRefused> {
        match self.ask(request, takes).await {
            Ok(_) => Ok(()),
            Err(_) => Err(InjectRefused::FrameworkDied),
        }
    }

    /// Does something to the phone that has no answer. The JVM is told of as lost when it is.
    async fn tell(&self, request: &Request<'_>) {
        let _ = self.ask(request, Duration::ZERO).await;
    }

    /// Ends the app. One that holds the main thread can be ended only with the JVM, and that is as thorough.
    async fn end_app(&self, request: &Request<'_>) {
        if let Err(HostError::Refused(why)) = self.ask(request, Duration::ZERO).await {
            self.host.give_up(request.name(), &why).await;
            // Whoever asks next finds the launcher, and need not wait for it.
            let _ = self.host.start().await;
        }
    }
}

#[async_trait]
impl Screen for JvmScreen {
    async fn wait_for_idle(&self, quiet: Duration, within: Duration) -> bool {
        let request = Request::WaitIdle {
            quiet_ms: milliseconds(quiet),
            within_ms: milliseconds(within),
        };
        let reply: Result<IdleReply, _> = read(self.ask(&request, within).await);
        reply.is_ok_and(|reply| reply.idle)
    }

    async fn dump(&self, request: DumpRequest) -> Result<String, DumpRefused> {
        let request = Request::Dump {
            windows: request.windows,
            compressed: request.compressed,
        };
        match self.ask(&request, Duration::ZERO).await {
            Ok((_, bytes)) => String::from_utf8(bytes).map_err(|_| DumpRefused::Killed),
            // There is a UiAutomation already.
            Err(HostError::Refused(why)) if why == ALREADY_REGISTERED => Err(DumpRefused::Killed),
            Err(HostError::Refused(_)) => Err(DumpRefused::NoRoot),
            Err(_) => Err(DumpRefused::Killed),
        }
    }

    async fn gesture(&self, gesture: InputGesture) -> Result<(), InjectRefused> {
        let stroke = |from: TouchPoint, to: TouchPoint, duration| Stroke {
            from_x: from.x,
            from_y: from.y,
            to_x: to.x,
            to_y: to.y,
            duration_ms: milliseconds(duration),
        };
        let (request, takes) = match gesture {
            InputGesture::Tap(TouchPoint { x, y }) => (Request::Tap { x, y }, Duration::ZERO),
            InputGesture::Swipe { from, to, duration } => {
                (Request::Swipe(stroke(from, to, duration)), duration)
            }
            InputGesture::DragAndDrop { from, to, duration } => {
                (Request::Drag(stroke(from, to, duration)), duration)
            }
        };
        self.inject(&request, takes).await
    }

    async fn motion(&self, action: MotionAction, at: TouchPoint) -> Result<(), InjectRefused> {
        let action = match action {
            MotionAction::Down => "down",
            MotionAction::Move => "move",
            MotionAction::Up => "up",
            MotionAction::Cancel => "cancel",
        };
        let TouchPoint { x, y } = at;
        self.inject(&Request::Motion { action, x, y }, Duration::ZERO)
            .await
    }

    async fn key(&self, key: KeyPress) -> Result<(), InjectRefused> {
        let KeyPress { code, long } = key;
        self.inject(&Request::Key { code, long }, Duration::ZERO)
            .await
    }

    async fn text(&self, text: &str) -> Result<(), InjectRefused> {
        self.inject(&Request::Text { text }, Duration::ZERO).await
    }

    async fn start(&self, intent: &Intent) -> LaunchOutcome {
        let request = Request::Start {
            intent: intent.into(),
        };
        let reply: Result<StartReply, _> = read(self.ask(&request, Duration::ZERO).await);
        // Nothing was started on a phone that is gone.
        reply.map_or(LaunchOutcome::Unresolved, Into::into)
    }

    async fn force_stop(&self, package: &str) {
        self.end_app(&Request::ForceStop { package }).await;
    }

    async fn broadcast(&self, intent: &Intent) -> (i32, Option<String>) {
        let request = Request::Broadcast {
            intent: intent.into(),
        };
        let reply: Result<BroadcastReply, _> = read(self.ask(&request, Duration::ZERO).await);
        reply.map_or((0, None), |reply| (reply.code, reply.data))
    }

    async fn screenshot(&self) -> Image {
        let Ok((body, pixels)) = self.look(&Request::Screenshot).await else {
            return empty_image();
        };
        let Ok(ImageReply { width, height }) = serde_json::from_str(&body) else {
            return empty_image();
        };
        let expected = u64::from(width) * u64::from(height) * 4;
        if u64::try_from(pixels.len()).ok() != Some(expected) {
            return empty_image();
        }
        Image {
            width,
            height,
            pixels,
        }
    }

    async fn state(&self) -> ScreenState {
        let reply: Result<StateReply, _> = read(self.look(&Request::State).await);
        reply.map_or_else(|_| self.empty_state(), Into::into)
    }

    async fn packages(&self) -> Vec<Package> {
        let reply: Result<PackagesReply, _> = read(self.look(&Request::Packages).await);
        reply.map_or_else(
            |_| Vec::new(),
            |reply| reply.packages.into_iter().map(Into::into).collect(),
        )
    }

    async fn set_rotation(&self, rotation: u8) {
        self.tell(&Request::Rotation { rotation }).await;
    }

    async fn set_display(&self, size: Option<(u32, u32)>, density: Option<u32>) {
        let (width, height) = size.unzip();
        self.tell(&Request::Display {
            width,
            height,
            density,
        })
        .await;
    }

    async fn set_awake(&self, awake: bool) {
        self.tell(&Request::Awake { awake }).await;
    }

    async fn dismiss_keyguard(&self) {
        // This screen has no lock.
    }

    async fn set_shade(&self, expanded: bool) {
        self.tell(&Request::Shade { expanded }).await;
    }

    async fn set_permission(&self, package: &str, permission: &str, granted: bool) {
        self.tell(&Request::Permission {
            package,
            permission,
            granted,
        })
        .await;
    }

    async fn query(&self, uri: &str) -> Option<Vec<ProviderRow>> {
        let reply: Result<QueryReply, _> = read(self.look(&Request::Query { uri }).await);
        reply.ok()?.rows
    }
}

#[async_trait]
impl PhoneScreen for JvmScreen {
    async fn clear_data(&self, package: &str) {
        self.end_app(&Request::ClearData { package }).await;
    }

    async fn key_combination(&self, codes: &[u32]) -> Result<(), InjectRefused> {
        self.inject(&Request::Keys { codes }, Duration::ZERO).await
    }

    async fn go_home(&self) {
        let home = Request::Key {
            code: HOME,
            long: false,
        };
        self.tell(&home).await;
    }

    fn runtime(&self) -> Option<&dyn Runtime> {
        Some(self)
    }
}

/// The classes of the Operator are those of this source; that they are those of a jar is for whoever pushed it to say.
#[async_trait]
impl Runtime for JvmScreen {
    async fn launch(&self, build: Build) -> io::Result<Box<dyn Launched>> {
        self.host.start().await.map_err(io::Error::other)?;
        let launched =
            JavaOperator::launch(self.host.operator_port(), self.host.token(), build).await?;
        Ok(Box::new(launched))
    }
}

impl JvmScreen {
    /// A phone without a framework: nothing is on it.
    fn empty_state(&self) -> ScreenState {
        let options = self.host.options();
        ScreenState {
            windows: Vec::new(),
            tasks: Vec::new(),
            resumed: None,
            physical_size: options.size,
            size_override: None,
            physical_density: options.density,
            density_override: None,
            rotation: 0,
            wakefulness: Wakefulness::Awake,
            keyguard: false,
            keyguard_secure: false,
            keyboard_shown: false,
            battery_level: 0,
        }
    }
}

fn empty_image() -> Image {
    Image {
        width: 0,
        height: 0,
        pixels: Vec::new(),
    }
}

fn read<T: DeserializeOwned>(answer: Result<(String, Vec<u8>), HostError>) -> Result<T, HostError> {
    let (body, _) = answer?;
    serde_json::from_str(&body).map_err(HostError::Strange)
}

fn milliseconds(duration: Duration) -> u64 {
    // Millions of years are enough.
    u64::try_from(duration.as_millis()).unwrap_or(u64::MAX)
}
