//! What a run says in the log, which follows it with `tracing`.
//!
//! People read a log, paste it into reports and keep it in files. So nothing here takes a text: not what is typed nor
//! how long it is, not a label, not a message (messages name labels), not an address that is opened. Errors are named
//! by their codes, and nodes by role, id and place; not even that where the screen may not be told of
//! ([`Run::logs_nodes`](crate::run::Run::logs_nodes)).

use clawperator_contract::events::ActKind;
use clawperator_contract::{Action, Execution};
use clawperator_device::driver::{ActError, Acted, Observation, ObserveError};
use clawperator_ui::{Gesture, NoPoint, Node, Taker, TouchTarget, WindowKind};
use tracing::field::{Empty, display};
use tracing::{Span, debug, debug_span};

use crate::guard::Verdict;
use crate::intent::Intent;
use crate::millis::{millis, whole_millis};

/// The most nodes of which it is logged why they were not chosen.
const MOST_REJECTED: usize = 10;

/// The span of a whole execution.
pub(crate) fn execution(execution: &Execution) -> Span {
    debug_span!(
        "execution",
        command_id = execution.command_id().as_str(),
        actions = execution.actions().len(),
        timeout_ms = whole_millis(millis(execution.timeout_ms().get())),
    )
}

/// One action, with the code of its failure.
pub(crate) fn step(action: &Action) -> Span {
    debug_span!(
        "step",
        id = action.id.as_str(),
        action = action.action_type().name(),
        failed = Empty,
    )
}

/// The span of one reading of the screen.
pub(crate) fn look() -> Span {
    debug_span!("look", nodes = Empty, size_kb = Empty, failed = Empty)
}

/// What a look came to, in its span.
pub(crate) fn looked(span: &Span, seen: &Result<Observation, ObserveError>) {
    match seen {
        Ok(seen) => {
            span.record("nodes", seen.tree.len());
            // Rounded: two looks with a typed text between them would differ by its length.
            if let Some(dump) = &seen.dump {
                span.record("size_kb", dump.len().div_ceil(1024));
            }
        }
        Err(error) => {
            let why = match error {
                ObserveError::NeverIdle => "the screen never was at rest",
                ObserveError::NoWindow => "there is no window to read",
                ObserveError::Killed { .. } => "the program that reads it was killed",
                ObserveError::NoTree { .. } => "the phone gave no tree",
                ObserveError::Damaged(_) => "the tree cannot be read",
                ObserveError::Incomplete { .. } => "part of the tree is missing",
                ObserveError::Unavailable(unavailable) => unavailable.code.name(),
            };
            span.record("failed", why);
        }
    }
}

/// What is sent, where a finger goes down and, for a swipe, where it comes up.
pub(crate) fn act(intent: &Intent<'_>) -> Span {
    let (kind, at, to) = intent.told().unwrap_or((ActKind::Other, None, None));
    let kind = match kind {
        ActKind::Tap => "tap",
        ActKind::LongPress => "long press",
        ActKind::Swipe => "swipe",
        _ => intent.act().map_or("nothing", |act| act.kind()),
    };
    let span = debug_span!("act", kind, at = Empty, to = Empty, outcome = Empty);
    for (field, point) in [("at", at), ("to", to)] {
        if let Some(point) = point {
            span.record(field, display(format_args!("({},{})", point.x, point.y)));
        }
    }
    span
}

/// What an act came to, in its span.
pub(crate) fn acted(span: &Span, outcome: &Result<Acted, ActError>) {
    let outcome = match outcome {
        Ok(_) => "sent",
        Err(ActError::NotSent { code, .. } | ActError::Refused { code, .. }) => {
            span.record("outcome", display(format_args!("not done: {code}")));
            return;
        }
        Err(ActError::Declined { .. }) => "not done",
        Err(ActError::Partly { .. }) => "partly done",
        Err(ActError::Unknown { .. }) => "sent; whether it was done is unknown",
    };
    span.record("outcome", outcome);
}

/// What the guard said of something that is about to be done.
pub(crate) fn verdict(verdict: &Verdict) {
    let (verdict, refusal) = match verdict {
        Verdict::Allow => ("allowed", None),
        Verdict::Deny(refusal) => ("denied", Some(refusal)),
        Verdict::Confirm { refusal, .. } => ("a person must confirm", Some(refusal)),
    };
    let rule = refusal.and_then(|refusal| refusal.rule.as_deref());
    debug!(rule, "{verdict}");
}

/// Which of the targets of a gesture was chosen, and why those before it were not.
pub(crate) fn choice(targets: &[TouchTarget<'_>], chosen: Option<&TouchTarget<'_>>, tap: Gesture) {
    let place = chosen.and_then(|chosen| targets.iter().position(|target| target == chosen));
    let rejected = place.unwrap_or(targets.len());
    for target in targets.iter().take(rejected).take(MOST_REJECTED) {
        debug!(
            node = name(target.node),
            because = why_not(target, tap),
            "rejected"
        );
    }
    let matches = targets.len();
    if let Some(target) = chosen {
        debug!(node = name(target.node), matches, rejected, "chosen");
    } else {
        debug!(matches, "no match takes the gesture");
    }
}

/// The node that was chosen to be read or waited for.
pub(crate) fn chosen(node: Node<'_>, matches: usize) {
    debug!(node = name(node), matches, "chosen");
}

/// The node of a ref on the screen of now.
pub(crate) fn found_again(node: Node<'_>, node_ref: &str, generation: i64) {
    debug!(node = name(node), node_ref, generation, "chosen");
}

/// A node without its label: `[button] #send [840,1500][1040,1620]`.
fn name(node: Node<'_>) -> String {
    let (role, bounds) = (node.role().name(), node.bounds());
    match node.id_name() {
        "" => format!("[{role}] {bounds}"),
        id => format!("[{role}] #{id} {bounds}"),
    }
}

fn why_not(target: &TouchTarget<'_>, gesture: Gesture) -> String {
    if !target.node.is_enabled() {
        return "it is not enabled".to_owned();
    }
    match target.point() {
        Err(NoPoint::Unseen) => "no part of it is on the screen".to_owned(),
        Err(NoPoint::OtherDisplay) => "it is on another display".to_owned(),
        Err(NoPoint::Covered(by)) => format!("it is covered by {}", names(&by)),
        Err(NoPoint::Contested(with)) => format!("{} takes touches there too", names(&with)),
        Ok(_) => match gesture {
            Gesture::Tap => "it takes no taps",
            Gesture::LongPress => "it takes no long presses",
            Gesture::Focus => "it takes no focus",
            Gesture::Type => "it takes no text",
        }
        .to_owned(),
    }
}

fn names(takers: &[Taker<'_>]) -> String {
    let named = takers.iter().map(|taker| match taker {
        Taker::Node(node) => name(*node),
        Taker::Window(window) if window.kind == WindowKind::Keyboard => "the keyboard".to_owned(),
        Taker::Window(window) => format!("a window at {}", window.bounds),
        Taker::LeftOut(node) => format!("what the tree lacks in {}", name(*node)),
    });
    named.collect::<Vec<String>>().join(", ")
}
