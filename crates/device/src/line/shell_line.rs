//! Commands joined into a line.

use tracing::{Level, debug};

use super::command::Command;
use super::error::LineError;

/// The longest line that is sent, in bytes with all quoting.
///
/// A request to an adb server has a length of four hexadecimal digits, and the name of the service stands before the
/// line; that is less than the 128 KiB that Linux gives one argument of `sh -c`. Phones before Android 7 take no more
/// than 4,096 bytes and refuse the service.
pub const LINE_LIMIT: usize = 65_000;

/// A line for the phone's shell.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ShellLine(Node);

#[derive(Debug, Clone, PartialEq, Eq)]
enum Node {
    Command(Command),
    Joined(Box<Node>, Operator, Box<Node>),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Operator {
    Then,
    And,
    Or,
}

impl ShellLine {
    /// This, and then the other whatever became of this: `;`.
    #[must_use]
    pub fn then(self, next: impl Into<Self>) -> Self {
        self.join(Operator::Then, next)
    }

    /// This, and the other if this succeeded: `&&`.
    #[must_use]
    pub fn and(self, next: impl Into<Self>) -> Self {
        self.join(Operator::And, next)
    }

    /// This, and the other if this failed: `||`.
    #[must_use]
    pub fn or(self, next: impl Into<Self>) -> Self {
        self.join(Operator::Or, next)
    }

    /// The bytes for the phone.
    pub fn encode(&self) -> Result<Vec<u8>, LineError> {
        let mut line = Vec::new();
        self.0.encode_into(&mut line)?;
        if line.len() > LINE_LIMIT {
            return Err(LineError::TooLong {
                length: line.len(),
                limit: LINE_LIMIT,
            });
        }
        self.log();
        Ok(line)
    }

    /// Logs which programs are run. Their names are constants; the words may be what is typed, and the length of the
    /// line would tell how long that is.
    fn log(&self) {
        if tracing::enabled!(Level::DEBUG) {
            let mut programs = Vec::new();
            self.0.programs_into(&mut programs);
            debug!(programs = programs.join(", "), "shell line");
        }
    }

    fn join(self, operator: Operator, next: impl Into<Self>) -> Self {
        let next = next.into().0;
        Self(Node::Joined(Box::new(self.0), operator, Box::new(next)))
    }
}

impl From<Command> for ShellLine {
    fn from(command: Command) -> Self {
        Self(Node::Command(command))
    }
}

impl Node {
    fn encode_into(&self, line: &mut Vec<u8>) -> Result<(), LineError> {
        match self {
            Self::Command(command) => command.encode_into(line),
            Self::Joined(left, operator, right) => {
                left.encode_operand(left.binds_looser_than(*operator), line)?;
                line.extend_from_slice(match operator {
                    Operator::Then => b"; ",
                    Operator::And => b" && ",
                    Operator::Or => b" || ",
                });
                // The operators group to the left, so that whatever is joined on the right stands in braces.
                right.encode_operand(matches!(**right, Self::Joined(..)), line)
            }
        }
    }

    fn encode_operand(&self, braces: bool, line: &mut Vec<u8>) -> Result<(), LineError> {
        if !braces {
            return self.encode_into(line);
        }
        line.extend_from_slice(b"{ ");
        self.encode_into(line)?;
        line.extend_from_slice(b"; }");
        Ok(())
    }

    fn programs_into(&self, names: &mut Vec<&'static str>) {
        match self {
            Self::Command(command) => names.push(command.name()),
            Self::Joined(left, _, right) => {
                left.programs_into(names);
                right.programs_into(names);
            }
        }
    }

    /// `&&` and `||` bind alike, `;` looser than both.
    fn binds_looser_than(&self, operator: Operator) -> bool {
        matches!(self, Self::Joined(_, Operator::Then, _)) && operator != Operator::Then
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::line::{Word, program};

    fn echo(word: &'static str) -> Command {
        Command::new(program::ECHO).fixed(word)
    }

    fn check(line: &ShellLine, expected: &str) {
        assert_eq!(String::from_utf8(line.encode().unwrap()).unwrap(), expected);
    }

    #[test]
    fn operators_group_as_they_were_joined() {
        let line = |word| ShellLine::from(echo(word));
        check(
            &line("a").and(echo("b")).or(echo("c")),
            "echo 'a' && echo 'b' || echo 'c'",
        );
        check(
            &line("a").and(line("b").or(echo("c"))),
            "echo 'a' && { echo 'b' || echo 'c'; }",
        );
        check(
            &line("a").then(echo("b")).and(echo("c")),
            "{ echo 'a'; echo 'b'; } && echo 'c'",
        );
        check(
            &line("a").then(echo("b")).then(echo("c")),
            "echo 'a'; echo 'b'; echo 'c'",
        );
    }

    #[test]
    fn redirections_come_in_order() {
        let file = Word::new("it's").unwrap();
        check(
            &echo("2").output_to(file).errors_to_output().into(),
            r"echo '2' >'it'\''s' 2>&1",
        );
        check(
            &echo("a").discard_output().discard_errors().into(),
            "echo 'a' >/dev/null 2>/dev/null",
        );
    }

    #[test]
    fn the_limit_counts_the_quoting() {
        let line = |count: usize| {
            let word = Word::new("'".repeat(count)).unwrap();
            ShellLine::from(Command::new(program::ECHO).word(word)).encode()
        };
        let most = (LINE_LIMIT - "echo ''".len()) / 4;
        assert!(line(most).unwrap().len() <= LINE_LIMIT);
        assert_eq!(
            line(most + 1),
            Err(LineError::TooLong {
                length: 7 + 4 * (most + 1),
                limit: LINE_LIMIT
            })
        );
    }
}
