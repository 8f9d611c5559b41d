//! Runs as one page that needs nothing else: no script, no other file, no address.

mod page;
mod pictures;
mod run;
mod step;
mod words;

pub use self::page::html;
