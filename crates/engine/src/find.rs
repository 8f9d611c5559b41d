//! From a selector to a node of the screen.

use clawperator_contract::{ContainerScope, DataKey, ErrorCode, NodeRef, Target, Window};
use clawperator_device::driver::Observation;
use clawperator_ui::{
    Found as Matched, Gesture, Node, NodeId, Query, Refound, Shown, TouchTarget, Tree, number_of,
    refind,
};
use tracing::debug;

use crate::log;
use crate::run::Run;
use crate::snapshots::Kept;
use crate::step::{Attempt, Data, StepError};

/// The generation that stands for any: a number means one node, in whichever snapshot it is. Real ones count from 1.
const ANY: i64 = 0;

/// The most nodes that are listed where several fit.
const MOST_CANDIDATES: usize = 10;

/// The most targets of which it is asked whether a finger meets them. Each answer looks at the whole tree, and a screen
/// with thousands of matches that are all covered must not keep a phone waiting.
const MOST_TRIED: usize = 64;

/// A node that a selector means.
#[derive(Debug, Clone)]
pub(crate) struct Found {
    /// The node: the first match in the order of the tree that takes the gesture, else the first.
    pub(crate) node: NodeId,
    /// Every match.
    pub(crate) all: Vec<NodeId>,
    /// What the step says of the match.
    pub(crate) data: Data,
}

/// Finds what an action means, in this tree; the gesture that it is for says which matches are one and the same.
pub(crate) async fn find(
    run: &Run<'_>,
    seen: &Observation,
    target: &Target,
    scope: &ContainerScope,
    gesture: Option<Gesture>,
) -> Result<Found, Attempt> {
    search(run, seen, target, scope, Meant::One(gesture)).await
}

/// Finds every node that an action means. With `strict` they are in one container; several of them are what is asked
/// for.
pub(crate) async fn find_all(
    run: &Run<'_>,
    seen: &Observation,
    target: &Target,
    scope: &ContainerScope,
) -> Result<Found, Attempt> {
    search(run, seen, target, scope, Meant::All).await
}

/// What a selector that fits several nodes means.
#[derive(Debug, Clone, Copy)]
enum Meant {
    /// One of them, for a gesture or to be read.
    One(Option<Gesture>),
    /// All of them.
    All,
}

async fn search(
    run: &Run<'_>,
    seen: &Observation,
    target: &Target,
    scope: &ContainerScope,
    meant: Meant,
) -> Result<Found, Attempt> {
    if let Some(node_ref) = &target.node_ref {
        let generation = target
            .generation
            .as_ref()
            .map(clawperator_contract::Integer::get)
            .filter(|generation| *generation != ANY);
        return find_ref(run, seen, node_ref, generation).await;
    }
    let Some(query) = Query::of(target) else {
        return Err(Attempt::Stop(StepError::new(
            ErrorCode::InternalError,
            "the action names no node",
        )));
    };
    let query = query.within(scope);
    let strict = target.strict == Some(true);
    if strict {
        refuse_several_containers(&seen.tree, scope, target.window)?;
    }
    find_query(run, &seen.tree, &query, strict, meant)
}

/// A container, and how many there are of its kind.
#[derive(Debug, Clone, Copy)]
pub(crate) struct FoundContainer {
    pub(crate) node: NodeId,
    pub(crate) count: usize,
}

/// The container that a scope names; nothing when it names none.
pub(crate) fn find_container(
    seen: &Observation,
    scope: &ContainerScope,
) -> Result<Option<FoundContainer>, Attempt> {
    let Some(query) = Query::of_container(scope, None) else {
        return Ok(None);
    };
    match seen.tree.find(&query) {
        Matched::Nodes(matches) => Ok(Some(FoundContainer {
            node: matches.first.id(),
            count: matches.nodes.len(),
        })),
        Matched::Nothing | Matched::NoContainer => Err(Attempt::Again(StepError::new(
            ErrorCode::ContainerNotFound,
            format!("no container matches: {}", seen.tree.explain(&query)),
        ))),
    }
}

/// Where one node is meant, it is meant in one container.
fn refuse_several_containers(
    tree: &Tree,
    scope: &ContainerScope,
    window: Option<Window>,
) -> Result<(), Attempt> {
    let Some(query) = Query::of_container(scope, window) else {
        return Ok(());
    };
    let containers = match tree.find(&query) {
        Matched::Nodes(matches) => matches.nodes,
        Matched::Nothing | Matched::NoContainer => Vec::new(),
    };
    let count = containers.len();
    if count < 2 {
        return Ok(());
    }
    let message = format!(
        "{count} containers match where one was expected; nothing was touched: {}",
        in_words(&containers)
    );
    let data = Data::new()
        .with(DataKey::ContainerCount, count)
        .with(DataKey::Candidates, listed(&containers));
    Err(Attempt::Stop(
        StepError::new(ErrorCode::ContainerAmbiguous, message).with(data),
    ))
}

fn find_query(
    run: &Run<'_>,
    tree: &Tree,
    query: &Query<'_>,
    strict: bool,
    meant: Meant,
) -> Result<Found, Attempt> {
    let logs = run.logs_nodes();
    let missing = |code: ErrorCode| {
        if logs {
            debug!(because = code.name(), "nothing matches");
        }
        let mut data = Data::new();
        note_losses(tree, &mut data);
        let error = StepError::new(code, tree.explain(query).to_string());
        Err(Attempt::Again(error.with(data)))
    };
    let matches = match tree.find(query) {
        Matched::Nodes(matches) => matches,
        Matched::Nothing => return missing(ErrorCode::NodeNotFound),
        Matched::NoContainer => return missing(ErrorCode::ContainerNotFound),
    };
    // A row and the label in it are one thing to a finger.
    let (candidates, taker): (Vec<Node<'_>>, _) = match meant {
        Meant::One(Some(gesture)) => {
            let targets = matches.targets(gesture);
            let tried = || targets.iter().take(MOST_TRIED);
            let taker = tried()
                .find(|target| target.takes_gesture && can_be_touched(target))
                // What takes clicks takes long presses too, if only as clicks.
                .or_else(|| tried().find(|target| takes_as_click(target, gesture)))
                .copied();
            if logs {
                log::choice(&targets, taker.as_ref(), gesture);
            }
            (targets.iter().map(|target| target.node).collect(), taker)
        }
        Meant::One(None) | Meant::All => {
            if logs {
                log::chosen(matches.first, matches.nodes.len());
            }
            (matches.nodes.clone(), None)
        }
    };
    // A heading that says the same as the button below it takes no taps, so the button is meant.
    let chosen = taker.map_or(matches.first, |target| target.matched);
    let count = candidates.len();
    let mut data = Data::new().with(DataKey::MatchCount, count);
    if let Some(alternative) = matches.alternative {
        data.set(DataKey::Alternative, alternative);
    }
    if tree.has_one_window_only() {
        data.set(DataKey::Windows, "active_only");
    }
    note_losses(tree, &mut data);
    if count > 1 {
        data.set(DataKey::Candidates, listed(&candidates));
    }
    if count > 1 && matches!(meant, Meant::One(_)) {
        if strict || (matches!(meant, Meant::One(Some(_))) && query.names_row()) {
            let message = format!(
                "{count} nodes match where one was expected; nothing was touched: {}",
                in_words(&candidates)
            );
            return Err(Attempt::Stop(
                StepError::new(ErrorCode::NodeAmbiguous, message).with(data),
            ));
        }
        let warn = if taker.is_some_and(|taker| candidates.first() != Some(&taker.node)) {
            format!(
                "{count} nodes match; the first that accepts the gesture was used: {}",
                chosen.describe()
            )
        } else {
            format!("{count} nodes match; the first in reading order was used")
        };
        data.set(DataKey::Warn, warn);
    }
    Ok(Found {
        node: chosen.id(),
        all: matches.nodes.iter().map(|node| node.id()).collect(),
        data,
    })
}

/// Says what the tree lacks: what was not found in it may be on the screen all the same.
pub(crate) fn note_losses(tree: &Tree, data: &mut Data) {
    if let Some(incomplete) = tree.incomplete() {
        data.set(DataKey::Incomplete, incomplete);
    }
}

/// The first of several nodes in reading order, as a JSON list.
fn listed(candidates: &[Node<'_>]) -> serde_json::Value {
    candidates
        .iter()
        .take(MOST_CANDIDATES)
        .map(|node| node.describe())
        .collect()
}

/// The same for people, and how many more there are.
fn in_words(candidates: &[Node<'_>]) -> String {
    let named: Vec<String> = candidates
        .iter()
        .take(MOST_CANDIDATES)
        .map(|node| node.describe())
        .collect();
    match candidates.len().saturating_sub(named.len()) {
        0 => named.join(", "),
        more => format!("{} and {more} more", named.join(", ")),
    }
}

/// Whether a finger that goes for it meets it.
fn can_be_touched(target: &TouchTarget<'_>) -> bool {
    target.node.is_enabled() && target.point().is_ok()
}

/// Whether a long press that nobody declares would be a click there.
fn takes_as_click(target: &TouchTarget<'_>, gesture: Gesture) -> bool {
    gesture == Gesture::LongPress
        && target.matched.touch_target(Gesture::Tap).takes_gesture
        && can_be_touched(target)
}

/// Finds the node of a ref again by what it was, or says that it is gone.
async fn find_ref(
    run: &Run<'_>,
    seen: &Observation,
    node_ref: &NodeRef,
    generation: Option<i64>,
) -> Result<Found, Attempt> {
    let name = node_ref.as_str();
    let (kept, node) = kept_node(run, seen, name, generation).await?;
    let now = shown(seen);
    match refind(kept.shown(), node, now) {
        Refound::Same(node) => {
            if let Some(found) = now.tree.get(node).filter(|_| run.logs_nodes()) {
                log::found_again(found, name, kept.generation);
            }
            Ok(Found {
                node,
                all: vec![node],
                data: Data::new()
                    .with(DataKey::Ref, name)
                    .with(DataKey::MatchCount, 1),
            })
        }
        Refound::Stale { candidates } => {
            let near: Vec<String> = candidates
                .iter()
                .filter_map(|id| now.tree.get(*id))
                .map(Node::describe)
                .collect();
            let near = if near.is_empty() {
                "nothing similar is there".to_owned()
            } else {
                format!("similar nodes: {}", near.join(", "))
            };
            Err(stale(format!(
                "{name} of snapshot {} is no longer on the screen; {near}",
                kept.generation
            )))
        }
    }
}

/// Whether the node of a ref is not on this screen, nor anything that may be the same.
pub(crate) async fn is_nowhere(run: &Run<'_>, seen: &Observation, target: &Target) -> bool {
    let Some(node_ref) = &target.node_ref else {
        return false;
    };
    let generation = target
        .generation
        .as_ref()
        .map(clawperator_contract::Integer::get)
        .filter(|generation| *generation != ANY);
    let kept = kept_node(run, seen, node_ref.as_str(), generation).await;
    kept.is_ok_and(|(kept, node)| {
        let again = refind(kept.shown(), node, shown(seen));
        matches!(again, Refound::Stale { candidates } if candidates.is_empty())
    })
}

fn stale(why: String) -> Attempt {
    Attempt::Stop(StepError::new(ErrorCode::StaleRef, why))
}

/// The snapshot of a ref, and its node there.
async fn kept_node(
    run: &Run<'_>,
    seen: &Observation,
    name: &str,
    generation: Option<i64>,
) -> Result<(Kept, NodeId), Attempt> {
    let kept = match number_of(name) {
        Some(number) => {
            let snapshots = &run.parts.snapshots;
            snapshots.find(run.phone.key(), number, generation).await
        }
        None => Ok(None),
    };
    let kept = kept
        .map_err(|error| Attempt::Stop(StepError::new(ErrorCode::HostIoFailed, error.message)))?
        .ok_or_else(|| {
            stale(format!(
                "{name} belongs to a snapshot that is not kept; take one with refs first"
            ))
        })?;
    let generation = kept.generation;
    if let (Some(then), Some(now)) = (kept.user, seen.user)
        && then != now
    {
        // Another user has other apps under the same names, which may look the same.
        return Err(stale(format!(
            "{name} of snapshot {generation} is of user {then}, and the phone has user {now} in front now"
        )));
    }
    let node = kept
        .refs
        .get(name)
        .ok_or_else(|| stale(format!("snapshot {generation} has no {name}")))?;
    Ok((kept, node))
}

/// A screen as refs are given for it and found on it.
pub(crate) fn shown(seen: &Observation) -> Shown<'_> {
    let condition = seen.condition.as_ref();
    Shown {
        tree: &seen.tree,
        activity: condition.and_then(|condition| condition.front.activity.as_deref()),
        is_scrolled: false,
    }
}
