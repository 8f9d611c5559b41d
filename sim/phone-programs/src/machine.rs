//! What programs ask of the phone around the screen.

use std::fmt;

use async_trait::async_trait;
use clawperator_phone_operator::{Listener, Runtime};
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

    /// Listens on a socket of the phone, such as `localabstract:NAME`. By default there are none.
    fn listen(&self, address: &str) -> Result<Box<dyn Listener>, ListenRefused> {
        let _ = address;
        Err(ListenRefused::Unsupported)
    }

    /// What runs the Operator's own classes. By default there is nothing that could.
    fn runtime(&self) -> Option<&dyn Runtime> {
        None
    }

    /// The phone is to restart or to go off, and the process of this number says so.
    async fn power(&self, request: PowerRequest, by: u32);
}

/// Why nobody can listen on a socket.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum ListenRefused {
    #[error("somebody listens there already")]
    InUse,
    #[error("this phone has no such sockets")]
    Unsupported,
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

    async fn power(&self, _request: PowerRequest, _by: u32) {}
}
