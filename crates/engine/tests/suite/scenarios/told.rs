//! The phone's journal in lines.

use clawperator_virtual_phone::{
    Journal, JournalEvent, JournalInput, JournalLanding, JournalMotion, JournalView,
};

/// What was injected or refused, in order.
pub(super) fn injected(journal: &Journal) -> Vec<String> {
    let events = journal.entries.iter().map(|entry| &entry.event);
    events
        .filter(|event| {
            matches!(
                event,
                JournalEvent::Injected { .. } | JournalEvent::Refused { .. }
            )
        })
        .map(line)
        .collect()
}

/// Everything else that happened, in order.
pub(super) fn followed(journal: &Journal) -> Vec<String> {
    let events = journal.entries.iter().map(|entry| &entry.event);
    events
        .filter(|event| {
            !matches!(
                event,
                JournalEvent::Injected { .. } | JournalEvent::Refused { .. }
            )
        })
        .map(line)
        .collect()
}

fn line(event: &JournalEvent) -> String {
    match event {
        JournalEvent::Injected { input, on } => format!("{}{}", act(input), landing(on.as_ref())),
        JournalEvent::Refused { input } => format!("refused {}", act(input)),
        JournalEvent::Tapped { view } => format!("tapped {}", name(view)),
        JournalEvent::Ignored { view } => format!("ignored {}", name(view)),
        JournalEvent::LongPressed { view } => format!("long-pressed {}", name(view)),
        JournalEvent::Missed { .. } => "missed".to_owned(),
        JournalEvent::Lost => "lost".to_owned(),
        JournalEvent::Scrolled { view } => format!("scrolled {}", name(view)),
        JournalEvent::Dropped { from, .. } => format!("dropped {}", name(from)),
        JournalEvent::Pinched {
            view,
            percent,
            degrees,
        } => format!("pinched {} to {percent} % by {degrees}°", key(view)),
        JournalEvent::Key { code } => format!("key {code}"),
        JournalEvent::TextChanged { view, text } => format!("text of {}: {text}", key(view)),
        JournalEvent::Checked { view, checked } => {
            let word = if *checked { "checked" } else { "unchecked" };
            format!("{word} {}", key(view))
        }
        JournalEvent::ClipboardSet { text } => format!("clipboard {text}"),
        JournalEvent::Started { class, .. } => format!("started {class}"),
        JournalEvent::BroughtToFront { class, .. } => format!("to front {class}"),
        JournalEvent::Finished { class, .. } => format!("finished {class}"),
        JournalEvent::NothingToStart { name } => format!("nothing to start {name}"),
        JournalEvent::DialogOpened { name } => format!("dialog {name}"),
        JournalEvent::DialogClosed => "dialog closed".to_owned(),
        JournalEvent::Effect { name } => format!("effect {name}"),
        JournalEvent::Toast { text } => format!("toast {text}"),
        JournalEvent::PermissionAnswered { granted, .. } => format!("permission {granted}"),
        JournalEvent::Crashed { package } => format!("crashed {package}"),
        JournalEvent::NotResponding { package } => format!("not responding {package}"),
        JournalEvent::ProcessEnded { package } => format!("ended {package}"),
        JournalEvent::Broadcast { action } => format!("broadcast {action}"),
        JournalEvent::DataCleared { package } => format!("cleared {package}"),
        JournalEvent::PackageInstalled { package } => format!("installed {package}"),
        JournalEvent::PackageRemoved { package } => format!("removed {package}"),
        JournalEvent::PermissionSet {
            permission,
            granted,
            ..
        } => format!("set {permission} {granted}"),
    }
}

fn act(input: &JournalInput) -> String {
    match input {
        JournalInput::Tap { .. } => "tap".to_owned(),
        JournalInput::Swipe { from, to, lasts_ms } if from == to => format!("hold {lasts_ms} ms"),
        JournalInput::Swipe { from, to, .. } => {
            let (across, down) = (to.0 - from.0, to.1 - from.1);
            let way = match (across.abs() > down.abs(), across > 0, down > 0) {
                (true, true, _) => "right",
                (true, false, _) => "left",
                (false, _, true) => "down",
                (false, _, false) => "up",
            };
            format!("swipe {way}")
        }
        JournalInput::DragAndDrop { .. } => "drag".to_owned(),
        JournalInput::Motion { action, .. } => match action {
            JournalMotion::Down => "motion down".to_owned(),
            JournalMotion::Move => "motion move".to_owned(),
            JournalMotion::Up => "motion up".to_owned(),
            JournalMotion::Cancel => "motion cancel".to_owned(),
        },
        JournalInput::Keys { codes } => {
            let codes: Vec<String> = codes.iter().map(u32::to_string).collect();
            format!("keys {}", codes.join(" "))
        }
        JournalInput::Text { text } => format!("text {text}"),
        JournalInput::Touch { fingers } => format!("touch with {} fingers", fingers.len()),
        JournalInput::SetText { text } => format!("set text {text}"),
        JournalInput::NodeAction { action } => format!("node action {action}"),
    }
}

fn landing(on: Option<&JournalLanding>) -> String {
    on.map_or_else(String::new, |on| format!(" on {}", name(&on.view)))
}

/// A view by its key, and by its text where it has one.
fn name(view: &JournalView) -> String {
    if view.text.is_empty() {
        key(view)
    } else {
        format!("{} '{}'", key(view), view.text)
    }
}

fn key(view: &JournalView) -> String {
    let id = || view.id.rsplit('/').next().unwrap_or_default();
    let class = || view.class.rsplit('.').next().unwrap_or_default();
    [view.key.as_str(), id(), class()]
        .into_iter()
        .find(|name| !name.is_empty())
        .unwrap_or("a view")
        .to_owned()
}
