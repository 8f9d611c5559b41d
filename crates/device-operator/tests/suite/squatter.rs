//! Somebody took the Operator's name before the Operator: whatever it says, it hears a greeting and nothing else.

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use async_trait::async_trait;
use clawperator_contract::ErrorCode;
use clawperator_device::Device as _;
use clawperator_device::driver::{Act, ActError, Acted, Contact, Driver, Identity, Touch, View};
use clawperator_device_operator::{
    AutoDevice, KnownLaunch, Launches, OperatorDevice, RememberedLaunches,
};
use clawperator_operator_protocol::{
    Answer, Build, DRIVER_HELLO_BYTES, DriverHello, Held, Launch, NONCE_BYTES, Nonce,
    OPERATOR_HELLO_BYTES, Outcome, SOCKET, VERSION, secret_path,
};
use clawperator_ui::Point;
use clawperator_virtual_phone::{SocketListener, VirtualPhone};
use sha2::{Digest as _, Sha256};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _, DuplexStream};
use tokio::task::{JoinHandle, JoinSet};

use super::bench::{Bench, LONG};
use super::puppet::acted;

/// What the driver brings along.
const JAR: &[u8] = include_bytes!("../../operator.jar");

const TAP: Act<'static> = Act::Touch(Contact::blind(Touch::Tap(Point { x: 5, y: 900 })));

/// What a squatter says to a greeting.
#[derive(Debug, Clone)]
enum Words {
    Nothing,
    /// These bytes, and closes.
    Closes(Vec<u8>),
    /// These bytes, then answers as if it had been believed, and stays.
    Stays(Vec<u8>),
    /// What the driver has just said, and more behind it.
    Echo,
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_took_the_name_hears_a_greeting_and_nothing_else() {
    let bench = Bench::new().await;
    let memory = Arc::new(Memory::default());
    let honest = recorded(&bench, &memory).await;
    let remembered = memory.count();
    let hello = |change: &dyn Fn(&mut Vec<u8>)| {
        let mut hello = honest.clone();
        change(&mut hello);
        hello
    };
    let unknown = |hello: &mut Vec<u8>| hello[42..58].fill(9);
    let short = launch_with_file(bench.phone(), 8, &[1; 31]);
    let own = launch_with_file(bench.phone(), 7, &[7; 32]);
    let believed = [held(), acted(1, Outcome::Done).frame(1)].concat();
    let tries = [
        ("it says nothing", Words::Nothing),
        ("it closes at once", Words::Closes(Vec::new())),
        ("half of a greeting", Words::Closes(honest[..60].to_vec())),
        ("noise", Words::Stays(vec![0x5a; OPERATOR_HELLO_BYTES])),
        ("the driver's own words", Words::Echo),
        (
            "what an honest one said before",
            Words::Stays(honest.clone()),
        ),
        (
            "the same, and answers",
            Words::Stays([honest.clone(), believed].concat()),
        ),
        ("a launch that nobody knows", Words::Stays(hello(&unknown))),
        (
            "a secret that is too short",
            Words::Stays(hello(&|hello| hello[42..58].copy_from_slice(&short.0))),
        ),
        (
            "a secret that proves something else",
            Words::Stays(hello(&|hello| hello[42..58].copy_from_slice(&own.0))),
        ),
        (
            "a proof of zeros",
            Words::Stays(hello(&|hello| hello[90..].fill(0))),
        ),
        (
            "another version",
            Words::Closes(hello(&|hello| hello[9] = 2)),
        ),
        (
            "another build",
            Words::Closes(hello(&|hello| hello[10] ^= 1)),
        ),
    ];
    let mut nonces = BTreeSet::new();
    for (what, words) in tries {
        let squatter = Squatter::new(bench.phone(), words.clone());
        let device = bench.operator_with(Arc::clone(&memory) as Arc<dyn Launches>);
        refused(what, &words, &device).await;
        let auto = AutoDevice::new(bench.operator_with(Arc::clone(&memory) as Arc<dyn Launches>));
        let before = bench.taps();
        auto.identity(LONG).await.unwrap();
        assert_eq!(auto.capabilities().driver, Driver::Shell, "{what}");
        assert!(auto.fallback().is_some(), "{what}");
        assert_eq!(auto.act(TAP, LONG).await, Ok(Acted::Done), "{what}");
        assert_eq!(bench.taps(), before + 1, "{what}");
        for heard in squatter.ends().await {
            assert_eq!(heard.len(), DRIVER_HELLO_BYTES, "{what}: {heard:x?}");
            assert_eq!(heard[..10], honest[..10], "{what}");
            let nonce = heard[42..].to_vec();
            assert!(nonces.insert(nonce), "{what}: a nonce comes again");
        }
    }
    assert_eq!(memory.count(), remembered, "somebody was believed");
    // Nobody is in the way any more.
    let device = bench.operator_with(memory);
    device.identity(LONG).await.unwrap();
    assert_eq!(device.act(TAP, LONG).await, Ok(Acted::Done));
}

/// The driver does nothing, and says that nothing was done.
async fn refused(what: &str, words: &Words, device: &OperatorDevice) {
    let code = match words {
        Words::Nothing => ErrorCode::DeviceTimeout,
        _ => ErrorCode::ServiceUnavailable,
    };
    let unknown = device.identity(LONG).await.unwrap_err();
    assert_eq!(unknown.code, code, "{what}: {unknown:?}");
    let acted = device.act(TAP, LONG).await;
    assert!(
        matches!(&acted, Err(ActError::NotSent { code: said, .. }) if *said == code),
        "{what}: {acted:?}"
    );
    let view = View {
        activity: false,
        rest: false,
    };
    assert!(device.observe(view, LONG).await.is_err(), "{what}");
}

/// What the Operator of an earlier launch said to a driver. It was killed: its secret is still on the phone, and in the
/// driver's memory.
async fn recorded(bench: &Bench, memory: &Arc<Memory>) -> Vec<u8> {
    let device = bench.operator_with(Arc::clone(memory) as Arc<dyn Launches>);
    device.identity(LONG).await.unwrap();
    drop(device);
    let address = format!("localabstract:{SOCKET}");
    let mut stream = bench.phone().sockets().connect(&address).unwrap();
    let hello = DriverHello {
        version: VERSION,
        build: Build(Sha256::digest(JAR).into()),
        nonce: Nonce([3; NONCE_BYTES]),
    };
    stream.write_all(&hello.encode()).await.unwrap();
    let mut honest = vec![0; OPERATOR_HELLO_BYTES];
    stream.read_exact(&mut honest).await.unwrap();
    bench.end_operator().await;
    honest
}

/// The id of a launch whose file has these bytes.
fn launch_with_file(phone: &VirtualPhone, number: u8, secret: &[u8]) -> Launch {
    let launch = Launch([number; 16]);
    let path = secret_path(launch);
    phone.files().write(path, secret, 0o600).unwrap();
    launch
}

/// What an Operator says to one that has asked for the phone.
fn held() -> Vec<u8> {
    let held = Held {
        by_you: true,
        lease_ms: 10_000,
        name: "squatter".to_owned(),
    };
    Answer::Held(held).frame(1)
}

/// Who has the name, until it is asked what it heard.
struct Squatter {
    serving: JoinHandle<()>,
    heard: Arc<Mutex<Vec<Vec<u8>>>>,
    streams: Arc<Mutex<JoinSet<()>>>,
}

impl Squatter {
    fn new(phone: &VirtualPhone, words: Words) -> Self {
        let address = format!("localabstract:{SOCKET}");
        let mut listener: SocketListener = phone.sockets().listen(&address).unwrap();
        let heard: Arc<Mutex<Vec<Vec<u8>>>> = Arc::default();
        let streams: Arc<Mutex<JoinSet<()>>> = Arc::default();
        let (all, every) = (Arc::clone(&heard), Arc::clone(&streams));
        let serving = tokio::spawn(async move {
            loop {
                let stream = listener.accept().await;
                let (words, all) = (words.clone(), Arc::clone(&all));
                every.lock().unwrap().spawn(async move {
                    let heard = speak(stream, words).await;
                    all.lock().unwrap().push(heard);
                });
            }
        });
        Self {
            serving,
            heard,
            streams,
        }
    }

    /// Gives the name back; answers what was heard on each stream to its end.
    async fn ends(self) -> Vec<Vec<u8>> {
        self.serving.abort();
        // It is gone when it is waited for.
        let _ = self.serving.await;
        let mut streams = std::mem::take(&mut *self.streams.lock().unwrap());
        let all = async {
            while let Some(done) = streams.join_next().await {
                done.unwrap();
            }
        };
        tokio::time::timeout(LONG, all).await.unwrap();
        let heard = std::mem::take(&mut *self.heard.lock().unwrap());
        assert!(!heard.is_empty());
        heard
    }
}

/// Says its words to one driver, and hears all that comes until the stream ends.
async fn speak(mut stream: DuplexStream, words: Words) -> Vec<u8> {
    let mut heard = vec![0; DRIVER_HELLO_BYTES];
    stream.read_exact(&mut heard).await.unwrap();
    let (said, stays) = match words {
        Words::Nothing => (Vec::new(), true),
        Words::Closes(said) => (said, false),
        Words::Stays(said) => (said, true),
        Words::Echo => ([heard.clone(), heard.clone()].concat(), true),
    };
    // The driver may be gone by then.
    let _ = stream.write_all(&said).await;
    if !stays {
        let _ = stream.shutdown().await;
    }
    let _ = stream.read_to_end(&mut heard).await;
    heard
}

/// Launches in memory, counted.
#[derive(Debug, Default)]
struct Memory {
    launches: RememberedLaunches,
    remembered: AtomicUsize,
}

impl Memory {
    fn count(&self) -> usize {
        self.remembered.load(Ordering::Relaxed)
    }
}

#[async_trait]
impl Launches for Memory {
    async fn recall(&self, launch: Launch) -> Option<KnownLaunch> {
        self.launches.recall(launch).await
    }

    async fn remember(&self, launch: Launch, known: KnownLaunch) {
        self.remembered.fetch_add(1, Ordering::Relaxed);
        self.launches.remember(launch, known).await;
    }

    async fn forget(&self, launch: Launch) {
        self.launches.forget(launch).await;
    }

    async fn forget_phone(&self, phone: &Identity) {
        self.launches.forget_phone(phone).await;
    }
}
