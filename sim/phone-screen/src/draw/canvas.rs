//! Pixels and the few shapes that a screen is made of.

use crate::font::{float, round};
use crate::geometry::Rect;
use crate::scene::Color;
use crate::screen::Image;

/// A picture that is being drawn. Nothing is drawn outside the clip.
#[derive(Debug)]
pub(super) struct Canvas {
    width: i32,
    height: i32,
    pixels: Vec<u8>,
    clip: Rect,
}

impl Canvas {
    pub(super) fn new(width: i32, height: i32, color: Color) -> Self {
        let (width, height) = (width.max(1), height.max(1));
        let count = width.unsigned_abs() as usize * height.unsigned_abs() as usize;
        let pixels = [color.red, color.green, color.blue, 255].repeat(count);
        Self {
            width,
            height,
            pixels,
            clip: Rect::new(0, 0, width, height),
        }
    }

    pub(super) fn into_image(self) -> Image {
        Image {
            width: self.width.unsigned_abs(),
            height: self.height.unsigned_abs(),
            pixels: self.pixels,
        }
    }

    pub(super) fn size(&self) -> (i32, i32) {
        (self.width, self.height)
    }

    pub(super) fn set_clip(&mut self, clip: Rect) {
        self.clip = clip.intersect(Rect::new(0, 0, self.width, self.height));
    }

    /// How light a pixel is: 0 to 255.
    pub(super) fn lightness(&self, x: i32, y: i32) -> u8 {
        // Beside the canvas it is light.
        let start = usize::try_from((i64::from(y) * i64::from(self.width) + i64::from(x)) * 4);
        match start
            .ok()
            .and_then(|start| self.pixels.get(start..start + 3))
        {
            Some([red, green, blue]) => {
                let sum = u32::from(*red) * 2 + u32::from(*green) * 5 + u32::from(*blue);
                // The weights are eighths: at most 255.
                u8::try_from(sum / 8).unwrap_or(255)
            }
            _ => 255,
        }
    }

    pub(super) fn fill(&mut self, rect: Rect, color: Color) {
        let rect = rect.intersect(self.clip);
        if rect.is_empty() || color.alpha == 0 {
            return;
        }
        for y in rect.top..rect.bottom {
            self.span(rect.left, rect.right, y, color);
        }
    }

    /// A rectangle with round corners.
    pub(super) fn round_rect(&mut self, rect: Rect, radius: i32, color: Color) {
        let radius = radius.min(rect.width() / 2).min(rect.height() / 2);
        if radius <= 0 {
            return self.fill(rect, color);
        }
        let r = float(radius);
        for y in rect.top.max(self.clip.top)..rect.bottom.min(self.clip.bottom) {
            let into = (y - rect.top).min(rect.bottom - 1 - y);
            if into >= radius {
                self.clipped_span(rect.left, rect.right, y, color);
                continue;
            }
            let dy = r - float(into) - 0.5;
            let inset = r - (r * r - dy * dy).max(0.0).sqrt();
            let whole = round(inset.ceil());
            self.clipped_span(rect.left + whole, rect.right - whole, y, color);
            let faint = scale(color, float(whole) - inset);
            self.clipped_span(rect.left + whole - 1, rect.left + whole, y, faint);
            self.clipped_span(rect.right - whole, rect.right - whole + 1, y, faint);
        }
    }

    /// The outline of a rectangle with round corners, over what it holds.
    pub(super) fn outline(
        &mut self,
        rect: Rect,
        radius: i32,
        thick: i32,
        color: Color,
        inner: Color,
    ) {
        self.round_rect(rect, radius, color);
        self.round_rect(rect.inset(thick), radius - thick, inner);
    }

    pub(super) fn disc(&mut self, x: i32, y: i32, radius: i32, color: Color) {
        self.round_rect(
            Rect::new(x - radius, y - radius, x + radius, y + radius),
            radius,
            color,
        );
    }

    /// A ring, or the part of it between two angles in turns from the top, clockwise.
    pub(super) fn arc(
        &mut self,
        center: (i32, i32),
        radius: i32,
        thick: i32,
        turns: (f32, f32),
        color: Color,
    ) {
        let (outer, inner) = (float(radius), float(radius - thick));
        let clip = self.clip.moved(-center.0, -center.1);
        for y in clip.top.max(-radius)..clip.bottom.min(radius) {
            for x in clip.left.max(-radius)..clip.right.min(radius) {
                let (dx, dy) = (float(x) + 0.5, float(y) + 0.5);
                let far = dx.hypot(dy);
                let cover =
                    (outer - far + 0.5).clamp(0.0, 1.0) * (far - inner + 0.5).clamp(0.0, 1.0);
                let angle = (dx.atan2(-dy) / std::f32::consts::TAU).rem_euclid(1.0);
                let from = turns.0.rem_euclid(1.0);
                let within = (angle - from).rem_euclid(1.0) <= turns.1 - turns.0;
                if cover > 0.0 && within {
                    self.dot(center.0 + x, center.1 + y, scale(color, cover));
                }
            }
        }
    }

    /// A straight line with round ends.
    pub(super) fn line(&mut self, from: (i32, i32), to: (i32, i32), thick: i32, color: Color) {
        let half = float(thick) / 2.0;
        let (ax, ay) = (float(from.0), float(from.1));
        let (bx, by) = (float(to.0) - ax, float(to.1) - ay);
        let length = (bx * bx + by * by).max(0.001);
        let reach = thick / 2 + 2;
        let around = Rect::new(
            from.0.min(to.0) - reach,
            from.1.min(to.1) - reach,
            from.0.max(to.0) + reach,
            from.1.max(to.1) + reach,
        );
        let around = around.intersect(self.clip);
        for y in around.top..around.bottom {
            for x in around.left..around.right {
                let (px, py) = (float(x) + 0.5 - ax, float(y) + 0.5 - ay);
                let part = ((px * bx + py * by) / length).clamp(0.0, 1.0);
                let far = (px - bx * part).hypot(py - by * part);
                let cover = (half - far + 0.5).clamp(0.0, 1.0);
                if cover > 0.0 {
                    self.dot(x, y, scale(color, cover));
                }
            }
        }
    }

    /// One pixel, blended.
    pub(super) fn dot(&mut self, x: i32, y: i32, color: Color) {
        if self.clip.contains(x, y) {
            self.span(x, x + 1, y, color);
        }
    }

    fn clipped_span(&mut self, left: i32, right: i32, y: i32, color: Color) {
        let (left, right) = (left.max(self.clip.left), right.min(self.clip.right));
        if y >= self.clip.top && y < self.clip.bottom && left < right {
            self.span(left, right, y, color);
        }
    }

    /// A run of pixels that is known to be inside.
    fn span(&mut self, left: i32, right: i32, y: i32, color: Color) {
        // Outside there is no run to be found.
        let at = |x: i32| {
            usize::try_from((i64::from(y) * i64::from(self.width) + i64::from(x)) * 4)
                .unwrap_or(usize::MAX)
        };
        let (from, to) = (at(left), at(right));
        let Some(run) = self.pixels.get_mut(from..to) else {
            return;
        };
        let (solid, alpha) = (
            [color.red, color.green, color.blue, 255],
            u32::from(color.alpha),
        );
        for pixel in run.chunks_exact_mut(4) {
            if alpha == 255 {
                pixel.copy_from_slice(&solid);
                continue;
            }
            for (below, above) in pixel.iter_mut().zip(solid).take(3) {
                let mixed = u32::from(above) * alpha + u32::from(*below) * (255 - alpha);
                // A mean of two bytes is one.
                *below = u8::try_from((mixed + 127) / 255).unwrap_or(255);
            }
        }
    }
}

/// A colour that covers less.
pub(super) fn scale(color: Color, cover: f32) -> Color {
    let alpha = round(f32::from(color.alpha) * cover.clamp(0.0, 1.0));
    // At most the alpha that it had.
    color.with_alpha(u8::try_from(alpha).unwrap_or(255))
}
