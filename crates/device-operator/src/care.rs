//! Looking after the Operator of a phone: what runs there, starting it, ending it, and leaving nothing behind.

use std::sync::Arc;
use std::time::Duration;

use clawperator_adb::{Deadline, DeviceHandle};
use clawperator_device::driver::Identity;
use clawperator_device::{Device as _, ShellDevice};
use clawperator_operator_protocol::{Answer, Hold, Launch, Request, Told};

use crate::launches::Launches;
use crate::link::{Existing, Link, is_met_again};
use crate::look::unexpected;
use crate::own::{self, OwnFile, OwnProcess};
use crate::program::Program;
use crate::stream::Stream;
use crate::trouble::Trouble;

/// How long one that was asked to end may take until it is looked at again, and how often.
const ENDING: Duration = Duration::from_secs(3);
const BETWEEN: Duration = Duration::from_millis(50);
/// How long it has to answer that it ends.
const ANSWERING: Duration = Duration::from_secs(5);
/// How long the phone has to tell what runs, where that is asked behind everything else.
const LOOKING: Duration = Duration::from_secs(5);

/// Looks after the Operator of one phone.
#[derive(Debug)]
pub struct Caretaker {
    phone: DeviceHandle,
    shell: ShellDevice,
    program: Program,
    link: Link,
    launches: Arc<dyn Launches>,
}

/// What there is of the Operator on a phone.
#[derive(Debug, Clone)]
pub struct Found {
    pub met: Met,
    /// The processes that run it; none as well where the phone does not tell.
    pub processes: Vec<OwnProcess>,
    pub files: Vec<OwnFile>,
    /// Why the last one ended, where it had reason to say so.
    pub last_words: Option<String>,
}

/// Who was met under the Operator's name.
#[derive(Debug, Clone)]
pub enum Met {
    /// This build, which has proven itself.
    Ours {
        launch: Launch,
        told: Told,
    },
    /// Another build.
    OtherBuild,
    Nobody,
    /// Nobody who could be spoken with.
    Trouble(Trouble),
}

/// How an Operator came to run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Begun {
    /// Whether none ran before.
    pub started: bool,
    /// Whether the program had to be brought to the phone.
    pub pushed: bool,
}

/// How an Operator was ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Ended {
    /// None was there.
    NoneRan,
    /// It was asked to end.
    Asked,
    /// Its process was killed.
    Killed,
}

/// Whether one that somebody uses is ended too.
#[derive(Debug, Clone)]
pub enum Force {
    No,
    /// Whoever has it is told this name.
    As(String),
}

impl Caretaker {
    /// Looks after this phone's. The program is to run there under a name; nothing is asked before the first call.
    #[must_use]
    pub fn new(
        phone: DeviceHandle,
        program: Program,
        name: &str,
        launches: Arc<dyn Launches>,
    ) -> Self {
        let shell = ShellDevice::new(phone.clone());
        Self {
            link: Link::new(
                phone.clone(),
                shell.clone(),
                program.clone(),
                name,
                Arc::clone(&launches),
            ),
            phone,
            shell,
            program,
            launches,
        }
    }

    /// The program that this driver brings along, by its hash.
    #[must_use]
    pub fn program(&self) -> String {
        self.program.hash()
    }

    /// Looks, and changes nothing: no Operator is started or ended by it.
    pub async fn look(&self, within: Duration) -> Result<Found, Trouble> {
        let deadline = Deadline::after(within);
        let files = own::own_files(&self.phone, deadline).await?;
        let last_words = own::last_words(&self.phone, &files, deadline).await?;
        let processes = self.processes(half(deadline)).await;
        // Greeting one of another build would end it.
        let met = match &processes {
            Ok(own) if is_other_build(own) => Met::OtherBuild,
            Ok(_) => self.meet(deadline).await?,
            // Whoever runs has its program on the phone.
            Err(_) if !self.has_other_jar(&files) => self.meet(deadline).await?,
            Err(trouble) if trouble.is_of_the_phone() => return Err(trouble.clone()),
            Err(trouble) => Met::Trouble(trouble.clone()),
        };
        let met = match (met, &processes) {
            // One that does not listen yet, or hangs, would be among them.
            (Met::Nobody, Err(trouble)) => Met::Trouble(trouble.clone()),
            (met, _) => met,
        };
        // They are there to be shown, and `met` says what is known without them.
        let processes = processes.unwrap_or_default();
        Ok(Found {
            met,
            processes,
            files,
            last_words,
        })
    }

    /// Starts it where none runs.
    pub async fn start(&self, within: Duration) -> Result<Begun, Trouble> {
        let stream = self.link.stream(Deadline::after(within)).await?;
        drop(stream);
        Ok(Begun {
            started: self.link.has_started(),
            pushed: self.link.has_pushed(),
        })
    }

    /// Ends it, by asking where it can be spoken with. Of others, only a process that is known to be ours is ended, and one
    /// that somebody may use only where that is forced.
    pub async fn stop(&self, force: &Force, within: Duration) -> Result<Ended, Trouble> {
        let deadline = Deadline::after(within);
        let own = self.processes(half(deadline)).await;
        let runs = own.map(|own| !own.is_empty());
        match self.greeted(deadline).await {
            Ok(Existing::Stream(stream)) => self.asked(&stream, force, deadline).await,
            // It ends by itself where nobody uses it.
            Ok(Existing::OtherBuild) => match (self.left().await, force) {
                (Left::Nothing, _) => Ok(Ended::Asked),
                (Left::Unknown(trouble), _) => Err(trouble),
                (Left::Runs, Force::No) => Err(Trouble::OtherBuild),
                (Left::Runs, Force::As(_)) => self.killed().await,
            },
            Ok(Existing::Nobody) => match runs {
                Ok(false) => Ok(Ended::NoneRan),
                Ok(true) => self.unheard(force, deadline).await,
                // Where nobody knows what runs there, nobody says that nothing did.
                Err(trouble) => Err(trouble),
            },
            Err(trouble) if matches!(runs, Ok(true)) => self.untold(trouble, force).await,
            Err(trouble) => Err(trouble),
        }
    }

    /// Greets whoever listens, and once more where that came to nothing: as a driver does, before it gives up.
    async fn greeted(&self, deadline: Deadline) -> Result<Existing, Trouble> {
        match self.link.existing(deadline).await {
            Err(trouble) if is_met_again(&trouble, false) => self.link.existing(deadline).await,
            met => met,
        }
    }

    /// Ends one that runs and cannot be spoken with. One that is only slow may be in use; one that proves nothing is of no
    /// use to anybody who does not use it already.
    async fn untold(&self, trouble: Trouble, force: &Force) -> Result<Ended, Trouble> {
        let is_forced = matches!(force, Force::As(_)) && !trouble.is_of_the_phone();
        if is_forced || trouble == Trouble::Impostor {
            return self.killed().await;
        }
        Err(trouble)
    }

    /// Ends one that runs and does not listen: it is ending, or was just started by somebody else, or hangs.
    async fn unheard(&self, force: &Force, deadline: Deadline) -> Result<Ended, Trouble> {
        match self.left().await {
            Left::Nothing => return Ok(Ended::Asked),
            Left::Unknown(trouble) => return Err(trouble),
            Left::Runs => {}
        }
        match self.greeted(deadline).await {
            Ok(Existing::Stream(stream)) => self.asked(&stream, force, deadline).await,
            Ok(Existing::OtherBuild) => Err(Trouble::OtherBuild),
            Ok(Existing::Nobody) => self.killed().await,
            Err(trouble) => self.untold(trouble, force).await,
        }
    }

    /// Ends it and removes all that is left of it, here too.
    pub async fn uninstall(&self, force: &Force, within: Duration) -> Result<Ended, Trouble> {
        let ended = self.stop(force, within).await?;
        let deadline = Deadline::after(within);
        let files = own::own_files(&self.phone, deadline).await?;
        if !files.is_empty() {
            own::remove(&self.phone, &files, deadline).await?;
        }
        let identity = self.identity(within).await?;
        self.launches.forget_phone(&identity).await;
        match own::own_files(&self.phone, deadline).await?.first() {
            None => Ok(ended),
            Some(left) => Err(Trouble::Refused {
                code: "FAILED".to_owned(),
                message: format!("the phone does not let `{}` be removed", left.path),
            }),
        }
    }

    fn has_other_jar(&self, files: &[OwnFile]) -> bool {
        let own = self.program.path();
        let is_other = |file: &OwnFile| file.is_program() && file.path != own;
        files.iter().any(is_other)
    }

    async fn identity(&self, within: Duration) -> Result<Identity, Trouble> {
        let identity = self.shell.identity(within).await;
        identity.map_err(|error| Trouble::Phone {
            code: error.code,
            message: error.message,
        })
    }

    async fn processes(&self, deadline: Deadline) -> Result<Vec<OwnProcess>, Trouble> {
        let own = own::own_processes(&self.phone, &self.program, deadline).await;
        own.map_err(|error| own::probed(&error))
    }

    async fn meet(&self, deadline: Deadline) -> Result<Met, Trouble> {
        let stream = match self.link.existing(deadline).await {
            Ok(Existing::Stream(stream)) => stream,
            Ok(Existing::OtherBuild) => return Ok(Met::OtherBuild),
            Ok(Existing::Nobody) => return Ok(Met::Nobody),
            Err(trouble) if trouble.is_of_the_phone() => return Err(trouble),
            Err(trouble) => return Ok(Met::Trouble(trouble)),
        };
        Ok(match about(&stream, deadline).await {
            Ok(told) => Met::Ours {
                launch: stream.launch(),
                told,
            },
            Err(trouble) => Met::Trouble(trouble),
        })
    }

    async fn asked(
        &self,
        stream: &Stream,
        force: &Force,
        deadline: Deadline,
    ) -> Result<Ended, Trouble> {
        let time = deadline.remaining().unwrap_or(ANSWERING).min(ANSWERING);
        let asked = self.ask_to_end(stream, force, Deadline::after(time)).await;
        match asked {
            // It has said that it ends. One that hangs in the middle of it is used by nobody.
            Ok(()) => match self.left().await {
                Left::Nothing | Left::Unknown(_) => Ok(Ended::Asked),
                Left::Runs => self.killed().await,
            },
            // Without an answer it may have ended, or hang, or still be in use.
            Err(trouble @ (Trouble::Lost(_) | Trouble::TimedOut)) => {
                match (self.left().await, force) {
                    (Left::Nothing, _) => Ok(Ended::Asked),
                    (Left::Runs, Force::As(_)) => self.killed().await,
                    (Left::Runs, Force::No) | (Left::Unknown(_), _) => Err(trouble),
                }
            }
            Err(trouble) => Err(trouble),
        }
    }

    async fn ask_to_end(
        &self,
        stream: &Stream,
        force: &Force,
        deadline: Deadline,
    ) -> Result<(), Trouble> {
        if let Force::As(name) = force {
            let hold = Hold {
                name: name.clone(),
                take: true,
            };
            stream.ask(&Request::Hold(hold), deadline).await?;
        }
        match stream.ask(&Request::End, deadline).await {
            Ok(Answer::Held(_)) => Ok(()),
            Ok(_) => Err(unexpected()),
            Err(Trouble::Refused { code, .. }) if code == "NOT_HELD" => {
                let told = about(stream, deadline).await?;
                Err(Trouble::Held(told.holder))
            }
            Err(trouble) => Err(trouble),
        }
    }

    async fn killed(&self) -> Result<Ended, Trouble> {
        // Found anew, so that nobody else has got the number meanwhile.
        let own = self.processes(Deadline::after(LOOKING)).await?;
        if own.is_empty() {
            return Ok(Ended::Asked);
        }
        own::kill(&self.phone, &own, Deadline::after(LOOKING)).await?;
        match self.left().await {
            Left::Nothing => Ok(Ended::Killed),
            Left::Unknown(trouble) => Err(trouble),
            Left::Runs => Err(Trouble::Refused {
                code: "FAILED".to_owned(),
                message: "the phone does not let the Operator's process be ended".to_owned(),
            }),
        }
    }

    /// Waits a while until no process runs it. It has time of its own: what was asked before may have used up all other.
    async fn left(&self) -> Left {
        let patience = Deadline::after(ENDING);
        loop {
            match self.processes(Deadline::after(LOOKING)).await {
                Ok(own) if own.is_empty() => return Left::Nothing,
                Ok(_) => {}
                Err(trouble) => return Left::Unknown(trouble),
            }
            if patience.remaining().is_none_or(|left| left < BETWEEN) {
                return Left::Runs;
            }
            tokio::time::sleep(BETWEEN).await;
        }
    }
}

/// What there is of one that was to end.
enum Left {
    Nothing,
    Runs,
    /// The phone does not tell, which is no reason to take it for gone.
    Unknown(Trouble),
}

/// Half of what is left: the rest is for the greeting.
fn half(deadline: Deadline) -> Deadline {
    let left = deadline.remaining();
    left.map_or(deadline, |left| Deadline::after(left / 2))
}

/// Whether all that runs is of another build.
fn is_other_build(own: &[OwnProcess]) -> bool {
    !own.is_empty() && own.iter().all(|process| !process.is_this_build)
}

/// What it says of itself.
pub(crate) async fn about(stream: &Stream, deadline: Deadline) -> Result<Told, Trouble> {
    match stream.ask(&Request::About, deadline).await? {
        Answer::Told(told) => Ok(told),
        _ => Err(unexpected()),
    }
}
