//! Who may connect.

use std::sync::Arc;
use std::time::Duration;

use clawperator_adbd::{Auth, KnownKeys, Options};

use crate::support::adb::{Adb, BOTH};
use crate::support::phone::Phone;

#[tokio::test(flavor = "multi_thread")]
async fn nobody_is_let_in() {
    for version in BOTH {
        let mut options = Options::for_release(14);
        options.auth = Auth::Unauthorized;
        let phone = Phone::with_options(14, options).await;
        let adb = Adb::start(version).await;
        let said = adb.output(&["connect", &phone.serial()]).await;
        let said = String::from_utf8_lossy(&said.stdout).into_owned();
        assert_eq!(
            said,
            format!("failed to authenticate to {}\n", phone.serial())
        );
        adb.until_state(&phone, Some("unauthorized")).await;
        let refused = adb.output(&["shell", "exit 0"]).await;
        assert_eq!(refused.status.code(), Some(1));
        let said = String::from_utf8_lossy(&refused.stderr).into_owned();
        assert!(said.contains("unauthorized"), "{said}");
        assert_eq!(phone.options.counters.opened_streams(), 0);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_accepted_key_signs_the_next_time() {
    for version in BOTH {
        let known = Arc::new(KnownKeys::default());
        let mut options = Options::for_release(14);
        options.auth = Auth::Ask {
            known: Arc::clone(&known),
            accept_after: Duration::ZERO,
        };
        let phone = Phone::with_options(14, options).await;
        let adb = Adb::start(version).await;
        adb.output(&["connect", &phone.serial()]).await;
        adb.until_state(&phone, Some("device")).await;
        assert_eq!(known.len(), 1);

        // From now on nobody looks at the phone: only the signature can open it.
        adb.text(&["disconnect"]).await;
        let mut options = phone.options.clone();
        options.auth = Auth::Ask {
            known: Arc::clone(&known),
            accept_after: Duration::MAX,
        };
        let phone = Phone::with_options(14, options).await;
        let said = adb.text(&["connect", &phone.serial()]).await;
        assert_eq!(said, format!("connected to {}\n", phone.serial()));
        assert_eq!(
            adb.output(&["shell", "exit 5"]).await.status.code(),
            Some(5)
        );

        // Another home has another key, and that one is not known.
        let stranger = Adb::start(version).await;
        let said = stranger.output(&["connect", &phone.serial()]).await;
        let said = String::from_utf8_lossy(&said.stdout).into_owned();
        assert_eq!(
            said,
            format!("failed to authenticate to {}\n", phone.serial())
        );
        assert_eq!(known.len(), 1);
    }
}
