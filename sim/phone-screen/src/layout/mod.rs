//! Layout: where each view of a page stands, before anything is scrolled.
//!
//! Views are measured from the root down with what their parents offer, as the platform does it, and then placed.
//! Rows of a list are measured whether they are in sight or not: what exists in the tree is decided when it is read.

mod measure;
mod place;

use crate::geometry::{Rect, px};
use crate::page::{NodeId, Page};
use crate::phone::Sight;

/// Where the views of a page are.
#[derive(Debug, Default)]
pub(crate) struct Layout {
    /// By view; `None` for those that are not there.
    rects: Vec<Option<Rect>>,
    /// How far each scroller can be scrolled, in order of its id.
    extents: Vec<(NodeId, i32)>,
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

/// What a parent offers along one axis.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Offer {
    Exactly(i32),
    AtMost(i32),
    Free,
}

impl Offer {
    fn resolve(self, wanted: i32) -> i32 {
        match self {
            Self::Exactly(size) => size,
            Self::AtMost(size) => wanted.min(size),
            Self::Free => wanted,
        }
    }

    fn less(self, used: i32) -> Self {
        match self {
            Self::Exactly(size) => Self::Exactly((size - used).max(0)),
            Self::AtMost(size) => Self::AtMost((size - used).max(0)),
            Self::Free => Self::Free,
        }
    }
}

/// One layout of one page.
struct Pass<'a> {
    sight: &'a Sight<'a>,
    page: &'a Page,
    frame: Frame,
    sizes: Vec<Measured>,
    layout: Layout,
    /// Measurements that are left; nested sizes that depend on each other cost more, not for ever.
    budget: usize,
}

#[derive(Debug, Clone, Copy)]
struct Measured {
    offers: (Offer, Offer),
    size: (i32, i32),
    shown: Shown,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Shown {
    Unknown,
    Yes,
    No,
}

impl<'a> Pass<'a> {
    fn new(sight: &'a Sight<'a>, frame: Frame) -> Self {
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

    fn run(mut self) -> Layout {
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

    fn px(&self, dp: i32) -> i32 {
        px(dp, self.frame.density)
    }

    /// Padding in pixels, with what the system bars cover.
    fn padding(&self, id: NodeId) -> Rect {
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

    fn margin(&self, id: NodeId) -> Rect {
        let edges = self.page.node(id).margin;
        Rect::new(
            self.px(edges.left),
            self.px(edges.top),
            self.px(edges.right),
            self.px(edges.bottom),
        )
    }

    /// The children that are there, those a list has not loaded left out.
    fn shown_children(&mut self, id: NodeId) -> Vec<NodeId> {
        let loaded = self.sight.loaded(id).map_or(usize::MAX, |loaded| {
            usize::try_from(loaded).unwrap_or(usize::MAX)
        });
        let children: Vec<NodeId> = self.page.children(id).take(loaded).collect();
        children
            .into_iter()
            .filter(|child| self.is_shown(*child))
            .collect()
    }

    fn is_shown(&mut self, id: NodeId) -> bool {
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

    fn slot(&mut self, id: NodeId) -> Option<&mut Measured> {
        usize::try_from(id)
            .ok()
            .and_then(|index| self.sizes.get_mut(index))
    }

    fn size(&self, id: NodeId) -> (i32, i32) {
        usize::try_from(id)
            .ok()
            .and_then(|index| self.sizes.get(index))
            .map_or((0, 0), |measured| measured.size)
    }
}
