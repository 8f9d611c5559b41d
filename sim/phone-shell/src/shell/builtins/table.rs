//! Which name is which command, and how it is run.

use crate::shell::session::{Interrupt, Session, on_heap};
use crate::shell::simple::arguments;

/// A command that is part of the shell.
#[derive(Debug)]
pub(crate) struct Builtin {
    pub(crate) name: &'static str,
    /// Functions do not hide it, assignments before it last, and its failures end a script.
    pub(crate) special: bool,
    kind: Kind,
}

#[derive(Debug, Clone, Copy)]
enum Kind {
    Break,
    Builtin,
    Cd,
    Colon,
    Command,
    Continue,
    Dot,
    Echo,
    Eval,
    Exec,
    Exit,
    Export,
    False,
    Kill,
    Print,
    Pwd,
    Read,
    Return,
    Set,
    Shift,
    Test,
    Trap,
    Unset,
    Wait,
}

const BUILTINS: [Builtin; 27] = [
    special(".", Kind::Dot),
    special(":", Kind::Colon),
    regular("[", Kind::Test),
    special("break", Kind::Break),
    regular("builtin", Kind::Builtin),
    regular("cd", Kind::Cd),
    regular("command", Kind::Command),
    special("continue", Kind::Continue),
    regular("echo", Kind::Echo),
    special("eval", Kind::Eval),
    special("exec", Kind::Exec),
    special("exit", Kind::Exit),
    special("export", Kind::Export),
    regular("false", Kind::False),
    regular("kill", Kind::Kill),
    regular("print", Kind::Print),
    regular("pwd", Kind::Pwd),
    regular("read", Kind::Read),
    special("return", Kind::Return),
    special("set", Kind::Set),
    special("shift", Kind::Shift),
    regular("source", Kind::Dot),
    regular("test", Kind::Test),
    special("trap", Kind::Trap),
    regular("true", Kind::Colon),
    special("unset", Kind::Unset),
    regular("wait", Kind::Wait),
];

pub(crate) fn find(name: &[u8]) -> Option<&'static Builtin> {
    BUILTINS
        .iter()
        .find(|builtin| builtin.name.as_bytes() == name)
}

const fn special(name: &'static str, kind: Kind) -> Builtin {
    Builtin {
        name,
        special: true,
        kind,
    }
}

const fn regular(name: &'static str, kind: Kind) -> Builtin {
    Builtin {
        name,
        special: false,
        kind,
    }
}

impl Session {
    pub(crate) async fn run_builtin(
        &mut self,
        builtin: &Builtin,
        words: &[Vec<u8>],
    ) -> Result<u8, Interrupt> {
        let arguments = arguments(words);
        match builtin.kind {
            Kind::Break => on_heap(|| self.leave_loops(arguments, Interrupt::Break, "break")).await,
            Kind::Builtin | Kind::Command => on_heap(|| self.command(arguments, builtin)).await,
            Kind::Cd => on_heap(|| self.cd(arguments)).await,
            Kind::Colon => Ok(0),
            Kind::Continue => {
                on_heap(|| self.leave_loops(arguments, Interrupt::Continue, "continue")).await
            }
            Kind::Dot => on_heap(|| self.dot(arguments)).await,
            Kind::Echo => on_heap(|| self.echo(arguments)).await,
            Kind::Eval => on_heap(|| self.eval(arguments)).await,
            Kind::Exec => on_heap(|| self.exec(arguments)).await,
            Kind::Exit => Err(Interrupt::Exit(self.status_argument(arguments))),
            Kind::Export => on_heap(|| self.export(arguments)).await,
            Kind::False => Ok(1),
            Kind::Kill => on_heap(|| self.kill(arguments)).await,
            Kind::Print => on_heap(|| self.print(arguments)).await,
            Kind::Pwd => {
                let line = [self.directory.as_slice(), b"\n"].concat();
                self.output(1).write(line).await?;
                Ok(0)
            }
            Kind::Read => on_heap(|| self.read(arguments)).await,
            Kind::Return => Err(Interrupt::Return(self.status_argument(arguments))),
            Kind::Set => on_heap(|| self.set(arguments)).await,
            Kind::Shift => on_heap(|| self.shift(arguments)).await,
            Kind::Test => on_heap(|| self.test(words)).await,
            Kind::Trap => on_heap(|| self.trap(arguments)).await,
            Kind::Unset => Ok(self.unset(arguments)),
            Kind::Wait => on_heap(|| self.wait(arguments)).await,
        }
    }

    /// Writes a message that begins with the builtin's name.
    pub(super) async fn builtin_error(&self, name: &str, message: impl AsRef<[u8]> + Send) {
        self.complain([name.as_bytes(), b": ", message.as_ref()].concat())
            .await;
    }

    /// The status that a builtin was given, or the last one.
    pub(super) fn status_argument(&self, arguments: &[Vec<u8>]) -> u8 {
        let number = arguments.first().and_then(|word| number(word));
        // The lowest eight bits, as of every exit status.
        number.map_or(self.status, |number| number.to_le_bytes()[0])
    }
}

/// A whole number.
pub(super) fn number(word: &[u8]) -> Option<i64> {
    std::str::from_utf8(word).ok()?.trim().parse().ok()
}
