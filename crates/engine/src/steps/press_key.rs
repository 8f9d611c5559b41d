//! `press_key`: back, home, recents, or any key by its name.

use std::sync::Arc;

use clawperator_contract::actions::{ClickType, PressKeyParams};
use clawperator_contract::{Action, DataKey, ErrorCode, Integer, KeyCode, KeyDoes, RetryPreset};
use clawperator_device::driver::{Observation, View};
use clawperator_ui::{Node, Tree};

use super::touch::{Way, finger};
use crate::attempts::Attempts;
use crate::evidence::{Evidence, unverified};
use crate::intent::{Intent, Stroke};
use crate::run::{Done, Run};
use crate::step::{Attempt, Data, StepError};

pub(crate) async fn perform(
    run: &mut Run<'_>,
    action: &Action,
    params: &PressKeyParams,
) -> Result<Done, StepError> {
    let Some(key) = params.code() else {
        let error = StepError::new(ErrorCode::InternalError, "no key has this name");
        return Err(error);
    };
    let is_system = params.key.is_some() && params.long != Some(true);
    let times = params.times.as_ref().map_or(1, Integer::get);
    let by_default = match key.does() {
        KeyDoes::Moves => RetryPreset::None,
        // What has the focus is looked for as any node is.
        KeyDoes::Adjusts | KeyDoes::Types | KeyDoes::Activates => RetryPreset::UiReadiness,
    };
    let mut attempts = Attempts::of(params.retry.as_ref(), by_default);
    let mut looks = Looks::default();
    let mut evidence = match key.does() {
        KeyDoes::Moves => run.look_before_blind_act().await,
        // They are preceded by a look of their own.
        KeyDoes::Adjusts | KeyDoes::Types | KeyDoes::Activates => None,
    };
    let mut pressed = 0;
    while pressed < times {
        let attempt = match params.key.filter(|_| is_system) {
            Some(system) => press(run, action, Intent::Key(system)).await,
            None => press_any(run, action, params, key, &mut looks).await,
        };
        match attempt {
            Ok(()) => pressed += 1,
            Err(attempt) => {
                // A person may have decided meanwhile, or time has passed.
                looks.newest = None;
                let again = run.try_again(&mut attempts, attempt).await;
                again.map_err(|error| error.with(counted(params, pressed)))?;
            }
        }
    }
    if let Some(before) = looks.first {
        evidence = Some(Evidence::Awaited {
            before,
            press: None,
        });
    }
    let name = params.key.map_or(key.name(), |key| key.name());
    let data = counted(params, pressed).with(DataKey::Key, name);
    Ok(Done {
        data: unverified(data),
        evidence,
    })
}

/// How often it was pressed, where more than once was asked for.
fn counted(params: &PressKeyParams, pressed: i64) -> Data {
    match params.times {
        Some(_) => Data::new().with(DataKey::Presses, pressed),
        None => Data::new(),
    }
}

/// The screens that were read before the presses of one step.
#[derive(Debug, Default)]
struct Looks {
    first: Option<Arc<Observation>>,
    /// The one that the next character may be judged on: the one before it went to the same field.
    newest: Option<Arc<Observation>>,
}

async fn press(run: &Run<'_>, action: &Action, intent: Intent<'_>) -> Result<(), Attempt> {
    let permit = run.permit(action, intent).await?;
    run.act(permit).await?;
    Ok(())
}

/// Presses a key that is judged by what it goes to. Unless it types, that is looked at anew before each press: the press before
/// may have led to another page.
async fn press_any(
    run: &mut Run<'_>,
    action: &Action,
    params: &PressKeyParams,
    key: KeyCode,
    looks: &mut Looks,
) -> Result<(), Attempt> {
    let is_long = params.long == Some(true);
    let seen = match (key.does(), &looks.newest) {
        (KeyDoes::Moves, _) => None,
        (KeyDoes::Types, Some(newest)) => Some(Arc::clone(newest)),
        (KeyDoes::Adjusts | KeyDoes::Types | KeyDoes::Activates, _) => {
            run.forget_looks();
            Some(run.look(View::default()).await?)
        }
    };
    if let Some(seen) = &seen {
        looks.first.get_or_insert_with(|| Arc::clone(seen));
        looks.newest = Some(Arc::clone(seen));
    }
    let click_type = if is_long {
        ClickType::LongClick
    } else {
        ClickType::Default
    };
    let focused = seen.as_deref().and_then(|seen| {
        let node = focused(&seen.tree)?;
        let way = Way::of(action, click_type);
        Some(finger(seen, node.bounds().centre(), way).naming(node, node))
    });
    let stroke = Stroke {
        key,
        is_long,
        focused: focused.as_ref(),
    };
    press(run, action, Intent::Press(stroke)).await
}

/// The node that keys go to: the innermost one with the focus, in the window that the user works in.
fn focused(tree: &Tree) -> Option<Node<'_>> {
    let in_front = tree.window_in_front().map(|(index, _)| index);
    let is_there = |node: &Node<'_>| {
        node.is_focused() && in_front.is_none_or(|index| node.window_index() == index)
    };
    tree.nodes().rfind(is_there)
}
