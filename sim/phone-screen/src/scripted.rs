//! The scripted screen: a phone whose apps are scenes.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use async_trait::async_trait;

use crate::accessibility::Accessibility;
use crate::clock::ScreenClock;
use crate::config::{Lock, ScreenConfig, ScreenFaults};
use crate::draw;
use crate::dump::{dump_active, dump_windows};
use crate::history::{HistoryEntry, ScreenEvent};
use crate::injection::Injection;
use crate::page::Scenes;
use crate::phone::Phone;
use crate::sane::{sane, sane_gesture};
use crate::screen::{
    DumpRefused, DumpRequest, Image, InjectRefused, InputGesture, Intent, KeyPress, LaunchOutcome,
    MotionAction, Package, ProviderRow, Screen, ScreenState, TouchPoint,
};

/// A phone's screen whose apps are described by scene files.
///
/// It has no task of its own: what was due happens when somebody asks. The scenes are shared; a phone that has just
/// booted holds a few kilobytes.
#[derive(Debug)]
pub struct ScriptedScreen {
    clock: ScreenClock,
    phone: Mutex<Phone>,
}

/// Time between two moves of a gesture, unless it is so long that there would be too many.
const MOVE: Duration = Duration::from_millis(10);
/// Most moves of one gesture.
const MAX_MOVES: u32 = 1_000;
/// How long a gesture may take.
pub(crate) const MAX_GESTURE: Duration = Duration::from_mins(2);
/// How long a finger rests before it drags, and how long a key is held for a long press.
const HOLD: Duration = Duration::from_millis(550);

impl ScriptedScreen {
    /// Boots a phone with these apps.
    #[must_use]
    pub fn new(scenes: Arc<Scenes>, config: &ScreenConfig) -> Self {
        Self {
            clock: config.clock.clone(),
            phone: Mutex::new(Phone::boot(scenes, config)),
        }
    }

    /// The phone's clock.
    #[must_use]
    pub fn clock(&self) -> &ScreenClock {
        &self.clock
    }

    /// What really happened, oldest first; the latest thousand entries are kept.
    #[must_use]
    pub fn history(&self) -> Vec<HistoryEntry> {
        self.live().history()
    }

    /// Forgets what happened so far.
    pub fn clear_history(&self) {
        self.live().clear_history();
    }

    /// The faults that are switched on.
    #[must_use]
    pub fn faults(&self) -> ScreenFaults {
        self.live().faults.clone()
    }

    /// Switches faults on and off.
    pub fn set_faults(&self, faults: ScreenFaults) {
        self.live().faults = faults;
    }

    /// Makes an app crash; answers whether it is installed.
    pub fn crash(&self, package: &str) -> bool {
        let mut phone = self.live();
        let app = phone.scenes.app_index(package);
        app.map(|app| phone.crash(app)).is_some()
    }

    /// Shows the dialog that an app does not respond, and makes it hang for a while; answers whether it is installed.
    pub fn stop_responding(&self, package: &str, lasts: Duration) -> bool {
        let mut phone = self.live();
        let Some(app) = phone.scenes.app_index(package) else {
            return false;
        };
        phone.hang(app, lasts);
        phone.not_responding(app);
        true
    }

    /// Makes the app's main thread hang; the dialog comes when input has waited for five seconds.
    pub fn hang(&self, package: &str, lasts: Duration) -> bool {
        let mut phone = self.live();
        let app = phone.scenes.app_index(package);
        app.map(|app| phone.hang(app, lasts)).is_some()
    }

    /// Puts another lock on the phone; it locks when the screen goes off next.
    pub fn set_lock(&self, lock: Lock) {
        self.live().set_lock(lock);
    }

    /// Turns the screen off and locks it with a swipe lock if there is no lock.
    pub fn turn_off_and_lock(&self) {
        let mut phone = self.live();
        if phone.lock == Lock::None {
            phone.lock = Lock::Swipe;
        }
        phone.set_awake(false);
    }

    /// Brings the app to the front that pushes in, if one does.
    pub fn push_in(&self) {
        push_in(&mut self.live());
    }

    /// Sets the battery's level in percent.
    pub fn set_battery(&self, level: u8) {
        let mut phone = self.live();
        phone.facts.battery = level.min(100);
        phone.changed();
    }

    /// Time since 1970 on the phone, in its zone.
    #[must_use]
    pub fn wall_clock(&self) -> Duration {
        self.live().facts.wall
    }

    /// Sets the wall clock, as a clock jump does; timers are not moved.
    pub fn set_wall_clock(&self, since_1970: Duration) {
        self.live().set_wall_clock(since_1970);
    }

    /// Forgets all that a package has stored, as `pm clear` does; answers whether it is installed.
    pub fn clear_data(&self, package: &str) -> bool {
        let mut phone = self.live();
        let app = phone.scenes.app_index(package);
        app.map(|app| phone.clear_data(app)).is_some()
    }

    /// Presses keys together, as `input keycombination` does; the last one acts.
    pub async fn key_combination(&self, codes: &[u32]) -> Result<(), InjectRefused> {
        self.before_input(Injection::keys(codes)).await?;
        self.live().chord(codes);
        Ok(())
    }

    /// Shows the launcher, as the system does by itself after a restart.
    pub fn go_home(&self) {
        self.live().go_home();
    }

    /// The text of the last toast while it is shown.
    #[must_use]
    pub fn toast(&self) -> Option<String> {
        let phone = self.live();
        phone
            .toast
            .as_ref()
            .filter(|(_, until)| *until > phone.now)
            .map(|(text, _)| text.clone())
    }

    /// The phone after everything that was due has happened.
    pub(crate) fn live(&self) -> MutexGuard<'_, Phone> {
        let mut phone = self.phone.lock().unwrap_or_else(PoisonError::into_inner);
        phone.settle(self.clock.now());
        phone
    }

    /// Input that may be refused.
    pub(crate) async fn before_input(&self, input: Injection) -> Result<(), InjectRefused> {
        {
            let mut phone = self.live();
            if phone.faults.refuse_input {
                phone.happened(ScreenEvent::Refused { input });
                return Err(InjectRefused::NotPermitted);
            }
        }
        self.before_act(input).await;
        Ok(())
    }

    /// What reaches an app waits while it hangs, until the system says that it does not respond.
    pub(crate) async fn before_act(&self, input: Injection) {
        let wait = {
            let mut phone = self.live();
            phone.input_hangs_until().map(|(app, until)| {
                phone.input_waits(app);
                until.min(phone.now + crate::phone::NOT_RESPONDING)
            })
        };
        if let Some(until) = wait {
            self.clock.sleep_until(until).await;
        }
        self.live().injected(input);
    }

    /// Moves a finger along a line and lifts it.
    async fn stroke(
        &self,
        finger: Finger<'_>,
        from: TouchPoint,
        to: TouchPoint,
        start: Duration,
        lasts: Duration,
    ) {
        let lasts = lasts.min(MAX_GESTURE);
        let step = MOVE.max(lasts / MAX_MOVES);
        let mut passed = step;
        while passed < lasts {
            self.clock.sleep_until(start + passed).await;
            {
                let mut phone = self.live();
                // Where the finger is by now, as the platform's `input` has it: on a busy machine it is late, and moves that
                // made up for it would be a fling.
                passed = phone.now.saturating_sub(start);
                if passed >= lasts {
                    break;
                }
                let part = passed.as_secs_f32() / lasts.as_secs_f32();
                let (x, y) = (
                    from.x + (to.x - from.x) * part,
                    from.y + (to.y - from.y) * part,
                );
                phone.finger_move(finger.number, x, y);
            }
            passed += step;
        }
        self.clock.sleep_until(start + lasts).await;
        finger.lift(to);
    }

    pub(crate) fn put_down(&self, at: TouchPoint) -> Finger<'_> {
        Finger {
            screen: self,
            number: self.live().finger_down(at.x, at.y),
        }
    }

    /// Keeps the trees from before a touch when the fault asks for it.
    pub(crate) fn remember_tree(&self) {
        let mut phone = self.live();
        if !phone.faults.stale_after_tap.is_zero() {
            phone.keep_tree();
        }
    }
}

/// A finger of a gesture. One that is dropped with its gesture leaves the glass without a tap.
pub(crate) struct Finger<'a> {
    screen: &'a ScriptedScreen,
    number: u64,
}

impl Finger<'_> {
    pub(crate) fn number(&self) -> u64 {
        self.number
    }

    pub(crate) fn lift(self, at: TouchPoint) {
        self.screen.remember_tree();
        self.screen.live().finger_up(self.number, at.x, at.y);
    }
}

impl Drop for Finger<'_> {
    fn drop(&mut self) {
        self.screen.live().finger_cancel(self.number);
    }
}

/// Starts the app that pushes in by its icon, if one does.
fn push_in(phone: &mut Phone) {
    let Some(package) = phone.faults.pushes_in.clone() else {
        return;
    };
    let packages = phone.packages();
    let icon = packages
        .into_iter()
        .find(|known| known.name == package)
        .and_then(|known| known.launcher_activity);
    if let Some(class) = icon {
        phone.start(&Intent {
            component: Some((package, class)),
            ..Intent::default()
        });
    }
}

#[async_trait]
impl Screen for ScriptedScreen {
    async fn wait_for_idle(&self, quiet: Duration, within: Duration) -> bool {
        let started = self.live().now;
        let deadline = started.saturating_add(within);
        loop {
            let next = {
                let phone = self.live();
                if phone.is_quiet(quiet) {
                    return true;
                }
                if phone.now >= deadline {
                    return false;
                }
                let rest = phone.last_event.saturating_add(quiet);
                if rest > phone.now {
                    rest
                } else {
                    phone.now.saturating_add(quiet.max(MOVE))
                }
            };
            self.clock.sleep_until(next.min(deadline)).await;
        }
    }

    async fn dump(&self, request: DumpRequest) -> Result<String, DumpRefused> {
        let mut phone = self.live();
        if phone.faults.killed_dumps > 0 {
            phone.faults.killed_dumps -= 1;
            return Err(DumpRefused::Killed);
        }
        if phone.faults.null_roots > 0 {
            phone.faults.null_roots -= 1;
            return Err(DumpRefused::NoRoot);
        }
        if let Some(tree) = phone.stale_tree(request) {
            return Ok(tree);
        }
        if request.windows {
            dump_windows(&mut phone)
        } else {
            dump_active(&mut phone, request.compressed)
        }
    }

    async fn gesture(&self, gesture: InputGesture) -> Result<(), InjectRefused> {
        let gesture = sane_gesture(gesture);
        self.before_input(gesture.into()).await?;
        match gesture {
            InputGesture::Tap(at) => self.put_down(at).lift(at),
            InputGesture::Swipe { from, to, duration } => {
                let start = self.live().now;
                let finger = self.put_down(from);
                self.stroke(finger, from, to, start, duration).await;
            }
            InputGesture::DragAndDrop { from, to, duration } => {
                let start = self.live().now + HOLD;
                let finger = self.put_down(from);
                self.clock.sleep_until(start).await;
                self.stroke(finger, from, to, start, duration).await;
            }
        }
        Ok(())
    }

    async fn motion(&self, action: MotionAction, at: TouchPoint) -> Result<(), InjectRefused> {
        let at = sane(at);
        self.before_input(Injection::motion(action, at)).await?;
        if action == MotionAction::Up {
            self.remember_tree();
        }
        let mut phone = self.live();
        match (action, phone.finger()) {
            (MotionAction::Down, _) => {
                phone.finger_down(at.x, at.y);
            }
            (MotionAction::Move, Some(finger)) => phone.finger_move(finger, at.x, at.y),
            (MotionAction::Up, Some(finger)) => phone.finger_up(finger, at.x, at.y),
            (MotionAction::Cancel, Some(finger)) => phone.finger_cancel(finger),
            (MotionAction::Move | MotionAction::Up | MotionAction::Cancel, None) => {}
        }
        Ok(())
    }

    async fn key(&self, key: KeyPress) -> Result<(), InjectRefused> {
        self.before_input(Injection::keys(&[key.code])).await?;
        if key.long {
            let until = self.live().now + HOLD;
            self.clock.sleep_until(until).await;
            self.live().hold_key(key.code);
        } else {
            self.live().press(key.code);
        }
        Ok(())
    }

    async fn text(&self, text: &str) -> Result<(), InjectRefused> {
        self.before_input(Injection::text(text)).await?;
        self.live().type_text(text);
        Ok(())
    }

    async fn start(&self, intent: &Intent) -> LaunchOutcome {
        let mut phone = self.live();
        let launch = phone.start(intent);
        push_in(&mut phone);
        launch
    }

    async fn force_stop(&self, package: &str) {
        let mut phone = self.live();
        if let Some(app) = phone.scenes.app_index(package) {
            phone.kill(app);
        }
    }

    async fn broadcast(&self, intent: &Intent) -> (i32, Option<String>) {
        self.live().broadcast(intent)
    }

    async fn screenshot(&self) -> Image {
        draw::picture(&mut self.live())
    }

    async fn state(&self) -> ScreenState {
        self.live().state()
    }

    async fn packages(&self) -> Vec<Package> {
        self.live().packages()
    }

    async fn set_rotation(&self, rotation: u8) {
        self.live().set_rotation(rotation);
    }

    async fn set_display(&self, size: Option<(u32, u32)>, density: Option<u32>) {
        self.live().set_display(size, density);
    }

    async fn set_awake(&self, awake: bool) {
        self.live().set_awake(awake);
    }

    async fn dismiss_keyguard(&self) {
        self.live().unlock();
    }

    async fn set_shade(&self, expanded: bool) {
        self.live().set_shade(expanded);
    }

    fn accessibility(&self) -> Option<&dyn Accessibility> {
        Some(self)
    }

    async fn set_permission(&self, package: &str, permission: &str, granted: bool) {
        let mut phone = self.live();
        if let Some(app) = phone.scenes.app_index(package)
            && phone.set_permission(app, permission, granted)
        {
            phone.happened(ScreenEvent::PermissionSet {
                package: package.to_owned(),
                permission: permission.to_owned(),
                granted,
            });
        }
    }

    async fn set_installed(&self, package: &str, installed: bool) {
        self.live().set_installed(package, installed);
    }

    async fn query(&self, uri: &str) -> Option<Vec<ProviderRow>> {
        self.live().query(uri)
    }
}
