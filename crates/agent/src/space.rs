//! The pixels of a picture and those of the screen.

/// The picture that points were chosen on, and the screen that it shows.
#[derive(Debug, Clone, PartialEq)]
pub struct PointSpace {
    /// The number of the screen's tree, by which the engine knows what was at a point. A picture without a tree has none:
    /// its points are pressed as they are, if the app is still in front.
    pub generation: Option<i64>,
    /// The app in front.
    pub app: Option<String>,
    /// The screen's size in its own pixels.
    pub width: u32,
    pub height: u32,
    /// How many of the screen's pixels are one of the picture's.
    pub scale_x: f64,
    pub scale_y: f64,
}

impl PointSpace {
    /// The largest numbers that a point of the picture has: its far edges, which are the last pixels of the screen.
    #[must_use]
    pub fn edges(&self) -> (f64, f64) {
        (
            (f64::from(self.width) / self.scale_x).round(),
            (f64::from(self.height) / self.scale_y).round(),
        )
    }

    /// The screen's pixel of a point of the picture: scaled, rounded, and held within the screen.
    #[must_use]
    pub fn to_screen(&self, x: f64, y: f64) -> (u32, u32) {
        (
            pixel(x * self.scale_x, self.width),
            pixel(y * self.scale_y, self.height),
        )
    }
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "held within the screen before it becomes a whole number"
)]
fn pixel(at: f64, side: u32) -> u32 {
    let last = f64::from(side.saturating_sub(1));
    // What is not a number is the edge.
    let held = at.round().clamp(0.0, last);
    if held.is_nan() { 0 } else { held as u32 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_are_scaled_rounded_and_held_within_the_screen() {
        let space = PointSpace {
            generation: Some(1),
            app: None,
            width: 1080,
            height: 2400,
            scale_x: 1080.0 / 768.0,
            scale_y: 2400.0 / 1707.0,
        };
        assert_eq!(space.to_screen(0.0, 0.0), (0, 0));
        assert_eq!(space.to_screen(384.0, 853.5), (540, 1200));
        assert_eq!(space.to_screen(767.9, 1706.9), (1079, 2399));
        assert_eq!(space.to_screen(9e9, -4.0), (1079, 0));
        assert_eq!(space.to_screen(f64::NAN, f64::INFINITY), (0, 2399));
    }
}
