//! `skills index`: the files under `generated/`.

use std::path::Path;

use clawperator_contract::{ErrorCode, Failure};
use clawperator_host::io_words;
use clawperator_skills::{IndexError, compare_index, write_index, write_registry};
use serde::Serialize;

use super::report::Refused;
use super::tree;
use crate::args::{IndexArgs, TreeArgs};
use crate::context::{Answer, Context};
use crate::text::count;

#[derive(Serialize)]
struct Indexed {
    files: usize,
    written: usize,
    removed: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    registered: Option<usize>,
}

pub(super) fn index(
    args: &IndexArgs,
    tree: &TreeArgs,
    context: &Context<'_, '_>,
) -> Result<Answer, Failure> {
    // A tree that is to be registered may have no registry yet.
    let root = match (&tree.skills_dir, args.register) {
        (Some(named), true) => named.clone(),
        (Some(_) | None, _) => tree::root(tree, context.environment)?,
    };
    let indexed = if args.check {
        check(&root)
    } else {
        write(&root, args.register)
    };
    let indexed = match indexed {
        Ok(indexed) => indexed,
        Err(refused) => return refused.answer(context),
    };
    let text = context.printer.render(&indexed, |_| {
        let files = count(indexed.files, "file");
        if args.check {
            return format!("the index is up to date: {files}");
        }
        let registered = indexed.registered.map_or(String::new(), |skills| {
            format!("{} registered; ", count(skills, "skill"))
        });
        format!(
            "{registered}{files}, {} written, {} removed",
            indexed.written, indexed.removed
        )
    });
    Ok(text.into())
}

fn check(root: &Path) -> Result<Indexed, Refused> {
    let (files, stale) = compare_index(root).map_err(index_refused)?;
    if stale.count() > 0 {
        return Err(Refused::findings(ErrorCode::SkillsIndexStale, stale));
    }
    Ok(Indexed {
        files,
        written: 0,
        removed: 0,
        registered: None,
    })
}

fn write(root: &Path, register: bool) -> Result<Indexed, Refused> {
    let registered = if register {
        Some(write_registry(root).map_err(index_refused)?)
    } else {
        None
    };
    let written = write_index(root).map_err(index_refused)?;
    Ok(Indexed {
        files: written.files,
        written: written.written,
        removed: written.removed,
        registered,
    })
}

/// Why there is no index.
pub(super) fn index_refused(error: IndexError) -> Refused {
    match error {
        IndexError::Registry(error) => tree::broken(error),
        IndexError::Refused(findings) => {
            Refused::findings(ErrorCode::SkillValidationFailed, findings)
        }
        IndexError::Io(error) => Failure::new(
            ErrorCode::HostIoFailed,
            format!("the index could not be written: {}", io_words(&error)),
        )
        .into(),
    }
}
