//! The screen that a phone is built around.

use std::fmt;
use std::sync::Arc;

use async_trait::async_trait;
use clawperator_phone_programs::Runtime;
use clawperator_phone_screen::{InjectRefused, Screen, ScriptedScreen};

/// A screen that a phone can be built around: what programs ask of it, and what the phone itself does to it.
#[async_trait]
pub trait PhoneScreen: Screen + fmt::Debug {
    /// Forgets all that a package has stored; it is stopped already.
    async fn clear_data(&self, package: &str);

    /// Presses keys together.
    async fn key_combination(&self, codes: &[u32]) -> Result<(), InjectRefused>;

    /// Brings the launcher to the front.
    async fn go_home(&self);

    /// What runs the Operator's own classes, where the screen has it.
    fn runtime(&self) -> Option<&dyn Runtime> {
        None
    }
}

#[async_trait]
impl PhoneScreen for ScriptedScreen {
    async fn clear_data(&self, package: &str) {
        // Whether there was such a package is the caller's to know.
        let _ = Self::clear_data(self, package);
    }

    async fn key_combination(&self, codes: &[u32]) -> Result<(), InjectRefused> {
        Self::key_combination(self, codes).await
    }

    async fn go_home(&self) {
        Self::go_home(self);
    }
}

/// Whose screen a phone has. A scripted one has faults, a lock and a history that others have not.
#[derive(Debug, Clone)]
pub(crate) enum Stage {
    Scripted(Arc<ScriptedScreen>),
    Given(Arc<dyn PhoneScreen>),
}

impl Stage {
    pub(crate) fn screen(&self) -> Arc<dyn PhoneScreen> {
        match self {
            Self::Scripted(screen) => Arc::clone(screen) as Arc<dyn PhoneScreen>,
            Self::Given(screen) => Arc::clone(screen),
        }
    }

    pub(crate) fn scripted(&self) -> Option<&Arc<ScriptedScreen>> {
        match self {
            Self::Scripted(screen) => Some(screen),
            Self::Given(_) => None,
        }
    }
}
