//! A small driver of the Operator, over a real adb server.

use std::collections::VecDeque;

use clawperator_operator_protocol::{
    Act, Acted, Answer, Build, DriverHello, FRAME_HEAD, Finger, FrameHead, From, Held, Hold,
    Launch, Look, Nonce, OPERATOR_HELLO_BYTES, OperatorHello, Request, Secret, Terms, TouchPoint,
    Tree, VERSION, jar_path, secret_path,
};
use clawperator_virtual_phone::Listening;
use sha2::{Digest, Sha256};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use super::adb::Adb;
use super::client::connect;
use super::in_time;

/// What the Operator listens on. Written out here, as adb is told it.
pub(crate) const SOCKET: &str = "localabstract:clawperator-operator";
pub(crate) const NAME: &str = "dev.clawperator.operator";

/// The phone's adb server, and the jar that is on the phone.
pub(crate) struct Installed<'a> {
    pub(crate) adb: &'a Adb,
    pub(crate) serial: String,
    pub(crate) jar: String,
    pub(crate) build: [u8; 32],
}

/// A launch of the Operator and its secret.
#[derive(Clone)]
pub(crate) struct Launched {
    pub(crate) launch: Launch,
    pub(crate) secret: Secret,
    /// The same for a second reckoning.
    pub(crate) secret_bytes: [u8; 32],
    pub(crate) build: [u8; 32],
    serial: String,
    port: u16,
}

/// A stream to the Operator behind its greeting.
pub(crate) struct Driver {
    pub(crate) stream: TcpStream,
    next: u32,
    /// What the Operator told by itself.
    pub(crate) told: VecDeque<Answer>,
    others: VecDeque<(u32, Answer)>,
}

/// A zip file without anything in it that matters.
pub(crate) fn jar(content: &str) -> Vec<u8> {
    let mut jar = b"PK\x03\x04".to_vec();
    jar.extend_from_slice(content.as_bytes());
    jar.extend_from_slice(b"PK\x05\x06");
    jar.extend_from_slice(&[0; 18]);
    jar
}

impl<'a> Installed<'a> {
    /// Pushes a jar.
    pub(crate) async fn new(adb: &'a Adb, phone: &Listening) -> Self {
        Self::with(adb, phone, &jar("classes.dex")).await
    }

    pub(crate) async fn with(adb: &'a Adb, phone: &Listening, content: &[u8]) -> Self {
        let build: [u8; 32] = Sha256::digest(content).into();
        let here = adb.home().join("operator.jar");
        std::fs::write(&here, content).unwrap();
        let installed = Self {
            adb,
            serial: phone.serial(),
            jar: jar_path(Build(build)),
            build,
        };
        let here = here.to_str().unwrap();
        installed.adb(&["push", here, &installed.jar]).await;
        installed
    }

    pub(crate) async fn adb(&self, arguments: &[&str]) -> String {
        let words = [&["-s", self.serial.as_str()], arguments].concat();
        self.adb.text(&words).await
    }

    pub(crate) async fn shell(&self, line: &str) -> String {
        self.adb(&["shell", line]).await
    }

    /// The line that starts it.
    pub(crate) fn line(&self) -> String {
        format!(
            "CLASSPATH={} setsid app_process /system/bin --nice-name={NAME} \
             dev.clawperator.operator.Main serve {} &",
            self.jar,
            Build(self.build)
        )
    }

    /// Starts it; the stream of the shell has ended when this has.
    pub(crate) async fn start(&self) -> Launched {
        let said = self.shell(&self.line()).await;
        let launch = said
            .strip_prefix("READY ")
            .unwrap_or_else(|| panic!("{said}"))
            .trim_end();
        let digits = u128::from_str_radix(launch, 16).unwrap();
        let launch = Launch(digits.to_be_bytes());
        let there = secret_path(launch);
        let here = self.adb.home().join("secret");
        self.adb(&["pull", &there, here.to_str().unwrap()]).await;
        let secret: [u8; 32] = std::fs::read(&here).unwrap().try_into().unwrap();
        Launched {
            launch,
            secret: Secret::new(secret),
            secret_bytes: secret,
            build: self.build,
            serial: self.serial.clone(),
            port: self.adb.port,
        }
    }

    /// Waits until its process is gone.
    pub(crate) async fn until_ended(&self) {
        in_time("its process is gone", async {
            while self.shell("ps -A").await.contains(NAME) {}
        })
        .await;
    }
}

impl Launched {
    /// A stream without a greeting.
    pub(crate) async fn stream(&self) -> Option<TcpStream> {
        connect(self.port, &self.serial, SOCKET).await.ok()
    }

    /// Greets with these words; answers the Operator's hello, if one came.
    pub(crate) async fn hello(
        &self,
        stream: &mut TcpStream,
        hello: &DriverHello,
    ) -> Option<OperatorHello> {
        // It may be closed by then.
        stream.write_all(&hello.encode()).await.ok()?;
        let mut bytes = [0; OPERATOR_HELLO_BYTES];
        in_time("the Operator greets", stream.read_exact(&mut bytes))
            .await
            .ok()?;
        Some(OperatorHello::decode(&bytes).unwrap())
    }

    pub(crate) fn driver_hello(&self) -> DriverHello {
        DriverHello {
            version: VERSION,
            build: Build(self.build),
            nonce: Nonce([7; 32]),
        }
    }

    pub(crate) fn terms(&self, hello: &OperatorHello) -> Terms {
        Terms {
            build: Build(self.build),
            launch: self.launch,
            driver: self.driver_hello().nonce,
            operator: hello.nonce,
        }
    }

    /// A stream behind its greeting.
    pub(crate) async fn connect(&self) -> Driver {
        self.try_connect().await.expect("the Operator is there")
    }

    pub(crate) async fn try_connect(&self) -> Option<Driver> {
        let mut stream = self.stream().await?;
        let hello = self.hello(&mut stream, &self.driver_hello()).await?;
        let terms = self.terms(&hello);
        assert!(terms.is_operator(&self.secret, hello.proof));
        let proof = terms.proof_of_driver(&self.secret);
        stream.write_all(&proof.to_bytes()).await.ok()?;
        Some(Driver::behind(stream))
    }

    /// A stream that holds the phone.
    pub(crate) async fn held(&self, name: &str) -> Driver {
        let mut driver = self.connect().await;
        assert!(driver.hold(name, false).await.by_you);
        driver
    }
}

impl Driver {
    /// On a stream that was greeted.
    pub(crate) fn behind(stream: TcpStream) -> Self {
        Self {
            stream,
            next: 0,
            told: VecDeque::new(),
            others: VecDeque::new(),
        }
    }

    pub(crate) async fn send(&mut self, request: &Request) -> u32 {
        self.next += 1;
        let frame = request.frame(self.next);
        self.stream.write_all(&frame).await.unwrap();
        self.next
    }

    /// The next frame; none at the end of the stream.
    pub(crate) async fn next(&mut self) -> Option<(u32, Answer)> {
        if let Some(other) = self.others.pop_front() {
            return Some(other);
        }
        self.read().await
    }

    async fn read(&mut self) -> Option<(u32, Answer)> {
        let mut head = [0; FRAME_HEAD];
        in_time("a frame comes", self.stream.read_exact(&mut head))
            .await
            .ok()?;
        let head = FrameHead::decode(head, From::Operator).unwrap();
        let mut body = vec![0; usize::try_from(head.length).unwrap()];
        in_time("its body comes", self.stream.read_exact(&mut body))
            .await
            .ok()?;
        Some((head.id, Answer::decode(head.kind, &body).unwrap()))
    }

    /// The answer to a request; what came for others is kept.
    pub(crate) async fn answer(&mut self, id: u32) -> Answer {
        if let Some(place) = self.others.iter().position(|(other, _)| *other == id) {
            return self.others.remove(place).unwrap().1;
        }
        loop {
            match self.read().await {
                Some((0, told)) => self.told.push_back(told),
                Some((other, answer)) if other == id => return answer,
                Some(other) => self.others.push_back(other),
                None => panic!("the stream ended"),
            }
        }
    }

    pub(crate) async fn ask(&mut self, request: &Request) -> Answer {
        let id = self.send(request).await;
        self.answer(id).await
    }

    pub(crate) async fn hold(&mut self, name: &str, take: bool) -> Held {
        let name = name.to_owned();
        match self.ask(&Request::Hold(Hold { name, take })).await {
            Answer::Held(held) => held,
            other => panic!("{other:?}"),
        }
    }

    pub(crate) async fn look(&mut self) -> Tree {
        match self.ask(&Request::Look(look())).await {
            Answer::Tree(tree) => tree,
            other => panic!("{other:?}"),
        }
    }

    pub(crate) async fn act(&mut self, act: u64, what: Act) -> Acted {
        match self.ask(&request(act, what)).await {
            Answer::Acted(acted) => acted,
            other => panic!("{other:?}"),
        }
    }

    /// Waits until something was told that nobody asked for.
    pub(crate) async fn told(&mut self) -> Answer {
        loop {
            if let Some(told) = self.told.pop_front() {
                return told;
            }
            match self.read().await {
                Some((0, told)) => return told,
                Some(other) => self.others.push_back(other),
                None => panic!("the stream ended"),
            }
        }
    }

    /// Whether the Operator has closed the stream.
    pub(crate) async fn is_closed(&mut self) -> bool {
        self.next().await.is_none()
    }
}

/// A look without rest.
pub(crate) const fn look() -> Look {
    Look {
        have: 0,
        rest_ms: 0,
        wait_ms: 0,
        time_ms: 5_000,
        after: 0,
        all_displays: false,
    }
}

pub(crate) const fn request(act: u64, what: Act) -> Request {
    Request::Act {
        act,
        time_ms: 10_000,
        holder: None,
        what,
    }
}

/// One finger at these points.
pub(crate) fn touch(points: &[(i32, i32, u32)]) -> Act {
    let point = |(x, y, at_ms): &(i32, i32, u32)| TouchPoint {
        x: *x,
        y: *y,
        at_ms: *at_ms,
    };
    fingers(vec![
        Finger::new(points.iter().map(point).collect()).unwrap(),
    ])
}

/// A touch by these fingers, whatever lies there.
pub(crate) const fn fingers(fingers: Vec<Finger>) -> Act {
    Act::Touch {
        fingers,
        spots: Vec::new(),
    }
}

/// The middle of the node with this text.
pub(crate) fn middle(tree: &Tree, text: &str) -> (i32, i32) {
    let [left, top, right, bottom] = node(tree, text).bounds;
    (i32::midpoint(left, right), i32::midpoint(top, bottom))
}

/// The node with this text or description.
pub(crate) fn node<'a>(tree: &'a Tree, text: &str) -> &'a clawperator_operator_protocol::Node {
    let mut nodes = tree.windows.iter().flat_map(|window| &window.nodes);
    let shows = |node: &&clawperator_operator_protocol::Node| {
        [&node.texts.text, &node.texts.description]
            .into_iter()
            .any(|shown| shown.as_deref() == Some(text))
    };
    nodes
        .find(shows)
        .unwrap_or_else(|| panic!("nothing shows `{text}`"))
}
