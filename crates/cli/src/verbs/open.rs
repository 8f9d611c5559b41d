//! `open`: an app or a URI, whichever the target is.

use clawperator_contract::{ActionType, ErrorCode, Failure};

use super::draft::Frame;
use super::{Draft, Milliseconds, missing_argument, one_of, timeout_or};
use crate::args::{GlobalArgs, OpenArgs};
use crate::ids::CommandId;

static APP: Frame = Frame {
    command_id: CommandId::Timed("open_app"),
    task_id: Some("cli-action-open-app"),
    source: "clawperator-cli",
    action_id: "a1",
    mode: None,
};

static URI: Frame = Frame {
    command_id: CommandId::Timed("open_uri"),
    task_id: Some("cli-action-open-uri"),
    source: "clawperator-cli",
    action_id: "a1",
    mode: None,
};

const TIMEOUT: Milliseconds = Milliseconds::new(15_000.0);

pub(crate) fn open(args: &OpenArgs, global: &GlobalArgs) -> Result<Draft, Failure> {
    let ways = [
        args.target.as_deref(),
        args.app.as_deref(),
        args.uri.as_deref(),
    ];
    let target = one_of(&ways, "use only one of a target, --app and --uri")?.ok_or_else(|| {
        missing_argument(
            "open requires an app or a URI",
            "clawperator open com.android.settings",
        )
    })?;
    let timeout = timeout_or(TIMEOUT, global)?;
    // No package id has a colon, and every URI has.
    if args.uri.is_some() || target.contains(':') {
        if args.fresh {
            return Err(Failure::new(
                ErrorCode::Usage,
                "--fresh stops an app before it is opened, but a URI does not name one",
            ));
        }
        return Ok(Draft::new(&URI, ActionType::OpenUri, timeout).param("uri", target));
    }
    let draft = Draft::new(&APP, ActionType::OpenApp, timeout).param("applicationId", target);
    Ok(if args.fresh {
        draft.param("fresh", true)
    } else {
        draft
    })
}
