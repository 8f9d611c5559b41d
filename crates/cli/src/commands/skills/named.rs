//! What a word names: a skill of the registry, or the file of a recipe.

use std::path::Path;

use clawperator_contract::{Advice, ErrorCode, Failure, excerpt};
use clawperator_host::{RecipeFile, SkillRefusal, SkillShelf, has_separator, is_recipe_file};
use clawperator_recipe::Levels;

/// What a word names.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Named<'w> {
    /// A skill, by its id.
    Skill(&'w str),
    /// A file, whether it is there or not.
    File(&'w Path),
}

impl<'w> Named<'w> {
    /// A word with a separator, or with the ending of a recipe, names a file; every other is an id. The registry is asked
    /// only about a word without a separator, which an id may be too.
    pub(super) fn of(word: &'w str, shelf: &SkillShelf) -> Result<Self, Failure> {
        if !is_recipe_file(word) {
            return Ok(Self::Skill(word));
        }
        let file = Path::new(word);
        if has_separator(word) {
            return Ok(Self::File(file));
        }
        // Without a registry that can be used there is no skill of that id.
        let is_id = shelf
            .registry()
            .is_ok_and(|registry| registry.find(word).is_ok());
        match (is_id, file.exists()) {
            (false, _) => Ok(Self::File(file)),
            (true, false) => Ok(Self::Skill(word)),
            (true, true) => {
                let shown = excerpt(word);
                let message = format!("`{shown}` is a file here and the id of a skill");
                let hint = format!(
                    "write ./{shown} for the file; for the skill, call it from another folder with --skills-dir"
                );
                Err(Failure::new(ErrorCode::Usage, message).with_hint(hint))
            }
        }
    }

    /// What the file holds, if nothing was named besides that only a skill has.
    pub(super) fn read(file: &Path, artifact: Option<&str>) -> Result<RecipeFile, SkillRefusal> {
        if artifact.is_some() {
            let message = "--artifact chooses among the recipes of a skill, and this is a file";
            let failure = Failure::new(ErrorCode::Usage, message);
            return Err(failure.with_hint("name the file alone").into());
        }
        RecipeFile::read(file, &Levels::default())
    }
}

/// Says of an unknown id that a file has that name, where one does.
pub(super) fn or_file(refusal: SkillRefusal, word: &str) -> SkillRefusal {
    match refusal {
        SkillRefusal::Failure(failure)
            if failure.code == ErrorCode::SkillNotFound && Path::new(word).is_file() =>
        {
            let hint = format!("for the file of that name, write ./{}", excerpt(word));
            SkillRefusal::Failure(failure.with_advice(Advice::new(hint)))
        }
        other => other,
    }
}
