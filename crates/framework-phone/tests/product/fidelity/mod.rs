//! The scripted phone and the toolkit show the same pages: `docs/fidelity.md` says how far they agree.
//!
//! Every difference has one of a closed list of reasons, kept as data in `tests/fidelity/reasons.json`; one without a
//! reason fails. A page that only one of them has is in that list too.

mod compare;
mod reasons;
mod table;

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use clawperator_phone_screen::{
    DumpRequest, Intent, Launch, Scenes, Screen, ScreenConfig, ScriptedScreen,
};
use clawperator_ui::Tree;

use self::compare::compare;
use self::reasons::Reasons;
use super::built::variable;
use super::rig::{AppProcess, Phone, on_the_phone};

/// Where the table is.
const TABLE: &str = "docs/fidelity.md";

/// Writes the table instead of comparing it.
const UPDATE: &str = "UPDATE_FIDELITY";

#[test]
fn the_script_differs_from_the_toolkit_only_for_a_reason() {
    let reasons = Reasons::read();
    on_the_phone(async |phone| {
        let (mut pages, mut problems) = (Vec::new(), Vec::new());
        for page in reasons.pages() {
            let (toolkit, script) = (on_toolkit(phone, &page).await, on_script(&page).await);
            let (Some(toolkit), Some(script)) = (&toolkit, &script) else {
                problems.push(format!(
                    "{page}: no tree of the {}",
                    if toolkit.is_some() {
                        "script"
                    } else {
                        "toolkit"
                    }
                ));
                continue;
            };
            let compared = compare(toolkit, script);
            let explained = reasons.explain(&page, compared.differences);
            problems.extend(
                explained
                    .without_reason
                    .iter()
                    .map(|difference| format!("{page}: {difference}")),
            );
            pages.push(table::Row {
                page,
                nodes: compared.nodes,
                values: compared.values,
                reasons: explained.by_reason,
            });
        }
        assert!(
            problems.is_empty(),
            "differences without a reason:\n{}",
            problems.join("\n")
        );
        let unused = reasons.unused();
        assert!(
            unused.is_empty(),
            "reasons that explain nothing any more: {unused:?}"
        );
        check(&table::render(&pages, &reasons));
    });
}

/// Compares the table with the committed one.
fn check(page: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../..")
        .join(TABLE);
    if variable(UPDATE).is_some() {
        std::fs::write(path, page).unwrap();
        return;
    }
    let committed = std::fs::read_to_string(path).unwrap_or_default();
    assert!(
        committed == page,
        "{TABLE} is stale; run the test with {UPDATE}=1\n{page}"
    );
}

async fn on_toolkit(phone: &Phone, page: &str) -> Option<Tree> {
    phone.begin(Some(&address(page)), AppProcess::New).await;
    phone.tree().await
}

async fn on_script(page: &str) -> Option<Tree> {
    let scenes = Scenes::shipped().unwrap();
    let screen = ScriptedScreen::new(Arc::clone(&scenes), &ScreenConfig::default());
    let intent = Intent {
        action: Some("android.intent.action.VIEW".to_owned()),
        data: Some(address(page)),
        ..Intent::default()
    };
    let launch = screen.start(&intent).await;
    assert!(
        matches!(launch, Launch::Started { .. }),
        "{page}: {launch:?}"
    );
    screen
        .wait_for_idle(Duration::from_millis(500), Duration::from_secs(10))
        .await;
    let request = DumpRequest {
        windows: true,
        compressed: false,
    };
    let dump = screen.dump(request).await.ok()?;
    Some(Tree::parse(dump.as_bytes()).ok()?.tree)
}

fn address(page: &str) -> String {
    format!("conformance://{page}")
}
