//! `pm enable`, `pm disable-user` and their kind.

use clawperator_phone_shell::{Closed, Exit};

use super::package_word;
use crate::call::{Call, FAILED};
use crate::java::Exception;

/// `pm enable PACKAGE` and its kind
pub(super) async fn run(
    call: &Call<'_>,
    command: &str,
    arguments: &[String],
) -> Result<Exit, Closed> {
    let Some(name) = package_word(arguments) else {
        return call
            .fail("Error: no package or component specified\n", 1)
            .await;
    };
    if call.package(name).await.is_none() {
        let unknown = Exception::illegal_argument(format!("Unknown package: {name}"));
        return call
            .fail(unknown.report(call.release(), command), FAILED)
            .await;
    }
    let state = match command {
        "enable" => "enabled",
        "disable-user" => "disabled-user",
        "default-state" => "default",
        _ => {
            let message = "Shell cannot change component state for null to 2";
            return call.throw(command, &Exception::security(message)).await;
        }
    };
    if state == "disabled-user" {
        call.phone().inner().disabled.insert(name.to_owned());
        call.screen().force_stop(name).await;
    } else {
        call.phone().inner().disabled.remove(name);
    }
    call.answer(format!("Package {name} new state: {state}\n"), 0)
        .await
}
