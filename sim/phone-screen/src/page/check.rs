//! Checks the names in effects and conditions when a scene is loaded, so that a typing error is not a dead button.

use crate::page::node::{NodeId, Page};
use crate::page::world::AppEntry;
use crate::scene::{Condition, Effect, MAX_EFFECTS, SceneError, nearest};

/// Where names are looked up.
#[derive(Debug, Clone, Copy)]
pub(super) struct Scope<'a> {
    pub(super) app: &'a AppEntry,
    /// The activity whose dialogs count; `None` where any may.
    pub(super) activity: Option<usize>,
    /// The own page first.
    pub(super) pages: &'a [&'a Page],
}

/// Checks every handler and condition of a page.
pub(super) fn check_page(scope: Scope<'_>, page: &Page, place: &str) -> Result<(), SceneError> {
    for (id, node) in (0..).zip(&page.nodes) {
        let name = node.key.as_deref().unwrap_or_else(|| node.short_id());
        let place = || {
            if name.is_empty() {
                format!("{place}: view {id}")
            } else {
                format!("{place}: view `{name}`")
            }
        };
        if let Some(condition) = &node.visible_when {
            check_condition(
                scope,
                Some(id),
                condition,
                &format!("{}.visible_when", place()),
            )?;
        }
        let Some(on) = &node.on else { continue };
        for (field, effects) in [
            ("tap", &on.tap),
            ("long_tap", &on.long_tap),
            ("text", &on.text),
            ("submit", &on.submit),
            ("change", &on.change),
            ("end", &on.end),
            ("drop", &on.drop),
            ("swipe_up", &on.swipe_up),
            ("swipe_down", &on.swipe_down),
            ("swipe_left", &on.swipe_left),
            ("swipe_right", &on.swipe_right),
            ("pinch", &on.pinch),
        ] {
            check_effects(scope, Some(id), effects, &format!("{}.on.{field}", place()))?;
        }
    }
    Ok(())
}

pub(super) fn check_effects(
    scope: Scope<'_>,
    at: Option<NodeId>,
    effects: &[Effect],
    place: &str,
) -> Result<(), SceneError> {
    if effects.len() > MAX_EFFECTS {
        return Err(SceneError::TooLarge {
            what: "effects",
            found: effects.len(),
            limit: MAX_EFFECTS,
        });
    }
    for (index, effect) in effects.iter().enumerate() {
        check_effect(scope, at, effect, &format!("{place}[{index}]"))?;
    }
    Ok(())
}

fn check_effect(
    scope: Scope<'_>,
    at: Option<NodeId>,
    effect: &Effect,
    place: &str,
) -> Result<(), SceneError> {
    match effect {
        Effect::Set { view, .. }
        | Effect::Toggle { view }
        | Effect::Append { view, .. }
        | Effect::Animate { view, .. }
        | Effect::StopAnimation { view }
        | Effect::ScrollTo { view, .. }
        | Effect::Focus { view }
        | Effect::LoadRows { list: view, .. } => check_view(scope, at, view, place),
        Effect::Goto { activity, .. }
        | Effect::Notify {
            activity: Some(activity),
            ..
        } => check_activity(scope, activity, place),
        Effect::Dialog { name } => check_dialog(scope, name, place),
        Effect::After { then, .. } | Effect::Snackbar { then, .. } => {
            check_effects(scope, at, then, &format!("{place}.then"))
        }
        Effect::When {
            condition,
            then,
            otherwise,
        } => {
            check_condition(scope, at, condition, &format!("{place}.condition"))?;
            check_effects(scope, at, then, &format!("{place}.then"))?;
            check_effects(scope, at, otherwise, &format!("{place}.else"))
        }
        Effect::RequestPermission {
            permission,
            granted,
            denied,
        } => {
            let known = scope
                .app
                .spec
                .permissions
                .iter()
                .map(|known| known.name.as_str());
            if !known.clone().any(|known| known == permission) {
                return Err(SceneError::Unknown {
                    place: place.to_owned(),
                    what: "permission in the app's `permissions`",
                    name: permission.clone(),
                    known: nearest(permission, known),
                });
            }
            check_effects(scope, at, granted, &format!("{place}.granted"))?;
            check_effects(scope, at, denied, &format!("{place}.denied"))
        }
        Effect::OpenUri { .. }
        | Effect::Launch { .. }
        | Effect::Back {}
        | Effect::Home {}
        | Effect::Recents {}
        | Effect::Finish { .. }
        | Effect::Dismiss {}
        | Effect::Increment { .. }
        | Effect::SetVar { .. }
        | Effect::Cancel { .. }
        | Effect::Toast { .. }
        | Effect::AnswerPermission { .. }
        | Effect::Crash {}
        | Effect::Anr { .. }
        | Effect::CloseApp {}
        | Effect::RestartApp {}
        | Effect::WaitForApp {}
        | Effect::HideKeyboard {}
        | Effect::Notify { activity: None, .. }
        | Effect::ClearNotifications {}
        | Effect::Shade { .. }
        | Effect::Task { .. }
        | Effect::ClearTasks {}
        | Effect::Unlock {}
        | Effect::Type { .. } => Ok(()),
    }
}

fn check_condition(
    scope: Scope<'_>,
    at: Option<NodeId>,
    condition: &Condition,
    place: &str,
) -> Result<(), SceneError> {
    match condition {
        Condition::Checked { view } | Condition::Text { view, .. } => {
            check_view(scope, at, view, place)
        }
        Condition::Var { .. } | Condition::Permission { .. } => Ok(()),
        Condition::Not(inner) => check_condition(scope, at, inner, place),
        Condition::All(inner) | Condition::Any(inner) => inner
            .iter()
            .try_for_each(|condition| check_condition(scope, at, condition, place)),
    }
}

fn check_view(
    scope: Scope<'_>,
    at: Option<NodeId>,
    name: &str,
    place: &str,
) -> Result<(), SceneError> {
    let own = scope
        .pages
        .first()
        .is_some_and(|page| page.find(at, name).is_some());
    if own
        || scope
            .pages
            .iter()
            .skip(1)
            .any(|page| page.find(None, name).is_some())
    {
        return Ok(());
    }
    let ambiguous = |page: &&Page| {
        page.nodes
            .iter()
            .filter(|node| !node.id.is_empty() && node.short_id() == name)
            .count()
            > 1
    };
    if scope.pages.iter().any(ambiguous) {
        return Err(SceneError::Contradiction {
            place: place.to_owned(),
            reason: format!("several views have the id `{name}`"),
            hint: "give the view a `key` of its own, or write `self/ID` for the one inside this view",
        });
    }
    let known = scope
        .pages
        .iter()
        .flat_map(|page| page.keys.keys())
        .map(|key| &**key);
    Err(SceneError::Unknown {
        place: place.to_owned(),
        what: "view",
        name: name.to_owned(),
        known: nearest(name, known),
    })
}

fn check_activity(scope: Scope<'_>, name: &str, place: &str) -> Result<(), SceneError> {
    let own = match name.split_once('/') {
        Some((package, class)) if package == &*scope.app.package => class,
        // Another app's scene may come or not; a start that finds nothing is part of the history.
        Some(_) => return Ok(()),
        None => name,
    };
    if own.contains("{{") || scope.app.find_activity(own).is_some() {
        return Ok(());
    }
    let known = scope
        .app
        .spec
        .activities
        .iter()
        .map(|activity| activity.class.as_str());
    Err(SceneError::Unknown {
        place: place.to_owned(),
        what: "activity",
        name: name.to_owned(),
        known: nearest(own, known),
    })
}

fn check_dialog(scope: Scope<'_>, name: &str, place: &str) -> Result<(), SceneError> {
    let own: Vec<&str> = match scope
        .activity
        .and_then(|index| scope.app.activities.get(index))
    {
        Some(activity) => activity.dialog_names().collect(),
        None => scope
            .app
            .activities
            .iter()
            .flat_map(super::world::ActivityEntry::dialog_names)
            .collect(),
    };
    let known: Vec<&str> = own.into_iter().chain(scope.app.dialog_names()).collect();
    if known.contains(&name) {
        return Ok(());
    }
    let known = nearest(name, known.into_iter());
    Err(SceneError::Unknown {
        place: place.to_owned(),
        what: "dialog",
        name: name.to_owned(),
        known,
    })
}
