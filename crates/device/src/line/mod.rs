//! Lines for the phone's shell, built from words.
//!
//! A phone's shell reads a line as text, so every word has to be quoted. Here that happens in one place,
//! [`Word`], and in one way: single quotes, in which a shell gives no byte but the quote itself a meaning. Operators
//! are methods ([`ShellLine::and`], [`Command::errors_to_output`], …), and the names of programs are constants
//! ([`program`]): nothing that comes from outside can become part of a line except as a word. A program that somebody
//! else chose ([`Command::asked`]) is such a word too.
//!
//! ```
//! use clawperator_device::line::{Command, ShellLine, Word, program};
//!
//! let path = Word::new("/sdcard/it's here.xml")?;
//! let line = ShellLine::from(Command::new(program::RM).fixed("-f").word(path.clone()))
//!     .and(Command::new(program::UIAUTOMATOR).fixed("dump").word(path));
//! assert_eq!(
//!     line.encode()?,
//!     br"rm '-f' '/sdcard/it'\''s here.xml' && uiautomator 'dump' '/sdcard/it'\''s here.xml'"
//! );
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod program;

mod boot;
mod command;
mod error;
mod shell_line;
mod word;

pub use self::boot::on_boot;
pub use self::command::Command;
pub use self::error::{LineError, WordError};
pub use self::program::Program;
pub use self::shell_line::{LINE_LIMIT, ShellLine};
pub use self::word::Word;
