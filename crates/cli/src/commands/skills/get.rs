//! `skills get`: all of one skill.

use std::fmt::Write as _;

use clawperator_contract::{Advice, ErrorCode, Failure};
use clawperator_host::{ShownSkill, SkillRefusal, is_recipe_file};

use super::report::Refused;
use super::tree;
use crate::args::{GetArgs, TreeArgs};
use crate::context::{Answer, Context};
use crate::text::{Paint, columns, visible};

pub(super) fn get(
    args: &GetArgs,
    tree: &TreeArgs,
    context: &Context<'_, '_>,
) -> Result<Answer, Failure> {
    let shown = match tree::of_tree(tree, context.environment).show(&args.id) {
        Ok(shown) => shown,
        Err(refused) => return Refused::from(of_no_file(refused, &args.id)).answer(context),
    };
    let text = context
        .printer
        .render(&shown, |paint| describe(&shown, paint));
    Ok(text.into())
}

/// Where a file was named: what there is to know of one is in it, and in what it compiles to.
fn of_no_file(refusal: SkillRefusal, word: &str) -> SkillRefusal {
    match refusal {
        SkillRefusal::Failure(failure)
            if failure.code == ErrorCode::SkillNotFound && is_recipe_file(word) =>
        {
            let hint = "a skill is named by its id; for a recipe's file, use `clawperator skills compile FILE`";
            SkillRefusal::Failure(failure.with_advice(Advice::new(hint)))
        }
        other => other,
    }
}

fn describe(shown: &ShownSkill, paint: Paint) -> String {
    let row = |name: &str, value: &str| (name.to_owned(), visible(value));
    let mut rows = vec![
        row("summary", &shown.skill.summary),
        row("app", &shown.skill.application_id),
        row("folder", shown.folder.as_deref().unwrap_or("")),
        row("files", &shown.files_sha256),
        row("index", &shown.index.replace('_', " ")),
    ];
    for recipe in &shown.recipes {
        rows.push(row("recipe", &recipe.file));
        let Some(read) = &recipe.recipe else {
            rows.push(row("  variables", &recipe.variables.join(", ")));
            continue;
        };
        let kind = format!("{} {}, {}", read.recipe_type, read.version, read.recipe_id);
        rows.push(row("", &kind));
        rows.push(row("  capabilities", &read.capabilities.join(", ")));
        for input in &read.inputs {
            let need = if input.required {
                "required"
            } else {
                "optional"
            };
            let line = format!("{} ({}, {need})", input.name, input.input_type);
            rows.push(row("  input", &line));
        }
        for output in &read.outputs {
            let line = format!(
                "{} ({}, {})",
                output.name, output.output_type, output.redaction
            );
            rows.push(row("  output", &line));
        }
    }
    for script in &shown.scripts {
        let line = format!("{} ({})", script.file, script.language);
        rows.push(row("script", &line));
    }
    let mut text = format!(
        "{}\n{}",
        paint.bold(&visible(&shown.skill.id)),
        columns(&rows, 16)
    );
    for warning in &shown.warnings {
        let place = visible(&warning.place());
        // Writing to a String cannot fail.
        let _ = writeln!(text, "{place}: {}", visible(&warning.message));
    }
    text
}
