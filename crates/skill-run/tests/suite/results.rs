//! What the engine answers, and the result that is made of it.

use std::collections::BTreeMap;

use async_trait::async_trait;
use clawperator_contract::skill_result::{
    AppStanding, AppVersion, CheckpointStatus, SkillResult, SkillStatus,
};
use clawperator_contract::wrappers::{ExecutionResult, TerminalSource};
use clawperator_contract::{
    Dispatched, Envelope, ErrorCode, Execution, Failure, FailureDetails, InFlight,
    InterruptedDetails, RunOptions, Status, StepResult, TraceDetail,
};
use clawperator_engine::{Cancel, Events, Executor, Unheard, never};
use clawperator_recipe::{HashKey, Levels, Redactor, load};
use clawperator_skill_run::{Inputs, SkillRequest, WithholdsLabels, prepare, run};
use clawperator_skills::SkillRecipe;

const HEAD: &str = "recipe_id: a.b.c\nrecipe_version: 1.0.0\napplication_id: com.example.app\nsummary: Tries.\nframeworks: [views]\nsession_policy: resume_ok\napp_build: {version_name: \"1.2\", version_code: 12}\ncompatibility: {min_version_code: 10, max_version_code: 20}\ntested_on: {android_api: 34}";

/// A press that is confirmed, and a read.
const PRESS: &str = "## Step 1

```yaml
id: press
type: click
selector: {resource_id: \"com.example.app:id/button\"}
confirm: {selector: {resource_id: \"com.example.app:id/done\"}}
```

## Step 2

```yaml
id: read
type: read_text
selector: {resource_id: \"com.example.app:id/name\"}
```
";

/// A recipe of a type, with one output of a redaction.
fn recipe(recipe_type: &str, redaction: &str) -> SkillRecipe {
    let text = format!(
        "---\n{HEAD}\nrecipe_type: {recipe_type}\ncapabilities: [observe, click]\ninputs:\n  - {{name: word, type: string}}\noutputs:\n  - {{name: read, type: string, redaction: {redaction}}}\n---\n\n{PRESS}"
    );
    SkillRecipe {
        path: "artifacts/run.recipe.md".to_owned(),
        sha256: String::new(),
        loaded: load("run.recipe.md", text.as_bytes(), &Levels::default()).unwrap(),
    }
}

/// A step's answer: its id, whether it succeeded, and its data as `key=value` words.
type Step<'a> = (&'a str, bool, &'a str);

fn steps(steps: &[Step<'_>]) -> Vec<StepResult> {
    let step = |(id, success, data): &Step<'_>| StepResult {
        id: (*id).to_owned(),
        action_type: match *id {
            "press" => "click",
            "read" => "read_text",
            _ => "wait_for_node",
        }
        .to_owned(),
        success: *success,
        data: data
            .split_whitespace()
            .map(|word| word.split_once('=').unwrap())
            .map(|(key, value)| (key.to_owned(), value.to_owned()))
            .collect::<BTreeMap<_, _>>(),
    };
    steps.iter().map(step).collect()
}

/// An executor that has its answer already.
struct Answers(Result<Vec<StepResult>, Failure>);

impl WithholdsLabels for Answers {}

#[async_trait]
impl Executor for Answers {
    async fn execute(
        &self,
        execution: &Execution,
        _: RunOptions,
        _: &dyn Events,
        _: Cancel<'_>,
    ) -> Result<ExecutionResult, Failure> {
        Ok(ExecutionResult {
            envelope: Envelope {
                command_id: execution.command_id().as_str().to_owned(),
                task_id: execution.task_id().as_str().to_owned(),
                status: Status::Success,
                step_results: self.0.clone()?,
                error: None,
                error_code: None,
                hint: None,
                next: Vec::new(),
            },
            device_id: "serial".to_owned(),
            terminal_source: TerminalSource::ClawperatorResult,
            is_canonical_terminal: true,
            warnings: Vec::new(),
            driver: None,
        })
    }
}

async fn told(
    recipe: &SkillRecipe,
    inputs: &[&str],
    version: Option<i64>,
    answer: Result<Vec<StepResult>, Failure>,
) -> Result<SkillResult, Failure> {
    let mut given = Inputs::default();
    for pair in inputs {
        given.add_pair(pair).unwrap();
    }
    let prepared = prepare("a.b.c", recipe, given).unwrap();
    let version = version.map(|code| AppVersion { name: None, code });
    let asked = SkillRequest {
        prepared: &prepared,
        command_id: "c",
        task_id: "t",
        device_id: "serial",
        profile: "person",
        app: version.as_ref(),
        timeout: None,
        park: false,
        trace: TraceDetail::On,
        events: &Unheard,
    };
    let redactor = Redactor::new(HashKey::new([1; 32]));
    run(asked, &Answers(answer), &redactor, never()).await
}

const PRESSED: Step<'static> = ("press", true, "match_count=1 effect=observed settled=true");
const CONFIRMED: Step<'static> = ("press.confirm", true, "match_count=1 held_before=false");
const READ: Step<'static> = ("read", true, "match_count=1 text=Jane");
const NOT_RUN: &str = "error=STEP_NOT_RUN message=m";

const UNCONFIRMED: Step<'static> = ("press.confirm", false, NOT_RUN);
const NOT_READ: Step<'static> = ("read", false, NOT_RUN);

/// What happened, the steps, and what is to be told of them.
type Case = (
    &'static str,
    &'static [Step<'static>],
    SkillStatus,
    Option<&'static str>,
);

const CASES: &[Case] = &[
    (
        "all is well",
        &[PRESSED, CONFIRMED, READ],
        SkillStatus::Success,
        None,
    ),
    (
        "it was so before",
        &[
            PRESSED,
            ("press.confirm", true, "match_count=1 held_before=true"),
            READ,
        ],
        SkillStatus::Partial,
        Some("SKILL_RUN_PARTIAL"),
    ),
    (
        "two nodes match",
        &[
            PRESSED,
            CONFIRMED,
            ("read", true, "match_count=2 text=Jane"),
        ],
        SkillStatus::Partial,
        Some("SKILL_RUN_PARTIAL"),
    ),
    (
        "a later alternative",
        &[
            ("press", true, "match_count=1 alternative=2 effect=observed"),
            CONFIRMED,
            READ,
        ],
        SkillStatus::Partial,
        Some("SKILL_RUN_PARTIAL"),
    ),
    (
        "the first alternative",
        &[
            ("press", true, "match_count=1 alternative=1 effect=observed"),
            CONFIRMED,
            READ,
        ],
        SkillStatus::Success,
        None,
    ),
    (
        "several before the touch",
        &[
            (
                "press",
                false,
                "match_count=3 error=NODE_AMBIGUOUS message=m",
            ),
            UNCONFIRMED,
            NOT_READ,
        ],
        SkillStatus::Partial,
        Some("NODE_AMBIGUOUS"),
    ),
    (
        "not there",
        &[
            ("press", false, "error=NODE_NOT_FOUND message=m"),
            UNCONFIRMED,
            NOT_READ,
        ],
        SkillStatus::Failed,
        Some("NODE_NOT_FOUND"),
    ),
    (
        "pressed, and it did not work",
        &[
            PRESSED,
            ("press.confirm", false, "error=VERIFY_FAILED message=m"),
            NOT_READ,
        ],
        SkillStatus::Failed,
        Some("VERIFY_FAILED"),
    ),
    (
        "pressed, and nobody could look",
        &[
            PRESSED,
            (
                "press.confirm",
                false,
                "error=UI_TREE_UNAVAILABLE message=m",
            ),
            NOT_READ,
        ],
        SkillStatus::Indeterminate,
        Some("UI_TREE_UNAVAILABLE"),
    ),
    (
        "pressed, and the phone is gone",
        &[
            PRESSED,
            ("press.confirm", false, "error=DEVICE_NOT_FOUND message=m"),
            NOT_READ,
        ],
        SkillStatus::Indeterminate,
        Some("DEVICE_NOT_FOUND"),
    ),
    (
        "the phone was gone before",
        &[
            ("press", false, "error=DEVICE_NOT_FOUND message=m"),
            UNCONFIRMED,
            NOT_READ,
        ],
        SkillStatus::Failed,
        Some("DEVICE_NOT_FOUND"),
    ),
    (
        "the answer was lost",
        &[
            ("press", false, "error=OUTCOME_UNKNOWN message=m"),
            UNCONFIRMED,
            NOT_READ,
        ],
        SkillStatus::Indeterminate,
        Some("OUTCOME_UNKNOWN"),
    ),
    (
        "confirmed, and then unreadable",
        &[
            PRESSED,
            CONFIRMED,
            ("read", false, "error=UI_TREE_UNAVAILABLE message=m"),
        ],
        SkillStatus::Failed,
        Some("UI_TREE_UNAVAILABLE"),
    ),
    (
        "nothing to read",
        &[PRESSED, CONFIRMED, ("read", true, "match_count=1")],
        SkillStatus::Failed,
        Some("SKILL_OUTPUT_INVALID"),
    ),
    (
        "refused at the touch",
        &[
            ("press", false, "error=POLICY_DENIED message=m"),
            UNCONFIRMED,
            NOT_READ,
        ],
        SkillStatus::Failed,
        Some("POLICY_DENIED"),
    ),
];

#[tokio::test]
async fn a_status_is_never_better_than_what_was_seen() {
    for (what, answer, status, code) in CASES {
        let recipe = recipe("action", "mask");
        let result = told(&recipe, &[], Some(12), Ok(steps(answer)))
            .await
            .unwrap();
        let found = result.error_code.map(ErrorCode::name);
        assert_eq!(
            (result.status, found),
            (*status, *code),
            "{what}: {result:#?}"
        );
        let exit = match status {
            SkillStatus::Success => 0,
            SkillStatus::Partial => 6,
            SkillStatus::Indeterminate => 8,
            SkillStatus::Failed => result.error_code.unwrap().exit().code(),
        };
        assert_eq!(result.exit().code(), exit, "{what}");
    }
}

#[tokio::test]
async fn a_run_that_was_cut_off_says_how_far_it_came() {
    let cut = |ended: &[Step<'_>], in_flight: Option<(&str, Dispatched)>| {
        let details = InterruptedDetails {
            step_results: steps(ended),
            in_flight: in_flight.map(|(id, dispatched)| InFlight {
                id: id.to_owned(),
                action_type: "click".to_owned(),
                dispatched,
            }),
            elapsed_ms: 1,
            timeout_ms: 1,
        };
        Err(Failure::new(ErrorCode::ResultEnvelopeTimeout, "late")
            .with_details(FailureDetails::Interrupted(Box::new(details))))
    };
    for (answer, status) in [
        (cut(&[], None), SkillStatus::Failed),
        (
            cut(&[], Some(("press", Dispatched::No))),
            SkillStatus::Failed,
        ),
        (
            cut(&[], Some(("press", Dispatched::Yes))),
            SkillStatus::Indeterminate,
        ),
        (
            cut(&[], Some(("press", Dispatched::Unknown))),
            SkillStatus::Indeterminate,
        ),
        // Pressed, and cut off before anybody looked.
        (
            cut(&[PRESSED], Some(("press.confirm", Dispatched::No))),
            SkillStatus::Indeterminate,
        ),
        (
            cut(&[PRESSED, CONFIRMED], Some(("read", Dispatched::No))),
            SkillStatus::Failed,
        ),
    ] {
        let result = told(&recipe("action", "mask"), &[], None, answer)
            .await
            .unwrap();
        assert_eq!(result.status, status, "{result:#?}");
        assert_eq!(result.error_code, Some(ErrorCode::ResultEnvelopeTimeout));
        assert_eq!(result.steps.len(), 3);
    }
}

#[tokio::test]
async fn a_run_that_was_interrupted_exits_as_one_whatever_was_done() {
    for (ended, in_flight) in [
        (&[][..], Dispatched::No),
        (&[][..], Dispatched::Unknown),
        (&[PRESSED][..], Dispatched::Yes),
    ] {
        let details = InterruptedDetails {
            step_results: steps(ended),
            in_flight: Some(InFlight {
                id: "press".to_owned(),
                action_type: "click".to_owned(),
                dispatched: in_flight,
            }),
            elapsed_ms: 1,
            timeout_ms: 1,
        };
        let answer = Err(Failure::new(ErrorCode::ExecutionCancelled, "stop")
            .with_details(FailureDetails::Interrupted(Box::new(details))));
        let result = told(&recipe("action", "mask"), &[], Some(12), answer)
            .await
            .unwrap();
        assert_eq!(result.exit().code(), 130, "{result:#?}");
    }
}

#[tokio::test]
async fn a_run_that_never_began_is_told_by_who_stopped_it() {
    let refused = Failure::new(ErrorCode::PolicyConfirmationRequired, "no").with_hint("run this");
    let result = told(&recipe("action", "mask"), &[], None, Err(refused))
        .await
        .unwrap();
    assert_eq!(result.exit().code(), 7);
    assert_eq!(result.hint.as_deref(), Some("run this"));
    assert_eq!(
        (result.steps.len(), result.checkpoints[0].status),
        (0, CheckpointStatus::NotRun)
    );
    let taken = Failure::new(ErrorCode::ExecutionConflictInFlight, "taken");
    let failure = told(&recipe("action", "mask"), &[], None, Err(taken))
        .await
        .unwrap_err();
    assert_eq!(failure.code, ErrorCode::ExecutionConflictInFlight);
}

#[tokio::test]
async fn texts_of_the_screen_are_shown_only_where_nothing_is_hidden() {
    let answer = [
        PRESSED,
        (
            "press.confirm",
            true,
            "match_count=2 held_before=false candidates=[\"Jane\"] label=Jane",
        ),
        (
            "read",
            false,
            "error=VALIDATOR_MISMATCH message=Jane raw_text=Jane text=Jane",
        ),
    ];
    for (redaction, inputs, shown) in [
        ("none", &[][..], true),
        ("none", &["word=Jane"], false),
        ("mask", &[], false),
        ("hash", &[], false),
        ("drop", &[], false),
    ] {
        let recipe = recipe("flow", redaction);
        let result = told(&recipe, inputs, None, Ok(steps(&answer)))
            .await
            .unwrap();
        let json = serde_json::to_string(&result).unwrap();
        assert_eq!(
            json.contains("Jane"),
            shown,
            "{redaction}, {inputs:?}: {json}"
        );
        let of_template = result.recipe.unwrap().template_sha256;
        assert_eq!(of_template.is_some(), inputs.is_empty());
    }
}

#[tokio::test]
async fn the_apps_version_is_same_other_outside_or_unknown() {
    for (version, standing, status) in [
        (Some(12), AppStanding::Same, SkillStatus::Success),
        (Some(20), AppStanding::Compatible, SkillStatus::Success),
        (Some(21), AppStanding::Incompatible, SkillStatus::Partial),
        (Some(9), AppStanding::Incompatible, SkillStatus::Partial),
        (None, AppStanding::Unknown, SkillStatus::Success),
    ] {
        let all_well = Ok(steps(&[PRESSED, CONFIRMED, READ]));
        let result = told(&recipe("action", "mask"), &[], version, all_well)
            .await
            .unwrap();
        assert_eq!(
            (result.app.unwrap().standing, result.status),
            (standing, status)
        );
    }
}
