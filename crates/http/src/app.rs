//! What all routes share.

use std::collections::HashMap;
use std::io;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use clawperator_contract::runs::Surface;
use clawperator_contract::{ErrorCode, Failure};
use clawperator_host::jobs::Jobs;
use clawperator_host::{
    AllowedPhones, Host, LivePictures, OutputFolder, Phone, Profile, RunRequest, SkillShelf,
    beside, is_profile_file, profile,
};
use tokio_util::sync::CancellationToken;

use crate::connections::ConnectionCounts;
use crate::guard::Authorities;
use crate::metrics::Metrics;
use crate::mounted::{Guest, Mounted};
use crate::tokens::{Caller, Scope, SessionBook, TokenBook, TokensError};

/// How long the adb server may take to say which phones it has.
const PATIENCE: Duration = Duration::from_secs(10);

/// What all routes share.
#[derive(Debug)]
pub(crate) struct App {
    pub(crate) host: Host,
    pub(crate) jobs: Jobs,
    pub(crate) tokens: TokenBook,
    pub(crate) sessions: SessionBook,
    pub(crate) live: LivePictures,
    pub(crate) names: Authorities,
    pub(crate) metrics: Metrics,
    /// By which events of this process are told from those of an earlier one.
    pub(crate) boot: String,
    pub(crate) profiles: Profiles,
    /// What answers at `/mcp`, where something does.
    pub(crate) mcp: Option<Arc<dyn Mounted>>,
    pub(crate) skills: SkillShelf,
    /// The phones that the server was started for.
    pub(crate) phones: AllowedPhones,
    /// Where pictures go, and the only place that they are read from.
    pub(crate) outputs: Outputs,
    pub(crate) connections: ConnectionCounts,
    /// The most streams of events, so that requests always find a place.
    pub(crate) most_readers: u64,
    /// Cancelled when nothing runs any more: streams of events end.
    pub(crate) stop: CancellationToken,
}

impl App {
    /// Whose secret this is, if it is anybody's: a person's or a token.
    pub(crate) fn caller(&self, secret: &str) -> Result<Option<Caller>, TokensError> {
        let caller = match self.sessions.caller(secret) {
            Some(person) => Some(person),
            None => self.tokens.caller(secret)?,
        };
        Ok(caller.map(|caller| caller.within(&self.phones)))
    }

    /// The same caller by what is true now, if it still may ask.
    pub(crate) fn again(&self, caller: &Caller) -> Option<Caller> {
        self.caller(caller.secret()).ok().flatten()
    }

    /// The phone that a request means, if its token allows it.
    pub(crate) async fn phone(
        &self,
        caller: &Caller,
        serial: Option<&str>,
    ) -> Result<Phone, Failure> {
        let serial = serial.or_else(|| caller.phones().only());
        if let Some(serial) = serial {
            caller.require_phone(serial)?;
        }
        let phone = self.host.phone(serial, PATIENCE).await;
        let phone = phone.map_err(|failure| caller.phones().about(failure))?;
        caller.require_phone(phone.serial())?;
        Ok(phone)
    }

    /// A run in the name of a token, judged by its profile.
    pub(crate) async fn asked(&self, caller: &Caller) -> Result<RunRequest, Failure> {
        let profile = self.profiles.named(caller.profile()).await?;
        let mut request = RunRequest::new(profile, Surface::Http);
        request.name = Some(caller.name().to_owned());
        request.output = Some(self.outputs.of(caller)?);
        Ok(request)
    }

    /// The same token, for another protocol.
    pub(crate) async fn guest(&self, caller: &Caller) -> Result<Guest, Failure> {
        Ok(Guest {
            name: caller.name().to_owned(),
            profile: self.profiles.named(caller.profile()).await?,
            phones: caller.phones().clone(),
            may_act: caller.require(Scope::Act).is_ok(),
        })
    }

    /// Whether the caller may see what runs of others looked at: not where its profile keeps any screen from it.
    pub(crate) async fn shows_runs_of_others(&self, caller: &Caller) -> Result<bool, Failure> {
        let profile = self.profiles.named(caller.profile()).await?;
        Ok(profile.lets_every_screen_be_read())
    }

    pub(crate) const fn patience() -> Duration {
        PATIENCE
    }
}

/// The profiles of tokens. Those in files are read each time: whoever changes one has it changed.
#[derive(Debug, Default)]
pub(crate) struct Profiles {
    shipped: Mutex<HashMap<String, Arc<Profile>>>,
}

impl Profiles {
    async fn named(&self, name: &str) -> Result<Arc<Profile>, Failure> {
        if is_profile_file(name) {
            let name = name.to_owned();
            return beside(move || profile(&name).map(Arc::new)).await;
        }
        let mut shipped = self.shipped.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = shipped.get(name) {
            return Ok(Arc::clone(known));
        }
        // A name that is not one of the few that are shipped ends here.
        let read = Arc::new(profile(name)?);
        shipped.insert(name.to_owned(), Arc::clone(&read));
        Ok(read)
    }
}

/// The folders of pictures, one for each token: what one had taken is nothing to another.
#[derive(Debug)]
pub(crate) struct Outputs {
    folder: PathBuf,
    open: Mutex<HashMap<String, OutputFolder>>,
}

impl Outputs {
    /// Makes the folder that all of them are in.
    pub(crate) fn below(folder: PathBuf) -> io::Result<Self> {
        OutputFolder::open(&folder)?;
        Ok(Self {
            folder,
            open: Mutex::default(),
        })
    }

    /// The folder of a token, which the first call makes.
    pub(crate) fn of(&self, caller: &Caller) -> Result<OutputFolder, Failure> {
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(folder) = open.get(caller.name()) {
            return Ok(folder.clone());
        }
        // The name of a token is letters, digits and a few signs, and does not begin with a dot.
        let path = self.folder.join(caller.name());
        let folder = OutputFolder::open(&path).map_err(|error| {
            let message = format!("pictures cannot be kept in `{}`: {error}", path.display());
            Failure::new(ErrorCode::HostIoFailed, message)
        })?;
        open.insert(caller.name().to_owned(), folder.clone());
        Ok(folder)
    }
}
