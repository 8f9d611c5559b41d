//! Where the skills are, and why they cannot be used.

use std::path::PathBuf;

use clawperator_contract::{ErrorCode, Failure};
use clawperator_skills::{Entry, REGISTRY_FILE, Registry, RegistryError};

use super::report::Refused;
use crate::args::TreeArgs;
use crate::environment::Environment;
use crate::text::visible;

/// The folders in which skills are looked for, in this order.
pub(super) fn folders(args: &TreeArgs, environment: &Environment) -> Vec<PathBuf> {
    match &args.skills_dir {
        Some(named) => vec![named.clone()],
        None => environment.skills_folders(),
    }
}

/// The first of the folders that is a tree of skills.
pub(super) fn root(args: &TreeArgs, environment: &Environment) -> Result<PathBuf, Failure> {
    let looked = folders(args, environment);
    let found = looked
        .iter()
        .find(|folder| folder.join(REGISTRY_FILE).symlink_metadata().is_ok());
    found.cloned().ok_or_else(|| no_tree(&looked))
}

/// The registry that is used.
pub(super) fn registry(args: &TreeArgs, environment: &Environment) -> Result<Registry, Refused> {
    Registry::open_first(&folders(args, environment)).map_err(broken)
}

/// The skill of an id.
pub(super) fn entry<'r>(registry: &'r Registry, id: &str) -> Result<&'r Entry, Failure> {
    registry.find(id).map_err(|missing| {
        let hint = match missing.near.as_slice() {
            [] => "run `clawperator skills list` to list them".to_owned(),
            near => format!("did you mean {}?", near.join(", ")),
        };
        let message = format!("unknown skill `{}`", missing.id);
        Failure::new(ErrorCode::SkillNotFound, message).with_hint(hint)
    })
}

/// Why there is no registry to use.
pub(super) fn broken(error: RegistryError) -> Refused {
    match error {
        RegistryError::NoTree { looked } => Refused::Failure(no_tree(&looked)),
        RegistryError::Broken(findings) => {
            Refused::findings(ErrorCode::RegistryReadFailed, findings)
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
