//! Where each view stands in its parent.

use super::pass::Pass;
use crate::geometry::Rect;
use crate::page::NodeId;
use crate::scene::{Align, ViewKind};

impl Pass<'_> {
    /// Puts a view and all inside it in place.
    pub(super) fn place(&mut self, id: NodeId, rect: Rect) {
        let place = usize::try_from(id)
            .ok()
            .and_then(|index| self.layout.rects.get_mut(index));
        let Some(slot) = place else { return };
        *slot = Some(rect);
        let padding = self.padding(id);
        let inner = Rect::new(
            rect.left + padding.left,
            rect.top + padding.top,
            rect.right - padding.right,
            rect.bottom - padding.bottom,
        );
        let page = self.page;
        match page.node(id).kind {
            ViewKind::Column => self.place_column(id, inner),
            ViewKind::Row | ViewKind::Tab => self.place_row(id, inner),
            ViewKind::List | ViewKind::Scroll => {
                let end = self.place_down(id, inner, inner.top);
                self.layout.extents.push((id, (end - inner.bottom).max(0)));
            }
            ViewKind::HorizontalList | ViewKind::HorizontalScroll => {
                let end = self.place_across(id, inner, inner.left);
                self.layout.extents.push((id, (end - inner.right).max(0)));
            }
            ViewKind::Grid => {
                self.place_grid(id, inner);
            }
            ViewKind::GridList => {
                let end = self.place_grid(id, inner);
                self.layout.extents.push((id, (end - inner.bottom).max(0)));
            }
            ViewKind::View
            | ViewKind::Frame
            | ViewKind::Card
            | ViewKind::Text
            | ViewKind::Button
            | ViewKind::Image
            | ViewKind::ImageButton
            | ViewKind::Switch
            | ViewKind::CheckBox
            | ViewKind::Radio
            | ViewKind::Field
            | ViewKind::Slider
            | ViewKind::ProgressBar
            | ViewKind::Spinner
            | ViewKind::Chip
            | ViewKind::Web
            | ViewKind::Divider
            | ViewKind::Space => self.place_stack(id, inner),
        }
    }

    fn place_column(&mut self, id: NodeId, inner: Rect) {
        let children = self.shown_children(id);
        let lengths = children.iter().map(|child| self.outer(*child).1);
        let total = lengths.fold(0, i32::saturating_add);
        let gravity = self.page.node(id).gravity.unwrap_or(Align::Start);
        let start = inner.top + shift(inner.height() - total, vertical(gravity));
        self.place_down(id, inner, start);
    }

    fn place_row(&mut self, id: NodeId, inner: Rect) {
        let children = self.shown_children(id);
        let lengths = children.iter().map(|child| self.outer(*child).0);
        let total = lengths.fold(0, i32::saturating_add);
        let gravity = self.page.node(id).gravity.unwrap_or(Align::Start);
        let start = inner.left + shift(inner.width() - total, horizontal(gravity));
        self.place_across(id, inner, start);
    }

    /// Children below each other; answers where the last one ends.
    fn place_down(&mut self, id: NodeId, inner: Rect, start: i32) -> i32 {
        let gravity = self.page.node(id).gravity.unwrap_or(Align::Start);
        let mut top = start;
        for child in self.shown_children(id) {
            let margin = self.margin(child);
            let (width, height) = self.size(child);
            let align = horizontal(self.page.node(child).align.unwrap_or(gravity));
            let room = inner.width() - width - margin.left - margin.right;
            let left = inner.left + margin.left + shift(room, align);
            self.place(
                child,
                Rect::sized(left, top.saturating_add(margin.top), width, height),
            );
            top = further(top, height + margin.top + margin.bottom);
        }
        top
    }

    /// Children beside each other; answers where the last one ends.
    fn place_across(&mut self, id: NodeId, inner: Rect, start: i32) -> i32 {
        let gravity = self.page.node(id).gravity.unwrap_or(Align::Start);
        let mut left = start;
        for child in self.shown_children(id) {
            let margin = self.margin(child);
            let (width, height) = self.size(child);
            let align = vertical(self.page.node(child).align.unwrap_or(gravity));
            let room = inner.height() - height - margin.top - margin.bottom;
            let top = inner.top + margin.top + shift(room, align);
            self.place(
                child,
                Rect::sized(left.saturating_add(margin.left), top, width, height),
            );
            left = further(left, width + margin.left + margin.right);
        }
        left
    }

    fn place_stack(&mut self, id: NodeId, inner: Rect) {
        let gravity = self.page.node(id).gravity.unwrap_or(Align::Start);
        for child in self.shown_children(id) {
            let margin = self.margin(child);
            let (width, height) = self.size(child);
            let align = self.page.node(child).align.unwrap_or(gravity);
            let across = inner.width() - width - margin.left - margin.right;
            let down = inner.height() - height - margin.top - margin.bottom;
            let left = inner.left + margin.left + shift(across, horizontal(align));
            let top = inner.top + margin.top + shift(down, vertical(align));
            self.place(child, Rect::sized(left, top, width, height));
        }
    }

    fn place_grid(&mut self, id: NodeId, inner: Rect) -> i32 {
        let columns = self.page.node(id).columns.max(1);
        let cell = inner.width() / i32::from(columns);
        let children = self.shown_children(id);
        let mut top = inner.top;
        for row in children.chunks(usize::from(columns)) {
            let tallest = row
                .iter()
                .map(|child| self.outer(*child).1)
                .max()
                .unwrap_or(0);
            for (child, column) in row.iter().zip(0..) {
                let margin = self.margin(*child);
                let (width, height) = self.size(*child);
                let align = self.page.node(*child).align.unwrap_or(Align::Center);
                let left = inner.left + cell * column + margin.left;
                let room = cell - width - margin.left - margin.right;
                let rect = Rect::sized(
                    left + shift(room, horizontal(align)),
                    top + margin.top,
                    width,
                    height,
                );
                self.place(*child, rect);
            }
            top = further(top, tallest);
        }
        top
    }

    fn outer(&self, id: NodeId) -> (i32, i32) {
        let margin = self.margin(id);
        let (width, height) = self.size(id);
        (
            width + margin.left + margin.right,
            height + margin.top + margin.bottom,
        )
    }
}

/// On to the next child, never so far that a position is no number any more.
fn further(at: i32, by: i32) -> i32 {
    at.saturating_add(by).min(FARTHEST)
}

/// The farthest position in pixels.
const FARTHEST: i32 = 1_000_000_000;

/// Where along one axis.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Side {
    Near,
    Middle,
    Far,
}

/// How far to move into the room that is left. What is too large stays at the near side.
fn shift(room: i32, side: Side) -> i32 {
    match side {
        Side::Near => 0,
        Side::Middle => (room / 2).max(0),
        Side::Far => room.max(0),
    }
}

fn horizontal(align: Align) -> Side {
    match align {
        Align::Start | Align::CenterVertical | Align::Bottom => Side::Near,
        Align::Center | Align::CenterHorizontal | Align::BottomCenter => Side::Middle,
        Align::End | Align::EndCenter | Align::BottomEnd => Side::Far,
    }
}

fn vertical(align: Align) -> Side {
    match align {
        Align::Start | Align::CenterHorizontal | Align::End => Side::Near,
        Align::Center | Align::CenterVertical | Align::EndCenter => Side::Middle,
        Align::Bottom | Align::BottomEnd | Align::BottomCenter => Side::Far,
    }
}
