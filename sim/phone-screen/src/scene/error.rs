//! What can be wrong with a scene, said so that its writer can fix it.

use strsim::osa_distance;

use super::limits::{MAX_DEPTH, MAX_TEMPLATE_DEPTH, SCENE_VERSION};

/// A scene that cannot be used. Every variant names the place as a path of keys.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SceneError {
    /// It is not JSON, or a field has the wrong name or type.
    #[error("{place}: {reason}")]
    Malformed {
        /// The path of keys.
        place: String,
        /// What the reader met.
        reason: String,
    },
    /// The file says a version that this reader does not know.
    #[error("version: {found} is not known\nhint: write `\"version\": {SCENE_VERSION}`")]
    Version {
        /// The version in the file.
        found: u32,
    },
    /// A bound is passed.
    #[error("{what}: {found} is more than {limit}\nhint: split the scene, or repeat fewer rows")]
    TooLarge {
        /// What is counted.
        what: &'static str,
        /// How many there are.
        found: usize,
        /// How many there may be.
        limit: usize,
    },
    /// Views are nested too deeply.
    #[error(
        "{place}: more than {MAX_DEPTH} levels of views\nhint: real screens have about 13 levels, at most 40"
    )]
    TooDeep {
        /// The path of keys.
        place: String,
    },
    #[error(
        "{place}: template `{name}` is nested more than {MAX_TEMPLATE_DEPTH} times\nhint: a template must not use itself"
    )]
    EndlessTemplate {
        /// The path of keys.
        place: String,
        /// The template.
        name: String,
    },
    /// A name that nothing carries.
    #[error("{place}: there is no {what} `{name}`{}", suggestion(known))]
    Unknown {
        /// The path of keys.
        place: String,
        /// What kind of thing is named.
        what: &'static str,
        /// The name that was written.
        name: String,
        /// Names that exist, nearest first.
        known: Vec<String>,
    },
    /// One name for two things.
    #[error(
        "{place}: {what} `{name}` exists twice\nhint: names must differ; in a repeated row put `{{{{n}}}}` into the key"
    )]
    Twice {
        /// The path of keys.
        place: String,
        /// What kind of thing is named.
        what: &'static str,
        name: String,
    },
    /// A placeholder that nothing fills in.
    #[error(
        "{place}: nothing fills in `{{{{{name}}}}}`\nhint: give it in `with`, write `{{{{{name}?}}}}` to leave it \
         empty, or use a live one: var.NAME, extra.NAME, text.KEY, device.NAME"
    )]
    Placeholder {
        /// The path of keys.
        place: String,
        /// The placeholder's name.
        name: String,
    },
    /// Fields that contradict each other or make no sense.
    #[error("{place}: {reason}\nhint: {hint}")]
    Contradiction {
        /// The path of keys.
        place: String,
        /// What is wrong.
        reason: String,
        /// What to write instead.
        hint: &'static str,
    },
}

/// The known names nearest to `name`, at most five.
pub(crate) fn nearest<'a>(name: &str, known: impl Iterator<Item = &'a str>) -> Vec<String> {
    let mut scored: Vec<(usize, &str)> = known
        .map(|candidate| (osa_distance(name, candidate), candidate))
        .collect();
    scored.sort_unstable();
    scored.dedup();
    scored
        .into_iter()
        .take(5)
        .map(|(_, candidate)| candidate.to_owned())
        .collect()
}

fn suggestion(known: &[String]) -> String {
    match known {
        [] => String::new(),
        names => {
            let quoted: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
            format!("\nhint: known are {}", quoted.join(", "))
        }
    }
}
