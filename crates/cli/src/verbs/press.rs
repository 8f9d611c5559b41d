//! `press` and `back`: a key.

use clawperator_contract::Failure;
use clawperator_host::verbs::{Draft, Press};

use super::{execution_timeout, missing_argument, one_of};
use crate::args::{GlobalArgs, PressArgs};

pub(crate) fn press(args: &PressArgs, global: &GlobalArgs) -> Result<Draft, Failure> {
    let key = one_of(
        &[args.name.as_deref(), args.key.as_deref()],
        "use --key OR a key argument, not both",
    )?
    .ok_or_else(|| {
        missing_argument(
            "press requires a key, such as back, home or enter",
            "clawperator press home",
        )
    })?;
    let press = Press {
        key: key.to_owned(),
        times: args.times,
        long: args.long,
        timeout: execution_timeout(global)?,
    };
    Ok(press.into())
}

pub(crate) fn back(global: &GlobalArgs) -> Result<Draft, Failure> {
    Ok(Press::back(execution_timeout(global)?).into())
}
