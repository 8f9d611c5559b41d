//! `device`: the phone itself.

use clawperator_contract::Failure;

use super::verb;
use crate::args::{DeviceArgs, DeviceCommand};
use crate::context::{Answer, Context};
use crate::verbs;

pub(super) fn device(args: &DeviceArgs, context: &mut Context<'_, '_>) -> Result<Answer, Failure> {
    let global = context.global;
    match &args.command {
        DeviceCommand::Shell(args) => verb(verbs::device_shell(args, global), &args.run, context),
    }
}
