//! `snapshot_ui`: the whole screen as text.

use std::sync::Arc;

use clawperator_contract::actions::SnapshotUiParams;
use clawperator_contract::{
    Action, ActionType, DataKey, ErrorCode, RetryPreset, SnapshotForm, Window,
};
use clawperator_device::driver::{Condition, Observation, View};
use clawperator_ui::{
    Header, Tree, WindowInfo, WindowKind, compact, compact_within, diff, tree_json,
};
use tracing::debug;

use crate::attempts::Attempts;
use crate::find::note_losses;
use crate::guard::Verdict;
use crate::reading::Reading;
use crate::run::{Done, Run};
use crate::snapshots::Screen;
use crate::step::{Attempt, Data, StepError};

/// The contract's words for a snapshot that follows a press at once.
const UNSETTLED: &str = "snapshot captured without a preceding sleep step; UI may not have settled - \
                         consider adding a sleep step between click and snapshot_ui";

pub(crate) async fn perform(
    run: &mut Run<'_>,
    action: &Action,
    params: &SnapshotUiParams,
) -> Result<Done, StepError> {
    let mut attempts = Attempts::of(params.retry.as_ref(), RetryPreset::UiReadiness);
    let view = View {
        activity: run.options.snapshot != SnapshotForm::Xml,
        ..View::default()
    };
    let seen = loop {
        run.forget_looks();
        match run.look(view).await {
            Ok(seen) => break seen,
            Err(error) => {
                let attempt = in_words_of_snapshots(Attempt::from(error));
                run.try_again(&mut attempts, attempt).await?;
            }
        }
    };
    // The XML has the nodes of every window, the other forms those of the app.
    let windows = match run.options.snapshot {
        SnapshotForm::Xml => Window::All,
        SnapshotForm::Compact | SnapshotForm::Tree | SnapshotForm::Diff => Window::App,
    };
    run.may_read(action, windows).await?;
    let mut data = describe(&seen);
    let mut warnings = Vec::new();
    warnings.extend(obstacle(&seen));
    if follows_a_press(run) {
        warnings.push(UNSETTLED.to_owned());
    }
    if !warnings.is_empty() {
        data.set(DataKey::Warn, warnings.join("; "));
    }
    add_form(run, action, &seen, &mut data).await?;
    Ok(data.into())
}

/// Why nobody can use the phone. Forms with the activity ask for it, and with it for that.
pub(super) fn obstacle(seen: &Observation) -> Option<String> {
    let obstacle = seen.condition.as_ref().and_then(Condition::obstacle)?;
    Some(format!("{obstacle}; {}", obstacle.remedy().hint))
}

/// What every snapshot says of the screen.
pub(super) fn describe(seen: &Observation) -> Data {
    let tree = &seen.tree;
    let mut data = Data::new()
        .with(DataKey::Text, tree.to_xml(Window::All))
        .with(DataKey::ActualFormat, "hierarchy_xml")
        .with(DataKey::WindowCount, tree.windows().len());
    let front = tree.window_in_front();
    if let Some((_, front)) = front {
        data.set(DataKey::ForegroundPackage, &front.package);
    }
    let overlay = overlay(tree);
    data.set(DataKey::HasOverlay, overlay.is_some());
    if let Some(overlay) = overlay {
        data.set(DataKey::OverlayPackage, &overlay.package);
    }
    if tree.has_one_window_only() {
        data.set(DataKey::Windows, "active_only");
    }
    note_losses(tree, &mut data);
    let condition = seen.condition.as_ref();
    if let Some(cover) = condition.and_then(|now| now.covered_by.as_ref()) {
        data.set(DataKey::CoveredBy, cover);
    }
    data
}

/// A window of another app that lies over the one in front, where a touch would meet it first.
fn overlay(tree: &Tree) -> Option<&WindowInfo> {
    let (at, front) = tree.window_in_front()?;
    let covers = |window: &WindowInfo| {
        matches!(window.kind, WindowKind::Application | WindowKind::Overlay)
            && window.package != front.package
            && window.is_above(front)
            && window.bounds.overlaps(front.bounds)
    };
    let mut others = tree.windows().iter().enumerate();
    others.find_map(|(index, window)| (index != at && covers(window)).then_some(window))
}

/// Keeps the snapshot for refs, and puts the form that was asked for in place of the XML.
pub(super) async fn add_form(
    run: &Run<'_>,
    action: &Action,
    seen: &Arc<Observation>,
    data: &mut Data,
) -> Result<(), StepError> {
    let form = run.options.snapshot;
    if form == SnapshotForm::Xml {
        return Ok(());
    }
    let phone = run.phone.key();
    let snapshots = &run.parts.snapshots;
    let kept = |error: crate::snapshots::SnapshotError| {
        StepError::new(ErrorCode::HostIoFailed, error.message)
    };
    let before = match form {
        SnapshotForm::Diff => snapshots.newest(phone).await.map_err(kept)?,
        _ => None,
    };
    // Somebody else may have kept it, who may read more: what is compared with it would be shown.
    let before = before.filter(|before| {
        let shown = Reading::of(&before.tree, before.activity.as_deref(), Window::App);
        run.may_show(action, &shown) == Verdict::Allow
    });
    let listing = snapshots
        .keep(phone, Screen::of(seen))
        .await
        .map_err(kept)?;
    let (generation, refs) = (listing.generation, &listing.refs);
    data.set(DataKey::Generation, generation);
    debug!(generation, "screen kept");
    let header = Header {
        generation: u64::try_from(generation).ok(),
        activity: seen
            .condition
            .as_ref()
            .and_then(|condition| condition.front.activity.as_deref()),
    };
    let shown = || match run.options.budget {
        Some(most) => compact_within(&seen.tree, refs, &header, most as usize),
        None => compact(&seen.tree, refs, &header),
    };
    match form {
        SnapshotForm::Xml => {}
        SnapshotForm::Compact => set_form(data, "compact", shown()),
        SnapshotForm::Tree => set_form(
            data,
            "tree",
            tree_json(&seen.tree, refs, &header).to_string(),
        ),
        SnapshotForm::Diff => {
            let text = match before {
                Some(before) => diff(&before.tree, &seen.tree, refs),
                None => shown(),
            };
            set_form(data, "diff", text);
        }
    }
    Ok(())
}

/// The form that was asked for is the only one that is sent.
fn set_form(data: &mut Data, name: &str, text: String) {
    data.set(DataKey::Text, text);
    data.set(DataKey::ActualFormat, name);
}

fn follows_a_press(run: &Run<'_>) -> bool {
    run.previous.is_some_and(|previous| {
        matches!(
            previous.action_type(),
            ActionType::Click | ActionType::ScrollAndClick
        )
    })
}

/// A snapshot without a tree has a code of its own.
pub(super) fn in_words_of_snapshots(attempt: Attempt) -> Attempt {
    attempt.map(|mut error| {
        if error.code == ErrorCode::UiTreeUnavailable {
            error.code = ErrorCode::SnapshotExtractionFailed;
        }
        error
    })
}
