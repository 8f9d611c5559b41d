//! `pm resolve-activity` and `pm query-activities`.

use std::fmt::Write as _;

use clawperator_phone_screen::{Intent, Package};
use clawperator_phone_shell::{Closed, Exit};

use crate::call::Call;
use crate::component::short_class;
use crate::intent::{Handled, Words, parse};
use crate::java::Exception;

const MAIN: &str = "android.intent.action.MAIN";
const VIEW: &str = "android.intent.action.VIEW";
const LAUNCHER: &str = "android.intent.category.LAUNCHER";
const HOME: &str = "android.intent.category.HOME";

/// An activity that answers an intent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Match {
    pub(crate) package: String,
    pub(crate) class: String,
    system: bool,
}

/// The activities that answer an intent, as far as packages tell: by component, as launcher entries, as home and by the URIs that
/// they open.
///
/// Other actions are known to the screen alone.
pub(crate) fn matching(packages: &[Package], intent: &Intent) -> Vec<Match> {
    let found = |package: &Package, class: &str| Match {
        package: package.name.clone(),
        class: class.to_owned(),
        system: package.system,
    };
    if let Some((name, class)) = &intent.component {
        let package = packages
            .iter()
            .find(|package| package.name == *name && package.activities.contains(class));
        return package
            .map(|package| found(package, class))
            .into_iter()
            .collect();
    }
    let action = intent.action.as_deref();
    if let (Some(uri), None, Some(VIEW)) = (&intent.data, &intent.mime_type, action) {
        return opening(packages, intent, uri).into_iter().collect();
    }
    if intent.data.is_some() || intent.mime_type.is_some() {
        return Vec::new();
    }
    // A command with nothing but a package looks for its launcher entry; so does one with the main action.
    if !(action == Some(MAIN) || action.is_none() && intent.package.is_some()) {
        return Vec::new();
    }
    let allowed = packages.iter().filter(|package| {
        intent
            .package
            .as_ref()
            .is_none_or(|name| package.name == *name)
    });
    if intent.categories.iter().any(|category| category == HOME) {
        let homes = allowed.filter(|package| package.name.contains("launcher"));
        return homes
            .filter_map(|package| Some(found(package, package.activities.first()?)))
            .collect();
    }
    if intent
        .categories
        .iter()
        .any(|category| category != LAUNCHER && !category.ends_with(".DEFAULT"))
    {
        return Vec::new();
    }
    allowed
        .filter_map(|package| Some(found(package, package.launcher_activity.as_deref()?)))
        .collect()
}

/// The activity that a URI opens: the one with the longest beginning, as the screen itself chooses.
fn opening(packages: &[Package], intent: &Intent, uri: &str) -> Option<Match> {
    let wanted = intent.package.as_ref();
    let mut best: Option<(usize, Match)> = None;
    for package in packages {
        let is_asked = wanted.is_none_or(|name| package.name == *name);
        let fitting = package.uris.iter();
        let fitting = fitting.filter(|(begins, _)| is_asked && uri.starts_with(begins.as_str()));
        for (begins, class) in fitting {
            let is_longer = |(least, _): &(usize, Match)| begins.len() > *least;
            if best.as_ref().is_none_or(is_longer) {
                let found = Match {
                    package: package.name.clone(),
                    class: class.clone(),
                    system: package.system,
                };
                best = Some((begins.len(), found));
            }
        }
    }
    best.map(|(_, found)| found)
}

/// How an activity is told.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Form {
    Full,
    Brief,
    Components,
}

/// `pm resolve-activity [--brief] [--components] INTENT`
pub(super) async fn resolve_activity(
    call: &Call<'_>,
    command: &str,
    arguments: &[String],
) -> Result<Exit, Closed> {
    let (intent, form) = match request(arguments) {
        Ok(request) => request,
        Err(exception) => return call.throw(command, &exception).await,
    };
    let found = matching(&call.packages().await, &intent);
    match found.as_slice() {
        [] => call.answer("No activity found\n", 0).await,
        [one] => {
            let text = tell(call, one, form, "");
            call.answer(text, 0).await
        }
        _ => {
            let chooser = Match {
                package: "android".to_owned(),
                class: "com.android.internal.app.ResolverActivity".to_owned(),
                system: true,
            };
            let text = tell(call, &chooser, form, "");
            call.answer(text, 0).await
        }
    }
}

/// `pm query-activities [--brief] [--components] INTENT`
pub(super) async fn query_activities(
    call: &Call<'_>,
    command: &str,
    arguments: &[String],
) -> Result<Exit, Closed> {
    let (intent, form) = match request(arguments) {
        Ok(request) => request,
        Err(exception) => return call.throw(command, &exception).await,
    };
    let found = matching(&call.packages().await, &intent);
    if found.is_empty() {
        return call.answer("No activities found\n", 0).await;
    }
    let mut text = String::new();
    if form == Form::Components {
        for one in &found {
            text.push_str(&tell(call, one, form, ""));
        }
    } else {
        let _ = writeln!(text, "{} activities found:", found.len());
        for (index, one) in found.iter().enumerate() {
            let _ = writeln!(text, "  Activity #{index}:");
            text.push_str(&tell(call, one, form, "    "));
        }
    }
    call.answer(text, 0).await
}

fn request(arguments: &[String]) -> Result<(Intent, Form), Exception> {
    let mut form = Form::Full;
    let parsed = parse(&mut Words::new(arguments), |option, words| {
        match option {
            "--brief" => form = Form::Brief,
            "--components" => form = Form::Components,
            "--user" | "--query-flags" => {
                words.required()?;
            }
            _ => return Ok(Handled::Unknown),
        }
        Ok(Handled::Taken)
    })?;
    Ok((parsed.intent, form))
}

fn tell(call: &Call<'_>, one: &Match, form: Form, indent: &str) -> String {
    let Match { package, class, .. } = one;
    let component = format!("{package}/{}", short_class(package, class));
    let scores = "priority=0 preferredOrder=0 match=0x108000 specificIndex=-1 isDefault=true";
    match form {
        Form::Components => format!("{indent}{component}\n"),
        Form::Brief => format!("{indent}{scores}\n{indent}{component}\n"),
        Form::Full => {
            let uid = call.phone().uid(package);
            let process = format!(
                "{indent}  taskAffinity={package} targetActivity=null persistableMode=PERSIST_ROOT_ONLY"
            );
            let flags = if one.system {
                "0x38c83e45"
            } else {
                "0x38a8be44"
            };
            format!(
                "{indent}{scores}\n{indent}ActivityInfo:\n{indent}  name={class}\n{indent}  packageName={package}\n\
                 {indent}  enabled=true exported=true directBootAware=false\n{process}\n\
                 {indent}  launchMode=0 flags=0x0 privateFlags=0x1 theme=0x0\n{indent}  ApplicationInfo:\n\
                 {indent}    packageName={package}\n{indent}    processName={package}\n\
                 {indent}    taskAffinity={package}\n{indent}    uid={uid} flags={flags} privateFlags=0x0 theme=0x0\n\
                 {indent}    enabled=true\n{indent}    dataDir=/data/user/0/{package}\n"
            )
        }
    }
}
