//! Conditions: `test`, `[` and `[[ ]]`.

use super::arithmetic::evaluate;
use super::pattern::Pattern;
use super::session::{Descriptor, Interrupt, Session, Step};
use crate::files::{FileKind, FileSystem, Metadata};
use crate::shell::simple::arguments;
use crate::syntax::Test;

impl Session {
    /// `[[ … ]]`: 0 when it holds, 1 when not.
    pub(crate) fn execute_test<'a>(&'a mut self, test: &'a Test) -> Step<'a, u8> {
        Box::pin(async move {
            let holds = match test {
                Test::All(tests) => {
                    let mut holds = true;
                    for test in tests {
                        holds = holds && self.execute_test(test).await? == 0;
                    }
                    holds
                }
                Test::Any(tests) => {
                    let mut holds = false;
                    for test in tests {
                        holds = holds || self.execute_test(test).await? == 0;
                    }
                    holds
                }
                Test::Not(test) => self.execute_test(test).await? != 0,
                Test::Unary(operator, word) => {
                    let operand = self.expand_text(word).await?;
                    self.unary(operator, &operand).unwrap_or(false)
                }
                Test::Binary(left, operator, right) => {
                    let left = self.expand_text(left).await?;
                    match operator.as_slice() {
                        b"=" | b"==" => {
                            Pattern::new(&self.expand_pattern(right).await?).matches(&left)
                        }
                        b"!=" => !Pattern::new(&self.expand_pattern(right).await?).matches(&left),
                        operator => {
                            let right = self.expand_text(right).await?;
                            match self.binary(&left, operator, &right) {
                                Ok(holds) => holds,
                                Err(message) => return Err(self.fail(message).await),
                            }
                        }
                    }
                }
            };
            Ok(u8::from(!holds))
        })
    }

    /// `test` and `[`: 0, 1, or 2 when the condition makes no sense.
    pub(crate) async fn test(&mut self, words: &[Vec<u8>]) -> Result<u8, Interrupt> {
        // `test` or `[`.
        let name = words.first().cloned().unwrap_or_default();
        let mut arguments = arguments(words);
        if name == b"[" {
            match arguments.split_last() {
                Some((last, rest)) if last == b"]" => arguments = rest,
                _ => {
                    self.complain("[: missing ]").await;
                    return Ok(2);
                }
            }
        }
        let mut evaluation = Evaluation {
            session: self,
            words: arguments,
            position: 0,
            depth: 0,
        };
        match evaluation.whole() {
            Ok(holds) => Ok(u8::from(!holds)),
            Err(message) => {
                self.complain([name.as_slice(), b": ", &message].concat())
                    .await;
                Ok(2)
            }
        }
    }

    fn unary(&mut self, operator: &[u8], operand: &[u8]) -> Option<bool> {
        let [b'-', letter] = operator else {
            return None;
        };
        Some(match letter {
            b'n' => !operand.is_empty(),
            b'z' => operand.is_empty(),
            b'o' => operand == b"utf8-mode" || operand == b"braceexpand",
            b't' => {
                let descriptor = std::str::from_utf8(operand)
                    .ok()
                    .and_then(|number| number.parse::<u8>().ok());
                let open = descriptor.and_then(|number| self.descriptors.get(&number));
                self.terminal.is_some()
                    && matches!(open, Some(Descriptor::Read(_) | Descriptor::Write(_)))
            }
            b'v' => self.variables.get(operand).is_some(),
            letter => return file_test(&self.core.files, &self.directory, *letter, operand),
        })
    }

    fn binary(&mut self, left: &[u8], operator: &[u8], right: &[u8]) -> Result<bool, Vec<u8>> {
        let files = &self.core.files;
        let modified = |path: &[u8]| {
            files
                .metadata(crate::files::join(&self.directory, path))
                .ok()
                .map(|metadata| metadata.modified)
        };
        match operator {
            b"=" | b"==" => return Ok(left == right),
            b"!=" => return Ok(left != right),
            b"<" => return Ok(left < right),
            b">" => return Ok(left > right),
            b"-nt" => return Ok(modified(left) > modified(right)),
            b"-ot" => return Ok(modified(left) < modified(right)),
            b"-ef" => {
                let inode = |path: &[u8]| {
                    files
                        .metadata(crate::files::join(&self.directory, path))
                        .ok()
                        .map(|metadata| metadata.inode)
                };
                return Ok(inode(left).is_some() && inode(left) == inode(right));
            }
            _ => {}
        }
        let mut number = |word: &[u8]| {
            evaluate(word, &mut self.variables).map_err(|error| {
                [error.expression.as_slice(), b": ", error.reason.as_bytes()].concat()
            })
        };
        let (left, right) = (number(left)?, number(right)?);
        Ok(match operator {
            b"-eq" => left == right,
            b"-ne" => left != right,
            b"-lt" => left < right,
            b"-le" => left <= right,
            b"-gt" => left > right,
            _ => left >= right,
        })
    }
}

/// What a letter asks of a path; `None` for a letter that means nothing.
pub(crate) fn file_test(
    files: &FileSystem,
    directory: &[u8],
    letter: u8,
    path: &[u8],
) -> Option<bool> {
    let path = crate::files::join(directory, path);
    let metadata = if matches!(letter, b'h' | b'L') {
        files.link_metadata(&path)
    } else {
        files.metadata(&path)
    };
    let may = |metadata: &Metadata, bits| files.identity().may(metadata.mode, metadata.owner, bits);
    let test: &dyn Fn(&Metadata) -> bool = match letter {
        b'a' | b'e' => &|_| true,
        b'f' => &|metadata| matches!(metadata.kind, FileKind::File | FileKind::Program),
        b'd' => &|metadata| metadata.kind == FileKind::Directory,
        b'h' | b'L' => &|metadata| metadata.kind == FileKind::Link,
        b'c' => &|metadata| matches!(metadata.kind, FileKind::Device(_)),
        b's' => &|metadata| metadata.size > 0,
        b'r' => &|metadata| may(metadata, 4),
        b'w' => &|metadata| may(metadata, 2),
        b'x' => &|metadata| may(metadata, 1) && metadata.mode & 0o111 != 0,
        b'u' => &|metadata| metadata.mode & 0o4000 != 0,
        b'g' => &|metadata| metadata.mode & 0o2000 != 0,
        b'k' => &|metadata| metadata.mode & 0o1000 != 0,
        b'O' => &|metadata| metadata.owner.user == files.identity().user,
        b'G' => &|metadata| files.identity().groups.first() == Some(&metadata.owner.group),
        b'p' | b'b' | b'S' => &|_| false,
        _ => return None,
    };
    Some(metadata.is_ok_and(|metadata| test(&metadata)))
}

/// The words of `test`, read by mksh's rules for few words and by a grammar for more.
struct Evaluation<'a> {
    session: &'a mut Session,
    words: &'a [Vec<u8>],
    position: usize,
    depth: usize,
}

const MAX_DEPTH: usize = 64;

impl Evaluation<'_> {
    fn whole(&mut self) -> Result<bool, Vec<u8>> {
        if let Some(answer) = self.few() {
            return answer;
        }
        let holds = self.either()?;
        match self.words.get(self.position) {
            None => Ok(holds),
            Some(word) => Err([word.as_slice(), b": unexpected operator/operand"].concat()),
        }
    }

    /// Up to four words are read by their number, so that operands may look like operators.
    fn few(&mut self) -> Option<Result<bool, Vec<u8>>> {
        let mut words = self.words;
        let mut negated = false;
        loop {
            let answer = match words {
                [] => Some(Ok(false)),
                [word] => Some(Ok(!word.is_empty())),
                [first, operand] if first != b"!" => self.session.unary(first, operand).map(Ok),
                [left, operator, right] if is_binary(operator) => {
                    let operator = operator.clone();
                    Some(self.session.binary(left, &operator, right))
                }
                [open, word, close] if open == b"(" && close == b")" => Some(Ok(!word.is_empty())),
                _ => None,
            };
            if let Some(answer) = answer {
                return Some(answer.map(|holds| holds != negated));
            }
            match words {
                [first, rest @ ..] if first == b"!" && words.len() <= 4 => {
                    negated = !negated;
                    words = rest;
                }
                _ => return None,
            }
        }
    }

    fn either(&mut self) -> Result<bool, Vec<u8>> {
        let mut holds = self.both()?;
        while self.eat(b"-o") {
            holds |= self.both()?;
        }
        Ok(holds)
    }

    fn both(&mut self) -> Result<bool, Vec<u8>> {
        let mut holds = self.not()?;
        while self.eat(b"-a") {
            holds &= self.not()?;
        }
        Ok(holds)
    }

    fn not(&mut self) -> Result<bool, Vec<u8>> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return Err(b"expression too deep".to_vec());
        }
        let holds = if self.words.get(self.position + 1).is_some() && self.eat(b"!") {
            !self.not()?
        } else {
            self.primary()?
        };
        self.depth -= 1;
        Ok(holds)
    }

    fn primary(&mut self) -> Result<bool, Vec<u8>> {
        let Some(first) = self.words.get(self.position).cloned() else {
            return Err(b"expression expected".to_vec());
        };
        if let Some(operator) = self
            .words
            .get(self.position + 1)
            .filter(|word| is_binary(word))
            .cloned()
        {
            let Some(right) = self.words.get(self.position + 2).cloned() else {
                return Err([operator.as_slice(), b": missing second argument"].concat());
            };
            self.position += 3;
            return self.session.binary(&first, &operator, &right);
        }
        if first == b"(" && self.words.len() > self.position + 1 {
            self.position += 1;
            let holds = self.either()?;
            return if self.eat(b")") {
                Ok(holds)
            } else {
                Err(b"missing )".to_vec())
            };
        }
        self.position += 1;
        if let Some(operand) = self.words.get(self.position).cloned()
            && let Some(holds) = self.session.unary(&first, &operand)
        {
            self.position += 1;
            return Ok(holds);
        }
        Ok(!first.is_empty())
    }

    fn eat(&mut self, word: &[u8]) -> bool {
        let found = self
            .words
            .get(self.position)
            .is_some_and(|next| next == word);
        if found {
            self.position += 1;
        }
        found
    }
}

fn is_binary(word: &[u8]) -> bool {
    matches!(
        word,
        b"=" | b"=="
            | b"!="
            | b"<"
            | b">"
            | b"-eq"
            | b"-ne"
            | b"-lt"
            | b"-le"
            | b"-gt"
            | b"-ge"
            | b"-nt"
            | b"-ot"
            | b"-ef"
    )
}
