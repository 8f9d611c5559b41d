//! `reboot`, and `start` and `stop`, which only root may use.

use clawperator_phone_shell::{Closed, Exit};

use crate::call::Call;
use crate::machine::PowerRequest;

/// `reboot [-p] [TARGET]`
pub(crate) async fn reboot(call: &Call<'_>, arguments: &[String]) -> Result<Exit, Closed> {
    let request = match arguments.first().map(String::as_str) {
        Some("-p") => PowerRequest::Shutdown,
        Some(option) if option.starts_with('-') => {
            return call.fail("usage: reboot [-p] [rebootcommand]\n", 1).await;
        }
        target => PowerRequest::Reboot(target.map(ToOwned::to_owned)),
    };
    call.framework
        .machine
        .power(request, call.process.pid)
        .await;
    Ok(0)
}

/// `start` and `stop`
pub(crate) async fn must_be_root(call: &Call<'_>) -> Result<Exit, Closed> {
    call.fail("Must be root\n", 1).await
}
