//! `uiautomator`.

use std::time::Duration;

use clawperator_phone_screen::{DumpRefused, DumpRequest};
use clawperator_phone_shell::{Closed, Exit, Output};

use crate::automation::Automated;
use crate::call::Call;
use crate::faults::{DumpFault, Switch};
use crate::log::{LogBuffer, LogEntry, Priority};
use crate::release::Release;

const USAGE: &str = "Usage: uiautomator <subcommand> [options]\n\nAvailable subcommands:\n\n\
help: displays help message\n\nruntest: executes UI automation tests\n\
    runtest <class spec> [options]\n\n\
dump: creates an XML dump of current UI hierarchy\n    dump [--verbose][file]\n      \
[--compressed]: dumps compressed layout information.\n      \
[file]: the location where the dumped XML should be stored, default is\n        /sdcard/window_dump.xml\n\n\
events: prints out accessibility events until terminated\n\n";
const DEFAULT_FILE: &str = "/sdcard/window_dump.xml";
const QUIET: Duration = Duration::from_secs(1);
const WITHIN: Duration = Duration::from_secs(10);
/// Files of these names are the program's own output.
const OWN_OUTPUT: [&[u8]; 4] = [
    b"/dev/stdout",
    b"/dev/fd/1",
    b"/proc/self/fd/1",
    b"/dev/tty",
];

/// `uiautomator SUBCOMMAND …`
pub(crate) async fn run(call: &Call<'_>, arguments: &[String]) -> Result<Exit, Closed> {
    match arguments.split_first() {
        Some((subcommand, rest)) if subcommand == "dump" => dump(call, rest).await,
        Some((subcommand, _)) if subcommand == "runtest" => {
            let warning = "WARNING: uiautomator runtest is deprecated.\n\
                           Tests that are run by an instrumentation take its place.\n\
                           See the documentation of androidx.test.uiautomator\n\
                           for how to move a test over.\n";
            call.out(warning).await?;
            call.fail(
                "No test class to run: this phone has no runtime for test packages.\n",
                1,
            )
            .await
        }
        // It ends when its caller goes.
        Some((subcommand, _)) if subcommand == "events" => std::future::pending().await,
        _ => call.fail(USAGE, 0).await,
    }
}

async fn dump(call: &Call<'_>, arguments: &[String]) -> Result<Exit, Closed> {
    let mut request = DumpRequest {
        windows: false,
        compressed: false,
    };
    let mut file = DEFAULT_FILE;
    for word in arguments {
        match word.as_str() {
            "--compressed" => request.compressed = true,
            "--windows" if call.release() >= Release::Android12 => request.windows = true,
            option if option.starts_with('-') => {}
            path => file = path,
        }
    }
    let Some(_automated) = automation(call) else {
        return killed(call).await;
    };
    let fault = call.phone().faults().take_dump();
    match fault {
        Some(DumpFault::Killed) => return killed(call).await,
        Some(DumpFault::NullRoot) => return null_root(call).await,
        Some(DumpFault::NotIdle) => {
            call.process.clock.sleep(WITHIN).await;
            return not_idle(call).await;
        }
        Some(DumpFault::JunkAfter(_) | DumpFault::Truncated(_)) | None => {}
    }
    if !call.screen().wait_for_idle(QUIET, WITHIN).await {
        return not_idle(call).await;
    }
    let mut xml = match call.screen().dump(request).await {
        Ok(xml) => xml,
        Err(DumpRefused::NoRoot) => return null_root(call).await,
        Err(DumpRefused::Killed) => return killed(call).await,
    };
    match fault {
        Some(DumpFault::JunkAfter(junk)) => xml.push_str(&junk),
        Some(DumpFault::Truncated(length)) => xml.truncate(xml.floor_char_boundary(length)),
        Some(DumpFault::Killed | DumpFault::NullRoot | DumpFault::NotIdle) | None => {}
    }
    let path = call.process.path(file.as_bytes());
    write(call, &path, xml).await?;
    let mut said = b"UI hierchary dumped to: ".to_vec();
    said.extend_from_slice(&path);
    said.push(b'\n');
    call.answer(said, 0).await
}

/// The automation for as long as the program runs; none where another program has it.
fn automation(call: &Call<'_>) -> Option<Automated> {
    if call.phone().faults().has(Switch::AutomationHeld) {
        return None;
    }
    // A screen without accessibility has no clock either, and no Operator.
    let screen = call.screen().accessibility();
    let now = screen.map_or(Duration::ZERO, |screen| screen.clock().now());
    call.phone().automation().take(now)
}

/// Writes the file; that it could not be written is only logged.
async fn write(call: &Call<'_>, path: &[u8], xml: String) -> Result<(), Closed> {
    if OWN_OUTPUT.contains(&path) {
        let terminal = call
            .process
            .terminal
            .as_ref()
            .filter(|_| path == b"/dev/tty");
        let output: &Output = terminal.unwrap_or(&call.stdout);
        return output.write(xml).await;
    }
    if let Err(error) = call.process.files.write(path, xml.as_bytes(), 0o600) {
        log(
            call,
            Priority::Error,
            "AccessibilityNodeInfoDumper",
            format!("failed to dump window to file: {error}"),
        );
    }
    Ok(())
}

async fn killed(call: &Call<'_>) -> Result<Exit, Closed> {
    let hash = crate::hash::hex("uiautomation", "service");
    let message = format!(
        "*** FATAL EXCEPTION IN SYSTEM PROCESS: main\njava.lang.IllegalStateException: UiAutomationService \
         android.accessibilityservice.IAccessibilityServiceClient$Stub$Proxy@{hash}already registered!"
    );
    log(call, Priority::Error, "AndroidRuntime", message);
    call.fail("Killed\n", 137).await
}

async fn null_root(call: &Call<'_>) -> Result<Exit, Closed> {
    call.fail(
        "ERROR: null root node returned by UiTestAutomationBridge.\n",
        0,
    )
    .await
}

async fn not_idle(call: &Call<'_>) -> Result<Exit, Closed> {
    call.fail("ERROR: could not get idle state.\n", 0).await
}

fn log(call: &Call<'_>, priority: Priority, tag: &str, message: String) {
    let pid = call.process.pid;
    call.phone().logs().push(LogEntry {
        time: call.now(),
        buffer: LogBuffer::Main,
        pid,
        tid: pid,
        uid: 2_000,
        priority,
        tag: tag.to_owned(),
        message,
    });
}
