//! List apps, and change them.

use clawperator_contract::{ActionType, ExecutionTimeout};

use super::{Draft, Frame, Milliseconds};
use crate::command_id::CommandId;

const LIST: Frame = frame("list_apps_", "cli-apps-list");
const CLEAR: Frame = frame("clear_app_", "cli-apps-clear");
const UNINSTALL: Frame = frame("uninstall_app_", "cli-apps-uninstall");
const PERMISSION: Frame = frame("set_permission_", "cli-apps-permission");

const LIST_TIMEOUT: Milliseconds = Milliseconds::whole(15_000);
/// An app with much data takes its time.
const CHANGE_TIMEOUT: Milliseconds = Milliseconds::whole(60_000);

const fn frame(command: &'static str, task: &'static str) -> Frame {
    Frame {
        command_id: CommandId::Timed(command),
        task_id: Some(task),
        source: "clawperator-cli",
        action_id: "a1",
        mode: None,
    }
}

/// List the apps that are installed.
#[derive(Debug, Clone, Default)]
pub struct ListApps {
    /// Only those with this in their package id.
    pub contains: Option<String>,
    /// The most to list; default: 500.
    pub limit: Option<u32>,
    /// How long the execution may take; default: 15000 ms.
    pub timeout: Option<ExecutionTimeout>,
}

/// Delete all data of an app.
#[derive(Debug, Clone)]
pub struct ClearApp {
    /// The app's package id.
    pub app: String,
    /// How long the execution may take; default: 60000 ms.
    pub timeout: Option<ExecutionTimeout>,
}

/// Take an app off the phone, with its data.
#[derive(Debug, Clone)]
pub struct UninstallApp {
    /// The app's package id.
    pub app: String,
    /// How long the execution may take; default: 60000 ms.
    pub timeout: Option<ExecutionTimeout>,
}

/// Grant a permission to an app, or revoke it.
#[derive(Debug, Clone)]
pub struct SetPermission {
    /// The app's package id.
    pub app: String,
    /// The permission with all of its name.
    pub permission: String,
    /// Whether the app shall have it.
    pub granted: bool,
    /// How long the execution may take; default: 60000 ms.
    pub timeout: Option<ExecutionTimeout>,
}

impl From<ListApps> for Draft {
    fn from(list: ListApps) -> Self {
        Self::new(LIST, ActionType::ListApps, LIST_TIMEOUT)
            .timeout(list.timeout)
            .optional("contains", list.contains)
            .optional("limit", list.limit)
    }
}

impl From<ClearApp> for Draft {
    fn from(clear: ClearApp) -> Self {
        Self::new(CLEAR, ActionType::ClearApp, CHANGE_TIMEOUT)
            .timeout(clear.timeout)
            .param("applicationId", clear.app)
    }
}

impl From<UninstallApp> for Draft {
    fn from(uninstall: UninstallApp) -> Self {
        Self::new(UNINSTALL, ActionType::UninstallApp, CHANGE_TIMEOUT)
            .timeout(uninstall.timeout)
            .param("applicationId", uninstall.app)
    }
}

impl From<SetPermission> for Draft {
    fn from(set: SetPermission) -> Self {
        Self::new(PERMISSION, ActionType::SetPermission, CHANGE_TIMEOUT)
            .timeout(set.timeout)
            .param("applicationId", set.app)
            .param("permission", set.permission)
            .param("granted", set.granted)
    }
}
