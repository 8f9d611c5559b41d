//! How each kind of view is drawn.

use super::canvas::Canvas;
use super::glyphs::{Style, text};
use super::icons::icon;
use crate::font::{Setting, Weight, float};
use crate::geometry::{Rect, px};
use crate::page::{Flags, Node, NodeId};
use crate::page_state::Sight;
use crate::phone::Seen;
use crate::scene::{Color, TextAlign, ViewKind};

pub(super) const INK: Color = Color::rgb(0x1c, 0x1b, 0x1f);
const FAINT: Color = Color::rgb(0x79, 0x74, 0x7e);
const PRIMARY: Color = Color::rgb(0x1a, 0x66, 0xd2);
const FIELD: Color = Color::rgb(0xec, 0xee, 0xf4);
const TRACK: Color = Color::rgb(0xc9, 0xcd, 0xd6);
const LINE: Color = Color::rgb(0xdc, 0xde, 0xe3);
const WHITE: Color = Color::rgb(255, 255, 255);

/// What is drawn and with what.
pub(super) struct Brush<'a> {
    pub(super) canvas: &'a mut Canvas,
    pub(super) density: u32,
    /// The colour of texts and icons that say none.
    pub(super) ink: Color,
    /// How far an endless movement has come.
    pub(super) step: u128,
}

impl Brush<'_> {
    fn px(&self, dp: i32) -> i32 {
        px(dp, self.density)
    }

    /// Draws one view without what is inside it.
    pub(super) fn view(&mut self, sight: &Sight<'_>, seen: &Seen) {
        let (id, rect) = (seen.node, seen.full);
        let node = sight.page.node(id);
        self.canvas.set_clip(seen.bounds);
        self.background(sight, node, id, rect);
        match node.kind {
            ViewKind::Switch => self.switch(sight, id, rect),
            ViewKind::CheckBox | ViewKind::Radio => self.mark(sight, node, id, rect),
            ViewKind::Slider => self.slider(sight, node, id, rect),
            ViewKind::ProgressBar => self.bar(sight, node, id, rect),
            ViewKind::Spinner => self.spinner(rect),
            ViewKind::Image | ViewKind::ImageButton => self.image(sight, node, id, rect),
            ViewKind::Divider => self.canvas.fill(rect, node.look.background.unwrap_or(LINE)),
            ViewKind::Tab => self.tab(sight, node, id, rect),
            ViewKind::View
            | ViewKind::Column
            | ViewKind::Row
            | ViewKind::Frame
            | ViewKind::Card
            | ViewKind::Grid
            | ViewKind::List
            | ViewKind::HorizontalList
            | ViewKind::GridList
            | ViewKind::Scroll
            | ViewKind::HorizontalScroll
            | ViewKind::Text
            | ViewKind::Button
            | ViewKind::Field
            | ViewKind::Chip
            | ViewKind::Web
            | ViewKind::Space => self.content(sight, node, id, rect),
        }
    }

    fn background(&mut self, sight: &Sight<'_>, node: &Node, id: NodeId, rect: Rect) {
        let corner = self.px(i32::from(
            node.look.corner.unwrap_or_else(|| usual_corner(node.kind)),
        ));
        let enabled = sight.enabled(id);
        let usual = match node.kind {
            ViewKind::Button if !enabled => Some(LINE),
            ViewKind::Button => Some(PRIMARY),
            ViewKind::Card | ViewKind::Web => Some(WHITE),
            ViewKind::Field => Some(FIELD),
            ViewKind::Chip if sight.checked(id) || sight.selected(id) => {
                Some(Color::rgb(0xc8, 0xdc, 0xfa))
            }
            _ => None,
        };
        let fill = node
            .look
            .background
            .filter(|_| enabled || node.kind != ViewKind::Button)
            .or(usual);
        let rect = if matches!(node.kind, ViewKind::Chip) {
            rect_inset_vertical(rect, self.px(8))
        } else {
            rect
        };
        let rect = if node.kind == ViewKind::Button {
            rect_inset_vertical(rect, self.px(4))
        } else {
            rect
        };
        if let Some(color) = fill {
            self.canvas.round_rect(rect, corner, color);
        }
        let chip_border = (node.kind == ViewKind::Chip && fill.is_none()).then_some(TRACK);
        if let Some(border) = node.look.border.or(chip_border) {
            let inner = fill.unwrap_or(WHITE);
            self.canvas
                .outline(rect, corner, self.px(1).max(2), border, inner);
        }
        if node.kind == ViewKind::Field {
            let focused = sight.focused(id);
            let thick = if focused { self.px(2) } else { self.px(1) };
            let line = Rect {
                top: rect.bottom - thick,
                ..rect
            };
            self.canvas
                .fill(line, if focused { PRIMARY } else { FAINT });
        }
    }

    /// Text, and an icon where the view asks for one.
    fn content(&mut self, sight: &Sight<'_>, node: &Node, id: NodeId, rect: Rect) {
        if let Some(name) = &node.look.icon {
            icon(self.canvas, name, rect, node.look.color.unwrap_or(self.ink));
        }
        let shown = sight.shown_text(id);
        let boxed = matches!(
            node.kind,
            ViewKind::Button | ViewKind::Chip | ViewKind::Field | ViewKind::Tab
        );
        let area = self.inner(node, rect);
        let hint = node.kind == ViewKind::Field && sight.shows_hint(id);
        let color = if !sight.enabled(id) || hint {
            FAINT
        } else {
            node.look.color.unwrap_or_else(|| self.usual_ink(node))
        };
        let usual = if matches!(node.kind, ViewKind::Button | ViewKind::Chip | ViewKind::Tab) {
            TextAlign::Center
        } else {
            TextAlign::Start
        };
        let middle = (boxed && !node.is(Flags::MULTILINE)) || node.look.background.is_some();
        let style = self.style(
            sight,
            node,
            id,
            area,
            color,
            node.look.align.unwrap_or(usual),
            middle,
        );
        let end = text(self.canvas, &shown, area, style);
        if node.kind == ViewKind::Field && sight.focused(id) {
            let height = crate::font::line_height(style.setting.size);
            let left = if hint { area.left } else { end.0 };
            let top = if hint && style.middle {
                area.top + (area.height() - height) / 2
            } else {
                end.1
            };
            self.canvas
                .fill(Rect::sized(left, top, self.px(2), height), PRIMARY);
        }
    }

    #[expect(
        clippy::too_many_arguments,
        reason = "each is one property of the same text"
    )]
    fn style(
        &self,
        sight: &Sight<'_>,
        node: &Node,
        id: NodeId,
        area: Rect,
        color: Color,
        align: TextAlign,
        middle: bool,
    ) -> Style {
        let setting = Setting {
            size: sight.text_size(id, self.density),
            weight: if node.look.bold == Some(true) {
                Weight::Bold
            } else {
                Weight::Regular
            },
            width: float(area.width()) + 1.0,
            lines: sight.text_lines(id),
        };
        Style {
            setting,
            color,
            align,
            middle,
        }
    }

    fn usual_ink(&self, node: &Node) -> Color {
        match node.kind {
            ViewKind::Button if node.look.background.is_none() => WHITE,
            _ => self.ink,
        }
    }

    fn inner(&self, node: &Node, rect: Rect) -> Rect {
        Rect::new(
            rect.left + self.px(node.padding.left),
            rect.top + self.px(node.padding.top),
            rect.right - self.px(node.padding.right),
            rect.bottom - self.px(node.padding.bottom),
        )
    }

    fn switch(&mut self, sight: &Sight<'_>, id: NodeId, rect: Rect) {
        let (x, y) = rect.center();
        let (half, high) = (self.px(24), self.px(14));
        let on = sight.checked(id);
        let track = if !sight.enabled(id) {
            LINE
        } else if on {
            PRIMARY
        } else {
            TRACK
        };
        self.canvas.round_rect(
            Rect::new(x - half, y - high, x + half, y + high),
            high,
            track,
        );
        let side = if on { half - high } else { high - half };
        self.canvas.disc(x + side, y, high - self.px(4), WHITE);
    }

    fn mark(&mut self, sight: &Sight<'_>, node: &Node, id: NodeId, rect: Rect) {
        let checked = sight.checked(id);
        let color = if checked { PRIMARY } else { FAINT };
        let (x, y) = (rect.left + self.px(14), rect.center().1);
        let half = self.px(9);
        let area = Rect::new(x - half, y - half, x + half, y + half);
        if node.kind == ViewKind::Radio {
            self.canvas
                .arc((x, y), half + self.px(1), self.px(2), (0.0, 1.0), color);
            if checked {
                self.canvas.disc(x, y, self.px(5), color);
            }
        } else if checked {
            self.canvas.round_rect(area, self.px(2), color);
            icon(self.canvas, "check", area, WHITE);
        } else {
            self.canvas
                .outline(area, self.px(2), self.px(2), color, WHITE);
        }
        let label = Rect {
            left: rect.left + self.px(32),
            ..rect
        };
        let style = self.style(
            sight,
            node,
            id,
            label,
            node.look.color.unwrap_or(self.ink),
            TextAlign::Start,
            true,
        );
        text(self.canvas, &sight.shown_text(id), label, style);
    }

    fn slider(&mut self, sight: &Sight<'_>, node: &Node, id: NodeId, rect: Rect) {
        let track = rect.inset(self.px(16));
        let y = rect.center().1;
        let at = track.left + scaled(track.width(), sight.value(id), node.max);
        let half = self.px(2);
        self.canvas.round_rect(
            Rect::new(track.left, y - half, track.right, y + half),
            half,
            TRACK,
        );
        self.canvas
            .round_rect(Rect::new(track.left, y - half, at, y + half), half, PRIMARY);
        self.canvas.disc(at, y, self.px(10), PRIMARY);
    }

    fn bar(&mut self, sight: &Sight<'_>, node: &Node, id: NodeId, rect: Rect) {
        let y = rect.center().1;
        let half = self.px(3);
        let track = Rect::new(rect.left, y - half, rect.right, y + half);
        self.canvas.round_rect(track, half, TRACK);
        let filled = Rect {
            right: rect.left + scaled(rect.width(), sight.value(id), node.max),
            ..track
        };
        self.canvas
            .round_rect(filled, half, node.look.color.unwrap_or(PRIMARY));
    }

    fn spinner(&mut self, rect: Rect) {
        let radius = rect.width().min(rect.height()) * 2 / 5;
        // A remainder of twelve is a byte.
        let turn = f32::from(u8::try_from(self.step % 12).unwrap_or(0)) / 12.0;
        self.canvas.arc(
            rect.center(),
            radius,
            self.px(4),
            (turn, turn + 0.7),
            PRIMARY,
        );
    }

    fn image(&mut self, sight: &Sight<'_>, node: &Node, id: NodeId, rect: Rect) {
        let color = if sight.enabled(id) {
            node.look.color.unwrap_or(self.ink)
        } else {
            TRACK
        };
        let area = if node.kind == ViewKind::ImageButton {
            rect.inset(rect.height() / 4)
        } else {
            rect
        };
        let label = sight.desc(id);
        let named = node.look.icon.as_deref().unwrap_or(&label);
        if !named.is_empty() {
            icon(self.canvas, named, area, color);
        } else if node.look.background.is_none() {
            self.canvas.round_rect(area, self.px(6), LINE);
        }
    }

    fn tab(&mut self, sight: &Sight<'_>, node: &Node, id: NodeId, rect: Rect) {
        let selected = sight.selected(id);
        let color = if selected { PRIMARY } else { FAINT };
        let area = self.inner(node, rect);
        let style = self.style(
            sight,
            node,
            id,
            area,
            node.look.color.unwrap_or(color),
            TextAlign::Center,
            true,
        );
        text(self.canvas, &sight.shown_text(id), area, style);
        if selected {
            self.canvas.fill(
                Rect {
                    top: rect.bottom - self.px(3),
                    ..rect
                },
                PRIMARY,
            );
        }
    }
}

fn usual_corner(kind: ViewKind) -> u16 {
    match kind {
        ViewKind::Button => 24,
        ViewKind::Card => 14,
        ViewKind::Field => 6,
        ViewKind::Chip => 8,
        _ => 0,
    }
}

fn rect_inset_vertical(rect: Rect, by: i32) -> Rect {
    Rect {
        top: rect.top + by,
        bottom: rect.bottom - by,
        ..rect
    }
}

fn scaled(length: i32, value: i32, max: i32) -> i32 {
    let part = i64::from(length) * i64::from(value) / i64::from(max.max(1));
    // Only a value far above its maximum does not fit, and then all is filled.
    i32::try_from(part).unwrap_or(length)
}
