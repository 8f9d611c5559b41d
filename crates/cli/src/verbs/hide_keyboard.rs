//! `hide-keyboard`: back, where a keyboard is shown.

use clawperator_contract::Failure;
use clawperator_host::verbs::{Draft, HideKeyboard};

use super::execution_timeout;
use crate::args::GlobalArgs;

pub(crate) fn hide_keyboard(global: &GlobalArgs) -> Result<Draft, Failure> {
    let timeout = execution_timeout(global)?;
    Ok(HideKeyboard { timeout }.into())
}
