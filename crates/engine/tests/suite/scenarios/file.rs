//! The form of a scenario file.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use clawperator_virtual_phone::Fault;
use serde::Deserialize;
use serde_json::{Value, json};

/// One file below `tests/scenarios`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub(super) struct Scenario {
    /// What it shows, for people.
    pub(super) about: String,
    /// The rule that it holds the engine to.
    pub(super) rule: Rule,
    /// The releases of Android that it is played on.
    #[serde(default = "android_14")]
    pub(super) releases: Vec<String>,
    /// How large its screen is.
    #[serde(default)]
    pub(super) screen: ScreenSize,
    /// Where the phone is when the run begins.
    pub(super) start: Start,
    /// What is wrong with the phone from the start.
    #[serde(default)]
    pub(super) faults: Vec<Fault>,
    /// What happens to the phone or to the run on the way.
    #[serde(default)]
    pub(super) during: Vec<Intervention>,
    /// By which clock the engine goes.
    #[serde(default)]
    pub(super) clock: Clock,
    /// The command of another run, which has the phone.
    #[serde(default)]
    pub(super) held_by: Option<String>,
    /// What a guard says no to.
    #[serde(default)]
    pub(super) deny: Option<Deny>,
    /// The files that the surface has, by the names that payloads know them by.
    #[serde(default)]
    pub(super) host_files: BTreeMap<String, String>,
    /// Runs before the one that counts; they must succeed.
    #[serde(default)]
    pub(super) earlier: Vec<Run>,
    /// The run that counts.
    pub(super) run: Run,
    /// What the caller is told.
    pub(super) expect: Expect,
    /// How often the run reads the screen through the shell.
    pub(super) dumps: usize,
    /// What really happened.
    pub(super) phone: Truth,
    /// What is different where the Operator drives the phone.
    #[serde(default)]
    pub(super) resident: Resident,
}

/// What is different where the Operator drives the phone; by default nothing.
#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(super) struct Resident {
    /// Why it is not played there.
    pub(super) not_played: Option<String>,
    /// Why it comes to something else; with `expect` or `phone`, and only then.
    pub(super) because: Option<String>,
    pub(super) expect: Option<Expect>,
    pub(super) phone: Option<Truth>,
}

/// What drives the phone.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Driven {
    ByShell,
    ByOperator,
}

/// How large a phone's screen is.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum ScreenSize {
    /// As large as a phone's.
    #[default]
    Phone,
    /// A quarter of that each way: a picture of it is made sixteen times as fast.
    Small,
}

/// Where a rule stands and what it says.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Rule {
    /// The document: `actions`, `selectors` or `api-overview` of the contract, `original` for what the original program
    /// did, `ours` for an addition.
    pub(super) file: String,
    /// The words.
    pub(super) says: String,
}

/// Where the phone is when the run begins. It is put there directly, not through adb.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Start {
    /// The page as `package/.Class`; left out, the launcher.
    pub(super) page: Option<String>,
    /// What is done there first.
    #[serde(default)]
    pub(super) then: Vec<Deed>,
    /// How long the phone rests before the run.
    #[serde(default = "two_seconds")]
    pub(super) rest_ms: u64,
}

/// Something that a person does before the run.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub(super) enum Deed {
    /// Taps the first view with this text, or with this id behind its slash.
    Tap(String),
    Type(String),
    /// Presses a key by its code.
    Key(u32),
    /// Moves a finger: from x, from y, to x, to y.
    Swipe([i16; 4]),
    /// Turns the phone by quarters.
    Turn(u8),
    /// Opens the notification shade.
    Shade(bool),
    /// Writes a file on the phone: its path, and what is in it.
    Write([String; 2]),
    /// Makes a link on the phone: its path, and where it leads.
    Link([String; 2]),
    /// Makes a folder on the phone.
    Folder(String),
}

/// Something that happens right before the engine's nth call of a kind to the phone.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Intervention {
    /// The call: `observe`, `front`, `touch`, `press`, `enter`, `submit`, `screenshot`, `launch`, `open` or `stop`.
    pub(super) before: String,
    /// Which of them.
    #[serde(default = "first")]
    pub(super) nth: usize,
    /// A fault that sets in.
    #[serde(default)]
    pub(super) fault: Option<Fault>,
    /// A fault that is over.
    #[serde(default)]
    pub(super) clear: Option<clawperator_virtual_phone::FaultKind>,
    /// Whether the run is cancelled.
    #[serde(default)]
    pub(super) cancel: bool,
    /// What a person does meanwhile.
    #[serde(default)]
    pub(super) then: Vec<Deed>,
}

/// By which clock the engine goes.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Clock {
    /// The phone's own, which moves when somebody waits: nothing takes real time.
    #[default]
    Phone,
    /// The real one, for phones that do not answer.
    Real,
}

/// What a guard says no to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Deny {
    /// The execution.
    Run,
    /// Every act.
    Acts,
}

/// One execution.
#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "camelCase")]
pub(super) struct Run {
    /// Whether what changed is asked for.
    pub(super) settle: bool,
    /// What snapshots carry: `compact`, `tree` or `diff`.
    pub(super) snapshot: Option<String>,
    /// The execution's timeout.
    pub(super) timeout_ms: Option<u64>,
    /// The actions; ids are `s0`, `s1`, … where none is given.
    pub(super) actions: Vec<Value>,
    /// The whole payload, in place of actions.
    pub(super) payload: Option<Value>,
}

/// What the caller is told.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub(super) enum Expect {
    /// An envelope with these steps, in order.
    Steps(Vec<Step>),
    /// No envelope: a failure that fits this pattern.
    Failure(Value),
}

/// What a step came to.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Step {
    /// Whether it did what was asked.
    pub(super) success: bool,
    /// Its code, when it did not.
    #[serde(default)]
    pub(super) error: Option<String>,
    /// What the message says among other things.
    #[serde(default)]
    pub(super) says: Vec<String>,
    /// Patterns of its data; `null` is a key that must not be there. Others may be.
    #[serde(default)]
    pub(super) data: BTreeMap<String, Value>,
}

/// What really happened on the phone.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Truth {
    /// Everything that was injected, in order, and nothing else.
    pub(super) injected: Vec<String>,
    /// What followed, in this order, among other things.
    #[serde(default)]
    pub(super) then: Vec<String>,
    /// What must not have happened.
    #[serde(default)]
    pub(super) never: Vec<String>,
    /// The activity in front afterwards, as `package/.Class`.
    #[serde(default)]
    pub(super) front: Option<String>,
    /// Texts and descriptions that the screen shows afterwards.
    #[serde(default)]
    pub(super) shows: Vec<String>,
    /// Files of the phone afterwards, by their paths: what is in them, or `null` where there is none. Beside them is no
    /// part of one.
    #[serde(default)]
    pub(super) files: BTreeMap<String, Option<String>>,
    /// The same of the surface, by the names that payloads know them by.
    #[serde(default)]
    pub(super) host_files: BTreeMap<String, Option<String>>,
    /// Texts and descriptions that it does not.
    #[serde(default)]
    pub(super) lacks: Vec<String>,
}

impl Scenario {
    /// What the caller is told.
    pub(super) fn expected(&self, driven: Driven) -> &Expect {
        match driven {
            Driven::ByShell => &self.expect,
            Driven::ByOperator => self.resident.expect.as_ref().unwrap_or(&self.expect),
        }
    }

    /// What really happens.
    pub(super) fn truth(&self, driven: Driven) -> &Truth {
        match driven {
            Driven::ByShell => &self.phone,
            Driven::ByOperator => self.resident.phone.as_ref().unwrap_or(&self.phone),
        }
    }
}

impl Run {
    /// The payload as a caller would send it.
    pub(super) fn payload(&self) -> Value {
        if let Some(payload) = &self.payload {
            return payload.clone();
        }
        let mut actions = self.actions.clone();
        for (index, action) in actions.iter_mut().enumerate() {
            if let Value::Object(action) = action {
                let id = json!(format!("s{index}"));
                action.entry("id").or_insert(id);
            }
        }
        json!({
            "commandId": "scenario", "taskId": "scenario", "source": "test",
            "expectedFormat": "android-ui-automator",
            "timeoutMs": self.timeout_ms.unwrap_or(30_000),
            "actions": actions,
        })
    }
}

/// A scenario and the name of its file.
#[derive(Debug, Clone)]
pub(super) struct Named {
    pub(super) name: String,
    pub(super) scenario: Arc<Scenario>,
}

/// Where the files are.
pub(super) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/scenarios")
}

/// The folders of scenarios, in order.
pub(super) fn folders() -> Vec<String> {
    let mut names: Vec<String> = entries(&root())
        .filter(|path| path.is_dir())
        .map(|path| name_of(&path))
        .collect();
    names.sort();
    names
}

/// The scenarios of a folder, in order.
pub(super) fn of_folder(folder: &str) -> Vec<Named> {
    let mut paths: Vec<PathBuf> = entries(&root().join(folder)).collect();
    paths.sort();
    assert!(!paths.is_empty(), "no scenario in {folder}");
    paths
        .iter()
        .map(|path| {
            let name = format!("{folder}/{}", name_of(path));
            let text = std::fs::read_to_string(path).unwrap();
            let scenario =
                serde_json::from_str(&text).unwrap_or_else(|error| panic!("{name}: {error}"));
            Named {
                name,
                scenario: Arc::new(scenario),
            }
        })
        .collect()
}

/// Every scenario.
pub(super) fn all() -> Vec<Named> {
    folders().iter().flat_map(|name| of_folder(name)).collect()
}

fn entries(folder: &Path) -> impl Iterator<Item = PathBuf> {
    let entries = std::fs::read_dir(folder).unwrap();
    entries.map(|entry| entry.unwrap().path())
}

fn name_of(path: &Path) -> String {
    path.file_name().unwrap().to_string_lossy().into_owned()
}

fn android_14() -> Vec<String> {
    vec!["14".to_owned()]
}

fn two_seconds() -> u64 {
    2_000
}

fn first() -> usize {
    1
}
