//! What programs ask of the phone around the screen.

use std::fmt;

use async_trait::async_trait;
use clawperator_phone_screen::{InjectRefused, KeyPress, Screen};

/// What programs ask of the phone that neither a screen nor their own state can do.
#[async_trait]
pub trait Machine: fmt::Debug + Send + Sync {
    /// Forgets all that a package has stored, as `pm clear` does; it is stopped already.
    async fn clear_data(&self, package: &str);

    /// Presses keys together, as `input keycombination` does.
    async fn key_combination(
        &self,
        screen: &dyn Screen,
        codes: &[u32],
    ) -> Result<(), InjectRefused>;

    /// The phone is to restart or to go off; the answer comes before it does.
    async fn power(&self, request: PowerRequest);
}

/// How a phone is to go down.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PowerRequest {
    /// Restart, into `bootloader`, `recovery` or the like when a target is named.
    Reboot(Option<String>),
    /// Off.
    Shutdown,
}

/// A phone that keeps no data, presses keys one after the other and never goes down.
#[derive(Debug, Clone, Copy, Default)]
pub struct PlainMachine;

#[async_trait]
impl Machine for PlainMachine {
    async fn clear_data(&self, _package: &str) {}

    async fn key_combination(
        &self,
        screen: &dyn Screen,
        codes: &[u32],
    ) -> Result<(), InjectRefused> {
        for code in codes {
            screen
                .key(KeyPress {
                    code: *code,
                    long: false,
                })
                .await?;
        }
        Ok(())
    }

    async fn power(&self, _request: PowerRequest) {}
}
