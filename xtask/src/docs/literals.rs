//! The string literals of a Rust file, without those of comments, attributes and tests.

/// What stands before code of tests.
const TESTS: &str = "#[cfg(test)]";

/// Every literal of the code before its tests, with line continuations joined.
pub(super) fn literals(source: &str) -> Vec<String> {
    let mut reader = Reader {
        rest: before_tests(source),
        before: String::new(),
        found: Vec::new(),
    };
    while reader.step() {}
    reader.found
}

/// The code before a module of tests that is in the file; one that is a file of its own ends nothing.
fn before_tests(source: &str) -> &str {
    let is_module = |after: &str| {
        let item = after.trim_start();
        let end = item.find(['{', ';']);
        item.starts_with("mod ")
            && end.is_some_and(|end| item.get(end..).is_some_and(|it| it.starts_with('{')))
    };
    let mut marks = source.match_indices(TESTS);
    let place = marks.find_map(|(place, mark)| {
        let after = source.get(place + mark.len()..)?;
        is_module(after).then_some(place)
    });
    place
        .and_then(|place| source.get(..place))
        .unwrap_or(source)
}

struct Reader<'s> {
    rest: &'s str,
    /// The code before, without blanks, as far as it matters.
    before: String,
    found: Vec<String>,
}

impl Reader<'_> {
    /// Reads one piece; false at the end.
    fn step(&mut self) -> bool {
        let Some(first) = self.rest.chars().next() else {
            return false;
        };
        if self.rest.starts_with("//") {
            self.skip(self.rest.find('\n').unwrap_or(self.rest.len()));
        } else if let Some(length) = character(self.rest) {
            self.skip(length);
        } else if let Some((text, length)) = raw(self.rest).filter(|_| !self.in_name()) {
            self.keep(text, length);
        } else if first == '"' {
            let (text, length) = quoted(self.rest);
            self.keep(text, length);
        } else {
            if !first.is_whitespace() {
                self.before.push(first);
            }
            self.skip(first.len_utf8());
        }
        true
    }

    /// Whether the last letter belongs to a name, as the `r` of `for`.
    fn in_name(&self) -> bool {
        self.before
            .ends_with(|letter: char| letter.is_alphanumeric() || letter == '_')
    }

    fn keep(&mut self, text: String, length: usize) {
        // Reasons of lints are for whoever reads the code.
        if !self.before.ends_with("reason=") {
            self.found.push(text);
        }
        self.before.clear();
        self.skip(length);
    }

    fn skip(&mut self, length: usize) {
        self.rest = self.rest.get(length..).unwrap_or_default();
    }
}

/// The length of a character literal at the beginning; lifetimes are none.
fn character(rest: &str) -> Option<usize> {
    let inside = rest.strip_prefix('\'')?;
    if inside.starts_with('\\') {
        return inside.get(2..)?.find('\'').map(|end| end + 4);
    }
    let letter = inside.chars().next()?;
    let after = inside.get(letter.len_utf8()..)?;
    after.starts_with('\'').then_some(letter.len_utf8() + 2)
}

fn raw(rest: &str) -> Option<(String, usize)> {
    let after = rest.strip_prefix('r')?;
    let hashes = after.len() - after.trim_start_matches('#').len();
    let body = after.get(hashes..)?.strip_prefix('"')?;
    let end = format!("\"{}", "#".repeat(hashes));
    let length = body.find(&end)?;
    Some((
        body.get(..length)?.to_owned(),
        1 + hashes + 1 + length + end.len(),
    ))
}

fn quoted(rest: &str) -> (String, usize) {
    let mut text = String::new();
    let mut letters = rest.char_indices().skip(1).peekable();
    while let Some((place, letter)) = letters.next() {
        match letter {
            '"' => return (text, place + 1),
            '\\' => match letters.next() {
                // A line that goes on.
                Some((_, '\n')) => {
                    while letters
                        .next_if(|(_, letter)| letter.is_whitespace())
                        .is_some()
                    {}
                }
                Some((_, 'n')) => text.push('\n'),
                Some((_, other)) => text.push(other),
                None => {}
            },
            _ => text.push(letter),
        }
    }
    (text, rest.len())
}

#[cfg(test)]
mod tests {
    use super::literals;

    #[test]
    fn literals_are_found_where_code_has_them() {
        let source = r#"
            // "a comment"
            #[expect(lint, reason = "for readers of the code")]
            fn f<'a>(x: &'a str) -> char { say("one \
                two"); for_r("five\"six"); '"' }
            #[cfg(test)]
            mod tests { "seven" }
        "#;
        assert_eq!(literals(source), ["one two", "five\"six"]);
        let beside = "#[cfg(test)]\nmod tests;\nsay(\"eight\"); #[cfg(test)] const A: u8 = 1; say(\"nine\");";
        assert_eq!(literals(beside), ["eight", "nine"]);
        let raw = "say(r#\"three \"four\"\"#); say(r\"five\");";
        assert_eq!(literals(raw), ["three \"four\"", "five"]);
    }
}
