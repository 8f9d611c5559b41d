//! `cmd locale`, since Android 13.

use clawperator_phone_shell::{Closed, Exit};

use crate::call::{Call, FAILED};
use crate::java::Exception;
use crate::phone::insert;

/// `cmd locale set-app-locales PACKAGE [--user N] [--locales TAGS]` and `get-app-locales PACKAGE`
pub(crate) async fn run(call: &Call<'_>, arguments: &[String]) -> Result<Exit, Closed> {
    let Some((command, rest)) = arguments.split_first() else {
        return call
            .answer("Locale manager (locale) shell commands:\n", FAILED)
            .await;
    };
    let (mut package, mut locales) = (None, None);
    let mut words = rest.iter();
    while let Some(word) = words.next() {
        match word.as_str() {
            "--locales" => locales = words.next(),
            "--user" | "--delegate" => {
                words.next();
            }
            word => package = Some(word),
        }
    }
    let Some(package) = package else {
        return call
            .throw(command, &Exception::argument_expected(command))
            .await;
    };
    match command.as_str() {
        "set-app-locales" => {
            if call.package(package).await.is_none() {
                return call
                    .fail(format!("Unknown package {package} for userId 0\n"), 0)
                    .await;
            }
            // None are the phone's own.
            let locales = locales.cloned().unwrap_or_default();
            insert(&mut call.phone().inner().app_locales, package, &locales);
            Ok(0)
        }
        "get-app-locales" => {
            if call.package(package).await.is_none() {
                return call
                    .fail(format!("Unknown package {package} for userId 0\n"), 0)
                    .await;
            }
            let locales = call
                .phone()
                .inner()
                .app_locales
                .get(package)
                .cloned()
                // An app has the phone's own until it gets others.
                .unwrap_or_default();
            call.answer(
                format!("Locales for {package} for user 0 are [{locales}]\n"),
                0,
            )
            .await
        }
        other => {
            call.answer(format!("Unknown command: {other}\n"), FAILED)
                .await
        }
    }
}
