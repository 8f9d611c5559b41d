//! One skill, read from its folder and held against what the registry says of it.

use std::path::PathBuf;

use clawperator_contract::Next;
use clawperator_recipe::{JsonText, Levels, Loaded, load};

use crate::digest::{FilesDigest, sha256_hex};
use crate::entry::Entry;
use crate::files::{SkillFile, read_folder, text_of};
use crate::finding::{Code, Finding, Findings, Report};
use crate::json::Document;
use crate::names::{METADATA_FILE, PAGE_FILE};
use crate::registry::Registry;
use crate::script::{Language, Script};

/// A skill that may be compiled or run.
#[derive(Debug, Clone, PartialEq)]
pub struct Skill {
    /// What it says of itself.
    pub entry: Entry,
    pub folder: PathBuf,
    /// Its recipes, in the order of their paths.
    pub recipes: Vec<SkillRecipe>,
    /// Its scripts, in the order of their paths.
    pub scripts: Vec<Script>,
    /// The SHA-256 of all its files, in hexadecimal: paths, lengths and contents.
    pub files_sha256: String,
    /// Warnings only.
    pub findings: Findings,
}

#[derive(Debug, Clone, PartialEq)]
pub struct SkillRecipe {
    /// Where it is below the skill's folder.
    pub path: String,
    /// The SHA-256 of the file, in hexadecimal.
    pub sha256: String,
    /// What was read.
    pub loaded: Loaded,
}

impl SkillRecipe {
    /// The name on the command line: the file's, without folder and ending.
    #[must_use]
    pub fn name(&self) -> &str {
        let path = self.path.as_str();
        let file = path.rsplit_once('/').map_or(path, |(_, file)| file);
        file.split_once(".recipe.").map_or(file, |(name, _)| name)
    }
}

impl Skill {
    /// Reads the skill's folder and holds it against the registry's entry; a refusal lists every finding.
    pub fn load(registry: &Registry, entry: &Entry) -> Result<Self, Findings> {
        Self::load_with(registry, entry, &Levels::default())
    }

    /// The same with chosen levels for the recipes' rules.
    pub fn load_with(
        registry: &Registry,
        entry: &Entry,
        levels: &Levels,
    ) -> Result<Self, Findings> {
        let folder = registry.folder(entry);
        let files = read_folder(&folder, &entry.id)?;
        let mut findings = Findings::default();
        match read_metadata(&files, &entry.id) {
            Ok(own) if own == *entry => {}
            Ok(own) => findings.push(disagreement(&own, entry)),
            Err(problems) => findings.append(problems),
        }
        let has_page = files.iter().any(|file| file.path == PAGE_FILE);
        let scripts = check_scripts(entry, &files, &mut findings);
        let recipes = load_recipes(entry, &files, levels, &mut findings);
        if !has_page {
            findings.push(missing(entry, PAGE_FILE));
        }
        if findings.has_errors() {
            return Err(findings);
        }
        let mut digest = FilesDigest::default();
        for file in &files {
            digest.add(&file.path, &file.bytes);
        }
        Ok(Self {
            entry: entry.clone(),
            folder,
            recipes,
            scripts,
            files_sha256: digest.finish(),
            findings,
        })
    }
}

/// What the skill's own `skill.json` says.
pub(crate) fn read_metadata(files: &[SkillFile], id: &str) -> Result<Entry, Findings> {
    let name = format!("{id}/{METADATA_FILE}");
    let Some(file) = files.iter().find(|file| file.path == METADATA_FILE) else {
        return Err(Finding::of_file(
            Code::FileMissing,
            &name,
            "this file does not exist",
            "write it, or create the skill",
        )
        .by(Next::CreateSkill)
        .into());
    };
    parse_metadata(&name, &file.bytes)
}

/// Reads the bytes of a `skill.json`; `name` is what findings call it.
pub(crate) fn parse_metadata(name: &str, bytes: &[u8]) -> Result<Entry, Findings> {
    let text = text_of(bytes, name).map_err(Findings::from)?;
    let report = Report::new(name);
    let json = JsonText::new(text);
    let entry = Document::root(&json, &report)
        .and_then(|(document, value)| Entry::read(document, value, "the skill"));
    let findings = report.into_findings();
    match entry {
        Some(entry) if !findings.has_errors() => Ok(entry),
        Some(_) | None => Err(findings),
    }
}

fn check_scripts(entry: &Entry, files: &[SkillFile], findings: &mut Findings) -> Vec<Script> {
    let mut scripts = Vec::new();
    for path in &entry.scripts {
        let is_there = files.iter().any(|file| file.path == *path);
        match Language::of(path) {
            Some(language) if is_there => scripts.push(Script {
                path: path.clone(),
                language,
            }),
            Some(_) | None => findings.push(missing(entry, path)),
        }
    }
    scripts
}

fn load_recipes(
    entry: &Entry,
    files: &[SkillFile],
    levels: &Levels,
    findings: &mut Findings,
) -> Vec<SkillRecipe> {
    let mut recipes = Vec::new();
    for path in &entry.artifacts {
        let Some(file) = files.iter().find(|file| file.path == *path) else {
            findings.push(missing(entry, path));
            continue;
        };
        match load(&format!("{}/{path}", entry.id), &file.bytes, levels) {
            Ok(loaded) => {
                findings.append(loaded.findings.clone().into());
                recipes.push(SkillRecipe {
                    path: path.clone(),
                    sha256: sha256_hex(&file.bytes),
                    loaded,
                });
            }
            Err(problems) => findings.append(problems.into()),
        }
    }
    recipes
}

fn missing(entry: &Entry, path: &str) -> Finding {
    Finding::of_file(
        Code::FileMissing,
        &format!("{}/{path}", entry.id),
        "this file does not exist",
        "add it, or remove its name from `skill.json` and the registry",
    )
}

/// The first of the fields in which `skill.json` and the registry differ.
pub(crate) fn disagreement(own: &Entry, registered: &Entry) -> Finding {
    let fields = [
        ("id", own.id == registered.id),
        ("summary", own.summary == registered.summary),
        ("scripts", own.scripts == registered.scripts),
        ("artifacts", own.artifacts == registered.artifacts),
        ("keywords", own.keywords == registered.keywords),
        ("interpreter", own.interpreter == registered.interpreter),
    ];
    let differing: Vec<&str> = fields
        .into_iter()
        .filter_map(|(name, same)| (!same).then_some(name))
        .collect();
    Finding::of_file(
        Code::Disagrees,
        &format!("{}/{METADATA_FILE}", registered.id),
        format!(
            "the registry has different values for {}",
            differing.join(", ")
        ),
        "make both the same, or write the registry from the folders",
    )
    .by(Next::RegisterSkills)
}
