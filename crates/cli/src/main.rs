//! The process around the command line: arguments, environment, terminal, clock and randomness.

use std::env;
use std::io::{self, IsTerminal};
use std::process::ExitCode;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use clawperator_skill_run::script::{SUPERVISOR_ARGUMENT, supervise};

use clawperator_cli::{Environment, IdSource, Invocation, Terminal, run};

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
        ids: &System::start(),
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

/// The machine's clocks and random source.
struct System {
    started: Instant,
}

#[expect(clippy::disallowed_methods, reason = "the binary owns the clocks")]
impl System {
    fn start() -> Self {
        Self {
            started: Instant::now(),
        }
    }
}

impl IdSource for System {
    #[expect(clippy::disallowed_methods, reason = "the binary owns the wall clock")]
    fn epoch_milliseconds(&self) -> u64 {
        let since_epoch = SystemTime::now()
            .duration_since(UNIX_EPOCH)
            .unwrap_or_default();
        u64::try_from(since_epoch.as_millis()).unwrap_or(u64::MAX)
    }

    fn monotonic(&self) -> Duration {
        self.started.elapsed()
    }

    fn random(&self) -> io::Result<u64> {
        getrandom::u64().map_err(|error| io::Error::other(error.to_string()))
    }
}
