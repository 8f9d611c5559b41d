//! What the framework's programs ask of the phone around the screen.

use std::sync::{Arc, OnceLock};

use async_trait::async_trait;
use clawperator_adbd as adbd;
use clawperator_phone_programs::{ListenRefused, Listener, Machine, PowerRequest, Runtime};
use clawperator_phone_screen::{InjectRefused, Screen};
use clawperator_phone_shell::{FileSystem, RunningProcesses};

use crate::sockets::{ListenError, Sockets};
use crate::stage::PhoneScreen;

/// A phone's machine: app data is the screen's, and going down cuts the connections.
#[derive(Debug, Clone)]
pub(crate) struct PhoneMachine {
    pub(crate) screen: Arc<dyn PhoneScreen>,
    pub(crate) adb: Arc<adbd::TransportFaults>,
    pub(crate) sockets: Sockets,
    pub(crate) running: RunningProcesses,
    /// They are made when all programs are known.
    pub(crate) files: Arc<OnceLock<FileSystem>>,
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

    fn listen(&self, address: &str) -> Result<Box<dyn Listener>, ListenRefused> {
        match self.sockets.listen(address) {
            Ok(listener) => Ok(Box::new(listener)),
            Err(ListenError::InUse(_)) => Err(ListenRefused::InUse),
            Err(ListenError::TooMany | ListenError::BadAddress(_)) => {
                Err(ListenRefused::Unsupported)
            }
        }
    }

    fn runtime(&self) -> Option<&dyn Runtime> {
        self.screen.runtime()
    }

    async fn power(&self, request: PowerRequest, by: u32) {
        match request {
            PowerRequest::Reboot(_) => {
                let machine = self.clone();
                // A shell that ends must not take the program along that restarts the phone.
                let _ = tokio::spawn(async move { machine.reboot(by).await }).await;
            }
            PowerRequest::Shutdown => {
                self.screen.set_awake(false).await;
                self.adb.cut();
            }
        }
    }
}

impl PhoneMachine {
    /// Whoever asked for it ends last, with its connection.
    async fn reboot(&self, by: u32) {
        self.running.end_all(Some(by)).await;
        restart(&*self.screen, self.files.get()).await;
        self.adb.cut();
    }
}

/// What a restart does: all apps are stopped, the launcher is in front, and the boot has another number. Stored data
/// stays.
pub(crate) async fn restart(screen: &dyn PhoneScreen, files: Option<&FileSystem>) {
    if let Some(files) = files {
        // The number is as long as the one before, so it fits into a storage that is full.
        let _ = files.begin_boot();
    }
    for package in screen.packages().await {
        if package.pid.is_some() && !package.system {
            screen.force_stop(&package.name).await;
        }
    }
    screen.set_awake(true).await;
    screen.go_home().await;
}
