//! `device_config`, which is `cmd device_config`.

use std::fmt::Write as _;

use clawperator_phone_shell::{Closed, Exit};

use crate::call::{Call, FAILED};
use crate::phone::{MAX_ENTRIES, MAX_SETTING};
use crate::release::Release;

/// `device_config COMMAND …`, since Android 10
pub(crate) async fn run(call: &Call<'_>, arguments: &[String]) -> Result<Exit, Closed> {
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let key = |namespace: &str, name: &str| (namespace.to_owned(), name.to_owned());
    match words.as_slice() {
        ["get", namespace, name] => {
            let value = call
                .phone()
                .inner()
                .device_config
                .get(&key(namespace, name))
                .cloned();
            call.answer(format!("{}\n", value.as_deref().unwrap_or("null")), 0)
                .await
        }
        ["put", namespace, name, value, ..] => {
            if put(call, key(namespace, name), value) {
                Ok(0)
            } else {
                call.fail("Failed to put the value\n", FAILED).await
            }
        }
        ["delete", namespace, name] => {
            let removed = call
                .phone()
                .inner()
                .device_config
                .remove(&key(namespace, name))
                .is_some();
            let text = if removed {
                "Successfully deleted"
            } else {
                "Failed to delete"
            };
            call.answer(format!("{text} {name} from {namespace}\n"), 0)
                .await
        }
        ["list", rest @ ..] => {
            let entries = call.phone().inner().device_config.clone();
            let mut text = String::new();
            for ((namespace, name), value) in &entries {
                match rest.first() {
                    Some(wanted) if wanted == namespace => {
                        let _ = writeln!(text, "{name}={value}");
                    }
                    Some(_) => {}
                    None => {
                        let _ = writeln!(text, "{namespace}/{name}={value}");
                    }
                }
            }
            call.answer(text, 0).await
        }
        [
            "get_sync_disabled_for_tests" | "is_sync_disabled_for_tests",
            ..,
        ] if call.release() >= Release::Android12 => call.answer("none\n", 0).await,
        ["set_sync_disabled_for_tests", ..] if call.release() >= Release::Android12 => Ok(0),
        [] | ["help" | "-h", ..] => {
            let text = "Device Config (device_config) commands:\n  help\n  get NAMESPACE KEY\n  \
                        put NAMESPACE KEY VALUE\n  delete NAMESPACE KEY\n  list [NAMESPACE]\n";
            call.answer(text, FAILED).await
        }
        ["get" | "put" | "delete", ..] => call.fail("Bad arguments\n", FAILED).await,
        [other, ..] => {
            call.fail(format!("Invalid command: {other}\n"), FAILED)
                .await
        }
    }
}

/// Puts a value in place; answers whether there was room for it.
fn put(call: &Call<'_>, key: (String, String), value: &str) -> bool {
    let mut inner = call.phone().inner();
    let room = inner.device_config.len() < MAX_ENTRIES || inner.device_config.contains_key(&key);
    if room && value.len() <= MAX_SETTING {
        inner.device_config.insert(key, value.to_owned());
        return true;
    }
    false
}
