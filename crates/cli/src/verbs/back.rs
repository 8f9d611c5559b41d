//! `back`: the back key.

use clawperator_contract::Failure;

use super::Draft;
use super::press::press_key;
use crate::args::GlobalArgs;

pub(crate) fn back(global: &GlobalArgs) -> Result<Draft, Failure> {
    press_key("back", global)
}
