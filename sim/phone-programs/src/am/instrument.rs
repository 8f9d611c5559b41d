//! `am instrument`; no package of the screen has an instrumentation.

use clawperator_phone_shell::{Closed, Exit};

use crate::call::Call;
use crate::component::unflatten;
use crate::intent::Words;

/// `am instrument [-w] [-r] [-e NAME VALUE] COMPONENT`
pub(super) async fn run(call: &Call<'_>, arguments: &[String]) -> Result<Exit, Closed> {
    let mut words = Words::new(arguments);
    while let Some(option) = words.option() {
        let values = match option {
            "-e" => 2,
            "-p" | "--user" | "--abi" | "-f" => 1,
            _ => 0,
        };
        for _ in 0..values {
            words.next();
        }
    }
    let Some(name) = words.next() else {
        return call
            .fail("Error: No instrumentation component supplied\n", 1)
            .await;
    };
    let Some((package, class)) = unflatten(name) else {
        return call
            .fail(
                format!("java.lang.IllegalArgumentException: Bad component name: {name}\n"),
                1,
            )
            .await;
    };
    let status = format!(
        "INSTRUMENTATION_STATUS: Error=Unable to find instrumentation info for: ComponentInfo{{{package}/{class}}}\n\
         INSTRUMENTATION_STATUS: id=ActivityManagerService\nINSTRUMENTATION_STATUS_CODE: -1\n"
    );
    call.out(status).await?;
    let trace = "\tat com.android.commands.am.Instrument.run(Instrument.java)\n\
                 \tat com.android.commands.am.Am.runInstrument(Am.java)\n";
    call.fail(
        format!("android.util.AndroidException: INSTRUMENTATION_FAILED: {name}\n{trace}"),
        1,
    )
    .await
}
