//! What a shell is built from.

use std::sync::Arc;

use crate::clock::ShellClock;
use crate::files::FileSystem;
use crate::process::{NoProcesses, Processes};
use crate::program::Programs;
use crate::running::RunningProcesses;

/// What a shell is built from.
#[derive(Debug)]
pub struct ShellConfig {
    /// The programs, by name. They run when their file in the file system is called.
    pub programs: Arc<Programs>,
    /// The file system, as the shell's user sees it.
    pub files: FileSystem,
    /// The phone's clock.
    pub clock: Arc<dyn ShellClock>,
    /// The phone's processes besides the shell's own.
    pub processes: Arc<dyn Processes>,
    /// The shell's own.
    pub running: RunningProcesses,
    /// Android's major release, which decides some messages.
    pub release: u32,
    pub environment: Vec<(String, String)>,
    /// The folder in which lines begin.
    pub directory: String,
    /// `$0`, which begins each message.
    pub name: String,
    /// The positional parameters.
    pub arguments: Vec<String>,
    /// What an interactive shell writes before it reads a line, such as `generic_x86:/ $ `.
    pub prompt: String,
}

impl ShellConfig {
    /// The shell as `adb shell` finds it on a phone of this release.
    #[must_use]
    pub fn android(
        programs: Arc<Programs>,
        files: FileSystem,
        clock: Arc<dyn ShellClock>,
        release: u32,
    ) -> Self {
        let environment = [
            (
                "PATH",
                "/product/bin:/apex/com.android.runtime/bin:/apex/com.android.art/bin:/system_ext/bin:/system/bin:/system/xbin:/odm/bin:/vendor/bin:/vendor/xbin",
            ),
            ("HOME", "/"),
            ("SHELL", "/bin/sh"),
            ("USER", "shell"),
            ("LOGNAME", "shell"),
            ("HOSTNAME", "generic_x86"),
            ("TERM", "dumb"),
            ("TMPDIR", "/data/local/tmp"),
            ("ANDROID_ROOT", "/system"),
            ("ANDROID_DATA", "/data"),
            ("ANDROID_STORAGE", "/storage"),
            ("ANDROID_BOOTLOGO", "1"),
            ("ANDROID_ASSETS", "/system/app"),
            ("EXTERNAL_STORAGE", "/sdcard"),
        ];
        Self {
            programs,
            files,
            clock,
            processes: Arc::new(NoProcesses),
            running: RunningProcesses::default(),
            release,
            environment: environment
                .map(|(name, value)| (name.to_owned(), value.to_owned()))
                .to_vec(),
            directory: "/".to_owned(),
            name: "/system/bin/sh".to_owned(),
            arguments: Vec::new(),
            prompt: "generic_x86:/ $ ".to_owned(),
        }
    }
}
