//! What holds of any bytes that are read as a picture, and of what is made of it.
//!
//! The last bytes are rectangles to mark, where there are enough of them.

use clawperator_pictures::{Fit, Limits, Mark, Picture, Rect, VisualHash, mark};

/// Small, so that many inputs are tried in a second.
const LIMITS: Limits = Limits {
    bytes: 20_000,
    pixels: 40_000,
};

/// Panics when something that is made of `bytes` is not what it may be.
pub(crate) fn check(bytes: &[u8]) {
    let picture = match Picture::decode_png(bytes, LIMITS) {
        Ok(picture) => picture,
        Err(error) => {
            assert!(!error.to_string().is_empty());
            return;
        }
    };
    let (width, height) = (picture.width(), picture.height());
    assert!(u64::from(width) * u64::from(height) <= LIMITS.pixels);
    assert_eq!(picture.pixels().len(), width as usize * height as usize * 3);

    let side = u32::from(bytes.last().copied().unwrap_or(1)) + 1;
    let scaled = picture.scale_to_fit(Fit::LongestSide(side));
    assert!(scaled.picture.width().max(scaled.picture.height()) <= side);
    assert!(scaled.scale_x >= 1.0 && scaled.scale_y >= 1.0);
    assert_eq!(scaled.rect(picture.bounds()), scaled.picture.bounds());
    let hash = VisualHash::of(&scaled.picture);
    assert_eq!(hash, VisualHash::of(&scaled.picture.clone()));

    check_marks(&scaled.picture, &marks(bytes));
    let file = scaled.picture.encode_png().unwrap();
    let limits = Limits {
        bytes: file.len(),
        ..LIMITS
    };
    let again = Picture::decode_png(&file, limits).unwrap();
    assert_eq!(again, scaled.picture, "the file has another picture");
}

fn marks(bytes: &[u8]) -> Vec<Mark> {
    let (_, chunks) = bytes.as_rchunks::<5>();
    let last = chunks.iter().rev().take(40);
    last.map(|[number, numbers @ ..]| {
        let [left, top, right, bottom] = numbers.map(|edge| i32::from(edge.cast_signed()) * 3);
        Mark {
            number: 1 << (number % 32),
            bounds: Rect::new(left, top, right, bottom),
        }
    })
    .collect()
}

fn check_marks(picture: &Picture, marks: &[Mark]) {
    let marked = mark(picture, marks);
    assert_eq!(marked, mark(picture, marks), "two answers");
    assert_eq!(marked.tags.len(), marks.len());
    assert_eq!(marked.picture.bounds(), picture.bounds());
    let tags: Vec<Rect> = marked.tags.iter().flatten().map(|tag| tag.bounds).collect();
    for (index, tag) in tags.iter().enumerate() {
        assert!(picture.bounds().encloses(*tag), "{tag:?} is outside");
        for other in tags.iter().skip(index + 1) {
            assert!(!tag.overlaps(*other), "{tag:?} covers {other:?}");
        }
    }
}
