//! `pm grant` and `pm revoke`.

use clawperator_phone_shell::{Closed, Exit};

use crate::call::Call;
use crate::faults::Switch;
use crate::intent::Words;
use crate::java::Exception;
use crate::release::Release;

/// Permissions that a user grants.
pub(super) const RUNTIME: [&str; 34] = [
    "android.permission.ACCEPT_HANDOVER",
    "android.permission.ACCESS_BACKGROUND_LOCATION",
    "android.permission.ACCESS_COARSE_LOCATION",
    "android.permission.ACCESS_FINE_LOCATION",
    "android.permission.ACCESS_MEDIA_LOCATION",
    "android.permission.ACTIVITY_RECOGNITION",
    "android.permission.ADD_VOICEMAIL",
    "android.permission.ANSWER_PHONE_CALLS",
    "android.permission.BLUETOOTH_ADVERTISE",
    "android.permission.BLUETOOTH_CONNECT",
    "android.permission.BLUETOOTH_SCAN",
    "android.permission.BODY_SENSORS",
    "android.permission.CALL_PHONE",
    "android.permission.CAMERA",
    "android.permission.GET_ACCOUNTS",
    "android.permission.NEARBY_WIFI_DEVICES",
    "android.permission.POST_NOTIFICATIONS",
    "android.permission.PROCESS_OUTGOING_CALLS",
    "android.permission.READ_CALENDAR",
    "android.permission.READ_CALL_LOG",
    "android.permission.READ_CONTACTS",
    "android.permission.READ_EXTERNAL_STORAGE",
    "android.permission.READ_MEDIA_AUDIO",
    "android.permission.READ_MEDIA_IMAGES",
    "android.permission.READ_MEDIA_VIDEO",
    "android.permission.READ_PHONE_NUMBERS",
    "android.permission.READ_PHONE_STATE",
    "android.permission.READ_SMS",
    "android.permission.RECEIVE_SMS",
    "android.permission.RECORD_AUDIO",
    "android.permission.SEND_SMS",
    "android.permission.WRITE_CALENDAR",
    "android.permission.WRITE_CONTACTS",
    "android.permission.WRITE_EXTERNAL_STORAGE",
];

/// Permissions that every app of the screen has by asking for them, and that nobody can take away.
const FIXED: [&str; 6] = [
    "android.permission.ACCESS_NETWORK_STATE",
    "android.permission.ACCESS_WIFI_STATE",
    "android.permission.FOREGROUND_SERVICE",
    "android.permission.INTERNET",
    "android.permission.VIBRATE",
    "android.permission.WAKE_LOCK",
];

/// Groups of permissions.
pub(super) const GROUPS: [&str; 10] = [
    "android.permission-group.CALENDAR",
    "android.permission-group.CALL_LOG",
    "android.permission-group.CAMERA",
    "android.permission-group.CONTACTS",
    "android.permission-group.LOCATION",
    "android.permission-group.MICROPHONE",
    "android.permission-group.PHONE",
    "android.permission-group.SENSORS",
    "android.permission-group.SMS",
    "android.permission-group.STORAGE",
];

/// `pm grant PACKAGE PERMISSION` and `pm revoke …`
pub(super) async fn run(
    call: &Call<'_>,
    command: &str,
    arguments: &[String],
) -> Result<Exit, Closed> {
    let granted = command == "grant";
    let mut words = Words::new(arguments);
    let mut all = false;
    while let Some(option) = words.option() {
        match option {
            "--user" => {
                words.next();
            }
            "--all-permissions" if call.release() >= Release::Android15 => all = true,
            _ => {}
        }
    }
    let Some(package) = words.next() else {
        return call.fail("Error: no package specified\n", 1).await;
    };
    if all {
        return change_all(call, package, granted).await;
    }
    let Some(permission) = words.next() else {
        return call.fail("Error: no permission specified\n", 1).await;
    };
    match change(call, package, permission, granted).await {
        Ok(()) => Ok(0),
        Err(exception) => call.throw(command, &exception).await,
    }
}

async fn change(
    call: &Call<'_>,
    name: &str,
    permission: &str,
    granted: bool,
) -> Result<(), Exception> {
    if call.phone().faults().has(Switch::RefuseGrants) {
        let (function, right) = if granted {
            ("grantRuntimePermission", "GRANT")
        } else {
            ("revokeRuntimePermission", "REVOKE")
        };
        return Err(Exception::security(format!(
            "{function}: Neither user 2000 nor current process has android.permission.{right}_RUNTIME_PERMISSIONS."
        )));
    }
    let release = call.release();
    let packages = call.packages().await;
    let Some(package) = packages.iter().find(|package| package.name == name) else {
        // Later releases only log it.
        if release == Release::Android9 {
            return Err(Exception::illegal_argument(format!(
                "Unknown package: {name}"
            )));
        }
        return Ok(());
    };
    let requested = package
        .permissions
        .iter()
        .any(|(known, _)| known == permission);
    let somewhere = packages
        .iter()
        .flat_map(|package| &package.permissions)
        .any(|(known, _)| known == permission);
    if FIXED.contains(&permission) {
        let by = match release {
            Release::Android9 => String::new(),
            release if release >= Release::Android15 => format!(" requested by package {name}"),
            _ => format!(" requested by {name}"),
        };
        let message = format!("Permission {permission}{by} is not a changeable permission type");
        return Err(Exception::security(message));
    }
    if !requested && !somewhere && !RUNTIME.contains(&permission) {
        let colon = if release >= Release::Android15 {
            ""
        } else {
            ":"
        };
        return Err(Exception::illegal_argument(format!(
            "Unknown permission{colon} {permission}"
        )));
    }
    if !requested && release >= Release::Android15 {
        // It is only logged.
        return Ok(());
    }
    if !requested {
        return Err(Exception::security(format!(
            "Package {name} has not requested permission {permission}"
        )));
    }
    call.screen()
        .set_permission(name, permission, granted)
        .await;
    let is_so = call.package(name).await.is_some_and(|package| {
        let mut permissions = package.permissions.iter();
        permissions.any(|(known, now)| known == permission && *now == granted)
    });
    if !is_so && release == Release::Android9 {
        let verb = if granted { "grant" } else { "revoke" };
        let message =
            format!("Cannot {verb} system fixed permission {permission} for package {name}");
        return Err(Exception::security(message));
    }
    Ok(())
}

async fn change_all(call: &Call<'_>, name: &str, granted: bool) -> Result<Exit, Closed> {
    let Some(package) = call.package(name).await else {
        call.err("Error: package not found\n").await?;
        return call.answer("Failure [package not found]\n", 1).await;
    };
    for (permission, _) in &package.permissions {
        call.screen()
            .set_permission(name, permission, granted)
            .await;
    }
    Ok(0)
}
