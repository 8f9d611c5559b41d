//! The nodes that fit a query.

use super::clause::Clause;
use super::expression;
use super::query::Query;
use super::sought::{MAX_COMPARED_BYTES, is_too_long};
use crate::node::Node;
use crate::tree::Tree;

/// What was found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Found<'t> {
    /// At least one node fits.
    Nodes(Matches<'t>),
    /// Nothing fits; [`Tree::explain`] says more.
    Nothing,
    /// No container fits, so nothing was looked for in it.
    NoContainer,
}

/// The nodes that fit; at least one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Matches<'t> {
    /// The first in document order: the one to act on.
    pub first: Node<'t>,
    /// All of them in document order, the first included.
    pub nodes: Vec<Node<'t>>,
    /// Which alternative of the expression's own `anyOf` found them, from 1.
    pub alternative: Option<usize>,
}

impl Tree {
    /// Finds every node that fits and can be seen, in document order.
    #[must_use]
    pub fn find(&self, query: &Query<'_>) -> Found<'_> {
        let Some(space) = self.search_space(query) else {
            return Found::NoContainer;
        };
        let visible = space
            .into_iter()
            .filter(|node| node.visible_bounds().is_some())
            .collect();
        match Matches::among(visible, query) {
            Some(matches) => Found::Nodes(matches),
            None => Found::Nothing,
        }
    }

    /// Whether some text that a pattern of the query asks for was not compared with it, because there is too much: what
    /// does not match there is not known.
    #[must_use]
    pub fn leaves_uncompared(&self, query: &Query<'_>) -> bool {
        if !query.has_patterns() {
            return false;
        }
        let mut bytes = 0_usize;
        self.nodes().any(|node| {
            let texts = [node.masked_text(), node.open_desc().into()];
            // What has no name is not compared by it.
            let named = node.name().unwrap_or_default();
            bytes += texts.iter().map(|text| text.len()).sum::<usize>() + named.len();
            texts.iter().any(|text| is_too_long(text))
                || is_too_long(&named)
                || bytes > MAX_COMPARED_BYTES
        })
    }

    /// The nodes in which is looked: those of the windows in scope, in a container if one is asked for.
    pub(super) fn search_space(&self, query: &Query<'_>) -> Option<Vec<Node<'_>>> {
        let windows = self.windows_in(query.window);
        let nodes: Vec<Node<'_>> = self.nodes().filter(|node| node.is_in(&windows)).collect();
        let Some(container) = query.container_query() else {
            return Some(nodes);
        };
        // A container may have no area of its own; what is in it is what must be seen.
        let containers = Matches::among(nodes, &container)?.nodes;
        Some(insides(&containers))
    }
}

impl<'t> Matches<'t> {
    pub(super) fn among(candidates: Vec<Node<'t>>, query: &Query<'_>) -> Option<Self> {
        let mut nodes = candidates;
        if let Some(matcher) = query.matcher {
            let clause = Clause::of_matcher(matcher);
            nodes.retain(|node| clause.holds(*node));
        }
        let mut alternative = None;
        if let Some(where_clause) = query.where_clause {
            (nodes, alternative) = expression::evaluate(where_clause, nodes);
        }
        Some(Self {
            first: *nodes.first()?,
            nodes,
            alternative,
        })
    }
}

/// Everything inside these containers, in document order, each node once.
fn insides<'t>(containers: &[Node<'t>]) -> Vec<Node<'t>> {
    let mut nodes = Vec::new();
    let mut end = 0;
    for container in containers {
        // In document order a container is either inside the one before or behind it.
        if container.id().0 >= end {
            nodes.extend(container.descendants());
            end = container.end();
        }
    }
    nodes
}
