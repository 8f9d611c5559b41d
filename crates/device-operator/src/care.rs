//! Looking after the Operator of a phone: what runs there, starting it, ending it, and leaving nothing behind.

use std::sync::Arc;
use std::time::Duration;

use clawperator_adb::{Deadline, DeviceHandle};
use clawperator_device::driver::Identity;
use clawperator_device::{Device as _, ShellDevice};
use clawperator_operator_protocol::{Answer, Hold, Launch, Request, Told};

use crate::launches::Launches;
use crate::link::{Existing, Link};
use crate::look::unexpected;
use crate::own::{self, OwnFile, OwnProcess};
use crate::program::Program;
use crate::stream::Stream;
use crate::trouble::Trouble;

/// How long one that was asked to end may take until it is looked at again, and how often.
const ENDING: Duration = Duration::from_secs(3);
const BETWEEN: Duration = Duration::from_millis(50);

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
        // What a phone does not tell is left to the greeting.
        let processes = self.processes(deadline).await.unwrap_or_default();
        // Greeting one of another build would end it.
        let met = if is_other_build(&processes) {
            Met::OtherBuild
        } else {
            self.meet(deadline).await?
        };
        Ok(Found {
            met,
            processes,
            files,
            last_words,
        })
    }

    /// Starts it where none runs; says whether the program was brought to the phone for that.
    pub async fn start(&self, within: Duration) -> Result<bool, Trouble> {
        let stream = self.link.stream(Deadline::after(within)).await?;
        drop(stream);
        Ok(self.link.has_pushed())
    }

    /// Ends it, by asking where it can be spoken with. Of others, only a process that is known to be ours is ended.
    pub async fn stop(&self, force: &Force, within: Duration) -> Result<Ended, Trouble> {
        let deadline = Deadline::after(within);
        let own = own::own_processes(&self.phone, &self.program, deadline).await;
        let runs = own
            .map(|own| !own.is_empty())
            .map_err(|error| own::probed(&error));
        match self.link.existing(deadline).await {
            Ok(Existing::Stream(stream)) => self.asked(&stream, force, deadline).await,
            // It ends by itself where nobody uses it.
            Ok(Existing::OtherBuild) => match (self.is_gone(deadline).await?, force) {
                (true, _) => Ok(Ended::Asked),
                (false, Force::No) => Err(Trouble::OtherBuild),
                (false, Force::As(_)) => self.killed(deadline).await,
            },
            Ok(Existing::Nobody) => match runs {
                Ok(false) => Ok(Ended::NoneRan),
                Ok(true) => self.unheard(force, deadline).await,
                // Where nobody knows what runs there, nobody says that nothing did.
                Err(trouble) => Err(trouble),
            },
            Err(trouble) if trouble.is_of_the_phone() || !matches!(runs, Ok(true)) => Err(trouble),
            Err(_) => self.killed(deadline).await,
        }
    }

    /// Ends one that runs and does not listen: it is ending, or was just started by somebody else, or hangs.
    async fn unheard(&self, force: &Force, deadline: Deadline) -> Result<Ended, Trouble> {
        if self.is_gone(deadline).await? {
            return Ok(Ended::Asked);
        }
        match self.link.existing(deadline).await? {
            Existing::Stream(stream) => self.asked(&stream, force, deadline).await,
            Existing::OtherBuild => Err(Trouble::OtherBuild),
            Existing::Nobody => self.killed(deadline).await,
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

    async fn identity(&self, within: Duration) -> Result<Identity, Trouble> {
        let identity = self.shell.identity(within).await;
        identity.map_err(|error| Trouble::Phone {
            code: error.code,
            message: error.message,
        })
    }

    async fn processes(&self, deadline: Deadline) -> Option<Vec<OwnProcess>> {
        let own = own::own_processes(&self.phone, &self.program, deadline).await;
        own.ok()
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
        match self.ask_to_end(stream, force, deadline).await {
            // Without an answer it may have ended, or hang in the middle of it.
            Ok(()) | Err(Trouble::Lost(_) | Trouble::TimedOut) => {
                self.gone_or_killed(deadline).await
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

    /// Waits for its end; what does not end by itself is killed.
    async fn gone_or_killed(&self, deadline: Deadline) -> Result<Ended, Trouble> {
        if self.is_gone(deadline).await? {
            return Ok(Ended::Asked);
        }
        self.killed(deadline).await
    }

    async fn killed(&self, deadline: Deadline) -> Result<Ended, Trouble> {
        // Found anew, so that nobody else has got the number meanwhile.
        let own = self.processes(deadline).await.unwrap_or_default();
        own::kill(&self.phone, &own, deadline).await?;
        if self.is_gone(deadline).await? {
            return Ok(Ended::Killed);
        }
        Err(Trouble::Refused {
            code: "FAILED".to_owned(),
            message: "the phone does not let the Operator's process be ended".to_owned(),
        })
    }

    /// Waits a while until no process runs it; where the phone does not tell, whoever was asked has said so.
    async fn is_gone(&self, deadline: Deadline) -> Result<bool, Trouble> {
        let patience = Deadline::after(ENDING);
        loop {
            match self.processes(deadline).await {
                Some(own) if !own.is_empty() => {}
                _ => return Ok(true),
            }
            if patience.remaining().is_none_or(|left| left < BETWEEN) {
                return Ok(false);
            }
            tokio::time::sleep(BETWEEN).await;
        }
    }
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
