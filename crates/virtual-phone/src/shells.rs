//! The shells of a phone. Most phones of a large host are never asked for one, so each is made when it is.

use std::sync::{Arc, OnceLock};

use clawperator_phone_shell::{Clock, FileSystem, Processes, Programs, Shell, ShellConfig};

/// The shells of a phone, and what they are made from.
#[derive(Debug)]
pub(crate) struct Shells {
    programs: Arc<Programs>,
    files: FileSystem,
    clock: Arc<dyn Clock>,
    processes: Arc<dyn Processes>,
    release: u32,
    host_name: String,
    prompting: OnceLock<Shell>,
    piped: OnceLock<Shell>,
}

impl Shells {
    pub(crate) fn new(
        programs: Arc<Programs>,
        files: FileSystem,
        clock: Arc<dyn Clock>,
        processes: Arc<dyn Processes>,
        release: u32,
        host_name: String,
    ) -> Self {
        Self {
            programs,
            files,
            clock,
            processes,
            release,
            host_name,
            prompting: OnceLock::new(),
            piped: OnceLock::new(),
        }
    }

    /// The shell that runs lines and that a person types into.
    pub(crate) fn prompting(&self) -> &Shell {
        self.prompting
            .get_or_init(|| self.make(format!("{}:/ $ ", self.host_name)))
    }

    /// The shell for input that no person types: it has no prompt.
    pub(crate) fn piped(&self) -> &Shell {
        self.piped.get_or_init(|| self.make(String::new()))
    }

    /// Whether there is a program of that name.
    pub(crate) fn has(&self, program: &str) -> bool {
        self.programs.get(program).is_some()
    }

    fn make(&self, prompt: String) -> Shell {
        let mut config = ShellConfig::android(
            Arc::clone(&self.programs),
            self.files.clone(),
            Arc::clone(&self.clock),
            self.release,
        );
        config.prompt = prompt;
        config.processes = Arc::clone(&self.processes);
        for (name, value) in &mut config.environment {
            if name == "HOSTNAME" {
                self.host_name.clone_into(value);
            }
        }
        Shell::new(config)
    }
}
