//! What holds of the parser of the phone's shell for any bytes.
//!
//! The fuzz target runs this on bytes that libFuzzer makes up; `sim/phone-shell/tests/suite/fuzz_corpus.rs` runs it
//! on the committed corpus with every `cargo test`.

use clawperator_phone_shell::syntax::{
    Ast, Command, HereBody, MAX_DEPTH, Operation, Part, Redirect, Simple, SyntaxError, Target,
    Test, Word, parse, parse_here,
};

/// Panics when the parser makes of `bytes` what it may not.
pub(crate) fn check(bytes: &[u8]) {
    let answer = parse(bytes);
    // As for every C program, a zero byte is the end.
    let line = bytes.split(|byte| *byte == 0).next().unwrap_or_default();
    assert_eq!(
        shown(&parse(line)),
        shown(&answer),
        "the same line got two answers"
    );
    match answer {
        Ok(ast) => check_accepted(line, &ast),
        Err(error) => check_refused(line, &error),
    }
}

fn check_accepted(line: &[u8], ast: &Ast) {
    let mut walk = Walk::default();
    walk.ast(ast, 0);
    let mut bodies = walk.bounded(line);
    while let Some(body) = bodies.pop() {
        if let HereBody::Expanded(text) = body
            && let Ok(word) = parse_here(&text)
        {
            let mut walk = Walk::default();
            walk.word(&word, 0);
            bodies.append(&mut walk.bounded(&text));
        }
    }

    // Complete commands stand for themselves: the same line once more is the same commands once more.
    if line.ends_with(b"\\") {
        return;
    }
    let twice = parse(&[line, b"\n", line].concat())
        .unwrap_or_else(|error| panic!("once it is accepted, twice it is not: {error}"));
    let (first, second) = twice.commands.split_at(ast.commands.len());
    let once = format!("{:?}", ast.commands);
    assert_eq!(format!("{first:?}"), once);
    assert_eq!(format!("{second:?}"), once);
}

fn check_refused(line: &[u8], error: &SyntaxError) {
    // Bytes that are no text take three in their place.
    let message = error.to_string();
    assert!(!message.is_empty() && message.len() <= 3 * line.len() + 100);
}

fn shown(answer: &Result<Ast, SyntaxError>) -> String {
    format!("{answer:?}")
}

/// Goes over a whole tree and counts.
#[derive(Default)]
struct Walk {
    nodes: usize,
    kept: usize,
    sources: usize,
    /// Here documents, which are parsed one by one: they may stand in each other to any depth.
    bodies: Vec<HereBody>,
}

impl Walk {
    /// Nothing of the text is kept twice, but for the source of a parameter, which each level around it repeats.
    fn bounded(self, text: &[u8]) -> Vec<HereBody> {
        assert!(self.nodes <= 4 * text.len() + 4, "{} nodes", self.nodes);
        assert!(self.kept <= text.len(), "{} bytes kept", self.kept);
        assert!(self.sources <= text.len() * MAX_DEPTH);
        self.bodies
    }

    fn enter(&mut self, depth: usize) -> usize {
        self.nodes += 1;
        // A level of nesting has a few nodes: `{ a && b & }` is a group, a list, a background and a chain.
        assert!(depth < 4 * MAX_DEPTH, "the tree is too deep");
        depth + 1
    }

    fn keep(&mut self, bytes: &[u8]) {
        self.kept += bytes.len();
    }

    fn ast(&mut self, ast: &Ast, depth: usize) {
        self.commands(&ast.commands, depth);
    }

    fn commands<'a>(&mut self, commands: impl IntoIterator<Item = &'a Command>, depth: usize) {
        for command in commands {
            self.command(command, depth);
        }
    }

    fn command(&mut self, command: &Command, depth: usize) {
        let depth = self.enter(depth);
        match command {
            Command::Simple(simple) => self.simple(simple, depth),
            Command::Pipeline(stages) => {
                assert!(stages.len() > 1, "a pipeline of one");
                self.commands(stages, depth);
            }
            Command::Chain(first, rest) => {
                assert!(!rest.is_empty(), "a chain of one");
                self.command(first, depth);
                self.commands(rest.iter().map(|(_, command)| command), depth);
            }
            Command::Sequence(commands) => {
                assert_ne!(commands.len(), 1, "a sequence of one");
                self.commands(commands, depth);
            }
            Command::Background(inner) => self.command(inner, depth),
            Command::Not(inner)
            | Command::Subshell(inner)
            | Command::Group(inner)
            | Command::Time(inner) => self.command(inner, depth),
            Command::Redirected(inner, redirects) => {
                assert!(!redirects.is_empty());
                self.command(inner, depth);
                self.redirects(redirects, depth);
            }
            Command::If {
                branches,
                otherwise,
            } => {
                assert!(!branches.is_empty());
                for (condition, body) in branches {
                    self.commands([condition, body], depth);
                }
                self.commands(otherwise.as_deref(), depth);
            }
            Command::Loop {
                condition, body, ..
            } => self.commands([&**condition, &**body], depth),
            Command::For { name, words, body } => {
                self.name(name);
                self.words(words.iter().flatten(), depth);
                self.command(body, depth);
            }
            Command::Case { subject, arms } => {
                self.word(subject, depth);
                for arm in arms {
                    assert!(!arm.patterns.is_empty());
                    self.words(&arm.patterns, depth);
                    self.command(&arm.body, depth);
                }
            }
            Command::Function { name, body } => {
                self.keep(name);
                self.command(body, depth);
            }
            Command::Arithmetic(word) => self.word(word, depth),
            Command::Test(test) => self.test(test, depth),
        }
    }

    fn simple(&mut self, simple: &Simple, depth: usize) {
        let Simple {
            assignments,
            words,
            redirects,
        } = simple;
        assert!(
            !(assignments.is_empty() && words.is_empty() && redirects.is_empty()),
            "a command of nothing"
        );
        for assignment in assignments {
            self.name(&assignment.name);
            self.word(&assignment.value, depth);
        }
        self.words(words, depth);
        self.redirects(redirects, depth);
    }

    fn redirects(&mut self, redirects: &[Redirect], depth: usize) {
        for redirect in redirects {
            assert!(redirect.descriptor <= 9);
            match &redirect.target {
                Target::Read(word)
                | Target::Write { path: word, .. }
                | Target::Append(word)
                | Target::Both(word)
                | Target::Duplicate(word)
                | Target::Everything { path: word, .. }
                | Target::HereString(word) => self.word(word, depth),
                Target::Here(body) => {
                    let body = body.get().expect("every here document has its body");
                    let (HereBody::Plain(text) | HereBody::Expanded(text)) = body;
                    self.keep(text);
                    self.bodies.push(body.clone());
                }
            }
        }
    }

    fn test(&mut self, test: &Test, depth: usize) {
        let depth = self.enter(depth);
        match test {
            Test::All(tests) | Test::Any(tests) => {
                assert!(!tests.is_empty());
                for test in tests {
                    self.test(test, depth);
                }
            }
            Test::Not(inner) => self.test(inner, depth),
            Test::Unary(_, word) => self.word(word, depth),
            Test::Binary(left, _, right) => self.words([left, right], depth),
        }
    }

    fn words<'a>(&mut self, words: impl IntoIterator<Item = &'a Word>, depth: usize) {
        for word in words {
            self.word(word, depth);
        }
    }

    fn word(&mut self, word: &Word, depth: usize) {
        for part in &word.parts {
            self.part(part, depth);
        }
    }

    fn part(&mut self, part: &Part, depth: usize) {
        let depth = self.enter(depth);
        match part {
            Part::Literal(bytes) => {
                assert!(!bytes.is_empty());
                self.keep(bytes);
            }
            Part::Quoted(bytes) | Part::Backquote(bytes) | Part::Bad(bytes) => self.keep(bytes),
            Part::Double(parts) => {
                for part in parts {
                    self.part(part, depth);
                }
            }
            Part::Parameter(parameter) => {
                assert!(!parameter.name.is_empty());
                self.keep(&parameter.name);
                self.sources += parameter.source.len();
                self.operation(&parameter.operation, depth);
            }
            Part::Substitution(ast) => self.ast(ast, depth),
            Part::Arithmetic(word) => self.word(word, depth),
            Part::Group { kind, alternatives } => {
                assert!(b"*?+@!(".contains(kind) && !alternatives.is_empty());
                self.words(alternatives, depth);
            }
        }
    }

    fn operation(&mut self, operation: &Operation, depth: usize) {
        match operation {
            Operation::Value
            | Operation::Length
            | Operation::Name
            | Operation::Width
            | Operation::Quote => {}
            Operation::Default { word, .. } | Operation::Trim { pattern: word, .. } => {
                self.word(word, depth);
            }
            Operation::Replace { pattern, with, .. } => self.words([pattern, with], depth),
            Operation::Slice { offset, length } => {
                self.word(offset, depth);
                self.words(length, depth);
            }
        }
    }

    fn name(&mut self, name: &[u8]) {
        let digit = name.first().is_some_and(u8::is_ascii_digit);
        let all = |byte: &u8| *byte == b'_' || byte.is_ascii_alphanumeric();
        assert!(
            !name.is_empty() && !digit && name.iter().all(all),
            "{name:?} is no name"
        );
        self.keep(name);
    }
}
