//! `close`: stop an app.

use clawperator_contract::Failure;
use clawperator_host::verbs::{Close, Draft};

use super::{execution_timeout, missing_argument, one_of};
use crate::args::{CloseArgs, GlobalArgs};

pub(crate) fn close(args: &CloseArgs, global: &GlobalArgs) -> Result<Draft, Failure> {
    let ways = [args.package.as_deref(), args.app.as_deref()];
    let app = one_of(&ways, "use --app OR a package argument, not both")?.ok_or_else(|| {
        missing_argument(
            "close requires an app",
            "clawperator close com.android.settings",
        )
    })?;
    let close = Close {
        app: app.to_owned(),
        timeout: execution_timeout(global)?,
    };
    Ok(close.into())
}
