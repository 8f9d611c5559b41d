//! What is about to be done to the phone, for whoever judges it.
//!
//! A [`Finger`] is both what is judged and what is done: the points are in it, the nodes there are looked up from the
//! points, and the touch that is sent is made from the same points. So a verdict cannot be about one place and the touch
//! go to another.

pub use clawperator_device::hand::Touch;
use clawperator_ui::{Gesture, Node, Tree};

/// What is about to be done.
#[derive(Debug, Clone, Copy)]
pub enum Intent<'a> {
    /// To touch the screen.
    Touch(&'a Finger<'a>),
    /// To type into a field, and before that to tap it where it does not have the focus.
    Text {
        field: Node<'a>,
        tap: Option<&'a Finger<'a>>,
    },
    /// To press the keyboard's enter key in a field.
    Submit(Node<'a>),
    /// To press a system key, which goes to what is in front.
    Key,
    /// To open an app or a URI.
    Open,
    /// It was opened, and led to what is in front.
    Arrived,
    /// To close an app.
    Close,
    /// To read what is in front, for an answer.
    Read,
}

/// A finger that is about to touch the screen, with everything that is known of what it meets.
#[derive(Debug, Clone)]
pub struct Finger<'a> {
    touch: Touch,
    gesture: Gesture,
    named: Option<Named<'a>>,
    met: Option<Met<'a>>,
}

/// The node that a touch is meant for.
#[derive(Debug, Clone, Copy)]
pub struct Named<'a> {
    /// The node that was asked for.
    pub matched: Node<'a>,
    /// The node that is to take the touch: the same, or one around it.
    pub taker: Node<'a>,
}

/// What a finger meets.
#[derive(Debug, Clone)]
pub struct Met<'a> {
    /// Every node at the point, from the outermost in; of a swipe at all of its points.
    pub nodes: Vec<Node<'a>>,
    /// Whether the tree has all nodes that the phone told of.
    pub is_all: bool,
    /// Whether the tree has a node for whatever is there; a window need not say what is in it.
    pub is_described: bool,
}

impl<'a> Finger<'a> {
    /// A finger on a screen that was read. `gesture` is what it is for.
    #[must_use]
    pub fn on(tree: &'a Tree, touch: Touch, gesture: Gesture) -> Self {
        let (from, to) = touch.ends();
        Self {
            touch,
            gesture,
            named: None,
            met: Some(Met {
                nodes: tree.nodes_along(from, to).collect(),
                is_all: true,
                is_described: tree.describes(from, to),
            }),
        }
    }

    /// A finger on a screen that nobody looked at.
    #[must_use]
    pub const fn blind(touch: Touch, gesture: Gesture) -> Self {
        Self {
            touch,
            gesture,
            named: None,
            met: None,
        }
    }

    /// The same, meant for a node.
    #[must_use]
    pub fn naming(self, matched: Node<'a>, taker: Node<'a>) -> Self {
        Self {
            named: Some(Named { matched, taker }),
            ..self
        }
    }

    /// The same, on a tree from which nodes are missing that the phone told of.
    #[must_use]
    pub fn with_nodes_missing(mut self) -> Self {
        if let Some(met) = &mut self.met {
            met.is_all = false;
        }
        self
    }

    /// How it touches, which is what is sent.
    #[must_use]
    pub const fn touch(&self) -> Touch {
        self.touch
    }

    #[must_use]
    pub const fn gesture(&self) -> Gesture {
        self.gesture
    }

    /// The node that it is meant for; nothing for a bare coordinate.
    #[must_use]
    pub const fn named(&self) -> Option<Named<'a>> {
        self.named
    }

    /// What it meets; nothing where nobody looked.
    #[must_use]
    pub const fn met(&self) -> Option<&Met<'a>> {
        self.met.as_ref()
    }
}
