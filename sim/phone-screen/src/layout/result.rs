//! Where the views of a page are, once it is laid out.

use super::pass::Pass;
use crate::geometry::Rect;
use crate::page::NodeId;
use crate::page_state::Sight;

/// Where the views of a page are.
#[derive(Debug, Default)]
pub(crate) struct Layout {
    /// By view; `None` for those that are not there.
    pub(super) rects: Vec<Option<Rect>>,
    /// How far each scroller can be scrolled, in order of its id.
    pub(super) extents: Vec<(NodeId, i32)>,
}

/// The window that a page is laid out in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Frame {
    pub(crate) rect: Rect,
    /// What system bars and the keyboard cover at the top and the bottom.
    pub(crate) inset_top: i32,
    pub(crate) inset_bottom: i32,
    pub(crate) density: u32,
    /// Whether the window is as large as its content, up to the rectangle.
    pub(crate) wrap: bool,
}

impl Layout {
    /// Where a view is in the window's coordinates with nothing scrolled.
    pub(crate) fn rect(&self, id: NodeId) -> Option<Rect> {
        usize::try_from(id)
            .ok()
            .and_then(|index| self.rects.get(index))
            .copied()
            .flatten()
    }

    /// How far a scroller can be scrolled.
    pub(crate) fn extent(&self, id: NodeId) -> i32 {
        let found = self
            .extents
            .binary_search_by_key(&id, |(scroller, _)| *scroller);
        found
            .ok()
            .and_then(|index| self.extents.get(index))
            .map_or(0, |(_, extent)| *extent)
    }

    /// Lays a page out.
    pub(crate) fn compute(sight: &Sight<'_>, frame: Frame) -> Self {
        Pass::new(sight, frame).run()
    }
}
