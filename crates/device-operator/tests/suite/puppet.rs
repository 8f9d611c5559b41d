//! An Operator that does nothing and answers what a test wants.

use clawperator_operator_protocol::{
    Acted, Answer, DRIVER_HELLO_BYTES, Display, DriverHello, FRAME_HEAD, FrameHead, From as Side,
    Launch, Lock, NONCE_BYTES, Nonce, OperatorHello, Outcome, PROOF_BYTES, Proof, Request, SOCKET,
    Secret, State, Terms, Told, VERSION, Way, secret_path,
};
use clawperator_virtual_phone::{SocketListener, VirtualPhone};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _, DuplexStream};

pub(crate) const STATE: State = State {
    display: Display::On,
    lock: Lock::Open,
    user: 0,
    rotation: 0,
    width: 1_080,
    height: 2_400,
    density: 420,
    package: None,
    activity: None,
    covering: None,
};

const TOLD: Told = Told {
    user: 2_000,
    automation: false,
    lease_ms: 0,
    holder: String::new(),
};

/// Who listens under the Operator's name.
pub(crate) struct Puppet {
    listener: SocketListener,
    launch: Launch,
    secret: Secret,
}

/// A stream behind its greeting.
pub(crate) struct Line(DuplexStream);

impl Puppet {
    /// Takes the name on a phone, as a launch that is told from others by its number.
    pub(crate) fn new(phone: &VirtualPhone, number: u8) -> Self {
        let (launch, secret) = (Launch([number; 16]), [number; 32]);
        let path = secret_path(launch);
        phone.files().write(path, &secret, 0o600).unwrap();
        let address = format!("localabstract:{SOCKET}");
        Self {
            listener: phone.sockets().listen(&address).unwrap(),
            launch,
            secret: Secret::new(secret),
        }
    }

    /// The next stream, greeted. Where this machine is so busy that the driver gave a greeting up, it is the one after.
    pub(crate) async fn line(&mut self) -> Line {
        loop {
            let (terms, mut stream) = self.hello().await;
            let right = terms.proof_of_operator(&self.secret);
            let mut proof = [0; PROOF_BYTES];
            if stream.write_all(&answer(terms, right)).await.is_ok()
                && stream.read_exact(&mut proof).await.is_ok()
            {
                assert!(terms.is_driver(&self.secret, Proof::new(proof)));
                return Line(stream);
            }
        }
    }

    /// The next stream, greeted: the driver asks nothing but what it is, and leaves it.
    pub(crate) async fn is_left(&mut self) {
        assert_eq!(self.line().await.request().await, None);
    }

    /// The next stream, greeted by somebody who does not know the secret: the driver leaves it without a word.
    pub(crate) async fn is_found_out(&mut self) {
        let (terms, stream) = self.hello().await;
        ends(stream, answer(terms, Proof::new([7; PROOF_BYTES]))).await;
    }

    /// The next stream, greeted as it should be: the driver leaves it without a word all the same.
    pub(crate) async fn waits_in_vain(&mut self) {
        let (terms, stream) = self.hello().await;
        ends(stream, answer(terms, terms.proof_of_operator(&self.secret))).await;
    }

    /// Ends while the next stream is greeted: it answers, and listens no more, and its secret is gone.
    pub(crate) async fn ends_in_the_greeting(mut self, phone: &VirtualPhone) {
        let (terms, stream) = self.hello().await;
        let hello = answer(terms, terms.proof_of_operator(&self.secret));
        drop(self.listener);
        phone.files().remove_file(secret_path(self.launch)).unwrap();
        ends(stream, hello).await;
    }

    /// The next stream, which is greeted and never answered: the driver leaves it.
    pub(crate) async fn is_too_busy(&mut self) {
        let (_, stream) = self.hello().await;
        ends(stream, Vec::new()).await;
    }

    async fn hello(&mut self) -> (Terms, DuplexStream) {
        let mut stream = self.listener.accept().await;
        let mut hello = [0; DRIVER_HELLO_BYTES];
        stream.read_exact(&mut hello).await.unwrap();
        let driver = DriverHello::decode(&hello).unwrap();
        let terms = Terms {
            build: driver.build,
            launch: self.launch,
            driver: driver.nonce,
            operator: Nonce([1; NONCE_BYTES]),
        };
        (terms, stream)
    }
}

impl Line {
    /// The next request but those for the state and for what it is, which are answered; nothing where the driver has closed the stream.
    pub(crate) async fn request(&mut self) -> Option<(u32, Request)> {
        loop {
            match self.next().await? {
                (id, Request::State) => self.answer(id, &Answer::Stated(STATE)).await,
                (id, Request::About) => self.answer(id, &Answer::Told(TOLD)).await,
                request => return Some(request),
            }
        }
    }

    async fn next(&mut self) -> Option<(u32, Request)> {
        let mut head = [0; FRAME_HEAD];
        self.0.read_exact(&mut head).await.ok()?;
        let head = FrameHead::decode(head, Side::Driver).unwrap();
        let mut body = vec![0; usize::try_from(head.length).unwrap()];
        self.0.read_exact(&mut body).await.ok()?;
        Some((head.id, Request::decode(head.kind, &body).unwrap()))
    }

    pub(crate) async fn answer(&mut self, id: u32, answer: &Answer) {
        assert!(self.answers(id, answer).await);
    }

    /// The same to a driver that may have closed the stream; whether it had not.
    pub(crate) async fn answers(&mut self, id: u32, answer: &Answer) -> bool {
        self.0.write_all(&answer.frame(id)).await.is_ok()
    }

    /// Sends half of an answer, and closes the stream.
    pub(crate) async fn half(mut self, id: u32, answer: &Answer) {
        let frame = answer.frame(id);
        let (half, _) = frame.split_at(frame.len() / 2);
        self.0.write_all(half).await.unwrap();
    }

    /// Takes an act of a driver that wants the phone: the id of the request, and the number of the act.
    pub(crate) async fn act(&mut self) -> (u32, u64) {
        match self.request().await.unwrap() {
            (
                id,
                Request::Act {
                    act,
                    holder: Some(_),
                    ..
                },
            ) => (id, act),
            (_, other) => panic!("{other:?}"),
        }
    }

    /// Is asked what became of an act, and says so.
    pub(crate) async fn outcome(&mut self, number: u64, outcome: Outcome) {
        let (id, request) = self.request().await.unwrap();
        assert_eq!(request, Request::Outcome(number));
        self.answer(id, &acted(number, outcome)).await;
    }
}

/// The Operator's hello.
fn answer(terms: Terms, proof: Proof) -> Vec<u8> {
    let hello = OperatorHello {
        version: VERSION,
        build: terms.build,
        launch: terms.launch,
        nonce: terms.operator,
        proof,
    };
    hello.encode()
}

/// Greets, and hears nothing.
async fn ends(mut stream: DuplexStream, hello: Vec<u8>) {
    stream.write_all(&hello).await.unwrap();
    let mut more = Vec::new();
    stream.read_to_end(&mut more).await.unwrap();
    assert!(more.is_empty(), "{} bytes were sent", more.len());
}

/// What became of an act.
pub(crate) fn acted(act: u64, outcome: Outcome) -> Answer {
    let is_done = outcome == Outcome::Done;
    Answer::Acted(Acted {
        act,
        outcome,
        way: Way::Any,
        code: if is_done { "" } else { "CANCELLED" }.to_owned(),
        message: String::new(),
        notices: 0,
    })
}
