//! The skills of this machine.

use std::path::PathBuf;
use std::sync::Arc;

use clawperator_contract::{Advice, ErrorCode, Failure, Next};
use clawperator_skill_run::Inputs;
use clawperator_skills::{
    Entry, Freshness, NotFound, REGISTRY_FILE, Registry, Skill, SkillQuery, SkillSearch,
    SkillSummary,
};

use super::ready::ReadySkill;
use super::refusal::SkillRefusal;
use super::run::ScriptHome;
use super::shown::ShownSkill;

/// The most ids that a message lists.
const LISTED: usize = 8;

/// Where skills are looked for. They are read each time: whoever changes one has it changed. All of it waits for the
/// disk.
#[derive(Debug, Clone)]
pub struct SkillShelf {
    folders: Vec<PathBuf>,
    scripts: Arc<ScriptHome>,
    takes_ends: bool,
}

impl SkillShelf {
    /// The first of these folders that is a tree of skills, whose scripts run with this.
    #[must_use]
    pub fn new(folders: Vec<PathBuf>, scripts: ScriptHome) -> Self {
        Self {
            folders,
            scripts: Arc::new(scripts),
            takes_ends: false,
        }
    }

    /// The same for a person, who may write the end of an id where only one skill has it. What a program sends means the
    /// same whatever skill is added.
    #[must_use]
    pub fn taking_ends_of_ids(self) -> Self {
        Self {
            takes_ends: true,
            ..self
        }
    }

    /// What scripts run with.
    #[must_use]
    pub const fn scripts(&self) -> &Arc<ScriptHome> {
        &self.scripts
    }

    /// The folders, in the order in which they are looked into.
    #[must_use]
    pub fn folders(&self) -> &[PathBuf] {
        &self.folders
    }

    /// The first of the folders that is a tree of skills.
    pub fn root(&self) -> Result<PathBuf, SkillRefusal> {
        let mut folders = self.folders.iter();
        let found = folders.find(|folder| folder.join(REGISTRY_FILE).symlink_metadata().is_ok());
        found.cloned().ok_or_else(|| SkillRefusal::NoTree {
            looked: self.folders.clone(),
        })
    }

    /// The registry that is used.
    pub fn registry(&self) -> Result<Registry, SkillRefusal> {
        Ok(Registry::open_first(&self.folders)?)
    }

    /// Looks for skills, in the index if there is one that fits.
    pub fn search(&self, query: &SkillQuery) -> Result<SkillSearch, SkillRefusal> {
        Ok(SkillSearch::search(&self.root()?, query)?)
    }

    /// The skills that fit, the best first; all of them by their ids where nothing is asked for.
    pub fn find(&self, query: &SkillQuery) -> Result<Vec<SkillSummary<'static>>, SkillRefusal> {
        if *query != SkillQuery::default() {
            return Ok(self.search(query)?.skills);
        }
        let registry = self.registry()?;
        let all = registry.entries().iter().map(SkillSummary::from);
        Ok(all.map(SkillSummary::into_owned).collect())
    }

    /// What there is to know of a skill.
    pub fn show(&self, id: &str) -> Result<ShownSkill, SkillRefusal> {
        let (registry, skill) = self.load(id)?;
        let freshness = registry.freshness(&skill);
        Ok(ShownSkill::new(&skill, freshness))
    }

    /// The same of several skills; what cannot be shown says why.
    pub fn show_all(
        &self,
        ids: &[&str],
    ) -> Result<Vec<Result<ShownSkill, SkillRefusal>>, SkillRefusal> {
        let registry = self.registry()?;
        let show = |id: &&str| {
            let skill = self.load_from(&registry, id)?;
            Ok(ShownSkill::new(&skill, registry.freshness(&skill)))
        };
        Ok(ids.iter().map(show).collect())
    }

    /// A skill with its inputs, if it is as it was when it was indexed.
    pub fn ready(
        &self,
        id: &str,
        artifact: Option<&str>,
        inputs: Inputs,
    ) -> Result<ReadySkill, SkillRefusal> {
        let skill = self.checked(id)?;
        Ok(ReadySkill::new(skill, artifact, inputs)?)
    }

    fn checked(&self, id: &str) -> Result<Skill, SkillRefusal> {
        let (registry, skill) = self.load(id)?;
        let message = match registry.freshness(&skill) {
            Freshness::Fresh => return Ok(skill),
            Freshness::Stale => format!("the files of `{id}` have changed since they were indexed"),
            // Without an index nobody can tell: removing it must not make a changed file run.
            Freshness::NotIndexed => {
                format!("`{id}` is not in the index, so whether its files were checked is unknown")
            }
        };
        Err(Failure::new(ErrorCode::SkillArtifactStale, message)
            .with_recovery()
            .into())
    }

    /// A skill, whether it is indexed or not, and the registry that it is in.
    pub fn load(&self, id: &str) -> Result<(Registry, Skill), SkillRefusal> {
        let registry = self.registry()?;
        let skill = self.load_from(&registry, id)?;
        Ok((registry, skill))
    }

    fn load_from(&self, registry: &Registry, id: &str) -> Result<Skill, SkillRefusal> {
        let entry = self.entry(registry, id)?;
        Skill::load(registry, entry)
            .map_err(|findings| SkillRefusal::Findings(ErrorCode::SkillValidationFailed, findings))
    }

    /// The skill of an id.
    pub fn entry<'r>(&self, registry: &'r Registry, id: &str) -> Result<&'r Entry, Failure> {
        let found = if self.takes_ends {
            registry.find_by_end(id)
        } else {
            registry.find(id)
        };
        found.map_err(|missing| not_found(&missing))
    }
}

fn not_found(missing: &NotFound) -> Failure {
    let id = &missing.id;
    if !missing.several.is_empty() {
        let listed: Vec<&str> = missing.several.iter().map(String::as_str).collect();
        let (shown, more) = listed.split_at_checked(LISTED).unwrap_or((&listed, &[]));
        let mut message = format!("several skills end in `{id}`: {}", shown.join(", "));
        if !more.is_empty() {
            message.push_str(&format!(" and {} more", more.len()));
        }
        return Failure::new(ErrorCode::SkillAmbiguous, message).with_recovery();
    }
    let advice = match missing.near.as_slice() {
        [] => Advice::new("see which skills there are").by(Next::SearchSkills),
        near => Advice::new(format!("did you mean {}?", near.join(", "))),
    };
    let message = format!("unknown skill `{id}`");
    Failure::new(ErrorCode::SkillNotFound, message).with_advice(advice)
}
