//! What a line means, before anything is expanded.

use std::sync::{Arc, OnceLock};

/// A parsed script: complete commands in the order they run.
#[derive(Debug, Clone, Default)]
pub struct Ast {
    /// One entry for each complete command, which ends at a newline outside of any construct.
    pub commands: Vec<Command>,
}

/// One command of the language.
#[derive(Debug, Clone)]
pub enum Command {
    /// Assignments, words and redirections.
    Simple(Simple),
    /// Stages that run at once, each reading what the one before writes.
    Pipeline(Vec<Command>),
    /// A command, and others that run when what ran before has succeeded or failed.
    Chain(Box<Command>, Vec<(Connector, Command)>),
    /// The status is turned around.
    Not(Box<Command>),
    /// One after the other.
    Sequence(Vec<Command>),
    /// Runs beside what follows.
    Background(Arc<Command>),
    Subshell(Box<Command>),
    Group(Box<Command>),
    /// A command with redirections around it.
    Redirected(Box<Command>, Vec<Redirect>),
    /// `if`, with its `elif` parts in order.
    If {
        /// Condition and body.
        branches: Vec<(Command, Command)>,
        /// The `else` part.
        otherwise: Option<Box<Command>>,
    },
    /// `while` and `until`.
    Loop {
        /// Whether it runs until the condition holds.
        until: bool,
        condition: Box<Command>,
        /// What is repeated.
        body: Box<Command>,
    },
    /// `for`; without words it goes over the positional parameters.
    For {
        /// The variable.
        name: Vec<u8>,
        /// What it goes over.
        words: Option<Vec<Word>>,
        /// What is repeated.
        body: Box<Command>,
    },
    Case {
        /// What is looked at.
        subject: Word,
        /// The parts in order.
        arms: Vec<Arm>,
    },
    /// A function's definition.
    Function {
        name: Vec<u8>,
        /// What it runs.
        body: Arc<Command>,
    },
    Arithmetic(Word),
    Test(Test),
    /// `time`, which reports on standard error how long the command took.
    Time(Box<Command>),
}

/// What stands between two commands of a chain.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Connector {
    /// `&&`: the next one runs after success.
    And,
    /// `||`: the next one runs after failure.
    Or,
}

/// A command of words.
#[derive(Debug, Clone, Default)]
pub struct Simple {
    /// What is set before the command runs.
    pub assignments: Vec<Assignment>,
    /// The words; the first names the command.
    pub words: Vec<Word>,
    /// Redirections in order.
    pub redirects: Vec<Redirect>,
}

/// `name=value` or `name+=value`.
#[derive(Debug, Clone)]
pub struct Assignment {
    /// The variable.
    pub name: Vec<u8>,
    /// Whether the value is put after the old one.
    pub append: bool,
    pub value: Word,
}

/// One part of a `case`.
#[derive(Debug, Clone)]
pub struct Arm {
    /// Any of these may match.
    pub patterns: Vec<Word>,
    /// What runs.
    pub body: Command,
    /// What happens after.
    pub end: ArmEnd,
}

/// How a part of a `case` ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ArmEnd {
    Leave,
    /// `;&`: the next body runs, whatever its patterns say.
    FallThrough,
    /// `;|`: the patterns that follow are tried.
    TryNext,
}

/// A word as written: its parts, side by side.
#[derive(Debug, Clone, Default)]
pub struct Word {
    pub parts: Vec<Part>,
}

/// A part of a word.
#[derive(Debug, Clone)]
pub enum Part {
    /// Characters as they stand; outside of quotes they may be patterns, braces or a tilde.
    Literal(Vec<u8>),
    /// Characters that a quote or a backslash protects.
    Quoted(Vec<u8>),
    /// Double quotes and what is in them.
    Double(Vec<Part>),
    Parameter(Box<Parameter>),
    /// `$( … )`, parsed with the line around it.
    Substitution(Arc<Ast>),
    /// Backquotes, parsed when they are expanded.
    Backquote(Vec<u8>),
    Arithmetic(Word),
    /// `@(a|b)` and its kind.
    Group {
        /// One of `*?+@!`, or `(` for a parenthesis in a group, which means the same as `@(`.
        kind: u8,
        alternatives: Vec<Word>,
    },
    /// A `${…}` that means nothing; an error when it is expanded.
    Bad(Vec<u8>),
}

/// A use of a parameter.
#[derive(Debug, Clone)]
pub struct Parameter {
    /// A variable's name, digits, or one of `@*#?-$!`.
    pub name: Vec<u8>,
    /// What is done to its value.
    pub operation: Operation,
    /// As it was written, for messages.
    pub source: Vec<u8>,
}

/// What `${…}` does to a value.
#[derive(Debug, Clone)]
pub enum Operation {
    /// The value itself.
    Value,
    /// `${#name}`
    Length,
    /// `${!name}`: the name itself.
    Name,
    /// `${%name}`: how many columns it takes.
    Width,
    /// `-`, `=`, `?`, `+`, with or without a colon.
    Default {
        /// Which of them.
        kind: DefaultKind,
        /// Whether an empty value counts as unset.
        colon: bool,
        /// The other value.
        word: Word,
    },
    Trim {
        /// Whether the end is cut.
        suffix: bool,
        /// Whether as much as possible is cut.
        longest: bool,
        /// What is cut.
        pattern: Word,
    },
    /// `/` and its kind.
    Replace {
        /// Where a match may be.
        place: Place,
        /// What is replaced.
        pattern: Word,
        /// What comes instead.
        with: Word,
    },
    /// `:offset` and `:offset:length`
    Slice {
        /// From where.
        offset: Word,
        /// How many characters.
        length: Option<Word>,
    },
    /// `@Q`: the value as the shell would read it again.
    Quote,
}

/// Which other value is meant.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DefaultKind {
    Use,
    Assign,
    Fail,
    Instead,
}

/// Where a replacement happens.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Place {
    /// The first match.
    First,
    /// Each match.
    Each,
    /// Only at the beginning.
    Start,
    /// Only at the end.
    End,
}

/// A redirection.
#[derive(Debug, Clone)]
pub struct Redirect {
    /// The descriptor that changes.
    pub descriptor: u8,
    /// What it becomes.
    pub target: Target,
}

/// What a descriptor becomes.
#[derive(Debug, Clone)]
pub enum Target {
    Read(Word),
    /// `>`; `clobber` is `>|`.
    Write {
        /// The file.
        path: Word,
        /// Whether `noclobber` is ignored.
        clobber: bool,
    },
    Append(Word),
    Both(Word),
    /// `>&` and `<&`; the word is a number or `-`.
    Duplicate(Word),
    /// `&>` and `&>>`: standard output and standard error.
    Everything {
        /// The file.
        path: Word,
        /// Whether it is appended to.
        append: bool,
    },
    /// `<<`; the body follows the line.
    Here(Arc<OnceLock<HereBody>>),
    HereString(Word),
}

/// The body of a here document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum HereBody {
    /// The delimiter was quoted, and this is the text.
    Plain(Vec<u8>),
    /// Parsed by [`parse_here`](super::parse_here) when it is expanded, as in mksh.
    Expanded(Vec<u8>),
}

/// A condition of `[[ ]]`.
#[derive(Debug, Clone)]
pub enum Test {
    /// All of them.
    All(Vec<Test>),
    /// Any of them.
    Any(Vec<Test>),
    Not(Box<Test>),
    /// `-f word` and its kind.
    Unary(Vec<u8>, Word),
    /// `word = word` and its kind.
    Binary(Word, Vec<u8>, Word),
}

impl Word {
    /// The word's characters when nothing in it is quoted or expanded.
    #[must_use]
    pub fn plain(&self) -> Option<&[u8]> {
        match self.parts.as_slice() {
            [Part::Literal(bytes)] => Some(bytes),
            _ => None,
        }
    }
}
