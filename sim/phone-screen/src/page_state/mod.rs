//! What a phone has changed on a page, and what the page shows by that. It knows no phone, so that layout can use it.

mod facts;
mod sight;
mod state;

pub(crate) use self::facts::Facts;
pub(crate) use self::sight::{Below, Sight};
pub(crate) use self::state::{AppState, ViewState};
