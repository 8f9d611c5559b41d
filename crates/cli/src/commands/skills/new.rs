//! `skills new`: the beginning of a skill.

use std::path::PathBuf;

use clawperator_contract::{ErrorCode, Failure};
use clawperator_host::io_words;
use clawperator_skills::{IndexError, NewError, NewSkill, REGISTRY_FILE, create};
use serde::Serialize;

use super::index::index_refused;
use super::report::Refused;
use super::tree;
use crate::args::{NewArgs, TreeArgs};
use crate::context::{Answer, Context};
use crate::text::visible;

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Begun<'a> {
    id: &'a str,
    files: Vec<String>,
    registry: String,
}

pub(super) fn new(
    args: &NewArgs,
    tree: &TreeArgs,
    context: &Context<'_, '_>,
) -> Result<Answer, Failure> {
    let shelf = tree::of_tree(tree, context.environment);
    let folders = shelf.folders();
    let there = folders
        .iter()
        .find(|folder| folder.join(REGISTRY_FILE).exists());
    let first = || folders.first().cloned();
    let root = there.cloned().or_else(first);
    let root = root.unwrap_or_else(|| PathBuf::from("skills"));
    let files =
        NewSkill::new(&args.id, args.summary.as_deref()).and_then(|skill| create(&root, &skill));
    let files = match files {
        Ok(files) => files,
        Err(error) => return refused(error, &args.id).answer(context),
    };
    let begun = Begun {
        id: &args.id,
        files: files
            .iter()
            .map(|file| file.to_string_lossy().into_owned())
            .collect(),
        registry: root.join(REGISTRY_FILE).to_string_lossy().into_owned(),
    };
    let text = context.printer.render(&begun, |_| {
        let files: Vec<String> = begun
            .files
            .iter()
            .map(|file| format!("  {}", visible(file)))
            .collect();
        format!(
            "wrote\n{}\nadded to {}\nnext: write the recipe's steps, then `clawperator skills lint {}` and `clawperator skills index`",
            files.join("\n"),
            visible(&begun.registry),
            begun.id
        )
    });
    Ok(text.into())
}

fn refused(error: NewError, id: &str) -> Refused {
    match error {
        NewError::Invalid(message) => Failure::new(ErrorCode::SkillIdInvalid, message)
            .with_hint("write an app's package id, a dot and an intent: com.example.app.get-usage")
            .into(),
        NewError::Exists => Failure::new(
            ErrorCode::SkillAlreadyExists,
            format!("the skill `{id}` already exists"),
        )
        .with_hint(format!("run `clawperator skills get {id}`"))
        .into(),
        NewError::Registry(error) => tree::broken(error),
        NewError::Index(IndexError::Io(error)) | NewError::Io(error) => Failure::new(
            ErrorCode::SkillsScaffoldFailed,
            format!("the skill could not be written: {}", io_words(&error)),
        )
        .into(),
        NewError::Index(error) => index_refused(error),
    }
}
