//! What every request passes before anything reads it: the right server, no foreign page, a valid token.

mod authority;
mod layer;

pub(crate) use self::authority::{Authorities, Scheme};
pub(crate) use self::layer::{guarded, needs};
