//! The page for people: its files, how a person logs in, and what only it needs.
//!
//! The page is plain files without a build step, and everything it shows comes from the routes that programs use. A
//! person logs in by a link from a terminal; from then on the page sends a secret of its own in a header. There is no
//! cookie: a browser sends a cookie to every port of this machine.

mod files;
mod login;
mod picture;
mod screen;

pub(crate) use self::files::{asset, index};
pub(crate) use self::login::{LeftAnswer, LoginAnswer, LoginBody, login, logout};
pub(crate) use self::picture::picture;
pub(crate) use self::screen::{RunScreen, RunSteps, ScreenQuery, screen, steps};
