//! A legacy template into a template of ours.

use std::collections::BTreeMap;

use clawperator_contract::{FailureDetails, Issue, excerpt};

use super::Compiled;
use super::template::{ActionOrigin, PlannedStep, Template};
use crate::finding::{RecipeCode, Report};
use crate::legacy::Legacy;
use crate::rule::RecipeRule;
use crate::source::Position;

pub(super) fn compile(
    template: &Legacy,
    given: &BTreeMap<String, String>,
    report: &Report<'_>,
) -> Option<Compiled> {
    let value = |name: &str| given.get(name).filter(|value| !value.is_empty());
    template.each_variable(&mut |name, at| {
        if value(name).is_none() {
            report.add(
                RecipeRule::Inputs,
                RecipeCode::InputMissing,
                at,
                format!("the variable `{}` has no value", excerpt(name)),
                format!("give `{}` a value", excerpt(name)),
            );
        }
    });
    if report.errors() > 0 {
        return None;
    }
    let json = template.fill(&|name| {
        #[expect(
            clippy::expect_used,
            reason = "an empty text would be typed or looked for"
        )]
        let value = value(name).expect("a variable without a value was refused above");
        value.clone()
    });
    match Template::from_json(&json) {
        Ok((compiled, execution)) => {
            let plan = execution
                .actions()
                .iter()
                .enumerate()
                .map(|(index, action)| PlannedStep {
                    action_id: action.id.as_str().to_owned(),
                    action_type: action.action_type().name(),
                    origin: ActionOrigin::Legacy,
                    at: template.action_at(index),
                })
                .collect();
            Some(Compiled {
                template: compiled,
                plan,
                legacy: true,
            })
        }
        Err(failure) => {
            let issues = match &failure.details {
                Some(FailureDetails::Validation(details)) => details.issues.as_slice(),
                _ => &[],
            };
            for issue in issues {
                let fix = issue.hint.as_deref().unwrap_or("fix the template");
                report.add(
                    RecipeRule::Document,
                    RecipeCode::Refused,
                    position(issue, template),
                    format!("{}: {}", issue.path, issue.message),
                    fix,
                );
            }
            None
        }
    }
}

/// Where the action that an issue is about begins.
fn position(issue: &Issue, template: &Legacy) -> Position {
    let index = issue
        .path
        .strip_prefix("actions.")
        .and_then(|rest| rest.split('.').next())
        .and_then(|index| index.parse::<usize>().ok());
    index.map_or(Position::START, |index| template.action_at(index))
}
