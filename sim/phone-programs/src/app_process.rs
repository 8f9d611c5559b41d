//! `app_process`, which starts Java programs, on a phone that has no Java runtime.

use clawperator_phone_shell::{Closed, Exit};

use crate::call::Call;

/// `app_process [OPTIONS] FOLDER CLASS …`
pub(crate) async fn run(call: &Call<'_>, arguments: &[String]) -> Result<Exit, Closed> {
    let mut words = arguments
        .iter()
        .skip_while(|word| word.starts_with('-'))
        .skip(1);
    let class = words.find(|word| !word.starts_with("--"));
    let Some(class) = class else {
        let usage = "Usage: app_process [java-options] cmd-dir start-class-name [options]\n";
        return call
            .fail(
                format!("Error: no class name or --zygote supplied.\n{usage}"),
                1,
            )
            .await;
    };
    call.fail(
        format!("app_process: this phone has no Java runtime, `{class}` cannot be started\n"),
        1,
    )
    .await
}
