//! A generation of one phone is none of another at the same address, also where neither says who it is.

use std::sync::Arc;
use std::time::Duration;

use clawperator_contract::runs::Surface;
use clawperator_contract::wrappers::ExecutionResult;
use clawperator_contract::{DataKey, Failure, RunOptions, SnapshotForm, validate};
use clawperator_host::{
    AdbConfig, Executor as _, Host, HostConfig, OperatorConfig, Profile, Retention, RunRequest,
    StoreConfig, SystemSources, Unheard, never, profile,
};
use clawperator_test_support::{PrivateServer, programs};
use clawperator_virtual_phone::{Listening, Release, VirtualPhone};
use serde_json::{Value, json};
use tempfile::TempDir;

use super::rig::keys_of;

const PATIENCE: Duration = Duration::from_mins(1);

/// A phone at an address, where another one can come.
struct Place {
    server: PrivateServer,
    phone: Listening,
    folder: TempDir,
}

impl Place {
    /// With a phone that says that this is its serial number.
    async fn of(serial: &str) -> Self {
        let phone = listening(serial, "127.0.0.1:0").await;
        Self {
            server: PrivateServer::with_phones(&programs()[0], &[&phone.serial()]).await,
            phone,
            folder: tempfile::tempdir().unwrap(),
        }
    }

    fn address(&self) -> String {
        self.phone.serial()
    }

    fn keys(&self) -> usize {
        keys_of(&self.phone)
    }

    /// Has the server connect what is there again.
    async fn reconnect(&self) {
        self.server.reconnect(&self.address()).await;
    }

    /// The same place with another phone that says this.
    async fn swapped(self, serial: &str) -> Self {
        let address = self.address();
        self.phone.stop().await.unwrap();
        let phone = listening(serial, &address).await;
        let swapped = Self { phone, ..self };
        swapped.reconnect().await;
        swapped
    }
}

async fn listening(serial: &str, address: &str) -> Listening {
    let builder = VirtualPhone::builder(Release::Android14).serial(serial);
    builder.build().unwrap().listen(address).await.unwrap()
}

fn host(place: &Place) -> (Host, Arc<Profile>) {
    let config = HostConfig {
        adb: vec![AdbConfig {
            endpoint: place.server.endpoint().clone(),
            program: Some(place.server.program().to_owned()),
            default_phone: None,
        }],
        store: StoreConfig {
            state: place.folder.path().join("state"),
            temporary: place.folder.path().to_owned(),
            retention: Retention::default(),
        },
        operator: OperatorConfig::default(),
    };
    let host = Host::open(config, Arc::new(SystemSources::start())).unwrap();
    (host, Arc::new(profile("person").unwrap()))
}

async fn run(
    place: &Place,
    (host, profile): &(Host, Arc<Profile>),
    action: &Value,
    decided_on: Option<u64>,
) -> Result<ExecutionResult, Failure> {
    let payload = json!({
        "commandId": "c", "taskId": "t", "source": "test", "expectedFormat": "android-ui-automator",
        "timeoutMs": 30000, "actions": [action],
    });
    let execution = validate(payload.to_string().as_bytes()).unwrap().execution;
    let phone = host.phone(Some(&place.address()), PATIENCE).await.unwrap();
    let mut request = RunRequest::new(Arc::clone(profile), Surface::Library);
    request.decided_on = decided_on;
    let options = RunOptions {
        snapshot: SnapshotForm::Compact,
        ..RunOptions::default()
    };
    let executor = phone.executor(request);
    executor
        .execute(&execution, options, &Unheard, never())
        .await
}

async fn look(place: &Place, host: &(Host, Arc<Profile>)) -> u64 {
    let action = json!({ "id": "s", "type": "snapshot_ui" });
    let seen = run(place, host, &action, None).await.unwrap();
    let step = &seen.envelope.step_results[0];
    step.get(DataKey::Generation).unwrap().parse().unwrap()
}

#[tokio::test]
async fn a_generation_of_one_phone_is_none_of_another() {
    let home = json!({ "id": "h", "type": "press_key", "params": { "key": "home" } });
    for serial in ["00000000", "unknown", "R5CT12345678"] {
        let is_shared = serial != "R5CT12345678";
        let mut place = Place::of(serial).await;
        let host = host(&place);
        let address = place.address();
        // Each has the generation of a screen, and one of none.
        let new = async |decided_on| {
            let phone = host.0.phone(Some(&address), PATIENCE).await.unwrap();
            let profile = Arc::clone(&host.1);
            phone.new_generation(profile, decided_on).await
        };
        let seen = look(&place, &host).await;
        let unseen = new(Some(seen)).await.unwrap();
        place.reconnect().await;
        for generation in [seen, unseen] {
            run(&place, &host, &home, Some(generation)).await.unwrap();
        }
        assert_eq!(place.keys(), 2, "{serial}");
        place = place.swapped(serial).await;
        for generation in [seen, unseen] {
            let ran = run(&place, &host, &home, Some(generation)).await;
            let minted = new(Some(generation)).await;
            if is_shared {
                assert_eq!(ran.unwrap_err().code.name(), "STALE_REF", "{serial}");
                assert_eq!(minted.unwrap_err().code.name(), "STALE_REF", "{serial}");
            } else {
                // Started again, it is the same phone.
                ran.unwrap();
                minted.unwrap();
            }
        }
        let keys = if is_shared { 0 } else { 2 };
        assert_eq!(place.keys(), keys, "{serial}");
        let seen = look(&place, &host).await;
        run(&place, &host, &home, Some(seen)).await.unwrap();
        assert_eq!(place.keys(), keys + 1, "{serial}");
    }
}
