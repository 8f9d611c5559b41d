//! The files of an index: a pure function of the registry's bytes and what its skills are.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::record::Record;
use crate::digest::sha256_hex;
use crate::names::REGISTRY_FILE;
use crate::registry::SCHEMA_VERSION;

/// The folder of everything that is generated.
pub(crate) const FOLDER: &str = "generated";
pub(crate) const MANIFEST: &str = "manifest.json";
pub(crate) const MINIMAL: &str = "skills-index.min.json";
pub(crate) const LINES: &str = "skills-index.jsonl";
pub(crate) const BY_APP: &str = "by-app";
pub(crate) const BY_PREFIX: &str = "by-prefix";

/// Digits of the hash that name a shard: 256 shards hold forty of ten thousand skills each.
const PREFIX_DIGITS: usize = 2;

/// What an index is, and which registry it is of.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct Manifest {
    pub(crate) schema_version: String,
    pub(crate) total_skills: usize,
    pub(crate) artifacts: Artifacts,
    pub(crate) shards: Shards,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct Artifacts {
    pub(crate) registry: Listed,
    pub(crate) min_index: Listed,
    pub(crate) jsonl_index: Listed,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct Shards {
    pub(crate) by_app: Vec<Listed>,
    pub(crate) by_prefix: Vec<Listed>,
}

/// One file, with what it must be.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct Listed {
    pub(crate) file: String,
    pub(crate) sha256: String,
    pub(crate) count: usize,
}

/// The index that a search reads: no more of a skill than is looked through and shown.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct Minimal<'t> {
    #[serde(borrow)]
    pub(crate) schema_version: std::borrow::Cow<'t, str>,
    #[serde(borrow)]
    pub(crate) skills: Vec<super::search::SkillSummary<'t>>,
}

/// The skills of one app, or of one prefix.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct Shard<'r> {
    schema_version: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    application_id: Option<&'r str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    prefix: Option<&'r str>,
    skills: Vec<&'r Record>,
}

/// The same as it is read back.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct PrefixShard {
    #[expect(dead_code, reason = "a key of the form")]
    schema_version: String,
    #[expect(dead_code, reason = "a key of the form")]
    prefix: String,
    pub(crate) skills: Vec<Record>,
}

/// The shard that holds a skill, below [`FOLDER`].
pub(crate) fn prefix_shard(id: &str) -> String {
    format!("{BY_PREFIX}/{}.json", prefix(id))
}

fn prefix(id: &str) -> String {
    let mut digits = sha256_hex(id.as_bytes());
    digits.truncate(PREFIX_DIGITS);
    digits
}

/// Every file of the index by its path below [`FOLDER`]. `records` are in the order of their ids.
pub(crate) fn generate(registry: &[u8], records: &[Record]) -> BTreeMap<String, String> {
    let mut files = BTreeMap::new();
    let minimal = Minimal {
        schema_version: SCHEMA_VERSION.into(),
        skills: records
            .iter()
            .map(super::search::SkillSummary::from)
            .collect(),
    };
    let min_index = add(
        &mut files,
        MINIMAL.to_owned(),
        compact(&minimal),
        records.len(),
    );
    let lines: String = records.iter().map(compact).collect();
    let jsonl_index = add(&mut files, LINES.to_owned(), lines, records.len());
    let mut apps: BTreeMap<&str, Vec<&Record>> = BTreeMap::new();
    let mut prefixes: BTreeMap<String, Vec<&Record>> = BTreeMap::new();
    for record in records {
        apps.entry(&record.application_id).or_default().push(record);
        prefixes.entry(prefix(&record.id)).or_default().push(record);
    }
    let mut by_app = Vec::new();
    for (app, skills) in apps {
        let count = skills.len();
        let shard = Shard {
            schema_version: SCHEMA_VERSION,
            application_id: Some(app),
            prefix: None,
            skills,
        };
        let file = format!("{BY_APP}/{app}.json");
        by_app.push(add(&mut files, file, compact(&shard), count));
    }
    let mut by_prefix = Vec::new();
    for (prefix, skills) in &prefixes {
        let shard = Shard {
            schema_version: SCHEMA_VERSION,
            application_id: None,
            prefix: Some(prefix),
            skills: skills.clone(),
        };
        let file = format!("{BY_PREFIX}/{prefix}.json");
        by_prefix.push(add(&mut files, file, compact(&shard), skills.len()));
    }
    let manifest = Manifest {
        schema_version: SCHEMA_VERSION.to_owned(),
        total_skills: records.len(),
        artifacts: Artifacts {
            registry: Listed {
                file: REGISTRY_FILE.to_owned(),
                sha256: sha256_hex(registry),
                count: records.len(),
            },
            min_index,
            jsonl_index,
        },
        shards: Shards { by_app, by_prefix },
    };
    files.insert(MANIFEST.to_owned(), crate::form::pretty(&manifest));
    files
}

fn add(files: &mut BTreeMap<String, String>, file: String, text: String, count: usize) -> Listed {
    let listed = Listed {
        file: file.clone(),
        sha256: sha256_hex(text.as_bytes()),
        count,
    };
    files.insert(file, text);
    listed
}

/// One line of JSON.
#[expect(
    clippy::expect_used,
    reason = "an empty line would be stored and hashed"
)]
fn compact(value: &impl Serialize) -> String {
    let mut line = serde_json::to_string(value).expect("every key is a string");
    line.push('\n');
    line
}
