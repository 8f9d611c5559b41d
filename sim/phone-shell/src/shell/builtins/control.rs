//! Builtins that change what runs next.

use std::sync::Arc;

use super::table::{Builtin, number};
use crate::shell::session::{Interrupt, Options, Session, Step};
use crate::syntax::Parser;

impl Session {
    /// Runs source text in this environment, one complete command after the other.
    pub(crate) fn evaluate_source<'a>(&'a mut self, source: &'a [u8]) -> Step<'a, u8> {
        Box::pin(async move {
            self.enter().await?;
            let result = self.evaluate_commands(source).await;
            self.leave();
            result
        })
    }

    async fn evaluate_commands(&mut self, source: &[u8]) -> Result<u8, Interrupt> {
        let mut parser = match Parser::new(source) {
            Ok(parser) => parser,
            Err(error) => return Err(self.fail(error.to_string()).await),
        };
        let mut status = 0;
        loop {
            match parser.next_command() {
                Ok(Some(command)) => status = self.execute(&command).await?,
                Ok(None) => return Ok(status),
                Err(error) => return Err(self.fail(error.to_string()).await),
            }
        }
    }

    pub(super) async fn eval(&mut self, arguments: &[Vec<u8>]) -> Result<u8, Interrupt> {
        let source = arguments.join(&b' ');
        self.substituted = None;
        self.evaluate_source(&source).await
    }

    pub(super) async fn dot(&mut self, arguments: &[Vec<u8>]) -> Result<u8, Interrupt> {
        let Some((name, parameters)) = arguments.split_first() else {
            self.builtin_error(".", "missing argument").await;
            return Err(Interrupt::Abort(1));
        };
        let folders = self
            .variables
            .get(b"PATH")
            .unwrap_or(b"/system/bin")
            .to_vec();
        let candidates: Vec<Vec<u8>> = if name.contains(&b'/') {
            vec![crate::files::join(&self.directory, name)]
        } else {
            let folders = folders
                .split(|byte| *byte == b':')
                .chain(std::iter::once(b".".as_slice()));
            folders
                .map(|folder| {
                    crate::files::join(&crate::files::join(&self.directory, folder), name)
                })
                .collect()
        };
        let found = candidates
            .iter()
            .find_map(|path| self.core.files.read(path).ok());
        let Some(source) = found else {
            self.builtin_error(
                ".",
                [name.as_slice(), b": No such file or directory"].concat(),
            )
            .await;
            return Err(Interrupt::Abort(1));
        };
        let outer = (!parameters.is_empty())
            .then(|| std::mem::replace(&mut self.positional, Arc::new(parameters.to_vec())));
        let result = self.evaluate_source(&source).await;
        if let Some(outer) = outer {
            self.positional = outer;
        }
        match result {
            // An error ends the file, not the script that reads it.
            Err(Interrupt::Return(status) | Interrupt::Abort(status)) => Ok(status),
            other => other,
        }
    }

    pub(super) async fn exec(&mut self, arguments: &[Vec<u8>]) -> Result<u8, Interrupt> {
        let arguments = match arguments {
            [first, rest @ ..] if first == b"--" => rest,
            other => other,
        };
        if arguments.is_empty() {
            return Ok(0);
        }
        let status = self.run_program(arguments).await?;
        Err(Interrupt::Exit(status))
    }

    pub(super) async fn command(
        &mut self,
        arguments: &[Vec<u8>],
        which: &Builtin,
    ) -> Result<u8, Interrupt> {
        match arguments {
            [] => Ok(0),
            [option, names @ ..] if option == b"-v" && which.name == "command" => {
                self.names(names).await
            }
            [option, words @ ..] if option == b"-p" || option == b"--" => {
                self.plain_command(words, which).await
            }
            words => self.plain_command(words, which).await,
        }
    }

    /// Runs a builtin or a program, never a function.
    fn plain_command<'a>(&'a mut self, words: &'a [Vec<u8>], which: &'a Builtin) -> Step<'a, u8> {
        Box::pin(async move {
            let Some(name) = words.first() else {
                return Ok(0);
            };
            match super::find(name) {
                Some(builtin) => self.run_builtin(builtin, words).await,
                None if which.name == "builtin" => {
                    self.builtin_error("builtin", [name.as_slice(), b": not found"].concat())
                        .await;
                    Ok(1)
                }
                None => self.run_program(words).await,
            }
        })
    }

    pub(super) async fn leave_loops(
        &mut self,
        arguments: &[Vec<u8>],
        interrupt: fn(u32) -> Interrupt,
        name: &str,
    ) -> Result<u8, Interrupt> {
        let levels = match arguments.first() {
            None => 1,
            Some(word) => {
                if let Some(levels) = number(word)
                    .and_then(|number| u32::try_from(number).ok())
                    .filter(|levels| *levels > 0)
                {
                    levels
                } else {
                    self.builtin_error(name, [word.as_slice(), b": bad value"].concat())
                        .await;
                    return Err(Interrupt::Abort(1));
                }
            }
        };
        if self.loops == 0 {
            self.builtin_error(name, format!("can't {name}")).await;
            return Ok(0);
        }
        Err(interrupt(levels.min(self.loops)))
    }

    pub(super) async fn shift(&mut self, arguments: &[Vec<u8>]) -> Result<u8, Interrupt> {
        let count = match arguments.first() {
            None => 1,
            Some(word) => i64::from(
                crate::shell::arithmetic::evaluate(word, &mut self.variables).unwrap_or(-1),
            ),
        };
        match usize::try_from(count) {
            Ok(count) if count <= self.positional.len() => {
                Arc::make_mut(&mut self.positional).drain(..count);
                Ok(0)
            }
            Ok(_) => {
                self.builtin_error("shift", "nothing to shift").await;
                Err(Interrupt::Abort(1))
            }
            Err(_) => {
                self.builtin_error("shift", "bad number").await;
                Err(Interrupt::Abort(1))
            }
        }
    }

    pub(super) async fn set(&mut self, arguments: &[Vec<u8>]) -> Result<u8, Interrupt> {
        if arguments.is_empty() {
            return self.list_variables().await;
        }
        let mut rest = arguments;
        let mut parameters = false;
        while let Some((word, after)) = rest.split_first() {
            match word.as_slice() {
                b"--" => {
                    rest = after;
                    parameters = true;
                    break;
                }
                b"-" => {
                    self.options.trace = false;
                    self.options.verbose = false;
                    rest = after;
                    parameters = !rest.is_empty();
                    break;
                }
                [sign @ (b'-' | b'+'), letters @ ..] if !letters.is_empty() => {
                    rest = after;
                    for letter in letters {
                        if *letter == b'o' {
                            let Some((name, after)) = rest.split_first() else {
                                return Ok(0);
                            };
                            rest = after;
                            if !named_option(&mut self.options, name, *sign == b'-') {
                                self.builtin_error(
                                    "set",
                                    [name.as_slice(), b": bad option"].concat(),
                                )
                                .await;
                                return Err(Interrupt::Abort(1));
                            }
                        } else if !letter_option(&mut self.options, *letter, *sign == b'-') {
                            self.builtin_error(
                                "set",
                                [b"-", std::slice::from_ref(letter), b": unknown option"].concat(),
                            )
                            .await;
                            return Err(Interrupt::Abort(1));
                        }
                    }
                }
                _ => {
                    parameters = true;
                    break;
                }
            }
        }
        if parameters {
            self.positional = Arc::new(rest.to_vec());
        }
        Ok(0)
    }
}

fn letter_option(options: &mut Options, letter: u8, on: bool) -> bool {
    match letter {
        b'a' => options.all_export = on,
        b'e' => options.exit_on_error = on,
        b'f' => options.no_glob = on,
        b'C' => options.no_clobber = on,
        b'u' => options.no_unset = on,
        b'v' => options.verbose = on,
        b'x' => options.trace = on,
        b'b' | b'h' | b'k' | b'm' | b'n' | b'p' | b't' | b'U' => {}
        _ => return false,
    }
    true
}

fn named_option(options: &mut Options, name: &[u8], on: bool) -> bool {
    match name {
        b"allexport" => options.all_export = on,
        b"errexit" => options.exit_on_error = on,
        b"noglob" => options.no_glob = on,
        b"noclobber" => options.no_clobber = on,
        b"nounset" => options.no_unset = on,
        b"pipefail" => options.pipe_fail = on,
        b"verbose" => options.verbose = on,
        b"xtrace" => options.trace = on,
        b"braceexpand" | b"emacs" | b"vi" | b"utf8-mode" | b"monitor" | b"posix" | b"sh"
        | b"bgnice" | b"trackall" | b"markdirs" | b"ignoreeof" | b"nohup" | b"nolog"
        | b"physical" | b"login" | b"privileged" | b"stdin" => {}
        _ => return false,
    }
    true
}
