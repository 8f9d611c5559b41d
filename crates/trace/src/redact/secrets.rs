//! What a run types or opens, and how it is found again in other texts.

use clawperator_contract::{ActionType, DataKey, StepResult};
use percent_encoding::percent_decode_str;
use serde_json::{Map, Value};

use super::NOT_KEPT;

/// Shorter ones are parts of too much.
const SHORTEST_PART: usize = 3;

/// The keys of a selector that hold patterns.
const PATTERNS: [&str; 3] = ["textMatches", "contentDescMatches", "nameMatches"];

/// What may not be written of one run.
#[derive(Debug, Default)]
pub(crate) struct Secrets {
    /// What is typed and opened, in its plain form.
    given: Vec<String>,
    /// What other actions look for that holds one of these or a part of one: a message repeats it.
    looked_for: Vec<String>,
}

impl Secrets {
    /// Collects what these actions type and open, and takes it out of all of them.
    pub(super) fn take(actions: &mut [Value]) -> Self {
        let mut secrets = Self {
            given: actions.iter().flat_map(given).collect(),
            looked_for: Vec::new(),
        };
        for params in actions
            .iter_mut()
            .filter(|action| is_shell(action))
            .filter_map(params)
        {
            hide_words(params);
        }
        if !secrets.given.is_empty() {
            for params in actions.iter_mut().filter_map(params) {
                secrets.hide(params);
            }
        }
        secrets
    }

    /// Replaces every text that tells a secret: a later step often looks for what was typed.
    fn hide(&mut self, value: &mut Value) {
        match value {
            Value::String(text) => {
                let small = plain(text);
                if self.is_told_by(&small) {
                    self.looked_for.push(small);
                    NOT_KEPT.clone_into(text);
                }
            }
            Value::Array(values) => values.iter_mut().for_each(|value| self.hide(value)),
            Value::Object(map) => {
                for (key, value) in map {
                    match value {
                        // A pattern tells a secret in many ways.
                        Value::String(pattern) if PATTERNS.contains(&key.as_str()) => {
                            self.looked_for.push(plain(pattern));
                            NOT_KEPT.clone_into(pattern);
                        }
                        value => self.hide(value),
                    }
                }
            }
            Value::Null | Value::Bool(_) | Value::Number(_) => {}
        }
    }

    fn is_told_by(&self, small: &str) -> bool {
        let is_part = small.chars().count() >= SHORTEST_PART;
        let tells =
            |secret: &String| small.contains(secret.as_str()) || is_part && secret.contains(small);
        self.given.iter().any(tells)
    }

    /// Takes out of a result what repeats a secret; whether it had anything of that kind.
    pub(super) fn hide_in(&self, step: &mut StepResult) -> bool {
        if self.given.is_empty() {
            return false;
        }
        let before = step.data.len();
        step.data.retain(|name, text| {
            let may_repeat = DataKey::from_name(name).is_none_or(repeats_text);
            !(may_repeat && self.is_in(text))
        });
        step.data.len() < before
    }

    /// Whether a text repeats a secret.
    fn is_in(&self, text: &str) -> bool {
        let small = plain(text);
        let mut all = self.given.iter().chain(&self.looked_for);
        all.any(|secret| !secret.is_empty() && small.contains(secret.as_str()))
    }
}

/// Whether what is under a key can hold what somebody wrote. All others are codes, counts and places.
const fn repeats_text(key: DataKey) -> bool {
    let says = matches!(
        key,
        DataKey::Message
            | DataKey::Hint
            | DataKey::Next
            | DataKey::Cause
            | DataKey::ApplicationId
            | DataKey::Uri
    );
    says || key.shows_screen()
}

fn is_shell(action: &Value) -> bool {
    let kind = action.get("type").and_then(Value::as_str);
    kind.and_then(ActionType::from_name) == Some(ActionType::DeviceShell)
}

/// Keeps which program is run, and how many words it gets: any of them may be a password.
fn hide_words(params: &mut Value) {
    let words = params.get_mut("words").and_then(Value::as_array_mut);
    for word in words.into_iter().flatten().skip(1) {
        *word = Value::String(NOT_KEPT.to_owned());
    }
}

fn params(action: &mut Value) -> Option<&mut Value> {
    action.get_mut("params")
}

/// What an action types or opens, in every form that is looked for.
fn given(action: &Value) -> Vec<String> {
    let text = |key| {
        let params: Option<&Map<String, Value>> = action.get("params").and_then(Value::as_object);
        params.and_then(|params| params.get(key)?.as_str())
    };
    let kind = action.get("type").and_then(Value::as_str);
    let mut given = match kind.and_then(ActionType::from_name) {
        Some(ActionType::EnterText | ActionType::SetClipboard) => {
            text("text").map(plain).into_iter().collect()
        }
        Some(ActionType::OpenUri) => text("uri").map_or_else(Vec::new, |uri| {
            // A page shows what an address holds, and not as the address spells it.
            let spelled = uri.replace('+', " ");
            let decoded = percent_decode_str(&spelled).decode_utf8_lossy();
            vec![plain(uri), plain(&decoded)]
        }),
        _ => Vec::new(),
    };
    // Blanks are typed too, and every text has some.
    given.retain(|text| !text.is_empty());
    given
}

/// A text without what selectors do not distinguish: case and blanks.
fn plain(text: &str) -> String {
    let letters = text.chars().filter(|letter| !letter.is_whitespace());
    letters.flat_map(char::to_lowercase).collect()
}
