//! Text on a canvas.

use std::collections::HashMap;
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

use ab_glyph::{Font, PxScale, point};

use super::canvas::{Canvas, scale};
use crate::font::{self, FACES, Setting, Weight, float, round};
use crate::geometry::{Rect, count};
use crate::scene::{Color, TextAlign};

/// A drawn glyph, relative to the pen on the base line.
#[derive(Debug)]
struct Glyph {
    left: i32,
    top: i32,
    width: i32,
    cover: Vec<u8>,
}

/// How text stands in its box.
#[derive(Debug, Clone, Copy)]
pub(super) struct Style {
    pub(super) setting: Setting,
    pub(super) color: Color,
    pub(super) align: TextAlign,
    /// In the middle from top to bottom.
    pub(super) middle: bool,
}

/// Glyphs by character, size in pixels and weight; the same few hundred serve every phone.
static GLYPHS: LazyLock<Mutex<Known>> = LazyLock::new(Mutex::default);

type Known = HashMap<(char, i32, Weight), Arc<Glyph>>;

/// The largest size in pixels that is kept; larger glyphs are rare and big.
const LARGEST_KEPT: i32 = 160;
/// How many are kept.
const KEPT: usize = 4_096;
/// The base line below the top of a line, for a size of 1.
const ASCENT: f32 = 0.928;

/// Draws a text in a box; answers where the pen ended.
pub(super) fn text(canvas: &mut Canvas, text: &str, area: Rect, style: Style) -> (i32, i32) {
    let lines = font::lines(text, style.setting);
    let height = font::line_height(style.setting.size);
    let rows = count(lines.len());
    let top = if style.middle {
        area.top + (area.height() - height * rows) / 2
    } else {
        area.top
    };
    let mut end = (area.left, top);
    for (line, row) in lines.iter().zip(0..) {
        let room = float(area.width()) - line.width;
        let left = match style.align {
            TextAlign::Start => 0.0,
            TextAlign::Center => room / 2.0,
            TextAlign::End => room,
        };
        let base = top + height * row + round(style.setting.size * (ASCENT + 0.01));
        let mut pen = float(area.left) + left;
        for character in line.text.chars() {
            draw(canvas, character, (round(pen), base), style);
            pen += font::advance(character, style.setting.size, style.setting.weight);
        }
        end = (round(pen), top + height * row);
    }
    end
}

fn draw(canvas: &mut Canvas, character: char, pen: (i32, i32), style: Style) {
    if character == ' ' || character == '\u{a0}' {
        return;
    }
    match glyph(character, style.setting) {
        Some(glyph) => {
            let width = glyph.width.max(1);
            for (cover, index) in glyph.cover.iter().zip(0..) {
                if *cover > 0 {
                    let (x, y) = (
                        pen.0 + glyph.left + index % width,
                        pen.1 + glyph.top + index / width,
                    );
                    canvas.dot(x, y, scale(style.color, f32::from(*cover) / 255.0));
                }
            }
        }
        None => missing(canvas, character, pen, style),
    }
}

/// A box in place of a glyph that the font lacks.
fn missing(canvas: &mut Canvas, character: char, pen: (i32, i32), style: Style) {
    let size = style.setting.size;
    let wide = font::advance(character, size, style.setting.weight);
    if wide <= 0.0 {
        return;
    }
    let gap = round(size * 0.06).max(1);
    let area = Rect::new(
        pen.0 + gap,
        pen.1 - round(size * 0.72),
        pen.0 + round(wide) - gap,
        pen.1 + round(size * 0.08),
    );
    let thick = round(size * 0.06).max(1);
    for edge in [
        Rect {
            bottom: area.top + thick,
            ..area
        },
        Rect {
            top: area.bottom - thick,
            ..area
        },
        Rect {
            right: area.left + thick,
            ..area
        },
        Rect {
            left: area.right - thick,
            ..area
        },
    ] {
        canvas.fill(edge, style.color);
    }
}

fn glyph(character: char, setting: Setting) -> Option<Arc<Glyph>> {
    let faces = FACES.as_ref()?;
    let weight = faces.weight_for(character, setting.weight)?;
    let key = (character, round(setting.size), weight);
    let mut known = GLYPHS.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(glyph) = known.get(&key) {
        return Some(Arc::clone(glyph));
    }
    let face = faces.face(weight);
    let units = face.units_per_em().unwrap_or(2_048.0);
    let size = PxScale::from(float(key.1) * face.height_unscaled() / units);
    let placed = face
        .glyph_id(character)
        .with_scale_and_position(size, point(0.0, 0.0));
    let outline = face.outline_glyph(placed)?;
    let bounds = outline.px_bounds();
    let (width, height) = (round(bounds.width()).max(1), round(bounds.height()).max(1));
    let (columns, rows) = (width.unsigned_abs(), height.unsigned_abs());
    let mut cover = vec![0; columns as usize * rows as usize];
    outline.draw(|x, y, amount| {
        let index = y as usize * columns as usize + x as usize;
        if let Some(slot) = cover.get_mut(index).filter(|_| x < columns && y < rows) {
            // Between 0 and 255 by the clamp.
            *slot = u8::try_from(round(amount.clamp(0.0, 1.0) * 255.0)).unwrap_or(255);
        }
    });
    let glyph = Arc::new(Glyph {
        left: round(bounds.min.x),
        top: round(bounds.min.y),
        width,
        cover,
    });
    if known.len() >= KEPT {
        known.clear();
    }
    if key.1 <= LARGEST_KEPT {
        known.insert(key, Arc::clone(&glyph));
    }
    Some(glyph)
}
