//! A picture as a caller wants it: smaller, and with the numbers of refs.

use bytes::Bytes;
use clawperator_pictures::{Fit, Limits, Mark, Picture, Rect, Scaled, mark};
use clawperator_ui::{Bounds, Refs, Tree};

/// What is to become of a picture.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PictureShape {
    /// The most pixels of its longest side.
    pub(crate) max_side: Option<u32>,
    /// What is drawn on it; nothing where nobody asked for marks.
    pub(crate) marks: Option<Vec<RefMark>>,
}

/// A ref to be drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct RefMark {
    /// The digits of the ref: 12 of `@e12`.
    number: u32,
    /// What can be seen of its node, in pixels of the screen.
    bounds: Bounds,
}

/// A picture that became what was wanted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Shaped {
    /// The file, a PNG.
    pub(crate) png: Bytes,
    pub(crate) width: u32,
    pub(crate) height: u32,
    /// How many refs are drawn.
    pub(crate) drawn: usize,
    /// How many there was no room for.
    pub(crate) left_out: usize,
}

impl PictureShape {
    /// Shapes a PNG file of the whole screen. One that has the shape already is answered as it is.
    pub fn apply(&self, png: &Bytes) -> Result<Shaped, String> {
        let whole =
            Picture::decode_png(png, Limits::default()).map_err(|error| error.to_string())?;
        let longest = whole.width().max(whole.height());
        let scaled = whole.scale_to_fit(Fit::LongestSide(self.max_side.unwrap_or(longest)));
        let is_same =
            (scaled.picture.width(), scaled.picture.height()) == (whole.width(), whole.height());
        let (picture, drawn, left_out) = match &self.marks {
            Some(marks) => draw(&scaled, marks),
            None if is_same => {
                return Ok(Shaped {
                    png: png.clone(),
                    width: whole.width(),
                    height: whole.height(),
                    drawn: 0,
                    left_out: 0,
                });
            }
            None => (scaled.picture, 0, 0),
        };
        let written = picture.encode_png().map_err(|error| error.to_string())?;
        Ok(Shaped {
            png: written.into(),
            width: picture.width(),
            height: picture.height(),
            drawn,
            left_out,
        })
    }
}

/// The refs of what a finger can do something with, where it can be seen.
pub(crate) fn ref_marks(tree: &Tree, refs: &Refs) -> Vec<RefMark> {
    let marks = refs.lines().filter_map(|(id, number)| {
        let node = tree.get(id).filter(|node| node.is_interactive())?;
        let bounds = node.visible_bounds().filter(|seen| !seen.is_empty())?;
        let number = u32::try_from(number).ok()?;
        Some(RefMark { number, bounds })
    });
    marks.collect()
}

/// The picture with marks, how many there are, and how many it has no room for.
fn draw(scaled: &Scaled, marks: &[RefMark]) -> (Picture, usize, usize) {
    let marks: Vec<Mark> = marks
        .iter()
        .map(|RefMark { number, bounds }| Mark {
            number: *number,
            bounds: scaled.rect(Rect::new(
                bounds.left,
                bounds.top,
                bounds.right,
                bounds.bottom,
            )),
        })
        .collect();
    let marked = mark(&scaled.picture, &marks);
    let drawn = marked.tags.iter().flatten().count();
    (marked.picture, drawn, marks.len() - drawn)
}

#[cfg(test)]
mod tests {
    use super::*;

    const WHITE: [u8; 3] = [255; 3];

    fn screen() -> Bytes {
        let picture = Picture::filled(540, 1200, WHITE).unwrap();
        picture.encode_png().unwrap().into()
    }

    fn mark_at(number: u32, left: i32, top: i32) -> RefMark {
        RefMark {
            number,
            bounds: Bounds::new(left, top, left + 100, top + 60),
        }
    }

    #[test]
    fn a_picture_is_made_smaller_and_never_larger() {
        for (max_side, size) in [(600, (270, 600)), (1200, (540, 1200)), (9000, (540, 1200))] {
            let shape = PictureShape {
                max_side: Some(max_side),
                marks: None,
            };
            let shaped = shape.apply(&screen()).unwrap();
            assert_eq!((shaped.width, shaped.height), size);
            assert_eq!(shaped.png == screen(), size == (540, 1200), "{max_side}");
        }
    }

    #[test]
    fn marks_are_drawn_and_counted() {
        let marks = vec![
            mark_at(7, 40, 100),
            mark_at(12, 300, 900),
            mark_at(3, 9_000, 10),
        ];
        for max_side in [None, Some(300)] {
            let shape = PictureShape {
                max_side,
                marks: Some(marks.clone()),
            };
            let shaped = shape.apply(&screen()).unwrap();
            // One is nowhere on the picture.
            assert_eq!((shaped.drawn, shaped.left_out), (2, 1));
            let drawn = Picture::decode_png(&shaped.png, Limits::default()).unwrap();
            assert!(drawn.pixels().iter().any(|channel| *channel != 255));
        }
    }

    #[test]
    fn what_is_no_picture_is_said_to_be_none() {
        let shape = PictureShape::default();
        let half = screen().slice(..200);
        assert!(shape.apply(&half).is_err());
    }
}
