//! Finding the nodes that a selector names.
//!
//! The six keys of a matcher compare exactly or as a case-sensitive part, `text…` with the text and `contentDesc…` with
//! the description, never one for the other. What is not visible is not found.

mod clause;
mod explain;
mod expression;
mod scope;
mod similarity;

use clawperator_contract::{ContainerScope, NodeMatcher, Target, Where, Window};

use self::clause::Clause;
pub use self::explain::{Candidate, Explanation, MAX_CANDIDATES, Swapped};
use crate::node::Node;
use crate::tree::Tree;

/// What to look for, and where.
#[derive(Debug, Clone, Copy)]
pub struct Query<'q> {
    /// The six keys.
    pub matcher: Option<&'q NodeMatcher>,
    /// An expression; with a matcher, both must hold.
    pub where_clause: Option<&'q Where>,
    /// The container: a node around what is looked for.
    pub container: Option<&'q NodeMatcher>,
    /// The container by an expression; with `container`, both must hold.
    pub container_where: Option<&'q Where>,
    /// The windows to look in.
    pub window: Window,
}

impl<'q> Query<'q> {
    /// The query of an action's target; `None` when the target names no node by a matcher or an expression.
    #[must_use]
    pub fn of(target: &'q Target) -> Option<Self> {
        Self::new(
            target.matcher.as_ref(),
            target.where_clause.as_ref(),
            target.window,
        )
    }

    /// A query by a matcher, an expression or both; `None` without either.
    #[must_use]
    pub fn new(
        matcher: Option<&'q NodeMatcher>,
        where_clause: Option<&'q Where>,
        window: Option<Window>,
    ) -> Option<Self> {
        (matcher.is_some() || where_clause.is_some()).then_some(Self {
            matcher,
            where_clause,
            container: None,
            container_where: None,
            window: window.unwrap_or(Window::App),
        })
    }

    /// The query of an action's container, to be looked for as a node itself; `None` when there is none.
    #[must_use]
    pub fn of_container(scope: &'q ContainerScope, window: Option<Window>) -> Option<Self> {
        Self::new(
            scope.container.as_ref(),
            scope.container_where.as_ref(),
            window,
        )
    }

    /// The same query confined to a container.
    #[must_use]
    pub fn within(self, scope: &'q ContainerScope) -> Self {
        Self {
            container: scope.container.as_ref(),
            container_where: scope.container_where.as_ref(),
            ..self
        }
    }

    /// Whether it names a row. Who does so means one node: another row's is never meant.
    #[must_use]
    pub fn names_row(&self) -> bool {
        fn names_row(expression: &Where) -> bool {
            let parts = expression.all_of.iter().chain(&expression.any_of);
            expression.in_row.is_some() || parts.flatten().any(names_row)
        }
        self.where_clause.is_some_and(names_row)
    }

    /// The query for the container alone.
    fn container_query(&self) -> Option<Self> {
        Self::new(self.container, self.container_where, Some(self.window))
    }
}

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

    /// The nodes in which is looked: those of the windows in scope, in a container if one is asked for.
    fn search_space(&self, query: &Query<'_>) -> Option<Vec<Node<'_>>> {
        let windows = self.windows_in(query.window);
        let nodes: Vec<Node<'_>> = self
            .nodes()
            .filter(|node| {
                windows
                    .get(node.window_index())
                    .copied()
                    .unwrap_or_default()
            })
            .collect();
        let Some(container) = query.container_query() else {
            return Some(nodes);
        };
        // A container may have no area of its own; what is in it is what must be seen.
        let containers = Matches::among(nodes, &container)?.nodes;
        Some(insides(&containers))
    }
}

impl<'t> Matches<'t> {
    fn among(candidates: Vec<Node<'t>>, query: &Query<'_>) -> Option<Self> {
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
