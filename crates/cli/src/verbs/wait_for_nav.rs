//! `wait-for-nav`: until an app or a node has come to the front.

use clawperator_contract::limits::MAX_NAVIGATION_TIMEOUT_MS;
use clawperator_contract::{ErrorCode, Failure};
use clawperator_host::verbs::{Draft, Milliseconds, WaitForNav};

use super::{milliseconds, missing_argument, missing_selector};
use crate::args::{GlobalArgs, WaitForNavArgs};
use crate::selector_flags::{TargetFlags, refuse_blank};

pub(crate) fn wait_for_nav(args: &WaitForNavArgs, global: &GlobalArgs) -> Result<Draft, Failure> {
    if let Some(app) = &args.app {
        refuse_blank("--app", app)?;
    }
    let flags = TargetFlags::from(&args.selector);
    let node = flags.target()?;
    if args.app.is_none() && node.is_none() {
        let examples = [
            "clawperator wait-for-nav --app com.android.settings --timeout 5000",
            "clawperator wait-for-nav --text \"About phone\" --timeout 5000",
        ];
        return Err(missing_selector(
            "wait-for-nav requires --app or a selector.",
            flags.matcher_flags(),
            examples,
        ));
    }
    let wait = WaitForNav {
        app: args.app.clone(),
        node,
        wait: wait_of(global.timeout.as_deref())?,
    };
    Ok(wait.into())
}

#[expect(clippy::cast_precision_loss, reason = "the bound is far below 2^53")]
fn wait_of(typed: Option<&str>) -> Result<Milliseconds, Failure> {
    let Some(typed) = typed else {
        return Err(missing_argument(
            "wait-for-nav requires --timeout",
            "clawperator wait-for-nav --app com.android.settings --timeout 5000",
        ));
    };
    let refused = |message: String| Failure::new(ErrorCode::ExecutionValidationFailed, message);
    let wait = milliseconds(typed)
        .filter(|wait| wait.get() > 0.0)
        .ok_or_else(|| {
            refused("wait-for-nav --timeout must be a positive number of milliseconds".to_owned())
        })?;
    if wait.get() > MAX_NAVIGATION_TIMEOUT_MS as f64 {
        return Err(refused(format!(
            "wait-for-nav --timeout must not exceed {MAX_NAVIGATION_TIMEOUT_MS}ms"
        )));
    }
    Ok(wait)
}
