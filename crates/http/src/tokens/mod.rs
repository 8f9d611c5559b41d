//! Who may ask for what: named tokens in a file of this user's, and people who are logged in to the page.

mod book;
mod file;
mod sessions;
mod token;

pub use self::book::MadeToken;
pub(crate) use self::book::TokenBook;
pub(crate) use self::file::TokensFile;
pub use self::file::{TokensError, token, tokens_file};
pub(crate) use self::sessions::SessionBook;
pub(crate) use self::token::{Caller, Scope};
