//! `skills list`: every skill of the registry.

use clawperator_contract::Failure;
use clawperator_skills::SkillSummary;
use serde::Serialize;

use super::tree;
use crate::args::{ListArgs, TreeArgs};
use crate::context::{Answer, Context};
use crate::text::{columns, count, visible};

#[derive(Serialize)]
struct List<'r> {
    skills: Vec<SkillSummary<'r>>,
    count: usize,
}

pub(super) fn list(
    args: &ListArgs,
    tree: &TreeArgs,
    context: &Context<'_, '_>,
) -> Result<Answer, Failure> {
    let registry = match tree::registry(tree, context.environment) {
        Ok(registry) => registry,
        Err(refused) => return refused.answer(context),
    };
    let skills: Vec<SkillSummary<'_>> = registry
        .entries()
        .iter()
        .filter(|entry| {
            let app = args.app.as_ref();
            app.is_none_or(|app| *app == entry.application_id)
        })
        .map(SkillSummary::from)
        .collect();
    let list = List {
        count: skills.len(),
        skills,
    };
    let text = context.printer.render(&list, |_| {
        let shown = rows(&list.skills);
        format!("{shown}{}", count(list.count, "skill"))
    });
    Ok(text.into())
}

/// One line for each skill.
pub(super) fn rows(skills: &[SkillSummary<'_>]) -> String {
    let rows: Vec<(String, String)> = skills
        .iter()
        .map(|skill| (visible(&skill.id), visible(&skill.summary)))
        .collect();
    columns(&rows, 48)
}
