//! Builtins that make, show and remove variables.

use std::sync::Arc;

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
            return self.list_exported(!arguments.is_empty()).await;
        }
        for word in arguments.iter().filter(|word| *word != b"--") {
            let name = self.declare("export", word).await?;
            self.variables.attributes(&name).exported = true;
        }
        Ok(0)
    }

    /// The names; with `-p` as the commands that make them again.
    async fn list_exported(&self, as_commands: bool) -> Result<u8, Interrupt> {
        let mut lines = Vec::new();
        let exported = self.variables.iter();
        for (name, variable) in exported.filter(|(_, variable)| variable.exported) {
            if as_commands {
                lines.extend_from_slice(b"export ");
            }
            lines.extend_from_slice(name);
            if as_commands && let Some(value) = &variable.value {
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
            Some(index) => (word.split_at(index).0, word.get(index + 1..)),
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
                // `+=` to a variable that is not set.
                self.variables.get(name).unwrap_or_default().to_vec()
            } else {
                Vec::new()
            };
            self.assign(name, [old.as_slice(), value].concat());
        }
        Ok(name.to_vec())
    }

    pub(super) fn unset(&mut self, arguments: &[Vec<u8>]) -> u8 {
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
            } else {
                self.variables.unset(name);
            }
        }
        status
    }
}
