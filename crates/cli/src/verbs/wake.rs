//! `wake`: light the screen, and open a lock that needs no secret.

use clawperator_contract::Failure;
use clawperator_host::verbs::{Draft, Wake};

use super::execution_timeout;
use crate::args::{GlobalArgs, WakeArgs};

pub(crate) fn wake(args: &WakeArgs, global: &GlobalArgs) -> Result<Draft, Failure> {
    let wake = Wake {
        unlock: args.unlock,
        timeout: execution_timeout(global)?,
    };
    Ok(wake.into())
}
