//! What the Operator asks of the phone that it runs on.

use std::time::Duration;

use async_trait::async_trait;
use clawperator_operator_protocol::{
    Act, Answer, Heard, Listen, Outcome, Picture, Pictured, Refusal, Request, State, Way, Window,
};
use tokio::io::{AsyncRead, AsyncWrite};

/// The phone below an Operator. Every call may be dropped at any await.
#[async_trait]
pub trait OperatorPhone: Send + Sync + 'static {
    /// Time since boot on the phone's clock.
    fn now(&self) -> Duration;

    /// Waits until that time has come on the phone's clock.
    async fn reached(&self, time: Duration);

    /// The state of the phone.
    async fn state(&self) -> State;

    /// All windows as they are at this moment, without a wait for anything.
    fn read(&self) -> Result<Shown, Refusal>;

    /// Waits until no event has come for `quiet`, at most for `within`; answers whether it came to rest.
    async fn rest(&self, quiet: Duration, within: Duration) -> bool;

    /// How many events the screen has sent since boot.
    fn events(&self) -> u64;

    /// Waits until there are other events than so many, and answers how many there are.
    async fn more_events(&self, than: u64) -> u64;

    /// What was heard that no tree shows.
    fn heard(&self, listen: Listen) -> Result<Heard, Refusal>;

    /// The number of the newest that was heard, or 0.
    fn notices(&self) -> u64;

    /// Begins, ends, lists or fetches recordings, for a request of those four kinds.
    fn recording(&self, request: &Request) -> Answer {
        let _ = request;
        Answer::Error(Refusal {
            code: "UNSUPPORTED".to_owned(),
            message: "this phone does not tell what a person does".to_owned(),
        })
    }

    /// What is on the clipboard.
    fn clip(&self) -> Option<String>;

    /// Does something to the phone. If the future is dropped, what was begun is given up.
    async fn act(&self, act: &Act) -> Did;

    /// Does a part of an act, as one that is killed meanwhile does.
    async fn act_in_part(&self, act: &Act) {
        let _ = act;
    }

    /// What goes wrong on purpose at a moment.
    fn trouble(&self, at: Moment) -> Option<Trouble> {
        let _ = at;
        None
    }

    /// Waits until the system is gone that this launch began with. Another one knows nothing of it.
    async fn system_ended(&self) {
        std::future::pending::<()>().await;
    }

    /// Takes a picture.
    async fn picture(&self, picture: Picture) -> Result<Pictured, Refusal>;

    /// The user that the Operator runs as.
    fn user(&self) -> u32;

    /// Whether the Operator has the automation now.
    fn is_connected(&self) -> bool;

    /// Lets go of the automation at once, which is taken again when it is needed.
    fn let_go(&self);
}

/// When something may go wrong on purpose.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Moment {
    Greeting,
    /// A request has come.
    Request,
    /// An answer is to be sent.
    Answer,
    /// The turn of an act has come.
    Act,
}

/// What goes wrong on purpose.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Trouble {
    /// The stream stays open, and nothing comes of it any more.
    Silence,
    WrongProof,
    WrongBuild,
    WrongVersion,
    /// Half of the answer is sent, and the stream is closed.
    HalfAnswer,
    KilledBefore,
    KilledDuring,
    KilledAfter,
}

/// What a look at the screen found.
#[derive(Debug, Clone)]
pub struct Shown {
    pub state: State,
    /// How many events there were by then.
    pub events: u64,
    /// Classes, packages and ids, each once.
    pub names: Vec<String>,
    /// The topmost first.
    pub windows: Vec<Window>,
}

/// What became of an act that was begun or refused.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Did {
    pub outcome: Outcome,
    /// The way of a text that was used.
    pub way: Way,
    /// Empty if it was done.
    pub code: String,
    /// Nothing of what was typed.
    pub message: String,
    /// Of the newest that was heard when it began, or 0.
    pub notices: u64,
}

impl Did {
    /// All of it was done.
    #[must_use]
    pub const fn done(way: Way) -> Self {
        Self {
            outcome: Outcome::Done,
            way,
            code: String::new(),
            message: String::new(),
            notices: 0,
        }
    }

    /// It was not done, or not all of it.
    #[must_use]
    pub fn failed(outcome: Outcome, code: &str, message: impl Into<String>) -> Self {
        Self {
            outcome,
            way: Way::Any,
            code: code.to_owned(),
            message: message.into(),
            notices: 0,
        }
    }
}

/// Both directions of a connection.
pub trait Stream: AsyncRead + AsyncWrite + Send + Unpin {}

impl<T: AsyncRead + AsyncWrite + Send + Unpin> Stream for T {}

/// The users that adb is on a phone: shell and root.
const DRIVERS: [u32; 2] = [2_000, 0];

/// A connection, and who is at its other end.
#[expect(missing_debug_implementations, reason = "a stream has none")]
pub struct Incoming {
    pub user: u32,
    pub stream: Box<dyn Stream>,
}

/// A socket that is listened on. It is closed when this is dropped.
#[async_trait]
pub trait Listener: Send {
    /// The next connection. Dropping the future loses none.
    async fn accept(&mut self) -> Incoming;
}

/// The next connection of adb. Nobody else is heard, not even one byte.
pub(crate) async fn accept_driver(listener: &mut dyn Listener) -> Box<dyn Stream> {
    loop {
        let Incoming { user, stream } = listener.accept().await;
        if DRIVERS.contains(&user) {
            return stream;
        }
    }
}
