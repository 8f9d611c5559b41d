//! A virtual phone behind a real adb server, and drivers for it.

use std::sync::Arc;
use std::time::Duration;

use clawperator_adb::DeviceHandle;
use clawperator_device_operator::{
    Caretaker, Force, Launches, OperatorDevice, Program, RememberedLaunches,
};
use clawperator_test_support::{PrivateServer, programs, soon};
use clawperator_virtual_phone::{
    ClockMode, Fault, JournalEvent, JournalInput, Listening, Release, ServiceRequest, VirtualPhone,
};
use sha2::{Digest as _, Sha256};

const NAME: &str = "com.clawperator.operator";
const FOLDER: &str = "/data/local/tmp";
const OTHER_JAR: &str = "/data/local/tmp/clawperator-operator-0123456789abcdef.jar";

/// What no answering phone needs.
pub(crate) const LONG: Duration = Duration::from_secs(30);

pub(crate) struct Bench {
    listening: Listening,
    server: PrivateServer,
}

impl Bench {
    pub(crate) async fn new() -> Self {
        Self::with_clock(ClockMode::Instant).await
    }

    pub(crate) async fn with_clock(clock: ClockMode) -> Self {
        let phone = VirtualPhone::builder(Release::Android14)
            .clock(clock)
            .build()
            .unwrap();
        let listening = phone.listen("127.0.0.1:0").await.unwrap();
        let adb = programs().into_iter().next().unwrap();
        let server = PrivateServer::with_phones(&adb, &[&listening.serial()]).await;
        Self { listening, server }
    }

    pub(crate) fn phone(&self) -> &VirtualPhone {
        self.listening.phone()
    }

    pub(crate) fn handle(&self) -> DeviceHandle {
        let client = self.server.client();
        client.device(&self.listening.serial()).unwrap()
    }

    /// A driver that knows nothing of the phone.
    pub(crate) fn operator(&self) -> OperatorDevice {
        self.operator_with(Arc::new(RememberedLaunches::default()))
    }

    /// The same with launches that somebody remembers.
    pub(crate) fn operator_with(&self, launches: Arc<dyn Launches>) -> OperatorDevice {
        let program = Program::of_this_build();
        OperatorDevice::new(self.handle(), program, NAME, launches)
    }

    /// Who looks after the Operator, and knows nothing of the phone.
    pub(crate) fn caretaker(&self) -> Caretaker {
        self.caretaker_with(Arc::new(RememberedLaunches::default()))
    }

    /// The same with launches that somebody remembers.
    pub(crate) fn caretaker_with(&self, launches: Arc<dyn Launches>) -> Caretaker {
        Caretaker::new(self.handle(), Program::of_this_build(), NAME, launches)
    }

    /// What of the Operator is in the file system of the phone.
    pub(crate) fn left(&self) -> Vec<String> {
        let entries = self.phone().files().read_dir(FOLDER).unwrap();
        let names = entries
            .into_iter()
            .map(|entry| String::from_utf8(entry.name).unwrap());
        names.filter(|name| name.contains("clawperator")).collect()
    }

    /// Starts the program under the name of another build's.
    pub(crate) async fn start_other_build(&self) {
        self.caretaker().start(LONG).await.unwrap();
        let own = self.jar();
        let files = self.phone().files();
        let jar = files.read(&own).unwrap();
        self.caretaker().stop(&Force::No, LONG).await.unwrap();
        files.write(OTHER_JAR, &jar, 0o400).unwrap();
        let digest: [u8; 32] = Sha256::digest(&jar).into();
        let hash = clawperator_contract::hex(&digest);
        let line = format!(
            "CLASSPATH={OTHER_JAR} setsid app_process /system/bin --nice-name=x dev.clawperator.operator.Main serve {hash} </dev/null &"
        );
        let handle = self.handle();
        let said = handle.exec_out(line.as_bytes(), 1 << 10, soon()).await;
        assert!(String::from_utf8_lossy(&said.unwrap()).starts_with("READY"));
    }

    /// Lets the phone's programs say nothing that can be read: neither its processes nor who it is.
    pub(crate) async fn tell_nothing(&self) {
        self.set(Fault::OutputTruncated { after_bytes: 0 }).await;
    }

    /// Ends the Operator as a person does.
    pub(crate) async fn end_operator(&self) {
        let line = format!("kill -9 $(pidof {NAME})");
        let handle = self.handle();
        handle
            .exec_out(line.as_bytes(), 1 << 10, soon())
            .await
            .unwrap();
    }

    /// Where the program is on the phone.
    pub(crate) fn jar(&self) -> String {
        let entries = self.phone().files().read_dir(FOLDER).unwrap();
        let names = entries
            .into_iter()
            .map(|entry| String::from_utf8(entry.name).unwrap());
        let mut jars = names.filter(|name| name.strip_suffix(".jar").is_some());
        let jar = jars.next().unwrap();
        assert_eq!(jars.next(), None);
        format!("{FOLDER}/{jar}")
    }

    pub(crate) async fn set(&self, fault: Fault) {
        self.phone().faults().set(fault).await.unwrap();
    }

    /// Brings the phone back to its server.
    pub(crate) async fn reconnect(&self) {
        self.phone().faults().clear_all().await;
        self.server.reconnect(&self.listening.serial()).await;
    }

    /// How often the Operator was started.
    pub(crate) fn starts(&self) -> usize {
        let requests = self.phone().requests().entries;
        let starts = requests.iter().filter(|entry| match &entry.request {
            ServiceRequest::Stream { service, .. } => service.contains("app_process"),
            ServiceRequest::File { .. } => false,
        });
        starts.count()
    }

    /// How many taps were injected.
    pub(crate) fn taps(&self) -> usize {
        let journal = self.phone().journal().entries;
        let tap = |event: &JournalEvent| {
            let tap = |input: &JournalInput| matches!(input, JournalInput::Tap { .. });
            matches!(event, JournalEvent::Injected { input, .. } if tap(input))
        };
        journal.iter().filter(|entry| tap(&entry.event)).count()
    }
}
