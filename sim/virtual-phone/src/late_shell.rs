//! The shell of a phone. Most phones of a large host are never asked for it, so it is made when they are.

use std::sync::{Arc, OnceLock};

use clawperator_phone_shell::{
    FileSystem, Processes, Programs, RunningProcesses, Shell, ShellClock, ShellConfig,
};

/// The shell of a phone, and what it is made from.
#[derive(Debug)]
pub(crate) struct LateShell {
    programs: Arc<Programs>,
    files: FileSystem,
    clock: Arc<dyn ShellClock>,
    processes: Arc<dyn Processes>,
    running: RunningProcesses,
    release: u32,
    host_name: String,
    made: OnceLock<Shell>,
}

impl LateShell {
    pub(crate) fn new(
        programs: Arc<Programs>,
        files: FileSystem,
        clock: Arc<dyn ShellClock>,
        processes: Arc<dyn Processes>,
        running: RunningProcesses,
        release: u32,
        host_name: String,
    ) -> Self {
        Self {
            programs,
            files,
            clock,
            processes,
            running,
            release,
            host_name,
            made: OnceLock::new(),
        }
    }

    pub(crate) fn get(&self) -> &Shell {
        self.made.get_or_init(|| self.make())
    }

    /// Ends every process that was started from a shell, as whoever started adbd anew does.
    pub(crate) async fn end_all(&self) {
        self.running.end_all(None).await;
    }

    /// Whether there is a program of that name.
    pub(crate) fn has(&self, program: &str) -> bool {
        self.programs.get(program).is_some()
    }

    fn make(&self) -> Shell {
        let mut config = ShellConfig::android(
            Arc::clone(&self.programs),
            self.files.clone(),
            Arc::clone(&self.clock),
            self.release,
        );
        config.prompt = format!("{}:/ $ ", self.host_name);
        config.processes = Arc::clone(&self.processes);
        config.running = self.running.clone();
        for (name, value) in &mut config.environment {
            if name == "HOSTNAME" {
                self.host_name.clone_into(value);
            }
        }
        Shell::new(config)
    }
}
