//! Runs as files for people and for other programs, a page and `JUnit`'s XML, and as values for surfaces.
//!
//! All are made from a run's story, which is read from files that may be damaged, cut off or written by somebody else.
//! What cannot be read is said in its place, everything is bounded, and whatever a phone shows is escaped.

mod answer;
mod asked;
mod html;
mod junit;
mod limits;
mod markup;
mod moments;
mod picture;
mod state;
mod story;
mod tell;
mod times;
mod told;
mod trees;

pub use self::html::html;
pub use self::junit::junit;
pub use self::times::moment;
pub use self::told::{ToldAct, ToldLines, ToldPicture, ToldRun, ToldStep, ToldVerdict, told};
