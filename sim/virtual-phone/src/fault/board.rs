//! The faults of one phone, and how each reaches the part that has it.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use clawperator_adbd as adbd;
use clawperator_phone_programs as programs;
use clawperator_phone_screen::{Lock, Screen};
use clawperator_phone_shell::FileSystem;
use tokio::sync::watch;
use tokio::time::Instant;

use super::operator::operator_fault;
use super::remaining::{dump_fault, remaining};
use super::{CutDirection, Fault, FaultKind};
use crate::clock::PhoneClock;
use crate::latency::{COMMANDS, Latency, SERVICES};
use crate::stage::Stage;

/// The most that one number of a fault may ask for; a day is as good as for ever.
const LONGEST: Duration = Duration::from_hours(24);
/// The longest text that may follow a dump.
const MAX_JUNK: usize = 64 * 1024;

/// Why a fault could not be set.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum FaultError {
    /// There is no such app.
    #[error("there is no app `{0}` on this phone")]
    NoSuchApp(String),
    /// No app is in front that could fail.
    #[error("no app is in front\nhint: name one with `package`")]
    NoAppInFront,
    /// Only a scripted screen can have it.
    #[error("this phone's screen cannot have this fault\nhint: use a scripted phone")]
    NotOnThisScreen,
    #[error("the text is longer than {MAX_JUNK} bytes")]
    TextTooLong,
    #[error("the code and the reason do not fit on one line")]
    NotOneLine,
}

/// The faults of one phone. Clones are the same switches.
#[derive(Debug, Clone)]
pub struct Faults(Arc<Board>);

#[derive(Debug)]
struct Board {
    active: Mutex<Vec<Fault>>,
    /// The parts change when the phone is reset.
    hooks: Mutex<Hooks>,
    adb: Arc<adbd::TransportFaults>,
    latency: Mutex<Latency>,
    commands: watch::Sender<Commands>,
    clock: Arc<PhoneClock>,
}

/// What holds commands back before they begin.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
struct Commands {
    stalled: bool,
    delay: Duration,
}

/// The secret of a lock that a fault closes; nobody is told.
const SECRET: &str = "271828";

/// The parts of a phone that live only until it is reset.
#[derive(Debug, Clone)]
pub(crate) struct Hooks {
    pub(crate) stage: Stage,
    pub(crate) programs: programs::ProgramFaults,
    pub(crate) files: FileSystem,
    /// The lock that the phone has when nothing is wrong.
    pub(crate) lock: Lock,
}

impl Hooks {
    fn switch(&self, switch: programs::Switch, on: bool) {
        if on {
            self.programs.switch_on(switch);
        } else {
            self.programs.switch_off(switch);
        }
    }
}

impl Faults {
    pub(crate) fn new(
        hooks: Hooks,
        adb: Arc<adbd::TransportFaults>,
        latency: Latency,
        clock: Arc<PhoneClock>,
    ) -> Self {
        let faults = Self(Arc::new(Board {
            active: Mutex::default(),
            hooks: Mutex::new(hooks),
            adb,
            latency: Mutex::new(latency),
            commands: watch::Sender::default(),
            clock,
        }));
        faults.apply_services(&[]);
        faults
    }

    /// Sets a fault; one of the same name is replaced.
    pub async fn set(&self, fault: Fault) -> Result<(), FaultError> {
        let fault = self.checked(fault).await?;
        {
            let mut active = self.active();
            active.retain(|known| known.kind() != fault.kind());
            if fault.lasts() || fault.is_to_come() {
                active.push(fault.clone());
            }
            self.apply(&fault, true, &active);
        }
        self.turn_screen(&fault, true).await;
        if fault == Fault::FrameworkRestarted {
            self.end_apps().await;
        }
        Ok(())
    }

    /// Clears a fault. One that is not set stays so; one that has happened already is not undone.
    pub async fn clear(&self, kind: FaultKind) {
        let cleared = {
            let mut active = self.active();
            let place = active.iter().position(|known| known.kind() == kind);
            let cleared = place.map(|place| active.remove(place));
            if let Some(fault) = &cleared {
                self.apply(fault, false, &active);
            }
            cleared
        };
        if let Some(fault) = cleared {
            self.turn_screen(&fault, false).await;
        }
    }

    /// Clears every fault.
    pub async fn clear_all(&self) {
        for kind in FaultKind::ALL {
            self.clear(kind).await;
        }
    }

    /// The faults that are set, in the order in which they were, each with what is left of it: how many times it will
    /// still happen, how many bytes still pass or can still be written. One that is used up is not listed.
    #[must_use]
    pub fn list(&self) -> Vec<Fault> {
        let hooks = self.hooks();
        let mut active = self.active();
        active.retain_mut(|fault| match remaining(fault, &hooks, &self.0.adb) {
            Some(now) => {
                *fault = now;
                true
            }
            None => false,
        });
        active.clone()
    }

    /// What the way to the phone is like.
    #[must_use]
    pub fn latency(&self) -> Latency {
        *self
            .0
            .latency
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }

    /// Changes what the way to the phone is like, for streams that are opened from now on.
    pub fn set_latency(&self, latency: Latency) {
        let active = self.active();
        *self
            .0
            .latency
            .lock()
            .unwrap_or_else(PoisonError::into_inner) = latency;
        self.apply_services(&active);
    }

    /// Waits for as long as commands are held back before they begin.
    ///
    /// The stream is open by then, so that whoever leaves is noticed.
    pub(crate) async fn before_command(&self) {
        let started = Instant::now();
        let mut commands = self.0.commands.subscribe();
        loop {
            let Commands { stalled, delay } = *commands.borrow_and_update();
            if !stalled && started.elapsed() >= delay {
                return;
            }
            tokio::select! {
                // The sender is in `self`, so this cannot fail.
                _ = commands.changed() => {}
                () = tokio::time::sleep_until(started + delay), if !stalled => {}
            }
        }
    }

    /// Lets the faults act on new parts; there must be none set.
    pub(crate) fn rewire(&self, hooks: Hooks) {
        *self.0.hooks.lock().unwrap_or_else(PoisonError::into_inner) = hooks;
    }

    /// Fills in what was left out and refuses what cannot be.
    async fn checked(&self, fault: Fault) -> Result<Fault, FaultError> {
        if fault.is_of_a_scripted_screen() && self.hooks().stage.scripted().is_none() {
            return Err(FaultError::NotOnThisScreen);
        }
        match fault {
            Fault::AppCrash { package } => {
                let package = Some(self.app(package).await?);
                Ok(Fault::AppCrash { package })
            }
            Fault::AppNotResponding { package, for_ms } => {
                let package = Some(self.app(package).await?);
                Ok(Fault::AppNotResponding { package, for_ms })
            }
            Fault::OtherAppInFront { package } => {
                let package = self.app(Some(package)).await?;
                Ok(Fault::OtherAppInFront { package })
            }
            Fault::DumpJunk { text } if text.len() > MAX_JUNK => Err(FaultError::TextTooLong),
            Fault::OperatorStartFails { code, reason, .. }
                if code.len() + reason.len() > MAX_JUNK
                    || code.contains(char::is_whitespace)
                    || reason.contains('\n') =>
            {
                Err(FaultError::NotOneLine)
            }
            other => Ok(other),
        }
    }

    async fn app(&self, package: Option<String>) -> Result<String, FaultError> {
        let screen = self.hooks().stage.screen();
        let package = match package {
            Some(package) => package,
            None => match screen.state().await.resumed {
                Some((package, _)) => package,
                None => return Err(FaultError::NoAppInFront),
            },
        };
        let installed = screen.packages().await;
        if installed.iter().any(|known| known.name == package) {
            Ok(package)
        } else {
            Err(FaultError::NoSuchApp(package.chars().take(200).collect()))
        }
    }

    /// Switches what a fault is made of; `active` is what is set now, itself among them when it is switched on.
    fn apply(&self, fault: &Fault, on: bool, active: &[Fault]) {
        let hooks = self.hooks();
        match fault {
            Fault::Offline => self.0.adb.offline(on),
            Fault::Unauthorized => self.0.adb.unauthorized(on),
            Fault::ConnectionCut {
                after_bytes,
                direction,
            } => self.cut(on.then_some((*after_bytes, *direction))),
            Fault::OutputTruncated { .. } => self.apply_services(active),
            Fault::ShellSlow { delay_ms } => {
                let delay = if on {
                    milliseconds(*delay_ms)
                } else {
                    Duration::ZERO
                };
                self.0
                    .commands
                    .send_modify(|commands| commands.delay = delay);
            }
            Fault::ShellStalled => {
                self.0
                    .commands
                    .send_modify(|commands| commands.stalled = on);
            }
            Fault::DumpKilled { .. }
            | Fault::DumpNullRoot { .. }
            | Fault::DumpNotIdle { .. }
            | Fault::DumpJunk { .. }
            | Fault::DumpTruncated { .. } => {
                if let Some((dump, times)) = dump_fault(fault) {
                    if on {
                        hooks.programs.set_dump(dump, times);
                    } else {
                        hooks.programs.clear_dump(&dump);
                    }
                }
            }
            Fault::EmojiInText
            | Fault::TreeStale { .. }
            | Fault::TapsLost { .. }
            | Fault::InputRefused
            | Fault::AppCrash { .. }
            | Fault::AppNotResponding { .. }
            | Fault::OtherAppInFront { .. }
            | Fault::ClockJump { .. } => self.apply_to_screen(&hooks, fault, on),
            Fault::StorageLow { free_bytes } => {
                hooks.files.set_free(on.then_some(*free_bytes));
            }
            // The screen is turned afterwards, where waiting is possible.
            Fault::ScreenOffAndLocked | Fault::ScreenOff | Fault::ScreenLocked { .. } => {}
            Fault::OperatorKilled { .. }
            | Fault::OperatorHalfAnswer { .. }
            | Fault::OperatorSilent
            | Fault::OperatorWrongProof { .. }
            | Fault::OperatorWrongBuild { .. }
            | Fault::OperatorWrongVersion { .. }
            | Fault::OperatorJarCorrupt { .. }
            | Fault::OperatorTreeLarge { .. }
            | Fault::OperatorStartSlow { .. }
            | Fault::OperatorStartFails { .. }
            | Fault::OperatorStartUnheard { .. } => {
                if let Some((operator, times)) = operator_fault(fault) {
                    if on {
                        hooks.programs.set_operator(operator, times);
                    } else {
                        hooks.programs.clear_operator(&operator);
                    }
                }
            }
            Fault::AutomationHeld => hooks.switch(programs::Switch::AutomationHeld, on),
            Fault::FrameworkDown => hooks.switch(programs::Switch::FrameworkDown, on),
            Fault::FrameworkRestarted => hooks.programs.end_system(),
        }
    }

    /// Faults of a scripted screen; on others they are refused before it comes to this.
    fn apply_to_screen(&self, hooks: &Hooks, fault: &Fault, on: bool) {
        let Some(screen) = hooks.stage.scripted() else {
            return;
        };
        let mut faults = screen.faults();
        match fault {
            Fault::EmojiInText => faults.emoji_in_text = on,
            Fault::TreeStale { for_ms } => {
                faults.stale_after_tap = if on {
                    milliseconds(*for_ms)
                } else {
                    Duration::ZERO
                };
            }
            Fault::TapsLost { times } => {
                // Without a number all of them, for as long as the fault is on.
                faults.lose_taps = if on { times.unwrap_or(u32::MAX) } else { 0 }
            }
            Fault::InputRefused => {
                faults.refuse_input = on;
                hooks.switch(programs::Switch::RefuseInput, on);
            }
            Fault::OtherAppInFront { package } => {
                faults.pushes_in = on.then(|| package.clone());
            }
            Fault::AppCrash { package } => {
                screen.crash(chosen(package.as_ref()));
            }
            Fault::AppNotResponding { package, for_ms } => {
                screen.stop_responding(chosen(package.as_ref()), milliseconds(*for_ms));
            }
            Fault::ClockJump { by_ms } => screen.set_wall_clock(self.0.clock.jump(*by_ms)),
            _ => {}
        }
        screen.set_faults(faults);
        if matches!(fault, Fault::OtherAppInFront { .. }) {
            screen.push_in();
        }
    }

    /// Cuts now or later, or no longer when there is nothing to count.
    fn cut(&self, after: Option<(u64, CutDirection)>) {
        let adb = &self.0.adb;
        for direction in [adbd::TrafficDirection::In, adbd::TrafficDirection::Out] {
            adb.never_cut(direction);
        }
        match after {
            Some((0, _)) => adb.cut(),
            Some((bytes, direction)) => adb.cut_after(direction.into(), bytes),
            None => {}
        }
    }

    async fn turn_screen(&self, fault: &Fault, off: bool) {
        let Hooks { stage, lock, .. } = self.hooks();
        let Some(screen) = stage.scripted() else {
            return;
        };
        match fault {
            Fault::ScreenOffAndLocked | Fault::ScreenOff | Fault::ScreenLocked { .. } if !off => {
                screen.set_awake(true).await;
                screen.set_lock(Lock::None);
                screen.set_lock(lock);
            }
            Fault::ScreenOffAndLocked => screen.turn_off_and_lock(),
            Fault::ScreenOff => {
                screen.set_lock(Lock::None);
                screen.set_awake(false).await;
            }
            Fault::ScreenLocked { secret } => {
                screen.set_lock(if *secret {
                    Lock::Pin(SECRET.to_owned())
                } else {
                    Lock::Swipe
                });
                screen.turn_off_and_lock();
                screen.set_awake(true).await;
            }
            _ => {}
        }
    }

    /// Every app is gone, as when the process that all of them come from is.
    async fn end_apps(&self) {
        let screen = self.hooks().stage.screen();
        for package in screen.packages().await {
            screen.force_stop(&package.name).await;
        }
    }

    /// Latency and the faults of services share one table of the device side.
    fn apply_services(&self, active: &[Fault]) {
        let latency = self.latency();
        for service in SERVICES {
            let mut fault = adbd::ServiceFault {
                delay: latency.of(service),
                truncate_after: None,
            };
            if COMMANDS.contains(&service) {
                fault.truncate_after = active.iter().find_map(|set| match set {
                    Fault::OutputTruncated { after_bytes } => Some(*after_bytes),
                    _ => None,
                });
            }
            self.0.adb.service(service, fault);
        }
    }

    fn active(&self) -> MutexGuard<'_, Vec<Fault>> {
        self.0.active.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn hooks(&self) -> Hooks {
        let hooks = self.0.hooks.lock().unwrap_or_else(PoisonError::into_inner);
        hooks.clone()
    }
}

fn milliseconds(count: u64) -> Duration {
    Duration::from_millis(count).min(LONGEST)
}

/// The app of a fault that was put on the board, where the one in front has been filled in.
#[expect(
    clippy::expect_used,
    reason = "without a package nothing would crash and nobody would notice"
)]
fn chosen(package: Option<&String>) -> &str {
    package.expect("a fault on the board names its app")
}
