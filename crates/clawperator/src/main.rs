//! The process around the command line: arguments, environment, terminal, clock and randomness.

use std::env;
use std::io::{self, IsTerminal};
use std::process::ExitCode;
use std::sync::Arc;

use clawperator_cli::{Environment, Invocation, Terminal, run};
use clawperator_host::{SUPERVISOR_ARGUMENT, SystemSources, supervise};

mod doors;

use self::doors::Servers;

fn main() -> ExitCode {
    let mut arguments = env::args_os().skip(1);
    // Only this program may ask for it; anybody else has used an option that does not exist.
    if arguments
        .next()
        .is_some_and(|first| first == SUPERVISOR_ARGUMENT)
        && let Some(ended) = supervise(arguments)
    {
        return ended;
    }
    let stdin = io::stdin();
    let stdout = io::stdout();
    let stderr = io::stderr();
    let environment = environment();
    let status = run(Invocation {
        arguments: env::args_os().skip(1).collect(),
        terminal: Terminal {
            stdin: stdin.is_terminal(),
            stdout: stdout.is_terminal(),
            stderr: stderr.is_terminal(),
            colour: environment.allows_colour(),
        },
        stdin: &mut stdin.lock(),
        stdout: &mut stdout.lock(),
        stderr: &mut stderr.lock(),
        environment: &environment,
        sources: Arc::new(SystemSources::start()),
        doors: &Servers,
    });
    ExitCode::from(status.code())
}

#[expect(
    clippy::disallowed_methods,
    reason = "the binary is where the environment is read"
)]
fn environment() -> Environment {
    Environment::read(|name| env::var_os(name)).with_program(env::current_exe().ok())
}
