//! What a recipe tells: the text that was read, cut, typed and redacted, in that order.

mod redactor;
mod secret;

pub use self::redactor::{
    OutputError, OutputProblem, OutputValue, Redacted, Redactor, ShownOutput,
};
pub use self::secret::{HashKey, Secret};
