//! `skills validate` and `skills lint`: what is wrong with a skill.

use std::path::Path;

use clawperator_contract::{ErrorCode, Failure, did_you_mean, excerpt};
use clawperator_host::{RecipeFile, SkillRefusal};
use clawperator_recipe::{Level, Levels, RecipeRule};
use clawperator_skills::{Findings, check_skill};

use super::named::{Named, or_file};
use super::report::{Refused, report};
use super::tree;
use crate::args::{LevelArgs, LintArgs, TreeArgs, ValidateArgs};
use crate::context::{Answer, Context};

/// What stops a skill; warnings are `lint`'s.
pub(super) fn validate(
    args: &ValidateArgs,
    tree: &TreeArgs,
    context: &Context<'_, '_>,
) -> Result<Answer, Failure> {
    findings(
        args.id.as_deref(),
        &Levels::default(),
        tree,
        context,
        |level| level == Level::Error,
    )
}

/// Everything that can be found.
pub(super) fn lint(
    args: &LintArgs,
    tree: &TreeArgs,
    context: &Context<'_, '_>,
) -> Result<Answer, Failure> {
    let levels = levels(&args.levels)?;
    findings(args.id.as_deref(), &levels, tree, context, |_| true)
}

fn findings(
    id: Option<&str>,
    levels: &Levels,
    tree: &TreeArgs,
    context: &Context<'_, '_>,
    wanted: impl Fn(Level) -> bool,
) -> Result<Answer, Failure> {
    let shelf = tree::of_tree(tree, context.environment);
    let id = match id.map(|word| Named::of(word, &shelf)).transpose()? {
        Some(Named::File(file)) => return findings_of_file(file, levels, context, wanted),
        Some(Named::Skill(id)) => Some(id),
        None => None,
    };
    let registry = match shelf.registry() {
        Ok(registry) => registry,
        Err(refused) => return Refused::from(refused).answer(context),
    };
    let entries = match id {
        Some(id) => match shelf.entry(&registry, id) {
            Ok(entry) => std::slice::from_ref(entry),
            Err(failure) => return Refused::from(or_file(failure.into(), id)).answer(context),
        },
        None => registry.entries(),
    };
    let mut all = Findings::default();
    for entry in entries {
        let mut found = check_skill(&registry, entry, levels, &[]);
        found.list.retain(|finding| wanted(finding.level));
        all.append(found);
    }
    let code = all.has_errors().then_some(ErrorCode::SkillValidationFailed);
    Ok(report(code, &all, context))
}

/// The same of a recipe that belongs to no skill: what there is to know is in the file.
fn findings_of_file(
    file: &Path,
    levels: &Levels,
    context: &Context<'_, '_>,
    wanted: impl Fn(Level) -> bool,
) -> Result<Answer, Failure> {
    let (code, mut found) = match RecipeFile::read(file, levels) {
        Ok(file) => (None, file.warnings()),
        Err(SkillRefusal::Findings(code, found)) => (Some(code), found),
        Err(refused) => return Refused::from(refused).answer(context),
    };
    found.list.retain(|finding| wanted(finding.level));
    Ok(report(code, &found, context))
}

/// The levels that were chosen.
pub(super) fn levels(args: &LevelArgs) -> Result<Levels, Failure> {
    let mut levels = Levels::default();
    for choice in &args.level {
        let (name, word) = choice.split_once('=').ok_or_else(|| {
            Failure::new(ErrorCode::Usage, "--level requires RULE=LEVEL")
                .with_hint("the levels are off, warn and error")
        })?;
        let adjustable = RecipeRule::ALL
            .iter()
            .filter(|rule| Levels::default().with(**rule, Level::Off).is_some())
            .map(|rule| rule.name());
        let level = [Level::Off, Level::Warn, Level::Error]
            .into_iter()
            .find(|level| level.name() == word)
            .ok_or_else(|| {
                Failure::new(
                    ErrorCode::Usage,
                    format!("unknown level '{}'", excerpt(word)),
                )
                .with_hint("the levels are off, warn and error")
            })?;
        let chosen = RecipeRule::from_name(name).and_then(|rule| levels.with(rule, level));
        levels = chosen.ok_or_else(|| {
            let names: Vec<&str> = adjustable.collect();
            let hint = match did_you_mean(name, names.iter().copied()) {
                Some(near) if near != name => format!("did you mean '{near}'?"),
                Some(_) | None => format!("rules whose level can be set: {}", names.join(", ")),
            };
            let message = format!("the level cannot be set for '{}'", excerpt(name));
            Failure::new(ErrorCode::Usage, message).with_hint(hint)
        })?;
    }
    Ok(levels)
}
