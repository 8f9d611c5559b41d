//! Builtins that make, show and remove variables.

use std::sync::Arc;

use super::table::number;
use crate::shell::quote::quote;
use crate::shell::session::{Interrupt, Session};
use crate::syntax::is_name;

impl Session {
    pub(super) async fn list_variables(&self) -> Result<u8, Interrupt> {
        let mut lines = Vec::new();
        for (name, variable) in self.variables.iter() {
            if let Some(value) = &variable.value {
                lines.extend_from_slice(&[name.as_slice(), b"=", &quote(value), b"\n"].concat());
            }
        }
        self.output(1).write(lines).await?;
        Ok(0)
    }

    pub(super) async fn export(&mut self, arguments: &[Vec<u8>]) -> Result<u8, Interrupt> {
        if arguments.is_empty() || arguments.first().is_some_and(|word| word == b"-p") {
            let prefix: &[u8] = if arguments.is_empty() {
                b""
            } else {
                b"export "
            };
            let shows_value = !arguments.is_empty();
            return self
                .list_marked(prefix, shows_value, |variable| variable.exported)
                .await;
        }
        for word in arguments.iter().filter(|word| *word != b"--") {
            let name = self.declare("export", word).await?;
            self.variables.attributes(&name).exported = true;
        }
        Ok(0)
    }

    pub(super) async fn readonly(&mut self, arguments: &[Vec<u8>]) -> Result<u8, Interrupt> {
        if arguments.is_empty() || arguments.first().is_some_and(|word| word == b"-p") {
            let prefix: &[u8] = if arguments.is_empty() {
                b""
            } else {
                b"readonly "
            };
            let shows_value = !arguments.is_empty();
            return self
                .list_marked(prefix, shows_value, |variable| variable.read_only)
                .await;
        }
        for word in arguments.iter().filter(|word| *word != b"--") {
            let name = self.declare("readonly", word).await?;
            self.variables.attributes(&name).read_only = true;
        }
        Ok(0)
    }

    async fn list_marked(
        &self,
        prefix: &[u8],
        shows_value: bool,
        wanted: fn(&crate::shell::variables::Variable) -> bool,
    ) -> Result<u8, Interrupt> {
        let mut lines = Vec::new();
        for (name, variable) in self
            .variables
            .iter()
            .filter(|(_, variable)| wanted(variable))
        {
            lines.extend_from_slice(prefix);
            lines.extend_from_slice(name);
            if shows_value && let Some(value) = &variable.value {
                lines.push(b'=');
                lines.extend_from_slice(&quote(value));
            }
            lines.push(b'\n');
        }
        self.output(1).write(lines).await?;
        Ok(0)
    }

    /// Takes `name` or `name=value`, sets the value, and answers the name.
    async fn declare(&mut self, builtin: &str, word: &[u8]) -> Result<Vec<u8>, Interrupt> {
        let (name, value) = match word.iter().position(|byte| *byte == b'=') {
            Some(index) => (word.get(..index).unwrap_or_default(), word.get(index + 1..)),
            None => (word, None),
        };
        let (name, append) = match name.strip_suffix(b"+") {
            Some(name) if value.is_some() => (name, true),
            _ => (name, false),
        };
        if !is_name(name) {
            self.builtin_error(builtin, [word, b": is not an identifier"].concat())
                .await;
            return Err(Interrupt::Abort(1));
        }
        if let Some(value) = value {
            let old = if append {
                self.variables.get(name).unwrap_or_default().to_vec()
            } else {
                Vec::new()
            };
            self.assign(name, [old.as_slice(), value].concat()).await?;
        }
        Ok(name.to_vec())
    }

    pub(super) async fn typeset(&mut self, arguments: &[Vec<u8>]) -> Result<u8, Interrupt> {
        let (mut exported, mut read_only, mut integer, mut functions) = (None, None, None, false);
        let mut rest = arguments;
        while let Some(([sign @ (b'-' | b'+'), letters @ ..], after)) = rest
            .split_first()
            .map(|(word, after)| (word.as_slice(), after))
        {
            if letters.is_empty() {
                break;
            }
            rest = after;
            if letters == b"-" {
                break;
            }
            let on = *sign == b'-';
            for letter in letters {
                match letter {
                    b'x' => exported = Some(on),
                    b'r' => read_only = Some(on),
                    b'i' => integer = Some(on),
                    b'f' => functions = true,
                    b'g' | b'l' | b'u' | b'L' | b'R' | b'Z' | b'U' | b't' | b'p' | b'n' => {}
                    _ => {
                        self.builtin_error(
                            "typeset",
                            [b"-", std::slice::from_ref(letter), b": unknown option"].concat(),
                        )
                        .await;
                        return Ok(1);
                    }
                }
            }
        }
        if functions {
            return Ok(u8::from(
                rest.iter().any(|name| !self.functions.contains_key(name)),
            ));
        }
        if rest.is_empty() {
            return self.list_variables().await;
        }
        for word in rest {
            let end = word
                .iter()
                .position(|byte| matches!(byte, b'=' | b'+'))
                .unwrap_or(word.len());
            let name = word.get(..end).unwrap_or_default().to_vec();
            if !is_name(&name) {
                self.builtin_error(
                    "typeset",
                    [word.as_slice(), b": is not an identifier"].concat(),
                )
                .await;
                return Ok(1);
            }
            self.variables.localize(&name);
            if let Some(on) = integer {
                self.variables.attributes(&name).integer = on;
            }
            self.declare("typeset", word).await?;
            let variable = self.variables.attributes(&name);
            variable.exported = exported.unwrap_or(variable.exported);
            variable.read_only = read_only.unwrap_or(variable.read_only);
        }
        Ok(0)
    }

    pub(super) async fn unset(&mut self, arguments: &[Vec<u8>]) -> Result<u8, Interrupt> {
        let (functions, names) = match arguments {
            [option, rest @ ..] if option == b"-f" => (true, rest),
            [option, rest @ ..] if option == b"-v" || option == b"--" => (false, rest),
            names => (false, names),
        };
        let mut status = 0;
        for name in names {
            if functions {
                if Arc::make_mut(&mut self.functions).remove(name).is_none() {
                    status = 1;
                }
            } else if self.variables.unset(name).is_err() {
                self.complain([b"read-only: ".as_slice(), name].concat())
                    .await;
                return Err(Interrupt::Abort(2));
            }
        }
        Ok(status)
    }

    pub(super) async fn let_values(&mut self, arguments: &[Vec<u8>]) -> Result<u8, Interrupt> {
        if arguments.is_empty() {
            self.builtin_error("let", "no arguments").await;
            return Ok(1);
        }
        let mut status = 0;
        for word in arguments {
            let value = self.integer(word).await?;
            status = u8::from(value == b"0");
        }
        Ok(status)
    }

    pub(super) async fn getopts(&mut self, arguments: &[Vec<u8>]) -> Result<u8, Interrupt> {
        let [options, name, given @ ..] = arguments else {
            self.builtin_error("getopts", "missing name argument").await;
            return Ok(1);
        };
        let silent = options.first() == Some(&b':');
        let words = if given.is_empty() {
            self.positional.as_ref().clone()
        } else {
            given.to_vec()
        };
        let index = self.variables.get(b"OPTIND").and_then(number).unwrap_or(1);
        let mut index = usize::try_from(index).unwrap_or(1).max(1);
        // The place inside a word of several options is kept beside the index, where scripts do not look.
        let place = self
            .variables
            .get(b"_OPTPLACE")
            .and_then(number)
            .and_then(|place| usize::try_from(place).ok());
        let mut place = place.unwrap_or(1).max(1);
        let word = words
            .get(index - 1)
            .filter(|word| word.len() > 1 && word.first() == Some(&b'-'));
        let Some(word) = word.filter(|word| word.as_slice() != b"--") else {
            if words.get(index - 1).is_some_and(|word| word == b"--") {
                index += 1;
            }
            self.assign(b"OPTIND", index.to_string().into_bytes())
                .await?;
            self.assign(name, b"?".to_vec()).await?;
            return Ok(1);
        };
        let letter = word.get(place).copied().unwrap_or(b'?');
        let found = options
            .iter()
            .position(|option| *option == letter && letter != b':');
        let takes = found.is_some_and(|position| options.get(position + 1) == Some(&b':'));
        let mut value = None;
        place += 1;
        if takes {
            value = if let Some(rest) = word.get(place..).filter(|rest| !rest.is_empty()) {
                Some(rest.to_vec())
            } else {
                index += 1;
                words.get(index - 1).cloned()
            };
        }
        if takes || place >= word.len() {
            index += 1;
            place = 1;
        }
        self.assign(b"OPTIND", index.to_string().into_bytes())
            .await?;
        self.assign(b"_OPTPLACE", place.to_string().into_bytes())
            .await?;
        let missing = takes && value.is_none();
        let answer = match (found, missing) {
            (Some(_), false) => letter,
            (Some(_), true) if silent => b':',
            _ => b'?',
        };
        if answer != letter && !silent {
            let what: &[u8] = if missing {
                b": option requires an argument"
            } else {
                b": unknown option"
            };
            self.builtin_error("getopts", [b"-".as_slice(), &[letter], what].concat())
                .await;
        }
        let argument = if answer == letter {
            value
        } else {
            silent.then(|| vec![letter])
        };
        match argument {
            Some(argument) => self.assign(b"OPTARG", argument).await?,
            None => {
                if self.variables.unset(b"OPTARG").is_err() {
                    return Err(self.fail("read-only: OPTARG").await);
                }
            }
        }
        self.assign(name, vec![answer]).await?;
        Ok(0)
    }
}
