//! The shipped skills for the conformance app, on the real toolkit: what is told is what the app's own record says.

use std::path::Path;
use std::sync::Arc;

use clawperator_contract::skill_result::{
    CheckpointStatus, SkillResult, SkillStatus, SkillValue, StepOutcome,
};
use clawperator_engine::{Unheard, never};
use clawperator_framework_phone::RecordEntry;
use clawperator_policy::{PolicyGuard, Profile};
use clawperator_recipe::{HashKey, Redactor};
use clawperator_skill_run::{Inputs, QuietExecutor, SkillRequest, prepare, run};
use clawperator_skills::{Registry, Skill};

use super::recordings::tap;
use super::rig::{APP, AppProcess, Phone, on_the_phone};

/// A skill, and what is to come of it.
struct Deed {
    intent: &'static str,
    inputs: &'static [&'static str],
    /// The page that is in front before it.
    page: Option<&'static str>,
    /// What is pressed there before it, by its id.
    pressed: Option<&'static str>,
    status: SkillStatus,
    /// The step that changes something, and how the app then calls what was pressed.
    goal: Option<(&'static str, &'static str)>,
    output: Option<SkillValue>,
}

fn deeds() -> Vec<Deed> {
    let plain = |intent, goal, output| Deed {
        intent,
        inputs: &[],
        page: None,
        pressed: None,
        status: SkillStatus::Success,
        goal,
        output,
    };
    vec![
        plain(
            "count-up",
            Some(("press_plus", "increment")),
            Some(SkillValue::Integer(1)),
        ),
        Deed {
            inputs: &["row_number=23"],
            ..plain(
                "pick-row",
                Some(("press_row", "Row 23")),
                Some(SkillValue::Integer(23)),
            )
        },
        Deed {
            status: SkillStatus::Partial,
            ..plain("pick-any-row", Some(("press_any", "Row ")), None)
        },
        Deed {
            page: Some("conformance://toggle"),
            ..plain(
                "turn-on-feature",
                Some(("turn_on", "feature_switch")),
                Some(SkillValue::String("changed by hand".to_owned())),
            )
        },
        Deed {
            page: Some("conformance://dialog"),
            pressed: Some("open_dialog"),
            ..plain(
                "dismiss-dialog",
                Some(("cancel", "result")),
                Some(SkillValue::String("Cancelled".to_owned())),
            )
        },
        plain(
            "read-shipment",
            None,
            Some(SkillValue::String("Shipped".to_owned())),
        ),
    ]
}

#[test]
fn the_skills_of_this_app_do_what_they_say() {
    let registry = registry();
    let of_app = |id: &str| id.strip_prefix(APP).is_some();
    let shipped = registry
        .entries()
        .iter()
        .filter(|entry| of_app(&entry.id))
        .count();
    assert_eq!(deeds().len(), shipped);
    on_the_phone(async |phone| {
        for deed in deeds() {
            phone.begin(deed.page, AppProcess::New).await;
            if let Some(pressed) = deed.pressed {
                tap(phone, pressed).await;
            }
            let before = phone.newest().await;
            let result = skill(phone, &registry, &deed).await;
            phone.rest().await;
            let record = phone.happened(before).await;
            println!(
                "{:?}: {} ({:?})",
                result.status, deed.intent, result.error_code
            );
            check(&deed, &result, &record);
        }
        // The switch is on now if this is run once more on the page as it is, and is not touched.
        let all = deeds();
        let toggle = all.iter().find(|deed| deed.intent == "turn-on-feature");
        let toggle = toggle.unwrap();
        phone.begin(toggle.page, AppProcess::New).await;
        skill(phone, &registry, toggle).await;
        phone.rest().await;
        let before = phone.newest().await;
        let result = skill(phone, &registry, toggle).await;
        assert_eq!(result.status, SkillStatus::Failed, "{result:#?}");
        assert_eq!(result.error_code.unwrap().name(), "VERIFY_FAILED");
        assert_eq!(presses(&phone.happened(before).await, "feature_switch"), 0);
    });
}

/// An executor that lets everything be done and names no label.
fn quiet(phone: &Phone) -> QuietExecutor {
    let profile =
        "version = 1\ncoordinates = \"look\"\n[capabilities]\npurchase_risk = \"allow\"\n";
    let profile = Profile::parse("none", profile).unwrap();
    let guard = PolicyGuard::new(Arc::new(profile), None);
    QuietExecutor::new(phone.engine(), guard.withholding_labels())
}

fn registry() -> Registry {
    let tree = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../skills");
    Registry::open(&tree).unwrap()
}

async fn skill(phone: &Phone, registry: &Registry, deed: &Deed) -> SkillResult {
    let id = format!("{APP}.{}", deed.intent);
    let skill = Skill::load(registry, registry.find(&id).unwrap()).unwrap();
    let mut inputs = Inputs::default();
    for pair in deed.inputs {
        inputs.add_pair(pair).unwrap();
    }
    let prepared = prepare(&id, &skill.recipes[0], inputs).unwrap();
    let asked = SkillRequest {
        prepared: &prepared,
        command_id: "c",
        task_id: "t",
        device_id: "framework-phone",
        profile: "none",
        app: None,
        timeout: None,
        park: false,
        trace: clawperator_contract::TraceDetail::On,
        events: &Unheard,
    };
    let redactor = Redactor::new(HashKey::new([7; 32]));
    run(asked, &quiet(phone), &redactor, never()).await.unwrap()
}

fn check(deed: &Deed, result: &SkillResult, record: &[RecordEntry]) {
    assert_eq!(result.status, deed.status, "{}: {result:#?}", deed.intent);
    let shown = result
        .outputs
        .iter()
        .find_map(|output| output.value.clone());
    assert_eq!(shown, deed.output, "{}", deed.intent);
    let Some((step, view)) = deed.goal else {
        return;
    };
    let done = deed.status == SkillStatus::Success;
    let expected = usize::from(done);
    assert_eq!(
        presses(record, view),
        expected,
        "{}: {record:#?}",
        deed.intent
    );
    let told = result.steps.iter().find(|told| told.id == step).unwrap();
    assert_eq!(told.outcome == StepOutcome::Done, done, "{told:?}");
    let verified = result
        .checkpoints
        .iter()
        .any(|told| told.id == step && told.status == CheckpointStatus::Verified);
    assert_eq!(verified, done, "{:?}", result.checkpoints);
}

/// How often the app says that something of that name was pressed, switched or answered.
fn presses(record: &[RecordEntry], name: &str) -> usize {
    let is_it = |entry: &&RecordEntry| {
        matches!(entry.what.as_str(), "click" | "check" | "answer") && entry.view.starts_with(name)
    };
    record.iter().filter(is_it).count()
}
