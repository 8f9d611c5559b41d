//! `snapshot_ui`: the whole screen as text.

use std::sync::Arc;

use clawperator_contract::actions::SnapshotUiParams;
use clawperator_contract::{Action, ActionType, ErrorCode, RetryPreset, Window};
use clawperator_device::hand::{Observation, View};
use clawperator_ui::{Header, Tree, WindowInfo, WindowKind, compact, diff, tree_json};

use crate::attempts::Attempts;
use crate::executor::SnapshotForm;
use crate::run::{Done, Run};
use crate::step::{Attempt, Data, StepError};

/// The contract's words for a snapshot that follows a press at once.
const UNSETTLED: &str = "snapshot captured without a preceding sleep step; UI may not have settled - \
                         consider adding a sleep step between click and snapshot_ui";

pub(crate) async fn perform(
    run: &mut Run<'_>,
    _: &Action,
    params: &SnapshotUiParams,
) -> Result<Done, StepError> {
    let mut attempts = Attempts::of(params.retry.as_ref(), RetryPreset::UiReadiness);
    let view = View {
        activity: run.options.snapshot != SnapshotForm::Xml,
    };
    let seen = loop {
        match run.look(view).await {
            Ok(seen) => break seen,
            Err(error) => {
                let attempt = in_words_of_snapshots(Attempt::from(error));
                run.try_again(&mut attempts, attempt).await?;
            }
        }
    };
    let mut data = describe(&seen);
    if follows_a_press(run) {
        data.set("warn", UNSETTLED);
    }
    add_form(run, &seen, &mut data)?;
    Ok(data.into())
}

/// What every snapshot says of the screen.
fn describe(seen: &Observation) -> Data {
    let tree = &seen.tree;
    let mut data = Data::new()
        .with("text", tree.to_xml(Window::All))
        .with("actual_format", "hierarchy_xml")
        .with("window_count", tree.windows().len());
    let front = tree.window_in_front();
    if let Some((_, front)) = front {
        data.set("foreground_package", &front.package);
    }
    let overlay = overlay(tree);
    data.set("has_overlay", overlay.is_some());
    if let Some(overlay) = overlay {
        data.set("overlay_package", &overlay.package);
    }
    if tree.has_one_window_only() {
        data.set("windows", "active_only");
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

/// Keeps the snapshot for refs, and adds the form that was asked for.
fn add_form(run: &Run<'_>, seen: &Arc<Observation>, data: &mut Data) -> Result<(), StepError> {
    let form = run.options.snapshot;
    if form == SnapshotForm::Xml {
        return Ok(());
    }
    let serial = run.device.serial();
    let snapshots = &run.parts.snapshots;
    let kept = |error: crate::snapshots::SnapshotError| {
        StepError::new(ErrorCode::HostIoFailed, error.message)
    };
    let before = match form {
        SnapshotForm::Diff => snapshots.newest(serial).map_err(kept)?,
        _ => None,
    };
    let generation = snapshots.keep(serial, &seen.dump).map_err(kept)?;
    data.set("generation", generation);
    let header = Header {
        generation: u64::try_from(generation).ok(),
        activity: seen
            .front
            .as_ref()
            .and_then(|front| front.activity.as_deref()),
        notes: &[],
    };
    match form {
        SnapshotForm::Xml => {}
        SnapshotForm::Compact => data.set("compact", compact(&seen.tree, &header)),
        SnapshotForm::Tree => data.set("tree", tree_json(&seen.tree, &header)),
        SnapshotForm::Diff => {
            let before = before.and_then(|kept| Tree::parse(&kept.dump).ok());
            let text = match before {
                Some(before) => diff(&before.tree, &seen.tree),
                None => compact(&seen.tree, &header),
            };
            data.set("diff", text);
        }
    }
    Ok(())
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
fn in_words_of_snapshots(attempt: Attempt) -> Attempt {
    let rename = |mut error: StepError| {
        if error.code == ErrorCode::UiTreeUnavailable {
            error.code = ErrorCode::SnapshotExtractionFailed;
        }
        error
    };
    match attempt {
        Attempt::Again(error) => Attempt::Again(rename(error)),
        Attempt::Stop(error) => Attempt::Stop(rename(error)),
    }
}
