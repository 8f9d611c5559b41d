//! Which outline and tag has which colour.

use crate::rect::Rect;

const BLACK: [u8; 3] = [0, 0, 0];
const WHITE: [u8; 3] = [255, 255, 255];
/// Elements further apart than this, in pixels, may share a colour freely.
const NEAR: i32 = 200;

/// A colour, and black or white for what must stand out from it: digits, and the second line of an outline. One of the
/// two always stands out from the page as well.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Color {
    pub(super) fill: [u8; 3],
    pub(super) contrast: [u8; 3],
}

/// Told apart with every common kind of colour blindness: hues of Okabe and Ito, light and dark ones in turn. The dark
/// ones are a little darker than theirs, for white digits.
const PALETTE: [Color; 7] = [
    dark([0, 98, 168]),
    light([240, 228, 66]),
    dark([192, 74, 0]),
    light([86, 200, 240]),
    dark([0, 112, 82]),
    light([244, 168, 24]),
    dark([160, 48, 130]),
];

/// A colour for every element, so that neighbours differ as long as there are colours.
pub(super) fn assign(boxes: &[Rect]) -> Vec<Color> {
    let mut assigned: Vec<(Rect, usize)> = Vec::with_capacity(boxes.len());
    for bounds in boxes {
        let mut crowded = [0_i64; PALETTE.len()];
        for (other, color) in &assigned {
            if let Some(crowded) = crowded.get_mut(*color) {
                // One for having been used at all, so that every colour gets its turn.
                let nearness = i64::from((NEAR - gap(*bounds, *other)).max(0));
                *crowded += 1 + nearness * nearness;
            }
        }
        let least = crowded
            .iter()
            .enumerate()
            .min_by_key(|(_, crowded)| **crowded);
        assigned.push((*bounds, least.map_or(0, |(color, _)| color)));
    }
    assigned
        .iter()
        .filter_map(|(_, color)| PALETTE.get(*color).copied())
        .collect()
}

/// How many pixels lie between two rectangles, in the direction in which they are further apart.
fn gap(one: Rect, other: Rect) -> i32 {
    let across = (one.left.max(other.left)).saturating_sub(one.right.min(other.right));
    let down = (one.top.max(other.top)).saturating_sub(one.bottom.min(other.bottom));
    across.max(down).max(0)
}

const fn dark(fill: [u8; 3]) -> Color {
    Color {
        fill,
        contrast: WHITE,
    }
}

const fn light(fill: [u8; 3]) -> Color {
    Color {
        fill,
        contrast: BLACK,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_can_be_read_on_every_colour() {
        for color in PALETTE {
            let [one, other] = [color.fill, color.contrast].map(relative_luminance);
            let ratio = (one.max(other) + 0.05) / (one.min(other) + 0.05);
            assert!(ratio >= 4.5, "{color:?}: {ratio}");
        }
    }

    /// As the Web Content Accessibility Guidelines define it.
    fn relative_luminance(color: [u8; 3]) -> f64 {
        let [red, green, blue] = color.map(|channel| {
            let channel = f64::from(channel) / 255.0;
            if channel <= 0.040_45 {
                channel / 12.92
            } else {
                ((channel + 0.055) / 1.055).powf(2.4)
            }
        });
        0.2126 * red + 0.7152 * green + 0.0722 * blue
    }

    #[test]
    fn rows_of_a_list_differ_from_the_next_three() {
        let rows: Vec<Rect> = (0..30)
            .map(|row| Rect::new(0, row * 60, 700, row * 60 + 60))
            .collect();
        let colors = assign(&rows);
        for (index, color) in colors.iter().enumerate() {
            assert!(!colors[index + 1..].iter().take(3).any(|next| next == color));
        }
    }
}
