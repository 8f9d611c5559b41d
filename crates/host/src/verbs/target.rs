//! The node that a verb is about.

use super::ParamValue;
use super::draft::NamedValue;

/// The generation that stands for any: a number means one node.
const ANY: u64 = 0;

/// The node that a verb is about.
#[derive(Debug, Clone)]
pub struct Target {
    /// What names it.
    pub node: Node,
    /// Whether several matching nodes are a failure.
    pub strict: bool,
    /// The windows to look in, in the word of the contract; default: the app and the dialogs above it.
    pub window: Option<String>,
}

/// What names a node.
#[derive(Debug, Clone)]
pub enum Node {
    /// What is true of it. With both, both must hold.
    Selected {
        /// A matcher: the six fields of the contract.
        matcher: Option<ParamValue>,
        /// A `where` expression.
        expression: Option<ParamValue>,
    },
    /// Its ref in a snapshot.
    Ref {
        /// The ref as the snapshot prints it, such as `@e12`.
        name: String,
        /// The generation of that snapshot; without one, the latest that has the ref.
        generation: Option<u64>,
    },
}

impl Target {
    /// The node that a matcher selects.
    #[must_use]
    pub fn matching(matcher: impl Into<ParamValue>) -> Self {
        Self::from(Node::Selected {
            matcher: Some(matcher.into()),
            expression: None,
        })
    }

    /// The node that a `where` expression selects.
    #[must_use]
    pub fn expressed(expression: impl Into<ParamValue>) -> Self {
        Self::from(Node::Selected {
            matcher: None,
            expression: Some(expression.into()),
        })
    }

    /// The node of a ref, in the latest snapshot that has it.
    #[must_use]
    pub fn named(reference: impl Into<String>) -> Self {
        Self::from(Node::Ref {
            name: reference.into(),
            generation: None,
        })
    }

    /// The params that name it. `matcher_key` is what the action calls its matcher.
    pub(super) fn params(self, matcher_key: &'static str) -> Vec<NamedValue> {
        let mut params: Vec<NamedValue> = Vec::new();
        match self.node {
            Node::Selected {
                matcher,
                expression,
            } => {
                params.extend(matcher.map(|matcher| (matcher_key, matcher)));
                params.extend(expression.map(|expression| ("where", expression)));
            }
            Node::Ref { name, generation } => {
                params.push(("ref", name.into()));
                params.push(("generation", generation.unwrap_or(ANY).into()));
            }
        }
        params.extend(self.strict.then_some(("strict", true.into())));
        params.extend(self.window.map(|window| ("window", window.into())));
        params
    }
}

impl From<Node> for Target {
    fn from(node: Node) -> Self {
        Self {
            node,
            strict: false,
            window: None,
        }
    }
}
