//! A host without a toolkit.

use std::path::Path;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use clawperator_framework_phone::{HostEvent, HostOptions, JvmScreen};

/// What happened to the host so far.
pub(crate) type Events = Arc<Mutex<Vec<HostEvent>>>;

/// How the fake is started, and what happens to it.
pub(crate) fn options(patience: Duration) -> (HostOptions, Events) {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/tools/fake_host.py");
    let events = Events::default();
    let mut options = HostOptions::built("python3", Path::new("."));
    options.temporary = None;
    options.arguments = vec![script.display().to_string()];
    options.patience = patience;
    let heard = Arc::clone(&events);
    options.listener = Arc::new(move |event| heard.lock().unwrap().push(event));
    (options, events)
}

/// A screen over the fake.
pub(crate) async fn screen(patience: Duration) -> (JvmScreen, Events) {
    let (options, events) = options(patience);
    (JvmScreen::start(options).await.unwrap(), events)
}
