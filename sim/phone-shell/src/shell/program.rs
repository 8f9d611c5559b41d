//! The shell as a program: `sh -c LINE`, `sh FILE`, and `sh` that reads its input.

use std::collections::BTreeMap;
use std::sync::Arc;

use async_trait::async_trait;
use tokio::sync::Semaphore;

use super::hang_up::Traps;
use super::jobs::Jobs;
use super::session::{Core, Descriptor, MAX_STAGES, Options, Session};
use super::variables::Variables;
use crate::io::Closed;
use crate::program::{Exit, Invocation, Program};

/// The shell as a program, to be registered as `sh`.
#[derive(Debug, Clone, Copy, Default)]
pub struct Sh;

/// The longest script that is read from standard input.
const MAX_SCRIPT: usize = crate::syntax::MAX_INPUT;

#[async_trait]
impl Program for Sh {
    async fn run(&self, mut invocation: Invocation<'_>) -> Result<Exit, Closed> {
        let mut arguments = invocation.arguments();
        let mut letters = Vec::new();
        while let Some([b'-' | b'+', flags @ ..]) = arguments.first().map(Vec::as_slice) {
            letters.extend_from_slice(flags);
            let ends = flags == b"-" || flags.contains(&b'c');
            arguments.remove(0);
            if ends {
                break;
            }
        }
        // A program may be started without even its name.
        let mut name = invocation.words.first().cloned().unwrap_or_default();
        let source = if letters.contains(&b'c') {
            if arguments.is_empty() {
                invocation
                    .stderr
                    .write(format!("{name}: -c: option requires an argument\n"))
                    .await?;
                return Ok(1);
            }
            let source = arguments.remove(0);
            if !arguments.is_empty() {
                name = crate::text::to_string(&arguments.remove(0));
            }
            source
        } else if arguments.is_empty() {
            let mut source = Vec::new();
            while let Some(chunk) = invocation.stdin.read().await {
                source.extend_from_slice(&chunk);
                if source.len() > MAX_SCRIPT {
                    break;
                }
            }
            source
        } else {
            let file = arguments.remove(0);
            match invocation
                .process
                .files
                .read(invocation.process.path(&file))
            {
                Ok(content) => {
                    name = crate::text::to_string(&file);
                    content.to_vec()
                }
                Err(error) => {
                    let file = String::from_utf8_lossy(&file).into_owned();
                    invocation
                        .stderr
                        .write(format!("{name}: {file}: {error}\n"))
                        .await?;
                    return Ok(127);
                }
            }
        };
        let mut session = session(&invocation, name, arguments);
        session.options.exit_on_error = letters.contains(&b'e');
        session.options.trace = letters.contains(&b'x');
        session.options.no_unset = letters.contains(&b'u');
        session.options.no_glob = letters.contains(&b'f');
        drop(invocation);
        let result = session.evaluate_source(&source).await;
        Ok(Session::end(result))
    }
}

fn session(invocation: &Invocation<'_>, name: String, arguments: Vec<Vec<u8>>) -> Session {
    let process = invocation.process;
    let mut variables = Variables::default();
    for (name, value) in &process.environment {
        let variable = variables.attributes(name);
        variable.value = Some(value.clone());
        variable.exported = true;
    }
    variables.attributes(b"IFS").value = Some(b" \t\n".to_vec());
    variables.attributes(b"PWD").value = Some(process.directory.clone());
    let core = Core {
        programs: Arc::clone(&process.programs),
        files: process.files.clone(),
        clock: Arc::clone(&process.clock),
        processes: Arc::clone(&process.processes),
        release: process.release,
        name,
        running: process.running.clone(),
        stages: Arc::new(Semaphore::new(MAX_STAGES)),
    };
    Session {
        core: Arc::new(core),
        variables,
        functions: Arc::default(),
        positional: Arc::new(arguments),
        directory: process.directory.clone(),
        umask: process.umask,
        options: Options::default(),
        descriptors: BTreeMap::from([
            (0, Descriptor::Read(invocation.stdin.clone())),
            (1, Descriptor::Write(invocation.stdout.clone())),
            (2, Descriptor::Write(invocation.stderr.clone())),
        ]),
        status: 0,
        substituted: None,
        shell_pid: process.pid,
        pid: process.pid,
        background: None,
        jobs: Jobs::default(),
        terminal: process.terminal.clone(),
        traps: Traps::default(),
        lines: None,
        depth: process.depth,
        loops: 0,
        calls: 0,
        guarded: 0,
        ticks: 0,
        last_command: false,
        becomes_command: false,
        detached: process.detached,
        random: process.pid,
        started: process.clock.now(),
    }
}
