//! `open`: an app or a URI, whichever the target is.

use clawperator_contract::{ErrorCode, Failure};
use clawperator_host::verbs::{Draft, Open, Opened};

use super::{execution_timeout, missing_argument, one_of};
use crate::args::{GlobalArgs, OpenArgs};

pub(crate) fn open(args: &OpenArgs, global: &GlobalArgs) -> Result<Draft, Failure> {
    let ways = [
        args.target.as_deref(),
        args.app.as_deref(),
        args.name.as_deref(),
        args.uri.as_deref(),
    ];
    let target =
        one_of(&ways, "use only one of a target, --app, --name and --uri")?.ok_or_else(|| {
            missing_argument(
                "open requires an app or a URI",
                "clawperator open com.android.settings",
            )
        })?;
    let timeout = execution_timeout(global)?;
    let is_name = args.name.is_some();
    let is_uri = args.uri.is_some() || !is_name && Opened::is_uri(target);
    if is_uri && args.fresh {
        return Err(Failure::new(
            ErrorCode::Usage,
            "--fresh stops an app before it is opened, but a URI does not name one",
        ));
    }
    let target = target.to_owned();
    let target = if is_uri {
        Opened::Uri(target)
    } else if is_name {
        Opened::Named {
            name: target,
            fresh: args.fresh,
        }
    } else {
        Opened::App {
            id: target,
            fresh: args.fresh,
        }
    };
    Ok(Open { target, timeout }.into())
}
