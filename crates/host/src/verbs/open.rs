//! Open an app or a URI.

use clawperator_contract::{ActionType, ExecutionTimeout};

use super::{Draft, Frame, Milliseconds};
use crate::command_id::CommandId;

const APP: Frame = Frame {
    command_id: CommandId::Timed("open_app_"),
    task_id: Some("cli-action-open-app"),
    source: "clawperator-cli",
    action_id: "a1",
    mode: None,
};

const URI: Frame = Frame {
    command_id: CommandId::Timed("open_uri_"),
    task_id: Some("cli-action-open-uri"),
    source: "clawperator-cli",
    action_id: "a1",
    mode: None,
};

const TIMEOUT: Milliseconds = Milliseconds::whole(15_000);

/// Open an app or a URI.
#[derive(Debug, Clone)]
pub struct Open {
    /// The app or the URI.
    pub target: Opened,
    /// How long the execution may take; default: 15000 ms.
    pub timeout: Option<ExecutionTimeout>,
}

/// What comes to the front.
#[derive(Debug, Clone)]
pub enum Opened {
    /// Its own start screen, or where it was left.
    App {
        /// Its package id.
        id: String,
        /// Whether to stop it first.
        fresh: bool,
    },
    /// The same, by the last part of its package id.
    Named {
        /// That part, in any case.
        name: String,
        /// Whether to stop it first.
        fresh: bool,
    },
    /// A URI, in whichever app takes it.
    Uri(String),
}

impl Opened {
    /// Whether this names a URI, where it may be either: no package id has a colon, and every URI has.
    #[must_use]
    pub fn is_uri(target: &str) -> bool {
        target.contains(':')
    }
}

impl From<Open> for Draft {
    fn from(open: Open) -> Self {
        let draft = match open.target {
            Opened::Uri(uri) => Self::new(URI, ActionType::OpenUri, TIMEOUT).param("uri", uri),
            Opened::App { id, fresh } => Self::new(APP, ActionType::OpenApp, TIMEOUT)
                .param("applicationId", id)
                .flag("fresh", fresh),
            Opened::Named { name, fresh } => Self::new(APP, ActionType::OpenApp, TIMEOUT)
                .param("appName", name)
                .flag("fresh", fresh),
        };
        draft.timeout(open.timeout)
    }
}
