//! Pages: scenes made ready to run. Templates are written out, names are resolved, and the result is shared by every
//! phone that shows the page.

mod bind;
mod build;
mod check;
mod kinds;
mod merge;
mod node;
mod text;
mod world;

pub(crate) use self::build::{Bindings, Items};
pub(crate) use self::node::{Flags, Node, NodeId, Page};
pub(crate) use self::text::{Piece, Text};
pub(crate) use self::world::{ActivityEntry, AppEntry, DialogEntry, app_bindings};
pub use self::world::{Scenes, ScenesBuilder};
