//! A recipe that belongs to no skill: a file that somebody named at their own command line.
//!
//! Nothing vouches for it but whoever named it: there is no registry, no index and no folder to hold it against. Its
//! rules are those of any recipe, and its runs are judged as those of a skill are. Only the command line takes one; a
//! surface that others ask names skills by their ids.

use std::fs::File;
use std::io::{self, Read as _};
use std::path::Path;

use clawperator_contract::{ErrorCode, Failure, visible};
use clawperator_recipe::{Levels, Loaded, RecipeFindings, load};
use clawperator_skill_run::{Inputs, prepare};
use clawperator_skills::limits::MAX_FILE_BYTES;
use clawperator_skills::{Code, Finding, Findings, SkillRecipe, sha256_hex};

use super::ready::{Ready, ReadySkill};
use super::refusal::SkillRefusal;
use crate::io_words::io_words;

/// What the file of a recipe ends in, as in the folder of a skill.
const ENDINGS: [&str; 2] = [".recipe.md", ".recipe.json"];

/// The most characters of a path that names a run.
const LONGEST_NAME: usize = 200;

/// Whether a word names a file and not a skill: it has a separator of paths, which no id has, or ends as recipes do.
#[must_use]
pub fn is_recipe_file(word: &str) -> bool {
    has_separator(word) || ENDINGS.iter().any(|ending| word.ends_with(ending))
}

/// Whether a word can be nothing but a path.
#[must_use]
pub fn has_separator(word: &str) -> bool {
    word.contains(['/', '\\'])
}

/// A recipe from a file that breaks no rule.
#[derive(Debug, Clone)]
pub struct RecipeFile {
    name: String,
    recipe: SkillRecipe,
}

impl RecipeFile {
    /// Reads the file, within the bounds of a skill's, and holds it against every rule.
    pub fn read(path: &Path, levels: &Levels) -> Result<Self, SkillRefusal> {
        let shown = visible(&path.to_string_lossy());
        let bytes = bytes_of(path, &shown)?;
        let loaded = load(&shown, &bytes, levels).map_err(|findings: RecipeFindings| {
            let code = findings.error_code().unwrap_or(ErrorCode::RecipeInvalid);
            SkillRefusal::Findings(code, findings.into())
        })?;
        Ok(Self {
            name: name_of(&shown),
            recipe: SkillRecipe {
                path: shown,
                sha256: sha256_hex(&bytes),
                loaded,
            },
        })
    }

    /// What its runs are called where a skill's have its id. No id has a separator, so that none is taken for another.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The recipe, as a skill has it.
    #[must_use]
    pub const fn recipe(&self) -> &SkillRecipe {
        &self.recipe
    }

    /// What was read.
    #[must_use]
    pub const fn loaded(&self) -> &Loaded {
        &self.recipe.loaded
    }

    /// What is not as it should be and stops nothing.
    #[must_use]
    pub fn warnings(&self) -> Findings {
        self.recipe.loaded.findings.clone().into()
    }

    /// The recipe with its inputs, ready to run.
    pub fn ready(&self, inputs: Inputs) -> Result<ReadySkill, Failure> {
        let prepared = prepare(&self.name, &self.recipe, inputs)?;
        Ok(ReadySkill(Ready::Recipe(Box::new(prepared))))
    }
}

fn bytes_of(path: &Path, shown: &str) -> Result<Vec<u8>, SkillRefusal> {
    let mut bytes = Vec::new();
    let read = open(path).and_then(|file| {
        // A file may grow while it is read.
        file.take(MAX_FILE_BYTES.saturating_add(1))
            .read_to_end(&mut bytes)
    });
    read.map_err(|error| unreadable(path, shown, &error))?;
    if u64::try_from(bytes.len()).unwrap_or(u64::MAX) <= MAX_FILE_BYTES {
        return Ok(bytes);
    }
    let finding = Finding::of_file(
        Code::TooLarge,
        shown,
        format!("the file has more than {MAX_FILE_BYTES} bytes"),
        "name the file of a recipe",
    );
    Err(SkillRefusal::Findings(
        ErrorCode::RecipeInvalid,
        finding.into(),
    ))
}

/// The file, if it is none that reading would take for ever: opening a folder succeeds on some systems.
fn open(path: &Path) -> io::Result<File> {
    let file = File::open(path)?;
    if file.metadata()?.is_dir() {
        return Err(io::ErrorKind::IsADirectory.into());
    }
    Ok(file)
}

fn unreadable(path: &Path, shown: &str, error: &io::Error) -> Failure {
    let message = format!(
        "the recipe `{shown}` could not be read: {}",
        io_words(error)
    );
    let hint = if path.is_dir() {
        "name the recipe's file in it; a skill is run by its id"
    } else {
        "check the path; a skill is run by its id, which has no `/` and does not end in .recipe.md or .recipe.json"
    };
    Failure::new(ErrorCode::FileUnreadable, message).with_hint(hint)
}

/// The path, so that it cannot be an id, and no longer than what names a run may be.
fn name_of(shown: &str) -> String {
    let length = shown.chars().count();
    if length > LONGEST_NAME {
        let end: String = shown.chars().skip(length - LONGEST_NAME).collect();
        return format!("…/{end}");
    }
    if has_separator(shown) {
        return shown.to_owned();
    }
    format!("./{shown}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_is_told_from_an_id() {
        for path in [
            "./a.recipe.md",
            "a.recipe.md",
            "a.recipe.json",
            "skills/a",
            "/dev/fd/63",
            "..\\a.md",
        ] {
            assert!(is_recipe_file(path), "{path}");
        }
        for id in [
            "com.example.app.recipe",
            "read-level",
            "a.md",
            "recipe.md",
            "a.recipe.mdx",
        ] {
            assert!(!is_recipe_file(id), "{id}");
        }
    }

    #[test]
    fn what_a_run_is_called_is_never_an_id() {
        assert_eq!(name_of("a.recipe.md"), "./a.recipe.md");
        assert_eq!(name_of("/x/a.recipe.md"), "/x/a.recipe.md");
        let long = name_of(&"é".repeat(500));
        assert!(has_separator(&long));
        assert_eq!(long.chars().count(), LONGEST_NAME + 2);
    }
}
