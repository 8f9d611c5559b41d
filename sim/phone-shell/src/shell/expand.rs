//! From words as written to words as commands receive them.

use super::arithmetic::evaluate;
use super::field::{Field, Mark};
use super::session::{Interrupt, Session, Step, on_heap};
use super::{braces, glob};
use crate::io::pipe;
use crate::syntax::{Ast, Command, Operation, Part, Word};

/// How many bytes one command's words may have together.
const MAX_EXPANSION: usize = 4 * 1024 * 1024;
/// How many words one command may have.
const MAX_FIELDS: usize = 128 * 1024;

/// Whether unquoted expansions are split into fields.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Splitting {
    Split,
    Whole,
}

/// Where the splitting of a word is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Place {
    /// Nothing of the next field was seen, and nothing but a delimiter may have come before.
    Outside,
    /// White space has ended a field; a delimiter that follows belongs to that end.
    AfterSpace,
    /// In a field.
    Inside,
}

/// Collects the fields of one word.
#[derive(Debug)]
pub(crate) struct Expander {
    fields: Vec<Field>,
    current: Field,
    place: Place,
    splitting: Splitting,
    separators: Vec<u8>,
    size: usize,
    other_value: bool,
}

impl Session {
    /// Expands words fully: parameters, splitting, braces and file names.
    pub(crate) async fn expand_words(&mut self, words: &[Word]) -> Result<Vec<Vec<u8>>, Interrupt> {
        let mut result = Vec::new();
        let mut size = 0;
        for word in words {
            if let Some(plain) = simple_text(word) {
                size += plain.len();
                result.push(plain);
                continue;
            }
            let fields = on_heap(|| self.expand_fields(word)).await?;
            for field in fields {
                let words = if self.options.no_glob {
                    vec![field]
                } else {
                    braces::expand(field)
                };
                for field in words {
                    if self.options.no_glob || !glob::is_pattern(&field) {
                        size += field.bytes.len();
                        result.push(field.text());
                    } else {
                        let found = glob::expand(&self.core.files, &self.directory, &field);
                        size += found.iter().map(Vec::len).sum::<usize>();
                        result.extend(found);
                    }
                }
            }
            if size > MAX_EXPANSION || result.len() > MAX_FIELDS {
                return Err(self.fail("argument list too long").await);
            }
            self.tick().await;
        }
        Ok(result)
    }

    async fn expand_fields(&mut self, word: &Word) -> Result<Vec<Field>, Interrupt> {
        let mut expander = Expander::new(self, Splitting::Split);
        let parts = self.with_tilde(word, false);
        self.expand_parts(&parts, false, &mut expander).await?;
        Ok(expander.finish())
    }

    /// Expands a word to one text, without splitting, braces or file names.
    pub(crate) async fn expand_text(&mut self, word: &Word) -> Result<Vec<u8>, Interrupt> {
        if let Some(plain) = simple_text(word) {
            return Ok(plain);
        }
        Ok(self.expand_pattern(word).await?.text())
    }

    /// Expands the value of an assignment, in which a tilde may follow each colon.
    pub(crate) async fn expand_assignment(&mut self, word: &Word) -> Result<Vec<u8>, Interrupt> {
        let mut expander = Expander::new(self, Splitting::Whole);
        let parts = self.with_tilde(word, true);
        self.expand_parts(&parts, false, &mut expander).await?;
        Ok(expander.whole().text())
    }

    /// Expands a word to one text that remembers what was quoted.
    pub(crate) async fn expand_pattern(&mut self, word: &Word) -> Result<Field, Interrupt> {
        let mut expander = Expander::new(self, Splitting::Whole);
        let parts = self.with_tilde(word, false);
        self.expand_parts(&parts, false, &mut expander).await?;
        Ok(expander.whole())
    }

    /// Expands what is given as input by `<<<`: one text, in which a tilde stands for itself.
    pub(crate) async fn expand_here_string(&mut self, word: &Word) -> Result<Vec<u8>, Interrupt> {
        let mut expander = Expander::new(self, Splitting::Whole);
        self.expand_parts(&word.parts, false, &mut expander).await?;
        let mut text = expander.whole().text();
        let cut = matches!(word.parts.as_slice(), [Part::Parameter(parameter)]
            if matches!(parameter.operation, Operation::Trim { .. }));
        // mksh writes no newline when nothing is left of a value that was cut.
        if !(cut && text.is_empty()) {
            text.push(b'\n');
        }
        Ok(text)
    }

    pub(crate) fn expand_parts<'a>(
        &'a mut self,
        parts: &'a [Part],
        quoted: bool,
        expander: &'a mut Expander,
    ) -> Step<'a, ()> {
        Box::pin(async move {
            for part in parts {
                on_heap(|| self.expand_part(part, quoted, expander)).await?;
                if expander.size > MAX_EXPANSION || expander.fields.len() > MAX_FIELDS {
                    return Err(self.fail("argument list too long").await);
                }
            }
            Ok(())
        })
    }

    async fn expand_part(
        &mut self,
        part: &Part,
        quoted: bool,
        expander: &mut Expander,
    ) -> Result<(), Interrupt> {
        match part {
            Part::Literal(bytes) if quoted => expander.quoted(bytes),
            Part::Literal(bytes) => expander.active(bytes),
            Part::Quoted(bytes) => expander.quoted(bytes),
            Part::Double(parts) => {
                if parts.is_empty() {
                    expander.quoted(b"");
                }
                self.expand_parts(parts, true, expander).await?;
            }
            Part::Parameter(parameter) => {
                on_heap(|| self.expand_parameter(parameter, quoted, expander)).await?;
            }
            Part::Substitution(ast) => {
                let output = self.substitute(ast).await?;
                expander.expansion(&output, quoted);
            }
            Part::Backquote(source) => {
                let output = self.substitute_source(source).await?;
                expander.expansion(&output, quoted);
            }
            Part::Arithmetic(word) => {
                let value = on_heap(|| self.arithmetic(word)).await?;
                expander.expansion(value.to_string().as_bytes(), quoted);
            }
            Part::Group { kind, alternatives } => {
                expander.operator(*kind);
                for (index, alternative) in alternatives.iter().enumerate() {
                    if index > 0 {
                        expander.operator(b'|');
                    }
                    self.expand_parts(&alternative.parts, quoted, expander)
                        .await?;
                }
                expander.operator(b')');
            }
            Part::Bad(source) => {
                let mut message = source.clone();
                message.extend_from_slice(b": bad substitution");
                return Err(self.fail(message).await);
            }
        }
        Ok(())
    }

    /// Evaluates an expression after expanding it.
    pub(crate) async fn arithmetic(&mut self, word: &Word) -> Result<i32, Interrupt> {
        let mut expander = Expander::new(self, Splitting::Whole);
        self.expand_parts(&word.parts, true, &mut expander).await?;
        let text = expander.whole().text();
        match evaluate(&text, &mut self.variables) {
            Ok(value) => Ok(value),
            Err(error) => {
                let mut message = error.expression;
                message.extend_from_slice(b": ");
                message.extend_from_slice(error.reason.as_bytes());
                Err(self.fail(message).await)
            }
        }
    }

    async fn substitute_source(&mut self, source: &[u8]) -> Result<Vec<u8>, Interrupt> {
        match crate::syntax::parse(source) {
            Ok(ast) => self.substitute(&ast).await,
            Err(error) => Err(self.fail(error.to_string()).await),
        }
    }

    /// Runs commands in a subshell and takes what they write, without the newlines at its end.
    pub(crate) fn substitute<'a>(&'a mut self, ast: &'a Ast) -> Step<'a, Vec<u8>> {
        Box::pin(async move {
            self.enter().await?;
            let mut subshell = self.subshell();
            let (output, mut input) = pipe();
            subshell
                .descriptors
                .insert(1, super::session::Descriptor::Write(output));
            let run = async move {
                let mut status = 0;
                for command in &ast.commands {
                    match subshell.execute(command).await {
                        Ok(value) => status = value,
                        Err(interrupt) => return Session::end(Err(interrupt)),
                    }
                }
                Session::end(Ok(status))
            };
            let collect = async move {
                let mut text = Vec::new();
                while let Some(chunk) = input.read().await {
                    if text.len() + chunk.len() > MAX_EXPANSION {
                        return None;
                    }
                    text.extend_from_slice(&chunk);
                }
                Some(text)
            };
            let (status, text) = if let Some(path) = read_only_input(ast) {
                // `$(< file)` reads the file without running anything.
                let content = self.read_whole(path).await;
                self.leave();
                (0, Some(content?))
            } else {
                let ran = futures_util::join!(run, collect);
                self.leave();
                ran
            };
            self.substituted = Some(status);
            let Some(mut text) = text else {
                return Err(self.fail("command output too long").await);
            };
            text.retain(|byte| *byte != 0);
            while text.last() == Some(&b'\n') {
                text.pop();
            }
            Ok(text)
        })
    }

    async fn read_whole(&mut self, path: &Word) -> Result<Vec<u8>, Interrupt> {
        let name = self.expand_text(path).await?;
        match self
            .core
            .files
            .read(crate::files::join(&self.directory, &name))
        {
            Ok(content) if content.len() <= MAX_EXPANSION => Ok(content.to_vec()),
            Ok(_) => Err(self.fail("command output too long").await),
            Err(error) => {
                let mut message = b"can't open ".to_vec();
                message.extend_from_slice(&name);
                message.extend_from_slice(format!(": {error}").as_bytes());
                self.complain(message).await;
                Ok(Vec::new())
            }
        }
    }

    /// The word with its tilde replaced, when it begins with one that stands for a folder.
    pub(crate) fn with_tilde<'a>(
        &self,
        word: &'a Word,
        assignment: bool,
    ) -> std::borrow::Cow<'a, [Part]> {
        let Some(Part::Literal(first)) = word.parts.first() else {
            return word.parts.as_slice().into();
        };
        if !first.contains(&b'~') {
            return word.parts.as_slice().into();
        }
        // In a plain word a tilde counts at the beginning and after the first equals sign.
        let equals = first
            .iter()
            .position(|byte| *byte == b'=')
            .filter(|_| !assignment && !first.starts_with(b"~"));
        let alone = word.parts.len() == 1;
        let mut parts = Vec::new();
        let mut start = 0;
        if let Some(index) = equals {
            parts.push(Part::Literal(first.split_at(index + 1).0.to_vec()));
            start = index + 1;
        }
        let rest = first.split_at(start).1;
        let pieces: Vec<&[u8]> = if assignment {
            rest.split(|byte| *byte == b':').collect()
        } else {
            vec![rest]
        };
        let last = pieces.len().saturating_sub(1);
        for (index, piece) in pieces.iter().enumerate() {
            if index > 0 {
                parts.push(Part::Literal(b":".to_vec()));
            }
            let end = piece.iter().position(|byte| *byte == b'/');
            let complete = end.is_some() || index < last || alone;
            let head = piece.split_at(end.unwrap_or(piece.len())).0;
            match self.tilde(head).filter(|_| complete) {
                Some(folder) => {
                    parts.push(Part::Quoted(folder));
                    parts.push(Part::Literal(piece.split_at(head.len()).1.to_vec()));
                }
                None => parts.push(Part::Literal(piece.to_vec())),
            }
        }
        parts.extend_from_slice(word.parts.split_at(1).1);
        parts.into()
    }

    /// The folder that a tilde prefix stands for. Users are not looked up: Android's shell cannot.
    fn tilde(&self, prefix: &[u8]) -> Option<Vec<u8>> {
        match prefix {
            b"~" => self.variables.get(b"HOME").map(<[u8]>::to_vec),
            b"~+" => Some(self.directory.clone()),
            b"~-" => self.variables.get(b"OLDPWD").map(<[u8]>::to_vec),
            _ => None,
        }
    }
}

impl Expander {
    fn new(session: &Session, splitting: Splitting) -> Self {
        let separators = session.variables.get(b"IFS").unwrap_or(b" \t\n").to_vec();
        Self {
            fields: Vec::new(),
            current: Field::default(),
            place: Place::Outside,
            splitting,
            separators,
            size: 0,
            other_value: false,
        }
    }

    fn grow(&mut self, bytes: &[u8], mark: Mark) {
        self.place = Place::Inside;
        self.size += bytes.len();
        self.current.extend(bytes, mark);
    }

    pub(crate) fn quoted(&mut self, bytes: &[u8]) {
        self.grow(bytes, Mark::Quoted);
    }

    fn active(&mut self, bytes: &[u8]) {
        if self.other_value {
            return self.expansion(bytes, false);
        }
        self.grow(bytes, Mark::Active);
    }

    fn operator(&mut self, byte: u8) {
        self.grow(&[byte], Mark::Operator);
    }

    /// Adds what an expansion came to; outside of quotes it is split.
    pub(crate) fn expansion(&mut self, bytes: &[u8], quoted: bool) {
        if quoted {
            return self.quoted(bytes);
        }
        if self.splitting == Splitting::Whole {
            self.size += bytes.len();
            self.current.extend(bytes, Mark::Active);
            return;
        }
        for byte in bytes {
            let separates = self.separators.contains(byte);
            if !separates {
                self.grow(&[*byte], Mark::Active);
            } else if matches!(byte, b' ' | b'\t' | b'\n') {
                if self.place == Place::Inside {
                    self.end_field();
                    self.place = Place::AfterSpace;
                }
            } else {
                if self.place != Place::AfterSpace {
                    self.end_field();
                }
                self.place = Place::Outside;
            }
        }
    }

    /// A list of parameters begins: a separator at its very start makes no empty field.
    pub(crate) fn begin_list(&mut self) {
        if self.place == Place::Outside {
            self.place = Place::AfterSpace;
        }
    }

    /// Ends a field between two positional parameters.
    pub(crate) fn break_field(&mut self) {
        if self.splitting == Splitting::Whole {
            self.current.push(b' ', Mark::Quoted);
        } else if self.place == Place::Inside {
            self.end_field();
            self.place = Place::AfterSpace;
        }
    }

    /// Says whether what follows is the other value of a parameter, whose unquoted text is split too.
    pub(crate) fn in_expansion(&mut self, expansion: bool) -> bool {
        std::mem::replace(&mut self.other_value, expansion)
    }

    /// What joins the positional parameters in `"$*"`.
    pub(crate) fn joiner(&self) -> Option<u8> {
        self.separators.first().copied()
    }

    pub(crate) fn splits(&self) -> bool {
        self.splitting == Splitting::Split
    }

    fn end_field(&mut self) {
        self.fields.push(std::mem::take(&mut self.current));
    }

    fn finish(mut self) -> Vec<Field> {
        if self.place == Place::Inside {
            self.end_field();
        }
        self.fields
    }

    fn whole(self) -> Field {
        self.current
    }
}

/// The text of a word in which there is nothing to expand.
fn simple_text(word: &Word) -> Option<Vec<u8>> {
    let mut text = Vec::new();
    for part in &word.parts {
        match part {
            Part::Quoted(bytes) => text.extend_from_slice(bytes),
            Part::Literal(bytes) if !bytes.iter().any(|byte| b"*?[{~".contains(byte)) => {
                text.extend_from_slice(bytes);
            }
            _ => return None,
        }
    }
    Some(text)
}

/// The file of `$(< file)`.
fn read_only_input(ast: &Ast) -> Option<&Word> {
    let [Command::Simple(simple)] = ast.commands.as_slice() else {
        return None;
    };
    match simple.redirects.as_slice() {
        [
            crate::syntax::Redirect {
                descriptor: 0,
                target: crate::syntax::Target::Read(path),
            },
        ] if simple.words.is_empty() && simple.assignments.is_empty() => Some(path),
        _ => None,
    }
}
