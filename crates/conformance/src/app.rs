//! The test app: installed, and removed.

use std::time::Duration;

use clawperator_adb::{
    AdbError, Deadline, DeviceHandle, InstallFlag, InstallOptions, PackageAnswer, PackageName,
    UninstallData, UninstallOptions,
};
use clawperator_device::probe::app_version::{self, AppVersion};

use crate::check::{Outcome, Trouble, failed};

/// What the test app is called on a phone.
pub const PACKAGE: &str = "dev.clawperator.conformance";

/// Made by `operator/conformance/build` from the sources beside it.
const APK: &[u8] = include_bytes!("../conformance.apk");

/// How long a phone may take to install it; some let a scanner look at it first.
const INSTALLS: Duration = Duration::from_mins(2);
const ANSWERS: Duration = Duration::from_secs(20);

/// Installs the app. One that is left from a run that was cut off is replaced.
pub(crate) async fn install(phone: &DeviceHandle) -> Outcome {
    let before = version(phone).await?;
    let options = InstallOptions {
        flags: vec![InstallFlag::Replace],
        user: None,
    };
    let size = u64::try_from(APK.len()).unwrap_or(u64::MAX);
    let answer = phone.install(APK, size, &options, Deadline::after(INSTALLS));
    done(answer.await, "install")?;
    if version(phone).await?.is_none() {
        return failed("the phone says that it is installed, and then that it has no such app");
    }
    Ok(before.map(|before| {
        let code = before.code;
        format!("version {code} of it was there already; it is replaced, and removed at the end")
    }))
}

/// Removes it, whoever installed it: nobody else has an app of this name.
pub(crate) async fn remove(phone: &DeviceHandle) -> Outcome {
    if version(phone).await.map_err(by_hand)?.is_none() {
        return Ok(None);
    }
    let Some(name) = PackageName::parse(PACKAGE) else {
        return failed("its name cannot be sent");
    };
    let options = UninstallOptions {
        data: UninstallData::Remove,
        user: None,
    };
    let answer = phone.uninstall(&name, options, Deadline::after(INSTALLS));
    done(answer.await, "remove").map_err(by_hand)?;
    if version(phone).await?.is_some() {
        return Err(by_hand(Trouble::Failed(
            "the phone says that it is removed, and still has it".to_owned(),
        )));
    }
    Ok(None)
}

/// What a person can do where the app stays.
fn by_hand(trouble: Trouble) -> Trouble {
    match trouble {
        Trouble::Failed(why) => {
            Trouble::Failed(format!("{why}; run `adb uninstall {PACKAGE}` to remove it"))
        }
        other => other,
    }
}

async fn version(phone: &DeviceHandle) -> Result<Option<AppVersion>, Trouble> {
    let read = app_version::read(phone, PACKAGE, Deadline::after(ANSWERS)).await;
    read.map_err(|error| Trouble::Failed(error.to_string()))
}

fn done(answer: Result<PackageAnswer, AdbError>, what: &str) -> Result<(), Trouble> {
    match answer {
        Ok(PackageAnswer::Success) => Ok(()),
        Ok(PackageAnswer::Failure { message, .. }) => {
            failed(format!("the phone refused to {what} it: {message}"))
        }
        Ok(PackageAnswer::Other(said)) => failed(format!(
            "the phone did not say whether it did {what} it: {}",
            clawperator_contract::excerpt(&said)
        )),
        Err(error) => failed(error.to_string()),
    }
}
