//! What the framework's programs ask of the phone around the screen.

use std::sync::Arc;

use async_trait::async_trait;
use clawperator_adbd as adbd;
use clawperator_phone_programs::{Machine, PowerRequest};
use clawperator_phone_screen::{InjectRefused, Screen};

use crate::stage::PhoneScreen;

/// A phone's machine: app data is the screen's, and going down cuts the connections.
#[derive(Debug)]
pub(crate) struct PhoneMachine {
    pub(crate) screen: Arc<dyn PhoneScreen>,
    pub(crate) adb: Arc<adbd::TransportFaults>,
}

#[async_trait]
impl Machine for PhoneMachine {
    async fn clear_data(&self, package: &str) {
        self.screen.clear_data(package).await;
    }

    async fn key_combination(
        &self,
        _screen: &dyn Screen,
        codes: &[u32],
    ) -> Result<(), InjectRefused> {
        self.screen.key_combination(codes).await
    }

    async fn power(&self, request: PowerRequest) {
        match request {
            PowerRequest::Reboot(_) => restart(&*self.screen).await,
            PowerRequest::Shutdown => self.screen.set_awake(false).await,
        }
        self.adb.cut();
    }
}

/// What a restart does to the apps: they are all stopped, and the launcher is in front. Stored data stays.
pub(crate) async fn restart(screen: &dyn PhoneScreen) {
    for package in screen.packages().await {
        if package.pid.is_some() && !package.system {
            screen.force_stop(&package.name).await;
        }
    }
    screen.set_awake(true).await;
    screen.go_home().await;
}
