//! Checks of the phone itself.

use std::fmt::Write;
use std::time::Duration;

use clawperator_adb::{AdbError, Deadline, DeviceHandle};
use clawperator_contract::doctor::CheckId;
use clawperator_contract::{ErrorCode, Failure, Next};

use super::examine::Examination;
use super::options::Treatment;
use super::verdict::Verdict;
use crate::driver::Acted;
use crate::probe::accessibility;
use crate::probe::display;
use crate::probe::focus;
use crate::probe::injection::Injection;
use crate::probe::keyguard::{self, Keyguard};
use crate::probe::power::{self, Power, Wakefulness};
use crate::probe::processes::{self, Role};
use crate::probe::properties;
use crate::probe::screen_size;
use crate::probe::space;
use crate::probe::ui_dump::{self, UiDump};
use crate::probe::vendor;
use crate::probe::{ProbeError, ProbeResult};

/// The oldest API level that every driver works with: Android 7.
const OLDEST_API: u32 = 24;

/// How long a phone that was woken is left alone before it is asked again.
const WAKING: Duration = Duration::from_millis(150);

/// Space below which a dump may fail for want of it.
const LITTLE_SPACE: u64 = 16 * 1024 * 1024;

impl Examination<'_> {
    pub(super) fn device(&self) -> ProbeResult<&DeviceHandle> {
        self.device
            .as_ref()
            .ok_or(ProbeError::Adb(AdbError::NoDevices))
    }

    pub(super) async fn release(&mut self, deadline: Deadline) -> Verdict {
        let found = match self.device() {
            Ok(device) => properties::read(device, deadline).await,
            Err(error) => Err(error),
        };
        let phone = match found {
            Ok(phone) => phone,
            Err(error) => return Verdict::of_error(&error),
        };
        let name = format!("{} {}", phone.manufacturer, phone.model);
        let summary = format!("Android {} (API level {})", phone.release, phone.api_level);
        if !phone.boot_completed {
            return Verdict::fail(
                ErrorCode::ServiceUnavailable,
                format!("{summary} is still starting"),
            )
            .detail(name)
            .next(
                "Wait until Android has started",
                Next::RunDoctor,
                self.device_id.as_deref(),
            );
        }
        if phone.api_level < OLDEST_API {
            return Verdict::warn(format!(
                "{summary} is older than the oldest supported version"
            ))
            .code(ErrorCode::CapabilityUnsupported)
            .detail(name)
            .manual("Use a newer phone", "Use a phone with Android 7 or later");
        }
        self.api_level = Some(phone.api_level);
        Verdict::pass(summary).detail(name)
    }

    pub(super) async fn screen_on(&mut self, deadline: Deadline) -> Verdict {
        const ACTION: &str = "input keyevent 224";
        let power = match self.power(deadline).await {
            Ok(power) => power,
            Err(error) => return Verdict::of_error(&error),
        };
        if power.screen_on() {
            return awake(&power);
        }
        if !self.options.fix {
            return self.asleep(&power);
        }
        match self.wake().await {
            Ok(power) if power.screen_on() => {
                self.repaired(CheckId::ScreenOn, ACTION, None);
                awake(&power)
            }
            Ok(power) => {
                let still = format!("the phone is still {}", power.wakefulness.name());
                self.repaired(CheckId::ScreenOn, ACTION, Some(still));
                self.asleep(&power)
            }
            Err(failure) => {
                self.repaired(CheckId::ScreenOn, ACTION, Some(failure.message.clone()));
                not_fixed(&failure, "the screen is off").unwrap_or_else(|| self.asleep(&power))
            }
        }
    }

    pub(super) async fn screen_unlocked(&mut self, deadline: Deadline) -> Verdict {
        const ACTION: &str = "wm dismiss-keyguard";
        let keyguard = match self.keyguard(deadline).await {
            Ok(keyguard) => keyguard,
            Err(error) => return Verdict::of_error(&error),
        };
        // A lock with a secret is a person's: nothing is tried on it, not even to bring up the place for the secret.
        if !(self.options.fix && is_closed(keyguard) && keyguard.secure == Some(false)) {
            return self.lock(keyguard);
        }
        match self.dismiss().await {
            Ok(after) => {
                let trouble = is_closed(after).then(|| "the screen is still locked".to_owned());
                self.repaired(CheckId::ScreenUnlocked, ACTION, trouble);
                self.lock(after)
            }
            Err(failure) => {
                let said = failure.message.clone();
                self.repaired(CheckId::ScreenUnlocked, ACTION, Some(said));
                not_fixed(&failure, "the screen is locked").unwrap_or_else(|| self.lock(keyguard))
            }
        }
    }

    /// What a lock means for whoever wants to use the phone.
    fn lock(&self, keyguard: Keyguard) -> Verdict {
        if !keyguard.showing {
            return Verdict::pass("the screen is unlocked");
        }
        if keyguard.occluded == Some(true) {
            return Verdict::warn("the screen is locked and an app is shown over the lock screen")
                .code(ErrorCode::DeviceNotInteractive)
                .manual("Unlock the phone", "Unlock the phone by hand");
        }
        let verdict = Verdict::fail(ErrorCode::DeviceNotInteractive, "the screen is locked");
        match keyguard.secure {
            Some(true) => verdict
                .detail(if self.options.fix {
                    "the lock needs a PIN, a pattern or a fingerprint, which is never tried"
                } else {
                    "the lock needs a PIN, a pattern or a fingerprint"
                })
                .manual("Unlock the phone", "Unlock the phone by hand"),
            Some(false) => verdict.detail("the lock needs no secret").next(
                "Unlock the phone",
                Next::FixPhone,
                self.device_id.as_deref(),
            ),
            None => verdict.manual("Unlock the phone", "Unlock the phone by hand"),
        }
    }

    async fn keyguard(&self, deadline: Deadline) -> ProbeResult<Keyguard> {
        keyguard::read(self.device()?, deadline).await
    }

    /// Has the lock opened, and waits until it is open or the time is up.
    async fn dismiss(&self) -> Result<Keyguard, Failure> {
        self.act(Treatment::DismissLock).await?;
        let deadline = self.effect_deadline();
        loop {
            let keyguard = self
                .keyguard(deadline)
                .await
                .map_err(|error| unseen(&error))?;
            // Nothing is left of a time that is over.
            let left = deadline.remaining().unwrap_or_default();
            if !is_closed(keyguard) || left < WAKING * 2 {
                return Ok(keyguard);
            }
            tokio::time::sleep(WAKING).await;
        }
    }

    pub(super) async fn screen_size(&mut self, deadline: Deadline) -> Verdict {
        let device = match self.device() {
            Ok(device) => device,
            Err(error) => return Verdict::of_error(&error),
        };
        let size = match screen_size::read(device, deadline).await {
            Ok(size) => size,
            Err(error) => return Verdict::of_error(&error),
        };
        let mut summary = format!("the screen has {} pixels", size.effective());
        if let Some(density) = size.effective_density() {
            let _ = write!(summary, " at {density} dpi");
        }
        let mut details = Vec::new();
        if size.override_size.is_some() {
            details.push(format!(
                "the panel has {}; input uses the pixels of the override size",
                size.physical
            ));
        }
        if let (Some(density), Some(_)) = (size.density, size.override_density) {
            details.push(format!("the panel has {density} dpi"));
        }
        // What the display says besides is worth a word and no failure.
        if let Ok(display) = display::read(device, deadline).await
            && let Some(rotation) = display.rotation
        {
            details.push(format!("rotated by {} degrees", rotation.degrees()));
        }
        let verdict = Verdict::pass(summary);
        if details.is_empty() {
            verdict
        } else {
            verdict.detail(details.join("; "))
        }
    }

    pub(super) async fn ui_dump(&mut self, deadline: Deadline) -> Verdict {
        const CODE: ErrorCode = ErrorCode::UiTreeUnavailable;
        let device = match self.device() {
            Ok(device) => device,
            Err(error) => return Verdict::of_error(&error),
        };
        let device_id = self.device_id.as_deref();
        let held = match self.options.hands.hold(device).await {
            Ok(held) => held,
            Err(failure) => return not_checked(&failure),
        };
        let dump = match ui_dump::read(device, deadline).await {
            Ok(dump) => dump,
            // The phone may still be at it: it is not freed at once.
            Err(error) => return Verdict::of_error(&error),
        };
        held.release();
        match dump {
            UiDump::Tree {
                nodes,
                bytes,
                elapsed,
            } => Verdict::pass(format!("the screen's tree can be read: {nodes} nodes"))
                .detail(format!("{bytes} bytes in {} ms", elapsed.as_millis())),
            UiDump::NeverIdle => {
                let verdict = Verdict::warn("the screen never becomes idle, so its UI tree cannot be read")
                    .code(CODE)
                    .manual(
                        "Leave the moving page",
                        "Stop the animation or the video on the screen, or open another page",
                    );
                match in_front(device, deadline).await {
                    Some(window) => verdict.detail(format!("in front: {window}")),
                    None => verdict,
                }
            }
            UiDump::NullRoot => {
                let verdict = Verdict::fail(CODE, "the phone has no window to read")
                    .manual(
                        "Bring an app to the front",
                        "Wake and unlock the phone and open an app",
                    )
                    .next("Bring an app to the front", Next::RunDoctor, device_id);
                match in_front(device, deadline).await {
                    Some(window) => verdict.detail(format!("in front: {window}")),
                    None => verdict,
                }
            }
            UiDump::Killed => Verdict::fail(CODE, "the program that reads the screen was killed")
                .detail("usually another tool holds the only UiAutomation; the check device.ui-automation names it")
                .manual(
                    "Stop the other tool",
                    "Stop the other tool that reads this phone's screen, or restart the phone",
                )
                .next("Stop the other tool", Next::RunDoctor, device_id),
            UiDump::NoXml { said } => {
                let mut detail = format!("the phone said: {said}");
                if let Ok(space) = space::read(device, deadline).await
                    && space.free < LITTLE_SPACE
                {
                    let _ = write!(detail, "; only {} KiB are free", space.free / 1024);
                }
                Verdict::fail(CODE, "the UI dump produced no tree")
                    .detail(detail)
                    .next("Try again on another page", Next::RunDoctor, device_id)
            }
        }
    }

    pub(super) async fn input(&mut self) -> Verdict {
        const CODE: ErrorCode = ErrorCode::GestureFailed;
        let tried = match self.act(Treatment::TryInput).await {
            Ok(Acted::Tried(tried)) => tried,
            // Nothing more was said.
            Ok(_) => Injection::Allowed,
            Err(failure) => return not_checked(&failure),
        };
        match tried {
            Injection::Allowed => Verdict::pass("input may be sent"),
            Injection::Refused { said } => {
                Verdict::fail(CODE, "the phone does not let adb send input")
                    .detail(said)
                    .manual("Allow input over adb", self.allow_input().await)
            }
            Injection::Failed { said } => Verdict::fail(CODE, "a key could not be sent")
                .detail(said)
                .manual("Restart the phone", "Restart the phone"),
        }
    }

    /// What a person does, in the words of the phone's maker.
    async fn allow_input(&self) -> String {
        let deadline = Deadline::after(self.options.limits.phone);
        let switch = match self.device() {
            Ok(device) => vendor::input_switch(device, deadline).await,
            Err(_) => None,
        };
        let switch = switch.unwrap_or("USB debugging (Security settings)");
        format!("Turn on \"{switch}\" in the phone's developer options")
    }

    pub(super) async fn ui_automation(&mut self, deadline: Deadline) -> Verdict {
        let device = match self.device() {
            Ok(device) => device,
            Err(error) => return Verdict::of_error(&error),
        };
        let accessibility = match accessibility::read(device, deadline).await {
            Ok(accessibility) => accessibility,
            Err(error) => return Verdict::of_error(&error),
        };
        let own = self.options.hands.own_program(device, deadline).await;
        // Who it may be is a guess; that it cannot be made changes nothing.
        let tools = processes::read(device, deadline).await.unwrap_or_default();
        let mut named = Vec::new();
        for holder in &tools {
            let is_ours = own
                .as_ref()
                .is_some_and(|own| own.processes.contains(&holder.pid));
            if is_ours {
                continue;
            }
            if !accessibility.ui_automation || holder.role == Role::UiAutomation {
                named.push(holder.to_string());
            }
        }
        if !accessibility.ui_automation {
            let verdict = Verdict::pass("no other tool reads the screen");
            let running = (!named.is_empty()).then(|| format!("running: {}", named.join(", ")));
            let own = own.map(|own| own.says);
            let details: Vec<String> = own.into_iter().chain(running).collect();
            return if details.is_empty() {
                verdict
            } else {
                verdict.detail(details.join("; "))
            };
        }
        if let Some(own) = own.filter(|own| own.has_automation) {
            let summary = "the Operator, which is ours, holds the phone's only UiAutomation";
            return Verdict::pass(summary).detail(own.says);
        }
        let verdict = Verdict::warn("another tool holds the phone's only UiAutomation")
            .code(ErrorCode::UiTreeUnavailable)
            .manual(
                "Stop the other tool",
                "Stop the other tool that reads this phone's screen, or restart the phone",
            );
        verdict.detail(if named.is_empty() {
            "no known tool is among the running processes".to_owned()
        } else {
            format!("likely: {}", named.join(", "))
        })
    }

    async fn power(&self, deadline: Deadline) -> ProbeResult<Power> {
        power::read(self.device()?, deadline).await
    }

    async fn act(&self, act: Treatment) -> Result<Acted, Failure> {
        let within = self.options.limits.phone;
        let device = self.device().map_err(|error| unseen(&error))?;
        self.options.hands.act(device, act, within).await
    }

    /// Until when the effect of what was just done may be waited for.
    fn effect_deadline(&self) -> Deadline {
        Deadline::after(self.options.limits.phone)
    }

    /// Has the phone woken, and waits until it says that it is awake, or the time is up.
    async fn wake(&self) -> Result<Power, Failure> {
        self.act(Treatment::WakeScreen).await?;
        let deadline = self.effect_deadline();
        loop {
            let power = self.power(deadline).await.map_err(|error| unseen(&error))?;
            // Nothing is left of a time that is over.
            let left = deadline.remaining().unwrap_or_default();
            if power.screen_on() || left < WAKING * 2 {
                return Ok(power);
            }
            tokio::time::sleep(WAKING).await;
        }
    }

    fn asleep(&self, power: &Power) -> Verdict {
        Verdict::fail(ErrorCode::DeviceNotInteractive, "the screen is off")
            .detail(format!("the phone is {}", power.wakefulness.name()))
            .next("Wake the phone", Next::FixPhone, self.device_id.as_deref())
    }
}

/// The verdict where a fix was not let through.
fn not_fixed(failure: &Failure, trouble: &str) -> Option<Verdict> {
    let code = refusal(failure)?;
    let verdict = Verdict::fail(code, format!("{trouble}, and nothing was sent to fix it"));
    Some(with_advice(
        verdict,
        "Have it allowed, or do it by hand",
        failure,
    ))
}

/// The verdict of a check that was not let through, or that came to nothing. What was not checked is not known to be
/// wrong.
fn not_checked(failure: &Failure) -> Verdict {
    match refusal(failure) {
        Some(ErrorCode::ExecutionConflictInFlight) => with_advice(
            Verdict::warn("not checked: another run has the phone")
                .code(ErrorCode::ExecutionConflictInFlight),
            "Wait for the other run",
            failure,
        ),
        Some(code) => with_advice(
            Verdict::warn("not checked: the profile does not allow keys").code(code),
            "Choose a profile that allows keys",
            failure,
        ),
        None => Verdict::of_failure(failure),
    }
}

/// The code of what was not let through: by the profile, or by another run that has the phone.
fn refusal(failure: &Failure) -> Option<ErrorCode> {
    failure.code.known().filter(|code| {
        matches!(
            code,
            ErrorCode::PolicyDenied
                | ErrorCode::PolicyConfirmationRequired
                | ErrorCode::ExecutionConflictInFlight
        )
    })
}

/// The verdict with why something was not let through, and what to do about it.
fn with_advice(verdict: Verdict, title: &str, failure: &Failure) -> Verdict {
    let verdict = verdict.detail(&failure.message);
    let Some(advice) = failure.advice() else {
        return verdict;
    };
    let verdict = verdict.manual(title, advice.hint);
    let add = |verdict: Verdict, next: &Next| verdict.next(title, *next, None);
    advice.next.iter().fold(verdict, add)
}

/// What came of a fix could not be seen.
fn unseen(error: &ProbeError) -> Failure {
    Failure::new(error.code(), error.to_string())
}

/// Whether the lock is closed and nothing is in front of it.
fn is_closed(keyguard: Keyguard) -> bool {
    keyguard.showing && keyguard.occluded != Some(true)
}

fn awake(power: &Power) -> Verdict {
    if power.wakefulness == Wakefulness::Dreaming {
        return Verdict::warn("a screen saver is running")
            .code(ErrorCode::DeviceNotInteractive)
            .manual("End the screen saver", "Touch the screen");
    }
    Verdict::pass("the screen is on")
}

/// What is in front, where the phone says so.
async fn in_front(device: &DeviceHandle, deadline: Deadline) -> Option<String> {
    let focus = focus::read(device, deadline).await.ok()?;
    Some(focus.window?.to_string())
}
