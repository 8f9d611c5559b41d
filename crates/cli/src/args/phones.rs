//! Commands about phones themselves.

use std::path::PathBuf;

use clap::builder::PossibleValuesParser;
use clap::{Args, Subcommand};

/// The releases of Android that a virtual phone can be of.
const RELEASES: [&str; 9] = ["9", "10", "11", "12", "12L", "13", "14", "15", "16"];

/// Check adb and the phone, and say how to fix what is wrong
#[derive(Debug, Args)]
pub(crate) struct DoctorArgs {
    /// Fix what can be fixed safely: start the adb server, wake the screen, dismiss a lock screen that needs no secret
    #[arg(long)]
    pub(crate) fix: bool,
}

/// Look after the Operator, the program that stays on the phone: status, start, stop or uninstall
#[derive(Debug, Args)]
pub(crate) struct OperatorArgs {
    #[command(subcommand)]
    pub(crate) command: OperatorCommand,
}

#[derive(Debug, Subcommand)]
pub(crate) enum OperatorCommand {
    /// Show whether it runs, which version, who uses it, and what it left; starts nothing
    #[command(after_help = super::examples::OPERATOR_STATUS)]
    Status,
    /// Start it where it does not run
    #[command(after_help = super::examples::OPERATOR_START)]
    Start,
    #[command(after_help = super::examples::OPERATOR_STOP)]
    Stop(OperatorStopArgs),
    #[command(visible_alias = "remove", after_help = super::examples::OPERATOR_UNINSTALL)]
    Uninstall(OperatorUninstallArgs),
}

/// End it
#[derive(Debug, Args)]
pub(crate) struct OperatorStopArgs {
    /// Also if somebody uses it: what runs there then has an unknown outcome
    #[arg(long)]
    pub(crate) force: bool,
}

/// End it, and remove all that it left on the phone
#[derive(Debug, Args)]
pub(crate) struct OperatorUninstallArgs {
    /// Also if somebody uses it: what runs there then has an unknown outcome
    #[arg(long)]
    pub(crate) force: bool,
}

/// Try what a driver can do on a phone, with a small test app that is installed and removed
#[derive(Debug, Args)]
pub(crate) struct ConformanceArgs {
    /// Make only the checks whose names begin so, such as touch or text.unicode; may be repeated
    #[arg(long, value_name = "NAME")]
    pub(crate) only: Vec<String>,

    /// Go on without being asked
    #[arg(long, short = 'y')]
    pub(crate) yes: bool,
}

/// Start a software-only phone, for trying out and testing
#[derive(Debug, Args)]
pub(crate) struct VirtualPhoneArgs {
    /// Connect the adb server to it, and disconnect it at the end
    #[arg(long)]
    pub(crate) connect: bool,

    /// Release of Android: 9, 10, 11, 12, 12L, 13, 14, 15 or 16
    #[arg(long, value_name = "RELEASE", default_value = "14")]
    #[arg(value_parser = PossibleValuesParser::new(RELEASES), ignore_case = true, hide_possible_values = true)]
    pub(crate) release: String,

    /// Scene file with apps for it; may be repeated
    #[arg(long, value_name = "FILE")]
    pub(crate) scene: Vec<PathBuf>,

    /// How many phones
    #[arg(long, value_name = "N", default_value_t = 1)]
    #[arg(value_parser = clap::value_parser!(u16).range(1..=1000))]
    pub(crate) count: u16,

    /// Port of the first phone; 0 lets the system choose each
    #[arg(long, value_name = "PORT", default_value_t = 0)]
    pub(crate) port: u16,

    /// Port of a control socket, on this machine only; 0 lets the system choose
    #[arg(long, value_name = "PORT")]
    pub(crate) control: Option<u16>,
}

#[cfg(all(test, feature = "virtual-phone"))]
mod tests {
    use clawperator_virtual_phone::Release;

    use super::*;

    #[test]
    fn every_release_can_be_asked_for() {
        let known: Vec<String> = Release::ALL.iter().map(ToString::to_string).collect();
        assert_eq!(known, RELEASES);
    }
}
