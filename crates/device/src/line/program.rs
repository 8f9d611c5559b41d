//! The programs of a phone that this crate runs.

/// The name of a program. There are no others than the constants of this module.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Program(&'static str);

impl Program {
    #[must_use]
    pub const fn name(self) -> &'static str {
        self.0
    }
}

/// `am`: starts and stops apps.
pub const AM: Program = Program("am");
/// `app_process`: starts a Java program of ours.
pub const APP_PROCESS: Program = Program("app_process");
/// `cat`: the content of files.
pub const CAT: Program = Program("cat");
/// `cmd`: speaks with a service of the framework.
pub const CMD: Program = Program("cmd");
/// `content`: the providers of apps and of the system.
pub const CONTENT: Program = Program("content");
/// `df`: free space.
pub const DF: Program = Program("df");
/// `dumpsys`: what a service of the framework says of itself.
pub const DUMPSYS: Program = Program("dumpsys");
/// `echo`: its words.
pub const ECHO: Program = Program("echo");
/// `false`: ends badly.
pub const FALSE: Program = Program("false");
/// `getprop`: system properties.
pub const GETPROP: Program = Program("getprop");
/// `input`: keys and touches.
pub const INPUT: Program = Program("input");
/// `kill`: ends processes.
pub const KILL: Program = Program("kill");
/// `mv`: gives a file another name.
pub const MV: Program = Program("mv");
/// `pm`: the packages.
pub const PM: Program = Program("pm");
/// `ps`: processes.
pub const PS: Program = Program("ps");
/// `rm`: removes files.
pub const RM: Program = Program("rm");
/// `screencap`: a picture of the screen.
pub const SCREENCAP: Program = Program("screencap");
/// `settings`: the phone's settings.
pub const SETTINGS: Program = Program("settings");
/// `sleep`: does nothing for a while.
pub const SLEEP: Program = Program("sleep");
/// `trap`: what the shell itself does when its stream is gone.
pub const TRAP: Program = Program("trap");
/// `uiautomator`: the tree of the screen.
pub const UIAUTOMATOR: Program = Program("uiautomator");
/// `wm`: size and density of the screen.
pub const WM: Program = Program("wm");
