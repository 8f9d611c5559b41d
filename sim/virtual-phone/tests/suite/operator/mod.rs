//! The Operator on the phone, started and driven through real adb servers.

mod acts;
mod attack;
mod automation;
mod faults;
mod hold;
mod hostile;
mod judge;
mod notices;
mod start;
mod tree;
mod watch;

use std::time::Duration;

use clawperator_operator_protocol::{Tree, Window};
use clawperator_phone_screen::Intent;
use clawperator_virtual_phone::{ClockMode, JournalInput, Listening, Release, VirtualPhone};

use crate::support::CONFORMANCE;

/// A phone whose clock stands until it is moved.
async fn standing() -> Listening {
    let phone = VirtualPhone::builder(Release::Android14).clock(ClockMode::Manual);
    phone.build().unwrap().listen("127.0.0.1:0").await.unwrap()
}

/// Opens a page of the conformance app.
async fn open(phone: &VirtualPhone, class: &str) {
    let intent = Intent {
        component: Some((CONFORMANCE.to_owned(), format!("{CONFORMANCE}.{class}"))),
        ..Intent::default()
    };
    phone.screen().start(&intent).await;
    phone.advance(Duration::from_secs(2));
}

/// Everything that was injected, in order.
fn injected(phone: &VirtualPhone) -> Vec<JournalInput> {
    let entries = phone.journal().entries.into_iter();
    entries
        .filter_map(|entry| match entry.event {
            clawperator_virtual_phone::JournalEvent::Injected { input, .. } => Some(input),
            _ => None,
        })
        .collect()
}

/// The identity of the node with this id.
fn identity(tree: &Tree, id: &str) -> u64 {
    node_of(tree, id).identity
}

/// The window that has the node of an identity.
fn window_of(tree: &Tree, identity: u64) -> i32 {
    let mut windows = tree.windows.iter();
    let has = |window: &&Window| window.nodes.iter().any(|node| node.identity == identity);
    windows.find(has).expect("a window has it").id
}

/// The first view of the conformance app that has this id.
fn node_of<'a>(tree: &'a Tree, id: &str) -> &'a clawperator_operator_protocol::Node {
    let id = format!("{CONFORMANCE}:id/{id}");
    let mut nodes = tree.windows.iter().flat_map(|window| &window.nodes);
    nodes
        .find(|node| node.id.of(&tree.names) == Some(&id))
        .unwrap_or_else(|| panic!("there is no {id}"))
}
