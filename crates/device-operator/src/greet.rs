//! From a stream that anybody may be behind to one that is proven.

use std::time::Duration;

use clawperator_adb::{Deadline, DeviceHandle, DeviceStream, SocketSpec};
use clawperator_device::driver::Identity;
use clawperator_operator_protocol::{
    DriverHello, Launch, NONCE_BYTES, Nonce, OPERATOR_HELLO_BYTES, OperatorHello, Proof, SOCKET,
    Secret, Terms, VERSION, secret_path,
};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};

use crate::launches::Launches;
use crate::program::Program;
use crate::stream::Stream;
use crate::trouble::Trouble;

/// How many bytes the secret of a launch has.
const SECRET_BYTES: usize = 32;
/// How long whoever listens has for its hello: less than the two seconds after which the Operator closes a stream that
/// proves nothing, so that its silence is told from nobody being there.
const GREETING_TIME: Duration = Duration::from_millis(1_500);
/// A secret that was found later than this after the hello is too late for the stream on which it was wanted.
const SECRET_TIME: Duration = Duration::from_secs(1);

/// What came of a greeting.
pub(crate) enum Greeted {
    /// Both have proven who they are.
    Proven(Proven),
    /// Nobody listens.
    Nobody,
    /// Another build runs.
    OtherBuild,
}

/// A stream to a launch.
pub(crate) struct Proven {
    pub(crate) stream: Stream,
    pub(crate) secret: Secret,
    /// The phone of this launch, where somebody remembered it.
    pub(crate) known: Option<Identity>,
}

/// Connects and greets.
pub(crate) async fn greet(
    phone: &DeviceHandle,
    program: &Program,
    launches: &dyn Launches,
    deadline: Deadline,
) -> Result<Greeted, Trouble> {
    match greet_once(phone, program, launches, deadline).await {
        // An Operator that is ending still answers, and takes its secret along before that is read. It has stopped
        // listening by then: whoever is behind the next greeting is somebody else, or nobody.
        Err(Trouble::Impostor) => greet_once(phone, program, launches, deadline).await,
        greeted => greeted,
    }
}

async fn greet_once(
    phone: &DeviceHandle,
    program: &Program,
    launches: &dyn Launches,
    deadline: Deadline,
) -> Result<Greeted, Trouble> {
    let claim = match hello(phone, program, deadline).await? {
        Hello::Answered(claim) => claim,
        Hello::Nobody => return Ok(Greeted::Nobody),
        Hello::OtherBuild => return Ok(Greeted::OtherBuild),
    };
    let in_time = Deadline::after(SECRET_TIME);
    let launch = claim.terms.launch;
    let known = launches.recall(launch).await;
    if let Some(known) = known.filter(|known| claim.is_true(&known.secret)) {
        return Ok(claim.accept(known.secret, Some(known.identity)));
    }
    launches.forget(launch).await;
    let secret = read_secret(phone, launch, deadline).await?;
    if !claim.is_true(&secret) {
        return Err(Trouble::Impostor);
    }
    if in_time.remaining().is_some_and(|left| !left.is_zero()) {
        return Ok(claim.accept(secret, None));
    }
    // The Operator has given this stream up by now. The next one is greeted with the secret in hand.
    drop(claim);
    match hello(phone, program, deadline).await? {
        Hello::Answered(claim) if claim.is_true(&secret) => Ok(claim.accept(secret, None)),
        Hello::Answered(_) => Err(Trouble::Impostor),
        Hello::Nobody => Ok(Greeted::Nobody),
        Hello::OtherBuild => Ok(Greeted::OtherBuild),
    }
}

/// What a hello was answered with.
enum Hello {
    Answered(Box<Claim>),
    Nobody,
    OtherBuild,
}

/// Somebody claims to be a launch of this build.
struct Claim {
    terms: Terms,
    stream: DeviceStream,
    proof: Proof,
}

impl Claim {
    fn is_true(&self, secret: &Secret) -> bool {
        self.terms.is_operator(secret, self.proof)
    }

    /// Sends the driver's own proof.
    fn accept(self, secret: Secret, known: Option<Identity>) -> Greeted {
        let proof = self.terms.proof_of_driver(&secret).to_bytes();
        Greeted::Proven(Proven {
            stream: Stream::new(self.stream, self.terms.launch, &proof),
            secret,
            known,
        })
    }
}

async fn hello(
    phone: &DeviceHandle,
    program: &Program,
    deadline: Deadline,
) -> Result<Hello, Trouble> {
    let socket = SocketSpec::LocalAbstract(SOCKET.to_owned());
    let mut stream = match phone.connect(&socket, deadline).await {
        Ok(stream) => stream,
        Err(clawperator_adb::AdbError::ServiceRefused { .. }) => return Ok(Hello::Nobody),
        Err(error) => return Err(error.into()),
    };
    let hello = DriverHello {
        version: VERSION,
        build: program.build(),
        nonce: nonce()?,
    };
    let Some(answer) = exchange(&mut stream, &hello, deadline).await? else {
        // Servers say that a service was opened before anybody has accepted.
        return Ok(Hello::Nobody);
    };
    if answer.version != hello.version || answer.build != hello.build {
        return Ok(Hello::OtherBuild);
    }
    let terms = Terms {
        build: answer.build,
        launch: answer.launch,
        driver: hello.nonce,
        operator: answer.nonce,
    };
    Ok(Hello::Answered(Box::new(Claim {
        terms,
        stream,
        proof: answer.proof,
    })))
}

/// The Operator's hello; nothing where the stream ended without a byte.
async fn exchange(
    stream: &mut DeviceStream,
    hello: &DriverHello,
    deadline: Deadline,
) -> Result<Option<OperatorHello>, Trouble> {
    let exchanged = async {
        let mut answer = [0; OPERATOR_HELLO_BYTES];
        let mut filled = 0;
        if stream.write_all(&hello.encode()).await.is_err() {
            return Ok(None);
        }
        while let Some(room) = answer.get_mut(filled..).filter(|room| !room.is_empty()) {
            match stream.read(room).await {
                Ok(0) | Err(_) if filled == 0 => return Ok(None),
                Ok(0) => return Err("it ended in the greeting".to_owned()),
                Ok(read) => filled += read,
                Err(error) => return Err(error.to_string()),
            }
        }
        Ok(Some(answer))
    };
    let left = deadline.remaining().unwrap_or(GREETING_TIME);
    let answer = tokio::time::timeout(left.min(GREETING_TIME), exchanged)
        .await
        .map_err(|_| Trouble::TimedOut)?
        .map_err(Trouble::Lost)?;
    match answer {
        None => Ok(None),
        Some(bytes) => OperatorHello::decode(&bytes)
            .map(Some)
            .map_err(|_| Trouble::Impostor),
    }
}

/// The secret of a launch, from its file on the phone.
async fn read_secret(
    phone: &DeviceHandle,
    launch: Launch,
    deadline: Deadline,
) -> Result<Secret, Trouble> {
    let path = secret_path(launch);
    let mut sync = phone.sync(deadline).await?;
    let found = sync.link_stat(&path, deadline).await?;
    // Whoever is not the Operator names a launch that has no such file.
    let is_secret = found.is_some_and(|found| found.size == SECRET_BYTES as u64);
    if !is_secret {
        return Err(Trouble::Impostor);
    }
    let bytes = sync.pull_at_most(&path, SECRET_BYTES, deadline).await?;
    let secret = <[u8; SECRET_BYTES]>::try_from(bytes).map_err(|_| Trouble::Impostor)?;
    Ok(Secret::new(secret))
}

fn nonce() -> Result<Nonce, Trouble> {
    let mut bytes = [0; NONCE_BYTES];
    random(&mut bytes)?;
    Ok(Nonce(bytes))
}

/// Fills bytes with randomness.
pub(crate) fn random(bytes: &mut [u8]) -> Result<(), Trouble> {
    getrandom::fill(bytes)
        .map_err(|error| Trouble::Lost(format!("there is no randomness: {error}")))
}
