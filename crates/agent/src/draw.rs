//! The pictures of a snapshot: scaled, and with a mark on whatever a finger can do something with.

use std::thread;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use clawperator_contract::agent::{Bounds as Edges, Center};
use clawperator_pictures::{
    DecodeError, EncodeError, Fit, Limits, Mark, Picture, Rect, Scaled, VisualHash, mark,
};

use crate::elements::Element;

/// The shortest side of the picture that a model is shown: 1080 by 2400 pixels become 768 by 1707.
const SHORTEST_SIDE: u32 = 768;

/// A picture for a model.
#[derive(Debug, Clone, PartialEq)]
pub struct Drawn {
    /// The size of the screen.
    pub width: u32,
    pub height: u32,
    pub scaled_width: u32,
    pub scaled_height: u32,
    pub scale_x: f64,
    pub scale_y: f64,
    /// The picture as PNG, plain and with marks.
    pub plain: Vec<u8>,
    pub marked: Vec<u8>,
    /// What the picture looks like, to be compared.
    pub hash: VisualHash,
    /// Whether nothing can be seen where an app is: a screen that is off, or an app that forbids pictures.
    pub is_black: bool,
}

/// A screenshot in the size that a model is shown.
#[derive(Debug)]
pub struct Shrunk {
    width: u32,
    height: u32,
    scaled: Scaled,
    hash: VisualHash,
}

/// Why there is no picture.
#[derive(Debug, thiserror::Error)]
pub enum NoPicture {
    #[error("the phone's picture cannot be read: {0}")]
    Unreadable(#[from] DecodeError),
    #[error("the picture cannot be written: {0}")]
    Unwritable(#[from] EncodeError),
}

impl Drawn {
    /// The picture in base64, as a snapshot has it.
    #[must_use]
    pub fn plain_base64(&self) -> String {
        STANDARD.encode(&self.plain)
    }

    /// The same with marks.
    #[must_use]
    pub fn marked_base64(&self) -> String {
        STANDARD.encode(&self.marked)
    }
}

impl Shrunk {
    /// Reads a screenshot and scales it.
    pub fn of(screenshot: &[u8]) -> Result<Self, NoPicture> {
        let whole = Picture::decode_png(screenshot, Limits::default())?;
        let scaled = whole.scale_to_fit(Fit::ShortestSide(SHORTEST_SIDE));
        Ok(Self {
            width: whole.width(),
            height: whole.height(),
            hash: VisualHash::of(&scaled.picture),
            scaled,
        })
    }

    /// What the picture looks like, to be compared.
    #[must_use]
    pub const fn hash(&self) -> VisualHash {
        self.hash
    }

    /// Draws the pictures, and puts the places of the elements into them.
    pub fn draw(self, elements: &mut [Element]) -> Result<Drawn, NoPicture> {
        let scaled = self.scaled;
        let marks = place(&scaled, elements);
        let marked = mark(&scaled.picture, &marks);
        // Two encodings are independent, and the longest part of it all.
        let (plain, marked) = thread::scope(|scope| {
            let plain = scope.spawn(|| scaled.picture.encode_png());
            let marked = marked.picture.encode_png();
            (plain.join(), marked)
        });
        let plain = match plain {
            Ok(plain) => plain?,
            Err(_) => scaled.picture.encode_png()?,
        };
        Ok(Drawn {
            width: self.width,
            height: self.height,
            scaled_width: scaled.picture.width(),
            scaled_height: scaled.picture.height(),
            scale_x: scaled.scale_x,
            scale_y: scaled.scale_y,
            plain,
            marked: marked?,
            hash: self.hash,
            is_black: is_black(&scaled.picture),
        })
    }
}

/// Puts the elements into the scaled picture; the answer is what is marked there.
fn place(scaled: &Scaled, elements: &mut [Element]) -> Vec<Mark> {
    let mut marks = Vec::new();
    for element in elements {
        let seen = element.snapshot.bounds;
        let rect = scaled.rect(Rect::new(seen.left, seen.top, seen.right, seen.bottom));
        element.snapshot.scaled_bounds = Edges {
            left: rect.left,
            top: rect.top,
            right: rect.right,
            bottom: rect.bottom,
        };
        element.snapshot.scaled_center = Center {
            x: i32::midpoint(rect.left, rect.right),
            y: i32::midpoint(rect.top, rect.bottom),
        };
        if let (true, Ok(number)) = (element.is_marked, u32::try_from(element.number)) {
            marks.push(Mark {
                number,
                bounds: rect,
            });
        }
    }
    marks
}

/// Whether the middle of a picture is black. The bars at its edges are drawn over whatever an app shows.
#[must_use]
pub fn is_black(picture: &Picture) -> bool {
    let row = picture.width() as usize * 3;
    let tenth = picture.height() as usize / 10;
    let rows = picture.pixels().chunks_exact(row.max(1));
    rows.skip(tenth)
        .take(tenth * 8)
        .all(|row| row.iter().all(|channel| *channel == 0))
}
