//! The language of mksh: from bytes to a tree.
//!
//! [`parse`] is a pure function of its bytes. The shell itself uses a `Parser`, because mksh runs each complete
//! command before it reads the next one: an error in the third line leaves the first two done.

mod ast;
mod compound;
mod dollar;
mod error;
mod here;
mod parser;
mod redirection;
mod scan;
mod test;
mod token;

pub use self::ast::{
    Arm, ArmEnd, Assignment, Ast, Command, Connector, DefaultKind, HereBody, Operation, Parameter,
    Part, Place, Redirect, Simple, Target, Test, Word,
};
pub(crate) use self::dollar::{digits, push_character};
pub use self::error::SyntaxError;
pub use self::here::parse_here;
pub(crate) use self::parser::Parser;
pub(crate) use self::scan::is_name;

/// The longest input that is parsed.
pub const MAX_INPUT: usize = 1024 * 1024;

/// How deep constructs may be nested in each other.
pub const MAX_DEPTH: usize = 64;

/// Parses a whole script.
///
/// The time it takes is linear in the length of the input for all but unclosed arithmetic, which is read at most
/// twice on each level of nesting, and nesting is bounded by [`MAX_DEPTH`].
pub fn parse(input: &[u8]) -> Result<Ast, SyntaxError> {
    let mut parser = Parser::new(input)?;
    let mut commands = Vec::new();
    while let Some(command) = parser.next_command()? {
        commands.push(command);
    }
    Ok(Ast { commands })
}
