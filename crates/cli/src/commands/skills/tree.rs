//! Where the skills are, and why they cannot be used.

use std::path::{Path, PathBuf};

use clawperator_contract::{ErrorCode, Failure};
use clawperator_host::{SkillRefusal, SkillShelf};
use clawperator_skills::{REGISTRY_FILE, Registry, RegistryError};

use super::report::Refused;
use crate::args::TreeArgs;
use crate::environment::Environment;
use crate::text::visible;

/// Where skills are looked for.
pub(in crate::commands) fn shelf(named: Option<&Path>, environment: &Environment) -> SkillShelf {
    let folders = match named {
        Some(named) => vec![named.to_owned()],
        None => environment.skills_folders(),
    };
    SkillShelf::new(folders, environment.script_home())
}

/// The same for a command of skills.
pub(super) fn of_tree(args: &TreeArgs, environment: &Environment) -> SkillShelf {
    shelf(args.skills_dir.as_deref(), environment).taking_ends_of_ids()
}

/// The first of the folders that is a tree of skills.
pub(super) fn root(args: &TreeArgs, environment: &Environment) -> Result<PathBuf, Failure> {
    of_tree(args, environment)
        .root()
        .map_err(|refusal| match refusal {
            SkillRefusal::NoTree { looked } => no_tree(&looked),
            other => other.into(),
        })
}

/// The registry that is used.
pub(super) fn registry(args: &TreeArgs, environment: &Environment) -> Result<Registry, Refused> {
    Ok(of_tree(args, environment).registry()?)
}

/// Why there is no registry to use.
pub(super) fn broken(error: RegistryError) -> Refused {
    SkillRefusal::from(error).into()
}

impl From<SkillRefusal> for Refused {
    fn from(refusal: SkillRefusal) -> Self {
        match refusal {
            SkillRefusal::NoTree { looked } => Self::Failure(no_tree(&looked)),
            SkillRefusal::Findings(code, findings) => Self::Findings(code, findings),
            SkillRefusal::Failure(failure) => Self::Failure(failure),
        }
    }
}

fn no_tree(looked: &[PathBuf]) -> Failure {
    let looked: Vec<String> = looked
        .iter()
        .map(|folder| format!("`{}`", visible(&folder.to_string_lossy())))
        .collect();
    Failure::new(
        ErrorCode::SkillsRegistryMissing,
        format!("there is no {REGISTRY_FILE} in {}", looked.join(" or ")),
    )
    .with_hint("start one with `clawperator skills new ID`, or name its folder with --skills-dir")
}
