//! Whether two dumps show the same.

use clawperator_contract::Window;

use crate::node::Node;
use crate::tree::Tree;

/// What a screen shows, in one number; equal ones show the same.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Signature(pub u64);

impl Tree {
    /// The signature of what can be seen in the app and the dialogs above it: which nodes, their words, their state and
    /// where they are. Bars do not count, or a clock would never let a screen settle.
    ///
    /// The number is the same in every process and on every machine.
    #[must_use]
    pub fn signature(&self) -> Signature {
        let windows = self.windows_in(Window::App);
        let mut hash = Fnv::default();
        for node in self.nodes() {
            if node.is_in(&windows) && node.visible_bounds().is_some() {
                hash.node(node);
            }
        }
        Signature(hash.0)
    }
}

/// FNV-1a, because its numbers do not depend on the process or the release of Rust.
struct Fnv(u64);

impl Default for Fnv {
    fn default() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }
}

impl Fnv {
    fn node(&mut self, node: Node<'_>) {
        for text in [
            node.class(),
            node.resource_id(),
            node.text(),
            node.content_desc(),
        ] {
            self.bytes(text.as_bytes());
            // So that `ab` and nothing is not `a` and `b`.
            self.bytes(&[0xff]);
        }
        let bounds = node.bounds();
        for edge in [bounds.left, bounds.top, bounds.right, bounds.bottom] {
            self.bytes(&edge.to_le_bytes());
        }
        self.bytes(&node.flags().bits().to_le_bytes());
        self.bytes(&node.depth().to_le_bytes());
    }

    fn bytes(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = (self.0 ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }
}
