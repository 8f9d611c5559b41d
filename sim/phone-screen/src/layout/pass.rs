//! One layout of one page: what its steps share.

use super::{Frame, Layout};
use crate::geometry::{Rect, px};
use crate::page::{NodeId, Page};
use crate::page_state::Sight;

/// What a parent offers along one axis.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Offer {
    Exactly(i32),
    AtMost(i32),
    Free,
}

impl Offer {
    pub(super) fn resolve(self, wanted: i32) -> i32 {
        match self {
            Self::Exactly(size) => size,
            Self::AtMost(size) => wanted.min(size),
            Self::Free => wanted,
        }
    }

    pub(super) fn less(self, used: i32) -> Self {
        match self {
            Self::Exactly(size) => Self::Exactly((size - used).max(0)),
            Self::AtMost(size) => Self::AtMost((size - used).max(0)),
            Self::Free => Self::Free,
        }
    }
}

/// One layout of one page.
pub(super) struct Pass<'a> {
    pub(super) sight: &'a Sight<'a>,
    pub(super) page: &'a Page,
    pub(super) frame: Frame,
    pub(super) sizes: Vec<Measured>,
    pub(super) layout: Layout,
    /// Measurements that are left; nested sizes that depend on each other cost more, not for ever.
    pub(super) budget: usize,
}

#[derive(Debug, Clone, Copy)]
pub(super) struct Measured {
    pub(super) offers: (Offer, Offer),
    pub(super) size: (i32, i32),
    pub(super) shown: Shown,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Shown {
    Unknown,
    Yes,
    No,
}

impl<'a> Pass<'a> {
    pub(super) fn new(sight: &'a Sight<'a>, frame: Frame) -> Self {
        let count = sight.page.nodes.len();
        let blank = Measured {
            offers: (Offer::Exactly(-1), Offer::Exactly(-1)),
            size: (0, 0),
            shown: Shown::Unknown,
        };
        Self {
            sight,
            page: sight.page,
            frame,
            sizes: vec![blank; count],
            layout: Layout {
                rects: vec![None; count],
                extents: Vec::new(),
            },
            budget: count * 16 + 1_000,
        }
    }

    pub(super) fn run(mut self) -> Layout {
        let rect = self.frame.rect;
        let (width, height) = if self.frame.wrap {
            (Offer::Exactly(rect.width()), Offer::AtMost(rect.height()))
        } else {
            (Offer::Exactly(rect.width()), Offer::Exactly(rect.height()))
        };
        let (width, height) = self.measure(0, width, height);
        self.place(0, Rect::sized(rect.left, rect.top, width, height));
        self.layout.extents.sort_unstable();
        self.layout
    }

    pub(super) fn px(&self, dp: i32) -> i32 {
        px(dp, self.frame.density)
    }

    /// Padding in pixels, with what the system bars cover.
    pub(super) fn padding(&self, id: NodeId) -> Rect {
        let edges = self.page.node(id).padding;
        let (top, bottom) = if id == self.page.content {
            (self.frame.inset_top, self.frame.inset_bottom)
        } else {
            (0, 0)
        };
        Rect::new(
            self.px(edges.left),
            self.px(edges.top) + top,
            self.px(edges.right),
            self.px(edges.bottom) + bottom,
        )
    }

    pub(super) fn margin(&self, id: NodeId) -> Rect {
        let edges = self.page.node(id).margin;
        Rect::new(
            self.px(edges.left),
            self.px(edges.top),
            self.px(edges.right),
            self.px(edges.bottom),
        )
    }

    /// The children that are there, those a list has not loaded left out.
    pub(super) fn shown_children(&mut self, id: NodeId) -> Vec<NodeId> {
        let loaded = self.sight.loaded(id);
        let loaded = loaded.map_or(usize::MAX, |loaded| loaded as usize);
        let children: Vec<NodeId> = self.page.children(id).take(loaded).collect();
        children
            .into_iter()
            .filter(|child| self.is_shown(*child))
            .collect()
    }

    pub(super) fn is_shown(&mut self, id: NodeId) -> bool {
        let sight = self.sight;
        let Some(measured) = self.slot(id) else {
            return false;
        };
        if measured.shown == Shown::Unknown {
            measured.shown = if sight.visible(id) {
                Shown::Yes
            } else {
                Shown::No
            };
        }
        measured.shown == Shown::Yes
    }

    pub(super) fn slot(&mut self, id: NodeId) -> Option<&mut Measured> {
        usize::try_from(id)
            .ok()
            .and_then(|index| self.sizes.get_mut(index))
    }

    pub(super) fn size(&self, id: NodeId) -> (i32, i32) {
        usize::try_from(id)
            .ok()
            .and_then(|index| self.sizes.get(index))
            .map_or((0, 0), |measured| measured.size)
    }
}
