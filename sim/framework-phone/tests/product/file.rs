//! The form of a scenario file.

use std::collections::BTreeMap;
use std::fmt;
use std::path::{Path, PathBuf};

use clawperator_contract::{RunOptions, SnapshotForm};
use serde::{Deserialize, Deserializer};
use serde_json::{Map, Value, json};

use super::drivers::Driven;
use super::rig::{APP, AppProcess};

/// One file below `tests/scenarios`, as it is played with one toolkit.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Scenario {
    /// The rule that it shows, in one sentence.
    #[expect(dead_code, reason = "it is for whoever reads the file")]
    about: String,
    /// The page of the app that is in front; left out, the launcher is.
    #[serde(default)]
    pub(super) page: Option<String>,
    /// What the page is made with.
    #[expect(dead_code, reason = "it was read before the file was split")]
    toolkits: Vec<Toolkit>,
    /// By how many quarters the phone is turned before the run.
    #[serde(default)]
    pub(super) rotation: u8,
    /// Actions of an earlier run, which must succeed.
    #[serde(default)]
    pub(super) earlier: Vec<Value>,
    /// What happens on the way.
    #[serde(default)]
    pub(super) during: Vec<Intervention>,
    /// The actions of the run that counts.
    pub(super) actions: Vec<Value>,
    /// Whether what changed is asked for.
    #[serde(default)]
    pub(super) settle: bool,
    /// What snapshots carry: `compact`, `tree` or `diff`.
    #[serde(default)]
    pub(super) snapshot: Option<String>,
    /// What each step came to.
    pub(super) steps: Vec<Step>,
    /// What the app says was done to it: everything, in order.
    pub(super) record: Vec<String>,
    /// Kinds of entries that come and go by themselves and are not judged.
    #[serde(default)]
    pub(super) ignore: Vec<String>,
    /// The activity in front afterwards, as `package/class`.
    #[serde(default)]
    pub(super) front: Option<String>,
    /// What the screen shows afterwards.
    #[serde(default)]
    pub(super) screen: Shown,
}

/// What a page is made with.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Toolkit {
    Views,
    Compose,
}

/// Something that happens right before the engine's nth call of a kind to the phone.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Intervention {
    /// The call: `observe`, `touch`, `enter` or another of the driver's.
    pub(super) before: String,
    /// Which of them, from 1.
    pub(super) nth: usize,
    /// The phone is turned to this.
    pub(super) rotation: u8,
}

/// What a step came to: `"ok"`, the code of its failure, or an object with more to say.
#[derive(Debug, Clone)]
pub(super) struct Step {
    /// The code of the failure; absent when it did what was asked.
    pub(super) error: Option<String>,
    /// What the message says among other things.
    pub(super) says: Vec<String>,
    /// Patterns of its data.
    pub(super) data: BTreeMap<String, Value>,
}

/// Texts and descriptions on the screen.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(super) struct Shown {
    pub(super) shows: Vec<String>,
    pub(super) lacks: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct WrittenStep {
    #[serde(default)]
    error: Option<String>,
    #[serde(default)]
    says: Vec<String>,
    #[serde(default)]
    data: BTreeMap<String, Value>,
}

impl<'de> Deserialize<'de> for Step {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let value = Value::deserialize(deserializer)?;
        let written = match value {
            Value::String(word) if word == "ok" => json!({}),
            Value::String(code) => json!({ "error": code }),
            other => other,
        };
        let WrittenStep { error, says, data } =
            serde_json::from_value(written).map_err(serde::de::Error::custom)?;
        Ok(Self { error, says, data })
    }
}

/// A scenario with the name of its file and the toolkit that it is played with.
#[derive(Debug, Clone)]
pub(super) struct Named {
    pub(super) name: String,
    pub(super) toolkit: Toolkit,
    pub(super) scenario: Scenario,
    /// The same where the Operator leads to something else, for a reason that the file gives.
    on_operator: Option<Scenario>,
    /// The same with the ids and addresses of the scripted phone.
    pub(super) on_script: Scenario,
}

impl fmt::Display for Named {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{} ({})", self.name, self.toolkit.name())
    }
}

impl Named {
    /// The scenario as it is expected to come out with a driver.
    pub(super) fn by(&self, driven: Driven) -> &Scenario {
        match driven {
            Driven::ByShell => &self.scenario,
            Driven::ByOperator => self.on_operator.as_ref().unwrap_or(&self.scenario),
        }
    }

    /// Whether the file says that the Operator leads to something else.
    pub(super) fn differs_by_operator(&self) -> bool {
        self.on_operator.is_some()
    }
}

impl Toolkit {
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Views => "views",
            Self::Compose => "compose",
        }
    }

    pub(super) fn address(self, page: &str) -> String {
        match self {
            Self::Views => format!("conformance://{page}"),
            Self::Compose => format!("conformance://compose/{page}"),
        }
    }

    /// The id of a node as accessibility tells it: Compose has no resources, its tags stand as they are.
    pub(super) fn id(self, name: &str) -> String {
        match self {
            Self::Views => format!("{APP}:id/{name}"),
            Self::Compose => name.to_owned(),
        }
    }
}

impl Scenario {
    /// The number of the counter belongs to the app's process, everything else to its page.
    pub(super) fn process(&self) -> AppProcess {
        match self.page.as_deref() {
            None | Some("counter") => AppProcess::New,
            Some(_) => AppProcess::Any,
        }
    }

    /// How it is run.
    pub(super) fn options(&self) -> RunOptions {
        RunOptions {
            settle: self.settle,
            snapshot: match self.snapshot.as_deref() {
                None => SnapshotForm::Xml,
                Some("compact") => SnapshotForm::Compact,
                Some("tree") => SnapshotForm::Tree,
                Some("diff") => SnapshotForm::Diff,
                Some(other) => panic!("no form `{other}`"),
            },
            ..RunOptions::default()
        }
    }

    /// Whether a list is swiped on the way.
    pub(super) fn is_swiped(&self) -> bool {
        let mut actions = self.earlier.iter().chain(&self.actions);
        actions.any(|action| {
            let kind = action.get("type").and_then(Value::as_str);
            kind.is_some_and(|kind| kind.starts_with("scroll"))
        })
    }

    /// The payload as a caller would send it.
    pub(super) fn payload(&self) -> Value {
        payload(&self.actions)
    }
}

/// A payload of these actions. Ids are `s0`, `s1`, … where none is given.
pub(super) fn payload(actions: &[Value]) -> Value {
    let mut actions = actions.to_vec();
    for (index, action) in actions.iter_mut().enumerate() {
        if let Value::Object(action) = action {
            let id = json!(format!("s{index}"));
            action.entry("id").or_insert(id);
        }
    }
    json!({
        "commandId": "scenario", "taskId": "scenario", "source": "test",
        "expectedFormat": "android-ui-automator", "timeoutMs": 120_000, "actions": actions,
    })
}

/// Every scenario with every toolkit that it names, in the order of names.
pub(super) fn all() -> Vec<Named> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/scenarios");
    let mut found = Vec::new();
    for area in entries(&root) {
        for path in entries(&area) {
            let name = format!("{}/{}", last(&area), last(&path).trim_end_matches(".json"));
            found.extend(of_file(&name, &path));
        }
    }
    found
}

fn of_file(name: &str, path: &Path) -> Vec<Named> {
    let text = std::fs::read_to_string(path).unwrap();
    let written: Value =
        serde_json::from_str(&text).unwrap_or_else(|error| panic!("{name}: {error}"));
    let toolkits: Vec<Toolkit> = serde_json::from_value(written["toolkits"].clone())
        .unwrap_or_else(|error| panic!("{name}: {error}"));
    let with = |toolkit| {
        let of = |written: Value| {
            serde_json::from_value(written).unwrap_or_else(|error| panic!("{name}: {error}"))
        };
        let mut written = of_toolkit(written.clone(), toolkit);
        let operator = written.remove("operator");
        let scripted = with_ids(written.clone(), Toolkit::Views).to_string();
        let scripted = scripted.replace(&Toolkit::Compose.address(""), &Toolkit::Views.address(""));
        Named {
            name: name.to_owned(),
            toolkit,
            scenario: of(with_ids(written.clone(), toolkit)),
            on_operator: operator.map(|own| of(with_ids(by_operator(written, own), toolkit))),
            on_script: of(serde_json::from_str(&scripted).unwrap()),
        }
    };
    toolkits.into_iter().map(with).collect()
}

/// The keys below `views` or `compose` take the place of the file's own.
fn of_toolkit(written: Value, toolkit: Toolkit) -> Map<String, Value> {
    let Value::Object(mut scenario) = written else {
        panic!("{written} is not an object");
    };
    for one in [Toolkit::Views, Toolkit::Compose] {
        let own = scenario.remove(one.name());
        if let Some(Value::Object(own)) = own.filter(|_| one == toolkit) {
            scenario.extend(own);
        }
    }
    scenario
}

/// The keys below `operator` take the place of the others, but for the reason.
fn by_operator(mut scenario: Map<String, Value>, own: Value) -> Map<String, Value> {
    let Value::Object(mut own) = own else {
        panic!("{own} is not an object");
    };
    let why = own.remove("why");
    let is_reason = |why: Value| why.as_str().is_some_and(|why| !why.is_empty());
    assert!(why.is_some_and(is_reason), "no reason for {own:?}");
    scenario.extend(own);
    scenario
}

/// `#name` is the id of that name.
fn with_ids(written: Map<String, Value>, ids: Toolkit) -> Value {
    let mut written = Value::Object(written);
    name_ids(&mut written, ids);
    written
}

fn name_ids(value: &mut Value, toolkit: Toolkit) {
    match value {
        Value::Object(object) => {
            for (key, value) in object {
                match (
                    key.as_str(),
                    value.as_str().and_then(|text| text.strip_prefix('#')),
                ) {
                    ("resourceId" | "resource_id" | "resolved_container", Some(name)) => {
                        *value = json!(toolkit.id(name));
                    }
                    _ => name_ids(value, toolkit),
                }
            }
        }
        Value::Array(values) => values.iter_mut().for_each(|value| name_ids(value, toolkit)),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

fn entries(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).unwrap();
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    paths
}

fn last(path: &Path) -> String {
    path.file_name().unwrap().to_string_lossy().into_owned()
}
