//! `content`, for the provider of the settings and those of the apps on the screen.

use std::fmt::Write as _;

use clawperator_phone_screen::ProviderRow;
use clawperator_phone_shell::{Closed, Exit};

use crate::call::Call;
use crate::namespace::Namespace;
use crate::settings;

const USAGE: &str = "usage: adb shell content [subcommand] [options]\n\n\
usage: adb shell content insert --uri <URI> [--user <USER_ID>] --bind <BINDING> [--bind <BINDING>...]\n\
usage: adb shell content delete --uri <URI> [--user <USER_ID>] [--where <WHERE>]\n\
usage: adb shell content query --uri <URI> [--user <USER_ID>] [--where <WHERE>]\n";

#[derive(Default)]
struct Request<'a> {
    uri: Option<&'a str>,
    selection: Option<&'a str>,
    bindings: Vec<(&'a str, &'a str)>,
}

/// `content insert|update|delete|query --uri URI …`
pub(crate) async fn run(call: &Call<'_>, arguments: &[String]) -> Result<Exit, Closed> {
    let Some((verb, rest)) = arguments.split_first() else {
        return call.answer(USAGE, 0).await;
    };
    let request = match Request::parse(rest) {
        Ok(request) => request,
        Err(text) => return error(call, &text).await,
    };
    let Some(uri) = request.uri else {
        return error(call, "Content provider URI not specified.").await;
    };
    let path = uri.strip_prefix("content://settings/");
    let target = path.map(|path| {
        path.split_once('/')
            .map_or((path, None), |(table, name)| (table, Some(name)))
    });
    let Some((table, name)) = target else {
        if verb == "query"
            && let Some(rows) = of_app(call, uri).await
        {
            return call.answer(listed(&rows), 0).await;
        }
        let path = uri.strip_prefix("content://").unwrap_or(uri);
        let authority = path
            .split_once('/')
            .map_or(path, |(authority, _)| authority);
        let text = format!(
            "Error while accessing provider:{authority}\n\
             java.lang.IllegalStateException: Could not find provider: {authority}\n"
        );
        return call.fail(text, 1).await;
    };
    match table.parse() {
        Ok(namespace) => on_settings(call, verb, namespace, name, &request).await,
        Err(()) => error(call, &format!("Unknown table: {table}")).await,
    }
}

/// What an app that is installed answers. The package stands before the last part of the provider's name.
async fn of_app(call: &Call<'_>, uri: &str) -> Option<Vec<ProviderRow>> {
    let (authority, _) = uri.strip_prefix("content://")?.split_once('/')?;
    let (package, _) = authority.rsplit_once('.')?;
    call.package(package).await?;
    call.screen().query(uri).await
}

fn listed(rows: &[ProviderRow]) -> String {
    let mut text = String::new();
    for (index, row) in rows.iter().enumerate() {
        let columns: Vec<String> = row
            .iter()
            .map(|(name, value)| format!("{name}={value}"))
            .collect();
        let _ = writeln!(text, "Row: {index} {}", columns.join(", "));
    }
    if text.is_empty() {
        text.push_str("No result found.\n");
    }
    text
}

async fn on_settings(
    call: &Call<'_>,
    verb: &str,
    namespace: Namespace,
    name: Option<&str>,
    request: &Request<'_>,
) -> Result<Exit, Closed> {
    let name = name.or_else(|| request.selected_name());
    match verb {
        "insert" | "update" => {
            let (Some(name), Some(value)) =
                (request.bound("name").or(name), request.bound("value"))
            else {
                return error(call, "name and value must be bound").await;
            };
            call.phone().set_setting(namespace, name, value);
            settings::changed(call).await;
            Ok(0)
        }
        "delete" => {
            if let Some(name) = name {
                call.phone()
                    .inner()
                    .settings
                    .entry(namespace)
                    .or_default()
                    .remove(name);
            }
            Ok(0)
        }
        "query" => {
            let values = call
                .phone()
                .inner()
                .settings
                .get(&namespace)
                .cloned()
                // A namespace in which nothing was ever put.
                .unwrap_or_default();
            let mut text = String::new();
            let chosen = values
                .iter()
                .filter(|(key, _)| name.is_none_or(|name| name == key.as_str()));
            for (index, (key, value)) in chosen.enumerate() {
                let number = index + 1;
                let _ = writeln!(
                    text,
                    "Row: {index} _id={number}, name={key}, value={value}, is_preserved_in_restore=0"
                );
            }
            if text.is_empty() {
                text.push_str("No result found.\n");
            }
            call.answer(text, 0).await
        }
        other => error(call, &format!("Unsupported operation: {other}")).await,
    }
}

impl<'a> Request<'a> {
    fn parse(arguments: &'a [String]) -> Result<Self, String> {
        let mut request = Self::default();
        let mut words = arguments.iter().map(String::as_str);
        while let Some(word) = words.next() {
            match word {
                "--uri" => request.uri = words.next(),
                "--where" => request.selection = words.next(),
                "--user" | "--projection" | "--sort" | "--method" | "--arg" | "--extra" => {
                    words.next();
                }
                "--bind" => {
                    // A value that is missing is refused as an empty one is.
                    let binding = words.next().unwrap_or_default();
                    let parts = binding
                        .split_once(':')
                        .and_then(|(name, rest)| Some((name, rest.split_once(':')?.1)));
                    request
                        .bindings
                        .push(parts.ok_or("Binding not well formed.")?);
                }
                other => return Err(format!("Unsupported argument: {other}")),
            }
        }
        Ok(request)
    }

    /// The value that is bound to a column.
    fn bound(&self, column: &str) -> Option<&'a str> {
        self.bindings
            .iter()
            .find(|(name, _)| *name == column)
            .map(|(_, value)| *value)
    }

    /// The name in a condition such as `name='user_rotation'`.
    fn selected_name(&self) -> Option<&'a str> {
        let (column, value) = self.selection?.split_once('=')?;
        (column.trim() == "name").then(|| value.trim().trim_matches(['\'', '"']))
    }
}

async fn error(call: &Call<'_>, text: &str) -> Result<Exit, Closed> {
    call.fail(format!("[ERROR] {text}\n{USAGE}"), 1).await
}
