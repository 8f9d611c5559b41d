//! The phone as the Operator sees and touches it.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use async_trait::async_trait;
use clawperator_operator_protocol::{
    Act, Display, Heard, Listen, Lock, Picture, Pictured, Refusal, State,
};
use clawperator_phone_operator::{Did, Moment, OperatorPhone, Shown, Trouble};
use clawperator_phone_screen::Accessibility;
use tokio::sync::watch;

use super::hearing::Hearing;
use super::{act, picture, tree, trouble};
use crate::call::Framework;
use crate::faults::Switch;

/// The user that `adb shell` is.
const SHELL: u32 = 2_000;

/// A phone with an Operator on it.
pub(super) struct ScreenOperator {
    pub(super) framework: Framework,
    /// The number of its launch.
    launch: u64,
    hearing: Mutex<Hearing>,
    /// Of the system that it began with.
    system_ends: watch::Receiver<u64>,
}

impl ScreenOperator {
    pub(super) fn new(framework: Framework, launch: u64) -> Self {
        let system_ends = framework.phone.faults().system_ends();
        Self {
            framework,
            launch,
            hearing: Mutex::default(),
            system_ends,
        }
    }

    /// What was heard by now.
    fn hearing(&self) -> MutexGuard<'_, Hearing> {
        let mut hearing = self.hearing.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(screen) = self.screen() {
            hearing.hear(&screen.toasts());
        }
        hearing
    }

    /// The screen; it was asked for before the start, and keeps what it has.
    pub(super) fn screen(&self) -> Option<&dyn Accessibility> {
        self.framework.screen.accessibility()
    }

    /// Uses the automation, or says why it cannot.
    pub(super) fn automation(&self) -> Result<&dyn Accessibility, Refusal> {
        let faults = self.framework.phone.faults();
        if faults.has(Switch::FrameworkDown) {
            return Err(Refusal {
                code: "FAILED".to_owned(),
                message: "the system server is not running".to_owned(),
            });
        }
        let held = faults.has(Switch::AutomationHeld);
        let automation = self.framework.phone.automation();
        let screen = self.screen();
        let uses = |screen: &&dyn Accessibility| {
            let now = screen.clock().now();
            let until = automation.use_for_long(self.launch, now);
            if let Some(until) = until {
                self.hearing().listens(now, until);
            }
            until.is_some()
        };
        screen
            .filter(|screen| !held && uses(screen))
            .ok_or_else(|| Refusal {
                code: "NO_AUTOMATION".to_owned(),
                message: "UiAutomation could not be connected: another program has it".to_owned(),
            })
    }
}

#[async_trait]
impl OperatorPhone for ScreenOperator {
    fn now(&self) -> Duration {
        self.screen()
            .map_or(Duration::ZERO, |screen| screen.clock().now())
    }

    async fn reached(&self, time: Duration) {
        match self.screen() {
            Some(screen) => screen.clock().reached(time).await,
            None => std::future::pending().await,
        }
    }

    async fn state(&self) -> State {
        let user = self.framework.phone.inner().user;
        let state = State {
            user,
            ..tree::state(&self.framework.screen.state().await)
        };
        if !self.framework.phone.faults().has(Switch::FrameworkDown) {
            return state;
        }
        // Whoever would say it is not there.
        State {
            display: Display::Unknown,
            lock: Lock::Unknown,
            package: None,
            activity: None,
            covering: None,
            ..state
        }
    }

    fn read(&self) -> Result<Shown, Refusal> {
        let mut shown = tree::shown(self.automation()?.tree());
        shown.state.user = self.framework.phone.inner().user;
        trouble::enlarge(self.framework.phone.faults(), &mut shown);
        Ok(shown)
    }

    async fn rest(&self, quiet: Duration, within: Duration) -> bool {
        self.framework.screen.wait_for_idle(quiet, within).await
    }

    fn events(&self) -> u64 {
        self.screen().map_or(0, Accessibility::events)
    }

    async fn more_events(&self, than: u64) -> u64 {
        match self.screen() {
            Some(screen) => screen.more_events(than).await,
            None => std::future::pending().await,
        }
    }

    fn heard(&self, listen: Listen) -> Result<Heard, Refusal> {
        self.automation()?;
        Ok(self.hearing().heard(listen, self.now()))
    }

    fn notices(&self) -> u64 {
        self.hearing().newest()
    }

    fn clip(&self) -> Option<String> {
        let clip = self.screen().map(Accessibility::clip);
        clip.filter(|text| !text.is_empty())
    }

    async fn act(&self, act: &Act) -> Did {
        act::perform(self, act).await
    }

    async fn act_in_part(&self, act: &Act) {
        act::perform_in_part(self, act).await;
    }

    fn trouble(&self, at: Moment) -> Option<Trouble> {
        trouble::at(self.framework.phone.faults(), at)
    }

    async fn system_ended(&self) {
        let mut ends = self.system_ends.clone();
        if ends.changed().await.is_err() {
            // The phone itself is gone, and whoever asks with it.
            std::future::pending::<()>().await;
        }
    }

    async fn picture(&self, wanted: Picture) -> Result<Pictured, Refusal> {
        picture::take(&*self.framework.screen, wanted).await
    }

    fn user(&self) -> u32 {
        // It gives root up where it was started as that.
        SHELL
    }

    fn is_connected(&self) -> bool {
        self.framework
            .phone
            .automation()
            .is_had_by(self.launch, self.now())
    }

    fn let_go(&self) {
        self.hearing().ends(self.now());
        self.framework.phone.automation().let_go(self.launch);
    }
}
