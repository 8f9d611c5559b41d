//! The programs of a phone that this crate runs.

/// The name of a program. There are no others than the constants of this module.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Program(&'static str);

impl Program {
    /// The name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        self.0
    }
}

/// `cat`: the content of files.
pub const CAT: Program = Program("cat");
/// `df`: free space.
pub const DF: Program = Program("df");
/// `dumpsys`: what a service of the framework says of itself.
pub const DUMPSYS: Program = Program("dumpsys");
/// `echo`: its words.
pub const ECHO: Program = Program("echo");
/// `getprop`: system properties.
pub const GETPROP: Program = Program("getprop");
/// `input`: keys and touches.
pub const INPUT: Program = Program("input");
/// `ps`: processes.
pub const PS: Program = Program("ps");
/// `rm`: removes files.
pub const RM: Program = Program("rm");
/// `uiautomator`: the tree of the screen.
pub const UIAUTOMATOR: Program = Program("uiautomator");
/// `wm`: size and density of the screen.
pub const WM: Program = Program("wm");
