//! A page on one phone: the shared page and what this phone has changed on it.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::layout::{Frame, Layout};
use crate::page::{NodeId, Page};
use crate::page_state::ViewState;

/// A page on one phone.
#[derive(Debug)]
pub(crate) struct Surface {
    pub(crate) page: Arc<Page>,
    pub(crate) views: BTreeMap<NodeId, ViewState>,
    pub(crate) focus: Option<NodeId>,
    cache: Option<Cache>,
}

#[derive(Debug)]
struct Cache {
    version: u64,
    frame: Frame,
    layout: Arc<Layout>,
}

impl Surface {
    pub(crate) fn new(page: Arc<Page>) -> Self {
        Self {
            page,
            views: BTreeMap::new(),
            focus: None,
            cache: None,
        }
    }

    pub(crate) fn view(&mut self, id: NodeId) -> &mut ViewState {
        self.views.entry(id).or_default()
    }

    pub(crate) fn scroll(&self, id: NodeId) -> i32 {
        self.views.get(&id).map_or(0, |view| view.scroll)
    }

    pub(crate) fn cached(&self, version: u64, frame: Frame) -> Option<Arc<Layout>> {
        let cache = self
            .cache
            .as_ref()
            .filter(|cache| cache.version == version && cache.frame == frame)?;
        Some(Arc::clone(&cache.layout))
    }

    pub(crate) fn keep(&mut self, version: u64, frame: Frame, layout: &Arc<Layout>) {
        self.cache = Some(Cache {
            version,
            frame,
            layout: Arc::clone(layout),
        });
    }

    /// How far a scroller could go when the page was laid out last.
    pub(crate) fn last_extent(&self, id: NodeId) -> i32 {
        self.cache
            .as_ref()
            .map_or(0, |cache| cache.layout.extent(id))
    }

    /// Drops what can be computed again: a page that is not in front costs only its state.
    pub(crate) fn forget_layout(&mut self) {
        self.cache = None;
    }
}
