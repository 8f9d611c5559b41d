//! Cases that are JSON objects.

use serde_json::{Map, Value};

use crate::escape::expand_strings;
use crate::file::CaseFile;

/// The keys of a case, expanded.
#[derive(Clone, Debug)]
pub struct Object {
    name: String,
    keys: Map<String, Value>,
}

impl CaseFile {
    /// The case as an object with known keys only, of which `about` says something.
    #[must_use]
    pub fn object(&self, known: &[&str]) -> Object {
        let name = self.name.clone();
        let mut keys: Map<String, Value> =
            serde_json::from_str(&self.text).unwrap_or_else(|error| panic!("{name}: {error}"));
        keys.values_mut().for_each(expand_strings);
        if let Some(unknown) = keys.keys().find(|key| !known.contains(&key.as_str())) {
            panic!("{name}: unknown key {unknown}");
        }
        let object = Object { name, keys };
        assert!(
            !object.text("about").is_empty(),
            "{}: says nothing about itself",
            object.name
        );
        object
    }
}

impl Object {
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    #[must_use]
    pub fn get(&self, key: &str) -> Option<&Value> {
        self.keys.get(key)
    }

    /// A text; empty where there is none.
    #[must_use]
    pub fn text(&self, key: &str) -> String {
        let text = self.get(key).and_then(Value::as_str);
        text.unwrap_or_default().to_owned()
    }

    /// A list of texts.
    #[must_use]
    pub fn texts(&self, key: &str) -> Option<Vec<String>> {
        let value = self.get(key)?.clone();
        let texts = serde_json::from_value(value);
        Some(texts.unwrap_or_else(|error| panic!("{}: {key}: {error}", self.name)))
    }

    /// The rules that the case shows.
    #[must_use]
    pub fn rules(&self) -> Vec<String> {
        self.texts("rules")
            .unwrap_or_else(|| panic!("{}: no rules", self.name))
    }
}
