//! What an execution says of itself, and what is there when it acts.

use std::borrow::Cow;
use std::collections::BTreeSet;

use clawperator_contract::{Action, ActionParams, Capability, Execution};
use clawperator_engine::{Asked, Intent};
use clawperator_ui::{Gesture, Node, Role};

use crate::judge::{Facts, Question};
use crate::profile::Profile;
use crate::table::capabilities_of;

/// Everything that the execution does as far as it says: what is declared, and what its actions do.
#[must_use]
pub fn declared(execution: &Execution) -> BTreeSet<Capability> {
    let actions = execution.actions.iter();
    let of_actions = actions.flat_map(|action| capabilities_of(&action.params));
    let declared = execution.capabilities.iter().flatten().copied();
    of_actions.chain(declared).collect()
}

/// What is asked before the first step: each action, and what is declared beyond them.
pub(crate) fn at_begin<'a>(execution: &'a Execution, device: &'a str) -> Vec<Facts<'a>> {
    let whole = declared(execution);
    let facts = |capabilities: BTreeSet<Capability>, package: Option<&'a str>| Facts {
        question: Question::Begin,
        device,
        capabilities,
        execution: whole.clone(),
        package,
        activity: None,
        labels: None,
    };
    let of_action = |action: &'a Action| {
        let capabilities = capabilities_of(&action.params).into_iter().collect();
        facts(capabilities, package_of(action))
    };
    let declared = execution.capabilities.iter().flatten().copied().collect();
    let actions = execution.actions.iter().map(of_action);
    actions.chain([facts(declared, None)]).collect()
}

/// What is asked before one act. `execution` is what the run does, as far as is known by now.
pub(crate) fn at_act<'a>(
    profile: &Profile,
    asked: &Asked<'a>,
    device: &'a str,
    execution: &BTreeSet<Capability>,
) -> Facts<'a> {
    let (mut capabilities, package, labels) = match asked.intent {
        Intent::Whole => {
            let capabilities = capabilities_of(&asked.action.params).into_iter().collect();
            (capabilities, package_of(asked.action), None)
        }
        Intent::Swipe(container) => (
            BTreeSet::from([Capability::Navigate]),
            Some(container.package()),
            Some(own_labels(container)),
        ),
        Intent::Node { node, gesture } => (
            touch(gesture, holds_state(node)),
            Some(node.package()),
            Some(labels(node)),
        ),
        Intent::Point {
            gesture,
            nodes: None,
            ..
        } => (touch(gesture, false), None, None),
        Intent::Point {
            gesture,
            nodes: Some(nodes),
            ..
        } => {
            let takers = takers(nodes);
            let toggles = takers.iter().any(|node| holds_state(*node));
            let package = nodes.last().map(|node| node.package());
            let plain = nodes.iter().filter(|node| !node.is_interactive());
            let of_takers = takers.iter().flat_map(|node| labels(*node));
            let found = of_takers.chain(plain.flat_map(|node| own_labels(*node)));
            (touch(gesture, toggles), package, Some(found.collect()))
        }
    };
    let seen = labels.as_deref().unwrap_or_default();
    let acts_there = !matches!(asked.intent, Intent::Whole);
    if acts_there && profile.is_purchase(seen, asked.activity) {
        capabilities.insert(Capability::PurchaseRisk);
    }
    Facts {
        question: Question::Act,
        device,
        execution: execution.clone(),
        capabilities,
        package,
        activity: asked.activity,
        labels,
    }
}

/// The package that an action opens or closes.
fn package_of(action: &Action) -> Option<&str> {
    match &action.params {
        ActionParams::OpenApp(params) => Some(params.application_id.as_str()),
        ActionParams::CloseApp(params) => Some(params.application_id.as_str()),
        _ => None,
    }
}

fn touch(gesture: Gesture, toggles: bool) -> BTreeSet<Capability> {
    let mut capabilities = BTreeSet::from([match gesture {
        Gesture::Tap | Gesture::Focus => Capability::Click,
        Gesture::LongPress => Capability::LongClick,
        Gesture::Type => Capability::TypeText,
    }]);
    if toggles {
        capabilities.insert(Capability::Toggle);
    }
    capabilities
}

/// Whether a press may change a state: the node's own, or that of a switch in the row that is pressed.
fn holds_state(node: Node<'_>) -> bool {
    node.is_checkable() || inside(node).any(Node::is_checkable)
}

/// Everything that the node may be called: its own words, its name, and the words inside that it is pressed by.
fn labels(node: Node<'_>) -> Vec<Cow<'_, str>> {
    let mut labels = own_labels(node);
    if node.role() != Role::Textfield {
        labels.extend(node.name());
        let plain = inside(node).filter(|other| !other.is_clickable());
        labels.extend(plain.flat_map(own_labels));
    }
    labels
}

/// The words of the node itself. What a field holds is what somebody typed, and no label.
fn own_labels(node: Node<'_>) -> Vec<Cow<'_, str>> {
    let text = if node.role() == Role::Textfield {
        Cow::Borrowed(node.hint())
    } else {
        node.label()
    };
    let words = [text, clawperator_ui::normalise_label(node.content_desc())];
    words
        .into_iter()
        .filter(|words| !words.is_empty())
        .collect()
}

/// What is inside the node down to the next ones that take presses, those included.
fn inside(node: Node<'_>) -> impl Iterator<Item = Node<'_>> {
    node.descendants().filter(move |other| {
        let mut around = other.ancestors();
        around.find(|outer| *outer == node || outer.is_clickable()) == Some(node)
    })
}

/// The nodes that may take a press at a point: all that something can be done with, but for those around another.
fn takers<'t>(nodes: &[Node<'t>]) -> Vec<Node<'t>> {
    let able: Vec<Node<'t>> = nodes
        .iter()
        .copied()
        .filter(|node| node.is_interactive())
        .collect();
    let is_around = |node: &Node<'t>| able.iter().any(|other| node.is_ancestor_of(other.id()));
    able.iter()
        .copied()
        .filter(|node| !is_around(node))
        .collect()
}
