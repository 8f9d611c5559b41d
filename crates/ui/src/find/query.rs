//! What to look for, and where.

use clawperator_contract::{ContainerScope, NodeMatcher, Target, Where, Window};

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

    /// Whether it has patterns, for the node or the container.
    #[must_use]
    pub(super) fn has_patterns(&self) -> bool {
        fn has_patterns(expression: &Where) -> bool {
            let mut parts = expression.all_of.iter().chain(&expression.any_of).flatten();
            expression.text_matches.is_some()
                || expression.content_desc_matches.is_some()
                || expression.name_matches.is_some()
                || parts.any(has_patterns)
        }
        [self.where_clause, self.container_where]
            .into_iter()
            .flatten()
            .any(has_patterns)
    }

    /// The query for the container alone.
    pub(super) fn container_query(&self) -> Option<Self> {
        Self::new(self.container, self.container_where, Some(self.window))
    }
}
