//! Pictures of a phone's screen: bytes in, bytes out.
//!
//! A screenshot is read within limits ([`Picture::decode_png`]), scaled down for a model
//! ([`Picture::scale_to_fit`]), compared with an earlier one by a short hash ([`VisualHash`]), and marked: [`mark()`]
//! draws a numbered box around every element that can be named. Each is a pure function with the same answer on every
//! machine: integers only, no vector code that depends on the processor.
//!
//! Nothing here fetches a picture, knows a tree or a phone, reads a clock or touches a file.
//!
//! ```
//! use clawperator_pictures::{Fit, Limits, Mark, Picture, Rect, mark};
//!
//! # let screen = Picture::filled(1080, 2400, [250, 250, 250]).expect("sides within limits");
//! # let file = screen.encode_png().expect("a file");
//! let screen = Picture::decode_png(&file, Limits::default()).expect("a screenshot");
//! let scaled = screen.scale_to_fit(Fit::ShortestSide(768));
//! assert_eq!((scaled.picture.width(), scaled.picture.height()), (768, 1707));
//!
//! let button = Mark { number: 1, bounds: scaled.rect(Rect::new(100, 200, 400, 320)) };
//! let marked = mark(&scaled.picture, &[button]);
//! assert!(marked.tags[0].is_some());
//! let file = marked.picture.encode_png().expect("a file");
//! # assert!(!file.is_empty());
//! ```

#![warn(missing_docs)]

mod decode;
mod difference;
mod encode;
mod hash;
mod jpeg;
mod mark;
mod picture;
mod rect;
mod scale;

pub use crate::decode::{DecodeError, Limits};
pub use crate::encode::EncodeError;
pub use crate::hash::VisualHash;
pub use crate::jpeg::{Jpeg, JpegError};
pub use crate::mark::{MAX_MARKS, Mark, Marked, Tag, mark};
pub use crate::picture::{MAX_SIDE, Picture};
pub use crate::rect::Rect;
pub use crate::scale::{Fit, Scaled};
