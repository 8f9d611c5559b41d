//! Whether a picture shows what a tree speaks of.

use clawperator_pictures::{Limits, Picture, Rect};
use clawperator_ui::Bounds;

/// Whether something can be seen at each place of a PNG file. Where an app forbids pictures it cannot, and two pictures of
/// different pages are the same.
#[must_use]
pub fn shows_each(picture: &[u8], places: &[Bounds]) -> bool {
    let Ok(picture) = Picture::decode_png(picture, Limits::default()) else {
        return false;
    };
    let mut places = places
        .iter()
        .map(|place| Rect::new(place.left, place.top, place.right, place.bottom));
    places.all(|place| !picture.is_flat(place))
}
