//! From a selector to a node of the screen.

use clawperator_contract::{ContainerScope, ErrorCode, NodeRef, Target, Window};
use clawperator_device::hand::Observation;
use clawperator_ui::{
    Found as Matched, Gesture, Identity, Node, NodeId, Query, Refound, Refs, Tree, refind,
};

use crate::run::Run;
use crate::step::{Attempt, Data, StepError};

/// The generation that stands for the newest snapshot. Real ones count from 1.
const NEWEST: i64 = 0;

/// The most nodes that are listed where several fit.
const MOST_CANDIDATES: usize = 10;

/// A node that a selector means.
#[derive(Debug, Clone)]
pub(crate) struct Found {
    /// The node: the first match in the order of the tree.
    pub(crate) node: NodeId,
    /// Every match.
    pub(crate) all: Vec<NodeId>,
    /// What the step says of the match.
    pub(crate) data: Data,
}

/// Finds what an action means, in this tree; the gesture that it is for says which matches are one and the same.
pub(crate) fn find(
    run: &Run<'_>,
    seen: &Observation,
    target: &Target,
    scope: &ContainerScope,
    gesture: Option<Gesture>,
) -> Result<Found, Attempt> {
    if let Some(node_ref) = &target.node_ref {
        let generation = target
            .generation
            .as_ref()
            .map_or(0, clawperator_contract::Integer::get);
        return find_ref(run, &seen.tree, node_ref, generation);
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
    find_query(&seen.tree, &query, strict, gesture)
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
            format!("no container fits: {}", seen.tree.explain(&query)),
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
    let count = match tree.find(&query) {
        Matched::Nodes(matches) => matches.nodes.len(),
        Matched::Nothing | Matched::NoContainer => 0,
    };
    if count < 2 {
        return Ok(());
    }
    let message = format!("{count} containers fit where one was meant; nothing was touched");
    Err(Attempt::Stop(
        StepError::new(ErrorCode::ContainerAmbiguous, message)
            .with(Data::new().with("container_count", count)),
    ))
}

fn find_query(
    tree: &Tree,
    query: &Query<'_>,
    strict: bool,
    gesture: Option<Gesture>,
) -> Result<Found, Attempt> {
    let matches = match tree.find(query) {
        Matched::Nodes(matches) => matches,
        Matched::Nothing => {
            return Err(Attempt::Again(StepError::new(
                ErrorCode::NodeNotFound,
                tree.explain(query).to_string(),
            )));
        }
        Matched::NoContainer => {
            return Err(Attempt::Again(StepError::new(
                ErrorCode::ContainerNotFound,
                tree.explain(query).to_string(),
            )));
        }
    };
    // A row and the label in it are one thing to a finger.
    let candidates: Vec<Node<'_>> = match gesture {
        Some(gesture) => matches
            .targets(gesture)
            .into_iter()
            .map(|target| target.node)
            .collect(),
        None => matches.nodes.clone(),
    };
    let count = candidates.len();
    let mut data = Data::new().with("match_count", count);
    if let Some(alternative) = matches.alternative {
        data.set("alternative", alternative);
    }
    if tree.has_one_window_only() {
        data.set("windows", "active_only");
    }
    if count > 1 {
        data.set("candidates", listed(&candidates));
        if strict {
            return Err(Attempt::Stop(
                StepError::new(
                    ErrorCode::NodeAmbiguous,
                    format!("{count} nodes fit where one was meant; nothing was touched"),
                )
                .with(data),
            ));
        }
        data.set(
            "warn",
            format!("{count} nodes fit; the first in reading order was taken"),
        );
    }
    Ok(Found {
        node: matches.first.id(),
        all: matches.nodes.iter().map(|node| node.id()).collect(),
        data,
    })
}

/// The first of several nodes in reading order, as a JSON list.
fn listed(candidates: &[Node<'_>]) -> serde_json::Value {
    candidates
        .iter()
        .take(MOST_CANDIDATES)
        .map(|node| node.describe())
        .collect()
}

/// Finds the node of a ref again by what it was, or says that it is gone.
fn find_ref(
    run: &Run<'_>,
    tree: &Tree,
    node_ref: &NodeRef,
    generation: i64,
) -> Result<Found, Attempt> {
    let name = node_ref.as_str();
    let stale = |why: String| Attempt::Stop(StepError::new(ErrorCode::StaleRef, why));
    let snapshots = &run.parts.snapshots;
    let serial = run.device.serial();
    let kept = if generation == NEWEST {
        snapshots.newest(serial)
    } else {
        snapshots.find(serial, generation)
    };
    let kept = kept
        .map_err(|error| Attempt::Stop(StepError::new(ErrorCode::HostIoFailed, error.message)))?
        .ok_or_else(|| {
            stale(format!(
                "{name} is of a snapshot that is not kept: take one with refs first"
            ))
        })?;
    let generation = kept.generation;
    let old = Tree::parse(&kept.dump)
        .map_err(|error| {
            stale(format!(
                "snapshot {generation} cannot be read any more: {error}"
            ))
        })?
        .tree;
    let node = Refs::assign(&old)
        .get(name)
        .ok_or_else(|| stale(format!("snapshot {generation} has no {name}")))?;
    let identity = Identity::of(&old, node)
        .ok_or_else(|| stale(format!("snapshot {generation} has no {name}")))?;
    match refind(tree, &identity) {
        Refound::Same(node) => Ok(Found {
            node,
            all: vec![node],
            data: Data::new().with("ref", name).with("match_count", 1),
        }),
        Refound::Stale { candidates } => {
            let near: Vec<String> = candidates
                .iter()
                .filter_map(|id| tree.get(*id))
                .map(Node::describe)
                .collect();
            let near = if near.is_empty() {
                "nothing like it is there".to_owned()
            } else {
                format!("like it are {}", near.join(", "))
            };
            Err(stale(format!(
                "{name} of snapshot {generation} is not on the screen any more; {near}"
            )))
        }
    }
}
