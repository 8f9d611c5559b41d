//! What holds of lines for a phone's shell, whatever words they are built from.
//!
//! The fuzz target runs this on words that libFuzzer makes up; `crates/device/tests/suite/fuzz_corpus.rs` runs it on
//! the committed corpus with every `cargo test`.

use clawperator_device::line::{
    Command, LINE_LIMIT, LineError, ShellLine, Word, WordError, program,
};
use clawperator_phone_shell::syntax::{self, Connector, Part, Target, parse};

/// More commands would be nested deeper than the phone's shell reads.
const MOST_COMMANDS: usize = 24;

/// Panics when a line built from the words in `bytes` is not read as it was meant. A NUL ends a word, as none can
/// hold one; the first byte of each decides how its command is joined to the others and whether it succeeds.
pub(crate) fn check(bytes: &[u8]) {
    let words: Vec<&[u8]> = bytes.split(|byte| *byte == 0).collect();
    match (&words[..], Word::new(bytes)) {
        ([_], Ok(word)) => assert_eq!(word.as_bytes(), bytes),
        ([first, ..], Err(WordError::Nul { position })) => assert_eq!(position, first.len()),
        (_, answer) => panic!("{answer:?} for {bytes:?}"),
    }
    check_one_command(&words);
    check_joined(&words[..words.len().min(MOST_COMMANDS)]);
}

/// All words in one command, the last of them also as the file that its output goes to.
fn check_one_command(words: &[&[u8]]) {
    let mut command = Command::new(program::ECHO);
    for word in words {
        command = command.word(Word::new(word).expect("there is no NUL"));
    }
    let file = words.last().copied().unwrap_or_default();
    let command = command
        .discard_errors()
        .output_to(Word::new(file).expect("there is no NUL"))
        .errors_to_output();
    let Some(read) = read(&command.into()) else {
        return;
    };
    let syntax::Command::Simple(simple) = read else {
        panic!("one command became {read:?}");
    };
    assert!(simple.assignments.is_empty());
    let expected: Vec<&[u8]> = [&b"echo"[..]].into_iter().chain(words.to_vec()).collect();
    assert_eq!(texts(&simple.words), expected);

    let redirects: Vec<_> = simple
        .redirects
        .iter()
        .map(|redirect| (redirect.descriptor, &redirect.target))
        .collect();
    let [
        (2, Target::Write { path: nowhere, .. }),
        (1, Target::Write { path, .. }),
        (2, Target::Duplicate(output)),
    ] = &redirects[..]
    else {
        panic!("other redirections: {redirects:?}");
    };
    assert_eq!(text(nowhere), b"/dev/null");
    assert_eq!(text(path), file);
    assert_eq!(text(output), b"1");
}

/// A command for each word, joined in the ways that the words' first bytes say.
fn check_joined(words: &[&[u8]]) {
    let mut commands = words.iter().map(|word| {
        let command = Command::new(program::CAT).word(Word::new(word).expect("there is no NUL"));
        (ShellLine::from(command), Meant::Run(word))
    });
    let mut whole = commands.next().expect("there is one word at least");
    for (word, next) in words.iter().skip(1).zip(commands) {
        let way = word.first().copied().unwrap_or_default();
        let ((left, first), (right, second)) = if way & 1 == 0 {
            (whole, next)
        } else {
            (next, whole)
        };
        let (first, second) = (Box::new(first), Box::new(second));
        whole = match way >> 1 & 3 {
            0 | 1 => (left.then(right), Meant::Then(first, second)),
            2 => (left.and(right), Meant::And(first, second)),
            _ => (left.or(right), Meant::Or(first, second)),
        };
    }
    let (line, meant) = whole;
    let Some(read) = read(&line) else {
        return;
    };
    let (mut expected, mut found) = (Vec::new(), Vec::new());
    let good = meant.run(&mut expected);
    assert_eq!(run(&read, &mut found), good);
    assert_eq!(found, expected);
}

/// What a line was built to do.
enum Meant<'a> {
    Run(&'a [u8]),
    Then(Box<Self>, Box<Self>),
    And(Box<Self>, Box<Self>),
    Or(Box<Self>, Box<Self>),
}

impl Meant<'_> {
    /// Notes which commands run, and answers whether the last of them succeeds.
    fn run(&self, noted: &mut Vec<Vec<u8>>) -> bool {
        match self {
            Self::Run(word) => {
                noted.push(word.to_vec());
                succeeds(word)
            }
            Self::Then(first, second) => {
                first.run(noted);
                second.run(noted)
            }
            Self::And(first, second) => first.run(noted) && second.run(noted),
            Self::Or(first, second) => first.run(noted) || second.run(noted),
        }
    }
}

/// The same for what the phone's shell has read.
fn run(command: &syntax::Command, noted: &mut Vec<Vec<u8>>) -> bool {
    match command {
        syntax::Command::Simple(simple) => {
            assert!(simple.assignments.is_empty() && simple.redirects.is_empty());
            let [name, word] = &texts(&simple.words)[..] else {
                panic!("other words: {:?}", simple.words);
            };
            assert_eq!(name, b"cat");
            noted.push(word.clone());
            succeeds(word)
        }
        syntax::Command::Group(inner) => run(inner, noted),
        syntax::Command::Sequence(commands) => {
            commands.iter().fold(true, |_, command| run(command, noted))
        }
        syntax::Command::Chain(first, rest) => {
            rest.iter()
                .fold(run(first, noted), |good, (connector, command)| {
                    match (connector, good) {
                        (Connector::And, true) | (Connector::Or, false) => run(command, noted),
                        (Connector::And, false) | (Connector::Or, true) => good,
                    }
                })
        }
        other => panic!("no line is built that reads {other:?}"),
    }
}

fn succeeds(word: &[u8]) -> bool {
    word.last().is_none_or(|byte| byte % 2 == 0)
}

/// The one command that the phone's shell reads; nothing when the line is longer than may be sent.
fn read(line: &ShellLine) -> Option<syntax::Command> {
    let encoded = match line.encode() {
        Ok(encoded) => encoded,
        Err(LineError::TooLong { length, limit }) => {
            assert!(length > limit && limit == LINE_LIMIT);
            return None;
        }
        Err(LineError::Word(error)) => panic!("a word without a NUL: {error}"),
    };
    assert!(encoded.len() <= LINE_LIMIT);
    let mut commands = parse(&encoded)
        .unwrap_or_else(|error| panic!("{error}: {}", encoded.escape_ascii()))
        .commands;
    assert_eq!(commands.len(), 1, "several: {}", encoded.escape_ascii());
    commands.pop()
}

fn texts(words: &[syntax::Word]) -> Vec<Vec<u8>> {
    words.iter().map(text).collect()
}

/// The characters of a word in which nothing is left to expand.
fn text(word: &syntax::Word) -> Vec<u8> {
    if let Some(plain) = word.plain() {
        assert!(
            matches!(plain, b"echo" | b"cat" | b"/dev/null" | b"1"),
            "{plain:?} stands without quotes"
        );
        return plain.to_vec();
    }
    let parts = word.parts.iter().flat_map(|part| match part {
        Part::Quoted(bytes) => bytes.clone(),
        other => panic!("not protected: {other:?}"),
    });
    parts.collect()
}
