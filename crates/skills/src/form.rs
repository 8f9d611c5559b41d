//! How a registry and a `skill.json` are written, and the JSON Schema of both.
//!
//! Reading is by hand, in `entry.rs`: it tells every mistake with its place. This is the other direction.

use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, Schema};
use serde::Serialize;

use crate::entry::Entry;
use crate::names::PAGE_FILE;
use crate::registry::SCHEMA_VERSION;

/// A registry of skills.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct RegistryForm<'e> {
    /// The version of this form.
    #[schemars(regex(pattern = r"^1\.0$"))]
    schema_version: &'static str,
    /// When an older tool wrote the registry; it is neither used nor written.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(length(min = 1, max = 64))]
    generated_at: Option<&'static str>,
    /// Every skill of the tree.
    #[schemars(length(max = 20000))]
    skills: Vec<EntryForm<'e>>,
}

/// One skill, as the registry and its own `skill.json` name it.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct EntryForm<'e> {
    /// `<applicationId>.<intent>`, which is the folder's name too.
    #[schemars(
        length(max = 200),
        regex(pattern = r"^[A-Za-z0-9]([A-Za-z0-9._-]*[A-Za-z0-9])?$")
    )]
    id: &'e str,
    /// The app that it drives, by package id.
    #[schemars(
        length(max = 200),
        regex(pattern = r"^[A-Za-z][A-Za-z0-9_]*(\.[A-Za-z][A-Za-z0-9_]*)+$")
    )]
    application_id: &'e str,
    /// What it is for, in a word.
    #[schemars(length(max = 200), regex(pattern = r"^[a-z0-9]([a-z0-9-]*[a-z0-9])?$"))]
    intent: &'e str,
    /// What it does, in a sentence.
    #[schemars(length(min = 1, max = 500))]
    summary: &'e str,
    /// Its folder beside the registry: the id; older registries put `skills/` in front.
    #[schemars(length(max = 200), regex(pattern = r"^(skills/)?[A-Za-z0-9._-]+$"))]
    path: &'e str,
    /// Its page for agents.
    #[schemars(
        length(max = 200),
        regex(pattern = r"^([A-Za-z0-9._-]+/){0,2}SKILL\.md$")
    )]
    skill_file: &'static str,
    /// Its scripts, below its folder.
    #[schemars(
        length(max = 32),
        inner(
            length(max = 200),
            regex(pattern = r"^([A-Za-z0-9._-]+/){0,2}scripts/[A-Za-z0-9._-]+\.(js|ts|sh|py)$")
        )
    )]
    scripts: &'e [String],
    /// Its recipes, below its folder.
    #[schemars(
        length(max = 32),
        inner(
            length(max = 200),
            regex(
                pattern = r"^([A-Za-z0-9._-]+/){0,2}artifacts/[A-Za-z0-9._-]+\.recipe\.(md|json)$"
            )
        )
    )]
    artifacts: &'e [String],
    /// Words to find it by.
    #[serde(skip_serializing_if = "is_empty")]
    #[schemars(length(max = 32), inner(length(min = 1, max = 64)))]
    keywords: &'e [String],
    /// What its scripts run with.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(regex(pattern = "^(node|bash|sh|python3)$"))]
    interpreter: Option<&'static str>,
}

fn is_empty(list: &&[String]) -> bool {
    list.is_empty()
}

impl<'e> From<&'e Entry> for EntryForm<'e> {
    fn from(entry: &'e Entry) -> Self {
        Self {
            id: &entry.id,
            application_id: &entry.application_id,
            intent: &entry.intent,
            summary: &entry.summary,
            path: &entry.id,
            skill_file: PAGE_FILE,
            scripts: &entry.scripts,
            artifacts: &entry.artifacts,
            keywords: &entry.keywords,
            interpreter: entry.interpreter.map(crate::script::Interpreter::name),
        }
    }
}

/// The text of a registry that names these skills, in the order of their ids.
pub(crate) fn registry_text(entries: &[Entry]) -> String {
    let mut skills: Vec<EntryForm<'_>> = entries.iter().map(EntryForm::from).collect();
    skills.sort_by_key(|entry| entry.id);
    pretty(&RegistryForm {
        schema_version: SCHEMA_VERSION,
        generated_at: None,
        skills,
    })
}

/// The text of a skill's `skill.json`.
pub(crate) fn metadata_text(entry: &Entry) -> String {
    pretty(&EntryForm::from(entry))
}

/// The JSON Schema of `skills-registry.json`.
#[must_use]
pub fn registry_schema() -> Schema {
    schema_of::<RegistryForm<'static>>("skills-registry", "a registry of skills")
}

/// The JSON Schema of `skill.json`.
#[must_use]
pub fn skill_schema() -> Schema {
    schema_of::<EntryForm<'static>>("skill", "the metadata of a skill")
}

fn schema_of<T: JsonSchema>(name: &str, title: &str) -> Schema {
    let settings = SchemaSettings::draft2020_12();
    let mut schema = settings.into_generator().into_root_schema_for::<T>();
    schema.insert(
        "$id".to_owned(),
        format!("urn:clawperator:skills:{SCHEMA_VERSION}:{name}").into(),
    );
    schema.insert("title".to_owned(), title.into());
    schema
}

/// The text of the registry's schema, as it stands beside a registry.
#[must_use]
pub fn registry_schema_text() -> String {
    pretty(&registry_schema())
}

#[expect(
    clippy::expect_used,
    reason = "an empty text would replace the file of a registry or a skill"
)]
pub(crate) fn pretty(value: &impl Serialize) -> String {
    let mut text = serde_json::to_string_pretty(value).expect("every key is a string");
    text.push('\n');
    text
}
