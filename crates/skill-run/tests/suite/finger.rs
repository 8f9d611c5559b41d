//! A phone whose finger is clumsy: what is said to be touched and what is touched are two things.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use async_trait::async_trait;
use clawperator_device::driver::{
    Act, ActError, Acted, AppPermissions, Capabilities, Condition, Contact, Device, Front,
    Identity, InstalledApp, Observation, ObserveError, Opens, PictureSize, Screenshot, Size, Touch,
    Unavailable, View,
};
use clawperator_ui::Point;

/// What becomes of a tap.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Finger {
    /// It lands where it should.
    True,
    /// It lands nowhere, and is said to have landed.
    Lost,
    /// It lands when the screen is read for the second time after it.
    Delayed,
    /// It lands twice.
    Doubled,
    /// It lands so far below.
    Below(i32),
}

/// A phone with such a finger.
#[derive(Debug)]
pub(crate) struct Clumsy {
    device: Arc<dyn Device>,
    finger: Finger,
    /// A tap that is still to land, and how often the screen is read before.
    late: Mutex<Option<(Point, u32)>>,
}

impl Clumsy {
    pub(crate) fn new(device: Arc<dyn Device>, finger: Finger) -> Self {
        Self {
            device,
            finger,
            late: Mutex::new(None),
        }
    }

    /// The tap that is due by now.
    fn due(&self) -> Option<Point> {
        let mut late = self.late.lock().unwrap();
        match late.take()? {
            (at, 0) => Some(at),
            (at, reads) => {
                *late = Some((at, reads - 1));
                None
            }
        }
    }
}

#[async_trait]
impl Device for Clumsy {
    fn serial(&self) -> &str {
        self.device.serial()
    }

    async fn identity(&self, within: Duration) -> Result<Identity, Unavailable> {
        self.device.identity(within).await
    }

    fn capabilities(&self) -> Capabilities {
        self.device.capabilities()
    }

    async fn learn_release(&self, within: Duration) -> Result<(), Unavailable> {
        self.device.learn_release(within).await
    }

    async fn observe(&self, view: View, within: Duration) -> Result<Observation, ObserveError> {
        if let Some(at) = self.due() {
            let late = Act::Touch(Contact::blind(Touch::Tap(at)));
            self.device.act(late, within).await.unwrap();
        }
        self.device.observe(view, within).await
    }

    async fn front(&self, within: Duration) -> Result<Front, Unavailable> {
        self.device.front(within).await
    }

    async fn condition(&self, within: Duration) -> Result<Condition, Unavailable> {
        self.device.condition(within).await
    }

    async fn screen_size(&self, within: Duration) -> Result<Option<Size>, Unavailable> {
        self.device.screen_size(within).await
    }

    async fn leads_to(
        &self,
        opens: Opens<'_>,
        within: Duration,
    ) -> Result<Vec<Front>, Unavailable> {
        self.device.leads_to(opens, within).await
    }

    async fn apps_with_icon(&self, within: Duration) -> Result<Vec<String>, Unavailable> {
        self.device.apps_with_icon(within).await
    }

    async fn apps(&self, within: Duration) -> Result<Vec<InstalledApp>, Unavailable> {
        self.device.apps(within).await
    }

    async fn is_installed(&self, package: &str, within: Duration) -> Result<bool, Unavailable> {
        self.device.is_installed(package, within).await
    }

    async fn permissions(
        &self,
        package: &str,
        within: Duration,
    ) -> Result<Option<AppPermissions>, Unavailable> {
        self.device.permissions(package, within).await
    }

    async fn act(&self, act: Act<'_>, within: Duration) -> Result<Acted, ActError> {
        let Act::Touch(Contact {
            touch: Touch::Tap(at),
            ..
        }) = act
        else {
            return self.device.act(act, within).await;
        };
        match self.finger {
            Finger::True => self.device.act(act, within).await,
            Finger::Lost => Ok(Acted::Done),
            Finger::Delayed => {
                *self.late.lock().unwrap() = Some((at, 1));
                Ok(Acted::Done)
            }
            Finger::Doubled => {
                self.device.act(act, within).await?;
                self.device.act(act, within).await
            }
            Finger::Below(pixels) => {
                let below = Point {
                    x: at.x,
                    y: at.y + pixels,
                };
                let act = Act::Touch(Contact::blind(Touch::Tap(below)));
                self.device.act(act, within).await
            }
        }
    }

    fn can_type(&self, text: &str) -> Result<(), String> {
        self.device.can_type(text)
    }

    async fn screenshot(
        &self,
        size: PictureSize,
        within: Duration,
    ) -> Result<Screenshot, Unavailable> {
        self.device.screenshot(size, within).await
    }
}
