//! Commands about phones themselves.

use clap::Args;

/// Say what is wrong with adb or the phone, and what to do about it
#[derive(Debug, Args)]
pub(crate) struct DoctorArgs {
    /// Mend what can be mended safely: start the adb server, wake the screen
    #[arg(long)]
    pub(crate) fix: bool,
}
