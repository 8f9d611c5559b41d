//! Two virtual phones behind a private adb server.

use std::path::Path;

use clawperator_host::AdbConfig;
use clawperator_test_support::{PrivateServer, programs};
use clawperator_virtual_phone::{JournalEvent, JournalInput, Listening, Release, VirtualPhone};
use tempfile::TempDir;

pub(crate) struct Rig {
    server: PrivateServer,
    phones: Vec<Listening>,
    folder: TempDir,
}

impl Rig {
    pub(crate) async fn start() -> Self {
        let mut phones = Vec::new();
        for _ in 0..2 {
            let phone = VirtualPhone::builder(Release::Android14).build().unwrap();
            phones.push(phone.listen("127.0.0.1:0").await.unwrap());
        }
        let serials: Vec<String> = phones.iter().map(Listening::serial).collect();
        let serials: Vec<&str> = serials.iter().map(String::as_str).collect();
        Self {
            server: PrivateServer::with_phones(&programs()[0], &serials).await,
            phones,
            folder: tempfile::tempdir().unwrap(),
        }
    }

    pub(crate) fn adb(&self) -> AdbConfig {
        AdbConfig {
            endpoint: self.server.endpoint().clone(),
            program: Some(self.server.program().to_owned()),
            default_phone: None,
        }
    }

    pub(crate) fn folder(&self) -> &Path {
        self.folder.path()
    }

    pub(crate) fn phone(&self, serial: &str) -> &Listening {
        let phone = self.phones.iter().find(|phone| phone.serial() == serial);
        phone.expect("the rig has the phone")
    }

    /// How many keys a phone says that it was sent.
    pub(crate) fn keys_pressed(&self, serial: &str) -> usize {
        keys_of(self.phone(serial))
    }
}

/// The same of a phone.
pub(crate) fn keys_of(phone: &Listening) -> usize {
    let journal = phone.phone().journal();
    let is_key = |event: &JournalEvent| {
        matches!(
            event,
            JournalEvent::Injected {
                input: JournalInput::Keys { .. },
                ..
            }
        )
    };
    let keys = journal.entries.iter().filter(|entry| is_key(&entry.event));
    keys.count()
}
