//! The driver as the tests hand it to the engine: patient, watched, and at fault where a test wants it so.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use async_trait::async_trait;
use clawperator_device::Device;
use clawperator_device::driver::{
    Act, ActError, Acted, AppPermissions, Capabilities, Clip, Condition, Contact, Front, Heard,
    Identity, InstalledApp, Observation, ObserveError, Opens, PictureSize, Screenshot, Since, Size,
    Touch, TreeNumber, Unavailable, View,
};
use clawperator_framework_phone::JvmScreen;
use clawperator_phone_screen::Screen;
use clawperator_ui::{Node, Point};

use super::file::Intervention;

/// The engine counts its deadlines on the fast clock, and the driver goes by the real one. How busy this machine is
/// must not decide a test.
const PATIENCE: Duration = Duration::from_mins(1);

/// The rest of the phone before it is turned, on its own clock.
const PAUSE: Duration = Duration::from_millis(100);

/// What is wrong with a driver, to see that the judge notices.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Fault {
    /// Taps land 30 pixels to the right and below.
    TapAside,
    /// Taps are answered as done and never sent.
    TapUnsent,
    /// Taps are sent twice.
    TapTwice,
    /// The screen is answered as it was the first time.
    StaleTree,
    /// Taps go to another clickable node of the screen.
    OtherTarget,
}

impl Fault {
    pub(super) const ALL: [Self; 5] = [
        Self::TapAside,
        Self::TapUnsent,
        Self::TapTwice,
        Self::StaleTree,
        Self::OtherTarget,
    ];

    pub(super) fn name(self) -> &'static str {
        match self {
            Self::TapAside => "tap 30 px off",
            Self::TapUnsent => "success without a tap",
            Self::TapTwice => "tap sent twice",
            Self::StaleTree => "stale tree used",
            Self::OtherTarget => "target swapped",
        }
    }
}

/// A driver with what a test adds to it.
#[derive(Debug)]
pub(super) struct Hand {
    device: Arc<dyn Device>,
    screen: Arc<JvmScreen>,
    fault: Option<Fault>,
    interventions: Vec<Intervention>,
    calls: Mutex<BTreeMap<&'static str, usize>>,
    seen: Mutex<Option<Observation>>,
    touched: Mutex<Option<Observation>>,
}

impl Hand {
    pub(super) fn new(device: Arc<dyn Device>, screen: Arc<JvmScreen>) -> Self {
        Self {
            device,
            screen,
            fault: None,
            interventions: Vec::new(),
            calls: Mutex::default(),
            seen: Mutex::default(),
            touched: Mutex::default(),
        }
    }

    /// What the engine had seen when it last touched the screen.
    pub(super) fn seen_at_touch(&self) -> Option<Observation> {
        self.touched.lock().unwrap().clone()
    }

    /// What the engine saw last.
    pub(super) fn seen_last(&self) -> Option<Observation> {
        self.seen.lock().unwrap().clone()
    }

    pub(super) fn with_fault(mut self, fault: Option<Fault>) -> Self {
        self.fault = fault;
        self
    }

    pub(super) fn with_interventions(mut self, interventions: &[Intervention]) -> Self {
        self.interventions = interventions.to_vec();
        self
    }

    /// Counts a call and does what shall happen before it.
    async fn before(&self, kind: &'static str) {
        let nth = {
            let mut calls = self.calls.lock().unwrap();
            let nth = calls.entry(kind).or_default();
            *nth += 1;
            *nth
        };
        for one in &self.interventions {
            if one.before == kind && one.nth == nth {
                // Nobody turns a phone within the same thousandth of a second in which it was tapped.
                self.screen.wait_for_idle(PAUSE, PATIENCE).await;
                self.screen.set_rotation(one.rotation).await;
            }
        }
    }

    /// Where a tap goes with the fault.
    fn strayed(&self, at: Point) -> Point {
        match self.fault {
            Some(Fault::TapAside) => Point {
                x: at.x + 30,
                y: at.y + 30,
            },
            Some(Fault::OtherTarget) => self.other_target(at).unwrap_or(at),
            Some(Fault::TapUnsent | Fault::TapTwice | Fault::StaleTree) | None => at,
        }
    }

    fn other_target(&self, at: Point) -> Option<Point> {
        let seen = self.seen.lock().unwrap();
        let tree = &seen.as_ref()?.tree;
        tree.nodes()
            .filter(|node| node.is_clickable() && node.is_enabled())
            .filter_map(Node::visible_bounds)
            .filter(|bounds| {
                !(bounds.left..bounds.right).contains(&at.x)
                    || !(bounds.top..bounds.bottom).contains(&at.y)
            })
            .map(|bounds| Point {
                x: i32::midpoint(bounds.left, bounds.right),
                y: i32::midpoint(bounds.top, bounds.bottom),
            })
            .next_back()
    }
}

#[async_trait]
impl Device for Hand {
    fn serial(&self) -> &str {
        self.device.serial()
    }

    fn expect_look(&self) {
        self.device.expect_look();
    }

    async fn identity(&self, within: Duration) -> Result<Identity, Unavailable> {
        self.device.identity(within.max(PATIENCE)).await
    }

    async fn confirm_identity(&self, within: Duration) -> Result<(), Unavailable> {
        self.device.confirm_identity(within.max(PATIENCE)).await
    }

    fn capabilities(&self) -> Capabilities {
        self.device.capabilities()
    }

    async fn learn_release(&self, within: Duration) -> Result<(), Unavailable> {
        self.device.learn_release(within).await
    }

    async fn changed(&self, since: Option<TreeNumber>) {
        self.device.changed(since).await;
    }

    async fn observe(&self, view: View, within: Duration) -> Result<Observation, ObserveError> {
        self.before("observe").await;
        let now = self.device.observe(view, within.max(PATIENCE)).await?;
        let mut seen = self.seen.lock().unwrap();
        let is_stale = self.fault == Some(Fault::StaleTree) && seen.is_some();
        if !is_stale {
            *seen = Some(now);
        }
        Ok(seen.clone().expect("one was seen"))
    }

    async fn heard(&self, since: Since, within: Duration) -> Result<Heard, Unavailable> {
        self.device.heard(since, within.max(PATIENCE)).await
    }

    async fn clipboard(&self, within: Duration) -> Result<Option<Clip>, Unavailable> {
        self.device.clipboard(within.max(PATIENCE)).await
    }

    async fn front(&self, within: Duration) -> Result<Front, Unavailable> {
        self.before("front").await;
        self.device.front(within.max(PATIENCE)).await
    }

    async fn condition(&self, within: Duration) -> Result<Condition, Unavailable> {
        self.before("condition").await;
        self.device.condition(within.max(PATIENCE)).await
    }

    async fn screen_size(&self, within: Duration) -> Result<Option<Size>, Unavailable> {
        self.device.screen_size(within.max(PATIENCE)).await
    }

    async fn act(&self, act: Act<'_>, within: Duration) -> Result<Acted, ActError> {
        self.before(act.kind()).await;
        let within = within.max(PATIENCE);
        let Act::Touch(Contact { touch, judged }) = act else {
            return self.device.act(act, within).await;
        };
        let seen = self.seen.lock().unwrap().clone();
        *self.touched.lock().unwrap() = seen;
        let touch = match touch {
            Touch::Tap(at) => Touch::Tap(self.strayed(at)),
            Touch::Hold { at, millis } => Touch::Hold {
                at: self.strayed(at),
                millis,
            },
            other => other,
        };
        let is_tap = matches!(touch, Touch::Tap(_) | Touch::Hold { .. });
        let act = Act::Touch(Contact { touch, judged });
        if is_tap && self.fault == Some(Fault::TapUnsent) {
            return Ok(Acted::Done);
        }
        if is_tap && self.fault == Some(Fault::TapTwice) {
            self.device.act(act, within).await?;
        }
        self.device.act(act, within).await
    }

    fn can_type(&self, text: &str) -> Result<(), String> {
        self.device.can_type(text)
    }

    async fn screenshot(
        &self,
        size: PictureSize,
        within: Duration,
    ) -> Result<Screenshot, Unavailable> {
        self.before("screenshot").await;
        self.device.screenshot(size, within.max(PATIENCE)).await
    }

    async fn leads_to(
        &self,
        opens: Opens<'_>,
        within: Duration,
    ) -> Result<Vec<Front>, Unavailable> {
        self.before("leads_to").await;
        self.device.leads_to(opens, within.max(PATIENCE)).await
    }

    async fn apps_with_icon(&self, within: Duration) -> Result<Vec<String>, Unavailable> {
        self.before("apps").await;
        self.device.apps_with_icon(within.max(PATIENCE)).await
    }

    async fn apps(&self, within: Duration) -> Result<Vec<InstalledApp>, Unavailable> {
        self.before("apps").await;
        self.device.apps(within.max(PATIENCE)).await
    }

    async fn is_installed(&self, package: &str, within: Duration) -> Result<bool, Unavailable> {
        self.before("is_installed").await;
        self.device
            .is_installed(package, within.max(PATIENCE))
            .await
    }

    async fn permissions(
        &self,
        package: &str,
        within: Duration,
    ) -> Result<Option<AppPermissions>, Unavailable> {
        self.before("permissions").await;
        self.device.permissions(package, within.max(PATIENCE)).await
    }
}
