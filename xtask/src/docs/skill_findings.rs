//! `docs/reference/skill-findings.md`.

use clawperator_skills::{Code, Kind, Requirement};

use super::{heading, table};

pub(crate) fn page() -> String {
    let mut page = heading("Findings about skills");
    page.push_str(
        "What `skills validate`, `lint` and `ci` find in a skill or a registry, and the requirement of `skills ci` that it\n\
         breaks. Recipes have [codes of their own](recipe-rules.md). See [the registry](../skills-registry.md).\n\n",
    );
    let rows: Vec<Vec<String>> = Code::ALL
        .iter()
        .map(|code| {
            let requirement = Requirement::of(Kind::Skill(*code));
            vec![
                format!("`{}`", code.name()),
                code.meaning().to_owned(),
                requirement.number().to_string(),
            ]
        })
        .collect();
    page.push_str(&table(&["code", "meaning", "requirement"], &rows));
    page.push_str("\n## The eleven requirements\n\n");
    let rows: Vec<Vec<String>> = Requirement::ALL
        .iter()
        .map(|requirement| {
            vec![
                requirement.number().to_string(),
                requirement.title().to_owned(),
            ]
        })
        .collect();
    page.push_str(&table(&["", "what it checks"], &rows));
    page
}
