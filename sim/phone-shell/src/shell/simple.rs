//! Commands of words: builtins, functions and programs.

use std::panic::AssertUnwindSafe;
use std::sync::Arc;

use futures_util::FutureExt;

use super::builtins::{self, Builtin};
use super::quote::quote;
use super::session::{BROKEN_PIPE, Interrupt, Session, Step, on_heap};
use super::variables::Variable;
use crate::files::FileKind;
use crate::program::Invocation;
use crate::syntax::{Assignment, Command, Part, Simple, Word};
use crate::text;

/// What a process that a signal ended is told by, besides the signal.
const BY_SIGNAL: u8 = 128;
/// The signal of a stream that was closed.
const HANG_UP: u8 = 1;

impl Session {
    pub(crate) async fn execute_simple(&mut self, simple: &Simple) -> Result<u8, Interrupt> {
        self.substituted = None;
        let becomes = std::mem::take(&mut self.becomes_command);
        let words = on_heap(|| self.command_words(&simple.words)).await?;
        if words.is_empty() {
            return on_heap(|| self.execute_assignments(simple)).await;
        }
        // There is a first word: without one only assignments are done.
        let name = words.first().cloned().unwrap_or_default();
        let builtin = builtins::find(&name);
        let special = builtin.is_some_and(|builtin| builtin.special);
        let function = if special {
            None
        } else {
            self.functions.get(&name).cloned()
        };
        let keeps = name == b"exec" && words.len() == 1;
        let before = match on_heap(|| self.redirect(&simple.redirects)).await? {
            Ok(before) => before,
            Err(_) if special => {
                self.complain("redirection failure").await;
                return Err(Interrupt::Abort(1));
            }
            Err(_) => return Ok(1),
        };
        let result =
            on_heap(|| self.execute_assigned(simple, &words, builtin, function, becomes)).await;
        if !keeps {
            self.descriptors = before;
        }
        result
    }

    /// Expands a command's words; those of `export` and its kind keep assignments whole.
    async fn command_words(&mut self, words: &[Word]) -> Result<Vec<Vec<u8>>, Interrupt> {
        let declares = words.first().and_then(Word::plain).is_some_and(|name| {
            matches!(
                name,
                b"export" | b"readonly" | b"typeset" | b"local" | b"integer" | b"declare"
            )
        });
        if !declares {
            return self.expand_words(words).await;
        }
        let mut result = Vec::new();
        for word in words {
            let assigns = matches!(word.parts.first(), Some(Part::Literal(bytes))
            if bytes.iter().position(|byte| *byte == b'=').is_some_and(|index| {
                let name = bytes.split_at(index).0;
                crate::syntax::is_name(name.strip_suffix(b"+").unwrap_or(name))
            }));
            if assigns {
                result.push(self.expand_text(word).await?);
            } else {
                result.extend(self.expand_words(std::slice::from_ref(word)).await?);
            }
        }
        Ok(result)
    }

    async fn execute_assignments(&mut self, simple: &Simple) -> Result<u8, Interrupt> {
        let Ok(before) = on_heap(|| self.redirect(&simple.redirects)).await? else {
            return Ok(1);
        };
        self.descriptors = before;
        for assignment in &simple.assignments {
            let value = on_heap(|| self.assignment_value(assignment)).await?;
            if self.options.trace {
                self.trace_assignment(&assignment.name, &value).await?;
            }
            self.assign(&assignment.name, value);
        }
        Ok(self.substituted.unwrap_or(0))
    }

    async fn assignment_value(&mut self, assignment: &Assignment) -> Result<Vec<u8>, Interrupt> {
        let value = self.expand_assignment(&assignment.value).await?;
        if !assignment.append {
            return Ok(value);
        }
        // `+=` to a variable that is not set.
        let old = self.variables.get(&assignment.name).unwrap_or_default();
        Ok([old, &value].concat())
    }

    async fn execute_assigned(
        &mut self,
        simple: &Simple,
        words: &[Vec<u8>],
        builtin: Option<&'static Builtin>,
        function: Option<Arc<Command>>,
        becomes: bool,
    ) -> Result<u8, Interrupt> {
        let lasting = builtin.is_some_and(|builtin| builtin.special) && function.is_none();
        let mut hidden: Vec<(Vec<u8>, Option<Variable>)> = Vec::new();
        for assignment in &simple.assignments {
            let value = on_heap(|| self.assignment_value(assignment)).await?;
            if !lasting {
                hidden.push((
                    assignment.name.clone(),
                    self.variables.variable(&assignment.name).cloned(),
                ));
            }
            if self.options.trace {
                self.trace_assignment(&assignment.name, &value).await?;
            }
            self.assign(&assignment.name, value);
            if !lasting {
                self.variables.attributes(&assignment.name).exported = true;
            }
        }
        if self.options.trace {
            self.trace(words).await?;
        }
        let result = match (function, builtin) {
            (Some(body), _) => self.call(&body, words).await,
            (None, Some(builtin)) => on_heap(|| self.run_builtin(builtin, words)).await,
            (None, None) => {
                self.becomes_command = becomes;
                on_heap(|| self.run_program(words)).await
            }
        };
        for (name, variable) in hidden.into_iter().rev() {
            self.variables.restore(name, variable);
        }
        result
    }

    /// Runs a function with its own positional parameters.
    pub(crate) fn call<'a>(&'a mut self, body: &'a Command, words: &'a [Vec<u8>]) -> Step<'a, u8> {
        Box::pin(async move {
            let parameters = Arc::new(arguments(words).to_vec());
            let outer = std::mem::replace(&mut self.positional, parameters);
            let loops = std::mem::take(&mut self.loops);
            self.calls += 1;
            let result = self.execute(body).await;
            self.calls -= 1;
            self.loops = loops;
            self.positional = outer;
            match result {
                // An error ends the function, not the script that called it.
                Err(Interrupt::Return(status) | Interrupt::Abort(status)) => Ok(status),
                other => other,
            }
        })
    }

    /// Finds and runs a program; a missing one is 127, one that cannot run 126.
    pub(crate) async fn run_program(&mut self, words: &[Vec<u8>]) -> Result<u8, Interrupt> {
        let becomes = std::mem::take(&mut self.becomes_command);
        // The callers have a first word.
        let name = words.first().cloned().unwrap_or_default();
        let mut process = self.process();
        let found = process
            .find(&name)
            .and_then(|found| self.core.programs.get(&found));
        let Some(program) = found else {
            return on_heap(|| self.run_other(&name, words)).await;
        };
        let strings: Vec<String> = words.iter().map(|word| text::to_string(word)).collect();
        if becomes {
            process.pid = self.pid;
        }
        let user = self.core.files.identity().user;
        let itself = (self.core.running).begin(process.pid, self.shell_pid, user, &strings);
        process.itself = Some(itself.clone());
        let (stdout, stderr) = (self.output(1), self.output(2));
        let file = stdout.if_file();
        let hung_up = stdout.hung_up();
        let invocation = Invocation {
            words: &strings,
            stdin: self.input(0),
            stdout,
            stderr,
            process: &process,
        };
        if becomes {
            // The program alone holds its streams; when it closes them, they are closed.
            self.descriptors.clear();
        }
        let detached = self.detached;
        let ended = tokio::select! {
            ended = AssertUnwindSafe(program.run(invocation)).catch_unwind() => ended,
            signal = itself.killed() => return Ok(BY_SIGNAL.wrapping_add(signal)),
            () = hung_up, if !detached => return Ok(BY_SIGNAL + HANG_UP),
        };
        match ended {
            Ok(Ok(status)) => Ok(status),
            Ok(Err(_)) => match file.and_then(|file| file.failure()) {
                Some(error) => {
                    let message =
                        [name.as_slice(), format!(": write: {error}\n").as_bytes()].concat();
                    self.output(2).write(message).await?;
                    Ok(1)
                }
                None => Ok(BROKEN_PIPE),
            },
            Err(_) => {
                // A program that panics ends as one that calls abort() does.
                self.output(2).write("Aborted \n").await?;
                Ok(134)
            }
        }
    }

    /// What is not a program: a script, a folder, something forbidden, or nothing.
    async fn run_other(&mut self, name: &[u8], words: &[Vec<u8>]) -> Result<u8, Interrupt> {
        let path = self.find_file(name);
        let Some(path) = path else {
            let missing: &[u8] = if self.core.release >= 10 {
                b": inaccessible or not found"
            } else {
                b": not found"
            };
            self.complain([name, missing].concat()).await;
            return Ok(127);
        };
        let metadata = self.core.files.metadata(&path);
        let reason = match metadata {
            Ok(metadata) if metadata.is_dir() => "Is a directory",
            Ok(metadata) if metadata.kind == FileKind::File => {
                let who = self.core.files.identity();
                // Root still needs one execute bit.
                if who.may(metadata.mode, metadata.owner, 1) && metadata.mode & 0o111 != 0 {
                    return on_heap(|| self.run_script(&path, words)).await;
                }
                "Permission denied"
            }
            Ok(_) | Err(_) => "Permission denied",
        };
        self.complain([name, b": can't execute: ", reason.as_bytes()].concat())
            .await;
        Ok(126)
    }

    fn find_file(&self, name: &[u8]) -> Option<Vec<u8>> {
        if name.is_empty() || name.contains(&b'/') {
            let path = crate::files::join(&self.directory, name);
            return self.core.files.metadata(&path).is_ok().then_some(path);
        }
        let path = self.variables.get(b"PATH").unwrap_or(b"/system/bin");
        path.split(|byte| *byte == b':').find_map(|folder| {
            let path = crate::files::join(&crate::files::join(&self.directory, folder), name);
            let metadata = self.core.files.metadata(&path).ok()?;
            (!metadata.is_dir() && metadata.mode & 0o111 != 0).then_some(path)
        })
    }

    /// Runs a file of shell commands in a copy of this shell.
    async fn run_script(&mut self, path: &[u8], words: &[Vec<u8>]) -> Result<u8, Interrupt> {
        let source = match self.core.files.read(path) {
            Ok(source) => source,
            Err(error) => {
                // The callers have a first word.
                let name = words.first().cloned().unwrap_or_default();
                self.complain([name, format!(": {error}").into_bytes()].concat())
                    .await;
                return Ok(126);
            }
        };
        let mut subshell = self.subshell();
        subshell.positional = Arc::new(arguments(words).to_vec());
        subshell.functions = Arc::default();
        let result = subshell.evaluate_source(&source).await;
        Ok(Session::end(result))
    }

    async fn trace(&self, words: &[Vec<u8>]) -> Result<(), Interrupt> {
        let quoted: Vec<Vec<u8>> = words.iter().map(|word| quote(word)).collect();
        let line = [b"+ ".as_slice(), &quoted.join(&b' '), b"\n"].concat();
        Ok(self.output(2).write(line).await?)
    }

    async fn trace_assignment(&self, name: &[u8], value: &[u8]) -> Result<(), Interrupt> {
        let line = [b"+ ".as_slice(), name, b"=", &quote(value), b" \n"].concat();
        Ok(self.output(2).write(line).await?)
    }
}

/// The words behind the name of a command.
pub(crate) fn arguments(words: &[Vec<u8>]) -> &[Vec<u8>] {
    words.split_first().map_or(&[], |(_, arguments)| arguments)
}
