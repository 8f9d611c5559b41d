//! `cmd`, which hands words to a service.

use clawperator_phone_shell::{Closed, Exit};

use crate::call::Call;
use crate::release::Release;
use crate::text::lines;
use crate::{
    am, device_config, display_command, dumpsys, ime, input, locale, network, overlay, pm, service,
    settings, statusbar, uimode, wm,
};

const NO_SERVICE: Exit = 20;

/// `cmd SERVICE …`, `cmd -l`
pub(crate) async fn run(call: &mut Call<'_>, arguments: &[String]) -> Result<Exit, Closed> {
    let mut words = arguments;
    if let [wait, rest @ ..] = words
        && wait == "-w"
    {
        words = rest;
    }
    match words.split_first() {
        None => {
            let hint = if call.release() >= Release::Android11 {
                "use -l to list all running services. Use -w to start and wait for a service."
            } else {
                "use -l to list all services"
            };
            call.fail(format!("cmd: No service specified; {hint}\n"), NO_SERVICE)
                .await
        }
        Some((option, _)) if option == "-l" => {
            let lines = lines("  ", service::names(call.phone()));
            call.answer(format!("Currently running services:\n{lines}"), 0)
                .await
        }
        Some((name, rest)) => to_service(call, name, rest).await,
    }
}

/// Hands words to a service, as `cmd` and the programs that are only another name for it do.
pub(crate) async fn to_service(
    call: &mut Call<'_>,
    name: &str,
    arguments: &[String],
) -> Result<Exit, Closed> {
    if !service::runs(call.phone(), name) {
        return call
            .fail(format!("cmd: Can't find service: {name}\n"), NO_SERVICE)
            .await;
    }
    let release = call.release();
    match name {
        "activity" | "activity_task" => am::run(call, arguments).await,
        "package" => pm::run(call, arguments).await,
        "window" => wm::run(call, arguments).await,
        "settings" => settings::run(call, arguments).await,
        "input" if release >= Release::Android12 => input::run(call, arguments).await,
        "input_method" => ime::run(call, arguments).await,
        "statusbar" => statusbar::run(call, arguments).await,
        "uimode" => uimode::run(call, arguments).await,
        "overlay" => overlay::run(call, arguments).await,
        "display" => display_command::run(call, arguments).await,
        "battery" => dumpsys::battery::command(call, arguments).await,
        "deviceidle" => dumpsys::deviceidle::command(call, arguments).await,
        "device_config" => device_config::run(call, arguments).await,
        "locale" => locale::run(call, arguments).await,
        "wifi" if release >= Release::Android11 => network::wifi(call, arguments).await,
        "phone" if release >= Release::Android11 => network::phone(call, arguments).await,
        "bluetooth_manager" if release >= Release::Android13 => {
            network::bluetooth(call, arguments).await
        }
        _ => call.fail("No shell command implementation.\n", 0).await,
    }
}
