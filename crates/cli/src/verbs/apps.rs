//! `apps`: list apps, and change them.

use clawperator_contract::Failure;
use clawperator_host::verbs::{ClearApp, Draft, ListApps, SetPermission, UninstallApp};

use super::{execution_timeout, missing_argument};
use crate::args::{AppsListArgs, AppsOneArgs, AppsPermissionArgs, GlobalArgs};

pub(crate) fn list_apps(args: &AppsListArgs, global: &GlobalArgs) -> Result<Draft, Failure> {
    let list = ListApps {
        contains: args.contains.clone(),
        limit: args.limit,
        timeout: execution_timeout(global)?,
    };
    Ok(list.into())
}

pub(crate) fn clear_app(args: &AppsOneArgs, global: &GlobalArgs) -> Result<Draft, Failure> {
    let clear = ClearApp {
        app: app("clear", args.package.as_deref())?,
        timeout: execution_timeout(global)?,
    };
    Ok(clear.into())
}

pub(crate) fn uninstall_app(args: &AppsOneArgs, global: &GlobalArgs) -> Result<Draft, Failure> {
    let uninstall = UninstallApp {
        app: app("uninstall", args.package.as_deref())?,
        timeout: execution_timeout(global)?,
    };
    Ok(uninstall.into())
}

pub(crate) fn set_permission(
    args: &AppsPermissionArgs,
    granted: bool,
    global: &GlobalArgs,
) -> Result<Draft, Failure> {
    let command = if granted { "grant" } else { "revoke" };
    let (Some(app), Some(permission)) = (&args.package, &args.permission) else {
        return Err(missing_argument(
            &format!("apps {command} requires an app and a permission"),
            &format!("clawperator apps {command} com.example.app android.permission.CAMERA"),
        ));
    };
    let set = SetPermission {
        app: app.clone(),
        permission: permission.clone(),
        granted,
        timeout: execution_timeout(global)?,
    };
    Ok(set.into())
}

fn app(command: &str, package: Option<&str>) -> Result<String, Failure> {
    package.map(str::to_owned).ok_or_else(|| {
        missing_argument(
            &format!("apps {command} requires an app"),
            &format!("clawperator apps {command} com.example.app"),
        )
    })
}
