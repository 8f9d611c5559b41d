//! `skills ci`: the eleven requirements, in order.

use std::fmt::Write as _;

use clawperator_contract::{ErrorCode, ExitStatus, Failure};
use clawperator_host::{Effect, Shipped};
use clawperator_skills::{Checked, Combination, Finding, QuietedText, RequirementRow, check_tree};
use serde::Serialize;

use super::{check, report, tree};
use crate::args::{CiArgs, TreeArgs};
use crate::context::{Answer, Context};
use crate::next_words::Speak as _;
use crate::text::{Paint, count};

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Outcome<'c> {
    ok: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    code: Option<ErrorCode>,
    skills: usize,
    requirements: Vec<Line>,
    /// Legacy templates, which only the search for personal data looks at.
    legacy: usize,
    /// What looks personal and an annotation has quieted.
    quieted: &'c [QuietedText],
    findings: &'c [Finding],
    finding_count: usize,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Line {
    number: usize,
    title: &'static str,
    status: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    looked_at: Option<usize>,
    errors: usize,
    warnings: usize,
}

pub(super) fn ci(
    args: &CiArgs,
    tree: &TreeArgs,
    context: &Context<'_, '_>,
) -> Result<Answer, Failure> {
    let levels = check::levels(&args.levels)?;
    let combinations = combinations(args, context)?;
    let root = tree::root(tree, context.environment)?;
    let checked = match check_tree(&root, &levels, &combinations) {
        Ok(checked) => checked,
        Err(error) => return tree::broken(error).answer(context),
    };
    let mut findings = checked.findings();
    findings.speak();
    let code = (!checked.is_met()).then_some(ErrorCode::SkillValidationFailed);
    let outcome = Outcome {
        ok: code.is_none(),
        code,
        skills: checked.skills,
        requirements: checked.rows.iter().map(line).collect(),
        legacy: checked.legacy,
        quieted: &checked.quieted,
        findings: &findings.list,
        finding_count: findings.count(),
    };
    let text = context.printer.render(&outcome, |paint| {
        let mut text = table(&checked, paint);
        if checked.legacy > 0 {
            let templates = count(checked.legacy, "template");
            let _ = writeln!(
                text,
                "    {templates} of the older form: searched for personal data only"
            );
        }
        for one in &checked.quieted {
            let _ = writeln!(
                text,
                "    {}:{}:{}: looks like {}, suppressed by STRUCTURAL",
                one.file, one.line, one.column, one.kind
            );
        }
        if findings.count() > 0 {
            let _ = write!(text, "\n{}", report::lines(&findings, paint));
        }
        text
    });
    Ok(Answer {
        text: Some(text),
        status: code.map_or(ExitStatus::Ok, ErrorCode::exit),
    })
}

/// What the profiles forbid together.
fn combinations(args: &CiArgs, context: &Context<'_, '_>) -> Result<Vec<Combination>, Failure> {
    let shipped: Vec<String> = Shipped::ALL
        .iter()
        .map(|profile| profile.name().to_owned())
        .collect();
    let names = if args.profile.is_empty() {
        &shipped
    } else {
        &args.profile
    };
    let mut combinations = Vec::new();
    for name in names {
        let profile = context.profile(Some(name))?;
        let forbidden = profile
            .combinations
            .iter()
            .filter(|combination| combination.effect == Effect::Deny);
        combinations.extend(forbidden.map(|combination| Combination {
            profile: profile.name.clone(),
            name: combination.name.clone(),
            capabilities: combination.capabilities.clone(),
        }));
    }
    Ok(combinations)
}

fn line(row: &RequirementRow) -> Line {
    let errors = row.findings.errors().saturating_add(row.findings.unlisted);
    Line {
        number: row.requirement.number(),
        title: row.requirement.title(),
        status: status(row),
        looked_at: row.looked_at,
        errors,
        warnings: row.findings.count().saturating_sub(errors),
    }
}

fn status(row: &RequirementRow) -> &'static str {
    match row.looked_at {
        None => "not_asked",
        Some(_) if row.is_met() => "ok",
        Some(_) => "failed",
    }
}

fn table(checked: &Checked, paint: Paint) -> String {
    let mut text = String::new();
    for row in &checked.rows {
        let line = line(row);
        let shown = match line.status {
            "ok" => paint.green("ok       "),
            "failed" => paint.red("failed   "),
            _ => paint.yellow("not asked"),
        };
        let looked_at = row.looked_at.map_or(String::new(), |number| {
            count(number, row.requirement.counted())
        });
        let mut found = Vec::new();
        if line.errors > 0 {
            found.push(count(line.errors, "error"));
        }
        if line.warnings > 0 {
            found.push(count(line.warnings, "warning"));
        }
        // Writing to a String cannot fail.
        let _ = writeln!(
            text,
            "{}",
            format!(
                "{:>2}  {shown}  {:<42}{looked_at:<16}{}",
                line.number,
                line.title,
                found.join(", ")
            )
            .trim_end()
        );
    }
    text
}
