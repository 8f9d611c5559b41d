//! The windows of a phone, from the back to the front.

use super::canvas::Canvas;
use super::glyphs::{Style, text};
use super::widgets::{Brush, INK};
use crate::font::{self, Setting, Weight, float, round};
use crate::geometry::{Rect, count};
use crate::phone::{Manner, Phone, Place, Reach, Window};
use crate::scene::{Color, TextAlign};
use crate::screen::Image;

const PAPER: Color = Color::rgb(0xfa, 0xfa, 0xfd);
const BLACK: Color = Color::rgb(0, 0, 0);
const WHITE: Color = Color::rgb(255, 255, 255);
const SHADOW: Color = Color {
    alpha: 130,
    red: 0,
    green: 0,
    blue: 0,
};
/// The radius of a dialog's corners in dp.
const CORNER: i32 = 20;

/// Draws the screen as it is now.
pub(crate) fn picture(phone: &mut Phone) -> Image {
    let (width, height) = phone.display_size();
    let mut canvas = Canvas::new(width, height, BLACK);
    if phone.awake {
        let windows = phone.windows();
        for window in &windows {
            draw_window(&mut canvas, phone, window);
        }
        draw_toast(&mut canvas, phone);
    }
    canvas.into_image()
}

fn draw_window(canvas: &mut Canvas, phone: &Phone, window: &Window) {
    let (width, height) = canvas.size();
    let display = Rect::new(0, 0, width, height);
    canvas.set_clip(display);
    if window.manner == Manner::Dimming {
        canvas.fill(display, SHADOW);
    }
    if window.secure {
        return canvas.fill(window.bounds, BLACK);
    }
    let bar = matches!(window.place, Place::StatusBar | Place::NavigationBar);
    match window.place {
        Place::Activity(_) => canvas.fill(window.bounds, window.background.unwrap_or(PAPER)),
        Place::Dialog(..) | Place::Permission | Place::System(_) => {
            canvas.round_rect(
                window.bounds,
                phone.px(CORNER),
                window.background.unwrap_or(WHITE),
            );
        }
        Place::Keyboard => canvas.fill(window.bounds, Color::rgb(0xe3, 0xe6, 0xec)),
        Place::Shade => canvas.fill(
            window.bounds,
            Color {
                alpha: 250,
                red: 0xe9,
                green: 0xec,
                blue: 0xf2,
            },
        ),
        Place::Overview | Place::LockScreen => {
            canvas.fill(window.bounds, Color::rgb(0x20, 0x2a, 0x3a));
        }
        Place::StatusBar | Place::NavigationBar | Place::Snackbar(_) => {}
    }
    let (x, y) = window.bounds.center();
    let dark = matches!(window.place, Place::Overview | Place::LockScreen)
        || bar && canvas.lightness(x + phone.px(60), y) < 110;
    let ink = if dark || is_dark(window.background) {
        WHITE
    } else {
        INK
    };
    for seen in phone.see(window, Reach::Everything) {
        let Some(sight) = phone.sight(seen.place) else {
            continue;
        };
        let step = phone.animation_step(seen.place, seen.node).unwrap_or(0);
        let mut brush = Brush {
            canvas,
            density: phone.density(),
            ink,
            step,
        };
        brush.view(&sight, &seen);
    }
}

fn is_dark(color: Option<Color>) -> bool {
    color.is_some_and(|color| {
        u32::from(color.red) + u32::from(color.green) + u32::from(color.blue) < 250
    })
}

fn draw_toast(canvas: &mut Canvas, phone: &Phone) {
    let Some((message, until)) = &phone.toast else {
        return;
    };
    if *until <= phone.now {
        return;
    }
    let (width, height) = canvas.size();
    canvas.set_clip(Rect::new(0, 0, width, height));
    let size = float(phone.px(14));
    let room = float(width) * 0.7;
    let setting = Setting {
        size,
        weight: Weight::Regular,
        width: room,
        lines: 3,
    };
    let lines = font::lines(message, setting);
    let wide = lines
        .iter()
        .fold(0.0, |widest: f32, line| widest.max(line.width));
    let (pad_x, pad_y) = (phone.px(20), phone.px(12));
    let high = font::line_height(size) * count(lines.len());
    let bottom = height - phone.px(48 + 40);
    let left = (width - round(wide)) / 2;
    let area = Rect::new(
        left,
        bottom - high - pad_y,
        left + round(wide) + 1,
        bottom - pad_y,
    );
    let around = Rect::new(
        area.left - pad_x,
        area.top - pad_y,
        area.right + pad_x,
        area.bottom + pad_y,
    );
    canvas.round_rect(around, phone.px(22), Color::rgb(0x32, 0x33, 0x38));
    text(
        canvas,
        message,
        area,
        Style {
            setting,
            color: WHITE,
            align: TextAlign::Center,
            middle: false,
        },
    );
}
