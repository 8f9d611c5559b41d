//! One run of a framework program: its streams and the phone that it acts on.

use std::sync::Arc;
use std::time::SystemTime;

use bytes::Bytes;
use clawperator_phone_screen::{Package, Screen, ScreenState};
use clawperator_phone_shell::{Closed, Exit, Input, Output, Process};

use crate::machine::Machine;
use crate::phone::PhoneState;
use crate::release::Release;

/// What `adb shell` sees when a handler of the framework returns -1.
pub(crate) const FAILED: Exit = 255;

/// What all programs of a phone share.
#[derive(Clone)]
pub(crate) struct Framework {
    pub(crate) phone: Arc<PhoneState>,
    pub(crate) screen: Arc<dyn Screen>,
    pub(crate) machine: Arc<dyn Machine>,
}

/// One run of a program.
pub(crate) struct Call<'a> {
    pub(crate) framework: &'a Framework,
    pub(crate) stdin: Input,
    pub(crate) stdout: Output,
    pub(crate) stderr: Output,
    pub(crate) process: &'a Process,
}

impl Call<'_> {
    pub(crate) fn phone(&self) -> &PhoneState {
        &self.framework.phone
    }

    pub(crate) fn screen(&self) -> &dyn Screen {
        &*self.framework.screen
    }

    pub(crate) fn release(&self) -> Release {
        self.framework.phone.release()
    }

    pub(crate) fn now(&self) -> SystemTime {
        self.process.clock.now()
    }

    pub(crate) async fn out(&self, text: impl Into<Bytes> + Send) -> Result<(), Closed> {
        self.stdout.write(text).await
    }

    pub(crate) async fn err(&self, text: impl Into<Bytes> + Send) -> Result<(), Closed> {
        self.stderr.write(text).await
    }

    /// Writes text to the error stream and ends with a status.
    pub(crate) async fn fail(
        &self,
        text: impl Into<Bytes> + Send,
        exit: Exit,
    ) -> Result<Exit, Closed> {
        self.err(text).await?;
        Ok(exit)
    }

    /// Writes text to the output and ends with a status.
    pub(crate) async fn answer(
        &self,
        text: impl Into<Bytes> + Send,
        exit: Exit,
    ) -> Result<Exit, Closed> {
        self.out(text).await?;
        Ok(exit)
    }

    /// Installed packages by name, each with a user id.
    pub(crate) async fn packages(&self) -> Vec<Package> {
        self.phone().with_installed(self.screen().packages().await)
    }

    pub(crate) async fn package(&self, name: &str) -> Option<Package> {
        self.packages()
            .await
            .into_iter()
            .find(|package| package.name == name)
    }

    pub(crate) async fn state(&self) -> ScreenState {
        self.screen().state().await
    }
}
