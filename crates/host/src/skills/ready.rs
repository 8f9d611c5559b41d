//! A skill with its inputs, ready to run.

use clawperator_contract::{ErrorCode, Failure, excerpt};
use clawperator_skill_run::{Inputs, Prepared, prepare};
use clawperator_skills::{Script, Skill, SkillRecipe};
use clawperator_sources::Sources;

use crate::command_id::CommandId;

/// A skill that was checked, with its inputs. Nothing was asked of a phone yet.
#[derive(Debug)]
pub struct ReadySkill(pub(crate) Ready);

#[derive(Debug)]
pub(crate) enum Ready {
    Recipe(Box<Prepared>),
    Script(Box<ReadyScript>),
}

/// A skill's program, and what it gets.
#[derive(Debug)]
pub(crate) struct ReadyScript {
    pub(crate) skill: Skill,
    pub(crate) script: Script,
    pub(crate) inputs: Inputs,
}

enum Chosen<'s> {
    Recipe(&'s SkillRecipe),
    Script(&'s Script),
}

impl ReadySkill {
    /// The artifact that is named, or the only one, with its inputs. A recipe is taken before a script.
    pub fn new(skill: Skill, artifact: Option<&str>, inputs: Inputs) -> Result<Self, Failure> {
        let ready = match choose(&skill, artifact)? {
            Chosen::Recipe(recipe) => {
                let prepared = prepare(&skill.entry.id, recipe, inputs)?;
                Ready::Recipe(Box::new(prepared))
            }
            Chosen::Script(script) => {
                let script = script.clone();
                Ready::Script(Box::new(ReadyScript {
                    skill,
                    script,
                    inputs,
                }))
            }
        };
        Ok(Self(ready))
    }

    /// An id for a run of it, which no other has.
    pub fn new_id(&self, sources: &dyn Sources) -> Result<String, Failure> {
        let kind = match &self.0 {
            Ready::Recipe(_) => "skill",
            Ready::Script(_) => "script",
        };
        CommandId::Random(kind).generate(sources)
    }

    /// How many steps it is told to have.
    #[must_use]
    pub fn steps(&self) -> usize {
        match &self.0 {
            Ready::Recipe(prepared) => prepared.actions(),
            Ready::Script(_) => 1,
        }
    }

    /// The script that it is, if it is one.
    #[must_use]
    pub fn script(&self) -> Option<&str> {
        match &self.0 {
            Ready::Recipe(_) => None,
            Ready::Script(ready) => Some(&ready.script.path),
        }
    }
}

fn choose<'s>(skill: &'s Skill, name: Option<&str>) -> Result<Chosen<'s>, Failure> {
    let named = |known: &str, path: &str| name.is_none_or(|name| name == known || name == path);
    let mut recipes = skill
        .recipes
        .iter()
        .filter(|recipe| named(recipe.name(), &recipe.path));
    let mut scripts = skill
        .scripts
        .iter()
        .filter(|script| named(&script.path, &script.path));
    match (
        recipes.next(),
        recipes.next(),
        scripts.next(),
        scripts.next(),
    ) {
        (Some(recipe), None, _, _) => Ok(Chosen::Recipe(recipe)),
        (None, _, Some(script), None) => Ok(Chosen::Script(script)),
        (None, _, None, _) => Err(not_there(skill, name)),
        (Some(_), Some(_), _, _) | (None, _, Some(_), Some(_)) => Err(Failure::new(
            ErrorCode::MissingArgument,
            format!(
                "`{}` has several artifacts: {}",
                skill.entry.id,
                listed(skill)
            ),
        )
        .with_hint("name one of them as the artifact")),
    }
}

fn not_there(skill: &Skill, name: Option<&str>) -> Failure {
    let id = &skill.entry.id;
    let message = match name {
        Some(name) => format!("`{id}` has no artifact `{}`", excerpt(name)),
        None => format!("`{id}` has nothing to run"),
    };
    let failure = Failure::new(ErrorCode::ArtifactNotFound, message);
    match listed(skill) {
        none if none.is_empty() => failure.with_recovery(),
        some => failure.with_hint(format!("it has {some}")),
    }
}

fn listed(skill: &Skill) -> String {
    let recipes = skill.recipes.iter().map(SkillRecipe::name);
    let scripts = skill.scripts.iter().map(|script| script.path.as_str());
    recipes.chain(scripts).collect::<Vec<_>>().join(", ")
}
