//! `wait`: until a node is on the screen, or gone, or a toast is shown.

use clawperator_contract::{ErrorCode, Failure};
use clawperator_host::verbs::{Draft, Milliseconds, Wait, WaitForToast};

use super::{milliseconds, required_target, typed_patience};
use crate::args::{GlobalArgs, WaitArgs};
use crate::selector_flags::TargetFlags;

pub(crate) fn wait(args: &WaitArgs, global: &GlobalArgs) -> Result<Draft, Failure> {
    let examples = [
        "clawperator wait --text \"Done\"",
        "clawperator wait --id com.example:id/title --timeout 10000",
    ];
    let flags = TargetFlags::from(&args.selector);
    if args.toast.is_some() || args.toast_contains.is_some() {
        return toast(args, &flags, global);
    }
    if args.app.is_some() {
        let message =
            "--app is the app that shows a toast; use it with --toast or --toast-contains";
        let hint =
            "to wait for an app, use `clawperator wait-for-nav --app PACKAGE --timeout 5000`";
        return Err(refused(message).with_hint(hint));
    }
    let target = required_target("wait", &flags, examples)?;
    let wait = Wait {
        target,
        gone: args.gone,
        wait: waited(global)?,
        // How long a wait takes is its own question.
        patience: typed_patience(&args.patience)?,
    };
    Ok(wait.into())
}

fn toast(args: &WaitArgs, flags: &TargetFlags<'_>, global: &GlobalArgs) -> Result<Draft, Failure> {
    if flags.target()?.is_some() {
        return Err(refused(
            "--toast and --toast-contains exclude selectors: a toast is not a node of the screen",
        ));
    }
    if args.gone {
        return Err(refused("--gone is for nodes: a toast goes away by itself"));
    }
    if args.patience.within.is_some() || args.patience.no_wait {
        return Err(refused(
            "--within and --no-wait are for nodes; with --toast, --timeout is how long to wait",
        ));
    }
    let wait = WaitForToast {
        text: args.toast.clone(),
        text_contains: args.toast_contains.clone(),
        app: args.app.clone(),
        wait: waited(global)?,
    };
    Ok(wait.into())
}

/// How long to wait, where `--timeout` says it.
pub(super) fn waited(global: &GlobalArgs) -> Result<Option<Milliseconds>, Failure> {
    Ok(match &global.timeout {
        None => None,
        Some(typed) => Some(
            milliseconds(typed)
                .filter(|wait| wait.get() > 0.0)
                .ok_or_else(|| {
                    refused(
                        "--timeout must be a positive number of milliseconds when specified. \
                 Omit --timeout to use the default wait cap.",
                    )
                })?,
        ),
    })
}

fn refused(message: &str) -> Failure {
    Failure::new(ErrorCode::ExecutionValidationFailed, message)
}
