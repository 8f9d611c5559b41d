//! The variables of the environment that count, and what they say of this machine.

use std::collections::BTreeMap;
use std::env;
use std::ffi::{OsStr, OsString};
use std::path::PathBuf;
use std::time::Duration;

use clawperator_contract::{ErrorCode, Failure, TraceDetail, excerpt};
use clawperator_host::{
    AdbConfig, DefaultPhone, Endpoint, EndpointVariables, ScriptHome, StoreConfig,
};
use clawperator_trace::Retention;

use crate::settings::SettingsFile;

#[cfg(test)]
mod tests;

const ADB_SERVER_SOCKET: &str = "ADB_SERVER_SOCKET";
const ANDROID_ADB_SERVER_ADDRESS: &str = "ANDROID_ADB_SERVER_ADDRESS";
const ANDROID_ADB_SERVER_PORT: &str = "ANDROID_ADB_SERVER_PORT";
const ANDROID_SERIAL: &str = "ANDROID_SERIAL";
const ADB_PATH: &str = "ADB_PATH";
const PATH: &str = "PATH";
const ANDROID_HOME: &str = "ANDROID_HOME";
const ANDROID_SDK_ROOT: &str = "ANDROID_SDK_ROOT";
const CLAWPERATOR_PROFILE: &str = "CLAWPERATOR_PROFILE";
const CLAWPERATOR_ASKER: &str = "CLAWPERATOR_ASKER";
const CLAWPERATOR_SKILL_ID: &str = "CLAWPERATOR_SKILL_ID";
const CLAWPERATOR_STATE: &str = "CLAWPERATOR_STATE";
const CLAWPERATOR_TRACE: &str = "CLAWPERATOR_TRACE";
const CLAWPERATOR_RUNS_DAYS: &str = "CLAWPERATOR_RUNS_DAYS";
const CLAWPERATOR_RUNS_MB: &str = "CLAWPERATOR_RUNS_MB";
const CLAWPERATOR_SKILLS_REGISTRY: &str = "CLAWPERATOR_SKILLS_REGISTRY";
const CLAWPERATOR_CONFIG: &str = "CLAWPERATOR_CONFIG";
const XDG_CONFIG_HOME: &str = "XDG_CONFIG_HOME";
const XDG_DATA_HOME: &str = "XDG_DATA_HOME";
const XDG_STATE_HOME: &str = "XDG_STATE_HOME";
const HOME: &str = "HOME";
const TMPDIR: &str = "TMPDIR";
const NO_COLOR: &str = "NO_COLOR";
const TERM: &str = "TERM";

/// Every variable that is read, with its meaning; the help and the documents list them from here.
pub(crate) const VARIABLES: [(&str, &str); 24] = [
    (ANDROID_SERIAL, "the phone to use without --device"),
    (
        ADB_SERVER_SOCKET,
        "where the adb server is: tcp:HOST:PORT, localfilesystem:PATH or localabstract:NAME",
    ),
    (
        ANDROID_ADB_SERVER_ADDRESS,
        "its host, without ADB_SERVER_SOCKET",
    ),
    (
        ANDROID_ADB_SERVER_PORT,
        "its port, without ADB_SERVER_SOCKET [default: 5037]",
    ),
    (ADB_PATH, "the adb program that starts a server"),
    (PATH, "where adb is searched for, without ADB_PATH"),
    (ANDROID_HOME, "then in its platform-tools"),
    (ANDROID_SDK_ROOT, "then in its platform-tools"),
    (
        CLAWPERATOR_PROFILE,
        "the policy profile without --profile: person, agent, ask, server or a file",
    ),
    (
        CLAWPERATOR_ASKER,
        "set for scripts of skills: the token that runs the skill, which cannot approve what it asks",
    ),
    (
        CLAWPERATOR_SKILL_ID,
        "set for scripts of skills: the skill, which questions to a person name",
    ),
    (
        CLAWPERATOR_CONFIG,
        "the configuration file, or none for no such file",
    ),
    (
        XDG_CONFIG_HOME,
        "its clawperator/config.toml is used without CLAWPERATOR_CONFIG [default: .config of HOME]",
    ),
    (
        CLAWPERATOR_STATE,
        "the folder for runs, locks, approvals and the last snapshots",
    ),
    (
        CLAWPERATOR_TRACE,
        "how much of a run is kept without --trace: off, on or full [default: on]",
    ),
    (
        CLAWPERATOR_RUNS_DAYS,
        "how many days runs are kept [default: 7]",
    ),
    (
        CLAWPERATOR_RUNS_MB,
        "how many megabytes of runs are kept [default: 1024]",
    ),
    (
        CLAWPERATOR_SKILLS_REGISTRY,
        "skills-registry.json or its folder, without --skills-dir; otherwise ./skills",
    ),
    (
        XDG_DATA_HOME,
        "then its clawperator/skills [default: .local/share of HOME]",
    ),
    (
        XDG_STATE_HOME,
        "its clawperator folder is used without CLAWPERATOR_STATE",
    ),
    (
        HOME,
        "its .local/state/clawperator is used without either of them",
    ),
    (
        TMPDIR,
        "where pictures without a path go, in a folder of this user [default: /tmp]",
    ),
    (NO_COLOR, "not empty: no colour"),
    (TERM, "dumb: no colour"),
];

/// In the place of the configuration file.
const NO_FILE: &str = "none";
/// The longest name of an asker or a skill.
const LONGEST_NAME: usize = 256;

/// What the variables are set to. Whoever starts the program reads them; nothing is looked up later.
#[derive(Debug, Clone, Default)]
pub struct Environment {
    variables: BTreeMap<&'static str, OsString>,
    /// This program, for scripts that call it.
    program: Option<PathBuf>,
}

impl Environment {
    /// Reads every variable that counts. An empty one is as good as none, except for the profile: whoever sets it to
    /// nothing by mistake must not get the one that allows most.
    #[must_use]
    pub fn read(variable: impl Fn(&str) -> Option<OsString>) -> Self {
        let set = VARIABLES
            .iter()
            .filter_map(|(name, _)| Some((*name, variable(name)?)))
            .filter(|(name, value)| !value.is_empty() || *name == CLAWPERATOR_PROFILE);
        Self {
            variables: set.collect(),
            program: None,
        }
    }

    /// The same, knowing where this program is.
    #[must_use]
    pub fn with_program(self, program: Option<PathBuf>) -> Self {
        Self { program, ..self }
    }

    /// Whether terminals may be coloured.
    #[must_use]
    pub fn allows_colour(&self) -> bool {
        self.get(NO_COLOR).is_none() && self.get(TERM).is_none_or(|term| term != "dumb")
    }

    /// What is said of adb. The program is looked for now, so only commands that need it ask.
    pub(crate) fn adb(&self) -> Result<AdbConfig, Failure> {
        let variables = EndpointVariables {
            socket: self.text(ADB_SERVER_SOCKET)?,
            address: self.text(ANDROID_ADB_SERVER_ADDRESS)?,
            port: self.text(ANDROID_ADB_SERVER_PORT)?,
        };
        let name = if variables.socket.is_some() {
            ADB_SERVER_SOCKET
        } else if variables.port.is_some() {
            ANDROID_ADB_SERVER_PORT
        } else {
            ANDROID_ADB_SERVER_ADDRESS
        };
        let endpoint = Endpoint::from_variables(variables).map_err(|error| {
            Failure::new(ErrorCode::EnvironmentInvalid, format!("{name}: {error}"))
                .with_hint(format!("unset {name}, or set it to what adb accepts"))
        })?;
        Ok(AdbConfig {
            endpoint,
            program: self.adb_program(),
            default_phone: self.default_serial()?.map(|serial| DefaultPhone {
                serial: serial.to_owned(),
                set_in: ANDROID_SERIAL.to_owned(),
            }),
        })
    }

    /// The phone that is meant where no other is named.
    pub(crate) fn default_serial(&self) -> Result<Option<&str>, Failure> {
        self.text(ANDROID_SERIAL)
    }

    /// What another program must be told so that it finds the same adb and the same state.
    pub(crate) fn for_another_program(&self) -> Result<Vec<(&'static str, String)>, Failure> {
        let program = self.adb()?.program;
        let program = program.map(|adb| (ADB_PATH, adb.display().to_string()));
        let mut told: Vec<_> = program.into_iter().collect();
        let others = [
            ADB_SERVER_SOCKET,
            ANDROID_ADB_SERVER_ADDRESS,
            ANDROID_ADB_SERVER_PORT,
            CLAWPERATOR_CONFIG,
            XDG_CONFIG_HOME,
            CLAWPERATOR_STATE,
            XDG_STATE_HOME,
        ];
        for name in others {
            told.extend(self.text(name)?.map(|value| (name, value.to_owned())));
        }
        Ok(told)
    }

    /// Where the configuration file is.
    pub(crate) fn settings_file(&self) -> SettingsFile {
        if let Some(named) = self.get(CLAWPERATOR_CONFIG) {
            return if named == NO_FILE {
                SettingsFile::No
            } else {
                SettingsFile::Named(named.into())
            };
        }
        let of_home = || Some(self.folder(HOME)?.join(".config"));
        let folder = self.folder(XDG_CONFIG_HOME).or_else(of_home);
        folder.map_or(SettingsFile::No, |folder| {
            SettingsFile::Usual(folder.join("clawperator").join("config.toml"))
        })
    }

    /// The policy profile to use.
    pub(crate) fn profile(&self) -> Result<Option<&str>, Failure> {
        self.text(CLAWPERATOR_PROFILE)
    }

    /// In whose name this program is called, where a script of a skill calls it.
    pub(crate) fn asker(&self) -> Result<Option<String>, Failure> {
        self.name(CLAWPERATOR_ASKER)
    }

    /// The skill whose script calls it.
    pub(crate) fn skill(&self) -> Result<Option<String>, Failure> {
        self.name(CLAWPERATOR_SKILL_ID)
    }

    fn name(&self, variable: &'static str) -> Result<Option<String>, Failure> {
        let text = self.text(variable)?;
        match text {
            Some(text) if text.len() > LONGEST_NAME || !text.bytes().all(is_in_names) => {
                let hint = "unset it; a name has letters, digits, `-`, `_` and `.` only";
                Err(invalid(variable, text, hint))
            }
            text => Ok(text.map(str::to_owned)),
        }
    }

    /// Where what must outlive a command is kept, and where pictures go.
    pub(crate) fn store(&self) -> Result<StoreConfig, Failure> {
        Ok(StoreConfig {
            state: self.state_path()?,
            temporary: self.temporary_directory(),
            retention: self.retention()?,
        })
    }

    /// How much of a run is kept.
    pub(crate) fn trace(&self) -> Result<TraceDetail, Failure> {
        match self.text(CLAWPERATOR_TRACE)? {
            None => Ok(TraceDetail::default()),
            Some("off") => Ok(TraceDetail::Off),
            Some("on") => Ok(TraceDetail::On),
            Some("full") => Ok(TraceDetail::Full),
            Some(other) => Err(invalid(
                CLAWPERATOR_TRACE,
                other,
                "set it to off, on or full, or unset it",
            )),
        }
    }

    /// How long runs are kept.
    fn retention(&self) -> Result<Retention, Failure> {
        let mut retention = Retention::default();
        if let Some(days) = self.number(CLAWPERATOR_RUNS_DAYS)? {
            retention.age = Duration::from_hours(u64::from(days) * 24);
        }
        if let Some(megabytes) = self.number(CLAWPERATOR_RUNS_MB)? {
            retention.bytes = u64::from(megabytes) * 1024 * 1024;
        }
        Ok(retention)
    }

    fn number(&self, name: &'static str) -> Result<Option<u32>, Failure> {
        let Some(text) = self.text(name)? else {
            return Ok(None);
        };
        let number = text.parse();
        let refused = |_| invalid(name, text, "set it to a whole number, or unset it");
        number.map(Some).map_err(refused)
    }

    /// What to do about a state folder that cannot be used.
    pub(crate) fn state_hint() -> String {
        format!("set {CLAWPERATOR_STATE} to a folder that only this user can use")
    }

    fn state_path(&self) -> Result<PathBuf, Failure> {
        if let Some(state) = self.get(CLAWPERATOR_STATE) {
            return Ok(state.into());
        }
        let of_user = self.folder(XDG_STATE_HOME);
        let of_home = || Some(self.folder(HOME)?.join(".local").join("state"));
        match of_user.or_else(of_home) {
            Some(folder) => Ok(folder.join("clawperator")),
            None => Err(Failure::new(
                ErrorCode::EnvironmentInvalid,
                format!(
                    "{CLAWPERATOR_STATE} is not set, and neither {XDG_STATE_HOME} nor {HOME} is an absolute path"
                ),
            )
            .with_hint(format!(
                "set {CLAWPERATOR_STATE} to a folder that this user may write"
            ))),
        }
    }

    /// A folder of the user's. One that is not absolute is ignored, as the XDG specification wants it: another folder
    /// for every folder that a command is typed in would be another set of locks and approvals.
    fn folder(&self, name: &'static str) -> Option<PathBuf> {
        let folder = self.get(name).map(PathBuf::from);
        folder.filter(|folder| folder.is_absolute())
    }

    /// Where skills are looked for, in this order, when no folder is named on the command line.
    pub(crate) fn skills_folders(&self) -> Vec<PathBuf> {
        if let Some(named) = self.get(CLAWPERATOR_SKILLS_REGISTRY).map(PathBuf::from) {
            let is_file = named.extension().is_some_and(|ending| ending == "json");
            let folder = match named.parent() {
                Some(above) if is_file && above.as_os_str().is_empty() => PathBuf::from("."),
                Some(above) if is_file => above.to_owned(),
                Some(_) | None => named,
            };
            return vec![folder];
        }
        let home = self.folder(HOME);
        let of_user = self.folder(XDG_DATA_HOME);
        let of_home = || Some(home.as_ref()?.join(".local").join("share"));
        let data = of_user
            .or_else(of_home)
            .map(|data| data.join("clawperator"));
        let older = home.as_ref().map(|home| home.join(".clawperator"));
        let below = [data, older].into_iter().flatten();
        let mut folders = vec![PathBuf::from("skills")];
        folders.extend(below.map(|folder| folder.join("skills")));
        folders
    }

    /// What scripts run with: what counts for this program, so that it finds the same phones and the same state when it
    /// is called by a script, and where it is.
    pub(crate) fn script_home(&self) -> ScriptHome {
        let mut environment: Vec<(OsString, OsString)> = self
            .variables
            .iter()
            .filter(|(name, _)| ![TERM, CLAWPERATOR_CONFIG].contains(*name))
            .map(|(name, value)| (OsString::from(name), value.clone()))
            .collect();
        // What a script reads of an answer does not depend on how its user likes to have it.
        environment.push((CLAWPERATOR_CONFIG.into(), NO_FILE.into()));
        environment.extend(
            self.program
                .iter()
                .map(|program| (OsString::from("CLAWPERATOR_BIN"), program.into())),
        );
        ScriptHome {
            program: self.program.clone(),
            environment,
            search_path: self.variables.get(PATH).cloned(),
        }
    }

    /// This program, which clients start.
    pub(crate) fn program(&self) -> Result<PathBuf, Failure> {
        self.program.clone().ok_or_else(|| {
            Failure::new(
                ErrorCode::HostIoFailed,
                "the path of this program is unknown",
            )
        })
    }

    /// Where files go that nobody has named.
    fn temporary_directory(&self) -> PathBuf {
        self.get(TMPDIR)
            .map_or_else(|| PathBuf::from("/tmp"), PathBuf::from)
    }

    fn adb_program(&self) -> Option<PathBuf> {
        if let Some(named) = self.get(ADB_PATH) {
            return Some(named.into());
        }
        let program = format!("adb{}", env::consts::EXE_SUFFIX);
        let on_path = self.get(PATH).into_iter().flat_map(env::split_paths);
        let of_tools = [ANDROID_HOME, ANDROID_SDK_ROOT]
            .into_iter()
            .filter_map(|name| self.get(name))
            .map(|home| PathBuf::from(home).join("platform-tools"));
        on_path
            .chain(of_tools)
            .map(|folder| folder.join(&program))
            .find(|candidate| candidate.is_file())
    }

    fn text(&self, name: &'static str) -> Result<Option<&str>, Failure> {
        let Some(value) = self.get(name) else {
            return Ok(None);
        };
        match value.to_str() {
            Some(text) => Ok(Some(text)),
            None => Err(Failure::new(
                ErrorCode::EnvironmentInvalid,
                format!("{name} is not valid UTF-8"),
            )
            .with_hint(format!(
                "unset {name}; it is now {}",
                excerpt(&value.to_string_lossy())
            ))),
        }
    }

    fn get(&self, name: &'static str) -> Option<&OsStr> {
        self.variables.get(name).map(OsString::as_os_str)
    }
}

/// What names of tokens and skills are made of.
const fn is_in_names(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.' | b'@')
}

/// A variable whose value cannot be used.
fn invalid(name: &str, value: &str, hint: &str) -> Failure {
    let message = format!("{name} is '{}'", excerpt(value));
    Failure::new(ErrorCode::EnvironmentInvalid, message).with_hint(hint)
}
