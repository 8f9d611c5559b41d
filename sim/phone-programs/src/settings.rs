//! `settings`, which is `cmd settings`.

use std::fmt::Write as _;

use clawperator_phone_shell::{Closed, Exit};

use crate::call::{Call, FAILED};
use crate::faults::Switch;
use crate::java::Exception;
use crate::namespace::Namespace;
use crate::phone::PhoneState;
use crate::release::Release;

const HELP: &str = "Settings provider (settings) commands:\n  help\n      This text.\n  \
get [--user <USER_ID> | current] NAMESPACE KEY\n      The value of KEY.\n  \
put [--user <USER_ID> | current] NAMESPACE KEY VALUE\n      Sets KEY to VALUE.\n  \
delete [--user <USER_ID> | current] NAMESPACE KEY\n      Removes KEY.\n  \
list [--user <USER_ID> | current] NAMESPACE\n      All keys with their values.\n\n  \
NAMESPACE is one of {system, secure, global}, in any case\n";

/// What the words ask for.
enum Request<'a> {
    Get(Namespace, &'a str),
    Put(Namespace, &'a str, &'a str),
    Delete(Namespace, &'a str),
    List(Namespace),
}

/// `settings VERB [--user N] NAMESPACE …`
pub(crate) async fn run(call: &Call<'_>, arguments: &[String]) -> Result<Exit, Closed> {
    let Some(verb) = arguments
        .first()
        .filter(|verb| !matches!(verb.as_str(), "help" | "-h"))
    else {
        return call.answer(HELP, FAILED).await;
    };
    let request = match parse(call.release(), arguments) {
        Ok(request) => request,
        Err(message) => return call.fail(format!("{message}\n"), FAILED).await,
    };
    match request {
        Request::Get(namespace, key) => {
            let value = call
                .phone()
                .setting(namespace, key)
                .unwrap_or_else(|| "null".to_owned());
            call.answer(format!("{value}\n"), 0).await
        }
        Request::Put(namespace, key, value) => put(call, verb, namespace, key, value).await,
        Request::Delete(namespace, key) => {
            let removed = call
                .phone()
                .inner()
                .settings
                .entry(namespace)
                .or_default()
                .remove(key);
            call.answer(format!("Deleted {} rows\n", u8::from(removed.is_some())), 0)
                .await
        }
        Request::List(namespace) => {
            let values = call
                .phone()
                .inner()
                .settings
                .get(&namespace)
                .cloned()
                // A namespace in which nothing was ever put.
                .unwrap_or_default();
            let mut text = String::new();
            for (key, value) in values {
                let _ = writeln!(text, "{key}={value}");
            }
            call.answer(text, 0).await
        }
    }
}

async fn put(
    call: &Call<'_>,
    verb: &str,
    namespace: Namespace,
    key: &str,
    value: &str,
) -> Result<Exit, Closed> {
    if call.phone().faults().has(Switch::RefuseSettings) {
        let message = if call.release() >= Release::Android14 {
            "Permission denial, must have one of: [android.permission.WRITE_SECURE_SETTINGS]"
        } else {
            "Permission denial: writing to settings requires:android.permission.WRITE_SECURE_SETTINGS"
        };
        return call.throw(verb, &Exception::security(message)).await;
    }
    if !call.phone().set_setting(namespace, key, value) {
        let full = Exception {
            class: "java.lang.IllegalStateException",
            message: "too many settings".to_owned(),
        };
        return call.throw(verb, &full).await;
    }
    changed(call).await;
    Ok(0)
}

/// Lets the screen follow the settings that it depends on.
pub(crate) async fn changed(call: &Call<'_>) {
    if let Some(rotation) = fixed_rotation(call.phone()) {
        call.screen().set_rotation(rotation).await;
    }
}

/// The rotation that the user fixed, unless the phone turns by itself.
fn fixed_rotation(phone: &PhoneState) -> Option<u8> {
    let turns_by_itself = phone
        .setting(Namespace::System, "accelerometer_rotation")
        .as_deref()
        != Some("0");
    if turns_by_itself {
        return None;
    }
    phone
        .setting(Namespace::System, "user_rotation")?
        .parse()
        .ok()
        .filter(|rotation| *rotation < 4)
}

fn parse(release: Release, arguments: &[String]) -> Result<Request<'_>, String> {
    let (verb, rest) = arguments.split_first().ok_or("Bad arguments")?;
    let mut words: Vec<&str> = Vec::new();
    let mut rest = rest.iter();
    let mut user = false;
    while let Some(word) = rest.next() {
        match word.as_str() {
            "--user" if words.len() < 2 => {
                let value = rest.next().ok_or("Bad arguments")?;
                if value == "all" || value == "-1" {
                    return Err("Invalid user: all".to_owned());
                }
                if value != "current" && value != "cur" && value.parse::<i32>().is_err() {
                    return Err(format!("Invalid user: {value}"));
                }
                user = true;
            }
            "--lineage" => return Err(format!("Invalid command: {word}")),
            word => words.push(word),
        }
    }
    let wanted = match verb.as_str() {
        "get" | "delete" => 2,
        "put" => 3,
        "list" => 1,
        "reset" => return Err("Bad arguments".to_owned()),
        other => return Err(format!("Invalid command: {other}")),
    };
    let namespace = words.first().ok_or("Bad arguments")?;
    let namespace = namespace
        .parse::<Namespace>()
        .map_err(|()| format!("Invalid namespace '{namespace}'"))?;
    // A tag and the word `default` may follow what is put.
    let most = if verb == "put" { 5 } else { wanted };
    if words.len() > most {
        return Err("Too many arguments".to_owned());
    }
    if user && release == Release::Android9 && matches!(verb.as_str(), "delete" | "list") {
        return Err("--user not supported for delete and list.".to_owned());
    }
    match (verb.as_str(), words.as_slice()) {
        ("get", [_, key]) => Ok(Request::Get(namespace, key)),
        ("put", [_, key, value, ..]) => Ok(Request::Put(namespace, key, value)),
        ("delete", [_, key]) => Ok(Request::Delete(namespace, key)),
        ("list", [_]) => Ok(Request::List(namespace)),
        _ => Err("Bad arguments".to_owned()),
    }
}
