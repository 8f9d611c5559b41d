//! [`AutoDevice`]: the Operator where it can be used, else the shell.

use std::sync::{Arc, OnceLock};
use std::time::Duration;

use async_trait::async_trait;
use clawperator_adb::Deadline;
use clawperator_contract::PhonePath;
use clawperator_device::driver::{
    Act, ActError, Acted, AppPermissions, AtPath, Capabilities, Clip, Condition, Front, Heard,
    HoldError, Identity, InstalledApp, KeptRecording, Observation, ObserveError, OnPhone, Opens,
    PictureSize, RecordingFile, Screenshot, Since, Size, TreeNumber, Unavailable, View,
};
use clawperator_device::{Device, ShellDevice};
use tracing::info;

use crate::device::OperatorDevice;
use crate::trouble::Trouble;

/// A phone whose driver is chosen when it is first asked who it is, before anything is done to it. The choice then
/// stays: what was judged through one driver is not done through another.
#[derive(Debug, Clone)]
pub struct AutoDevice {
    operator: OperatorDevice,
    shell: ShellDevice,
    /// Why the Operator is not used, once that is known.
    chosen: Arc<OnceLock<Option<String>>>,
}

impl AutoDevice {
    /// Prefers this driver.
    #[must_use]
    pub fn new(operator: OperatorDevice) -> Self {
        let shell = operator.shell().clone();
        Self {
            // It may have what the phone's own programs need, also where it cannot be used.
            shell: shell.beside(Arc::new(operator.clone())),
            operator,
            chosen: Arc::default(),
        }
    }

    /// What drives the phone: the shell, before the choice too.
    fn device(&self) -> &dyn Device {
        match self.chosen.get() {
            Some(None) => &self.operator,
            Some(Some(_)) | None => &self.shell,
        }
    }
}

#[async_trait]
impl Device for AutoDevice {
    fn serial(&self) -> &str {
        self.shell.serial()
    }

    fn expect_screen_size(&self) {
        // Said before the choice: only the shell has something to gain from it.
        self.shell.expect_screen_size();
    }

    fn expect_look(&self) {
        self.device().expect_look();
    }

    async fn identity(&self, within: Duration) -> Result<Identity, Unavailable> {
        let deadline = Deadline::after(within);
        if self.chosen.get().is_none() {
            // The rest of the time is for the shell.
            let why_not = match self.operator.open(within / 2).await {
                Ok(()) => None,
                Err(trouble) if trouble.is_of_the_phone() => return Err(trouble.into()),
                Err(trouble) => {
                    let left = deadline.remaining().unwrap_or(within);
                    if trouble == Trouble::OtherBuild && self.operator.is_another_used(left).await {
                        return Err(trouble.into());
                    }
                    // A phone that left in between looks like one without an Operator; then the shell does not answer
                    // either, and nothing is chosen.
                    let left = deadline.remaining().unwrap_or(within);
                    self.shell.identity(left).await?;
                    let why = trouble.to_string();
                    info!(why, "the shell driver is used");
                    Some(why)
                }
            };
            // Whoever came first has chosen.
            let _ = self.chosen.set(why_not);
        }
        let left = deadline.remaining().unwrap_or(within);
        self.device().identity(left).await
    }

    async fn confirm_identity(&self, within: Duration) -> Result<(), Unavailable> {
        self.device().confirm_identity(within).await
    }

    async fn hold(&self, name: &str, within: Duration) -> Result<Box<dyn OnPhone>, HoldError> {
        self.device().hold(name, within).await
    }

    fn capabilities(&self) -> Capabilities {
        self.device().capabilities()
    }

    async fn learn_release(&self, within: Duration) -> Result<(), Unavailable> {
        self.device().learn_release(within).await
    }

    fn fallback(&self) -> Option<&str> {
        self.chosen.get()?.as_deref()
    }

    async fn observe(&self, view: View, within: Duration) -> Result<Observation, ObserveError> {
        self.device().observe(view, within).await
    }

    async fn changed(&self, since: Option<TreeNumber>) {
        self.device().changed(since).await;
    }

    async fn heard(&self, since: Since, within: Duration) -> Result<Heard, Unavailable> {
        self.device().heard(since, within).await
    }

    async fn recordings(&self, within: Duration) -> Result<Vec<KeptRecording>, Unavailable> {
        self.device().recordings(within).await
    }

    async fn recording(
        &self,
        name: &str,
        most: usize,
        within: Duration,
    ) -> Result<Option<RecordingFile>, Unavailable> {
        self.device().recording(name, most, within).await
    }

    async fn clipboard(&self, within: Duration) -> Result<Option<Clip>, Unavailable> {
        self.device().clipboard(within).await
    }

    async fn front(&self, within: Duration) -> Result<Front, Unavailable> {
        self.device().front(within).await
    }

    async fn condition(&self, within: Duration) -> Result<Condition, Unavailable> {
        self.device().condition(within).await
    }

    async fn screen_size(&self, within: Duration) -> Result<Option<Size>, Unavailable> {
        self.device().screen_size(within).await
    }

    fn can_type(&self, text: &str) -> Result<(), String> {
        self.device().can_type(text)
    }

    async fn screenshot(
        &self,
        size: PictureSize,
        within: Duration,
    ) -> Result<Screenshot, Unavailable> {
        self.device().screenshot(size, within).await
    }

    async fn leads_to(
        &self,
        opens: Opens<'_>,
        within: Duration,
    ) -> Result<Vec<Front>, Unavailable> {
        self.device().leads_to(opens, within).await
    }

    async fn apps_with_icon(&self, within: Duration) -> Result<Vec<String>, Unavailable> {
        self.device().apps_with_icon(within).await
    }

    async fn apps(&self, within: Duration) -> Result<Vec<InstalledApp>, Unavailable> {
        self.device().apps(within).await
    }

    async fn is_installed(&self, package: &str, within: Duration) -> Result<bool, Unavailable> {
        self.device().is_installed(package, within).await
    }

    async fn permissions(
        &self,
        package: &str,
        within: Duration,
    ) -> Result<Option<AppPermissions>, Unavailable> {
        self.device().permissions(package, within).await
    }

    async fn file_at(&self, path: &PhonePath, within: Duration) -> Result<AtPath, Unavailable> {
        self.device().file_at(path, within).await
    }

    async fn read_file(
        &self,
        path: &PhonePath,
        most: usize,
        within: Duration,
    ) -> Result<Vec<u8>, Unavailable> {
        self.device().read_file(path, most, within).await
    }

    async fn file_holds(
        &self,
        path: &PhonePath,
        bytes: &[u8],
        within: Duration,
    ) -> Result<bool, Unavailable> {
        self.device().file_holds(path, bytes, within).await
    }

    async fn act(&self, act: Act<'_>, within: Duration) -> Result<Acted, ActError> {
        self.device().act(act, within).await
    }
}
