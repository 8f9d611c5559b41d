//! `virtual-phone` in a build without it: what to install instead.

use clawperator_contract::{ErrorCode, Failure};

use crate::args::VirtualPhoneArgs;
use crate::context::{Answer, Context};

const MESSAGE: &str = "This build of clawperator does not include the virtual phone";
const HINT: &str = "Install the full build: cargo install --path crates/clawperator, without --no-default-features.";

pub(super) fn virtual_phone(
    _: &VirtualPhoneArgs,
    _: &mut Context<'_, '_>,
) -> Result<Answer, Failure> {
    Err(Failure::new(ErrorCode::CapabilityUnsupported, MESSAGE).with_hint(HINT))
}
