//! How large each view is.

use super::pass::{Offer, Pass};
use crate::font::{Setting, Weight, float, line_height, lines, round};
use crate::geometry::count;
use crate::page::{Node, NodeId};
use crate::scene::{Size, ViewKind};

/// The box of a check box or radio button, with the room beside it, in dp.
const MARK: i32 = 32;
/// The largest size in pixels, so that sums of a few sizes stay numbers.
const MAX_SIZE: i32 = 200_000_000;

impl Pass<'_> {
    /// Measures a view with what its parent offers.
    pub(super) fn measure(&mut self, id: NodeId, width: Offer, height: Offer) -> (i32, i32) {
        let Some(slot) = self.slot(id) else {
            return (0, 0);
        };
        if slot.offers == (width, height) {
            return slot.size;
        }
        if self.budget == 0 {
            let known = self.size(id);
            return (width.resolve(known.0), height.resolve(known.1));
        }
        self.budget -= 1;
        let page = self.page;
        let node = page.node(id);
        let (mut wanted_width, mut wanted_height) = match node.kind {
            ViewKind::Column => self.measure_line(id, width, height, Axis::Down),
            ViewKind::Row | ViewKind::Tab => self.measure_line(id, width, height, Axis::Across),
            ViewKind::List | ViewKind::Scroll => {
                self.measure_line(id, width, Offer::Free, Axis::Down)
            }
            ViewKind::HorizontalList | ViewKind::HorizontalScroll => {
                self.measure_line(id, Offer::Free, height, Axis::Across)
            }
            ViewKind::Grid | ViewKind::GridList => self.measure_grid(id, width),
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
            | ViewKind::Space => self.measure_stack(id, width, height),
        };
        let (text_width, text_height) = self.measure_text(id, node, width);
        wanted_width = wanted_width.max(text_width);
        wanted_height = wanted_height.max(text_height).max(self.px(node.min_height));
        let size = (
            width.resolve(wanted_width).clamp(0, MAX_SIZE),
            height.resolve(wanted_height).clamp(0, MAX_SIZE),
        );
        if let Some(slot) = self.slot(id) {
            slot.offers = (width, height);
            slot.size = size;
        }
        size
    }

    /// What a child is offered along one axis.
    fn offer(&self, parent: Offer, used: i32, size: Size) -> Offer {
        match (size, parent.less(used)) {
            (Size::Dp(dp), _) => Offer::Exactly(self.px(dp)),
            (Size::Wrap, Offer::Exactly(room)) => Offer::AtMost(room),
            (Size::Match | Size::Wrap, offer) => offer,
        }
    }

    fn measure_child(&mut self, child: NodeId, width: Offer, height: Offer) -> (i32, i32) {
        let node = self.page.node(child);
        let margin = self.margin(child);
        let width = self.offer(width, margin.left + margin.right, node.width);
        let height = self.offer(height, margin.top + margin.bottom, node.height);
        let size = self.measure(child, width, height);
        (
            size.0 + margin.left + margin.right,
            size.1 + margin.top + margin.bottom,
        )
    }

    /// Children one after the other along an axis; weights share what is left.
    fn measure_line(&mut self, id: NodeId, width: Offer, height: Offer, axis: Axis) -> (i32, i32) {
        let padding = self.padding(id);
        let (width, height) = (
            width.less(padding.left + padding.right),
            height.less(padding.top + padding.bottom),
        );
        let children = self.shown_children(id);
        let (along, across) = axis.pick(width, height);
        let (mut used, mut thick, mut weights) = (0, 0, 0);
        for child in &children {
            let weight = i32::from(self.page.node(*child).weight);
            if weight > 0 && along != Offer::Free {
                weights += weight;
                continue;
            }
            let (child_width, child_height) = {
                let (width, height) = axis.put(along.less(used), across);
                self.measure_child(*child, width, height)
            };
            let (length, thickness) = axis.pick(child_width, child_height);
            used = used.saturating_add(length);
            thick = thick.max(thickness);
        }
        if weights > 0 {
            let room = match along {
                Offer::Exactly(room) | Offer::AtMost(room) => (room - used).max(0),
                Offer::Free => 0,
            };
            let (mut left, mut weights_left) = (room, weights);
            for child in &children {
                let weight = i32::from(self.page.node(*child).weight);
                if weight == 0 {
                    continue;
                }
                let share = share(left, weight, weights_left);
                left -= share;
                weights_left -= weight;
                let thickness = self.measure_share(*child, share, across, axis);
                used = used.saturating_add(share);
                thick = thick.max(thickness);
            }
        }
        if !matches!(across, Offer::Exactly(_)) {
            self.stretch(&children, across.resolve(thick), axis);
        }
        let (width, height) = axis.put(used.min(MAX_SIZE), thick.min(MAX_SIZE));
        (
            width + padding.left + padding.right,
            height + padding.top + padding.bottom,
        )
    }

    /// A child with a weight gets its share whatever its own size says; answers its thickness.
    fn measure_share(&mut self, child: NodeId, share: i32, across: Offer, axis: Axis) -> i32 {
        let node = self.page.node(child);
        let margin = self.margin(child);
        let (around, beside) = axis.pick(margin.left + margin.right, margin.top + margin.bottom);
        let (_, own) = axis.pick(node.width, node.height);
        let across = self.offer(across, beside, own);
        let (width, height) = axis.put(Offer::Exactly((share - around).max(0)), across);
        let (width, height) = self.measure(child, width, height);
        axis.pick(width, height).1 + beside
    }

    /// Once a parent that wraps knows its thickness, children that match it are measured again.
    fn stretch(&mut self, children: &[NodeId], thick: i32, axis: Axis) {
        for child in children {
            let node = self.page.node(*child);
            let (_, own) = axis.pick(node.width, node.height);
            if own != Size::Match {
                continue;
            }
            let margin = self.margin(*child);
            let (_, beside) = axis.pick(margin.left + margin.right, margin.top + margin.bottom);
            let (width, height) = self.size(*child);
            let (length, _) = axis.pick(width, height);
            let (width, height) = axis.put(
                Offer::Exactly(length),
                Offer::Exactly((thick - beside).max(0)),
            );
            self.measure(*child, width, height);
        }
    }

    fn measure_stack(&mut self, id: NodeId, width: Offer, height: Offer) -> (i32, i32) {
        let padding = self.padding(id);
        let (width, height) = (
            width.less(padding.left + padding.right),
            height.less(padding.top + padding.bottom),
        );
        let mut size = (0, 0);
        for child in self.shown_children(id) {
            let child = self.measure_child(child, width, height);
            size = (size.0.max(child.0), size.1.max(child.1));
        }
        (
            size.0 + padding.left + padding.right,
            size.1 + padding.top + padding.bottom,
        )
    }

    fn measure_grid(&mut self, id: NodeId, width: Offer) -> (i32, i32) {
        let padding = self.padding(id);
        let columns = self.page.node(id).columns.max(1);
        let inner = match width.less(padding.left + padding.right) {
            Offer::Exactly(room) | Offer::AtMost(room) => room,
            Offer::Free => self.frame.rect.width(),
        };
        let cell = inner / i32::from(columns);
        let children = self.shown_children(id);
        let mut height: i32 = 0;
        for row in children.chunks(usize::from(columns)) {
            let mut tallest = 0;
            for child in row {
                tallest = tallest.max(
                    self.measure_child(*child, Offer::Exactly(cell), Offer::Free)
                        .1,
                );
            }
            height = height.saturating_add(tallest);
        }
        (
            inner + padding.left + padding.right,
            height.min(MAX_SIZE) + padding.top + padding.bottom,
        )
    }

    /// The text of a view with what stands beside it.
    fn measure_text(&self, id: NodeId, node: &Node, width: Offer) -> (i32, i32) {
        let padding = self.padding(id);
        let around = padding.left + padding.right;
        let mark = match node.kind {
            ViewKind::CheckBox | ViewKind::Radio => self.px(MARK),
            _ => 0,
        };
        let text = self.sight.shown_text(id);
        if text.is_empty() {
            let bare = if node.kind == ViewKind::Field {
                line_height(self.sight.text_size(id, self.frame.density))
            } else {
                0
            };
            return (
                if mark > 0 { self.px(48) } else { 0 },
                bare + padding.top + padding.bottom,
            );
        }
        let room = match width.less(around + mark) {
            Offer::Exactly(room) | Offer::AtMost(room) => float(room),
            Offer::Free => f32::MAX,
        };
        let setting = self.setting(id, node, room);
        let lines = lines(&text, setting);
        let widest = lines
            .iter()
            .fold(0.0, |widest: f32, line| widest.max(line.width));
        (
            round(widest.ceil()) + around + mark,
            line_height(setting.size) * count(lines.len()) + padding.top + padding.bottom,
        )
    }

    fn setting(&self, id: NodeId, node: &Node, width: f32) -> Setting {
        Setting {
            size: self.sight.text_size(id, self.frame.density),
            weight: if node.look.bold == Some(true) {
                Weight::Bold
            } else {
                Weight::Regular
            },
            width,
            lines: self.sight.text_lines(id),
        }
    }
}

/// The part of the room for one weight of several.
fn share(room: i32, weight: i32, weights: i32) -> i32 {
    let part = i64::from(room) * i64::from(weight) / i64::from(weights.max(1));
    // No part is more than the whole.
    i32::try_from(part).unwrap_or(room)
}

/// The way children follow each other.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Axis {
    Down,
    Across,
}

impl Axis {
    /// From width and height to along and across.
    fn pick<T>(self, width: T, height: T) -> (T, T) {
        match self {
            Self::Down => (height, width),
            Self::Across => (width, height),
        }
    }

    /// From along and across to width and height.
    fn put<T>(self, along: T, across: T) -> (T, T) {
        match self {
            Self::Down => (across, along),
            Self::Across => (along, across),
        }
    }
}
