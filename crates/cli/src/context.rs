//! What a command works with, and what it comes to.

use std::io::Read;
use std::sync::Arc;

use clawperator_contract::{ExitStatus, Failure, TraceDetail};
use clawperator_host::{
    Adb, AdbConfig, Host, HostConfig, NamedFiles, Profile, Runs, Shipped, Sources, Store,
};

use crate::args::{GlobalArgs, TraceChoice};
use crate::doors::Doors;
use crate::environment::Environment;
use crate::printer::Printer;
use crate::settings::Settings;

/// What a command works with.
pub(crate) struct Context<'a, 'p> {
    pub(crate) global: &'a GlobalArgs,
    pub(crate) stdin: &'a mut dyn Read,
    pub(crate) printer: &'a mut Printer<'p>,
    pub(crate) environment: &'a Environment,
    pub(crate) settings: &'a Settings,
    pub(crate) sources: &'a Arc<dyn Sources>,
    /// The other surfaces of this program.
    pub(crate) doors: &'a dyn Doors,
    /// The files of this machine that the payload may name.
    pub(crate) files: NamedFiles,
    /// The runs of which something may still have to be written when the command has been answered.
    pub(crate) unfinished: &'a mut Option<Runs>,
}

/// What a command came to.
#[derive(Debug)]
pub(crate) struct Answer {
    /// What is to be printed; nothing when the command has printed already.
    pub(crate) text: Option<String>,
    /// How the process ends.
    pub(crate) status: ExitStatus,
}

impl Context<'_, '_> {
    /// This machine, as the environment describes it.
    pub(crate) fn host(&self) -> Result<Host, Failure> {
        let config = HostConfig {
            adb: vec![self.adb_config()?],
            store: self.environment.store()?,
            operator: self.global.operator(),
        };
        Host::open(config, Arc::clone(self.sources)).map_err(with_state_hint)
    }

    /// The adb server, for commands that keep nothing.
    pub(crate) fn adb(&self) -> Result<Adb, Failure> {
        self.adb_config().map(Adb::new)
    }

    fn adb_config(&self) -> Result<AdbConfig, Failure> {
        let mut adb = self.environment.adb()?;
        adb.default_phone = adb.default_phone.or_else(|| self.settings.default_phone());
        Ok(adb)
    }

    /// What this machine keeps, for commands that need no phone.
    pub(crate) fn store(&self) -> Result<Store, Failure> {
        let config = self.environment.store()?;
        Store::open(config, Arc::clone(self.sources)).map_err(with_state_hint)
    }

    /// How much of a run is kept: what `--trace` or the environment says.
    pub(crate) fn trace(&self, flag: Option<TraceChoice>) -> Result<TraceDetail, Failure> {
        match flag {
            Some(flag) => Ok(flag.into()),
            None => self.environment.trace(),
        }
    }

    /// The profile of `--profile`, of the environment, of the configuration file, or the one for people.
    pub(crate) fn profile(&self, flag: Option<&str>) -> Result<Arc<Profile>, Failure> {
        let chosen = match flag {
            Some(flag) => flag,
            None => self
                .environment
                .profile()?
                .or(self.settings.profile.as_deref())
                .unwrap_or(Shipped::Person.name()),
        };
        clawperator_host::profile(chosen).map(Arc::new)
    }
}

impl From<String> for Answer {
    /// An answer to what was done.
    fn from(text: String) -> Self {
        Self {
            text: Some(text),
            status: ExitStatus::Ok,
        }
    }
}

fn with_state_hint(failure: Failure) -> Failure {
    failure.with_hint(Environment::state_hint())
}
