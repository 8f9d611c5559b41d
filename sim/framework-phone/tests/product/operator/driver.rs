//! A small driver of the Operator: its start through the shell, its greeting, and frames over the adb server.

use std::collections::VecDeque;
use std::io::{self, ErrorKind};
use std::time::Duration;

use clawperator_adb::{Deadline, DeviceHandle, DeviceStream, PushFile};
use clawperator_operator_protocol::{
    Act, Acted, Answer, Build, Changed, DriverHello, FRAME_HEAD, Finger, FrameHead, From, Hold,
    Launch, Look, Nonce, OPERATOR_HELLO_BYTES, OperatorHello, Request, SOCKET, Secret, Terms,
    TouchPoint, Tree, VERSION, jar_path, secret_path,
};
use sha2::{Digest, Sha256};
use tokio::io::{AsyncReadExt, AsyncWriteExt};

use super::super::drivers;
use super::super::rig::Phone;

pub(super) const NAME: &str = "dev.clawperator.operator";
/// How busy this machine is must not decide a test.
const WITHIN: Duration = Duration::from_mins(2);
/// How often a stream is greeted.
const GREETINGS: usize = 20;
/// The beginning of a zip file and the directory at its end: what runs here are the classes of the same source.
const JAR: &[u8] = b"PK\x03\x04classes.dexPK\x05\x06\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0";

/// The phone with the jar on it.
pub(super) struct Installed {
    adb: DeviceHandle,
    jar: String,
    build: [u8; 32],
}

/// A launch of the Operator and its secret.
pub(super) struct Launched {
    adb: DeviceHandle,
    build: Build,
    launch: Launch,
    secret: Secret,
}

/// A stream to the Operator behind its greeting.
pub(super) struct Driver {
    stream: DeviceStream,
    next: u32,
    acts: u64,
    told: VecDeque<Changed>,
}

impl Installed {
    pub(super) async fn on(phone: &Phone) -> Self {
        let adb = phone.adb();
        let build: [u8; 32] = Sha256::digest(JAR).into();
        let jar = jar_path(Build(build));
        let file = PushFile {
            path: jar.as_bytes(),
            permissions: 0o644,
            modified: 0,
        };
        let mut sync = adb.sync(soon()).await.unwrap();
        sync.push(file, JAR, |_| {}, soon()).await.unwrap();
        Self { adb, jar, build }
    }

    /// What a line says to its output.
    pub(super) async fn shell(&self, line: &str) -> String {
        drivers::shell(&self.adb, line).await
    }

    pub(super) fn line(&self, build: &[u8; 32]) -> String {
        format!(
            "CLASSPATH={} setsid app_process /system/bin --nice-name={NAME} dev.clawperator.operator.Main serve {} &",
            self.jar,
            Build(*build)
        )
    }

    /// Starts it; the shell has ended when this has.
    pub(super) async fn start(&self) -> Launched {
        let said = self.shell(&self.line(&self.build)).await;
        let launch = said.strip_prefix("READY ").map(str::trim_end);
        let launch = launch.unwrap_or_else(|| panic!("{said}"));
        let digits = u128::from_str_radix(launch, 16).unwrap();
        let launch = Launch(digits.to_be_bytes());
        let path = secret_path(launch);
        let mode = self.shell(&format!("ls -l {path}")).await;
        assert!(mode.starts_with("-rw------- "), "{mode}");
        let mut secret = Vec::new();
        let mut sync = self.adb.sync(soon()).await.unwrap();
        sync.pull(&path, &mut secret, |_| {}, soon()).await.unwrap();
        Launched {
            adb: self.adb.clone(),
            build: Build(self.build),
            launch,
            secret: Secret::new(secret.try_into().unwrap()),
        }
    }

    /// Waits until its process is gone.
    pub(super) async fn until_ended(&self) {
        in_time(async { while self.shell("ps -A -o ARGS").await.contains(NAME) {} }).await;
    }

    /// Ends it as a person does, and waits until nothing is left of it.
    pub(super) async fn kill(&self) {
        drivers::end(&self.adb, NAME).await;
    }
}

impl Launched {
    /// A stream that has been heard. The two seconds of a greeting are a quarter of one where the phone's time runs faster,
    /// so one that this machine was too busy for is made again.
    pub(super) async fn connect(&self) -> Driver {
        for _ in 0..GREETINGS {
            match self.try_connect().await {
                Ok(driver) => return driver,
                Err(error) if is_closed(&error) => {}
                Err(error) => panic!("{error}"),
            }
        }
        panic!("no greeting came to its end")
    }

    async fn try_connect(&self) -> io::Result<Driver> {
        let hello = DriverHello {
            version: VERSION,
            build: self.build,
            nonce: Nonce([7; 32]),
        };
        let (mut stream, bytes) = self.greet(&hello).await?;
        let theirs = OperatorHello::decode(&bytes).unwrap();
        assert_eq!(theirs.launch, self.launch);
        let terms = Terms {
            build: self.build,
            launch: self.launch,
            driver: hello.nonce,
            operator: theirs.nonce,
        };
        assert!(terms.is_operator(&self.secret, theirs.proof));
        let proof = terms.proof_of_driver(&self.secret);
        stream.write_all(&proof.to_bytes()).await?;
        let mut driver = Driver {
            stream,
            next: 0,
            acts: 0,
            told: VecDeque::new(),
        };
        // Only who was in time is answered.
        match driver.try_ask(&Request::State).await? {
            Answer::Stated(_) => Ok(driver),
            other => panic!("{other:?}"),
        }
    }

    async fn greet(
        &self,
        hello: &DriverHello,
    ) -> io::Result<(DeviceStream, [u8; OPERATOR_HELLO_BYTES])> {
        let mut stream = self.adb.open(&socket(), soon()).await.unwrap();
        stream.write_all(&hello.encode()).await?;
        let mut bytes = [0; OPERATOR_HELLO_BYTES];
        in_time(stream.read_exact(&mut bytes)).await?;
        Ok((stream, bytes))
    }

    /// A stream that holds the phone.
    pub(super) async fn hold(&self) -> Driver {
        let mut driver = self.connect().await;
        driver.hold().await;
        driver
    }

    pub(super) fn build(&self) -> [u8; 32] {
        self.build.0
    }

    pub(super) async fn is_gone(&self) -> bool {
        self.adb.open(&socket(), soon()).await.is_err()
    }
}

impl Driver {
    pub(super) async fn ask(&mut self, request: &Request) -> Answer {
        self.try_ask(request).await.expect("the stream goes on")
    }

    async fn try_ask(&mut self, request: &Request) -> io::Result<Answer> {
        self.next += 1;
        let frame = request.frame(self.next);
        self.stream.write_all(&frame).await?;
        loop {
            match self.read().await.ok_or(ErrorKind::UnexpectedEof)? {
                (0, Answer::Changed(changed)) => self.told.push_back(changed),
                (id, answer) if id == self.next => return Ok(answer),
                other => panic!("{other:?}"),
            }
        }
    }

    /// Holds the phone, or goes on holding it.
    async fn hold(&mut self) {
        let request = Request::Hold(Hold {
            name: "test".to_owned(),
            take: false,
        });
        match self.ask(&request).await {
            Answer::Held(held) => assert!(held.by_you),
            other => panic!("{other:?}"),
        }
    }

    pub(super) async fn look(&mut self) -> Tree {
        let look = Look {
            have: 0,
            rest_ms: 0,
            wait_ms: 0,
            after: 0,
            time_ms: 30_000,
            all_displays: false,
        };
        match self.ask(&Request::Look(look)).await {
            Answer::Tree(tree) => tree,
            other => panic!("{other:?}"),
        }
    }

    pub(super) async fn act(&mut self, what: Act) -> Acted {
        // As the product does before each act: a lease of ten seconds is one of the phone's time.
        self.hold().await;
        self.acts += 1;
        let act = self.acts;
        let time_ms = 30_000;
        let request = Request::Act {
            act,
            time_ms,
            holder: None,
            what,
        };
        match self.ask(&request).await {
            Answer::Acted(acted) => acted,
            other => panic!("{other:?}"),
        }
    }

    /// Waits until it is told of a change.
    pub(super) async fn changed(&mut self) -> Changed {
        if let Some(changed) = self.told.pop_front() {
            return changed;
        }
        match self.read().await {
            Some((0, Answer::Changed(changed))) => changed,
            other => panic!("{other:?}"),
        }
    }

    /// Whether the Operator has closed the stream.
    pub(super) async fn is_closed(&mut self) -> bool {
        self.read().await.is_none()
    }

    async fn read(&mut self) -> Option<(u32, Answer)> {
        let mut head = [0; FRAME_HEAD];
        in_time(self.stream.read_exact(&mut head)).await.ok()?;
        let head = FrameHead::decode(head, From::Operator).unwrap();
        let mut body = vec![0; usize::try_from(head.length).unwrap()];
        in_time(self.stream.read_exact(&mut body)).await.ok()?;
        Some((head.id, Answer::decode(head.kind, &body).unwrap()))
    }
}

/// Whether it is the Operator that has closed a stream.
fn is_closed(error: &io::Error) -> bool {
    matches!(
        error.kind(),
        ErrorKind::UnexpectedEof | ErrorKind::BrokenPipe | ErrorKind::ConnectionReset
    )
}

fn socket() -> Vec<u8> {
    format!("localabstract:{SOCKET}").into_bytes()
}

/// One finger that is at these points at these milliseconds.
pub(super) fn finger(points: &[(i32, i32, u32)]) -> Act {
    let point = |&(x, y, at_ms): &(i32, i32, u32)| TouchPoint { x, y, at_ms };
    Act::Touch {
        fingers: vec![Finger::new(points.iter().map(point).collect()).unwrap()],
        spots: Vec::new(),
    }
}

pub(super) fn soon() -> Deadline {
    Deadline::after(WITHIN)
}

async fn in_time<T>(work: impl Future<Output = T>) -> T {
    tokio::time::timeout(WITHIN, work).await.expect("in time")
}
