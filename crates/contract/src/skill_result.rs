//! What `skills run` answers: one result, with nothing in it that the skill does not let be shown.

use schemars::JsonSchema;
use serde::Serialize;

use crate::errors::{ErrorCode, ExitStatus};
use crate::failure::Failure;
use crate::next::Next;

/// What a run of a skill came to on several phones.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct SeveralSkillResults {
    /// Every phone, in the order in which they were named or listed.
    pub phones: Vec<PhoneSkillResult>,
}

/// What it came to on one of several phones: either of the two.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct PhoneSkillResult {
    /// The serial of the phone.
    pub device_id: String,
    /// The result; omitted where there was none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub result: Option<SkillResult>,
    /// Why there was none; omitted with a result.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub failure: Option<Failure>,
}

/// What a run of a skill came to.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct SkillResult {
    /// The skill; for a recipe that belongs to none, its file's path, which has a `/`.
    pub skill_id: String,
    /// Whether it did what it is for.
    pub status: SkillStatus,
    /// Why not, as a stable code; omitted on success.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error_code: Option<ErrorCode>,
    /// Why not, for people.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
    /// What to do next, in words.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hint: Option<String>,
    /// How that is done, likeliest first; omitted where a surface has put it into the hint.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub next: Vec<Next>,
    /// The serial of the phone it ran on.
    pub device_id: String,
    /// What judged the run, and how much of it.
    pub policy: SkillPolicy,
    /// The names of the inputs that were given. Their values are not told.
    pub inputs: Vec<String>,
    /// What it read, as far as it may be shown.
    pub outputs: Vec<SkillOutput>,
    /// What was verified, and by what.
    pub checkpoints: Vec<Checkpoint>,
    /// What was other than the skill expects, though it went on.
    pub deviations: Vec<Deviation>,
    /// The app's version on the phone against the one the recipe was made with; omitted for scripts.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub app: Option<AppSeen>,
    /// The recipe that ran; omitted for scripts.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub recipe: Option<RecipeRun>,
    /// The script that ran; omitted for recipes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub script: Option<ScriptRun>,
    /// The steps in order; empty for scripts and where nothing was begun.
    pub steps: Vec<SkillStep>,
    /// How long it took, in milliseconds.
    pub elapsed_ms: u64,
}

impl SkillResult {
    /// How a process that prints this result ends. Only a success ends with 0.
    #[must_use]
    pub fn exit(&self) -> ExitStatus {
        match (self.status, self.error_code) {
            // Whoever ended it knows that it did not run to its end, whatever was done by then.
            (_, Some(ErrorCode::ExecutionCancelled)) => ExitStatus::Interrupted,
            (SkillStatus::Success, _) => ExitStatus::Ok,
            (SkillStatus::Indeterminate, _) => ExitStatus::Unknown,
            (SkillStatus::Partial, _) => ExitStatus::Ambiguous,
            (SkillStatus::Failed, Some(code)) => code.exit(),
            (SkillStatus::Failed, None) => ExitStatus::ActionFailed,
        }
    }
}

/// What a run came to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(inline)]
pub enum SkillStatus {
    /// Everything was done and everything that is to be verified was.
    Success,
    /// It was not done, and what was done is known.
    Failed,
    /// It was done in part, or otherwise than the skill expects.
    Partial,
    /// Something may or may not have happened on the phone.
    Indeterminate,
}

/// What judged a run.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct SkillPolicy {
    /// The profile.
    pub profile: String,
    /// How much of the run it judged.
    pub covered: PolicyCovered,
}

/// How much of a run policy judged.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(inline)]
pub enum PolicyCovered {
    /// The whole execution before its first step, and each act before it was made.
    EveryAct,
    /// Only what a script asked of the engine; what else the script did, nobody judged.
    EngineCallsOnly,
}

/// A value that a skill tells.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct SkillOutput {
    /// Its name.
    pub name: String,
    /// `string`, `integer`, `number` or `boolean`.
    #[serde(rename = "type")]
    pub output_type: String,
    /// What became of the value before anybody saw it.
    pub redaction: SkillRedaction,
    /// The value, where it may be shown.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value: Option<SkillValue>,
    /// HMAC-SHA-256 of the value under this installation's key, where that may be shown.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hash: Option<String>,
    /// Whether there is a value. A dropped one does not say.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub present: Option<bool>,
    /// Why there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
}

/// What becomes of a value before anybody sees it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(inline)]
pub enum SkillRedaction {
    /// Nothing.
    None,
    /// A keyed hash.
    Hash,
    /// Only that there is one.
    Mask,
    /// It is dropped.
    Drop,
}

/// A value in its own type.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum SkillValue {
    /// Yes or no.
    Boolean(bool),
    /// A whole number.
    Integer(i64),
    /// A number.
    Number(f64),
    /// A text.
    String(String),
}

/// Something the skill verifies.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Checkpoint {
    /// The step that is verified.
    pub id: String,
    /// Whether it was.
    pub status: CheckpointStatus,
    /// What shows it.
    pub evidence: Evidence,
}

/// Whether a step was verified.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(inline)]
pub enum CheckpointStatus {
    /// A tree that was taken after the step shows it, and the tree before it did not.
    Verified,
    /// A tree that was taken after the step shows it, and so did the tree before: the step proves nothing.
    HeldBefore,
    /// A tree that was taken after the step does not show it.
    Failed,
    /// No tree could be read before or after the step, or what was pressed had moved.
    Unknown,
    /// It did not come to that.
    NotRun,
}

/// What shows that a step has worked.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Evidence {
    /// The step that looked.
    pub by: String,
    /// Where that stands in the recipe.
    pub line: usize,
    /// Whether it was so before the step; omitted when nobody had looked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub held_before: Option<bool>,
    /// `true` when the tree was read from a screen at rest, else what is known of that.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub settled: Option<String>,
    /// What the step itself was seen to change: `observed`, `none` or `unverified`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub effect: Option<String>,
}

/// Something other than the skill expects.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Deviation {
    /// What kind of thing.
    pub kind: DeviationKind,
    /// The step, where it is about one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub step: Option<String>,
    /// For people.
    pub message: String,
}

/// What can be other than a skill expects.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(inline)]
pub enum DeviationKind {
    /// Several nodes match where one was expected. A step that changes something stopped; any other took the first.
    Cardinality,
    /// A later alternative of `any_of` was used.
    Alternative,
    /// What a step is verified by was true before it.
    HeldBefore,
    /// The app's version is outside the recipe's `compatibility`.
    AppVersion,
}

/// An app's version against the one a recipe was made with.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct AppSeen {
    /// The app.
    pub package: String,
    /// How the versions stand to each other.
    pub standing: AppStanding,
    /// What the phone says; omitted when unknown.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seen: Option<AppVersion>,
    /// What the recipe was made with.
    pub made_with: AppVersion,
}

/// A version of an app.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct AppVersion {
    /// As people see it; omitted where unknown.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// As Android counts it.
    pub code: i64,
}

/// How an app's version stands to a recipe's.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(inline)]
pub enum AppStanding {
    /// The same that the recipe was made with.
    Same,
    /// Another, within the recipe's window.
    Compatible,
    /// Another, and the recipe has no window.
    Other,
    /// Outside of the recipe's window.
    Incompatible,
    /// The phone did not tell.
    Unknown,
}

/// The recipe that ran.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct RecipeRun {
    /// Its id; omitted for a legacy template, which has none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub recipe_id: Option<String>,
    /// Its version.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub recipe_version: Option<String>,
    /// The artifact it was read from.
    pub artifact: String,
    /// The SHA-256 of what it compiled to. It is omitted where inputs were given: whoever knows the recipe could try
    /// values against it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub template_sha256: Option<String>,
    /// Whether it is a legacy template.
    pub legacy: bool,
}

/// The script that ran. What it says about itself is its own claim.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ScriptRun {
    /// The script's path within its skill.
    pub script: String,
    /// The SHA-256 of the skill's files, as the profile names it.
    pub sha256: String,
    /// What it exited with; omitted when it was killed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub exit_code: Option<i32>,
    /// How many bytes it wrote to standard output and standard error; they are read and not kept.
    pub output_bytes: u64,
    /// The status in its result line; omitted when there was none that can be read.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub claimed_status: Option<SkillStatus>,
    /// The checkpoints in its result line, by id.
    pub claimed_checkpoints: Vec<ClaimedCheckpoint>,
}

/// A checkpoint of a script's result line.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ClaimedCheckpoint {
    /// Its id.
    pub id: String,
    /// `ok`, `failed` or `skipped`.
    pub status: String,
}

/// One step of a recipe.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct SkillStep {
    /// The action's id.
    pub id: String,
    /// The action's type.
    #[serde(rename = "type")]
    pub action_type: String,
    /// Where it stands in the artifact.
    pub line: usize,
    /// What became of it.
    pub outcome: StepOutcome,
    /// Why it failed, as a stable code.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub code: Option<String>,
    /// Why it failed, for people. Texts of the screen are in it only where every output is shown and no input given.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub message: Option<String>,
    /// How many nodes fitted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub match_count: Option<u64>,
    /// Which alternative of `any_of` was used, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub alternative: Option<u64>,
    /// What it was seen to change: `observed`, `none` or `unverified`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub effect: Option<String>,
    /// The nodes that fitted, where several did and texts of the screen may be shown.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub candidates: Vec<String>,
    /// The text of a snapshot or of a read that no output is taken from, where texts of the screen may be shown.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
}

/// What became of a step.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(inline)]
pub enum StepOutcome {
    /// It was done.
    Done,
    /// It was not.
    Failed,
    /// It may or may not have been.
    Unknown,
    /// It was not tried.
    NotRun,
    /// Its condition did not hold.
    Skipped,
}
