//! What comes near to a node that is not there any more.

use std::borrow::Cow;

use crate::node::Node;
use crate::render;
use crate::tree::NodeId;

use super::own::lasting_name;
use super::screen::Screen;

/// The most nodes that are offered in place of one that is not there any more.
const MAX_CANDIDATES: usize = 5;

/// The nodes that are nearest to one that is gone, best first.
pub(super) fn candidates(gone: Node<'_>, screen: &Screen<'_>) -> Vec<NodeId> {
    let gone = Gone {
        node: gone,
        name: lasting_name(gone).into_owned(),
        row: row(gone),
    };
    let mut near: Vec<(u32, NodeId)> = screen
        .tree()
        .nodes()
        .filter(|node| screen.shows(*node))
        .filter_map(|node| {
            let nearness = gone.nearness(node);
            (nearness > 0).then_some((nearness, node.id()))
        })
        .collect();
    near.sort_by_key(|(nearness, id)| (std::cmp::Reverse(*nearness), *id));
    near.truncate(MAX_CANDIDATES);
    near.into_iter().map(|(_, id)| id).collect()
}

struct Gone<'t> {
    node: Node<'t>,
    name: String,
    row: Vec<String>,
}

impl Gone<'_> {
    /// How near a node is; 0 when nothing speaks for it.
    fn nearness(&self, node: Node<'_>) -> u32 {
        let is_same_kind = node.role() == self.node.role() && node.class() == self.node.class();
        if self.name.is_empty() && self.node.resource_id().is_empty() {
            return u32::from(is_same_kind && node.resource_id().is_empty());
        }
        let first = |name: &str| {
            name.split_once(", ")
                .map_or(name, |(first, _)| first)
                .to_owned()
        };
        let name = lasting_name(node);
        let by_name = if self.name.is_empty() {
            0
        } else if name == self.name {
            8
        } else if node.role() == self.node.role() && first(&name) == first(&self.name) {
            4
        } else {
            0
        };
        let id = self.node.resource_id();
        let by_id = 8 * u32::from(!id.is_empty() && node.resource_id() == id);
        if by_name + by_id == 0 {
            return 0;
        }
        let by_row = u32::from(!self.row.is_empty() && row(node) == self.row);
        by_name + by_id + 4 * by_row + 2 * u32::from(is_same_kind)
    }
}

fn row(node: Node<'_>) -> Vec<String> {
    let labels = render::row_labels(node).into_iter();
    labels.map(Cow::into_owned).collect()
}
