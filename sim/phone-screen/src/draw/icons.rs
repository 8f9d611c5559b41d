//! Icons as simple shapes.

use super::canvas::Canvas;
use super::glyphs::{Style, text};
use crate::font::{Setting, Weight, float};
use crate::geometry::Rect;
use crate::scene::{Color, TextAlign};

/// A stroke from one point to another, in hundredths of the icon's size from its centre.
type Stroke = ((i32, i32), (i32, i32));

/// Icons that are strokes alone.
const STROKES: &[(&str, &[Stroke])] = &[
    (
        "back",
        &[
            ((-30, 0), (32, 0)),
            ((-30, 0), (-4, -27)),
            ((-30, 0), (-4, 27)),
        ],
    ),
    (
        "triangle",
        &[
            ((-24, 0), (18, -28)),
            ((-24, 0), (18, 28)),
            ((18, -28), (18, 28)),
        ],
    ),
    ("chevron", &[((-10, -22), (12, 0)), ((12, 0), (-10, 22))]),
    ("close", &[((-24, -24), (24, 24)), ((-24, 24), (24, -24))]),
    ("plus", &[((-28, 0), (28, 0)), ((0, -28), (0, 28))]),
    ("minus", &[((-28, 0), (28, 0))]),
    ("check", &[((-28, 2), (-8, 22)), ((-8, 22), (30, -20))]),
    (
        "menu",
        &[
            ((-30, -20), (30, -20)),
            ((-30, 0), (30, 0)),
            ((-30, 20), (30, 20)),
        ],
    ),
    (
        "shift",
        &[
            ((0, -30), (-28, 4)),
            ((0, -30), (28, 4)),
            ((0, -26), (0, 28)),
        ],
    ),
    ("search", &[((12, 12), (32, 32))]),
    (
        "recents",
        &[
            ((-24, -24), (24, -24)),
            ((24, -24), (24, 24)),
            ((24, 24), (-24, 24)),
            ((-24, 24), (-24, -24)),
        ],
    ),
    (
        "enter",
        &[
            ((-30, 10), (30, 10)),
            ((30, 10), (30, -22)),
            ((-30, 10), (-12, -8)),
            ((-30, 10), (-12, 28)),
        ],
    ),
    (
        "backspace",
        &[
            ((-36, 0), (-14, -22)),
            ((-36, 0), (-14, 22)),
            ((-14, -22), (36, -22)),
            ((-14, 22), (36, 22)),
            ((36, -22), (36, 22)),
            ((0, -9), (20, 10)),
            ((0, 10), (20, -9)),
        ],
    ),
    (
        "cart",
        &[
            ((-38, -28), (-24, -28)),
            ((-24, -28), (-12, 12)),
            ((-12, 12), (26, 12)),
            ((26, 12), (34, -16)),
            ((34, -16), (-20, -16)),
        ],
    ),
];

/// A box that an icon is drawn into.
struct Drawing<'a> {
    canvas: &'a mut Canvas,
    x: i32,
    y: i32,
    size: i32,
    color: Color,
}

/// Draws the icon of this name into a box.
pub(super) fn icon(canvas: &mut Canvas, name: &str, area: Rect, color: Color) {
    let (word, disc) = parse(name);
    let (x, y) = area.center();
    let size = area.width().min(area.height());
    let mut drawing = Drawing {
        canvas,
        x,
        y,
        size,
        color,
    };
    let strokes = STROKES
        .iter()
        .find(|(known, _)| *known == word)
        .map(|(_, strokes)| *strokes);
    // Other icons are shapes or letters.
    for (from, to) in strokes.unwrap_or_default() {
        drawing.stroke(*from, *to);
    }
    if !drawing.shape(word) && strokes.is_none() {
        letter(canvas, word, area, disc.unwrap_or(color));
    }
}

impl Drawing<'_> {
    fn part(&self, hundredths: i32) -> i32 {
        self.size * hundredths / 100
    }

    fn thick(&self) -> i32 {
        self.part(9).max(2)
    }

    fn at(&self, x: i32, y: i32) -> (i32, i32) {
        (self.x + self.part(x), self.y + self.part(y))
    }

    fn stroke(&mut self, from: (i32, i32), to: (i32, i32)) {
        let (from, to) = (self.at(from.0, from.1), self.at(to.0, to.1));
        self.canvas.line(from, to, self.thick(), self.color);
    }

    fn disc(&mut self, x: i32, y: i32, radius: i32) {
        let (x, y) = self.at(x, y);
        self.canvas.disc(x, y, self.part(radius).max(2), self.color);
    }

    fn ring(&mut self, x: i32, y: i32, radius: i32, thick: i32, turns: (f32, f32)) {
        let center = self.at(x, y);
        self.canvas
            .arc(center, self.part(radius), thick, turns, self.color);
    }

    fn block(&mut self, from: (i32, i32), to: (i32, i32), corner: i32) {
        let (left, top) = self.at(from.0, from.1);
        let (right, bottom) = self.at(to.0, to.1);
        self.canvas.round_rect(
            Rect::new(left, top, right, bottom),
            self.part(corner),
            self.color,
        );
    }

    /// The round and filled parts of an icon; answers whether it has any.
    fn shape(&mut self, word: &str) -> bool {
        match word {
            "more" => [-26, 0, 26]
                .into_iter()
                .for_each(|row| self.disc(0, row, 7)),
            "search" => self.ring(-6, -6, 27, self.thick(), (0.0, 1.0)),
            "home" => self.ring(0, 0, 28, self.thick(), (0.0, 1.0)),
            "cart" => {
                self.disc(-6, 29, 7);
                self.disc(21, 29, 7);
            }
            "wifi" => {
                self.disc(0, 26, 8);
                self.ring(0, 30, 26, self.thick(), (-0.12, 0.12));
                self.ring(0, 30, 44, self.thick(), (-0.12, 0.12));
            }
            "signal" => {
                for (column, height) in [(-30, 20), (-10, 36), (10, 52), (30, 68)] {
                    self.block((column - 7, 34 - height), (column + 6, 34), 0);
                }
            }
            "battery" => {
                self.block((-18, -30), (18, 38), 6);
                self.block((-8, -40), (8, -28), 0);
            }
            "heart" => {
                self.disc(-14, -10, 17);
                self.disc(14, -10, 17);
                for row in 0..36 {
                    let narrow = row * 30 / 36;
                    self.block((narrow - 30, row - 4), (30 - narrow, row - 2), 0);
                }
            }
            "bell" => {
                self.disc(0, -8, 22);
                self.block((-22, -8), (22, 18), 0);
                self.block((-32, 16), (32, 24), 4);
                self.disc(0, 30, 8);
            }
            "gear" => {
                self.ring(0, 0, 25, self.part(14).max(2), (0.0, 1.0));
                for (x, y) in [
                    (0, -32),
                    (0, 32),
                    (-32, 0),
                    (32, 0),
                    (-23, -23),
                    (23, 23),
                    (-23, 23),
                    (23, -23),
                ] {
                    self.disc(x, y, 9);
                }
            }
            _ => return false,
        }
        true
    }
}

/// A disc with the first letter of the icon's name.
fn letter(canvas: &mut Canvas, word: &str, area: Rect, disc: Color) {
    let (x, y) = area.center();
    let size = area.width().min(area.height());
    canvas.disc(x, y, size / 2, disc);
    let Some(first) = word.chars().find(|character| character.is_alphanumeric()) else {
        return;
    };
    let style = Style {
        setting: Setting {
            size: float(size) * 0.5,
            weight: Weight::Bold,
            width: f32::MAX,
            lines: 1,
        },
        color: Color::rgb(255, 255, 255),
        align: TextAlign::Center,
        middle: true,
    };
    let shown: String = first.to_uppercase().collect();
    text(canvas, &shown, area, style);
}

/// An icon's word and, behind it, the colour of its disc.
fn parse(name: &str) -> (&str, Option<Color>) {
    match name.rsplit_once(' ') {
        Some((word, color)) if color.starts_with('#') => (word, Color::parse(color)),
        _ => (name, None),
    }
}
