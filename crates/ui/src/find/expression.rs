//! `where` expressions: objects that pick nodes out of others.

use clawperator_contract::Where;

use super::clause::Clause;
use crate::node::Node;

/// The nodes that an expression picks out of these, in their order, and which of its own alternatives did.
///
/// The object's keys and each part of `allOf` must hold; then the first alternative of `anyOf` that leaves anything
/// decides; `nth` counts what is left.
pub(super) fn evaluate<'t>(
    expression: &Where,
    candidates: Vec<Node<'t>>,
) -> (Vec<Node<'t>>, Option<usize>) {
    let clause = Clause::of_where(expression);
    let mut nodes = candidates;
    nodes.retain(|node| clause.holds(*node));

    // Each part looks at the same nodes, so that their order does not matter even where one of them counts.
    let parts = expression.all_of.iter().flatten();
    let picked: Vec<Vec<Node<'t>>> = parts.map(|part| evaluate(part, nodes.clone()).0).collect();
    nodes.retain(|node| {
        picked.iter().all(|picked| {
            picked
                .binary_search_by_key(&node.id(), |node| node.id())
                .is_ok()
        })
    });

    let mut alternative = None;
    if let Some(alternatives) = &expression.any_of {
        let winner = (1..).zip(alternatives).find_map(|(number, alternative)| {
            let found = evaluate(alternative, nodes.clone()).0;
            (!found.is_empty()).then_some((number, found))
        });
        (nodes, alternative) = match winner {
            Some((number, found)) => (found, Some(number)),
            None => (Vec::new(), None),
        };
    }

    if let Some(nth) = &expression.nth {
        // A person counts what the lines show.
        if nodes.iter().any(|node| node.is_listed()) {
            nodes.retain(|node| node.is_listed());
        }
        // Too many to count is more than there are.
        let skipped = usize::try_from(nth.get())
            .unwrap_or(usize::MAX)
            .saturating_sub(1);
        nodes = nodes.into_iter().skip(skipped).take(1).collect();
    }
    (nodes, alternative)
}
